// SPDX-License-Identifier: Apache-2.0
// Which rows may still be read, on programs written by hand.
#include "isa/machine/row_live.h"
#include "tests/test.h"

#define CODE_MAX 16u

typedef struct Listing {
    Micro code[CODE_MAX];
    MachineFunction function;
    MachineProgram program;
    RowLive live;
} Listing;

static Micro *add(Listing *listing, MicroKind kind)
{
    Micro *micro = &listing->code[listing->program.code_count++];
    *micro = (Micro){.kind = (uint8_t)kind,
                     .vector = 1,
                     .guard = PREDICATE_NONE,
                     .d = ROW_NONE,
                     .d2 = ROW_NONE,
                     .a = ROW_NONE,
                     .b = ROW_NONE,
                     .c = ROW_NONE,
                     .e = ROW_NONE,
                     .data = {ROW_NONE, ROW_NONE, ROW_NONE, ROW_NONE},
                     .reconverge = PC_EXIT};
    return micro;
}

static Micro *add_lane(Listing *listing, const char *key, Row d, Row a, Row b)
{
    Micro *micro = add(listing, MICRO_LANE);
    micro->function = (uint16_t)lane_find(key);
    micro->d = d;
    micro->a = a;
    micro->b = b;
    return micro;
}

static Micro *add_branch(Listing *listing, uint32_t target, Predicate guard)
{
    Micro *micro = add(listing, MICRO_BRANCH);
    micro->target = target;
    micro->guard = guard;
    return micro;
}

static void find(Listing *listing)
{
    listing->function = (MachineFunction){.end_pc = listing->program.code_count, .row_count = 70};
    listing->program.code = listing->code;
    listing->program.functions = &listing->function;
    listing->program.function_count = 1;
    row_live_find(&listing->live, &listing->program);
}

static bool is_live(const Listing *listing, uint32_t pc, uint32_t row)
{
    return row_live_has(&listing->live, listing->live.in + pc * listing->live.words, row);
}

TEST(a_value_lives_from_its_write_to_its_last_read)
{
    Listing listing = {0};
    add_lane(&listing, "add.u32", 1, 0, 0);
    add_lane(&listing, "mov.u32", 2, 1, ROW_NONE);
    add_lane(&listing, "mov.u32", 1, 65, ROW_NONE);
    add(&listing, MICRO_EXIT);
    find(&listing);
    EXPECT(is_live(&listing, 0, 0) && !is_live(&listing, 1, 0));
    EXPECT(!is_live(&listing, 0, 1) && is_live(&listing, 1, 1) && !is_live(&listing, 2, 1));
    EXPECT(is_live(&listing, 0, 65) && is_live(&listing, 2, 65) && !is_live(&listing, 3, 65));
    EXPECT(!is_live(&listing, 2, 2)); // nobody reads it
    row_live_clear(&listing.live);
}

TEST(a_value_of_64_bits_lives_in_two_rows)
{
    Listing listing = {0};
    add_lane(&listing, "cvt.u64.u32", 4, 2, ROW_NONE);
    add_lane(&listing, "cvt.u32.u64", 2, 4, ROW_NONE);
    add_branch(&listing, 0, PREDICATE_NONE);
    find(&listing);
    EXPECT(is_live(&listing, 1, 4) && is_live(&listing, 1, 5));
    EXPECT(!is_live(&listing, 0, 4) && !is_live(&listing, 0, 5));
    EXPECT_EQ(row_live_uses(&listing.live, 0, 2), ROW_NARROW);
    EXPECT_EQ(row_live_uses(&listing.live, 0, 4), ROW_WIDE);
    EXPECT_EQ(row_live_uses(&listing.live, 0, 5), ROW_WIDE_END);
    row_live_clear(&listing.live);
}

TEST(values_live_around_a_loop_and_on_both_sides_of_a_branch)
{
    Listing listing = {0};
    add_lane(&listing, "add.u32", 1, 1, 0); // 0: the loop
    add_branch(&listing, 4, 0);             // 1
    add_lane(&listing, "mov.u32", 3, 2, ROW_NONE);
    add_branch(&listing, 0, PREDICATE_NONE); // 3
    add_lane(&listing, "add.u32", 5, 3, 1);  // 4: behind it
    add(&listing, MICRO_EXIT);
    find(&listing);
    EXPECT(is_live(&listing, 0, 0) && is_live(&listing, 3, 0) && !is_live(&listing, 4, 0));
    EXPECT(is_live(&listing, 1, 3) && is_live(&listing, 1, 2) && !is_live(&listing, 2, 3));
    EXPECT(is_live(&listing, 3, 3) && is_live(&listing, 4, 1) && !is_live(&listing, 5, 1));
    row_live_clear(&listing.live);
}

TEST(a_guarded_write_ends_no_life_and_unknown_micro_ops_read_all)
{
    Listing listing = {0};
    add_lane(&listing, "mov.u32", 1, 0, ROW_NONE)->guard = 2;
    add_lane(&listing, "mov.u32", 2, 1, ROW_NONE);
    add(&listing, MICRO_TENSOR_COPY);
    add(&listing, MICRO_EXIT);
    find(&listing);
    EXPECT(is_live(&listing, 0, 1) && is_live(&listing, 1, 1));
    EXPECT(is_live(&listing, 2, 33) && is_live(&listing, 0, 33) && !is_live(&listing, 3, 33));
    row_live_clear(&listing.live);
}
