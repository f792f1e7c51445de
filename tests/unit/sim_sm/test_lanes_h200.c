// SPDX-License-Identifier: Apache-2.0
// What an H200 made of every lane function, under every spelling and modifier, on 512 inputs each
// (traces/h200/lanes.bin), and of the approximate functions on millions of inputs (sweeps.csv;
// tests/hardware/lane_vectors says how both were recorded): ours give the same bits, on every level
// of vector instructions.
#include "tests/hardware/lane_vectors/lane_vectors.h"
#include "tests/hardware/lane_vectors/sweeps.h"
#include "tests/test.h"
#include "tests/unit/sim_sm/lane_rows.h"

#include <stdlib.h>

#define RECORDING  LOCKSTEP_SOURCE_DIR "/traces/h200/lanes.bin"
#define SWEEPS     LOCKSTEP_SOURCE_DIR "/traces/h200/sweeps.csv"
#define RECORD_MAX 4096

// One recorded kernel: its results, `bytes` each (0: one bit each).
typedef struct Record {
    const char *name; // not terminated
    uint32_t name_length, bytes;
    const uint8_t *results;
    bool is_replayed;
} Record;

typedef struct Recording {
    uint8_t *content;
    uint32_t count;
    Record records[RECORD_MAX];
} Recording;

static Recording recording;

static uint64_t little_endian(const uint8_t *at, uint32_t bytes)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        value |= (uint64_t)at[i] << (i * 8);
    }
    return value;
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t room = (size_t)16 << 20;
    uint8_t *content = malloc(room);
    *size = content == NULL ? 0 : fread(content, 1, room, file);
    fclose(file);
    return content;
}

// Layout: tests/hardware/lane_vectors/record_lanes.cu.
static bool load_recording(void)
{
    if (recording.content != NULL) {
        return EXPECT(recording.count > 0);
    }
    size_t size = 0, at = 24;
    uint8_t *content = recording.content = read_file(RECORDING, &size);
    if (!EXPECT(content != NULL) || !EXPECT(size > at) ||
        !EXPECT(memcmp(content, VECTOR_MAGIC, 8) == 0) ||
        !EXPECT_EQ(little_endian(content + 8, 4), VECTOR_COUNT) ||
        !EXPECT_EQ(little_endian(content + 16, 8), vector_checksum())) {
        return false;
    }
    uint32_t count = (uint32_t)little_endian(content + 12, 4);
    for (uint32_t i = 0; i < count && i < RECORD_MAX; i++) {
        uint32_t bytes = content[at], name_length = content[at + 1];
        size_t length = bytes == 0 ? VECTOR_COUNT / 8 : (size_t)VECTOR_COUNT * bytes;
        recording.records[i] = (Record){(const char *)content + at + 2, name_length, bytes,
                                        content + at + 2 + name_length, false};
        at += 2 + name_length + length;
        if (!EXPECT(at <= size)) {
            return false;
        }
    }
    recording.count = count;
    return EXPECT(at == size);
}

// Variants come in the order of the recording, but for rows that were added since.
static Record *find_record(const Variant *variant)
{
    static uint32_t next;
    size_t length = strlen(variant->name);
    for (uint32_t i = 0; i < recording.count; i++) {
        Record *record = &recording.records[(next + i) % recording.count];
        if (record->name_length == length && memcmp(record->name, variant->name, length) == 0) {
            next = (next + i + 1) % recording.count;
            return record;
        }
    }
    return NULL;
}

static uint64_t recorded_result(const Record *record, uint32_t index)
{
    if (record->bytes == 0) {
        return record->results[index / 8] >> (index % 8) & 1;
    }
    return little_endian(record->results + (size_t)index * record->bytes, record->bytes);
}

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
            uint64_t recorded = recorded_result(record, first + lane);
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
    Record *record = find_record(variant);
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
    if (!load_recording()) {
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
    if (variant->kind == VARIANT_LANE && find_record(variant) != NULL) {
        ((bool *)context)[variant->function] = true;
    }
}

TEST(every_lane_function_of_ptx_is_in_the_recording)
{
    static bool is_recorded[LANE_OP_COUNT];
    if (!load_recording()) {
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

TEST_MAIN()
