// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/split.h"

#include "isa/base/heap.h"

#include <stdio.h>
#include <string.h>

static Split *add_split(Warp *warp)
{
    if (warp->split_count == warp->split_room) {
        uint32_t room = warp->split_room * 2;
        warp->splits = heap_resize(warp->splits, room, sizeof(Split));
        memset(&warp->splits[warp->split_room], 0, (room - warp->split_room) * sizeof(Split));
        warp->split_room = room;
    }
    return &warp->splits[warp->split_count++];
}

// The last split takes its place; buffers stay with the slots after the last one, for reuse.
static void remove_split(Warp *warp, uint32_t index)
{
    warp->split_count--;
    Split removed = warp->splits[index];
    warp->splits[index] = warp->splits[warp->split_count];
    warp->splits[warp->split_count] = removed;
    if (warp->current == warp->split_count) {
        warp->current = index;
    }
    warp->has_splits = warp->split_count > 1;
}

void split_save(Warp *warp)
{
    Split *split = warp_split(warp);
    if (split->stack.count > 0 && warp->active != 0) {
        simt_stack_top(&split->stack)->pc = warp->pc;
    }
}

void split_peel(Warp *warp, uint32_t lanes)
{
    Split *other = add_split(warp);
    Split *split = warp_split(warp);
    uint32_t depth = simt_stack_top(&split->stack)->frame;
    simt_stack_copy(&other->stack, &split->stack);
    if (other->frame_room < depth + 1) {
        other->frame_room = depth + 4;
        other->frames = heap_resize(other->frames, other->frame_room, sizeof(Frame));
    }
    memcpy(other->frames, split->frames, (depth + 1) * sizeof(Frame));
    other->state = SPLIT_READY;
    other->is_spinning = false;
    other->is_suspended = false;
    simt_stack_restrict(&other->stack, ~lanes);
    simt_stack_restrict(&split->stack, lanes);
    warp->has_splits = true;
    warp_reload(warp);
}

static bool has_same_frames(const Split *one, const Split *other)
{
    uint32_t depth = simt_stack_top(&one->stack)->frame;
    for (uint32_t i = 0; i <= depth; i++) {
        const Frame *a = &one->frames[i], *b = &other->frames[i];
        if (a->function != b->function || a->call != b->call || a->row_base != b->row_base ||
            a->predicate_base != b->predicate_base || a->local_base != b->local_base ||
            a->local_top != b->local_top) {
            return false;
        }
    }
    return true;
}

void split_join(Warp *warp)
{
    for (uint32_t i = warp->split_count; i-- > 0;) {
        Split *split = warp_split(warp), *other = &warp->splits[i];
        if (other != split && other->state == SPLIT_READY && split->stack.count > 0 &&
            other->stack.count == split->stack.count && has_same_frames(split, other) &&
            simt_stack_merge(&split->stack, &other->stack)) {
            remove_split(warp, i);
        }
    }
    warp_reload(warp);
}

static void drop_empty(Warp *warp)
{
    for (uint32_t i = warp->split_count; i-- > 0;) {
        if (warp->splits[i].stack.count == 0) {
            warp->splits[i].state = SPLIT_DONE;
            if (warp->split_count > 1) {
                remove_split(warp, i);
            }
        }
    }
}

static void run_split(Warp *warp, uint32_t index)
{
    warp->splits[index].is_spinning = false;
    warp->current = index;
    warp_reload(warp);
}

bool split_switch(Warp *warp, bool takes_spinning)
{
    drop_empty(warp);
    for (uint32_t pass = 0; pass < (takes_spinning ? 2u : 1u); pass++) {
        uint32_t best = UINT32_MAX, best_pc = 0;
        for (uint32_t i = 1; i <= warp->split_count; i++) {
            uint32_t index = (warp->current + i) % warp->split_count;
            const Split *split = &warp->splits[index];
            if (split->state != SPLIT_READY || (pass == 0 && split->is_spinning)) {
                continue;
            }
            uint32_t pc = simt_stack_top(&split->stack)->pc;
            if (best == UINT32_MAX || pc < best_pc) {
                best = index;
                best_pc = pc;
            }
        }
        if (best != UINT32_MAX) {
            run_split(warp, best);
            return true;
        }
    }
    return false;
}

