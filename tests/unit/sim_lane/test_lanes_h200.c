// SPDX-License-Identifier: Apache-2.0
// What an H200 made of every lane function, under every spelling and modifier, on 512 inputs each
// (traces/h200/lanes.bin), and of the approximate functions on millions of inputs (sweeps.csv;
// tests/hardware/lane_vectors says how both were recorded): ours give the same bits, on every level
// of vector instructions.
#include "tests/hardware/lane_vectors/recording.h"
#include "tests/hardware/lane_vectors/sweeps.h"
#include "tests/unit/sim_lane/lane_rows.h"

#include <inttypes.h>

#define SWEEPS LOCKSTEP_SOURCE_DIR "/traces/h200/sweeps.csv"

static Recording recording;

// -- replaying a variant

static void fill(LaneRows *rows, const Variant *variant, uint32_t first)
{
    const LaneType types[5] = {variant->d, variant->a, variant->b, variant->c, variant->e};
    memset(rows, 0, sizeof *rows);
    for (uint32_t operand = 1; operand < 5; operand++) {
        for (uint32_t lane = 0; lane < LANE_COUNT && types[operand] != LANE_TYPE_NONE; lane++) {
            uint64_t value =
                vector_input(types[operand], operand - 1, variant_is_unary(variant), first + lane);
            lane_set_element(rows, operand, types[operand], lane, value);
        }
    }
    bool has_table = variant->kind == VARIANT_LANE4 && variant->function == LANE4_LOP3;
    for (uint32_t lane = 0; lane < LANE_COUNT && has_table; lane++) {
        lane_set_element(rows, 4, LANE_TYPE_U32, lane, variant->table);
    }
}

static void execute_carry(const Variant *variant, LaneRows *rows)
{
    uint32_t in = 0, out = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        in |= (uint32_t)(lane_element(rows, 4, LANE_TYPE_U32, lane) >> 31) << lane;
    }
    lane_carry(&variant->micro, rows->row[0], rows->row[1], rows->row[2], rows->row[3],
               variant->e == LANE_TYPE_NONE ? NULL : &in, &out, UINT32_MAX);
    if (variant->is_high) {
        memcpy(rows->row[0], &out, sizeof out);
    }
}

static void execute_atomic(const Variant *variant, LaneRows *rows)
{
    const Micro *micro = &variant->micro;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint64_t value = lane_atomic(
            (PtxSuffix)micro->function, (PtxType)micro->type, (PtxSpace)micro->space,
            lane_element(rows, 1, variant->a, lane), lane_element(rows, 2, variant->b, lane),
            lane_element(rows, 3, variant->c, lane));
        lane_set_element(rows, 0, variant->d, lane, value);
    }
}

static void execute(const LaneTable *table, const Variant *variant, LaneRows *rows)
{
    uint64_t(*row)[LANE_COUNT] = rows->row;
    switch (variant->kind) {
    case VARIANT_LANE: lane_execute(table, &variant->micro, rows); return;
    case VARIANT_LANE4:
        table->function4[variant->function](row[0], row[1], row[2], row[3], row[4], UINT32_MAX);
        return;
    case VARIANT_CARRY: execute_carry(variant, rows); return;
    case VARIANT_ATOMIC: execute_atomic(variant, rows); return;
    }
}

// The bits of the register that PTX stores; what lies above them is not said.
static uint64_t stored_bits(const Variant *variant)
{
    int bits = variant->d == LANE_TYPE_P ? 1 : variant_register_bits(variant, variant->d);
    return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
}

static void print_difference(const Variant *variant, const LaneTable *table, uint32_t index,
                             uint64_t ours, uint64_t recorded)
{
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    fprintf(stderr, "%s (%s):", variant->name, table->level);
    for (uint32_t at = 0; at < 4 && types[at] != LANE_TYPE_NONE; at++) {
        fprintf(stderr, " 0x%" PRIx64,
                vector_input(types[at], at, variant_is_unary(variant), index));
    }
    fprintf(stderr, " gives 0x%" PRIx64 ", the H200 0x%" PRIx64 "\n", ours, recorded);
}

static void replay_on(const LaneTable *table, const Variant *variant, const Record *record)
{
    uint32_t differences = 0;
    for (uint32_t first = 0; first < VECTOR_COUNT; first += LANE_COUNT) {
        LaneRows rows;
        fill(&rows, variant, first);
        execute(table, variant, &rows);
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            uint64_t ours = lane_element(&rows, 0, variant->d, lane) & stored_bits(variant);
            uint64_t recorded = record_result(record, first + lane);
            if (ours != recorded && differences++ < 3) {
                print_difference(variant, table, first + lane, ours, recorded);
            }
        }
    }
    EXPECT_EQ(differences, 0);
}

