// SPDX-License-Identifier: Apache-2.0
// Template argument deduction: a parameter's type with TYPE_DEPENDENT in it is matched against an
// argument's type.
#ifndef LOCKSTEP_CUDA_DEDUCE_H
#define LOCKSTEP_CUDA_DEDUCE_H

#include "isa/cuda/syntax/front.h"

// Deduces from one parameter; false if deductions contradict or the shapes differ. found[i] is zero
// until parameter i is deduced. In a call (is_call) the argument is X & for an lvalue of type X and
// X for an rvalue; parameters by value decay it, T && forwards it, bases match Template<T>, and a
// pattern without template parameters matches everything. Otherwise the types must be the same, as
// for partial specializations.
bool deduce_type(Types *types, const Type *pattern, const Type *argument, TemplateArgument *found,
                 uint32_t found_count, bool is_call);
// Deduces a parameter pack ("Ts... rest": a DEPENDENT_PACK) from all remaining arguments, maybe
// none: found gets is_pack arguments.
bool deduce_pack(Types *types, const Type *pattern, const Type *const *arguments, uint32_t count,
                 TemplateArgument *found, uint32_t found_count, bool is_call);

#endif
