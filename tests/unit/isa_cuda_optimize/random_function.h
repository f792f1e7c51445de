// SPDX-License-Identifier: Apache-2.0
// Random functions of the intermediate representation that always end and read nothing that is not
// initialized: variables in local memory, a struct and an array, arithmetic of all widths, ifs,
// counted loops, switches and branches whose ways look alike, stores to memory that the caller
// sees.
#ifndef LOCKSTEP_TESTS_RANDOM_FUNCTION_H
#define LOCKSTEP_TESTS_RANDOM_FUNCTION_H

#include "tests/unit/isa_cuda_optimize/random_twins.h"

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

static void make_control(Maker *maker)
{
    if (maker->depth >= 3) {
        return;
    }
    maker->depth++;
    switch (roll(maker, 6)) {
    case 0: make_loop(maker); break;
    case 1: make_switch(maker); break;
    case 2: make_twins(maker); break;
    default: make_if(maker); break;
    }
    maker->depth--;
}

static void make_statements(Maker *maker, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        switch (roll(maker, 15)) {
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
        case 14: make_hand_on(maker); break;
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
    if (seed % 3 == 2) {
        make_twins(&maker);
        make_twins(&maker);
    } else {
        make_statements(&maker, 10 + roll(&maker, 40));
    }
    for (uint32_t i = 0; i < 6; i++) {
        make_output(&maker);
    }
    IrInstruction *result = ir_create(maker.function, IR_RETURN, IR_VOID, nowhere);
    ir_add_operand(result, pick(&maker, maker.narrow));
    ir_append(maker.block, result);
    return maker.function;
}

#endif
