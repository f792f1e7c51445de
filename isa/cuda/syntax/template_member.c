// SPDX-License-Identifier: Apache-2.0
// Members of class templates that are defined outside of their class: kept with the template, and
// read for an instance when the body of its member is needed.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/parse_declaration.h"

static Scope *templated_class(Scope *scope)
{
    while (scope != NULL && scope->template_ == NULL) {
        scope = scope->parent;
    }
    return scope;
}

static bool define_from(Front *front, FunctionInfo *info, const Template *definition,
                        const Scope *class_)
{
    TemplateArgument *all = NULL;
    Scope *bound =
        template_bind(front, definition->parameters, definition->parameter_count, class_->arguments,
                      class_->argument_count, info->home, &all, info->location);
    if (bound != NULL && definition->inner_count > 0) {
        bound = template_bind(front, definition->inner_parameters, definition->inner_count,
                              info->arguments, info->argument_count, bound, &all, info->location);
    }
    if (bound == NULL) {
        return false;
    }
    front->scope = bound;
    front->at = definition->declaration.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->dependent = 0;
    Specifiers specifiers = {0};
    Declarator declarator = {0};
    parse_specifiers(front, &specifiers, PLACE_NAMESPACE);
    if (!parse_declarator(front, specifiers.type, DECLARATOR_NAMED, &declarator) ||
        declarator.type->kind != TYPE_FUNCTION || declarator.qualifier != info->home) {
        return false;
    }
    bool is_same = declarator.type->parameter_count == info->type->parameter_count &&
                   declarator.type->method_qualifiers == info->type->method_qualifiers;
    for (uint32_t i = 0; is_same && i < info->type->parameter_count; i++) {
        is_same = declarator.type->parameters[i] == info->type->parameters[i];
    }
    if (!is_same) {
        return false;
    }
    declare_merge(info, &specifiers);
    declare_read_body(front, info, &declarator.parameters, bound, declarator.location);
    info->is_inline = true; // any file may have the instance
    return info->body.end != 0 || info->is_defaulted;
}

bool template_define_member(Front *front, FunctionInfo *info)
{
    const Scope *class_ =
        info->home != NULL && info->home->kind == SCOPE_CLASS ? templated_class(info->home) : NULL;
    if (class_ == NULL) {
        return false;
    }
    for (Template *at = class_->template_->definitions; at != NULL; at = at->next) {
        bool is_template = info->template_ != NULL;
        if (at->name != info->name || (at->inner_count > 0) != is_template) {
            continue;
        }
        FrontPlace before = front_place(front);
        QuietPlace quiet = front_quiet_begin(front);
        bool is_defined = define_from(front, info, at, class_);
        is_defined &= front_quiet_end(front, quiet, NULL);
        front_return(front, before);
        if (is_defined) {
            return true;
        }
    }
    return false;
}
