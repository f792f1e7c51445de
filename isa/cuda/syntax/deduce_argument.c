// SPDX-License-Identifier: Apache-2.0
// Template arguments as deduction handles them.
#include "isa/cuda/syntax/deduce_argument.h"

// While two templates are ordered, a value parameter is recognized by its type alone.
const Type *deduce_parameter_of_value(const TemplateArgument *value)
{
    return value->value_type != NULL && value->value_type->has_dependent ? value->value_type : NULL;
}

bool deduce_is_same_argument(const TemplateArgument *a, const TemplateArgument *b)
{
    if (a->is_pack != b->is_pack || a->pack_count != b->pack_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->pack_count; i++) {
        if (!deduce_is_same_argument(&a->pack[i], &b->pack[i])) {
            return false;
        }
    }
    return a->type == b->type && a->integer == b->integer && a->symbol == b->symbol &&
           deduce_parameter_of_value(a) == deduce_parameter_of_value(b);
}

bool deduce_is_empty(const TemplateArgument *argument)
{
    return argument->type == NULL && argument->value_type == NULL && argument->symbol == NULL &&
           !argument->is_pack;
}

uint32_t deduce_flatten(const TemplateArgument *arguments, uint32_t count, TemplateArgument *flat)
{
    uint32_t flat_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!arguments[i].is_pack) {
            if (flat != NULL) {
                flat[flat_count] = arguments[i];
            }
            flat_count++;
        }
        for (uint32_t j = 0; arguments[i].is_pack && j < arguments[i].pack_count; j++) {
            if (flat != NULL) {
                flat[flat_count] = arguments[i].pack[j];
            }
            flat_count++;
        }
    }
    return flat_count;
}

void deduce_name(PackNames *names, uint32_t index)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (names->indices[i] == index) {
            return;
        }
    }
    if (names->count < PACKS_IN_A_PATTERN) {
        names->indices[names->count++] = index;
    }
}

void deduce_names(const Type *pattern, PackNames *names, uint32_t depth)
{
    if (pattern == NULL || depth >= DEDUCE_DEPTH_LIMIT) {
        return;
    }
    const Dependent *dependent = pattern->kind == TYPE_DEPENDENT ? pattern->dependent : NULL;
    if (dependent != NULL) {
        if (dependent->kind == DEPENDENT_PARAMETER || dependent->kind == DEPENDENT_TEMPLATE ||
            dependent->kind == DEPENDENT_ARRAY) {
            deduce_name(names, dependent->index);
        }
        deduce_names(dependent->element, names, depth + 1);
        deduce_names(dependent->pattern, names, depth + 1);
        for (uint32_t i = 0; i < dependent->argument_count; i++) {
            if (dependent->arguments[i].is_value_parameter) {
                deduce_name(names, dependent->arguments[i].index);
            }
            deduce_names(dependent->arguments[i].type, names, depth + 1);
        }
    }
    for (uint32_t i = 0; i < pattern->parameter_count; i++) {
        deduce_names(pattern->parameters[i], names, depth + 1);
    }
    deduce_names(pattern->base, names, depth + 1);
}
