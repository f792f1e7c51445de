// SPDX-License-Identifier: Apache-2.0
// rate.def names lane functions in full, and sequences have the rates and latencies that were
// measured for them as a whole.
#include "sim/time/micro_time.h"
#include "tests/test.h"

#include <math.h>

enum { SUBJECTS = LANE_OP_COUNT + LANE4_OP_COUNT };

typedef struct Entry {
    const char *rate; // NULL: of the row before
    uint32_t subject;
} Entry;

static const Entry entries[] = {
#define RATE(rate, latency, of) {#rate "/" #latency, SUBJECTS},
#define OF(name)                {NULL, LANE_##name},
#define OF4(name)               {NULL, LANE_OP_COUNT + LANE4_##name},
#include "sim/time/rate.def"
#undef RATE
#undef OF
#undef OF4
};

TEST(a_lane_function_has_one_rate_at_most_and_every_rate_one_lane_function)
{
    static uint8_t rows_of[SUBJECTS];
    size_t count = sizeof entries / sizeof *entries;
    for (size_t i = 0; i < count; i++) {
        uint32_t subject = entries[i].subject;
        if (entries[i].rate != NULL) {
            printf("\n%s:", entries[i].rate);
            EXPECT(i + 1 < count && entries[i + 1].rate == NULL); // not a row of nothing
            continue;
        }
        const char *name = subject < LANE_OP_COUNT ? lane_info[subject].name
                                                   : lane4_info[subject - LANE_OP_COUNT].name;
        printf(" %s", name);
        if (!EXPECT(++rows_of[subject] == 1)) {
            fprintf(stderr, "    %s\n", name);
        }
    }
    printf("\n");
}

// A multiplication of f16 on an H200, and what traces/h200/tensor/rates.csv has for it.
static void check_part(TilePart part, MicroKind kind, float interval, float latency)
{
    const Gpu *gpu = gpu_preset("h200");
    part.tile.type[TILE_A] = part.tile.type[TILE_B] = PTX_TYPE_F16;
    Micro micro = {.kind = (uint8_t)kind,
                   .type = PTX_TYPE_B32,
                   .pipe = PIPE_TENSOR,
                   .issues = 1,
                   .guard = PREDICATE_NONE,
                   .d = ROW_NONE,
                   .d2 = ROW_NONE,
                   .a = 0,
                   .b = ROW_NONE,
                   .c = ROW_NONE,
                   .e = ROW_NONE,
                   .addend = {1, 2, 3, 4},
                   .data = {1, 2, 3, 4}};
    MachineProgram program = {.target = {.compute_capability = 90},
                              .code = &micro,
                              .code_count = 1,
                              .tiles = &part,
                              .tile_count = 1};
    Arena arena = {0};
    ProgramTime time = program_time(&program, gpu, &arena);
    EXPECT(fabsf(time.micros[0].interval - interval) < 0.07f * interval);
    EXPECT(fabsf(time.micros[0].latency - latency) <= 0.07f * latency);
    arena_clear(&arena);
}

static void check_matrix(const MatrixTile *tile, MicroKind kind, float interval, float latency)
{
    check_part((TilePart){.tile = *tile}, kind, interval, latency);
}

// A product of a warpgroup, of k = 16 or with a sparse a 32, and half of the cycles that
// traces/h200/hopper/rates.csv has for two warpgroups. The warp does not wait for it.
static void check_group(uint32_t n, bool is_sparse, bool reads_a, float interval)
{
    TilePart part = {.tile = {.m = 16, .n = 8, .k = is_sparse ? 32 : 16, .is_sparse = is_sparse},
                     .count = (uint8_t)(n / 8),
                     .reads_a = reads_a};
    part.tile.operation = TILE_MULTIPLY_GROUP;
    check_part(part, is_sparse ? MICRO_SPARSE_MULTIPLY : MICRO_MATRIX_MULTIPLY, interval, 0);
}

