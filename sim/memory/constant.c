// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/constant.h"

#include "sim/memory/footprint.h"
#include "sim/memory/segments.h"

uint32_t constant_request_lanes(uint32_t compute_capability)
{
    return compute_capability < 20 ? 16 : 32;
}

ConstantCost constant_cost(uint32_t request_lanes, const uint64_t address[32], uint32_t mask)
{
    ConstantCost cost = {0};
    for (uint32_t lane = 0; lane < 32; lane += request_lanes) {
        uint32_t lanes = mask & segments_lane_mask(lane, request_lanes);
        cost.requests += lanes != 0;
        cost.accesses += footprint(address, lanes, 1).addresses;
    }
    cost.conflicts = cost.accesses - cost.requests;
    return cost;
}
