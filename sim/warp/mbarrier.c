// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/mbarrier.h"

#define COUNT_MASK   ((UINT64_C(1) << 20) - 1)
#define BYTES_MASK   ((UINT64_C(1) << 22) - 1)
#define EXPECTED_BIT 20
#define BYTES_BIT    40
#define PHASE        (UINT64_C(1) << 63)

static uint64_t packed(uint64_t pending, uint64_t expected, uint64_t bytes, uint64_t phase)
{
    return (pending & COUNT_MASK) | (expected & COUNT_MASK) << EXPECTED_BIT |
           (bytes & BYTES_MASK) << BYTES_BIT | phase;
}

uint32_t mbarrier_expected(uint64_t word)
{
    return (uint32_t)(word >> EXPECTED_BIT & COUNT_MASK);
}

uint32_t mbarrier_bytes(uint64_t word)
{
    return (uint32_t)(word >> BYTES_BIT & BYTES_MASK);
}

uint32_t mbarrier_pending(uint64_t word)
{
    return (uint32_t)(word & COUNT_MASK);
}

static uint64_t settled(uint64_t word)
{
    if (mbarrier_pending(word) != 0 || mbarrier_bytes(word) != 0) {
        return word;
    }
    return packed(mbarrier_expected(word), mbarrier_expected(word), 0, (word & PHASE) ^ PHASE);
}

uint64_t mbarrier_init(uint32_t count)
{
    return packed(count, count, 0, 0);
}

uint64_t mbarrier_expect(uint64_t word, uint32_t bytes)
{
    return packed(mbarrier_pending(word), mbarrier_expected(word),
                  (uint64_t)mbarrier_bytes(word) + bytes, word & PHASE);
}

uint64_t mbarrier_complete(uint64_t word, uint32_t bytes)
{
    return settled(packed(mbarrier_pending(word), mbarrier_expected(word),
                          (uint64_t)mbarrier_bytes(word) - bytes, word & PHASE));
}

uint64_t mbarrier_arrive(uint64_t word, uint32_t count, bool is_drop)
{
    uint64_t expected = (uint64_t)mbarrier_expected(word) - (is_drop ? count : 0);
    return settled(packed((uint64_t)mbarrier_pending(word) - count, expected, mbarrier_bytes(word),
                          word & PHASE));
}

bool mbarrier_test(uint64_t word, uint64_t token)
{
    return ((word ^ token) & PHASE) != 0;
}

bool mbarrier_test_parity(uint64_t word, uint32_t parity)
{
    return (word & PHASE) != 0 ? (parity & 1) == 0 : (parity & 1) != 0;
}
