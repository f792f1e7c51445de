// SPDX-License-Identifier: Apache-2.0
// The shape of an array in shared memory: PTX gives only its size in bytes, so its rows are
// inferred from the accesses of lanes.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

enum { PITCHES_MAX = 64, WORD = 4 };

bool array_access_of(const Figure *figure, const RecordedStep *step, Access *access)
{
    Access parts[ACCESS_PARTS_MAX];
    if (step->access == RECORDED_NONE) {
        return false;
    }
    uint32_t count = access_of_step(&figure->program->code[step->pc],
                                    &figure->recording->accesses[step->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].space == ACCESS_SHARED) {
            *access = parts[i];
            return true;
        }
    }
    return false;
}

typedef struct Pitches {
    uint64_t pitch[PITCHES_MAX];
    uint32_t votes[PITCHES_MAX];
    uint32_t count;
} Pitches;

static void vote(Pitches *pitches, uint64_t pitch)
{
    uint32_t at = 0;
    while (at < pitches->count && pitches->pitch[at] != pitch) {
        at++;
    }
    if (at == PITCHES_MAX) {
        return;
    }
    if (at == pitches->count) {
        pitches->pitch[pitches->count++] = pitch;
    }
    pitches->votes[at]++;
}

static uint64_t most_voted(const Pitches *pitches)
{
    uint64_t best = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < pitches->count; i++) {
        if (pitches->votes[i] > most) {
            most = pitches->votes[i];
            best = pitches->pitch[i];
        }
    }
    return best;
}

// The pitch of rows that most accesses to the array suggest; 0: none does.
static uint64_t pitch_of(const Figure *figure, const ArrayShape *shape)
{
    Pitches pitches = {0};
    for (uint32_t i = 0; i < figure->recording->step_count; i++) {
        Access access;
        if (!array_access_of(figure, &figure->recording->steps[i], &access)) {
            continue;
        }
        Pattern pattern = access_pattern(&access);
        uint64_t pitch = pattern.is_regular ? pattern_pitch(&pattern, access.width_bytes) : 0;
        if (pitch > 0 && pitch % WORD == 0 && pattern.lowest >= shape->base &&
            pattern.highest < shape->base + shape->size_bytes) {
            vote(&pitches, pitch);
        }
    }
    return most_voted(&pitches);
}

ArrayShape array_shape(Figure *figure, const Access *access)
{
    uint64_t first = access->address[bits_lowest(access->lanes)];
    AccessArray array = explain_shared_array(figure->program, first, &figure->arena);
    ArrayShape shape = {.name = array.name, .base = array.base, .size_bytes = array.size_bytes};
    if (shape.size_bytes == 0) {
        const LaunchRecord *record = figure->launch->record;
        uint64_t all = record->static_shared_bytes + record->dynamic_shared_bytes;
        shape.size_bytes = all > shape.base ? all - shape.base : WORD;
    }
    uint64_t pitch = figure->wish->columns > 0 ? (uint64_t)figure->wish->columns * WORD
                                               : pitch_of(figure, &shape);
    if (pitch > 0 && pitch <= shape.size_bytes) {
        shape.columns = (uint32_t)(pitch / WORD);
        shape.rows = (uint32_t)((shape.size_bytes + pitch - 1) / pitch);
    }
    return shape;
}
