// SPDX-License-Identifier: Apache-2.0
#include "sim/sm/address.h"

#define FULL 0xffffffffu

static AddressShape shape_masked64(const uint64_t row[32], uint32_t mask)
{
    uint64_t base = row[__builtin_ctz(mask)], differs = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        differs |= row[__builtin_ctz(rest)] ^ base;
    }
    return differs == 0 ? ADDRESS_UNIFORM : ADDRESS_SCATTERED;
}

AddressShape address_shape64(const uint64_t row[32], uint32_t mask, uint32_t width_bytes)
{
    if (mask != FULL) {
        return shape_masked64(row, mask);
    }
    uint64_t base = row[0];
    if (row[31] - base != (uint64_t)31 * width_bytes && row[31] != base) {
        return ADDRESS_SCATTERED;
    }
    uint64_t step = row[31] == base ? 0 : width_bytes;
    uint64_t differs = 0, expected = base;
    for (unsigned lane = 0; lane < 32; lane++) {
        differs |= row[lane] ^ expected;
        expected += step;
    }
    if (differs != 0) {
        return ADDRESS_SCATTERED;
    }
    return step == 0 ? ADDRESS_UNIFORM : ADDRESS_LINEAR;
}

AddressShape address_shape32(const uint32_t row[32], uint32_t mask, uint32_t width_bytes)
{
    if (mask != FULL) {
        uint32_t first = row[__builtin_ctz(mask)], differs = 0;
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            differs |= row[__builtin_ctz(rest)] ^ first;
        }
        return differs == 0 ? ADDRESS_UNIFORM : ADDRESS_SCATTERED;
    }
    uint32_t base = row[0];
    if ((row[31] - base != 31 * width_bytes || row[31] < base) && row[31] != base) {
        return ADDRESS_SCATTERED;
    }
    uint32_t step = row[31] == base ? 0 : width_bytes;
    uint32_t differs = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        differs |= row[lane] ^ (base + lane * step);
    }
    if (differs != 0) {
        return ADDRESS_SCATTERED;
    }
    return step == 0 ? ADDRESS_UNIFORM : ADDRESS_LINEAR;
}

uint64_t address_bounds(const uint64_t address[32], uint32_t mask, uint64_t *lowest,
                        uint64_t *highest)
{
    uint64_t low = UINT64_MAX, high = 0, all = 0;
    if (mask == FULL) {
        for (unsigned lane = 0; lane < 32; lane++) {
            uint64_t at = address[lane];
            low = at < low ? at : low;
            high = at > high ? at : high;
            all |= at;
        }
    } else {
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint64_t at = address[__builtin_ctz(rest)];
            low = at < low ? at : low;
            high = at > high ? at : high;
            all |= at;
        }
    }
    *lowest = low;
    *highest = high;
    return all;
}
