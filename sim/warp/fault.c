// SPDX-License-Identifier: Apache-2.0
// Filling in the first fault of a block.
#include "sim/warp/executor.h"

#include "isa/machine/position.h"
#include "isa/machine/window.h"
#include "sim/warp/mbarrier.h"
#include "sim/warp/memory_access.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Outcome fault_raise(Block *block, const Warp *warp, FaultKind kind, uint32_t lanes,
                    const char *detail, ...)
{
    Fault *fault = &block->fault;
    if (block->has_faulted) {
        return OUTCOME_FAULT;
    }
    *fault = (Fault){.kind = kind};
    block->has_faulted = true;
    fault->pc = warp->pc;
    fault->lanes = lanes;
    uint32_t lane = lanes == 0 ? 0 : lane_lowest(lanes);
    for (uint32_t axis = 0; axis < 3; axis++) {
        fault->block[axis] = block->place.block[axis];
        fault->thread[axis] = warp->thread[axis][lane];
    }
    va_list arguments;
    va_start(arguments, detail);
    vsnprintf(fault->detail, sizeof fault->detail, detail, arguments);
    va_end(arguments);
    return OUTCOME_FAULT;
}

Outcome fault_raise_stack(Block *block, const Warp *warp, uint32_t lanes, const char *who)
{
    const Launch *launch = block->launch;
    bool is_own = launch->stack_limit_bytes < launch->gpu->local_bytes_per_thread;
    return fault_raise(block, warp, FAULT_STACK, lanes, "%s more than %u bytes %s", who,
                       launch->stack_limit_bytes,
                       is_own ? "of stack in a thread: raise it with "
                                "cudaDeviceSetLimit(cudaLimitStackSize, bytes)"
                              : "of per-thread memory");
}

void fault_place(const Block *block, uint32_t pc, Text *out)
{
    const MachineProgram *program = block->launch->program;
    SourcePosition position = micro_position(program, pc);
    if (micro_has_source(program, pc)) {
        text_printf(out, "%s:%u", position.file, position.line);
    } else {
        text_printf(out, "PTX line %u", position.line);
    }
}

static uint32_t split_lanes(const Split *split)
{
    return simt_stack_lanes(&split->stack);
}

// The barriers from BARRIER_GROUPS on are no program's: wgmma.wait_group makes warps wait at them.
static bool waits_for_group(const Split *split)
{
    return split->state == SPLIT_AT_BARRIER && split->barrier >= BARRIER_GROUPS;
}

// What the split waits for. Missing lanes do not wait for the same mask.
static void describe_wait(const Warp *warp, const Split *split, Text *out)
{
    uint32_t missing = split->members & warp->live;
    if (waits_for_group(split)) {
        text_put(out, "the other warps of its warpgroup: all must execute wgmma");
        return;
    }
    switch (split->state) {
    case SPLIT_AT_BARRIER: text_put(out, "a barrier"); return;
    case SPLIT_AT_CLUSTER: text_put(out, "the cluster's barrier"); return;
    case SPLIT_AT_MEMBERS: break;
    default: text_put(out, "nothing"); return;
    }
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *other = &warp->splits[i];
        if (other->state == SPLIT_AT_MEMBERS && other->members == split->members &&
            other->qualifiers == split->qualifiers) {
            missing &= ~split_lanes(other);
        }
    }
    text_printf(out, "lanes 0x%x of its member mask 0x%x", missing, split->members);
}

// --- where the block's threads are

static void add_place(Fault *fault, const FaultPlace *place)
{
    FaultPlace *last = fault->place_count == 0 ? NULL : &fault->places[fault->place_count - 1];
    if (last != NULL && last->last_warp + 1 == place->first_warp && last->lanes == place->lanes &&
        last->pc == place->pc && strcmp(last->waits_for, place->waits_for) == 0) {
        last->last_warp = place->last_warp;
    } else if (fault->place_count < FAULT_PLACES) {
        fault->places[fault->place_count++] = *place;
    } else {
        fault->places_left_out++;
    }
}