TEST(a_product_of_a_warpgroup_takes_as_long_as_measured)
{
    check_group(8, false, true, 18.1f);
    check_group(32, false, true, 24.1f);
    check_group(256, false, true, 128.0f);
    check_group(8, false, false, 13.0f);
    check_group(64, false, false, 32.0f);
    check_group(16, true, true, 24.1f);
    check_group(64, true, true, 48.1f);
    check_group(256, true, true, 144.3f);
    check_group(256, true, false, 128.3f);
}

TEST(a_matrix_multiplication_takes_as_long_as_measured)
{
    const MatrixTile dense = {.m = 16, .n = 8, .k = 16};
    const MatrixTile sparse[] = {{.m = 16, .n = 8, .k = 16, .is_sparse = true},
                                 {.m = 16, .n = 8, .k = 32, .is_sparse = true}};
    check_matrix(&dense, MICRO_MATRIX_MULTIPLY, 7.0f, 30.8f);
    check_matrix(&sparse[0], MICRO_SPARSE_MULTIPLY, 6.8f, 20.8f);
    check_matrix(&sparse[1], MICRO_SPARSE_MULTIPLY, 9.6f, 32.9f);
}

// One lane function on one GPU, with as many machine instructions as cost.def has.
static MicroTime time_of(const Gpu *gpu, LaneOp op, MachinePipe pipe)
{
    Arena arena = {0};
    Micro micro = {.kind = MICRO_LANE,
                   .function = (uint16_t)op,
                   .pipe = (uint8_t)pipe,
                   .issues = (uint8_t)machine_issues(op, gpu->compute_capability),
                   .guard = PREDICATE_NONE,
                   .d = 0,
                   .d2 = ROW_NONE,
                   .a = 0,
                   .b = ROW_NONE,
                   .c = ROW_NONE,
                   .e = ROW_NONE,
                   .data = {ROW_NONE, ROW_NONE, ROW_NONE, ROW_NONE}};
    MachineFunction function = {.row_count = 1};
    MachineProgram program = {
        .code = &micro, .code_count = 1, .functions = &function, .function_count = 1};
    MicroTime time = program_time(&program, gpu, &arena).micros[0];
    arena_clear(&arena);
    return time;
}

// Cycles for which a warp's operation holds its pipe.
static double cycles_of(const Gpu *gpu, LaneOp op)
{
    MicroTime time = time_of(gpu, op, PIPE_FMA);
    return (time.issues > 1 ? time.issues : 1) * (double)time.interval;
}

// Cycles until its result can be used.
static double latency_of(const Gpu *gpu, LaneOp op)
{
    MicroTime time = time_of(gpu, op, PIPE_FMA);
    return (time.issues - 1) * (double)time.gap + (double)time.latency;
}

// Wong et al., ISPASS 2010, tables III and IV: 1.7 products and 1.4 multiply-adds of 32 bits per
// cycle, after 96 and 120 cycles. Products of 24 bits and of floats: 8 per cycle, CUDA C
// Programming Guide 5.5, table 2 (Wong et al. measured 7.9).
TEST(products_of_gt200_take_what_was_measured)
{
    const Gpu *gpu = gpu_preset("gtx280");
    EXPECT(fabs(cycles_of(gpu, LANE_MUL_LO_32) - 32 / 1.7) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_MAD_LO_32) - 32 / 1.4) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_MUL24_LO_S32) - 4) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_MUL_WIDE_U16) - 4) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_MAD_1X_F32) - 4) < 0.01);
    EXPECT(fabs(latency_of(gpu, LANE_MUL_LO_32) - 96) < 0.01);
    EXPECT(fabs(latency_of(gpu, LANE_MAD_LO_32) - 120) < 0.01);
}

// 64 products per cycle on an H200, 16 on a GF100.
TEST(later_products_are_one_instruction)
{
    EXPECT(fabs(cycles_of(gpu_preset("h200"), LANE_MUL_LO_32) - 2) < 0.01);
    EXPECT(fabs(cycles_of(gpu_preset("gtx480"), LANE_MAD_LO_32) - 4) < 0.01);
}

