// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/constant.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static ConstantCost cost_of(uint32_t compute_capability, uint32_t divisor, uint32_t mask)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = 64 + 4 * (uint64_t)(lane / divisor);
    }
    return constant_cost(constant_request_lanes(compute_capability), address, mask);
}

// CUDA C Programming Guide 5.5, 5.3.2: throughput falls by the number of different addresses.
TEST(each_distinct_address_of_a_warp_is_an_access)
{
    EXPECT_EQ(cost_of(20, 32, ALL_LANES).accesses, 1);
    EXPECT_EQ(cost_of(20, 16, ALL_LANES).accesses, 2);
    EXPECT_EQ(cost_of(90, 1, ALL_LANES).accesses, 32);
    EXPECT_EQ(cost_of(90, 1, ALL_LANES).conflicts, 31);
    EXPECT_EQ(cost_of(90, 1, 0x00000101).accesses, 2);
}

TEST(cc_1_serves_half_warps_apart)
{
    EXPECT_EQ(cost_of(10, 32, ALL_LANES).requests, 2);
    EXPECT_EQ(cost_of(10, 32, ALL_LANES).accesses, 2);
    EXPECT_EQ(cost_of(10, 32, ALL_LANES).conflicts, 0);
    EXPECT_EQ(cost_of(13, 4, ALL_LANES).accesses, 8);
    EXPECT_EQ(cost_of(13, 4, 0x0000ffff).requests, 1);
}

TEST(no_lane_costs_nothing)
{
    ConstantCost cost = cost_of(10, 1, 0);
    EXPECT(cost.requests == 0 && cost.accesses == 0 && cost.conflicts == 0);
}