static void note_place(Block *block, uint32_t index, const Split *split)
{
    const Warp *warp = &block->warps[index];
    FaultPlace place = {index, index, split_lanes(split) & warp->live, split->wait_pc, ""};
    Text text = {0};
    if (split->state == SPLIT_AT_BARRIER && !waits_for_group(split)) {
        text_printf(&text, "barrier %u", split->barrier);
    } else if (split->state != SPLIT_READY) {
        describe_wait(warp, split, &text);
    } else {
        place.pc = split == warp_split(warp) ? warp->pc : simt_stack_top(&split->stack)->pc;
    }
    snprintf(place.waits_for, sizeof place.waits_for, "%s",
             text_string(&text) == NULL ? "" : text_string(&text));
    text_destroy(&text);
    if (place.lanes != 0) {
        add_place(&block->fault, &place);
    }
}

static void note_places(Block *block)
{
    block->fault.place_count = block->fault.places_left_out = 0;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        const Warp *warp = &block->warps[i];
        for (uint32_t k = 0; k < warp->split_count && warp->live != 0; k++) {
            note_place(block, i, &warp->splits[k]);
        }
    }
}

// ---

// A split at a block barrier whose warp has live lanes that wait elsewhere, or NULL.
static const Split *diverged_split(const Block *block, uint32_t *warp_index, const Split **other)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        const Warp *warp = &block->warps[i];
        for (uint32_t k = 0; k < warp->split_count && warp->live != 0; k++) {
            const Split *split = &warp->splits[k];
            const Split *next = &warp->splits[(k + 1) % warp->split_count];
            if (split->state == SPLIT_AT_BARRIER && next != split &&
                (next->state != SPLIT_AT_BARRIER || next->barrier != split->barrier)) {
                *warp_index = i;
                *other = next;
                return split;
            }
        }
    }
    return NULL;
}

static void raise_at(Block *block, Warp *warp, uint32_t pc, uint32_t lanes, FaultKind kind,
                     const char *detail)
{
    uint32_t own = warp->pc;
    warp->pc = pc;
    fault_raise(block, warp, kind, lanes, "%s", detail);
    warp->pc = own;
}

static void raise_waiting(Block *block, FaultKind kind, uint32_t warp_index, const Split *split,
                          const char *detail)
{
    raise_at(block, &block->warps[warp_index], split->wait_pc, split_lanes(split), kind, detail);
}

void fault_deadlock(Block *block)
{
    Text text = {0};
    uint32_t index = 0;
    const Split *other = NULL, *split = diverged_split(block, &index, &other);
    if (split != NULL) {
        text_printf(&text, "%u threads of the warp wait at barrier %u (",
                    lanes_in(split_lanes(split)), split->barrier);
        fault_place(block, split->wait_pc, &text);
        text_printf(&text, "), %u others for ", lanes_in(split_lanes(other)));
        describe_wait(&block->warps[index], other, &text);
        text_put(&text, " (");
        fault_place(block, other->wait_pc, &text);
        text_put(&text, ")");
        raise_waiting(block, FAULT_BARRIER_DIVERGED, index, split, text_string(&text));
        note_places(block);
        text_destroy(&text);
        return;
    }
    while (index + 1 < block->warp_count && block->warps[index].live == 0) {
        index++;
    }
    split = warp_split(&block->warps[index]);
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        waiting += lanes_in(block->warps[i].live);
    }
    text_printf(&text, "%u threads of the block wait and none can go on; this one waits for ",
                waiting);
    describe_wait(&block->warps[index], split, &text);
    raise_waiting(block, FAULT_DEADLOCK, index, split, text_string(&text));
    note_places(block);
    text_destroy(&text);
}

