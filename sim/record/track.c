// SPDX-License-Identifier: Apache-2.0
#include "sim/record/track.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

typedef uint32_t Bin[STALL_COUNT];

struct TrackTape {
    SmTrack shape;
    Bin *bins; // [slot][TRACK_BINS]
    TrackBlock *blocks;
};

TrackTape *track_create(const SmTrack *shape)
{
    TrackTape *tape = heap_allocate(1, sizeof *tape);
    tape->shape = *shape;
    tape->shape.bin_cycles = 1;
    tape->bins = heap_allocate((size_t)shape->slot_count * TRACK_BINS, sizeof *tape->bins);
    tape->blocks = heap_allocate(TRACK_BLOCKS, sizeof *tape->blocks);
    return tape;
}

void track_destroy(TrackTape *tape)
{
    if (tape != NULL) {
        free(tape->bins);
        free(tape->blocks);
        free(tape);
    }
}

static Bin *bins_of(const TrackTape *tape, uint32_t slot)
{
    return tape->bins + (size_t)slot * TRACK_BINS;
}

// Makes each bin twice as long.
static void fold(TrackTape *tape)
{
    for (uint32_t slot = 0; slot < tape->shape.slot_count; slot++) {
        Bin *bins = bins_of(tape, slot);
        for (uint32_t i = 0; i < TRACK_BINS / 2; i++) {
            for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
                bins[i][stall] = bins[2 * i][stall] + bins[2 * i + 1][stall];
            }
        }
        memset(bins[TRACK_BINS / 2], 0, TRACK_BINS / 2 * sizeof *bins);
    }
    tape->shape.bin_cycles *= 2;
    tape->shape.bin_count = (tape->shape.bin_count + 1) / 2;
}

void track_add(TrackTape *tape, uint32_t slot, Stall stall, uint64_t from, uint64_t until)
{
    SmTrack *shape = &tape->shape;
    from = from > shape->first ? from - shape->first : 0;
    until = until > shape->first ? until - shape->first : 0;
    while (from < until && (until - 1) / shape->bin_cycles >= TRACK_BINS) {
        fold(tape);
    }
    while (from < until) {
        uint32_t bin = (uint32_t)(from / shape->bin_cycles);
        uint64_t end = (bin + UINT64_C(1)) * shape->bin_cycles;
        end = end < until ? end : until;
        bins_of(tape, slot)[bin][stall] += (uint32_t)(end - from);
        shape->bin_count = bin + 1 > shape->bin_count ? bin + 1 : shape->bin_count;
        from = end;
    }
}

void track_begin_block(TrackTape *tape, uint32_t first_slot, uint64_t index, uint64_t now)
{
    if (tape->shape.block_count < TRACK_BLOCKS) {
        tape->blocks[tape->shape.block_count++] =
            (TrackBlock){.index = index, .begun = now, .first_slot = first_slot};
    }
}

void track_end_block(TrackTape *tape, uint32_t first_slot, uint64_t now)
{
    for (uint32_t i = tape->shape.block_count; i-- > 0;) {
        if (tape->blocks[i].first_slot == first_slot) {
            tape->blocks[i].ended = now;
            return;
        }
    }
}

static uint8_t state_of(const uint32_t *cycles)
{
    uint32_t most = 0;
    uint8_t state = TRACK_EMPTY;
    for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
        if (cycles[stall] > most) {
            most = cycles[stall];
            state = (uint8_t)stall;
        }
    }
    return state;
}

const SmTrack *track_finish(const TrackTape *tape, Arena *arena)
{
    SmTrack *track = arena_alloc(arena, sizeof *track);
    *track = tape->shape;
    uint32_t joined = (track->bin_count + TRACK_JOIN - 1) / TRACK_JOIN;
    uint8_t *state = arena_alloc(arena, (size_t)track->slot_count * track->bin_count + 1);
    Bin *cycles =
        arena_alloc(arena, ((size_t)track->scheduler_count * joined + 1) * sizeof *cycles);
    for (uint32_t slot = 0; slot < track->slot_count; slot++) {
        Bin *sums = cycles + (size_t)(slot % track->scheduler_count) * joined;
        for (uint32_t bin = 0; bin < track->bin_count; bin++) {
            const uint32_t *from = bins_of(tape, slot)[bin];
            state[(size_t)slot * track->bin_count + bin] = state_of(from);
            for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
                sums[bin / TRACK_JOIN][stall] += from[stall];
            }
        }
    }
    track->state = state;
    track->cycles = &cycles[0][0];
    track->blocks = arena_grow(arena, tape->blocks, track->block_count, track->block_count + 1,
                               sizeof *track->blocks);
    return track;
}
