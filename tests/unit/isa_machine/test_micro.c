// SPDX-License-Identifier: Apache-2.0
// The rows of micro.def agree with each other, and the operands of a micro-op are what its row
// says.
#include "isa/machine/program.h"
#include "tests/test.h"

static bool has(MicroKind kind, uint16_t trait)
{
    return (micro_info[kind].traits & trait) != 0;
}

TEST(traits_fit_the_operands_of_their_row)
{
    for (int i = 0; i < MICRO_KIND_COUNT; i++) {
        MicroKind kind = (MicroKind)i;
        const MicroInfo *info = &micro_info[kind];
        bool is_address = (info->a & OPERAND_TYPE_MASK) == OPERAND_ADDRESS;
        EXPECT(!has(kind, TRAIT_OFFSET) || is_address);
        EXPECT(!has(kind, TRAIT_FOLLOW) || micro_writes_d(kind));
        EXPECT(!has(kind, TRAIT_COMMON) || micro_writes_d(kind));
        EXPECT(!has(kind, TRAIT_FOLLOW) || !has(kind, TRAIT_COMMON));
        EXPECT(!has(kind, TRAIT_END) || has(kind, TRAIT_JUMP));
        EXPECT(!has(kind, TRAIT_WAIT) || !has(kind, TRAIT_GUARD | TRAIT_JUMP));
        EXPECT(!has(kind, TRAIT_MEET) || !has(kind, TRAIT_GUARD)); // a guard would part the lanes
    }
}

static uint32_t count_results(const Micro *micro)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands), results = 0;
    for (uint32_t i = 0; i < count; i++) {
        results += operands[i].is_result;
    }
    return results;
}

static Micro micro_of(MicroKind kind)
{
    return (Micro){.kind = (uint8_t)kind,
                   .guard = PREDICATE_NONE,
                   .d = ROW_NONE,
                   .d2 = ROW_NONE,
                   .a = ROW_NONE,
                   .b = ROW_NONE,
                   .c = ROW_NONE,
                   .e = ROW_NONE,
                   .data = {ROW_NONE, ROW_NONE, ROW_NONE, ROW_NONE}};
}

TEST(a_surface_reads_or_writes_its_data)
{
    Micro micro = micro_of(MICRO_SURFACE);
    micro.data[0] = 4;
    micro.data[1] = 5;
    micro.target = SURFACE_LOAD;
    EXPECT_EQ(count_results(&micro), 2);
    micro.target = SURFACE_STORE;
    EXPECT_EQ(count_results(&micro), 0);
}

TEST(a_vote_gives_a_predicate_and_a_ballot_a_row)
{
    Micro micro = micro_of(MICRO_VOTE);
    micro.d = 3;
    MicroOperand operands[MICRO_OPERANDS_MAX];
    micro.function = PTX_DOT_ANY;
    EXPECT_EQ(micro_operands(&micro, operands), 1);
    EXPECT_EQ(operands[0].type, LANE_TYPE_P);
    micro.function = PTX_DOT_BALLOT;
    EXPECT_EQ(micro_operands(&micro, operands), 1);
    EXPECT_EQ(operands[0].type, LANE_TYPE_S32);
}
