// SPDX-License-Identifier: Apache-2.0
// Random functions of the intermediate representation that always end and read nothing that is not
// initialised: variables in local memory, a struct and an array, arithmetic of all widths, ifs,
// counted loops and switches, stores to memory that the caller sees.
#ifndef LOCKSTEP_TESTS_RANDOM_FUNCTION_H
#define LOCKSTEP_TESTS_RANDOM_FUNCTION_H

#include "isa/cuda/ir/ir.h"

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
    if (is_division) { // nonzero, and no overflow
        uint32_t divisor = 1 + roll(maker, 200);
        divisor = roll(maker, 3) == 0 ? 1u << roll(maker, 20) : divisor;
        b = ir_integer(maker->function, type, divisor);
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

static void make_variable(Maker *maker)
{
    IrInstruction *variable = maker->variables[roll(maker, VARIABLES)];
    bool is_load = roll(maker, 2) == 0;
    IrInstruction *access = ir_unary(maker->block, is_load ? IR_LOAD : IR_STORE,
                                     is_load ? IR_I32 : IR_VOID, variable, nowhere);
    access->memory = IR_MEMORY_B32;
    access->align_bytes = 4;
    if (is_load) {
        keep(maker, access);
    } else {
        ir_add_operand(access, pick(maker, maker->narrow));
    }
}

static void make_statements(Maker *maker, uint32_t count);

// Values made on one way are not to be used after it: the pools are put back.
static void make_side(Maker *maker, IrBlock *side, IrBlock *after)
{
    Maker saved = *maker;
    maker->block = side;
    make_statements(maker, 1 + roll(maker, 4));
    if (after != NULL) {
        ir_jump(maker->block, after, nowhere);
    }
    IrBlock *block = maker->block;
    uint64_t state = maker->state;
    *maker = saved;
    maker->state = state;
    maker->block = block;
}

static void make_if(Maker *maker)
{
    IrBlock *from = maker->block;
    IrInstruction *condition = pick(maker, maker->truth);
    IrBlock *then = ir_block(maker->function), *otherwise = ir_block(maker->function);
    IrBlock *after = ir_block(maker->function);
    bool has_else = roll(maker, 2) == 0;
    ir_branch(from, condition, then, has_else ? otherwise : after, nowhere);
    make_side(maker, then, after);
    if (has_else) {
        make_side(maker, otherwise, after);
    } else {
        ir_jump(otherwise, after, nowhere); // never reached
    }
    maker->block = after;
}

static void make_switch(Maker *maker)
{
    IrBlock *from = maker->block, *targets[5];
    int64_t values[4] = {0, 1, 5, -3};
    IrBlock *after = ir_block(maker->function);
    for (uint32_t i = 0; i < 5; i++) {
        targets[i] = i > 0 && roll(maker, 3) == 0 ? targets[i - 1] : ir_block(maker->function);
    }
    IrInstruction *value = ir_binary(from, IR_REMAINDER_S, IR_I32, pick(maker, maker->narrow),
                                     ir_integer(maker->function, IR_I32, 7), nowhere);
    ir_switch(from, value, targets, values, 4, nowhere);
    for (uint32_t i = 0; i < 5; i++) {
        if (i == 0 || targets[i] != targets[i - 1]) {
            make_side(maker, targets[i], after);
        }
    }
    maker->block = after;
}

static IrInstruction *counter_access(Maker *maker, IrBlock *block, IrInstruction *counter,
                                     IrInstruction *value)
{
    IrInstruction *access = ir_unary(block, value == NULL ? IR_LOAD : IR_STORE,
                                     value == NULL ? IR_I32 : IR_VOID, counter, nowhere);
    access->memory = IR_MEMORY_B32;
    access->align_bytes = 4;
    if (value != NULL) {
        ir_add_operand(access, value);
    }
    (void)maker;
    return access;
}

// How a loop counts: from `start` by `step` while the counter compares so with `bound`.
typedef struct Counting {
    IrInstruction *start, *bound;
    int32_t step;
    IrCompare compare;
} Counting;

// Few turns that constants tell, or up to 15 that only the arguments tell.
static Counting make_counting(Maker *maker)
{
    IrFunction *function = maker->function;
    IrInstruction *turns = ir_integer(function, IR_I32, roll(maker, 12));
    if (roll(maker, 2) == 0) {
        turns = ir_binary(maker->block, IR_AND, IR_I32, pick(maker, maker->narrow),
                          ir_integer(function, IR_I32, 15), nowhere);
    }
    IrInstruction *zero = ir_integer(function, IR_I32, 0);
    switch (roll(maker, 6)) {
    case 0: return (Counting){turns, zero, -1, IR_GT};
    case 1: return (Counting){turns, ir_integer(function, IR_I32, 2), -2, IR_GE};
    case 2: return (Counting){zero, turns, 3, IR_LT};
    case 3: return (Counting){zero, turns, 1, IR_NE};
    case 4: return (Counting){ir_integer(function, IR_I32, 1), turns, 1, IR_LE};
    default: return (Counting){zero, turns, 1, IR_LT};
    }
}

static void make_loop(Maker *maker)
{
    IrInstruction *counter = ir_create(maker->function, IR_LOCAL, IR_POINTER, nowhere);
    counter->space = IR_SPACE_LOCAL;
    counter->size_bytes = counter->align_bytes = 4;
    ir_insert_before(maker->function->entry->first, counter);
    Counting counting = make_counting(maker);
    IrBlock *head = ir_block(maker->function), *body = ir_block(maker->function);
    IrBlock *after = ir_block(maker->function);
    head->unroll = (UnrollRequest)roll(maker, 3);
    head->unroll_count = 1 + roll(maker, 5);
    counter_access(maker, maker->block, counter, counting.start);
    ir_jump(maker->block, head, nowhere);
    IrInstruction *now = counter_access(maker, head, counter, NULL);
    IrInstruction *is_more = ir_binary(head, IR_COMPARE, IR_I1, now, counting.bound, nowhere);
    is_more->compare = counting.compare;
    ir_branch(head, is_more, body, after, nowhere);
    make_side(maker, body, NULL);
    IrInstruction *again = counter_access(maker, maker->block, counter, NULL);
    IrInstruction *next =
        ir_binary(maker->block, IR_ADD, IR_I32, again,
                  ir_integer(maker->function, IR_I32, (uint64_t)counting.step), nowhere);
    next->is_no_wrap = true;
    counter_access(maker, maker->block, counter, next);
    if (roll(maker, 3) == 0) { // break
        IrBlock *step = ir_block(maker->function);
        ir_branch(maker->block, pick(maker, maker->truth), after, step, nowhere);
        maker->block = step;
    }
    ir_jump(maker->block, head, nowhere);
    maker->block = after;
}

static void make_control(Maker *maker)
{
    if (maker->depth >= 3) {
        return;
    }
    maker->depth++;
    switch (roll(maker, 5)) {
    case 0: make_loop(maker); break;
    case 1: make_switch(maker); break;
    default: make_if(maker); break;
    }
    maker->depth--;
}

static void make_statements(Maker *maker, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        switch (roll(maker, 14)) {
        case 0:
        case 1: make_integer(maker, IR_I32); break;
        case 2: make_integer(maker, IR_I64); break;
        case 3: make_shift(maker, roll(maker, 3) == 0 ? IR_I64 : IR_I32); break;
        case 4: make_unary(maker); break;
        case 5: make_conversion(maker); break;
        case 6: make_truth(maker); break;
        case 7: make_select(maker); break;
        case 8: make_real(maker); break;
        case 9: make_aggregate(maker); break;
        case 10: (roll(maker, 2) == 0 ? make_output : make_quad)(maker); break;
        case 11:
        case 12: make_variable(maker); break;
        default: make_control(maker); break;
        }
    }
}

