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
    l1_write(&l1, LINE, L1_UNKNOWN, 3, 100);
    L1Result found = l1_read(&l1, LINE, L1_UNKNOWN, 15, 1);
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
    L1Result asked = l1_read(&l1, LINE, L1_UNKNOWN, 1, 7);
    EXPECT_EQ(asked.misses, 1);
    l1_write(&l1, LINE, L1_UNKNOWN, 3, 100);
    L1Result found = l1_read(&l1, LINE, L1_UNKNOWN, 3, 8);
    EXPECT_EQ(found.pending, 1);
    EXPECT_EQ(found.request, 7);
    EXPECT_EQ(found.hits, 2);
    l1_fill(&l1, asked.place, LINE, 7, 200);
    EXPECT_EQ(l1_read(&l1, LINE, L1_UNKNOWN, 3, 9).ready, 200);
    arena_clear(&arena);
}

TEST(an_acquire_forgets_what_is_held_but_not_what_is_on_its_way)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, BYTES, WAYS, &arena);
    l1_write(&l1, LINE, L1_UNKNOWN, 15, 100);
    l1_read(&l1, LINE + 1, L1_UNKNOWN, 1, 7);
    l1_forget(&l1);
    EXPECT_EQ(l1_read(&l1, LINE, L1_UNKNOWN, 15, 8).misses, 15);
    L1Result found = l1_read(&l1, LINE + 1, L1_UNKNOWN, 3, 9);
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
        l1_write(&l1, i * sets, L1_UNKNOWN, 1, 10);
    }
    EXPECT_EQ(l1_read(&l1, sets, L1_UNKNOWN, 1, 1).hits, 1);
    EXPECT_EQ(l1_read(&l1, 0, L1_UNKNOWN, 1, 2).misses, 1);
    arena_clear(&arena);
}

// Lines that differ by the inverse of the hash's factor have one hash.
TEST(lines_with_the_same_hash_are_told_apart)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, 64 * 128, 64, &arena);
    uint64_t first = 5, second = first + UINT64_C(0xf1de83e19937733d);
    l1_write(&l1, first, L1_UNKNOWN, 1, 10);
    EXPECT_EQ(l1_read(&l1, second, L1_UNKNOWN, 1, 1).misses, 1);
    EXPECT_EQ(l1_read(&l1, first, l1_announce_entry(&l1, first), 1, 2).hits, 1);
    EXPECT_EQ(l1_read(&l1, second, l1_announce_entry(&l1, second), 1, 3).pending, 1);
    arena_clear(&arena);
}

TEST(a_set_of_many_ways_is_a_list_in_the_order_of_use)
{
    enum { MANY = 64 };
    Arena arena = {0};
    L1 l1;
    uint64_t list[MANY], state = 1;
    uint32_t count = 0, mistakes = 0;
    l1_init(&l1, MANY * 128, MANY, &arena);
    for (uint32_t i = 0; i < 5000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t line = (state >> 33) % 100;
        uint32_t at = 0;
        while (at < count && list[at] != line) {
            at++;
        }
        bool is_held = at < count, is_full = !is_held && count == MANY;
        for (at = is_full ? 0 : at; at + 1 < count; at++) {
            list[at] = list[at + 1];
        }
        count += !is_held && !is_full;
        list[count - 1] = line;
        uint32_t hint = i % 2 == 0 ? L1_UNKNOWN : l1_announce_entry(&l1, line);
        mistakes += (l1_read(&l1, line, hint, 1, i).misses == 0) != is_held;
    }
    EXPECT_EQ(mistakes, 0);
    arena_clear(&arena);
}

// A fill that comes after its line has left changes nothing.
TEST(a_fill_finds_its_line_gone)
{
    Arena arena = {0};
    L1 l1;
    l1_init(&l1, 128, 1, &arena);
    L1Result asked = l1_read(&l1, LINE, L1_UNKNOWN, 1, 7);
    EXPECT_EQ(l1_read(&l1, LINE + 1, L1_UNKNOWN, 1, 8).place, asked.place);
    l1_fill(&l1, asked.place, LINE, 7, 200);
    EXPECT_EQ(l1_read(&l1, LINE + 1, L1_UNKNOWN, 1, 9).pending, 1);
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
        uint32_t hint = L1_UNKNOWN;
        if (is_announced) {
            l1_announce(&l1, line);
            hint = l1_announce_entry(&l1, line);
        }
        L1Result found = l1_read(&l1, line, hint, 1u << i % 4 | 1, i);
        if (is_announced) {
            l1_announce_place(&l1, found.place);
        }
        outcome = outcome * 31 + found.hits * 16 + found.pending * 4 + found.misses + found.ready;
        l1_fill(&l1, found.place, line, i % 3 == 0 ? i : i - 1, i);
    }
    arena_clear(&arena);
    return outcome;
}

TEST(announcing_a_line_changes_nothing)
{
    EXPECT_EQ(outcome(true, BYTES), outcome(false, BYTES));
    EXPECT_EQ(outcome(true, 0), outcome(false, 0));
}
