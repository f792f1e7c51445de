// SPDX-License-Identifier: Apache-2.0
// What the lanes of a warp tell each other: shfl, vote, match, redux, activemask, elect, bar.warp.
// Expected values follow the pseudo code of PTX ISA 9.0, with whole and partial warps, in divergent
// code, and with odd member masks.
#include "tests/execution/instructions.h"

// Who executes the instruction, together, while the rest of the warp goes another way.
typedef struct Members {
    uint32_t threads, mask;
} Members;

static const Members members[] = {
    {32, 0xffffffff}, {13, 0x1fff},     {32, 0x55555555},
    {32, 0x00ffff81}, {32, 0x80000000}, {20, 0xf0f00},
};
#define MEMBERS_COUNT (sizeof members / sizeof members[0])

static bool is_member(const Members *who, uint32_t lane)
{
    return who->mask >> lane & 1;
}

// Runs `instruction` in the members only. In it <0> is their mask, <1> to <3> are the parts. The
// others leave 77 in their word 7.
static bool run_members(const Members *who, const char *instruction, const char *const parts[3],
                        Out out)
{
    char body[2048];
    snprintf(body, sizeof body, "%s%s%s",
             "mov.u32 %r41, <0>;\nshr.u32 %r40, %r41, %r5;\nand.b32 %r40, %r40, 1;\n"
             "setp.ne.u32 %p9, %r40, 0;\n@!%p9 bra other;\n",
             instruction, "bra join;\nother:\nmov.u32 %r40, 77;\n" KEEP(28, "%r40") "join:\n");
    const Program program = {.body = body,
                             .parts = PARTS(decimal(who->mask), parts[0], parts[1], parts[2]),
                             .threads = who->threads};
    bool is_good = program_run(&program, out);
    for (uint32_t lane = 0; is_good && lane < who->threads; lane++) {
        EXPECT_WORD(out, lane, 7, is_member(who, lane) ? 0 : 77);
    }
    return is_good;
}

// -- shfl

typedef enum ShuffleMode { UP, DOWN, BUTTERFLY, INDEX } ShuffleMode;
static const char *const shuffle_name[] = {"up", "down", "bfly", "idx"};

// The source lane; *in_range as the predicate says.
static uint32_t shuffle_source(ShuffleMode mode, uint32_t lane, uint32_t b, uint32_t c,
                               bool *in_range)
{
    uint32_t segment = c >> 8 & 31, clamp = c & 31;
    uint32_t low = lane & segment, limit = low | (clamp & ~segment);
    int source = mode == UP          ? (int)lane - (int)(b & 31)
                 : mode == DOWN      ? (int)(lane + (b & 31))
                 : mode == BUTTERFLY ? (int)(lane ^ (b & 31))
                                     : (int)(low | (b & 31 & ~segment));
    *in_range = mode == UP ? source >= (int)limit : source <= (int)limit;
    return *in_range ? (uint32_t)source : lane;
}

static void expect_shuffled(const Members *who, ShuffleMode mode, uint32_t b, uint32_t c, Out out)
{
    for (uint32_t lane = 0; lane < who->threads; lane++) {
        bool in_range;
        uint32_t source = shuffle_source(mode, lane, b, c, &in_range);
        if (is_member(who, lane)) {
            EXPECT_WORD(out, lane, 1, in_range);
            if (is_member(who, source)) { // else the ISA leaves the value open
                EXPECT_WORD(out, lane, 0, sample(source));
            }
        }
    }
}

static const uint32_t shuffle_b[] = {0, 1, 3, 4, 16, 31, 33};
static const uint32_t shuffle_c[] = {0x1f, 0x00, 0x181f, 0x1800, 0x1c03, 0x0f, 0x1000};

