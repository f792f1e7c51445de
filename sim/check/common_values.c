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

// The words that neighboring lanes access: *words from the result on.
static size_t words_of(const LaneAccess *access, const LaneRun *lanes, uint64_t base,
                       uint32_t *words)
{
    uint64_t first = access->address[lanes->lane] - base;
    uint32_t count = lanes->is_same ? 1 : lanes->count;
    *words = (uint32_t)((first % 4 + (uint64_t)count * access->width_bytes + 3) / 4);
    return (size_t)(first / 4);
}

static bool is_row_valid(const uint8_t *row, uint32_t count)
{
    uint64_t all = UINT64_MAX, eight;
    for (; count >= sizeof eight; count -= (uint32_t)sizeof eight, row += sizeof eight) {
        memcpy(&eight, row, sizeof eight);
        all &= eight;
    }
    for (uint32_t i = 0; i < count; i++) {
        all &= row[i] | ~UINT64_C(0x0f);
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
    for (uint32_t i = 0; i < access->shape->run_count; i++) {
        uint32_t words;
        size_t first = words_of(access, &access->shape->runs[i], base, &words);
        if (!is_row_valid(valid + first, words)) {
            return false;
        }
    }
    return true;
}

static bool make_all_valid(const LaneAccess *access)
{
    uint64_t base;
    uint8_t *valid = valid_words(access, &base);
    if (valid == NULL || access->width_bytes < 4) {
        return are_all_valid(access);
    }
    for (uint32_t i = 0; i < access->shape->run_count; i++) {
        uint32_t words;
        uint8_t *at = valid + words_of(access, &access->shape->runs[i], base, &words);
        for (uint32_t k = 0; k < words; k++) {
            at[k] = (uint8_t)((at[k] & MEMORY_ALLOCATED) | 15u);
        }
    }
    return true;
}

bool values_are_common(const LaneAccess *access)
{
    return access->writes && !access->reads ? make_all_valid(access) : are_all_valid(access);
}
