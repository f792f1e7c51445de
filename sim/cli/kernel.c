// SPDX-License-Identifier: Apache-2.0
// Kernels by the names people give them.
#include "isa/base/demangle.h"
#include "sim/cli/plan.h"

#include <string.h>

static bool is_kernel(const PtxFunction *function)
{
    return function->is_entry && function->has_body;
}

// Compares without blanks, so that "reduce<float,4>" finds "reduce<float, 4>".
static bool is_same_name(const char *a, const char *b, size_t b_bytes)
{
    const char *b_end = b + b_bytes;
    for (;;) {
        a += strspn(a, " ");
        while (b < b_end && *b == ' ') {
            b++;
        }
        if (*a == 0 || b == b_end) {
            return *a == 0 && b == b_end;
        }
        if (*a++ != *b++) {
            return false;
        }
    }
}

static bool has_form(const PtxFunction *function, DemangleForm form, const char *name, size_t size)
{
    Text text = {0};
    demangle(function->name, form, &text);
    bool is_same = is_same_name(text_string(&text), name, size);
    text_destroy(&text);
    return is_same;
}

static void list_kernels(const PtxModule *module, Text *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (is_kernel(module->functions[i])) {
            text_put(out, count++ > 0 ? ", " : "");
            demangle(module->functions[i]->name, DEMANGLE_SHORT, out);
        }
    }
}

// The kernel whose name in this form is `name`; *count: how many have it.
static const PtxFunction *find_form(const PtxModule *module, DemangleForm form, const char *name,
                                    size_t size, uint32_t *count)
{
    const PtxFunction *found = NULL;
    *count = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        if (is_kernel(function) && (name == NULL || has_form(function, form, name, size))) {
            found = function;
            ++*count;
        }
    }
    return found;
}

static void refuse(const Style *style, const PtxModule *module, const char *name, size_t size,
                   uint32_t count)
{
    Text list = {0};
    list_kernels(module, &list);
    if (list.size_bytes == 0) {
        cli_error(style, "%s has no kernels", module->file);
    } else if (name == NULL) {
        cli_error(style, "%s has several kernels; choose one with -k: %s", module->file,
                  text_string(&list));
    } else {
        cli_error(style, "%s has %s kernel '%.*s'; it has %s", module->file,
                  count > 1 ? "more than one" : "no", (int)size, name, text_string(&list));
    }
    text_destroy(&list);
}

const PtxFunction *kernel_find(const Style *style, const PtxModule *module, const char *name,
                               size_t size_bytes)
{
    for (uint32_t i = 0; name != NULL && i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        if (is_kernel(function) && strlen(function->name) == size_bytes &&
            memcmp(function->name, name, size_bytes) == 0) {
            return function;
        }
    }
    static const DemangleForm forms[] = {DEMANGLE_FULL, DEMANGLE_SHORT, DEMANGLE_BASE};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) {
        const PtxFunction *found = find_form(module, forms[i], name, size_bytes, &count);
        if (count == 1) {
            return found;
        }
        if (count > 1) {
            break;
        }
    }
    refuse(style, module, name, size_bytes, count);
    return NULL;
}

void kernel_describe(const PtxFunction *kernel, Text *out)
{
    demangle(kernel->name, DEMANGLE_SHORT, out);
    text_put(out, "(");
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const PtxVariable *parameter = kernel->parameters[i];
        text_put(out, i > 0 ? ", " : "");
        text_put(out, ptx_suffix_name(parameter->type) + 1);
        if (parameter->size_bytes * 8 != ptx_type_bits(parameter->type)) {
            text_printf(
                out, "[%llu]",
                (unsigned long long)parameter->size_bytes * 8 /
                    (ptx_type_bits(parameter->type) > 0 ? ptx_type_bits(parameter->type) : 8));
        }
    }
    text_put(out, ")");
}