static IrInstruction *make_local(Maker *maker, uint64_t size_bytes)
{
    IrInstruction *local = ir_create(maker->function, IR_LOCAL, IR_POINTER, nowhere);
    local->space = IR_SPACE_LOCAL;
    local->size_bytes = size_bytes;
    local->align_bytes = size_bytes >= 8 ? 8 : 4;
    ir_append(maker->block, local);
    IrInstruction *fill = ir_binary(maker->block, IR_FILL, IR_VOID, local,
                                    ir_integer(maker->function, IR_I32, roll(maker, 256)), nowhere);
    fill->size_bytes = size_bytes;
    fill->align_bytes = local->align_bytes;
    return local;
}

static IrInstruction *make_argument(Maker *maker, IrType type, uint32_t index)
{
    IrInstruction *made = ir_create(maker->function, IR_ARGUMENT, type, nowhere);
    made->integer = index;
    made->space = IR_SPACE_GENERIC;
    ir_append(maker->block, made);
    return made;
}

// Arguments: a pointer to at least 72 ints, then two ints and a long.
__attribute__((unused)) static IrFunction *random_function(IrModule *module, Function *function,
                                                           uint64_t seed)
{
    Maker maker = {.state = seed * UINT64_C(0x9e3779b97f4a7c15)};
    maker.function = ir_function(module, function);
    maker.function->result = IR_I32;
    maker.block = ir_block(maker.function);
    maker.output = make_argument(&maker, IR_POINTER, 0);
    IrInstruction *x = make_argument(&maker, IR_I32, 1), *y = make_argument(&maker, IR_I32, 2);
    IrInstruction *z = make_argument(&maker, IR_I64, 3);
    for (uint32_t i = 0; i < POOL; i++) {
        maker.narrow[i] = i % 2 == 0 ? x : y;
        maker.wide[i] = z;
        maker.real[i] = ir_real(maker.function, IR_F32, (double)i - 3);
        maker.truth[i] = ir_binary(maker.block, IR_COMPARE, IR_I1, i % 2 == 0 ? x : y,
                                   odd_constant(&maker, IR_I32), nowhere);
        maker.truth[i]->compare = (IrCompare)roll(&maker, IR_HS + 1);
    }
    for (uint32_t i = 0; i < VARIABLES; i++) {
        maker.variables[i] = make_local(&maker, 4);
    }
    maker.aggregate = make_local(&maker, 32);
    maker.other = make_local(&maker, 32);
    for (uint32_t i = 0; i < 4; i++) {
        make_truth(&maker);
    }
    make_statements(&maker, 10 + roll(&maker, 40));
    for (uint32_t i = 0; i < 6; i++) {
        make_output(&maker);
    }
    IrInstruction *result = ir_create(maker.function, IR_RETURN, IR_VOID, nowhere);
    ir_add_operand(result, pick(&maker, maker.narrow));
    ir_append(maker.block, result);
    return maker.function;
}

#endif
