// SPDX-License-Identifier: Apache-2.0
// Template arguments as deduction handles them: compared, counted without packs around them, and
// the parameters that a pattern names.
#ifndef LOCKSTEP_CUDA_DEDUCE_ARGUMENT_H
#define LOCKSTEP_CUDA_DEDUCE_ARGUMENT_H

#include "isa/cuda/syntax/front.h"

#define DEDUCE_DEPTH_LIMIT 200u
#define PACKS_IN_A_PATTERN 8u

typedef struct PackNames {
    uint32_t indices[PACKS_IN_A_PATTERN];
    uint32_t count;
} PackNames;

// The template parameter that a value is while two templates are ordered; NULL: a known value.
const Type *deduce_parameter_of_value(const TemplateArgument *value);
// Whether nothing has been deduced yet.
bool deduce_is_empty(const TemplateArgument *argument);
bool deduce_is_same_argument(const TemplateArgument *a, const TemplateArgument *b);
// The arguments with those of packs in place of the packs; flat NULL: only counted.
uint32_t deduce_flatten(const TemplateArgument *arguments, uint32_t count, TemplateArgument *flat);
// Adds one template parameter.
void deduce_name(PackNames *names, uint32_t index);
// Adds the template parameters that a pattern names.
void deduce_names(const Type *pattern, PackNames *names, uint32_t depth);

#endif