// Of the mbarrier that a warp waits at: what its phase lacks. False: it waits at none.
static bool describe_mbarrier(Block *block, const Warp *warp, Text *out)
{
    if (warp->live == 0 || warp->spin.mbarrier == 0) {
        return false;
    }
    uint64_t word;
    memcpy(&word, shared_bytes(block, warp->spin.mbarrier - 1), sizeof word);
    uint32_t pending = mbarrier_pending(word), expected = mbarrier_expected(word);
    text_printf(out, "the mbarrier at byte %u of shared memory expects %u arrival%s, ",
                (warp->spin.mbarrier - 1) % (uint32_t)SHARED_WINDOW_BYTES, expected,
                expected == 1 ? "" : "s");
    if (pending != 0) {
        text_printf(out, "and %u of them never come%s", pending, pending == 1 ? "s" : "");
    } else {
        text_printf(out, "which have come, and %u more bytes, which never come",
                    mbarrier_bytes(word));
    }
    return true;
}

static bool raise_mbarrier(Block *block)
{
    Text text = {0};
    bool is_waiting = false;
    for (uint32_t i = 0; i < block->warp_count && !is_waiting; i++) {
        const Warp *warp = &block->warps[i];
        is_waiting = describe_mbarrier(block, warp, &text);
        if (is_waiting) {
            fault_raise(block, warp, FAULT_LIVELOCK, warp->active, "%s", text_string(&text));
        }
    }
    text_destroy(&text);
    return is_waiting;
}

static void raise_spinning(Block *block)
{
    uint32_t index = 0;
    while (index + 1 < block->warp_count &&
           (block->warps[index].live == 0 || block->warps[index].spin.repeats == 0)) {
        index++;
    }
    const Warp *warp = &block->warps[index];
    fault_raise(block, warp, FAULT_LIVELOCK, warp->active,
                "every live thread reads the same values again and again or waits%s",
                block->is_independent || warp->active == warp->live
                    ? ""
                    : ", and the other threads of its warp cannot run before it leaves the loop");
}

void fault_livelock(Block *block)
{
    if (!raise_mbarrier(block)) {
        raise_spinning(block);
    }
    note_places(block);
    block->has_faulted = false;
}

// The condition of the loop of these micro-ops, or where the warp is.
static uint32_t loop_exit(const Block *block, const Warp *warp, const uint8_t *ran,
                          bool *has_condition)
{
    uint32_t exit = repeat_exit(block->launch->program, ran, warp->pc);
    *has_condition = block->launch->program->code[exit].kind == MICRO_BRANCH &&
                     block->launch->program->code[exit].guard != PREDICATE_NONE;
    return exit;
}

// The first warp that can run.
static Warp *ready_warp(Block *block)
{
    uint32_t index = 0;
    while (index + 1 < block->warp_count && !block_warp_is_ready(block, index)) {
        index++;
    }
    return &block->warps[index];
}

static void raise_endless(Block *block, const uint8_t *ran)
{
    Warp *warp = ready_warp(block);
    bool has_condition;
    uint32_t exit = loop_exit(block, warp, ran, &has_condition);
    raise_at(block, warp, exit, warp->active, FAULT_LIVELOCK,
             has_condition
                 ? "the loop repeats the same values forever: this condition never changes"
                 : "the loop repeats the same values forever: it has no way out");
}

void fault_unending(Block *block, const uint8_t *ran, const char *amount)
{
    Warp *warp = ready_warp(block);
    bool has_condition;
    uint32_t exit = loop_exit(block, warp, ran, &has_condition);
    Text text = {0};
    text_printf(&text,
                "%s; the launch counts as endless (--max-instructions N sets another limit, "
                "0: none)%s",
                amount, has_condition ? "; this condition keeps its loop going" : "");
    raise_at(block, warp, exit, warp->active, FAULT_LIMIT, text_string(&text));
    text_destroy(&text);
    note_places(block);
}

void fault_endless(Block *block, const uint8_t *ran)
{
    if (!raise_mbarrier(block)) {
        raise_endless(block, ran);
    }
    note_places(block);
    block->has_faulted = false;
}
