// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/shared_map.h"

#include "isa/base/bits.h"
#include "sim/memory/half_warp.h"
#include "sim/memory/shared_rule.h"

#include <string.h>

#define HALF_WARP_BANKS 16u

static SharedPhase *add_phase(SharedMap *map, uint32_t lanes, uint32_t offset_bytes)
{
    SharedPhase *phase = &map->phases[map->phase_count++];
    memset(phase, 0, sizeof *phase);
    phase->lanes = lanes;
    phase->offset_bytes = offset_bytes;
    return phase;
}

// Lanes before `lane` that wait for the same bank, counted once for each row, or each lane where
// equal rows are not served together. Where its row was met before, its pass is that of the row.
static uint32_t pass_of(const SharedPhase *phase, BankMap banks, const uint32_t address[32],
                        uint32_t lane, bool is_serial)
{
    uint32_t passes = 0;
    uint32_t before = phase->lanes & ((UINT32_C(1) << lane) - 1);
    for (; before != 0; before &= before - 1) {
        uint32_t other = bits_lowest(before);
        if (phase->bank[other] != phase->bank[lane]) {
            continue;
        }
        if (!is_serial && address[other] >> banks.row_shift == address[lane] >> banks.row_shift) {
            return phase->wavefront[other];
        }
        passes = phase->wavefront[other] + 1u > passes ? phase->wavefront[other] + 1u : passes;
    }
    return passes;
}

// Banks and passes of lanes that the banks serve row by row.
static void serve_rows(SharedPhase *phase, BankMap banks, const uint32_t address[32],
                       bool is_serial)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        phase->bank[lane] = (uint8_t)((address[lane] >> banks.bank_shift) & banks.bank_mask);
        phase->wavefront[lane] = (uint8_t)pass_of(phase, banks, address, lane, is_serial);
    }
}

// cc 1.x loads: the broadcast word of a step is chosen anew each time.
static void serve_half_warp_load(SharedPhase *phase, BankMap banks, const uint32_t address[32])
{
    uint8_t pass = 0;
    for (uint32_t waiting = phase->lanes; waiting != 0; pass++) {
        uint32_t left = half_warp_load_step(address, waiting);
        for (uint32_t rest = waiting & ~left; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            phase->bank[lane] = (uint8_t)((address[lane] >> banks.bank_shift) & banks.bank_mask);
            phase->wavefront[lane] = pass;
        }
        waiting = left;
    }
}

static void note_lane(SharedPhase *phase, uint32_t lane)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t other = bits_lowest(rest);
        if (phase->bank[other] == phase->bank[lane] &&
            phase->wavefront[other] == phase->wavefront[lane]) {
            phase->together[lane] |= UINT32_C(1) << other;
        }
    }
    if (phase->wavefront[lane] >= phase->wavefronts) {
        phase->wavefronts = phase->wavefront[lane] + 1u;
        phase->fullest_bank = phase->bank[lane];
    }
}

// What follows from banks and passes; banks of a wide access become the first of its own.
static void finish_phase(SharedPhase *phase, uint32_t lane_banks)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        note_lane(phase, bits_lowest(rest));
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        phase->bank[lane] = (uint8_t)(phase->bank[lane] * lane_banks);
    }
    phase->fullest_bank *= lane_banks;
}

static void map_half_warps(SharedAccess access, const uint32_t address[32], uint32_t mask,
                           uint32_t width_bytes, SharedMap *map)
{
    BankMap banks = {.bank_shift = 2,
                     .bank_mask = HALF_WARP_BANKS - 1,
                     .row_shift = access == SHARED_STORE ? 0 : 2,
                     .phase_lanes = 16};
    map->banks = HALF_WARP_BANKS;
    for (uint32_t offset = 0; offset == 0 || offset < width_bytes; offset += 4) {
        uint32_t part[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            part[lane] = address[lane] + offset;
        }
        for (uint32_t first = 0; first < 32; first += 16) {
            uint32_t lanes = mask & shared_phase_mask(first, 16);
            if (lanes == 0) {
                continue;
            }
            SharedPhase *phase = add_phase(map, lanes, offset);
            if (access == SHARED_LOAD) {
                serve_half_warp_load(phase, banks, part);
            } else {
                serve_rows(phase, banks, part, access != SHARED_STORE);
            }
            finish_phase(phase, 1);
        }
    }
}

