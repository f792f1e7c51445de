// SPDX-License-Identifier: Apache-2.0
#include "sim/lane/address.h"

#include "sim/lane/mask.h"

#include <string.h>

#define LEVEL(name) name##_baseline
#define LEVEL_TARGET
#include "sim/lane/address_level.inc"

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_LEVELS   1
#define LEVEL(name)  name##_avx2
#define LEVEL_TARGET __attribute__((target("avx2")))
#include "sim/lane/address_level.inc"
#define LEVEL(name)  name##_avx512
#define LEVEL_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
#include "sim/lane/address_level.inc"
#endif

const AddressTable *address_table(const char *level)
{
#ifdef HAS_LEVELS
    if (strcmp(level, "avx512") == 0) {
        return &table_avx512;
    }
    if (strcmp(level, "avx2") == 0) {
        return &table_avx2;
    }
#endif
    (void)level;
    return &table_baseline;
}

AddressBits address_bits64(const uint64_t address[32], uint64_t base, uint32_t mask)
{
    AddressBits bits = {0, 0};
    uint64_t first = address[lane_lowest(mask)];
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint64_t at = address[lane_lowest(rest)];
        bits.all |= at - base;
        bits.differs |= at ^ first;
    }
    return bits;
}

AddressBits32 address_bits32(const uint32_t address[32], uint32_t mask)
{
    uint32_t all = 0, differs = 0, first = address[lane_lowest(mask)];
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t at = address[lane_lowest(rest)];
        all |= at;
        differs |= at ^ first;
    }
    return (AddressBits32){all, differs, 1};
}

void address_bounds64(const uint64_t address[32], uint32_t mask, uint64_t *lowest,
                      uint64_t *highest)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint64_t at = address[lane_lowest(rest)];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    *lowest = low;
    *highest = high;
}

uint32_t address_highest32(const uint32_t address[32], uint32_t mask)
{
    uint32_t high = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t at = address[lane_lowest(rest)];
        high = at > high ? at : high;
    }
    return high;
}
