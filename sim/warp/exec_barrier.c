// SPDX-License-Identifier: Apache-2.0
// Barriers of a block and of a cluster.
#include "sim/warp/memory_access.h"
#include "sim/warp/split.h"

// Writes the result of bar.red to the lanes that waited.
static void write_result(const Block *block, Warp *warp, const Barrier *barrier, const Split *split)
{
    const Micro *micro = &block->launch->program->code[split->wait_pc];
    if (micro->function != PTX_DOT_RED || micro->d == ROW_NONE) {
        return;
    }
    const Frame *frame = &split->frames[split->wait_frame];
    if (micro->combine == PTX_DOT_POPC) {
        uint32_t *row = warp->rows + (size_t)(frame->row_base + micro->d) * LANE_COUNT;
        for (uint32_t rest = split->members; rest != 0; rest &= rest - 1) {
            row[lane_lowest(rest)] = barrier->reduce_count;
        }
        return;
    }
    bool truth = micro->combine == PTX_DOT_AND ? barrier->reduce_all : barrier->reduce_any;
    uint32_t *predicate = &warp->predicates[frame->predicate_base + micro->d];
    *predicate = (*predicate & ~split->members) | (truth ? split->members : 0);
}

static void make_ready(Warp *warp, uint32_t index)
{
    warp->splits[index].state = SPLIT_READY;
    warp->has_to_choose |= warp->has_splits && index == warp->current;
}

static void release(Block *block, uint32_t number)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        Warp *warp = &block->warps[i];
        for (uint32_t k = 0; k < warp->split_count; k++) {
            Split *split = &warp->splits[k];
            if (split->state == SPLIT_AT_BARRIER && split->barrier == number) {
                write_result(block, warp, &block->barriers[number], split);
                make_ready(warp, k);
            }
        }
    }
    if (block->checker != NULL) {
        block->checker->released(block->checker->context, number);
    }
    barrier_reset(&block->barriers[number]);
    block->busy_barriers &= ~(1u << number);
}

static void live_lanes(const Block *block, uint32_t live[BARRIER_WARPS_MAX])
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        live[i] = block->warps[i].live;
    }
}

void block_release_barriers(Block *block)
{
    if (block->busy_barriers == 0) {
        return;
    }
    for (uint32_t rest = block->busy_barriers; rest != 0; rest &= rest - 1) {
        uint32_t number = lane_lowest(rest);
        const Barrier *barrier = &block->barriers[number];
        if (barrier_may_be_complete(barrier, block->live_threads)) {
            uint32_t live[BARRIER_WARPS_MAX];
            live_lanes(block, live);
            if (barrier_is_complete(barrier, live, block->warp_count)) {
                release(block, number);
            }
        }
    }
}

// The value of an operand that all lanes of `on` must agree on; false when they do not.
static bool uniform_operand(const Warp *warp, Row row, uint32_t on, uint32_t *value)
{
    const uint32_t *lanes = warp_row(warp, row);
    *value = lanes[lane_lowest(on)];
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        if (lanes[lane_lowest(rest)] != *value) {
            return false;
        }
    }
    return true;
}

// The places of the warp's lanes that have not arrived.
static Outcome diverged(Block *block, const Warp *warp, uint32_t on)
{
    const Split *split = warp_split(warp);
    Text here = {0}, there = {0};
    fault_place(block, warp->pc, &here);
    uint32_t missing = warp->live & ~on, pc = warp->pc + 1;
    for (uint32_t i = 0; i < split->stack.count; i++) {
        const SimtEntry *entry = &split->stack.entries[i];
        if ((entry->mask & missing) != 0 && entry->mask != warp->active) {
            pc = entry->pc;
        }
    }
    if (pc >= block->launch->program->code_count) {
        pc = warp->pc;
    }
    fault_place(block, pc, &there);
    fault_raise(block, warp, FAULT_BARRIER_DIVERGED, on,
                "%u threads of the warp are at the barrier (%s), %u others are not (next: %s)",
                lanes_in(on), text_string(&here), lanes_in(missing), text_string(&there));
    text_destroy(&here);
    text_destroy(&there);
    return OUTCOME_FAULT;
}

uint32_t barrier_number(const Warp *warp, const Micro *micro)
{
    return micro->combine == PTX_DOT_WAIT_GROUP ? BARRIER_GROUPS + warp->index / GROUP_WARPS
                                                : (uint32_t)micro->offset;
}

