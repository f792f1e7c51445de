// SPDX-License-Identifier: Apache-2.0
// Shared-memory costs against what an H200 counted, row by row.
#include "sim/memory/shared.h"
#include "tests/test.h"
#include "tests/unit/sim_memory/vectors.h"

static SharedAccess access_of(const char *name)
{
    return strcmp(name, "sld") == 0     ? SHARED_LOAD
           : strcmp(name, "sst") == 0   ? SHARED_STORE
           : strcmp(name, "satom") == 0 ? SHARED_ATOMIC
           : strcmp(name, "scas") == 0  ? SHARED_ATOMIC_CAS
                                        : SHARED_INCREMENT;
}

static void check_row(const LanePattern *pattern)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = (uint32_t)pattern->address[lane];
    }
    SharedCost cost = shared_cost(SHARED_MAXWELL, access_of(pattern->access), address,
                                  pattern->mask, pattern->width_bytes);
    bool is_good = EXPECT_EQ(cost.wavefronts, pattern->cost);
    is_good &= EXPECT_EQ(cost.conflicts, pattern->detail);
    if (!is_good) {
        fprintf(stderr, "    %s%u, pattern %u\n", pattern->access, pattern->width_bytes * 8,
                pattern->number);
    }
}

TEST(every_shared_access_measured_on_an_h200_costs_what_it_cost_there)
{
    EXPECT_EQ(for_each_lane_pattern('s', check_row), 816);
}
