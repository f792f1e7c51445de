// SPDX-License-Identifier: Apache-2.0
// Single statements of random functions (random_function.h): values of all widths, memory, calls.
#ifndef LOCKSTEP_TESTS_RANDOM_STATEMENT_H
#define LOCKSTEP_TESTS_RANDOM_STATEMENT_H

#include "isa/cuda/optimize/rewrite.h"

#include <string.h>

#define VARIABLES 6u
#define POOL      12u // recent values to take operands from

typedef struct Maker {
    uint64_t state;
    IrFunction *function;
    IrBlock *block;
    IrInstruction *variables[VARIABLES]; // I32 each
    IrInstruction *aggregate, *other;    // 32 bytes each
    IrInstruction *output;               // pointer argument
    IrInstruction *narrow[POOL], *wide[POOL], *truth[POOL], *real[POOL];
    uint32_t depth;
} Maker;

static const SourceLocation nowhere = {0, 1, 1};

static uint32_t roll(Maker *maker, uint32_t limit)
{
    maker->state = maker->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(maker->state >> 33) % limit;
}

static IrInstruction *odd_constant(Maker *maker, IrType type)
{
    static const int64_t numbers[] = {
        0,       1,         2,         3,   4,     5,     7,    8,     10, 16,   31,  32,
        33,      100,       255,       256, 65535, 65536, -1,   -2,    -7, -128, 641, 12345,
        1 << 30, INT32_MAX, INT32_MIN, 63,  127,   128,   1000, -1000, 14, 28,   6,   9};
    int64_t value = numbers[roll(maker, sizeof numbers / sizeof numbers[0])];
    return ir_integer(maker->function, type, (uint64_t)value);
}

static IrInstruction *pick(Maker *maker, IrInstruction **pool)
{
    return pool[roll(maker, POOL)];
}

static IrInstruction *pick_or_constant(Maker *maker, IrInstruction **pool, IrType type)
{
    return roll(maker, 3) == 0 ? odd_constant(maker, type) : pick(maker, pool);
}

static void keep(Maker *maker, IrInstruction *made)
{
    IrInstruction **pool = made->type == IR_I1    ? maker->truth
                           : made->type == IR_I64 ? maker->wide
                           : made->type == IR_F32 ? maker->real
                                                  : maker->narrow;
    pool[roll(maker, POOL)] = made;
}

// From 1 on: no division by it overflows.
static IrInstruction *make_divisor(Maker *maker, IrInstruction *any)
{
    if (roll(maker, 3) == 0) {
        uint64_t mask = rewrite_mask(any->type) >> (1 + roll(maker, 30));
        IrInstruction *positive = ir_binary(maker->block, IR_AND, any->type, any,
                                            ir_integer(maker->function, any->type, mask), nowhere);
        return ir_binary(maker->block, IR_OR, any->type, positive,
                         ir_integer(maker->function, any->type, 1), nowhere);
    }
    uint32_t divisor = 1 + roll(maker, 200);
    divisor = roll(maker, 3) == 0 ? 1u << roll(maker, 20) : divisor;
    return ir_integer(maker->function, any->type, divisor);
}

static void make_integer(Maker *maker, IrType type)
{
    static const IrOp ops[] = {IR_ADD,
                               IR_ADD,
                               IR_SUBTRACT,
                               IR_MULTIPLY,
                               IR_MULTIPLY,
                               IR_DIVIDE_S,
                               IR_DIVIDE_U,
                               IR_REMAINDER_S,
                               IR_REMAINDER_U,
                               IR_AND,
                               IR_OR,
                               IR_XOR,
                               IR_MIN_S,
                               IR_MAX_U,
                               IR_MIN_U,
                               IR_MAX_S,
                               IR_MULTIPLY_HIGH_S,
                               IR_MULTIPLY_HIGH_U};
    IrInstruction **pool = type == IR_I64 ? maker->wide : maker->narrow;
    IrOp op = ops[roll(maker, sizeof ops / sizeof ops[0])];
    IrInstruction *b = pick_or_constant(maker, pool, type);
    bool is_division =
        op == IR_DIVIDE_S || op == IR_DIVIDE_U || op == IR_REMAINDER_S || op == IR_REMAINDER_U;
    if (is_division) {
        b = make_divisor(maker, b);
    }
    keep(maker, ir_binary(maker->block, op, type, pick_or_constant(maker, pool, type), b, nowhere));
}

static void make_shift(Maker *maker, IrType type)
{
    static const IrOp ops[] = {IR_SHL, IR_SHR_S, IR_SHR_U};
    IrInstruction **pool = type == IR_I64 ? maker->wide : maker->narrow;
    IrInstruction *amount = ir_integer(maker->function, IR_I32, roll(maker, 66));
    keep(maker,
         ir_binary(maker->block, ops[roll(maker, 3)], type, pick(maker, pool), amount, nowhere));
}