static uint32_t last_pass(const SharedPhase *phase, uint32_t lanes)
{
    uint32_t passes = 0;
    for (uint32_t rest = phase->lanes & lanes; rest != 0; rest &= rest - 1) {
        uint32_t pass = phase->wavefront[bits_lowest(rest)] + 1u;
        passes = pass > passes ? pass : passes;
    }
    return passes;
}

// Fermi, 128 bits: one pass more than the fuller quarter-warp needs. The guide gives the count and
// no order; here the first quarter takes the first passes and the second one the last.
static void serve_fermi_quads(SharedPhase *phase, BankMap banks, const uint32_t address[32],
                              uint32_t first)
{
    uint32_t all = phase->lanes, quarter[2], passes[2];
    for (uint32_t i = 0; i < 2; i++) {
        quarter[i] = all & shared_phase_mask(first + 8 * i, 8);
        phase->lanes = quarter[i];
        serve_rows(phase, banks, address, false);
        passes[i] = last_pass(phase, quarter[i]);
    }
    phase->lanes = all;
    uint32_t shift = 1 + (passes[0] > passes[1] ? passes[0] - passes[1] : 0);
    for (uint32_t rest = quarter[1]; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        phase->wavefront[lane] = (uint8_t)(phase->wavefront[lane] + shift);
    }
    phase->wavefronts = 1 + (passes[0] > passes[1] ? passes[0] : passes[1]);
}

static void map_phases(BankMap banks, bool is_serial, bool is_fermi_quad,
                       const uint32_t address[32], uint32_t mask, SharedMap *map)
{
    uint32_t phase_lanes = is_fermi_quad ? 16 : banks.phase_lanes;
    map->lane_banks = map->banks / (banks.bank_mask + 1);
    for (uint32_t first = 0; first < 32; first += phase_lanes) {
        uint32_t lanes = mask & shared_phase_mask(first, phase_lanes);
        if (lanes == 0) {
            continue;
        }
        SharedPhase *phase = add_phase(map, lanes, 0);
        if (is_fermi_quad) {
            serve_fermi_quads(phase, banks, address, first);
        } else {
            serve_rows(phase, banks, address, is_serial);
        }
        finish_phase(phase, map->lane_banks);
    }
}

void shared_map(SharedRule rule, SharedAccess access, const uint32_t address[32], uint32_t mask,
                uint32_t width_bytes, SharedMap *map)
{
    *map = (SharedMap){.banks = 32, .bank_bytes = 4, .lane_banks = 1, .repeats = 1};
    map->cost = shared_cost(rule, access, address, mask, width_bytes);
    access = shared_access_of(rule, access);
    map->repeats = access == SHARED_ATOMIC_CAS ? 2 : 1;
    if (rule == SHARED_HALF_WARP) {
        map_half_warps(access, address, mask, width_bytes, map);
        return;
    }
    map->bank_bytes = rule == SHARED_KEPLER_64 ? 8 : 4;
    bool is_serial = shared_is_serial(access);
    map_phases(shared_bank_map(rule, access, address, mask, width_bytes), is_serial,
               rule == SHARED_FERMI && width_bytes == 16 && !is_serial, address, mask, map);
}

void shared_map_matrix(const uint32_t address[32], uint32_t matrices, SharedMap *map)
{
    *map = (SharedMap){.banks = 32, .bank_bytes = 4, .lane_banks = 1, .repeats = 1};
    map->cost = shared_cost_matrix(address, matrices);
    uint32_t rows = shared_phase_mask(0, matrices >= 4 ? 32 : 8 * matrices);
    // Eight lanes of 128 bits a phase; rows are not paired as those of plain loads may be.
    map_phases(shared_bank_map(SHARED_MAXWELL, SHARED_STORE, address, rows, 16), false, false,
               address, rows, map);
}
