// SPDX-License-Identifier: Apache-2.0
// Partial and explicit specializations of class and variable templates: which one fits the
// arguments best, C++17 [temp.class.spec.match] and [temp.class.order].
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/deduce.h"

// A class type that only carries arguments, for matching patterns against.
static const Type *carrier(Front *front, Template *primary, const TemplateArgument *arguments,
                           uint32_t count)
{
    Class *class_ = class_create(front, NULL, front->global, primary->location);
    Scope *scope = class_->scope;
    scope->template_ = primary;
    scope->arguments = arguments;
    scope->argument_count = count;
    class_->is_complete = true;
    return scope->type;
}

// The pattern's arguments with `scope`'s parameters substituted; false if the result is invalid.
static bool substitute(Front *front, const Template *primary, const Template *specialization,
                       Scope *scope, TemplateArgument **all)
{
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    front->at = specialization->pattern_range.first;
    front->half_of_token = 0;
    front->dependent = 0;
    front->scope = scope;
    TemplateArgument *arguments = NULL;
    uint32_t count = 0;
    bool is_read = parse_template_arguments(front, &arguments, &count) &&
                   template_bind(front, primary->parameters, primary->parameter_count, arguments,
                                 count, primary->home, all, specialization->location) != NULL;
    is_read &= front_quiet_end(front, quiet, NULL);
    front_return(front, before);
    return is_read;
}

static Scope *match(Front *front, Template *primary, const Template *specialization,
                    const Type *type, const TemplateArgument *arguments, uint32_t count)
{
    uint32_t found_count = specialization->parameter_count;
    TemplateArgument *found = arena_alloc(front->arena, (found_count + 1u) * sizeof *found);
    if (!deduce_type(&front->types, specialization->pattern_type, type, found, found_count,
                     false)) {
        return NULL;
    }
    TemplateArgument *all = NULL;
    QuietPlace quiet = front_quiet_begin(front);
    Scope *scope = template_bind(front, specialization->parameters, found_count, found, found_count,
                                 specialization->home, &all, specialization->location);
    if (!front_quiet_end(front, quiet, NULL) || scope == NULL) {
        return NULL;
    }
    TemplateArgument *substituted = NULL;
    return substitute(front, primary, specialization, scope, &substituted) &&
                   template_same_arguments(substituted, primary->parameter_count, arguments, count)
               ? scope
               : NULL;
}

// A class or a number that equals no other: stands for any argument.
static TemplateArgument unique_argument(Front *front, const TemplateParameter *parameter)
{
    TemplateArgument argument = {0};
    if (parameter->is_type) {
        Class *class_ = class_create(front, NULL, front->global, (SourceLocation){0});
        class_->is_complete = true;
        argument.type = ((Scope *)class_->scope)->type;
    } else {
        argument.value_type = type_basic(&front->types, TYPE_INT);
        argument.integer = 0x5A5A00u + parameter->index;
    }
    if (parameter->is_pack) {
        TemplateArgument *pack = arena_alloc(front->arena, sizeof *pack);
        *pack = argument;
        argument = (TemplateArgument){.is_pack = true, .pack = pack, .pack_count = 1};
    }
    return argument;
}

// Whether everything that fits `a` fits `b` too: `a` with unique arguments must fit `b`.
static bool is_at_least_as_special(Front *front, Template *primary, const Template *a,
                                   const Template *b)
{
    TemplateArgument *unique =
        arena_alloc(front->arena, (a->parameter_count + 1u) * sizeof *unique);
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        unique[i] = unique_argument(front, &a->parameters[i]);
    }
    TemplateArgument *all = NULL;
    QuietPlace quiet = front_quiet_begin(front);
    Scope *scope = template_bind(front, a->parameters, a->parameter_count, unique,
                                 a->parameter_count, a->home, &all, a->location);
    bool is_clean = front_quiet_end(front, quiet, NULL);
    TemplateArgument *arguments = NULL;
    if (!is_clean || scope == NULL || !substitute(front, primary, a, scope, &arguments)) {
        return false;
    }
    const Type *type = carrier(front, primary, arguments, primary->parameter_count);
    TemplateArgument *found = arena_alloc(front->arena, (b->parameter_count + 1u) * sizeof *found);
    return deduce_type(&front->types, b->pattern_type, type, found, b->parameter_count, false);
}

TemplateChoice template_choose(Front *front, Template *template_, const TemplateArgument *arguments,
                               uint32_t count, SourceLocation location)
{
    TemplateChoice best = {0};
    if (template_->specializations == NULL) {
        return best;
    }
    const Type *type = carrier(front, template_, arguments, count);
    bool is_ambiguous = false;
    for (Template *at = template_->specializations; at != NULL; at = at->next) {
        if (at->parameter_count == 0) {
            if (template_same_arguments(at->pattern, at->pattern_count, arguments, count)) {
                TemplateArgument *none = NULL;
                return (TemplateChoice){
                    at, template_bind(front, NULL, 0, NULL, 0, at->home, &none, location)};
            }
            continue;
        }
        Scope *scope = match(front, template_, at, type, arguments, count);
        if (scope == NULL) {
            continue;
        }
        bool is_more =
            best.template_ == NULL || !is_at_least_as_special(front, template_, best.template_, at);
        bool is_less =
            best.template_ != NULL && !is_at_least_as_special(front, template_, at, best.template_);
        is_ambiguous = best.template_ != NULL && is_more == is_less;
        if (is_more) {
            best = (TemplateChoice){at, scope};
        }
    }
    if (is_ambiguous) {
        front_error(front, location, "ambiguous partial specializations of '%s'", template_->name);
    }
    return best;
}

void template_add_specialization(Front *front, Template *primary, Template *specialization)
{
    FrontPlace before = front_place(front);
    TemplateArgument *arguments = NULL;
    uint32_t count = 0;
    front->at = specialization->pattern_range.first;
    front->half_of_token = 0;
    if (specialization->parameter_count > 0) {
        front->scope = dependent_scope(front, specialization->parameters,
                                       specialization->parameter_count, specialization->home);
        front->dependent++;
    }
    bool is_read = parse_template_arguments(front, &arguments, &count);
    front_return(front, before);
    if (!is_read) {
        return;
    }
    if (specialization->parameter_count > 0) {
        specialization->pattern_type =
            dependent_template_id(front, primary, 0, arguments, count, specialization->location)
                ->type;
    } else {
        TemplateArgument *all = NULL;
        if (template_bind(front, primary->parameters, primary->parameter_count, arguments, count,
                          primary->home, &all, specialization->location) == NULL) {
            return;
        }
        specialization->pattern = all;
        specialization->pattern_count = primary->parameter_count;
    }
    specialization->next = primary->specializations;
    primary->specializations = specialization;
}