void split_rotate(Warp *warp)
{
    for (uint32_t i = 1; i <= warp->split_count; i++) {
        uint32_t index = (warp->current + i) % warp->split_count;
        if (warp->splits[index].state == SPLIT_READY) {
            run_split(warp, index);
            return;
        }
    }
}

void split_wait_members(Warp *warp, uint32_t lanes, uint32_t members, uint32_t qualifiers)
{
    split_save(warp);
    if (simt_stack_lanes(&warp_split(warp)->stack) != lanes) {
        split_peel(warp, lanes);
    }
    Split *split = warp_split(warp);
    split->state = SPLIT_AT_MEMBERS;
    split->members = members;
    split->qualifiers = qualifiers;
    split->wait_pc = warp->pc;
}

// The same mask and qualifiers meet at any place; different masks only at one instruction, where
// the PTX ISA leaves open what happens.
static bool wait_together(const Split *one, const Split *other, bool is_same_mask)
{
    return is_same_mask ? one->members == other->members && one->qualifiers == other->qualifiers
                        : one->wait_pc == other->wait_pc;
}

// Lanes of all splits that wait together with `like`, and the lanes they wait for.
static uint32_t waiting_lanes(const Warp *warp, const Split *like, bool is_same_mask,
                              uint32_t *members)
{
    uint32_t lanes = 0;
    *members = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        if (split->state == SPLIT_AT_MEMBERS && wait_together(split, like, is_same_mask)) {
            lanes |= simt_stack_top(&split->stack)->mask;
            *members |= split->members;
        }
    }
    return lanes;
}

static void gather(Warp *warp, uint32_t lanes)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        Split *split = &warp->splits[i];
        if (split->state == SPLIT_AT_MEMBERS &&
            (simt_stack_top(&split->stack)->mask & lanes) != 0) {
            split->state = SPLIT_GATHERED;
        }
    }
}

// Masks come first: lanes whose own mask is complete leave without the others.
bool split_gather(Warp *warp)
{
    for (unsigned is_same_mask = 2; is_same_mask-- > 0;) {
        for (uint32_t i = 0; i < warp->split_count; i++) {
            const Split *split = &warp->splits[i];
            uint32_t members, lanes;
            if (split->state != SPLIT_AT_MEMBERS) {
                continue;
            }
            lanes = waiting_lanes(warp, split, is_same_mask != 0, &members);
            if ((members & warp->live & ~lanes) == 0) {
                gather(warp, lanes);
                return true;
            }
        }
    }
    return false;
}

// Whether lanes of both splits execute the same instruction on the same registers.
static bool is_same_place(const Split *one, const Split *other)
{
    const Frame *a = &one->frames[simt_stack_top(&one->stack)->frame];
    const Frame *b = &other->frames[simt_stack_top(&other->stack)->frame];
    return one->wait_pc == other->wait_pc && a->row_base == b->row_base &&
           a->predicate_base == b->predicate_base;
}

static uint32_t gathered_lanes(const Split *split)
{
    return split->state == SPLIT_GATHERED ? simt_stack_top(&split->stack)->mask : 0;
}

bool split_next_place(Warp *warp, uint32_t *done)
{
    uint32_t first = 0, lanes = 0;
    while (first < warp->split_count && (gathered_lanes(&warp->splits[first]) & ~*done) == 0) {
        first++;
    }
    if (first == warp->split_count) {
        return false;
    }
    for (uint32_t i = first; i < warp->split_count; i++) {
        uint32_t mask = gathered_lanes(&warp->splits[i]);
        if (mask != 0 && is_same_place(&warp->splits[i], &warp->splits[first])) {
            lanes |= mask;
        }
    }
    *done |= lanes;
    warp->current = first;
    warp_reload(warp);
    warp->active = lanes;
    warp->active_count = lanes_in(lanes);
    warp->active_wide = lanes == warp->live ? FULL_MASK : lanes;
    return true;
}

void split_scatter(Warp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        Split *split = &warp->splits[i];
        if (split->state == SPLIT_GATHERED) {
            split->state = SPLIT_READY;
            simt_stack_jump(&split->stack, split->wait_pc + 1);
        }
    }
    warp_reload(warp);
    split_join(warp);
}
