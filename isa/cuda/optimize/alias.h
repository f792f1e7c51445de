// SPDX-License-Identifier: Apache-2.0
// Which accesses may touch the same bytes. What is known: the object a pointer is based on
// (variables, locals that do not escape, __restrict__ parameters of kernels), its space, and
// constant distances from one base. Types say nothing: reinterpreted memory is common in kernels.
// Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_ALIAS_H
#define LOCKSTEP_CUDA_ALIAS_H

#include "isa/cuda/optimize/rewrite.h"

typedef struct Access {
    IrInstruction *object;       // what the pointer is based on, or NULL: not known
    IrInstruction *base, *index; // address = base + index * scale + displacement; index may be NULL
    bool is_signed;
    int64_t scale, displacement;
    uint64_t size_bytes; // UINT64_MAX: not known
    IrSpace space;
} Access;

// Of LOAD, STORE, ATOMIC, FILL and COPY (its target).
Access alias_access(IrInstruction *at);
bool alias_is_same(const Access *a, const Access *b); // the same bytes for certain
// May `at` write (read) what the access touches?
bool alias_may_write(IrInstruction *at, const Access *access);
bool alias_may_read(IrInstruction *at, const Access *access);
// Nothing writes there while the kernel runs: constants, parameters.
bool alias_is_fixed(const Access *access);
// The LOCAL's address is used for nothing but loads, stores and fills.
bool alias_is_private(const IrInstruction *local);
// The load of a kernel's parameter declared __restrict__.
bool alias_is_restrict(const IrInstruction *object);

#endif
