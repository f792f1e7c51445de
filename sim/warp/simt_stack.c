// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/simt_stack.h"

#include "isa/base/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(SimtStack *stack, uint32_t count)
{
    if (count <= stack->room) {
        return;
    }
    uint32_t room = stack->room == 0 ? 16 : stack->room;
    while (room < count) {
        room *= 2;
    }
    stack->entries = heap_resize(stack->entries, room, sizeof *stack->entries);
    stack->room = room;
}

static void push(SimtStack *stack, SimtEntry entry)
{
    reserve(stack, stack->count + 1);
    stack->entries[stack->count++] = entry;
}

// Pops entries that have arrived. Returns true when there were any.
static bool settle(SimtStack *stack)
{
    bool has_arrived = false;
    while (stack->count > 0 && simt_stack_top(stack)->pc == simt_stack_top(stack)->reconverge) {
        has_arrived = true;
        stack->count--;
    }
    return has_arrived;
}

// Removes entries without lanes, wherever they are.
static void drop_empty(SimtStack *stack)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stack->count; i++) {
        if (stack->entries[i].mask != 0) {
            stack->entries[kept++] = stack->entries[i];
        }
    }
    stack->count = kept;
    settle(stack);
}

void simt_stack_start(SimtStack *stack, uint32_t pc, uint32_t mask)
{
    stack->count = 0;
    push(stack, (SimtEntry){pc, SIMT_NO_RECONVERGENCE, mask, 0});
    drop_empty(stack);
}

void simt_stack_destroy(SimtStack *stack)
{
    free(stack->entries);
    *stack = (SimtStack){0};
}

void simt_stack_copy(SimtStack *to, const SimtStack *from)
{
    reserve(to, from->count);
    if (from->count > 0) {
        memcpy(to->entries, from->entries, from->count * sizeof(SimtEntry));
    }
    to->count = from->count;
}

bool simt_stack_jump(SimtStack *stack, uint32_t pc)
{
    simt_stack_top(stack)->pc = pc;
    return settle(stack);
}

void simt_stack_diverge(SimtStack *stack, uint32_t reconverge, const SimtPath *paths,
                        uint32_t path_count)
{
    SimtEntry *top = simt_stack_top(stack);
    uint32_t frame = top->frame;
    if (top->reconverge == reconverge) {
        stack->count--; // the entry below waits at the same place for all of these lanes
    } else {
        top->pc = reconverge;
    }
    for (uint32_t i = path_count; i-- > 0;) {
        if (paths[i].pc != reconverge && paths[i].mask != 0) {
            push(stack, (SimtEntry){paths[i].pc, reconverge, paths[i].mask, frame});
        }
    }
    settle(stack);
}

void simt_stack_call(SimtStack *stack, uint32_t callee_pc, uint32_t return_pc, uint32_t mask)
{
    SimtEntry *top = simt_stack_top(stack);
    top->pc = return_pc;
    push(stack, (SimtEntry){callee_pc, SIMT_NO_RECONVERGENCE, mask, top->frame + 1});
}

void simt_stack_return(SimtStack *stack, uint32_t mask)
{
    uint32_t frame = simt_stack_top(stack)->frame;
    for (uint32_t i = stack->count; i-- > 0 && stack->entries[i].frame == frame;) {
        stack->entries[i].mask &= ~mask;
    }
    drop_empty(stack);
}

void simt_stack_exit(SimtStack *stack, uint32_t mask)
{
    simt_stack_restrict(stack, ~mask);
}

void simt_stack_restrict(SimtStack *stack, uint32_t mask)
{
    for (uint32_t i = 0; i < stack->count; i++) {
        stack->entries[i].mask &= mask;
    }
    drop_empty(stack);
}

uint32_t simt_stack_lanes(const SimtStack *stack)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < stack->count; i++) {
        lanes |= stack->entries[i].mask;
    }
    return lanes;
}

bool simt_stack_merge(SimtStack *stack, const SimtStack *other)
{
    if (stack->count != other->count) {
        return false;
    }
    for (uint32_t i = 0; i < stack->count; i++) {
        const SimtEntry *ours = &stack->entries[i], *theirs = &other->entries[i];
        if (ours->pc != theirs->pc || ours->reconverge != theirs->reconverge ||
            ours->frame != theirs->frame) {
            return false;
        }
    }
    for (uint32_t i = 0; i < stack->count; i++) {
        stack->entries[i].mask |= other->entries[i].mask;
    }
    return true;
}
