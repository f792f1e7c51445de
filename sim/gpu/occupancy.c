// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/occupancy.h"

#define WARP_SIZE 32u
#define UNLIMITED UINT32_MAX

static uint32_t round_up(uint32_t number, uint32_t unit)
{
    return (number + unit - 1) / unit * unit;
}

static uint32_t divide_up(uint32_t number, uint32_t unit)
{
    return (number + unit - 1) / unit;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Fermi allocates registers in larger pieces for some register counts. Source: NVIDIA's
// cuda_occupancy.h of CUDA 7.0.
static uint32_t register_unit(const Gpu *gpu, uint32_t registers)
{
    static const uint32_t double_unit[] = {21, 22, 29, 30, 37, 38, 45, 46};
    bool is_fermi = gpu->compute_capability / 10 == 2;
    for (size_t at = 0; is_fermi && at < sizeof double_unit / sizeof double_unit[0]; at++) {
        if (registers == double_unit[at]) {
            return 2 * gpu->register_unit;
        }
    }
    return gpu->register_unit;
}

// A block that cannot run at all, whatever else runs.
static const char *refuse_shape(const Gpu *gpu, uint32_t threads, uint32_t registers,
                                uint32_t shared_bytes)
{
    if (threads == 0) {
        return "the block has no threads";
    }
    if (threads > gpu->threads_per_block) {
        return "the block has more threads than this GPU allows";
    }
    if (registers > gpu->registers_per_thread) {
        return "a thread needs more registers than this GPU allows";
    }
    if (shared_bytes > gpu->shared_bytes_per_block_optin) {
        return "the block needs more shared memory than this GPU allows";
    }
    return NULL;
}

static void limit_by_registers(const Gpu *gpu, uint32_t warps, uint32_t registers,
                               Occupancy *occupancy)
{
    if (registers == 0) {
        occupancy->limit_registers = UNLIMITED;
        return;
    }
    uint32_t unit = register_unit(gpu, registers);
    if (gpu->register_rule == REGISTERS_PER_BLOCK) {
        uint32_t rounded = round_up(warps, gpu->register_warp_unit);
        occupancy->registers_per_block = round_up(rounded * WARP_SIZE * registers, unit);
        occupancy->limit_registers = gpu->registers_per_sm / occupancy->registers_per_block;
        return;
    }
    uint32_t per_warp = round_up(WARP_SIZE * registers, unit);
    uint32_t parts = gpu->sub_partitions;
    occupancy->registers_per_block = per_warp * round_up(warps, parts);
    uint32_t resident = parts * (gpu->registers_per_sm / parts / per_warp);
    bool is_too_large = occupancy->registers_per_block > gpu->registers_per_block;
    occupancy->limit_registers = is_too_large ? 0 : resident / warps;
}

static void limit_by_shared(const Gpu *gpu, uint32_t shared_bytes, Occupancy *occupancy)
{
    uint32_t per_block = round_up(shared_bytes + gpu->shared_reserved_bytes, gpu->shared_unit);
    occupancy->shared_per_block = per_block;
    occupancy->limit_shared = per_block == 0 ? UNLIMITED : gpu->shared_bytes_per_sm / per_block;
}

static uint32_t limits_at(const Occupancy *occupancy, uint32_t blocks)
{
    return (occupancy->limit_warps == blocks ? OCCUPANCY_WARPS : 0u) |
           (occupancy->limit_blocks == blocks ? OCCUPANCY_BLOCKS : 0u) |
           (occupancy->limit_shared == blocks ? OCCUPANCY_SHARED : 0u) |
           (occupancy->limit_registers == blocks ? OCCUPANCY_REGISTERS : 0u);
}

static const char *refuse_size(const Occupancy *occupancy)
{
    return occupancy->limit_registers == 0
               ? "the block needs more registers than this GPU has for one"
           : occupancy->limit_shared == 0 ? "the block needs more shared memory than an SM has"
                                          : "the block has more warps than an SM holds";
}

Occupancy occupancy(const Gpu *gpu, uint32_t threads, uint32_t registers, uint32_t shared_bytes)
{
    Occupancy result = {.refusal = refuse_shape(gpu, threads, registers, shared_bytes)};
    if (result.refusal != NULL) {
        return result;
    }
    uint32_t warps = divide_up(threads, WARP_SIZE);
    bool is_per_block = gpu->register_rule == REGISTERS_PER_BLOCK;
    uint32_t rounded = is_per_block ? round_up(warps, gpu->register_warp_unit) : warps;
    result.limit_warps = gpu->warps_per_sm / rounded;
    result.limit_blocks = gpu->blocks_per_sm;
    limit_by_shared(gpu, shared_bytes, &result);
    limit_by_registers(gpu, warps, registers, &result);
    uint32_t blocks = least(least(result.limit_warps, result.limit_blocks),
                            least(result.limit_shared, result.limit_registers));
    result.blocks_per_sm = blocks;
    result.warps_per_sm = blocks * warps;
    result.fraction = (double)result.warps_per_sm / gpu->warps_per_sm;
    result.limited_by = limits_at(&result, blocks);
    result.refusal = blocks == 0 ? refuse_size(&result) : NULL;
    return result;
}

Occupancy occupancy_of_estimate(const Gpu *gpu, uint32_t threads, uint32_t *registers,
                                uint32_t shared_bytes)
{
    Occupancy whole = occupancy(gpu, threads, *registers, shared_bytes), fewer = whole;
    uint32_t assumed = *registers;
    bool is_too_large = whole.refusal != NULL && threads > 0 && whole.limit_registers == 0;
    while (is_too_large && fewer.refusal != NULL && (assumed - 1) * 3 >= *registers * 2) {
        fewer = occupancy(gpu, threads, --assumed, shared_bytes);
    }
    if (!is_too_large || fewer.refusal != NULL) {
        return whole;
    }
    *registers = assumed;
    return fewer;
}

void occupancy_put_limits(uint32_t limited_by, const char *between, Text *out)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } limits[] = {{OCCUPANCY_WARPS, "warps"},
                  {OCCUPANCY_BLOCKS, "blocks"},
                  {OCCUPANCY_SHARED, "shared memory"},
                  {OCCUPANCY_REGISTERS, "registers"}};
    bool is_first = true;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if ((limited_by & limits[i].bit) != 0) {
            text_printf(out, "%s%s", is_first ? "" : between, limits[i].name);
            is_first = false;
        }
    }
}
