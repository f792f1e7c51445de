// SPDX-License-Identifier: Apache-2.0
// What the passes share: creating instructions before a place, constants, widths, blocks in order.
// Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_REWRITE_H
#define LOCKSTEP_CUDA_REWRITE_H

#include "isa/cuda/ir/ir.h"

// Bits of an integer type, of a pointer 64; 0 for the others.
uint32_t rewrite_bits(IrType type);
uint64_t rewrite_mask(IrType type); // all bits of it
static inline int64_t rewrite_signed(IrType type, uint64_t value)
{
    uint32_t shift = 64 - rewrite_bits(type);
    return shift >= 64 ? (int64_t)value : (int64_t)(value << shift) >> shift;
}

// A constant integer: its value zero-extended in *value.
bool rewrite_integer(const IrInstruction *value, uint64_t *integer);
bool rewrite_is(const IrInstruction *value, uint64_t integer); // this constant, cut to its type
bool rewrite_real(const IrInstruction *value, double *real);
// Whether both are the same instruction, or constants of the same type and bits.
bool rewrite_same(const IrInstruction *a, const IrInstruction *b);
// The same computation on operands of the same types, whatever their values: what distinguishes one
// instruction from another. Leaves out what it promises (no wrap, read only, volatile, alignment).
bool rewrite_same_operation(const IrInstruction *a, const IrInstruction *b);
// That, and what it promises of the memory it accesses.
bool rewrite_same_form(const IrInstruction *a, const IrInstruction *b);
// Both are the same value, or are computed alike from the same values, `depth` operations deep.
bool rewrite_same_value(const IrInstruction *a, const IrInstruction *b, uint32_t depth);
// Equal for values that are the same so.
uint64_t rewrite_hash(const IrInstruction *value, uint32_t depth);
bool rewrite_is_integer_type(IrType type); // I1 to I64
bool rewrite_is_float_type(IrType type);

// New instructions before `at`, at its location.
IrInstruction *rewrite_unary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a);
IrInstruction *rewrite_binary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a,
                              IrInstruction *b);
IrInstruction *rewrite_ternary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a,
                               IrInstruction *b, IrInstruction *c);
IrInstruction *rewrite_compare(IrInstruction *at, IrCompare compare, IrInstruction *a,
                               IrInstruction *b);
// pointer + index * scale + displacement; index may be NULL. The result has the pointer's space.
IrInstruction *rewrite_index(IrInstruction *at, IrInstruction *pointer, IrInstruction *index,
                             bool is_signed, int64_t scale, int64_t displacement);
IrInstruction *rewrite_constant(const IrInstruction *at, IrType type, uint64_t value);
IrInstruction *rewrite_constant_real(const IrInstruction *at, IrType type, double value);

IrFunction *rewrite_function(const IrInstruction *at);
// The place for new instructions at the head of a block: its first one that is no PHI.
IrInstruction *rewrite_after_phis(const IrBlock *block);
// A use of `value` that is the address of a memory access: LOAD, STORE, ATOMIC, COPY, FILL.
bool rewrite_is_address(const IrUse *use);
// Whether nvcc has a call of an intrinsic or library function here, whose cost LLVM does not know.
bool rewrite_is_library_call(const IrInstruction *at);
// Which operand a use is.
uint32_t rewrite_operand_index(const IrUse *use);

IrCompare rewrite_swapped(IrCompare compare);               // a < b is b > a
IrCompare rewrite_inverted(IrCompare compare, IrType type); // of operands of that type
bool rewrite_is_unsigned(IrCompare compare);                // LO, LS, HI, HS

// Blocks in reverse postorder; needs ir_order or ir_dominators.
IrBlock **rewrite_blocks(Arena *arena, const IrFunction *function, uint32_t *count);

#endif
