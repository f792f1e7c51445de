// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/warp.h"

#include "isa/base/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (memory == NULL) {
        fputs("lockstep: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void *allocate_aligned(size_t size_bytes)
{
    size_t rounded = (size_bytes + 63) & ~(size_t)63;
    return memset(checked(aligned_alloc(64, rounded)), 0, rounded);
}

static void *grow_aligned(void *old, size_t old_bytes, size_t new_bytes)
{
    void *grown = allocate_aligned(new_bytes);
    if (old_bytes > 0) {
        memcpy(grown, old, old_bytes);
    }
    free(old);
    return grown;
}

static void number_threads(Warp *warp, const Launch *launch)
{
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t thread = warp->index * LANE_COUNT + lane;
        warp->thread[0][lane] = thread % launch->block[0];
        warp->thread[1][lane] = thread / launch->block[0] % launch->block[1];
        warp->thread[2][lane] = thread / launch->block[0] / launch->block[1];
        if (thread < threads) {
            warp->entered |= 1u << lane;
        }
    }
}

void warp_create(Warp *warp, const Launch *launch, uint32_t index)
{
    const MachineFunction *entry = &launch->program->functions[0];
    *warp = (Warp){.index = index};
    number_threads(warp, launch);
    warp->row_room = entry->row_count + 2;
    warp->rows = allocate_aligned((size_t)warp->row_room * ROW_BYTES);
    warp->predicate_room = entry->predicate_count + 16;
    warp->predicates = allocate_aligned(warp->predicate_room * sizeof(uint32_t));
    warp->fixed = allocate_aligned(FIXED_BYTES);
    memset(warp->fixed, 0xff, sizeof(uint32_t));
    warp->base[BASE_FIXED] = warp->fixed;
    // Constant rows are never a destination; the base is not const only because it shares the
    // array.
    warp->base[BASE_CONSTANTS] = (uint8_t *)(uintptr_t)launch->constants;
    warp->split_room = 1;
    warp->splits = heap_allocate(1, sizeof(Split));
}

void warp_destroy(Warp *warp)
{
    for (uint32_t i = 0; i < warp->split_room; i++) {
        simt_stack_destroy(&warp->splits[i].stack);
        free(warp->splits[i].frames);
    }
    free(warp->splits);
    free(warp->rows);
    free(warp->predicates);
    free(warp->fixed);
    free(warp->local);
}

static void clear_state(Warp *warp, const MachineFunction *entry)
{
    memset(warp->rows, 0, (size_t)entry->row_count * ROW_BYTES);
    memset(warp->predicates, 0, warp->predicate_room * sizeof(uint32_t));
    if (warp->local_used_words > 0) {
        memset(warp->local, 0, (size_t)warp->local_used_words * ROW_BYTES);
        warp->local_used_words = 0;
    }
    memset(&warp->spin, 0, sizeof warp->spin);
    warp->split_count = 1;
    warp->current = 0;
    warp->has_splits = warp->has_to_choose = false;
    warp->ahead = 0;
}

static void fill_specials(Warp *warp, const WarpPlace *place, const MachineFunction *function,
                          uint32_t row_base, uint32_t mask)
{
    for (uint32_t i = 0; i < function->special_count; i++) {
        const MachineSpecialRow *special = &function->specials[i];
        warp_special(warp, place, special->special, false,
                     warp->rows + (size_t)(row_base + special->row) * LANE_COUNT, mask);
    }
}

static void reserve_frames(Split *split, uint32_t count)
{
    if (count > split->frame_room) {
        split->frame_room = count + 4;
        split->frames = heap_resize(split->frames, split->frame_room, sizeof(Frame));
    }
}

void warp_start(Warp *warp, const WarpPlace *place)
{
    const MachineFunction *entry = &place->launch->program->functions[0];
    clear_state(warp, entry);
    Split *split = &warp->splits[0];
    reserve_frames(split, 1);
    split->frames[0] = (Frame){.local_top = entry->frame_bytes};
    split->state = warp->entered == 0 ? SPLIT_DONE : SPLIT_READY;
    warp->live = warp->entered;
    simt_stack_start(&split->stack, entry->entry_pc, warp->entered);
    warp_reserve_local(warp, place->launch, entry->frame_bytes);
    fill_specials(warp, place, entry, 0, FULL_MASK);
    warp_reload(warp);
}

