// SPDX-License-Identifier: Apache-2.0
#include "sim/device/constants.h"

#include <string.h>

// Little-endian bytes, as in device memory, extended to 64 bits.
static uint64_t parameter_value(const Launch *launch, const MachineConstant *constant)
{
    uint64_t value = 0;
    uint32_t width_bytes = constant->width_bytes < 8 ? constant->width_bytes : 8;
    for (uint32_t i = 0; i < width_bytes && constant->bits + i < launch->parameter_bytes; i++) {
        value |= (uint64_t)launch->parameters[constant->bits + i] << (8 * i);
    }
    uint32_t bits = 8 * width_bytes;
    if (constant->is_signed && bits > 0 && bits < 64 && (value >> (bits - 1) & 1) != 0) {
        value |= ~UINT64_C(0) << bits;
    }
    return value;
}

// Special registers that are the same for all threads of a launch (PTX ISA, "Special Registers");
// false for the others.
static bool special_value(const ConstantSources *sources, PtxSpecial special, uint64_t *value)
{
    const Launch *launch = sources->launch;
    const uint32_t *grid = launch->grid, *block = launch->block, *cluster = launch->cluster;
    uint32_t shared = sources->occupancy->shared_per_block;
    uint32_t reserved = launch->gpu->shared_reserved_bytes;
    switch (special) {
    case PTX_SPECIAL_NTID_X: *value = block[0]; return true;
    case PTX_SPECIAL_NTID_Y: *value = block[1]; return true;
    case PTX_SPECIAL_NTID_Z: *value = block[2]; return true;
    case PTX_SPECIAL_NCTAID_X: *value = grid[0]; return true;
    case PTX_SPECIAL_NCTAID_Y: *value = grid[1]; return true;
    case PTX_SPECIAL_NCTAID_Z: *value = grid[2]; return true;
    case PTX_SPECIAL_NCLUSTERID_X: *value = grid[0] / cluster[0]; return true;
    case PTX_SPECIAL_NCLUSTERID_Y: *value = grid[1] / cluster[1]; return true;
    case PTX_SPECIAL_NCLUSTERID_Z: *value = grid[2] / cluster[2]; return true;
    case PTX_SPECIAL_CLUSTER_NCTAID_X: *value = cluster[0]; return true;
    case PTX_SPECIAL_CLUSTER_NCTAID_Y: *value = cluster[1]; return true;
    case PTX_SPECIAL_CLUSTER_NCTAID_Z: *value = cluster[2]; return true;
    case PTX_SPECIAL_CLUSTER_NCTARANK: *value = cluster[0] * cluster[1] * cluster[2]; return true;
    case PTX_SPECIAL_IS_EXPLICIT_CLUSTER:
        *value = sources->is_explicit_cluster ? UINT32_MAX : 0;
        return true;
    case PTX_SPECIAL_NWARPID: *value = launch->gpu->warps_per_sm; return true;
    case PTX_SPECIAL_NSMID: *value = launch->gpu->sm_count; return true;
    case PTX_SPECIAL_GRIDID: *value = sources->launch_id; return true;
    case PTX_SPECIAL_DYNAMIC_SMEM_SIZE: *value = launch->dynamic_shared_bytes; return true;
    case PTX_SPECIAL_TOTAL_SMEM_SIZE:
        *value = shared > reserved ? shared - reserved : 0;
        return true;
    case PTX_SPECIAL_AGGR_SMEM_SIZE: *value = shared; return true;
    // Where a cooperative grid synchronizes; CUDA's cooperative_groups/details/driver_abi.h.
    case PTX_SPECIAL_ENVREG1: *value = sources->grid_workspace >> 32; return true;
    case PTX_SPECIAL_ENVREG2: *value = sources->grid_workspace & UINT32_MAX; return true;
    case PTX_SPECIAL_CURRENT_GRAPH_EXEC: *value = 0; return true; // not launched from a graph
    default: return false;
    }
}

static bool constant_value(const ConstantSources *sources, const MachineConstant *constant,
                           uint64_t *value, Text *refusal)
{
    switch (constant->kind) {
    case CONSTANT_LITERAL: *value = constant->bits; return true;
    case CONSTANT_FUNCTION: *value = constant->bits + 1; return true; // 0 is no function
    case CONSTANT_PARAMETER: *value = parameter_value(sources->launch, constant); return true;
    case CONSTANT_VARIABLE:
        *value = place_address(sources->placement, constant->variable) + constant->bits;
        if (!constant->is_64 && *value > UINT32_MAX) {
            text_printf(refusal,
                        "the address of '%s' is used as a 32-bit value; device addresses have 64 "
                        "bits (compile with .address_size 64)",
                        constant->variable->name);
            return false;
        }
        return true;
    default: break;
    }
    if (!special_value(sources, constant->special, value)) {
        text_printf(refusal, "special register %s is not supported",
                    ptx_special_name(constant->special));
        return false;
    }
    return true;
}

bool constants_fill(const ConstantSources *sources, uint32_t *rows, Text *refusal)
{
    const MachineProgram *program = sources->launch->program;
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const MachineConstant *constant = &program->constants[i];
        uint32_t *row = rows + (size_t)constant->row * LANE_COUNT;
        uint64_t value = 0;
        if (!constant_value(sources, constant, &value, refusal)) {
            return false;
        }
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            if (constant->is_64) {
                memcpy(row + 2 * lane, &value, sizeof(value));
            } else {
                row[lane] = (uint32_t)value;
            }
        }
    }
    return true;
}
