// SPDX-License-Identifier: Apache-2.0
// Global-access costs against what an H200 counted, row by row.
#include "sim/memory/coalesce.h"
#include "tests/test.h"
#include "tests/unit/sim_memory/vectors.h"

static GlobalAccess access_of(const char *name)
{
    return strcmp(name, "gld") == 0     ? GLOBAL_LOAD
           : strcmp(name, "gst") == 0   ? GLOBAL_STORE
           : strcmp(name, "gatom") == 0 ? GLOBAL_ATOMIC
                                        : GLOBAL_REDUCE;
}

static void check_row(const LanePattern *pattern)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = UINT64_C(0x7f4000000000) + pattern->address[lane];
    }
    GlobalAccess access = access_of(pattern->access);
    GlobalCost cost =
        coalesce(COALESCE_SECTORS, access, address, pattern->mask, pattern->width_bytes, true);
    GlobalCost sectors =
        coalesce(COALESCE_SECTORS, GLOBAL_LOAD, address, pattern->mask, pattern->width_bytes, true);
    bool is_good = EXPECT_EQ(cost.sectors, pattern->cost);
    is_good &= EXPECT_EQ(cost.lines, pattern->detail);
    is_good &= EXPECT_EQ(sectors.sectors, pattern->theoretical);
    if (!is_good) {
        fprintf(stderr, "    %s%u, pattern %u\n", pattern->access, pattern->width_bytes * 8,
                pattern->number);
    }
}

TEST(every_global_access_measured_on_an_h200_costs_what_it_cost_there)
{
    EXPECT_EQ(for_each_lane_pattern('g', check_row), 748);
}
