// SPDX-License-Identifier: Apache-2.0
// Finds changed values by comparing what a warp and its block hold with what they held before, so
// that no micro-op has to report what it writes.
#include "sim/record/state.h"
#include "sim/warp/frame.h"

#include <string.h>

static uint32_t *add_change(Recorder *recorder, RecordedPlace place, bool is_before, uint32_t index,
                            uint32_t count)
{
    recorder->changes = recorder_grow(recorder->changes, recorder->change_count, 1,
                                      &recorder->change_room, sizeof *recorder->changes);
    recorder->values = recorder_grow(recorder->values, recorder->value_count, count,
                                     &recorder->value_room, sizeof *recorder->values);
    recorder->changes[recorder->change_count++] =
        (RecordedChange){place, is_before, index, count, recorder->value_count};
    recorder->value_count += count;
    return recorder->values + recorder->value_count - count;
}

static void fit_shadow(Shadow *shadow, const Warp *warp)
{
    uint32_t words = shadow->row_room * LANE_COUNT, wanted = warp->row_room * LANE_COUNT;
    if (wanted > words) {
        shadow->rows = recorder_grow(shadow->rows, words, wanted - words, &words, sizeof(uint32_t));
        memset(shadow->rows + (size_t)shadow->row_room * LANE_COUNT, 0,
               (size_t)(warp->row_room - shadow->row_room) * ROW_BYTES);
        shadow->row_room = warp->row_room;
    }
    uint32_t before = shadow->predicate_room;
    if (warp->predicate_room > before) {
        uint32_t room = before;
        shadow->predicates = recorder_grow(shadow->predicates, before,
                                           warp->predicate_room - before, &room, sizeof(uint32_t));
        memset(shadow->predicates + before, 0, (warp->predicate_room - before) * sizeof(uint32_t));
        shadow->predicate_room = warp->predicate_room;
    }
}

void record_warp_values(Recorder *recorder, WarpState *state, const Warp *warp, bool is_before)
{
    Shadow *shadow = &state->shadow;
    fit_shadow(shadow, warp);
    for (uint32_t row = 0; row < warp->row_room; row++) {
        uint32_t *known = shadow->rows + (size_t)row * LANE_COUNT;
        const uint32_t *now = warp->rows + (size_t)row * LANE_COUNT;
        if (memcmp(known, now, ROW_BYTES) != 0) {
            memcpy(add_change(recorder, RECORDED_ROW, is_before, row, LANE_COUNT), now, ROW_BYTES);
            memcpy(known, now, ROW_BYTES);
        }
    }
    for (uint32_t i = 0; i < warp->predicate_room; i++) {
        if (shadow->predicates[i] != warp->predicates[i]) {
            *add_change(recorder, RECORDED_PREDICATE, is_before, i, 1) = warp->predicates[i];
            shadow->predicates[i] = warp->predicates[i];
        }
    }
}

void record_shared_values(Recorder *recorder, Tape *tape, bool is_before)
{
    const uint8_t *bytes = block_shared(tape->block);
    if (memcmp(tape->shared, bytes, (size_t)tape->shared_words * 4) == 0) {
        return;
    }
    for (uint32_t word = 0; word < tape->shared_words; word++) {
        uint32_t count = 0;
        while (word + count < tape->shared_words &&
               memcmp(tape->shared + word + count, bytes + (size_t)(word + count) * 4, 4) != 0) {
            count++;
        }
        if (count > 0) {
            uint32_t *values = add_change(recorder, RECORDED_SHARED, is_before, word, count);
            memcpy(values, bytes + (size_t)word * 4, (size_t)count * 4);
            memcpy(tape->shared + word, values, (size_t)count * 4);
            word += count;
        }
    }
}

// The same word of each lane from `lane` on, as far as lanes have stored to it; returns how many.
static uint32_t record_local_word(Recorder *recorder, const Warp *warp, uint32_t lanes,
                                  const uint32_t word[LANE_COUNT], uint32_t lane)
{
    uint32_t count = 1;
    while (lane + count < LANE_COUNT && (lanes >> (lane + count) & 1) != 0 &&
           word[lane + count] == word[lane]) {
        count++;
    }
    uint32_t *values =
        add_change(recorder, RECORDED_LOCAL, false, word[lane] * LANE_COUNT + lane, count);
    for (uint32_t i = 0; i < count; i++) {
        frame_read(warp, (uint64_t)word[lane] * 4, lane + i, &values[i], sizeof *values);
    }
    return count;
}

void record_local_values(Recorder *recorder, const Warp *warp, const Step *step)
{
    const StepAccess *access = &step->access;
    if (!access->is_local || !access->is_store || access->is_shared) {
        return;
    }
    uint32_t lanes = 0, word[LANE_COUNT];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_local = access->address[lane] < RECORDED_LOCAL_BYTES; // generic ones may be global
        lanes |= is_local ? access->lanes & UINT32_C(1) << lane : 0;
    }
    for (uint32_t byte = 0; byte < access->width_bytes + 3; byte += 4) {
        uint32_t rest = 0;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            bool is_on = (lanes >> lane & 1) != 0;
            word[lane] = is_on ? (uint32_t)(access->address[lane] / 4 + byte / 4) : 0;
            rest |= (uint32_t)(is_on && (uint64_t)word[lane] * 4 <
                                            access->address[lane] + access->width_bytes)
                    << lane;
        }
        for (uint32_t lane = 0; lane < LANE_COUNT;) {
            bool is_on = (rest >> lane & 1) != 0;
            lane += is_on ? record_local_word(recorder, warp, rest, word, lane) : 1;
        }
    }
}

bool may_write_shared(const Step *step)
{
    switch (step->micro->kind) {
    case MICRO_STORE:
    case MICRO_ATOM:
        return step->micro->space != PTX_SPACE_GLOBAL && step->micro->space != PTX_SPACE_LOCAL;
    case MICRO_COPY_ASYNC:
    case MICRO_COPY_GROUP:
    case MICRO_PRODUCT_GROUP:
    case MICRO_COPY_BULK:
    case MICRO_COPY_TENSOR:
    case MICRO_TENSOR_MAP:
    case MICRO_STORE_BULK:
    case MICRO_TRY_CANCEL:
    case MICRO_MATRIX_STORE:
    case MICRO_SYSTEM_CALL:
    case MICRO_TENSOR_ALLOCATE:
    case MICRO_TENSOR_COMMIT:
    case MICRO_MBARRIER: return true;
    default: return false;
    }
}
