// SPDX-License-Identifier: Apache-2.0
// One SM over time (sim/record/track.h): its slots' states as runs of letters, and what the warps
// of each scheduler did, summed over a few bins.
#include "sim/view/data.h"

#include <inttypes.h>

// 'a' is the first stall.
static char letter_of(uint8_t state)
{
    return state == TRACK_EMPTY ? '.' : (char)('a' + state);
}

// "12b3.c": 12 bins of 'b', 3 empty ones, one of 'c'.
static void put_states(const SmTrack *track, uint32_t slot, Text *out)
{
    const uint8_t *state = track->state + (size_t)slot * track->bin_count;
    text_put(out, "\"");
    for (uint32_t bin = 0; bin < track->bin_count;) {
        uint32_t run = 1;
        while (bin + run < track->bin_count && state[bin + run] == state[bin]) {
            run++;
        }
        if (run > 1) {
            text_printf(out, "%" PRIu32, run);
        }
        text_printf(out, "%c", letter_of(state[bin]));
        bin += run;
    }
    text_put(out, "\"");
}

// "120a30b;4a": of each joined bin the cycles of each state.
static void put_cycles(const SmTrack *track, uint32_t scheduler, Text *out)
{
    uint32_t joined = (track->bin_count + TRACK_JOIN - 1) / TRACK_JOIN;
    const uint32_t *cycles = track->cycles + (size_t)scheduler * joined * STALL_COUNT;
    text_put(out, "\"");
    for (uint32_t bin = 0; bin < joined; bin++) {
        text_put(out, bin > 0 ? ";" : "");
        for (uint8_t stall = 0; stall < STALL_COUNT; stall++) {
            uint32_t count = cycles[bin * STALL_COUNT + stall];
            if (count > 0) {
                text_printf(out, "%" PRIu32 "%c", count, letter_of(stall));
            }
        }
    }
    text_put(out, "\"");
}

static void put_blocks(const SmTrack *track, Json *json)
{
    json_key(json, "blocks");
    json_open(json, '[');
    for (uint32_t i = 0; i < track->block_count; i++) {
        const TrackBlock *block = &track->blocks[i];
        json_separate(json);
        text_printf(json->out, "[%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 "]", block->index,
                    block->first_slot, block->begun, block->ended);
    }
    json_close(json, ']');
}

void track_print(const Recording *recording, Json *json)
{
    const SmTrack *track = recording->track;
    json_key(json, "track");
    if (track == NULL || track->bin_count == 0) {
        text_put(json->out, "null");
        json->needs_comma = true;
        return;
    }
    json_open(json, '{');
    json_number(json, "sm", track->sm);
    json_number(json, "first", (double)track->first);
    json_number(json, "bin", (double)track->bin_cycles);
    json_number(json, "bins", track->bin_count);
    json_number(json, "join", TRACK_JOIN);
    json_number(json, "schedulers", track->scheduler_count);
    json_number(json, "warps_per_block", track->warps_per_block);
    json_number(json, "issue_cycles", track->issue_cycles);
    json_key(json, "slots");
    json_open(json, '[');
    for (uint32_t slot = 0; slot < track->slot_count; slot++) {
        json_separate(json);
        put_states(track, slot, json->out);
    }
    json_close(json, ']');
    json_key(json, "cycles");
    json_open(json, '[');
    for (uint32_t i = 0; i < track->scheduler_count; i++) {
        json_separate(json);
        put_cycles(track, i, json->out);
    }
    json_close(json, ']');
    put_blocks(track, json);
    json_close(json, '}');
}