TEST(shfl_sync)
{
    static Out out;
    for (uint32_t i = 0; i < MEMBERS_COUNT * 4 * 7; i++) {
        const Members *who = &members[i / 28];
        ShuffleMode mode = i / 7 % 4;
        uint32_t b = shuffle_b[i % 7], c = shuffle_c[(i + i / 7) % 7];
        if (run_members(who,
                        "shfl.sync.<1>.b32 %r12|%p1, %r10, <2>, <3>, <0>;\n" KEEP(0, "%r12")
                            KEEP_PREDICATE(4, "%p1"),
                        PARTS(shuffle_name[mode], decimal(b), decimal(c)), out)) {
            expect_shuffled(who, mode, b, c, out);
        }
    }
}

TEST(shfl_sync_with_operands_in_registers)
{
    static Out out;
    const char *body = "and.b32 %r12, %r11, 31;\nmov.u32 %r13, 0x1f;\nmov.u32 %r14, -1;\n"
                       "shfl.sync.idx.b32 %r15, %r10, %r12, %r13, %r14;\n" KEEP(0, "%r15");
    if (body_run(body, out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, lane, 0, sample(sample(lane + 2048) & 31));
        }
    }
}

// Before Volta: without a member mask, among the threads that execute it together.
TEST(shfl_of_old_gpus)
{
    static Out out;
    for (uint32_t i = 0; i < 4 * 7; i++) {
        ShuffleMode mode = i % 4;
        uint32_t b = shuffle_b[i / 4], c = shuffle_c[(i + i / 4) % 7];
        const Program program = {.gpu = "gtx980",
                                 .target = 52,
                                 .body = "shfl.<0>.b32 %r12|%p1, %r10, <1>, <2>;\n" KEEP(0, "%r12")
                                     KEEP_PREDICATE(4, "%p1"),
                                 .parts = PARTS(shuffle_name[mode], decimal(b), decimal(c))};
        if (program_run(&program, out)) {
            expect_shuffled(&members[0], mode, b, c, out);
        }
    }
}

// -- votes; lane i's predicate is bit `shift` of its sample

static uint32_t votes_of(const Members *who, uint32_t shift)
{
    uint32_t votes = 0;
    for (uint32_t lane = 0; lane < who->threads; lane++) {
        bool is_set = shift < 32 ? sample(lane) >> shift & 1 : shift == 32;
        votes |= (uint32_t)(is_member(who, lane) && is_set) << lane;
    }
    return votes;
}

#define VOTE_PREDICATE                                                                             \
    "mov.b64 %rd9, {%r10, %r42};\nshr.u64 %rd9, %rd9, <1>;\ncvt.u32.u64 %r12, %rd9;\n"             \
    "and.b32 %r12, %r12, 1;\nsetp.ne.u32 %p1, %r12, 0;\n"

static void expect_votes(const Members *who, uint32_t votes, Out out)
{
    for (uint32_t lane = 0; lane < who->threads; lane++) {
        if (is_member(who, lane)) {
            EXPECT_WORD(out, lane, 0, votes == who->mask);
            EXPECT_WORD(out, lane, 1, votes != 0);
            EXPECT_WORD(out, lane, 2, votes == who->mask || votes == 0);
            EXPECT_WORD(out, lane, 3, votes);
            EXPECT_WORD(out, lane, 4, who->mask & ~votes);
        }
    }
}

// Bit 32 is 1 everywhere, bit 33 is 0.
TEST(vote_sync)
{
    static Out out;
    static const uint32_t shifts[] = {0, 5, 31, 32, 33};
    for (uint32_t i = 0; i < MEMBERS_COUNT * 5; i++) {
        const Members *who = &members[i / 5];
        const char *instructions =
            "mov.u32 %r42, 1;\n" VOTE_PREDICATE "vote.sync.all.pred %p2, %p1, <0>;\n"
            "vote.sync.any.pred %p3, %p1, <0>;\nvote.sync.uni.pred %p4, %p1, <0>;\n"
            "vote.sync.ballot.b32 %r13, %p1, <0>;\nvote.sync.ballot.b32 %r14, !%p1, "
            "<0>;\n" KEEP_PREDICATE(0, "%p2") KEEP_PREDICATE(4, "%p3") KEEP_PREDICATE(8, "%p4")
                KEEP(12, "%r13") KEEP(16, "%r14");
        if (run_members(who, instructions, PARTS(decimal(shifts[i % 5]), "", ""), out)) {
            expect_votes(who, votes_of(who, shifts[i % 5]), out);
        }
    }
}

