// SPDX-License-Identifier: Apache-2.0
// The slow paths of divisions and roots: what an H200 counted for each class of operands and for
// warps with many of them (traces/h200/probes/slow_paths.csv; the program that was counted says
// what its rows are), where its short sequences end (slow_path_sweep.csv), and that the filters
// leave out no lane.
#include "sim/lane/bits.h"
#include "sim/lane/lanes.h"
#include "tests/test.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBES LOCKSTEP_SOURCE_DIR "/traces/h200/probes/"

// The operations of the probe. Of the nine that a kernel executes, the first has no short sequence
// (nobody reads its result) and others have moves that the table does not: what the machine code
// has more, for all nine together, with each lane that is slow, and with each way.
typedef struct Operation {
    const char *text;
    SlowOp op;
    int instructions, threads, branches, targets, ways, fp64, cbu;
    int left_out; // the first has no short sequence to leave out: fma and xu together
} Operation;

static const Operation operations[] = {
    {"div.rn.f32", SLOW_DIV_F32, 1, 1, 0, 0, 0, 0, 0, 0},
    {"div.rn.ftz.f32", SLOW_DIV_FTZ_F32, 1, 1, 0, 0, 0, 0, 0, 0},
    {"rcp.rn.f32", SLOW_RCP_F32, 0, 4, -1, -1, 0, 0, 0, 4},
    {"rcp.rn.ftz.f32", SLOW_RCP_FTZ_F32, 0, 4, -1, -1, 0, 0, 0, 4},
    {"sqrt.rn.f32", SLOW_SQRT_F32, 2, 6, 1, 0, -1, 0, 2, 4},
    {"sqrt.rn.ftz.f32", SLOW_SQRT_FTZ_F32, 2, 6, 1, 0, -1, 0, 2, 4},
    {"div.rn.f64", SLOW_DIV_F64, 0, 0, 0, 0, 0, 0, 0, 0},
    {"rcp.rn.f64", SLOW_RCP_F64, -4, -4, 0, 0, 0, 0, 0, 0},
    {"sqrt.rn.f64", SLOW_SQRT_F64, 5, 5, 0, 0, 0, 2, 0, 0},
    {"rsqrt.approx.f64", SLOW_RSQRT_F64, -2, -2, 0, 0, 0, 0, 0, 0},
};

enum { OPERATIONS = sizeof operations / sizeof *operations, EXECUTED = 9, CLASSES = 8 };

// The columns of slow_paths.csv after the lanes.
typedef enum Column {
    CYCLES,
    INSTRUCTIONS,
    THREADS,
    BRANCHES,
    TARGETS,
    DIVERGENT,
    ALU,
    FMA,
    FP64,
    XU,
    CBU,
    COLUMNS
} Column;

typedef struct Recorded {
    char kind[16], operation[32], a[16], b[16];
    uint32_t lanes;
    double values[COLUMNS];
} Recorded;

static bool read_row(FILE *file, Recorded *row)
{
    char line[512], *at = line;
    char *texts[] = {row->kind, row->operation, row->a, row->b};
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        size_t bytes = strcspn(at, ",");
        memcpy(texts[i], at, bytes);
        texts[i][bytes] = '\0';
        at += bytes + 1;
    }
    row->lanes = (uint32_t)strtoul(at, &at, 10);
    for (int i = 0; i < COLUMNS; i++) {
        row->values[i] = strtod(at + 1, &at);
    }
    return true;
}

static const Operation *operation_of(const char *text)
{
    for (int i = 0; i < OPERATIONS; i++) {
        if (strcmp(operations[i].text, text) == 0) {
            return &operations[i];
        }
    }
    return NULL;
}

static const char *const class_names[CLASSES] = {"1.5",  "0",        "denormal", "tiny",
                                                 "huge", "infinity", "nan",      "-3"};

static uint64_t class_bits(bool is_wide, uint32_t number)
{
    const double wide[] = {1.5, 0, 4e-310, 4e-300, 4e300, INFINITY, NAN, -3};
    const float narrow[] = {1.5f, 0, 4e-40f, 4e-37f, 2e38f, INFINITY, NAN, -3};
    return is_wide ? bits_of_f64(wide[number]) : bits_of_f32(narrow[number]);
}