static void make_unary(Maker *maker)
{
    static const IrOp ops[] = {IR_NOT,       IR_NEGATE,     IR_ABS,       IR_EXTEND_S8,
                               IR_EXTEND_U8, IR_EXTEND_S16, IR_EXTEND_U16};
    keep(maker,
         ir_unary(maker->block, ops[roll(maker, 7)], IR_I32, pick(maker, maker->narrow), nowhere));
}

static void make_conversion(Maker *maker)
{
    IrBlock *block = maker->block;
    switch (roll(maker, 6)) {
    case 0:
        keep(maker, ir_unary(block, IR_SIGN_EXTEND, IR_I64, pick(maker, maker->narrow), nowhere));
        break;
    case 1:
        keep(maker, ir_unary(block, IR_ZERO_EXTEND, IR_I64, pick(maker, maker->narrow), nowhere));
        break;
    case 2:
        keep(maker, ir_unary(block, IR_TRUNCATE, IR_I32, pick(maker, maker->wide), nowhere));
        break;
    case 3:
        keep(maker, ir_unary(block, IR_ZERO_EXTEND, IR_I32, pick(maker, maker->truth), nowhere));
        break;
    case 4: keep(maker, ir_unary(block, IR_BITS, IR_I32, pick(maker, maker->real), nowhere)); break;
    default:
        keep(maker, ir_unary(block, IR_S_TO_FLOAT, IR_F32, pick(maker, maker->narrow), nowhere));
        break;
    }
}

static void make_truth(Maker *maker)
{
    IrBlock *block = maker->block;
    static const IrOp ops[] = {IR_AND, IR_OR, IR_XOR};
    uint32_t kind = roll(maker, 5);
    if (kind == 0) {
        keep(maker, ir_binary(block, ops[roll(maker, 3)], IR_I1, pick(maker, maker->truth),
                              pick(maker, maker->truth), nowhere));
        return;
    }
    if (kind == 1) {
        keep(maker, ir_unary(block, IR_NOT, IR_I1, pick(maker, maker->truth), nowhere));
        return;
    }
    IrType type = kind == 2 ? IR_I64 : IR_I32;
    IrInstruction **pool = kind == 2 ? maker->wide : maker->narrow;
    IrInstruction *made = ir_binary(block, IR_COMPARE, IR_I1, pick_or_constant(maker, pool, type),
                                    pick_or_constant(maker, pool, type), nowhere);
    made->compare = (IrCompare)roll(maker, IR_HS + 1);
    keep(maker, made);
}

static void make_select(Maker *maker)
{
    IrType type = roll(maker, 2) == 0 ? IR_I32 : IR_I1;
    IrInstruction **pool = type == IR_I1 ? maker->truth : maker->narrow;
    IrInstruction *made = ir_create(maker->function, IR_SELECT, type, nowhere);
    ir_add_operand(made, pick(maker, maker->truth));
    ir_add_operand(made, pick_or_constant(maker, pool, type));
    ir_add_operand(made, pick_or_constant(maker, pool, type));
    ir_append(maker->block, made);
    keep(maker, made);
}

static void make_real(Maker *maker)
{
    static const IrOp ops[] = {IR_FADD, IR_FSUBTRACT, IR_FMULTIPLY};
    static const double numbers[] = {0.0, 1.0, -1.0, 2.0, 0.5, 3.0, -0.25};
    IrInstruction *b = roll(maker, 2) == 0
                           ? pick(maker, maker->real)
                           : ir_real(maker->function, IR_F32, numbers[roll(maker, 7)]);
    if (roll(maker, 5) == 0) {
        keep(maker, ir_unary(maker->block, IR_FNEGATE, IR_F32, pick(maker, maker->real), nowhere));
        return;
    }
    IrOp op = ops[roll(maker, 3)];
    // Products stay finite: NaN has other bits on a device.
    IrInstruction *a = op == IR_FMULTIPLY ? ir_unary(maker->block, IR_S_TO_FLOAT, IR_F32,
                                                     pick(maker, maker->narrow), nowhere)
                                          : pick(maker, maker->real);
    if (op == IR_FMULTIPLY) {
        b = ir_real(maker->function, IR_F32, numbers[roll(maker, 7)]);
    }
    keep(maker, ir_binary(maker->block, op, IR_F32, a, b, nowhere));
}

static IrInstruction *access_local(Maker *maker, IrOp op, IrType type, IrMemory memory,
                                   IrInstruction *pointer, uint32_t offset)
{
    IrInstruction *address = pointer;
    if (offset != 0 || roll(maker, 2) == 0) {
        address = ir_unary(maker->block, IR_INDEX, IR_POINTER, pointer, nowhere);
        address->space = pointer->space;
        address->scale = 1;
        address->displacement = offset;
    }
    IrInstruction *made = ir_unary(maker->block, op, type, address, nowhere);
    made->memory = memory;
    made->align_bytes = ir_memory_bytes(memory);
    return made;
}

