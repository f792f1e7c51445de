// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/half_warp.h"

#include "isa/base/bits.h"
#include "sim/memory/bank.h"

#include <stdbool.h>

static const BankMap word_banks = {
    .bank_shift = 2, .bank_mask = 15, .row_shift = 2, .phase_lanes = 16};
static const BankMap byte_banks = {
    .bank_shift = 2, .bank_mask = 15, .row_shift = 0, .phase_lanes = 16};

static uint32_t bank_of(uint32_t address)
{
    return (address >> 2) & 15;
}

// Stores for each lane which of the lanes read the same word. Returns whether any two do.
static bool group_by_word(const uint32_t address[32], uint32_t lanes, uint32_t same_word[32])
{
    bool is_shared = false;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        same_word[lane] = 0;
        for (uint32_t others = lanes; others != 0; others &= others - 1) {
            uint32_t other = bits_lowest(others);
            if (address[lane] >> 2 == address[other] >> 2) {
                same_word[lane] |= UINT32_C(1) << other;
            }
        }
        is_shared |= bits_count(same_word[lane]) > 1;
    }
    return is_shared;
}

// The lanes that the broadcast of this step serves.
static uint32_t choose_broadcast(const uint32_t same_word[32], uint32_t waiting)
{
    uint32_t best = 0;
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
        uint32_t served = same_word[bits_lowest(rest)] & waiting;
        if (bits_count(served) > bits_count(best)) {
            best = served;
        }
    }
    return best;
}

static uint32_t serve_step(const uint32_t address[32], const uint32_t same_word[32],
                           uint32_t waiting)
{
    uint32_t served = choose_broadcast(same_word, waiting);
    uint32_t busy = UINT32_C(1) << bank_of(address[bits_lowest(served)]);
    for (uint32_t rest = waiting & ~served; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t bank = UINT32_C(1) << bank_of(address[lane]);
        if (!(busy & bank)) {
            busy |= bank;
            served |= UINT32_C(1) << lane;
        }
    }
    return waiting & ~served;
}

uint32_t half_warp_load_step(const uint32_t address[32], uint32_t waiting)
{
    uint32_t same_word[32];
    group_by_word(address, waiting, same_word);
    return serve_step(address, same_word, waiting);
}

uint32_t half_warp_load_steps(const uint32_t address[32], uint32_t lanes)
{
    if (bank_is_free(word_banks, address, lanes)) {
        return lanes != 0;
    }
    uint32_t same_word[32];
    if (!group_by_word(address, lanes, same_word)) {
        return bank_lanes(word_banks, address, lanes);
    }
    uint32_t steps = 0;
    for (uint32_t waiting = lanes; waiting != 0; steps++) {
        waiting = serve_step(address, same_word, waiting);
    }
    return steps;
}

uint32_t half_warp_store_steps(const uint32_t address[32], uint32_t lanes)
{
    return bank_rows(byte_banks, address, lanes);
}

uint32_t half_warp_atomic_steps(const uint32_t address[32], uint32_t lanes)
{
    return bank_lanes(word_banks, address, lanes);
}
