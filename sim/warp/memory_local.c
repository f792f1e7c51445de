// SPDX-License-Identifier: Apache-2.0
// Per-thread memory (.local, call parameters), kept as the hardware lays it out: 4-byte words of
// the 32 lanes next to each other. And constant memory with the kernel's parameters.
#include "sim/lane/address.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/transfer.h"

#include <string.h>

static void read_lane(const Warp *warp, uint64_t address, uint32_t lane, uint8_t *bytes,
                      uint32_t width)
{
    const uint32_t *words = warp->local + lane;
    if (width < 4) {
        uint32_t word = words[address / 4 * LANE_COUNT] >> (8 * (address & 3));
        memcpy(bytes, &word, width);
        return;
    }
    for (uint32_t i = 0; i < width; i += 4) {
        memcpy(bytes + i, &words[(address + i) / 4 * LANE_COUNT], 4);
    }
}

static void write_lane(Warp *warp, uint64_t address, uint32_t lane, const uint8_t *bytes,
                       uint32_t width)
{
    uint32_t *words = warp->local + lane;
    if (width < 4) {
        uint32_t value = 0, shift = 8 * (uint32_t)(address & 3);
        uint32_t mask = ((1u << (8 * width)) - 1) << shift;
        memcpy(&value, bytes, width);
        uint32_t *word = &words[address / 4 * LANE_COUNT];
        *word = (*word & ~mask) | (value << shift);
        return;
    }
    for (uint32_t i = 0; i < width; i += 4) {
        memcpy(&words[(address + i) / 4 * LANE_COUNT], bytes + i, 4);
    }
}

// All lanes at one word-aligned address: whole rows move.
static bool access_rows(Warp *warp, const Micro *micro, const Transfer *transfer, uint64_t address,
                        uint32_t mask)
{
    if (transfer->element_bytes != 4) {
        return false;
    }
    for (uint32_t i = 0; i < transfer->count; i++) {
        uint32_t *memory = warp->local + (address / 4 + i) * LANE_COUNT;
        uint32_t *row = (uint32_t *)(void *)transfer->row[i];
        const uint32_t *from = micro->kind == MICRO_STORE ? row : memory;
        uint32_t *to = micro->kind == MICRO_STORE ? memory : row;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            to[lane] = (mask >> lane & 1u) != 0 ? from[lane] : to[lane];
        }
    }
    return true;
}

Outcome access_local_lanes(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                           uint32_t mask)
{
    uint32_t width = micro->width_bytes;
    bool is_store = micro->kind == MICRO_STORE;
    if (bounded_check(block, warp, PTX_SPACE_LOCAL, warp_frame(warp)->local_top,
                      "per-thread memory", address, mask, width, is_store) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    bool is_uniform = address_bits64(address, 0, mask).differs == 0;
    if (!is_uniform || !access_rows(warp, micro, &transfer, address[lane_lowest(mask)], mask)) {
        uint8_t bytes[ELEMENTS_MAX * 8];
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            if (is_store) {
                transfer_store_lane(&transfer, bytes, lane);
                write_lane(warp, address[lane], lane, bytes, width);
            } else {
                read_lane(warp, address[lane], lane, bytes, width);
                transfer_load_lane(&transfer, bytes, lane);
            }
        }
    }
    if (is_store) {
        spin_written(warp);
    }
    if (micro->space != PTX_SPACE_REG) {
        count_local(block, warp, address, mask, width);
    }
    return OUTCOME_NEXT;
}

Outcome access_local(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AddressRow row = address_row(warp, micro);
    if (micro->a == ROW_NONE) {
        row.offset += warp_frame(warp)->local_base;
    }
    uint64_t address[32];
    address_sum(&row, address);
    return access_local_lanes(block, warp, micro, address, on);
}

Outcome access_parameters(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                          uint32_t on)
{
    const Launch *launch = block->launch;
    if (bounded_check(block, warp, PTX_SPACE_PARAM, launch->parameter_bytes, "the parameter block",
                      address, on, micro->width_bytes, false) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    transfer_load(&transfer, launch->parameters, 0, address, on);
    return OUTCOME_NEXT;
}

static Outcome access_variables(Block *block, Warp *warp, const Micro *micro,
                                const uint64_t address[32], uint32_t on)
{
    uint32_t width = micro->width_bytes;
    if (global_check(block, warp, micro, address, on, width, false) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    Transfer transfer = transfer_of(warp, operation_of(block, warp), micro);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        transfer_load_lane(&transfer, checked_bytes(block, address[lane], width, false), lane);
    }
    return OUTCOME_NEXT;
}

Outcome access_constant(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AddressRow row = address_row(warp, micro);
    uint64_t address[32];
    address_sum(&row, address);
    if (micro->kind == MICRO_STORE) {
        return fault_raise(block, warp, FAULT_READ_ONLY, on, "kernels cannot write %s",
                           micro->space == PTX_SPACE_PARAM ? "parameters" : "constant memory");
    }
    Outcome outcome = micro->space == PTX_SPACE_PARAM
                          ? access_parameters(block, warp, micro, address, on)
                          : access_variables(block, warp, micro, address, on);
    if (outcome == OUTCOME_NEXT) {
        count_constant(block, warp, address, on, micro->width_bytes);
    }
    return outcome;
}
