// SPDX-License-Identifier: Apache-2.0
// When two descriptions of a type with template parameters are the same. The types inside a
// description are kept once already, so they compare as pointers.
#include "isa/cuda/tree/dependent.h"

static bool same_argument(const DependentArgument *a, const DependentArgument *b)
{
    return a->type == b->type && a->is_value_parameter == b->is_value_parameter &&
           a->is_pack == b->is_pack && a->index == b->index && a->integer == b->integer;
}

bool dependent_same(const Dependent *a, const Dependent *b)
{
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    if (a->kind != b->kind || a->kind == DEPENDENT_OTHER || a->depth != b->depth ||
        a->index != b->index || a->element != b->element || a->pattern != b->pattern ||
        a->template_ != b->template_ || a->argument_count != b->argument_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->argument_count; i++) {
        if (!same_argument(&a->arguments[i], &b->arguments[i])) {
            return false;
        }
    }
    return true;
}

uint64_t dependent_hash(const Dependent *description)
{
    if (description == NULL || description->kind == DEPENDENT_OTHER) {
        return (uint64_t)(uintptr_t)description;
    }
    const uintptr_t parts[] = {
        (uintptr_t)description->kind,    description->index,
        (uintptr_t)description->element, (uintptr_t)description->pattern,
        description->argument_count,     (uintptr_t)description->template_,
    };
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        hash = hash * 31u + parts[i];
    }
    return hash;
}