TEST(vote_of_old_gpus)
{
    static Out out;
    static const uint32_t shifts[] = {3, 32, 33};
    for (uint32_t i = 0; i < 3; i++) {
        const Members who = {21, (1u << 21) - 1};
        const Program program = {
            .gpu = "gtx980",
            .target = 52,
            .threads = who.threads,
            .body =
                "mov.u32 %r42, 1;\n" VOTE_PREDICATE
                "vote.all.pred %p2, %p1;\nvote.any.pred %p3, %p1;\nvote.uni.pred %p4, %p1;\n"
                "vote.ballot.b32 %r13, %p1;\nvote.ballot.b32 %r14, !%p1;\n" KEEP_PREDICATE(0, "%p2")
                    KEEP_PREDICATE(4, "%p3") KEEP_PREDICATE(8, "%p4") KEEP(12, "%r13")
                        KEEP(16, "%r14"),
            .parts = PARTS("", decimal(shifts[i]))};
        if (program_run(&program, out)) {
            expect_votes(&who, votes_of(&who, shifts[i]), out);
        }
    }
}

// -- match: lanes hold the lowest bits of their samples, 32 and 64 wide

static uint64_t match_value(uint32_t lane, uint32_t keep, bool is_wide)
{
    uint32_t low = sample(lane) & keep;
    return is_wide ? (uint64_t)(low & 1) << 32 | (low >> 1) : low;
}

static void expect_matched(const Members *who, uint32_t keep, bool is_wide, Out out)
{
    for (uint32_t lane = 0; lane < who->threads; lane++) {
        uint32_t equal = 0;
        for (uint32_t other = 0; other < who->threads; other++) {
            bool is_equal = match_value(lane, keep, is_wide) == match_value(other, keep, is_wide);
            equal |= (uint32_t)(is_member(who, other) && is_equal) << other;
        }
        if (is_member(who, lane)) {
            bool is_all = equal == who->mask;
            EXPECT_WORD(out, lane, 0, equal);
            EXPECT_WORD(out, lane, 1, is_all ? who->mask : 0);
            EXPECT_WORD(out, lane, 2, is_all);
        }
    }
}

TEST(match_sync)
{
    static Out out;
    static const uint32_t keeps[] = {0, 1, 7, 0xffffffff};
    for (uint32_t i = 0; i < MEMBERS_COUNT * 8; i++) {
        const Members *who = &members[i / 8];
        bool is_wide = i & 1;
        uint32_t keep = keeps[i / 2 % 4];
        const char *instructions =
            "and.b32 %r12, %r10, <1>;\nshr.u32 %r13, %r12, 1;\nand.b32 %r14, %r12, 1;\n"
            "mov.b64 %rd9, {%r13, %r14};\n"
            "match.any.sync.<2> %r15, <3>, <0>;\nmatch.all.sync.<2> %r16|%p1, <3>, <0>;\n" KEEP(
                0, "%r15") KEEP(4, "%r16") KEEP_PREDICATE(8, "%p1");
        if (run_members(who, instructions,
                        PARTS(decimal(keep), is_wide ? "b64" : "b32", is_wide ? "%rd9" : "%r12"),
                        out)) {
            expect_matched(who, keep, is_wide, out);
        }
    }
}

// -- redux

static uint32_t reduced(const Members *who, const char *operation)
{
    bool is_first = true, is_signed = strstr(operation, "s32") != NULL;
    uint32_t sum = 0;
    for (uint32_t lane = 0; lane < who->threads; lane++) {
        uint32_t x = sample(lane);
        if (!is_member(who, lane)) {
            continue;
        }
        bool is_less = is_signed ? (int32_t)x < (int32_t)sum : x < sum;
        sum = is_first                            ? x
              : strncmp(operation, "add", 3) == 0 ? sum + x
              : strncmp(operation, "min", 3) == 0 ? (is_less ? x : sum)
              : strncmp(operation, "max", 3) == 0 ? (is_less ? sum : x)
              : strncmp(operation, "and", 3) == 0 ? sum & x
              : strncmp(operation, "or", 2) == 0  ? sum | x
                                                  : sum ^ x;
        is_first = false;
    }
    return sum;
}

