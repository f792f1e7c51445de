// SPDX-License-Identifier: Apache-2.0
// The common case: all bytes of an access are initialized, or become so.
#include "sim/check/unit.h"

#include <string.h>

// The bits of the words from *base on, where all lanes' words have theirs together; else NULL.
static uint8_t *valid_words(const LaneAccess *access, uint64_t *base)
{
    *base = access->region == NULL ? 0 : access->region->base;
    return access->is_own_shared    ? access->context->shared_valid
           : access->region != NULL ? access->region->valid
                                    : NULL;
}

// All lanes access a word each, one after another.
static bool are_consecutive_words(const LaneAccess *access)
{
    uint64_t differs = access->width_bytes ^ 4u;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        differs |= access->address[lane] ^ (access->address[0] + (uint64_t)lane * 4);
    }
    return differs == 0 && access->lanes == FULL_MASK;
}

static bool is_row_valid(const uint8_t *row)
{
    uint64_t words[LANE_COUNT / 8], all = UINT64_MAX;
    memcpy(words, row, sizeof words);
    for (uint32_t i = 0; i < LANE_COUNT / 8; i++) {
        all &= words[i];
    }
    return (~all & UINT64_C(0x0f0f0f0f0f0f0f0f)) == 0;
}

static bool are_all_valid(const LaneAccess *access)
{
    uint64_t base;
    const uint8_t *valid = valid_words(access, &base);
    if (valid == NULL) {
        return access->region != NULL; // everything there is initialized
    }
    if (are_consecutive_words(access)) {
        return is_row_valid(valid + (access->address[0] - base) / 4);
    }
    uint32_t words = (access->width_bytes + 3) / 4, all = 15;
    uint64_t last = UINT64_MAX; // neighbors often read the same
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[lane_lowest(rest)];
        if (address == last) {
            continue;
        }
        last = address;
        const uint8_t *at = valid + (address - base) / 4;
        for (uint32_t i = 0; i < words; i++) {
            all &= at[i];
        }
    }
    return all == 15;
}

static bool make_all_valid(const LaneAccess *access)
{
    uint64_t base;
    uint8_t *valid = valid_words(access, &base);
    if (valid == NULL || access->width_bytes < 4) {
        return are_all_valid(access);
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint8_t *at = valid + (access->address[lane_lowest(rest)] - base) / 4;
        for (uint32_t i = 0; i < access->width_bytes / 4; i++) {
            at[i] = (uint8_t)((at[i] & MEMORY_ALLOCATED) | 15u);
        }
    }
    return true;
}

bool values_are_common(const LaneAccess *access)
{
    return access->writes && !access->reads ? make_all_valid(access) : are_all_valid(access);
}