static void make_aggregate(Maker *maker)
{
    static const IrMemory forms[] = {IR_MEMORY_B32, IR_MEMORY_B32, IR_MEMORY_U8,  IR_MEMORY_S8,
                                     IR_MEMORY_U16, IR_MEMORY_S16, IR_MEMORY_F32, IR_MEMORY_B64};
    IrInstruction *which = roll(maker, 2) == 0 ? maker->aggregate : maker->other;
    IrMemory form = forms[roll(maker, roll(maker, 4) == 0 ? 8 : 2)];
    uint32_t bytes = ir_memory_bytes(form), offset = roll(maker, 32 / bytes) * bytes;
    IrType type = form == IR_MEMORY_F32 ? IR_F32 : form == IR_MEMORY_B64 ? IR_I64 : IR_I32;
    if (roll(maker, 8) == 0) {
        IrInstruction *copy =
            ir_binary(maker->block, IR_COPY, IR_VOID, maker->aggregate, maker->other, nowhere);
        copy->size_bytes = 32;
        copy->align_bytes = 8;
        return;
    }
    if (roll(maker, 2) == 0) {
        keep(maker, access_local(maker, IR_LOAD, type, form, which, offset));
        return;
    }
    IrInstruction *store = access_local(maker, IR_STORE, IR_VOID, form, which, offset);
    ir_add_operand(store, pick(maker, type == IR_F32   ? maker->real
                                      : type == IR_I64 ? maker->wide
                                                       : maker->narrow));
}

static void make_output(Maker *maker)
{
    IrInstruction *masked = ir_binary(maker->block, IR_AND, IR_I32, pick(maker, maker->narrow),
                                      ir_integer(maker->function, IR_I32, 63), nowhere);
    IrInstruction *sum = ir_binary(maker->block, IR_ADD, IR_I32, masked,
                                   ir_integer(maker->function, IR_I32, roll(maker, 9)), nowhere);
    sum->is_no_wrap = true;
    IrInstruction *address =
        ir_binary(maker->block, IR_INDEX, IR_POINTER, maker->output, sum, nowhere);
    address->space = maker->output->space;
    address->scale = 4;
    address->is_signed = roll(maker, 2) == 0;
    bool is_load = roll(maker, 3) == 0;
    IrInstruction *access = ir_unary(maker->block, is_load ? IR_LOAD : IR_STORE,
                                     is_load ? IR_I32 : IR_VOID, address, nowhere);
    access->memory = IR_MEMORY_B32;
    access->align_bytes = 4;
    if (is_load) {
        keep(maker, access);
    } else {
        ir_add_operand(access, pick(maker, maker->narrow));
    }
}

// Loads or stores of the four ints of a block of 16 bytes, in any order and not always all.
static void make_quad(Maker *maker)
{
    IrInstruction *which = ir_binary(maker->block, IR_AND, IR_I32, pick(maker, maker->narrow),
                                     ir_integer(maker->function, IR_I32, 15), nowhere);
    bool is_load = roll(maker, 2) == 0;
    uint32_t first = roll(maker, 4), direction = 1 + 2 * roll(maker, 2);
    for (uint32_t i = 0; i < 4 && roll(maker, 8) != 0; i++) {
        uint32_t lane = (first + i * direction) % 4;
        IrInstruction *address =
            ir_binary(maker->block, IR_INDEX, IR_POINTER, maker->output, which, nowhere);
        address->space = maker->output->space;
        address->scale = 16;
        address->displacement = lane * 4;
        IrInstruction *access = ir_unary(maker->block, is_load ? IR_LOAD : IR_STORE,
                                         is_load ? IR_I32 : IR_VOID, address, nowhere);
        access->memory = IR_MEMORY_B32;
        access->align_bytes = lane == 0 ? 16 : lane == 2 ? 8 : 4;
        if (is_load) {
            keep(maker, access);
        } else {
            ir_add_operand(access, pick(maker, maker->narrow));
        }
        if (roll(maker, 6) == 0) {
            make_output(maker);
        }
    }
}

// Loads the variable, or stores a value.
static IrInstruction *access_variable(Maker *maker, IrInstruction *variable, IrInstruction *value)
{
    IrInstruction *access = ir_unary(maker->block, value == NULL ? IR_LOAD : IR_STORE,
                                     value == NULL ? IR_I32 : IR_VOID, variable, nowhere);
    access->memory = IR_MEMORY_B32;
    access->align_bytes = 4;
    if (value != NULL) {
        ir_add_operand(access, value);
    }
    return access;
}

static void make_variable(Maker *maker)
{
    IrInstruction *variable = maker->variables[roll(maker, VARIABLES)];
    bool is_load = roll(maker, 2) == 0;
    IrInstruction *access =
        access_variable(maker, variable, is_load ? NULL : pick(maker, maker->narrow));
    if (is_load) {
        keep(maker, access);
    }
}

#endif
