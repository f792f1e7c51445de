// SPDX-License-Identifier: Apache-2.0
// Branches of random functions (random_function.h) whose ways begin or end alike: with accesses to
// one element or its neighbors, of one value or several; after a store there, and without an else.
#ifndef LOCKSTEP_TESTS_RANDOM_TWINS_H
#define LOCKSTEP_TESTS_RANDOM_TWINS_H

#include "tests/unit/isa_cuda_optimize/random_loop.h"

typedef enum Edge { EDGE_NONE, EDGE_LOAD, EDGE_STORE, EDGE_SAME, EDGE_ADD, EDGE_COUNT } Edge;

typedef struct Twins {
    Edge head, tail;
    IrInstruction *index, *same, *variable;
    uint32_t tails;           // at the end of each way
    bool is_signed, is_moved; // a neighbor now and then
} Twins;

static IrInstruction *access_element(Maker *maker, const Twins *twins, uint32_t array,
                                     IrInstruction *value)
{
    uint32_t neighbor = array * 36 + (twins->is_moved ? roll(maker, 3) : 0);
    IrInstruction *address =
        ir_binary(maker->block, IR_INDEX, IR_POINTER, maker->output, twins->index, nowhere);
    address->space = maker->output->space;
    address->scale = 4;
    address->displacement = 4 * neighbor;
    address->is_signed = twins->is_signed;
    return access_variable(maker, address, value);
}

static void make_edge(Maker *maker, const Twins *twins, uint32_t array, Edge edge)
{
    IrInstruction *sum;
    switch (edge) {
    case EDGE_LOAD:
        access_variable(maker, twins->variable, access_element(maker, twins, array, NULL));
        break;
    case EDGE_STORE: access_element(maker, twins, array, pick(maker, maker->narrow)); break;
    case EDGE_SAME: access_element(maker, twins, array, twins->same); break;
    case EDGE_ADD:
        sum = ir_binary(maker->block, IR_ADD, IR_I32, access_element(maker, twins, array, NULL),
                        pick(maker, maker->narrow), nowhere);
        access_element(maker, twins, array, sum);
        break;
    default: break;
    }
}

static void make_way(Maker *maker, IrBlock *way, IrBlock *after, const Twins *twins)
{
    Maker saved = *maker;
    maker->block = way;
    make_edge(maker, twins, 0, twins->head);
    if (roll(maker, 3) == 0) {
        make_statements(maker, 1);
    }
    for (uint32_t i = 0; i < twins->tails; i++) {
        make_edge(maker, twins, i, twins->tail);
    }
    ir_jump(maker->block, after, nowhere);
    uint64_t state = maker->state;
    *maker = saved;
    maker->state = state;
}

static void make_twins(Maker *maker)
{
    IrFunction *function = maker->function;
    Twins twins = {.head = (Edge)roll(maker, EDGE_COUNT), .tail = (Edge)roll(maker, EDGE_COUNT)};
    twins.index = ir_binary(maker->block, IR_AND, IR_I32, pick(maker, maker->narrow),
                            ir_integer(function, IR_I32, 31), nowhere);
    twins.same = pick_or_constant(maker, maker->narrow, IR_I32);
    twins.variable = maker->variables[roll(maker, VARIABLES)];
    twins.tails = 1 + roll(maker, 2);
    twins.is_signed = roll(maker, 2) == 0;
    twins.is_moved = roll(maker, 3) == 0;
    if (roll(maker, 3) == 0) {
        access_element(maker, &twins, 0, pick(maker, maker->narrow));
    }
    IrBlock *after = ir_block(function);
    for (uint32_t left = 1 + roll(maker, 3); left > 0; left--) {
        bool is_last = left == 1 && roll(maker, 2) == 0;
        IrBlock *way = ir_block(function), *rest = is_last ? after : ir_block(function);
        ir_branch(maker->block, pick(maker, maker->truth), way, rest, nowhere);
        make_way(maker, way, after, &twins);
        maker->block = rest;
    }
    if (maker->block != after) {
        make_way(maker, maker->block, after, &twins);
        maker->block = after;
    }
    keep(maker, access_variable(maker, twins.variable, NULL));
}

#endif
