// SPDX-License-Identifier: Apache-2.0
// The rules of simplify_values, by kind of operation. Each takes one instruction and returns NULL
// when it has nothing to say, the instruction itself after changing it in place, or the value that
// takes its place; new instructions are put before it. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_SIMPLIFY_H
#define LOCKSTEP_CUDA_SIMPLIFY_H

#include "isa/cuda/optimize/known.h"
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

// Operations on constants, as the device computes them; NULL when its result is not certain (NaN).
IrInstruction *fold_constant(IrInstruction *at);
IrInstruction *simplify_sum(IrInstruction *at); // ADD, SUBTRACT, NEGATE
// x * n + y * n of 64 bits as (x + y) * n, as LLVM's Reassociate has it. NULL: they have no factor
// in common, or are used elsewhere.
IrInstruction *simplify_sum_of_products(IrInstruction *at, IrInstruction *a, IrInstruction *b);
IrInstruction *simplify_product(IrInstruction *at);  // MULTIPLY and its high and wide forms
IrInstruction *simplify_division(IrInstruction *at); // DIVIDE, REMAINDER
IrInstruction *simplify_bits(IrInstruction *at);     // AND, OR, XOR, NOT
IrInstruction *simplify_shift(IrInstruction *at);
IrInstruction *simplify_compare(IrInstruction *at);
IrInstruction *simplify_select(IrInstruction *at);
IrInstruction *simplify_conversion(IrInstruction *at); // integers; BITS
IrInstruction *simplify_float(IrInstruction *at);
IrInstruction *simplify_float_truncate(IrInstruction *at);
IrInstruction *simplify_double_compare(IrInstruction *at); // of extended floats, as floats
IrInstruction *simplify_address(IrInstruction *at);        // INDEX and conversions of pointers
IrInstruction *simplify_store(IrInstruction *at);          // extensions that a store cuts off again

#endif