void warp_reload(Warp *warp)
{
    const Split *split = warp_split(warp);
    if (split->stack.count == 0) {
        warp->active = 0;
        return;
    }
    const SimtEntry *top = simt_stack_top(&split->stack);
    const Frame *frame = &split->frames[top->frame];
    warp->pc = top->pc;
    warp->active = top->mask;
    warp->active_count = lanes_in(top->mask);
    warp->active_wide = top->mask == warp->live ? FULL_MASK : top->mask;
    warp->reconverge = top->reconverge;
    warp->base[BASE_REGISTERS] = (uint8_t *)warp->rows + (size_t)frame->row_base * ROW_BYTES;
    warp->base[BASE_PREDICATES] = (uint8_t *)(warp->predicates + frame->predicate_base);
}

bool warp_jump(Warp *warp, uint32_t pc)
{
    bool has_met = simt_stack_jump(&warp_split(warp)->stack, pc);
    warp_reload(warp);
    return has_met;
}

bool warp_reserve_local(Warp *warp, const Launch *launch, uint64_t bytes)
{
    if (bytes > launch->gpu->local_bytes_per_thread &&
        bytes > launch->program->functions[0].frame_bytes) {
        return false;
    }
    uint32_t words = (uint32_t)((bytes + 3) / 4);
    if (words > warp->local_words) {
        uint32_t wanted = words + words / 2;
        warp->local = grow_aligned(warp->local, (size_t)warp->local_words * ROW_BYTES,
                                   (size_t)wanted * ROW_BYTES);
        warp->local_words = wanted;
    }
    if (words > warp->local_used_words) {
        warp->local_used_words = words;
    }
    return true;
}

static void reserve_rows(Warp *warp, uint32_t rows, uint32_t predicates)
{
    if (rows > warp->row_room) {
        uint32_t room = rows + rows / 2;
        warp->rows =
            grow_aligned(warp->rows, (size_t)warp->row_room * ROW_BYTES, (size_t)room * ROW_BYTES);
        warp->row_room = room;
    }
    if (predicates > warp->predicate_room) {
        uint32_t room = predicates + predicates / 2;
        warp->predicates = grow_aligned(warp->predicates, warp->predicate_room * sizeof(uint32_t),
                                        room * sizeof(uint32_t));
        warp->predicate_room = room;
    }
}

static void clear_frame(Warp *warp, const Frame *frame, const MachineFunction *function,
                        uint32_t mask)
{
    for (uint32_t row = 0; row < function->row_count; row++) {
        uint32_t *words = warp->rows + (size_t)(frame->row_base + row) * LANE_COUNT;
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            words[lane_lowest(rest)] = 0;
        }
    }
    for (uint32_t i = 0; i < function->predicate_count; i++) {
        warp->predicates[frame->predicate_base + i] &= ~mask;
    }
}

bool warp_push_frame(Warp *warp, const WarpPlace *place, uint32_t function, uint32_t call,
                     uint32_t mask)
{
    const MachineProgram *program = place->launch->program;
    const MachineFunction *callee = &program->functions[function];
    Split *split = warp_split(warp);
    uint32_t depth = simt_stack_top(&split->stack)->frame;
    Frame caller = split->frames[depth];
    const MachineFunction *from = &program->functions[caller.function];
    uint32_t local_base = (caller.local_top + FRAME_UNIT - 1) & ~(FRAME_UNIT - 1);
    uint32_t stack_top = caller.stack_top + callee->stack_bytes;
    uint64_t local_top = (uint64_t)local_base + callee->frame_bytes;
    if (stack_top > place->launch->stack_limit_bytes ||
        !warp_reserve_local(warp, place->launch, local_top)) {
        return false;
    }
    reserve_frames(split, depth + 2);
    Frame *frame = &split->frames[depth + 1];
    *frame = (Frame){.function = function,
                     .call = call,
                     .row_base = (caller.row_base + from->row_count + 1) & ~1u,
                     .predicate_base = caller.predicate_base + from->predicate_count,
                     .local_base = local_base,
                     .local_top = (uint32_t)local_top,
                     .stack_top = stack_top};
    reserve_rows(warp, frame->row_base + callee->row_count + 2,
                 frame->predicate_base + callee->predicate_count + 1);
    clear_frame(warp, frame, callee, mask);
    fill_specials(warp, place, callee, frame->row_base, mask);
    return true;
}