// Number and thread count of a barrier; false after a fault.
static bool barrier_operands(Block *block, Warp *warp, const Micro *micro, uint32_t on,
                             uint32_t *number, uint32_t *threads)
{
    *number = barrier_number(warp, micro);
    *threads = 0;
    if ((micro->a != ROW_NONE && !uniform_operand(warp, micro->a, on, number)) ||
        (micro->b != ROW_NONE && !uniform_operand(warp, micro->b, on, threads))) {
        fault_raise(block, warp, FAULT_BARRIER_DIVERGED, on,
                    "the threads of a warp name different barriers or thread counts");
        return false;
    }
    if (*number >= (micro->combine == PTX_DOT_WAIT_GROUP ? BARRIER_ALL : BARRIER_COUNT)) {
        fault_raise(block, warp, FAULT_UNSUPPORTED, on, "barrier %u: there are %u", *number,
                    BARRIER_COUNT);
        return false;
    }
    return true;
}

static void wait_at(Warp *warp, uint32_t number, uint32_t on)
{
    Split *split = warp_split(warp);
    SimtEntry *top = simt_stack_top(&split->stack);
    uint32_t frame = top->frame;
    top->pc = warp->pc + 1;
    if (simt_stack_lanes(&split->stack) != on) {
        split_peel(warp, on);
        split = warp_split(warp);
    }
    split->state = SPLIT_AT_BARRIER;
    split->barrier = number;
    split->members = on;
    split->wait_frame = frame;
}

Outcome exec_barrier(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    uint32_t number, threads;
    if (!barrier_operands(block, warp, micro, on, &number, &threads)) {
        return OUTCOME_FAULT;
    }
    if (on != warp->live && !block->is_independent) {
        return diverged(block, warp, on);
    }
    uint32_t truth = 0;
    if (micro->function == PTX_DOT_RED) {
        truth = *warp_predicate(warp, micro->c);
        truth = (micro->flags & MICRO_PREDICATE_NEGATED) != 0 ? ~truth : truth;
    }
    barrier_arrive(&block->barriers[number], warp->index, on, truth, threads);
    block->busy_barriers |= 1u << number;
    spin_written(warp);
    if (micro->function == PTX_DOT_ARRIVE) {
        block_release_barriers(block);
        return OUTCOME_NEXT;
    }
    uint32_t pc = warp->pc;
    wait_at(warp, number, on);
    warp_split(warp)->wait_pc = pc;
    block_release_barriers(block);
    simt_stack_jump(&warp_split(warp)->stack, simt_stack_top(&warp_split(warp)->stack)->pc);
    warp_reload(warp);
    return OUTCOME_SWITCH;
}

static bool cluster_is_complete(const Block *block)
{
    for (uint32_t i = 0; i < block->cluster_count; i++) {
        const Block *member = block->cluster[i];
        uint32_t live[BARRIER_WARPS_MAX];
        live_lanes(member, live);
        for (uint32_t warp = 0; warp < member->warp_count; warp++) {
            if ((live[warp] & ~member->cluster_arrivals.arrived[warp]) != 0) {
                return false;
            }
        }
    }
    return true;
}

Outcome exec_cluster_barrier(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (micro->function == PTX_DOT_ARRIVE) {
        block->cluster_arrivals.arrived[warp->index] |= on;
        block->cluster_arrivals.is_busy = true;
        spin_written(warp);
        return OUTCOME_NEXT;
    }
    if (on != warp->live && !block->is_independent) {
        return diverged(block, warp, on);
    }
    uint32_t pc = warp->pc;
    wait_at(warp, BARRIER_NONE, on);
    warp_split(warp)->wait_pc = pc;
    warp_split(warp)->state = SPLIT_AT_CLUSTER;
    block_release_cluster(block);
    simt_stack_jump(&warp_split(warp)->stack, simt_stack_top(&warp_split(warp)->stack)->pc);
    warp_reload(warp);
    return OUTCOME_SWITCH;
}

// Lanes that arrived in the current phase still wait; a completed phase has emptied the set.
static void release_cluster_waits(Block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        Warp *warp = &block->warps[i];
        for (uint32_t k = 0; k < warp->split_count; k++) {
            Split *split = &warp->splits[k];
            if (split->state == SPLIT_AT_CLUSTER &&
                (block->cluster_arrivals.arrived[i] & split->members) == 0) {
                make_ready(warp, k);
            }
        }
    }
}

void block_release_cluster(Block *block)
{
    if (!block->has_cluster_barriers) {
        return;
    }
    if (cluster_is_complete(block)) {
        if (block->checker != NULL) {
            block->checker->cluster_released(block->checker->context);
        }
        for (uint32_t i = 0; i < block->cluster_count; i++) {
            barrier_reset(&block->cluster[i]->cluster_arrivals);
            block->cluster[i]->cluster_rounds++;
        }
    }
    release_cluster_waits(block);
}

void block_poll_cluster(Block *block)
{
    block_release_cluster(block);
}

uint32_t block_cluster_rank(const Block *block)
{
    return block->place.cluster_rank;
}

uint32_t block_cluster_rounds(const Block *block)
{
    return block->cluster_rounds;
}