// traces/h200/instructions.csv: sequences as wholes, the multiplications that hold their pipe for
// two, and the first GPUs, for which nothing of it holds.
TEST(sequences_take_what_was_measured)
{
    const Gpu *gpu = gpu_preset("h200"), *older = gpu_preset("gtx980");
    EXPECT(fabs(latency_of(gpu, LANE_DIV_U32) - 124) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_DIV_U32) - 24) < 0.01);
    EXPECT(fabs(latency_of(gpu, LANE_RSQRT_APPROX) - 38) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_RSQRT_APPROX) - 8) < 0.01);
    EXPECT(fabs(latency_of(gpu, LANE_MUL_WIDE_U32) - 9) < 0.01);
    EXPECT(fabs(cycles_of(gpu, LANE_MUL_WIDE_U32) - 4) < 0.01);
    EXPECT_EQ(time_of(gpu, LANE_DIV_U32, PIPE_ALU).pipe, PIPE_XU);
    uint32_t issues = machine_issues(LANE_DIV_U32, 52);
    EXPECT(fabs(latency_of(older, LANE_DIV_U32) - issues * older->lat_alu) < 0.01);
    EXPECT_EQ(time_of(older, LANE_DIV_U32, PIPE_ALU).pipe, PIPE_ALU);
}

// traces/h200/instructions.csv: eight warps take 31.03 cycles for each rem.s32 and the addition
// behind it.
TEST(a_division_holds_its_scheduler_for_longer_than_its_instructions_take)
{
    const Gpu *gpu = gpu_preset("h200"), *older = gpu_preset("gtx980");
    MicroTime rem = time_of(gpu, LANE_REM_S32, PIPE_ALU);
    EXPECT_EQ(rem.issues + rem.slow_issues, 30);
    EXPECT_EQ(time_of(gpu, LANE_MUL_HI_U64, PIPE_FMA).slow_issues, 0);
    EXPECT_EQ(time_of(older, LANE_REM_S32, PIPE_ALU).slow_issues, 0);
}

// Doubles where they are as wide as on an H200; an RTX 3090 has a thirty-second of its rate.
TEST(sequences_of_doubles_are_those_of_wide_units)
{
    EXPECT(fabs(latency_of(gpu_preset("h200"), LANE_DIV_F64) - 123) < 1);
    const Gpu *narrow = gpu_preset("rtx3090");
    MicroTime time = time_of(narrow, LANE_DIV_F64, PIPE_FP64);
    EXPECT(fabs((double)time.gap - narrow->lat_alu) < 0.01);
}

TEST(additions_run_on_either_pipe_since_volta)
{
    EXPECT(time_of(gpu_preset("h200"), LANE_ADD_32, PIPE_ALU).is_movable);
    EXPECT(!time_of(gpu_preset("h200"), LANE_MIN_S32, PIPE_ALU).is_movable);
    EXPECT(!time_of(gpu_preset("gtx980"), LANE_ADD_32, PIPE_ALU).is_movable);
}

// A predicate guards 14 cycles after its comparison on an H200, 10 later than it could be read; a
// taken branch takes 10. Where nobody has measured them, as any result, and twice that.
TEST(guards_and_branches_wait_for_predicates)
{
    static const char *const names[] = {"h200", "gtx980"};
    for (uint32_t i = 0; i < 2; i++) {
        const Gpu *gpu = gpu_preset(names[i]);
        Arena arena = {0};
        Micro micro = {.kind = MICRO_BRANCH,
                       .pipe = PIPE_CBU,
                       .issues = 1,
                       .guard = 0,
                       .d = ROW_NONE,
                       .d2 = ROW_NONE,
                       .a = ROW_NONE,
                       .b = ROW_NONE,
                       .c = ROW_NONE,
                       .e = ROW_NONE};
        MachineFunction function = {.row_count = 3, .predicate_count = 1};
        MachineProgram program = {
            .code = &micro, .code_count = 1, .functions = &function, .function_count = 1};
        MicroTime time = program_time(&program, gpu, &arena).micros[0];
        EXPECT_EQ(time.guard_cycles, i == 0 ? 10 : 0);
        EXPECT(time.guard_cycles == 0 || time.guard == 3); // the first slot after the rows
        EXPECT(fabs((double)time.latency - (i == 0 ? 10 : 2 * gpu->lat_alu)) < 0.01);
        arena_clear(&arena);
    }
}