static uint64_t named_bits(bool is_wide, const char *name)
{
    uint32_t number = 0;
    while (number < CLASSES - 1 && strcmp(class_names[number], name) != 0) {
        number++;
    }
    return class_bits(is_wide, number);
}

// As in the probe.
static uint32_t mixed_class(uint32_t seed, uint32_t lane, uint32_t operand)
{
    uint32_t x = (seed * 64 + lane * 2 + operand + 1) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return x >> 13 & (seed % 2 == 0 ? 1 : 7);
}

typedef struct Rows {
    _Alignas(64) uint64_t wide[LANE_COUNT];
    _Alignas(64) uint32_t narrow[LANE_COUNT];
} Rows;

static const void *row_of(const Rows *rows, bool is_wide)
{
    return is_wide ? (const void *)rows->wide : rows->narrow;
}

static void set_lane(Rows *rows, uint32_t lane, uint64_t bits)
{
    rows->wide[lane] = bits;
    rows->narrow[lane] = (uint32_t)bits;
}

static SlowCost cost_of(const Operation *operation, const Recorded *row)
{
    bool is_wide = slow_filter[operation->op].is_wide, is_mixed = strcmp(row->kind, "mixed") == 0;
    bool has_b = slow_filter[operation->op].has_b;
    uint32_t seed = (uint32_t)strtoul(row->a, NULL, 10);
    Rows a, b;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_special = lane < row->lanes;
        uint64_t x = is_mixed     ? class_bits(is_wide, mixed_class(seed, lane, 0))
                     : is_special ? named_bits(is_wide, row->a)
                                  : class_bits(is_wide, 0);
        uint64_t y = is_mixed     ? class_bits(is_wide, mixed_class(seed, lane, 1))
                     : is_special ? named_bits(is_wide, row->b)
                                  : class_bits(is_wide, 0);
        set_lane(&a, lane, has_b ? x : y);
        set_lane(&b, lane, y);
    }
    return slow_path_cost(operation->op, false, row_of(&a, is_wide), row_of(&b, is_wide),
                          UINT32_MAX, UINT32_MAX);
}

// is_loose: several ways of f64 roots and reciprocals, of which the hardware sometimes lets lanes
// go together for a while: as many instructions, with more lanes.
static void expect_counts(const Operation *o, const SlowCost *cost, const double *recorded,
                          bool is_loose)
{
    int lanes = __builtin_popcount(cost->lanes), slow = cost->lanes != 0;
    int left_out = cost->lanes == UINT32_MAX ? o->left_out : 0;
    int ways = slow ? (int)cost->diverged + (cost->lanes == UINT32_MAX) : 0;
    int branches = cost->branches + cost->calls + cost->joins;
    int cbu = cost->calls + cost->joins + cost->bssy;
    EXPECT_EQ(EXECUTED * cost->issues + slow * o->instructions + left_out, recorded[INSTRUCTIONS]);
    double threads = EXECUTED * cost->threads + lanes * o->threads;
    EXPECT(is_loose ? fabs(threads - recorded[THREADS]) < 0.08 * recorded[THREADS]
                    : threads == recorded[THREADS]);
    EXPECT_EQ(EXECUTED * branches + slow * o->branches + ways * o->ways, recorded[BRANCHES]);
    EXPECT_EQ(EXECUTED * (cost->branches + cost->calls) + slow * o->targets + ways * o->ways,
              recorded[TARGETS]);
    EXPECT_EQ(EXECUTED * (int)cost->diverged, recorded[DIVERGENT]);
    EXPECT_EQ(EXECUTED * cost->fp64 + slow * o->fp64, recorded[FP64]);
    EXPECT_EQ(EXECUTED * cost->xu + (left_out != 0 && recorded[XU] != EXECUTED * cost->xu),
              recorded[XU]);
    EXPECT_EQ(EXECUTED * cbu + slow * o->cbu, recorded[CBU]);
}