TEST(redux_sync)
{
    static Out out;
    static const char *const operations[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                             "max.s32", "and.b32", "or.b32",  "xor.b32"};
    for (uint32_t i = 0; i < MEMBERS_COUNT * 9; i++) {
        const Members *who = &members[i / 9];
        if (!run_members(who, "redux.sync.<1> %r12, %r10, <0>;\n" KEEP(0, "%r12"),
                         PARTS(operations[i % 9], "", ""), out)) {
            continue;
        }
        for (uint32_t lane = 0; lane < who->threads; lane++) {
            if (is_member(who, lane)) {
                EXPECT_WORD(out, lane, 0, reduced(who, operations[i % 9]));
            }
        }
    }
}

// -- activemask, elect, bar.warp.sync

TEST(activemask_shows_who_came_along)
{
    static Out out;
    for (uint32_t i = 0; i < MEMBERS_COUNT; i++) {
        const Members *who = &members[i];
        if (run_members(who, "activemask.b32 %r12;\n" KEEP(0, "%r12"), PARTS("", "", ""), out)) {
            for (uint32_t lane = 0; lane < who->threads; lane++) {
                EXPECT_WORD(out, lane, 0, is_member(who, lane) ? who->mask : 0);
            }
        }
    }
}

// The ISA leaves open who it is, but it is one member, and all learn the same.
TEST(elect_sync_elects_one)
{
    static Out out;
    for (uint32_t i = 0; i < MEMBERS_COUNT; i++) {
        const Members *who = &members[i];
        uint32_t leaders = 0, first = (uint32_t)__builtin_ctz(who->mask);
        if (!run_members(who,
                         "elect.sync %r12|%p1, <0>;\nelect.sync _|%p2, <0>;\n" KEEP(0, "%r12")
                             KEEP_PREDICATE(4, "%p1") KEEP_PREDICATE(8, "%p2"),
                         PARTS("", "", ""), out)) {
            continue;
        }
        for (uint32_t lane = 0; lane < who->threads; lane++) {
            leaders += out[lane][1];
            EXPECT_WORD(out, lane, 2, out[lane][1]);
            if (is_member(who, lane)) {
                EXPECT_WORD(out, lane, 0, out[first][0]);
                EXPECT_WORD(out, lane, 1, out[first][0] == lane);
            }
        }
        EXPECT_EQ(leaders, 1);
        EXPECT(is_member(who, out[first][0]));
    }
}

// What a lane stored before the barrier, the others read behind it.
TEST(bar_warp_sync_orders_shared_memory)
{
    static Out out;
    const Program program = {
        .head = ".shared .align 4 .b32 s[64];",
        .threads = 64,
        .body = "mov.u32 %r12, s;\nmad.lo.u32 %r13, %r1, 4, %r12;\nst.shared.u32 [%r13], %r10;\n"
                "bar.warp.sync 0xffffffff;\nxor.b32 %r14, %r1, 31;\n"
                "mad.lo.u32 %r14, %r14, 4, %r12;\nld.shared.u32 %r15, [%r14];\n" KEEP(0, "%r15")};
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < 64; i++) {
            EXPECT_WORD(out, i, 0, sample(i ^ 31));
        }
    }
}

// Two halves of a warp meet at different instructions with the same mask.
TEST(bar_warp_sync_is_met_from_two_paths)
{
    static Out out;
    const char *body = "setp.lt.u32 %p1, %r5, 10;\n@%p1 bra low;\nmov.u32 %r12, 1;\n"
                       "bar.warp.sync -1;\nbra join;\nlow:\nmov.u32 %r12, 2;\n"
                       "bar.warp.sync -1;\njoin:\n" KEEP(0, "%r12");
    if (body_run(body, out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, lane, 0, lane < 10 ? 2 : 1);
        }
    }
}

INSTRUCTIONS_MAIN()
