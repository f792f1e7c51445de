// SPDX-License-Identifier: Apache-2.0
// Atomics of a warp on one word (aggregate.c).
#include "tests/unit/isa_machine/lowering.h"

#define BEGIN "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;"

TEST(lanes_that_add_to_one_word_elect_a_leader)
{
    Lowered t =
        lower_body("atom.global.add.u32 %r1, [counter], 3; st.global.u32 [counter+4], %r1;", 90);
    const Micro *atomic = find_kind(t.program, MICRO_ATOM);
    const Micro *shuffle = find_kind(t.program, MICRO_SHUFFLE);
    const Micro *old = find_lane(t.program, LANE_MAD_LO_32);
    EXPECT(find_kind(t.program, MICRO_ACTIVEMASK) != NULL);
    if (EXPECT(atomic != NULL && shuffle != NULL && old != NULL)) {
        EXPECT(atomic->guard != PREDICATE_NONE);
        EXPECT_EQ(shuffle->a, atomic->d);
        EXPECT(is_literal(t.program, old->b, 3));
        EXPECT_EQ(old->c, shuffle->d);
    }
    lowered_free(&t);
}

TEST(atomics_of_a_block_share_the_vote)
{
    static const struct {
        const char *body;
        uint32_t votes;
    } cases[] = {
        {"red.global.add.u32 [counter], 1; red.global.add.u32 [counter+4], 1;", 1},
        {"red.global.add.u32 [counter], 1; bra next; next: red.global.add.u32 [counter+4], 1;", 1},
        {"mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 5; red.global.add.u32 [counter], 1;"
         "@%p1 bra next; red.global.add.u32 [counter+4], 1; next: red.global.add.u32 [counter], 1;",
         3},
        {"mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 5; red.global.add.u32 [counter], 1;"
         "@%p1 exit; red.global.add.u32 [counter+4], 1;",
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Lowered t = lower_body(cases[i].body, 90);
        if (EXPECT(t.program != NULL)) {
            EXPECT_EQ(count_kind(t.program, MICRO_ACTIVEMASK), cases[i].votes);
        }
        lowered_free(&t);
    }
}

TEST(reductions_of_different_values_are_reduced_in_the_warp_first)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; red.global.max.s32 [counter], %r1;", 90);
    const Micro *redux = find_kind(t.program, MICRO_REDUX);
    const Micro *atomic = find_kind(t.program, MICRO_ATOM);
    EXPECT(redux != NULL && redux->function == PTX_DOT_MAX && (redux->flags & MICRO_SIGNED));
    EXPECT(atomic != NULL && redux != NULL && atomic->b == redux->d);
    lowered_free(&t);
    t = lower_body("mov.u32 %r1, %tid.x; red.global.max.s32 [counter], %r1;", 75);
    EXPECT(t.program != NULL && find_kind(t.program, MICRO_REDUX) == NULL);
    lowered_free(&t);
}

TEST(atomics_are_not_aggregated_where_lanes_may_differ)
{
    // by address, by path, by kind, and where the hardware counts by itself
    static const char *const bodies[] = {
        BEGIN "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; red.global.add.u32 [%rd3], 1;",
        BEGIN "mov.u64 %rd2, %rd1; setp.lt.u32 %p1, %r1, 5; @%p1 add.s64 %rd2, %rd1, 64;"
              "red.global.add.u32 [%rd2], 1;",
        BEGIN "ld.volatile.global.u64 %rd2, [%rd1]; red.global.add.u32 [%rd2], 1;",
        BEGIN "red.global.add.f32 [%rd1], 0f3F800000;",
        BEGIN "red.shared.add.u32 [tile], 1;",
        BEGIN "atom.global.exch.b32 %r2, [%rd1], 7; st.global.u32 [%rd1+8], %r2;",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        Lowered t = lower_body(bodies[i], 90);
        const Micro *atomic = find_kind(t.program, MICRO_ATOM);
        EXPECT(atomic != NULL && atomic->guard == PREDICATE_NONE);
        EXPECT(find_kind(t.program, MICRO_ACTIVEMASK) == NULL);
        lowered_free(&t);
    }
}

// As ptxas 13.0: ATOMS.POPC.INC where one is added and nothing reads the result, from sm_80 on.
TEST(shared_increments_are_marked)
{
    static const struct {
        const char *body;
        uint32_t capability;
        bool is_marked;
    } cases[] = {
        {"atom.shared.add.u32 %r3, [%r2], 1;", 80, true},
        {"mov.u32 %r4, 1; red.shared.add.s32 [%r2], %r4;", 90, true},
        {"atom.shared.inc.u32 %r3, [%r2], 0xffffffff;", 90, true},
        {"atom.shared.add.u32 %r3, [%r2], 1;", 75, false},
        {"atom.shared.add.u32 %r3, [%r2], 1;", 30, false},
        {"atom.shared.add.u32 %r3, [%r2], 2;", 90, false},
        {"atom.shared.add.u32 %r3, [%r2], %r1;", 90, false},
        {"atom.shared.add.u32 %r3, [%r2], 1; st.global.u32 [%rd1], %r3;", 90, false},
        {"atom.global.add.u32 %r3, [%rd1], 1;", 90, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[512];
        snprintf(body, sizeof body, "%s mov.u32 %%r2, tile; mad.lo.u32 %%r2, %%r1, 4, %%r2; %s",
                 BEGIN, cases[i].body);
        Lowered t = lower_body(body, cases[i].capability);
        const Micro *atomic = find_kind(t.program, MICRO_ATOM);
        if (!EXPECT(atomic != NULL &&
                    ((atomic->flags & MICRO_INCREMENT) != 0) == cases[i].is_marked)) {
            fprintf(stderr, "    case %zu\n", i);
        }
        lowered_free(&t);
    }
    Lowered t = lower_body("red.shared.add.u32 [tile], 1;", 75); // one word: a leader adds there
    EXPECT(find_kind(t.program, MICRO_ACTIVEMASK) != NULL);
    lowered_free(&t);
}