static void replay(const Variant *variant, void *context)
{
    (void)context;
    Record *record = recording_find(&recording, variant);
    if (record == NULL) {
        fprintf(stderr, "%s is not in the recording\n", variant->name);
        return;
    }
    record->is_replayed = true;
    for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
        replay_on(lane_table_at(level), variant, record);
    }
}

TEST(lane_functions_give_the_bits_of_an_h200)
{
    if (!recording_load(&recording)) {
        return;
    }
    vectors_each(replay, NULL);
    for (uint32_t i = 0; i < recording.count; i++) {
        const Record *record = &recording.records[i];
        if (!EXPECT(record->is_replayed)) {
            fprintf(stderr, "no variant is named %.*s\n", (int)record->name_length, record->name);
        }
    }
}

// -- every row is exercised: here or, having a key of ours, in test_lanes_own.c

static void note_function(const Variant *variant, void *context)
{
    if (variant->kind == VARIANT_LANE && recording_find(&recording, variant) != NULL) {
        ((bool *)context)[variant->function] = true;
    }
}

TEST(every_lane_function_of_ptx_is_in_the_recording)
{
    static bool is_recorded[LANE_OP_COUNT];
    if (!recording_load(&recording)) {
        return;
    }
    vectors_each(note_function, is_recorded);
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        if (!EXPECT(is_recorded[op] || !is_recordable(lane_info[op].keys))) {
            fprintf(stderr, "%s is not recorded\n", lane_info[op].name);
        }
    }
}

// -- sweeps

// The lane function of a sweep's spelling; .ftz is part of some keys and a flag of others.
static Micro sweep_micro(const Sweep *sweep)
{
    Micro micro = {.kind = MICRO_LANE, .function = (uint16_t)lane_find(sweep->spelling)};
    const char *ftz = strstr(sweep->spelling, ".ftz");
    if (micro.function == LANE_OP_COUNT && ftz != NULL) {
        char key[64];
        snprintf(key, sizeof key, "%.*s%s", (int)(ftz - sweep->spelling), sweep->spelling, ftz + 4);
        micro.function = (uint16_t)lane_find(key);
        micro.flags = MICRO_FTZ;
    }
    return micro;
}

static uint64_t hash_of_chunk(const LaneTable *table, const Sweep *sweep, uint32_t first)
{
    const Micro micro = sweep_micro(sweep);
    const LaneInfo *info = &lane_info[micro.function];
    uint32_t shift = lane_is_wide(info->a) ? 32 : 0;
    uint64_t hash = SWEEP_HASH_START;
    for (uint32_t at = 0; at < SWEEP_CHUNK && first + at < sweep->count; at += LANE_COUNT) {
        LaneRows rows = {{{0}}};
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            uint32_t index = first + at + lane;
            uint64_t input = sweep->first + sweep->step * index;
            lane_set_element(&rows, 1, info->a, lane, input << shift);
            lane_set_element(&rows, 2, info->b, lane, sweep_second(sweep, index));
        }
        lane_execute(table, &micro, &rows);
        for (uint32_t lane = 0; lane < LANE_COUNT && first + at + lane < sweep->count; lane++) {
            uint64_t result = lane_element(&rows, 0, info->d, lane) >> shift;
            hash = sweep_hash(hash, (uint32_t)result);
        }
    }
    return hash;
}

static void compare_chunk(uint32_t index, uint32_t first, uint64_t hash)
{
    const Sweep *sweep = &sweeps[index];
    if (!EXPECT(sweep_micro(sweep).function < LANE_OP_COUNT)) {
        return;
    }
    for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
        const LaneTable *table = lane_table_at(level);
        if (!EXPECT_EQ(hash_of_chunk(table, sweep, first), hash)) {
            fprintf(stderr, "%s from input 0x%x (%s)\n", sweep->spelling,
                    sweep->first + sweep->step * first, table->level);
        }
    }
}

TEST(approximate_functions_give_the_bits_of_an_h200_on_millions_of_inputs)
{
    FILE *file = fopen(SWEEPS, "r");
    if (!EXPECT(file != NULL)) {
        return;
    }
    char line[256], spelling[64];
    uint32_t index = 0, first = 0, chunks = 0;
    uint64_t hash;
    EXPECT(fgets(line, sizeof line, file) != NULL); // the header
    while (fgets(line, sizeof line, file) != NULL) {
        if (!EXPECT(sscanf(line, "%u,%63[^,],%u,%" SCNx64, &index, spelling, &first, &hash) == 4) ||
            !EXPECT(index < SWEEP_COUNT) || !EXPECT_TEXT(spelling, sweeps[index].spelling)) {
            break;
        }
        compare_chunk(index, first, hash);
        chunks++;
    }
    fclose(file);
    EXPECT_EQ(chunks, sweep_chunk_count());
}