// Cycles: each class within 3, and warps with many ways are off by 5 % at most in the mean.
TEST(warps_take_what_an_h200_counted)
{
    Recorded row, base = {0};
    uint32_t classes = 0, mixed = 0;
    double error = 0;
    FILE *file = fopen(PROBES "slow_paths.csv", "r");
    EXPECT(file != NULL);
    char header[512];
    bool has_row = file != NULL && fgets(header, sizeof header, file) != NULL;
    while (has_row && read_row(file, &row)) {
        const Operation *operation = operation_of(row.operation);
        bool is_mixed = strcmp(row.kind, "mixed") == 0;
        if (operation == NULL || strcmp(row.kind, "once") == 0) {
            continue;
        }
        if (strcmp(base.operation, row.operation) != 0) {
            base = row; // 1.5 by 1.5
        }
        for (int i = 0; i < COLUMNS; i++) {
            row.values[i] -= base.values[i];
        }
        SlowCost cost = cost_of(operation, &row);
        bool is_wide = slow_filter[operation->op].is_wide;
        expect_counts(operation, &cost, row.values,
                      is_mixed && is_wide && operation->op != SLOW_DIV_F64);
        double off = fabs((double)cost.cycles - row.values[CYCLES]);
        classes += !is_mixed;
        EXPECT(is_mixed || off <= 3);
        if (is_mixed) {
            mixed++;
            error += off / row.values[CYCLES];
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    EXPECT_EQ(classes, 3 * 128 + 7 * 16);
    EXPECT_EQ(mixed, 10 * 12);
    EXPECT(error / mixed < 0.05);
}

// The pairs of exponents of a line of slow_path_sweep.csv from *at on: the next one at which the
// cycles change.
static bool next_change(char **at, uint32_t *exponent, uint32_t *cycles)
{
    char *end;
    *exponent = (uint32_t)strtoul(*at, &end, 10);
    if (end == *at || *end != '=') {
        return false;
    }
    *cycles = (uint32_t)strtoul(end + 1, at, 10);
    return true;
}

static bool is_short(const Operation *operation, uint64_t a, uint64_t b)
{
    bool is_wide = slow_filter[operation->op].is_wide;
    Rows x, y;
    set_lane(&x, 0, a);
    set_lane(&y, 0, b);
    const void *row_a = row_of(&x, is_wide), *row_b = row_of(&y, is_wide);
    return slow_path_cost(operation->op, true, row_a, row_b, 1, 1).lanes == 0;
}

// Of each pair, whether it took as long as the short sequence: 91 cycles in f32, 159 in f64.
static uint32_t check_sweep_line(char *line)
{
    char *fields[6];
    uint32_t wrong = 0;
    for (int i = 0; i < 6; i++) {
        fields[i] = line;
        line += strcspn(line, ",");
        *line++ = '\0';
    }
    const Operation *operation = operation_of(fields[1]);
    bool is_wide = operation != NULL && slow_filter[operation->op].is_wide;
    uint32_t step = (uint32_t)strtoul(fields[2], NULL, 10), count = is_wide ? 2048 : 256;
    uint32_t shift = is_wide ? 52 : 23;
    uint32_t next = 0, cycles = 0, next_cycles = 0;
    char *at;
    uint64_t a = strtoull(fields[5], &at, 10) << shift | strtoull(fields[3], NULL, 16);
    at++; // ':'
    bool has_next = operation != NULL && next_change(&at, &next, &next_cycles);
    EXPECT(has_next);
    for (uint32_t e = 0; has_next && e < count; e += step) {
        if (e == next) {
            cycles = next_cycles;
            if (!next_change(&at, &next, &next_cycles)) {
                next = count;
            }
        }
        uint64_t b = (uint64_t)e << shift | strtoull(fields[4], NULL, 16);
        wrong += is_short(operation, a, b) != (cycles == (is_wide ? 159u : 91u));
    }
    return wrong;
}

TEST(short_sequences_end_at_the_exponents_of_an_h200)
{
    static char line[1 << 16];
    uint32_t lines = 0, wrong = 0;
    FILE *file = fopen(PROBES "slow_path_sweep.csv", "r");
    EXPECT(file != NULL);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        lines++;
        wrong += check_sweep_line(line);
    }
    if (file != NULL) {
        fclose(file);
    }
    EXPECT_EQ(lines, 5 * 256);
    EXPECT_EQ(wrong, 0);
}

static uint64_t state = 1;

// Of all exponents, those at the ends of their range more often; sometimes without a mantissa.
static uint64_t random_operand(bool is_wide)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t bits = state >> 32 | state << 32;
    uint32_t shift = is_wide ? 52 : 23, choice = bits >> 40 & 7;
    uint64_t most = is_wide ? 0x7ff : 0xff, mantissa = (UINT64_C(1) << shift) - 1;
    uint64_t exponent = choice == 0   ? (bits >> 20 & 3)
                        : choice == 1 ? most - (bits >> 20 & 3)
                        : choice < 5  ? most / 2 - 3 + (bits >> 20 & 7)
                                      : (bits >> 20 & most);
    uint64_t sign = (bits >> 50 & 1) << (is_wide ? 63 : 31);
    return sign | exponent << shift | ((bits >> 52 & 3) == 0 ? 0 : bits & mantissa);
}

