// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/rewrite.h"

#include <string.h>

uint32_t rewrite_bits(IrType type)
{
    static const uint8_t bits[] = {[IR_VOID] = 0, [IR_I1] = 1,  [IR_I16] = 16, [IR_I32] = 32,
                                   [IR_I64] = 64, [IR_F32] = 0, [IR_F64] = 0,  [IR_POINTER] = 64};
    return bits[type];
}

uint64_t rewrite_mask(IrType type)
{
    uint32_t bits = rewrite_bits(type);
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static bool have_same_operand_types(const IrInstruction *a, const IrInstruction *b)
{
    for (uint32_t i = 0; i < a->operand_count; i++) {
        const IrInstruction *x = ir_operand(a, i), *y = ir_operand(b, i);
        if (x->type != y->type || (x->type == IR_POINTER && x->space != y->space)) {
            return false;
        }
    }
    return true;
}

bool rewrite_same_operation(const IrInstruction *a, const IrInstruction *b)
{
    return a->op == b->op && a->type == b->type && a->space == b->space &&
           a->compare == b->compare && a->memory == b->memory && a->vector == b->vector &&
           a->is_signed == b->is_signed && a->is_exact_fp == b->is_exact_fp &&
           a->scope == b->scope && a->builtin == b->builtin && a->size_bytes == b->size_bytes &&
           a->integer == b->integer && a->scale == b->scale && a->displacement == b->displacement &&
           a->variable == b->variable && a->callee == b->callee && a->assembly == b->assembly &&
           a->string == b->string && a->operand_count == b->operand_count &&
           have_same_operand_types(a, b);
}

bool rewrite_is_integer_type(IrType type)
{
    return type == IR_I1 || type == IR_I16 || type == IR_I32 || type == IR_I64;
}

bool rewrite_is_float_type(IrType type)
{
    return type == IR_F32 || type == IR_F64;
}

bool rewrite_integer(const IrInstruction *value, uint64_t *integer)
{
    if (value->op != IR_CONSTANT || rewrite_is_float_type(value->type)) {
        return false;
    }
    *integer = value->integer & rewrite_mask(value->type);
    return true;
}

bool rewrite_is(const IrInstruction *value, uint64_t integer)
{
    uint64_t found;
    return rewrite_integer(value, &found) && found == (integer & rewrite_mask(value->type));
}

bool rewrite_real(const IrInstruction *value, double *real)
{
    if (value->op != IR_CONSTANT || !rewrite_is_float_type(value->type)) {
        return false;
    }
    *real = value->real;
    return true;
}

bool rewrite_same(const IrInstruction *a, const IrInstruction *b)
{
    if (a == b) {
        return true;
    }
    if (a->op != IR_CONSTANT || b->op != IR_CONSTANT || a->type != b->type) {
        return false;
    }
    return rewrite_is_float_type(a->type) ? memcmp(&a->real, &b->real, sizeof a->real) == 0
                                          : a->integer == b->integer && a->space == b->space;
}

IrFunction *rewrite_function(const IrInstruction *at)
{
    return at->function;
}

static IrInstruction *made_before(IrInstruction *at, IrOp op, IrType type)
{
    return ir_create(rewrite_function(at), op, type, at->location);
}

IrInstruction *rewrite_unary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a)
{
    IrInstruction *made = made_before(at, op, type);
    ir_add_operand(made, a);
    ir_insert_before(at, made);
    return made;
}

IrInstruction *rewrite_binary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a,
                              IrInstruction *b)
{
    IrInstruction *made = made_before(at, op, type);
    ir_add_operand(made, a);
    ir_add_operand(made, b);
    ir_insert_before(at, made);
    return made;
}

IrInstruction *rewrite_ternary(IrInstruction *at, IrOp op, IrType type, IrInstruction *a,
                               IrInstruction *b, IrInstruction *c)
{
    IrInstruction *made = made_before(at, op, type);
    ir_add_operand(made, a);
    ir_add_operand(made, b);
    ir_add_operand(made, c);
    if (type == IR_POINTER && op == IR_SELECT) {
        made->space = b->space;
    }
    ir_insert_before(at, made);
    return made;
}

IrInstruction *rewrite_compare(IrInstruction *at, IrCompare compare, IrInstruction *a,
                               IrInstruction *b)
{
    IrInstruction *made = rewrite_binary(at, IR_COMPARE, IR_I1, a, b);
    made->compare = compare;
    return made;
}

IrInstruction *rewrite_index(IrInstruction *at, IrInstruction *pointer, IrInstruction *index,
                             bool is_signed, int64_t scale, int64_t displacement)
{
    IrInstruction *made = made_before(at, IR_INDEX, IR_POINTER);
    made->space = pointer->space;
    made->scale = scale;
    made->displacement = displacement;
    made->is_signed = is_signed;
    ir_add_operand(made, pointer);
    if (index != NULL) {
        ir_add_operand(made, index);
    }
    ir_insert_before(at, made);
    return made;
}

IrInstruction *rewrite_constant(const IrInstruction *at, IrType type, uint64_t value)
{
    return ir_integer(rewrite_function(at), type, value & rewrite_mask(type));
}

IrInstruction *rewrite_constant_real(const IrInstruction *at, IrType type, double value)
{
    return ir_real(rewrite_function(at), type, value);
}

IrInstruction *rewrite_after_phis(const IrBlock *block)
{
    IrInstruction *at = block->first;
    while (at->op == IR_PHI) {
        at = at->next;
    }
    return at;
}

