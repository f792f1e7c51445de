// SPDX-License-Identifier: Apache-2.0
// What L1 holds: loads, stores to local memory, and what an acquire makes it forget.
#include "sim/time/l1.h"
#include "tests/test.h"

enum { BYTES = 4096, WAYS = 4, LINE = 77, LINES = BYTES / 128 };

TEST(what_is_written_is_found)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, BYTES, WAYS, &arena);
    l1_write(&l1, LINE, 3, 100);
    L1Result found = l1_read(&l1, LINE, 15, 1);
    EXPECT_EQ(found.hits, 3);
    EXPECT_EQ(found.misses, 12);
    EXPECT_EQ(found.pending, 0);
    EXPECT_EQ(found.ready, 100);
    arena_clear(&arena);
}

TEST(a_write_does_not_settle_what_is_on_its_way)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, BYTES, WAYS, &arena);
    EXPECT_EQ(l1_read(&l1, LINE, 1, 7).misses, 1);
    l1_write(&l1, LINE, 3, 100);
    L1Result found = l1_read(&l1, LINE, 3, 8);
    EXPECT_EQ(found.pending, 1);
    EXPECT_EQ(found.request, 7);
    EXPECT_EQ(found.hits, 2);
    l1_fill(&l1, LINE, 7, 200);
    EXPECT_EQ(l1_read(&l1, LINE, 3, 9).ready, 200);
    arena_clear(&arena);
}

TEST(an_acquire_forgets_what_is_held_but_not_what_is_on_its_way)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, BYTES, WAYS, &arena);
    l1_write(&l1, LINE, 15, 100);
    l1_read(&l1, LINE + 1, 1, 7);
    l1_forget(&l1);
    EXPECT_EQ(l1_read(&l1, LINE, 15, 8).misses, 15);
    L1Result found = l1_read(&l1, LINE + 1, 3, 9);
    EXPECT_EQ(found.pending, 1);
    EXPECT_EQ(found.misses, 2);
    arena_clear(&arena);
}

TEST(the_line_that_was_used_longest_ago_goes_first)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, BYTES, WAYS, &arena);
    uint32_t sets = LINES / WAYS;
    for (uint32_t i = 0; i <= WAYS; i++) { // one more than the set holds
        l1_write(&l1, i * sets, 1, 10);
    }
    EXPECT_EQ(l1_read(&l1, sets, 1, 1).hits, 1);
    EXPECT_EQ(l1_read(&l1, 0, 1, 2).misses, 1);
    arena_clear(&arena);
}

// Reads, fills and writes in a small cache: what they find, as one number.
static uint64_t outcome(bool is_announced, uint64_t size_bytes)
{
    Arena arena = {0};
    L1 l1;
    uint64_t outcome = 0, line = 1;
    l1_init(&l1, size_bytes, WAYS, &arena);
    for (uint32_t i = 0; i < 5000; i++) {
        line = (line * 2862933555777941757u + 3037000493u) >> 7 & 63;
        if (is_announced) {
            l1_announce(&l1, line);
            l1_announce_entry(&l1, line);
            l1_announce_place(&l1, line);
        }
        L1Result found = l1_read(&l1, line, 1u << i % 4 | 1, i);
        outcome = outcome * 31 + found.hits * 16 + found.pending * 4 + found.misses + found.ready;
        l1_fill(&l1, line, i % 3 == 0 ? i : i - 1, i);
    }
    arena_clear(&arena);
    return outcome;
}

TEST(announcing_a_line_changes_nothing)
{
    EXPECT_EQ(outcome(true, BYTES), outcome(false, BYTES));
    EXPECT_EQ(outcome(true, 0), outcome(false, 0));
}
