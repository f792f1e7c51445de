// SPDX-License-Identifier: Apache-2.0
// Rows of traces/h200/probes/prints.csv, less the instructions of the kernel around the call.
#include "sim/warp/print_cost.h"
#include "tests/test.h"

#include <stdlib.h>

TEST(a_call_executes_what_an_h200_counts)
{
    static const struct {
        PrintShape shape;
        uint32_t lanes;
        int32_t instructions;
    } rows[] = {
        {{.format_bytes = 2}, 1, 6818},
        {{.format_bytes = 64}, 1, 7810},
        {{.format_bytes = 256}, 1, 18074},
        {{.format_bytes = 2}, UINT32_MAX, 7281},
        {{.format_bytes = 3, .arguments = 1}, 1, 6783},
        {{.format_bytes = 24, .arguments = 8}, 1, 6636},
        {{.format_bytes = 24, .arguments = 8}, UINT32_MAX, 7099},
        {{.format_bytes = 3, .arguments = 1, .strings = 1, .string_bytes = 4}, 1, 7042},
        {{.format_bytes = 2, .arguments = 1, .strings = 1, .string_bytes = 64}, 1, 9426},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        SlowCost cost = print_cost(&rows[i].shape, rows[i].lanes);
        EXPECT(abs(cost.issues - rows[i].instructions) <= rows[i].instructions / 500);
        EXPECT_EQ(cost.lanes, rows[i].lanes);
    }
}

TEST(all_lanes_execute_most_of_a_call)
{
    PrintShape shape = {.format_bytes = 3, .arguments = 1};
    EXPECT_EQ(print_cost(&shape, 1).threads, print_cost(&shape, 1).issues);
    int32_t threads = print_cost(&shape, UINT32_MAX).threads;
    EXPECT(abs(threads - 228739) < 1200); // argument_1 with 32 lanes
}