uint32_t rewrite_operand_index(const IrUse *use)
{
    return (uint32_t)(use - use->user->operands);
}

bool rewrite_is_library_call(const IrInstruction *at)
{
    switch (at->op) {
    case IR_MULTIPLY_HIGH_S:
    case IR_MULTIPLY_HIGH_U:
    case IR_FABS:
    case IR_FMIN:
    case IR_FMAX:
    case IR_FMA:
    case IR_FSQRT:
    case IR_FFLOOR:
    case IR_FCEIL:
    case IR_FTRUNC:
    case IR_FRINT:
    case IR_FCOPYSIGN:
    case IR_FLOAT_TO_S:
    case IR_FLOAT_TO_U: return true;
    default: return at->is_exact_fp;
    }
}

bool rewrite_is_address(const IrUse *use)
{
    uint32_t index = rewrite_operand_index(use);
    switch (use->user->op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC:
    case IR_FILL: return index == 0;
    case IR_COPY: return index <= 1;
    default: return false;
    }
}

IrCompare rewrite_swapped(IrCompare compare)
{
    static const uint8_t swapped[] = {
        [IR_EQ] = IR_EQ,   [IR_NE] = IR_NE,   [IR_LT] = IR_GT,   [IR_LE] = IR_GE,
        [IR_GT] = IR_LT,   [IR_GE] = IR_LE,   [IR_LO] = IR_HI,   [IR_LS] = IR_HS,
        [IR_HI] = IR_LO,   [IR_HS] = IR_LS,   [IR_EQU] = IR_EQU, [IR_NEU] = IR_NEU,
        [IR_LTU] = IR_GTU, [IR_LEU] = IR_GEU, [IR_GTU] = IR_LTU, [IR_GEU] = IR_LEU,
        [IR_NUM] = IR_NUM, [IR_NAN] = IR_NAN};
    return (IrCompare)swapped[compare];
}

IrCompare rewrite_inverted(IrCompare compare, IrType type)
{
    static const uint8_t integers[] = {
        [IR_EQ] = IR_NE, [IR_NE] = IR_EQ, [IR_LT] = IR_GE, [IR_LE] = IR_GT, [IR_GT] = IR_LE,
        [IR_GE] = IR_LT, [IR_LO] = IR_HS, [IR_LS] = IR_HI, [IR_HI] = IR_LS, [IR_HS] = IR_LO};
    static const uint8_t floats[] = {
        [IR_EQ] = IR_NEU, [IR_NE] = IR_EQU,  [IR_LT] = IR_GEU, [IR_LE] = IR_GTU, [IR_GT] = IR_LEU,
        [IR_GE] = IR_LTU, [IR_LO] = IR_EQ,   [IR_LS] = IR_EQ,  [IR_HI] = IR_EQ,  [IR_HS] = IR_EQ,
        [IR_EQU] = IR_NE, [IR_NEU] = IR_EQ,  [IR_LTU] = IR_GE, [IR_LEU] = IR_GT, [IR_GTU] = IR_LE,
        [IR_GEU] = IR_LT, [IR_NUM] = IR_NAN, [IR_NAN] = IR_NUM};
    return (IrCompare)(rewrite_is_float_type(type) ? floats[compare] : integers[compare]);
}

bool rewrite_is_unsigned(IrCompare compare)
{
    return compare == IR_LO || compare == IR_LS || compare == IR_HI || compare == IR_HS;
}

IrBlock **rewrite_blocks(Arena *arena, const IrFunction *function, uint32_t *count)
{
    uint32_t found = 0;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        found++;
    }
    IrBlock **blocks = arena_alloc(arena, (found + 1) * sizeof(IrBlock *));
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        if (block->order < found) {
            blocks[block->order] = block;
        }
    }
    *count = found;
    return blocks;
}

bool rewrite_same_form(const IrInstruction *a, const IrInstruction *b)
{
    return rewrite_same_operation(a, b) && !a->is_volatile && !b->is_volatile &&
           a->align_bytes == b->align_bytes;
}

// Whether another instruction that looks the same may have another value.
static bool is_unlike_others(const IrInstruction *value)
{
    return !ir_is_pure(value) || value->op == IR_UNDEFINED || value->op == IR_UNSET ||
           value->op == IR_PHI || value->op == IR_RESULT;
}

bool rewrite_same_value(const IrInstruction *a, const IrInstruction *b, uint32_t depth)
{
    if (rewrite_same(a, b)) {
        return true;
    }
    if (depth == 0 || is_unlike_others(a) || ir_is_constant(a) || !rewrite_same_form(a, b) ||
        a->is_no_wrap != b->is_no_wrap) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!rewrite_same_value(ir_operand(a, i), ir_operand(b, i), depth - 1)) {
            return false;
        }
    }
    return true;
}

uint64_t rewrite_hash(const IrInstruction *value, uint32_t depth)
{
    uint64_t literal = 0, hash = (uint64_t)value->op << 8 | (uint64_t)value->type;
    if (ir_is_constant(value)) {
        rewrite_integer(value, &literal);
        return (hash ^ literal) * UINT64_C(0x9e3779b97f4a7c15);
    }
    if (is_unlike_others(value)) {
        return (hash ^ value->number) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (uint32_t i = 0; depth > 0 && i < value->operand_count; i++) {
        hash =
            (hash ^ rewrite_hash(ir_operand(value, i), depth - 1)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}