// Every level of vector instructions finds the lanes that the filter does not exclude, and all slow
// lanes are among them.
TEST(filters_exclude_no_slow_lane)
{
    uint32_t slow = 0, outside = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        SlowOp op = (SlowOp)(1 + i % (SLOW_OP_COUNT - 1));
        const SlowFilter *filter = &slow_filter[op];
        Rows a, b;
        uint32_t wanted = 0, mask = (uint32_t)random_operand(true) | 1u << i % 32;
        bool is_far = false;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            set_lane(&a, lane, random_operand(filter->is_wide));
            set_lane(&b, lane, random_operand(filter->is_wide));
            uint64_t x[] = {a.wide[lane], b.wide[lane]};
            for (uint32_t k = 0; k < 1u + filter->has_b; k++) {
                uint64_t distance = filter->scale * x[k] - filter->first;
                bool is_out = (filter->is_wide ? distance : (uint32_t)distance) >= filter->count;
                bool is_not_near = ((x[k] - filter->near) & filter->mask) != 0;
                wanted |= (uint32_t)is_out << lane;
                is_far |= is_not_near;
                EXPECT(is_not_near || !is_out);
            }
        }
        const void *x = row_of(&a, filter->is_wide), *y = row_of(&b, filter->is_wide);
        for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
            uint32_t found = 0;
            lane_table_at(level)->suspect[op](&found, x, y, NULL, mask);
            EXPECT_EQ(found, wanted & mask);
            EXPECT_EQ(lane_table_at(level)->is_far[op](x, y), is_far);
        }
        SlowCost cost = slow_path_cost(op, false, x, y, mask, UINT32_MAX);
        EXPECT_EQ(cost.lanes & ~(wanted & mask), 0);
        EXPECT(cost.lanes == 0 || (cost.issues > 0 && cost.cycles > 0));
        slow += cost.lanes != 0;
        outside += wanted != 0;
    }
    EXPECT(slow > 15000 && outside > 15000);
}

TEST(micro_ops_with_slow_paths_are_those_of_cost_def)
{
    Micro micro = {.kind = MICRO_LANE, .function = LANE_DIV_F32, .issues = 12, .has_paths = true};
    EXPECT_EQ(slow_op_of(&micro, 90), SLOW_DIV_F32);
    EXPECT_EQ(slow_op_of(&micro, 13), SLOW_NONE); // GT200 has other sequences
    micro.flags = MICRO_FTZ;
    EXPECT_EQ(slow_op_of(&micro, 90), SLOW_DIV_FTZ_F32);
    micro.function = LANE_SQRT_F64;
    EXPECT_EQ(slow_op_of(&micro, 90), SLOW_SQRT_F64);
    micro.round = MICRO_RZ;
    EXPECT_EQ(slow_op_of(&micro, 90), SLOW_NONE);
    micro = (Micro){.kind = MICRO_LANE, .function = LANE_ADD_F32, .issues = 1};
    EXPECT_EQ(slow_op_of(&micro, 90), SLOW_NONE);
}

// A kernel that calls the subroutine from one place need not move the operands there.
TEST(moves_are_left_out_where_there_is_one_call)
{
    Rows a = {0}, b = {0};
    set_lane(&b, 0, class_bits(true, 0));
    SlowCost several = slow_path_cost(SLOW_DIV_F64, false, a.wide, b.wide, 1, 1);
    SlowCost one = slow_path_cost(SLOW_DIV_F64, true, a.wide, b.wide, 1, 1);
    EXPECT_EQ(several.issues - one.issues, 4);
    EXPECT_EQ(several.cycles, one.cycles);
}
