// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/bank.h"

#include "isa/base/bits.h"
#include "sim/memory/distinct.h"

#define STRIDE_MAX (1 << 24) // 32 lanes of it stay inside 32 bits

bool bank_is_free(BankMap map, const uint32_t address[32], uint32_t lanes)
{
    uint32_t taken = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t bank = UINT32_C(1) << ((address[lane] >> map.bank_shift) & map.bank_mask);
        if (taken & bank) {
            return false;
        }
        taken |= bank;
    }
    return true;
}

static uint32_t largest_power_of_two_in(uint32_t number)
{
    return number & (~number + 1);
}

// The largest number of lanes in one bank when neighbors are `step` banks apart (not 0): every
// `period`-th lane is in the same bank. Counts active lanes.
static uint32_t rows_of_step(BankMap map, uint32_t step, uint32_t lanes)
{
    uint32_t banks = map.bank_mask + 1;
    uint32_t divisor = largest_power_of_two_in(step);
    uint32_t period = divisor < banks ? banks / divisor : 1;
    uint32_t every = 0;
    for (uint32_t lane = 0; lane < 32; lane += period) {
        every |= UINT32_C(1) << lane;
    }
    uint32_t most = 0;
    for (uint32_t first = 0; first < period; first++) {
        uint32_t rows = bits_count(lanes & (every << first));
        most = rows > most ? rows : most;
    }
    return most;
}

// Finds lanes at one distance, or all on one address; 0 where they are not, or where the map does
// not serve neighboring addresses as rows of their own.
static uint32_t rows_if_regular(BankMap map, const uint32_t address[32], uint32_t lanes)
{
    uint32_t first = bits_lowest(lanes);
    uint32_t second = first + 1;
    bool has_neighbor = second < 32 && lanes >> second & 1;
    if (!has_neighbor || map.row_shift != map.bank_shift) {
        return 0;
    }
    uint32_t step = address[second] - address[first];
    bool is_whole = step % (UINT32_C(1) << map.bank_shift) == 0;
    if (!is_whole || step + STRIDE_MAX > 2 * (uint32_t)STRIDE_MAX) {
        return 0;
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (address[lane] != address[first] + (lane - first) * step) {
            return 0;
        }
    }
    return step == 0 ? 1 : rows_of_step(map, step >> map.bank_shift, lanes);
}

uint32_t bank_rows(BankMap map, const uint32_t address[32], uint32_t lanes)
{
    if (lanes == 0) {
        return 0;
    }
    if (bank_is_free(map, address, lanes)) {
        return 1;
    }
    uint32_t regular = rows_if_regular(map, address, lanes);
    if (regular != 0) {
        return regular;
    }
    uint32_t key[32]; // a row of a bank
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t bank = (address[lane] >> map.bank_shift) & map.bank_mask;
        key[lane] = (address[lane] >> map.row_shift) * 32 + bank;
    }
    return bank_lanes(map, address, distinct_lanes(key, lanes));
}

uint32_t bank_lanes(BankMap map, const uint32_t address[32], uint32_t lanes)
{
    uint8_t in_bank[32] = {0};
    uint32_t most = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t bank = (address[lane] >> map.bank_shift) & map.bank_mask;
        in_bank[bank]++;
        most = in_bank[bank] > most ? in_bank[bank] : most;
    }
    return most;
}

bool bank_is_linear(const uint32_t address[32], int32_t *stride)
{
    uint32_t step = address[1] - address[0];
    uint32_t differs = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        differs |= address[lane] ^ (address[0] + lane * step);
    }
    *stride = (int32_t)step;
    return differs == 0 && *stride > -STRIDE_MAX && *stride < STRIDE_MAX;
}

uint32_t bank_rows_linear(BankMap map, int32_t stride)
{
    if (stride == 0) {
        return 1;
    }
    uint32_t banks = map.bank_mask + 1;
    uint32_t step = (uint32_t)stride >> map.bank_shift; // sign bits do not matter: banks is 2^n
    uint32_t divisor = step & (~step + 1);              // largest power of two that divides it
    return divisor < banks ? divisor : banks;
}
