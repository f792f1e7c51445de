// SPDX-License-Identifier: Apache-2.0
// rate.def names lane functions in full, and each takes the rate of its own row.
#include "sim/time/micro_time.h"
#include "tests/test.h"

#include <math.h>

enum { SUBJECTS = LANE_OP_COUNT + LANE4_OP_COUNT };

typedef struct Entry {
    const char *rate; // NULL: of the row before
    uint32_t subject;
} Entry;

static const Entry entries[] = {
#define RATE(rate, latency) {#rate "/" #latency, SUBJECTS},
#define OF(name)            {NULL, LANE_##name},
#define OF4(name)           {NULL, LANE_OP_COUNT + LANE4_##name},
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

// Cycles for which one machine instruction of a lane function holds its pipe.
static double interval_of(const Gpu *gpu, LaneOp op)
{
    Arena arena = {0};
    Micro micro = {.kind = MICRO_LANE,
                   .function = (uint16_t)op,
                   .pipe = PIPE_FMA,
                   .issues = 1,
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
    double interval = program_time(&program, gpu, &arena).micros[0].interval;
    arena_clear(&arena);
    return interval;
}

// 8 results per cycle for floats and 24-bit products: CUDA C Programming Guide 5.5, table 2. The
// row of integer multiply-add must not take the float one of cc 1.x.
TEST(float_multiply_add_of_cc_1x_has_the_rate_of_its_pipe)
{
    const Gpu *gpu = gpu_preset("gtx280");
    EXPECT(fabs(interval_of(gpu, LANE_MAD_1X_F32) - 4) < 0.01);
    EXPECT(fabs(interval_of(gpu, LANE_MUL24_LO_S32) - 4) < 0.01);
}

// 64 products per cycle on an H200, 16 on a GF100.
TEST(later_products_take_their_own_rate)
{
    EXPECT(fabs(interval_of(gpu_preset("h200"), LANE_MUL_LO_32) - 2) < 0.01);
    EXPECT(fabs(interval_of(gpu_preset("gtx480"), LANE_MAD_LO_32) - 4) < 0.01);
}
