// SPDX-License-Identifier: Apache-2.0
// What functions of device code have to keep to, whatever their bodies say.
#include "isa/cuda/syntax/declare.h"

#include <string.h>

// Functions with C linkage are told apart by their names alone, [dcl.link]/6.
static void check_linkage(Front *front, FunctionInfo *info)
{
    if (!info->is_extern_c || !(info->is_kernel || info->is_device) || info->is_linkage_checked) {
        return;
    }
    info->is_linkage_checked = true;
    for (const FunctionInfo *at = front->extern_c_functions; at != NULL; at = at->next_extern_c) {
        if (at->name == info->name && at->type != info->type) {
            front_error(front, info->location,
                        "a second function '%s' with C linkage: only one can have this name",
                        info->name);
            front_note(front, at->location, "the first one is here");
            return;
        }
    }
    info->next_extern_c = front->extern_c_functions;
    front->extern_c_functions = info;
}

FunctionInfo *declare_linked_function(Front *front, FunctionInfo *info)
{
    if (!info->is_extern_c || info->body.end != 0) {
        return info;
    }
    FunctionInfo *at = front->extern_c_functions;
    while (at != NULL && (at->name != info->name || at->type != info->type || at->body.end == 0)) {
        at = at->next_extern_c;
    }
    return at != NULL ? at : info;
}

// [class.copy.ctor]/5: calling it would need a copy, and so call it again.
static void check_copy(Front *front, FunctionInfo *info)
{
    const Type *type = info->type;
    bool takes_itself = info->is_constructor && info->template_ == NULL &&
                        type->parameter_count > 0 &&
                        type->parameters[0]->unqualified == info->home->type->unqualified;
    bool takes_more = type->parameter_count > 1 &&
                      (info->default_arguments == NULL || info->default_arguments[1].end == 0);
    if (takes_itself && !takes_more) {
        front_error(front, info->location,
                    "the copy constructor of '%s' cannot take it by value; use 'const %s &'",
                    info->home->name, info->home->name);
        info->is_deleted = true;
    }
}

void declare_check_function(Front *front, FunctionInfo *info)
{
    check_copy(front, info);
    check_linkage(front, info);
    if (info->is_kernel && info->type->base->kind != TYPE_VOID) {
        front_error(front, info->location, "a __global__ function must have a void return type");
    }
    if (info->is_kernel && info->is_method && !info->is_static) {
        front_error(front, info->location, "a __global__ function cannot be a member function");
    }
    if (info->is_kernel && info->type->is_variadic) {
        front_error(front, info->location, "a __global__ function cannot be variadic");
    }
    for (uint32_t i = 0; info->is_kernel && i < info->type->parameter_count; i++) {
        if (info->type->parameters[i]->kind == TYPE_LONG_DOUBLE) {
            front_error(front, info->location,
                        "parameter %u of a kernel is a 'long double', whose format on the host "
                        "is not the device's; use 'double'",
                        i + 1u);
        }
        if (info->type->parameters[i]->kind == TYPE_RVALUE_REFERENCE) {
            front_error(front, info->location,
                        "parameter %u of a kernel is an rvalue reference, which would refer to a "
                        "host temporary; pass a value or a pointer",
                        i + 1u);
        }
    }
}

// CUDA C++ Programming Guide, "Thread Block Clusters".
void declare_check_cluster(Front *front, const FunctionInfo *info)
{
    uint32_t has = front->options->compute_capability;
    if (info->cluster[0] != 0 && has < 90) {
        front_error(front, info->location,
                    "'__cluster_dims__' requires compute capability 9.0, but the target is %u.%u",
                    has / 10, has % 10);
    }
}

void declare_check_device_name(Front *front, const char *name, SourceLocation location)
{
    if (!text_is_ascii(name, strlen(name))) {
        front_error(front, location,
                    "'%s' has characters beyond ASCII, which names of device functions and "
                    "variables cannot have",
                    name);
    }
}
