// SPDX-License-Identifier: Apache-2.0
// The worked examples of every generation's shared-memory rule.
#include "sim/memory/shared.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

typedef uint32_t AddressOf(uint32_t lane);

static SharedCost cost_of(SharedRule rule, SharedAccess access, AddressOf *address_of,
                          uint32_t mask, uint32_t width_bytes)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = address_of(lane);
    }
    return shared_cost(rule, access, address, mask, width_bytes);
}

// Wavefronts of a load by all lanes.
static uint32_t load(SharedRule rule, AddressOf *address_of, uint32_t width_bytes)
{
    return cost_of(rule, SHARED_LOAD, address_of, ALL_LANES, width_bytes).wavefronts;
}

static uint32_t stride_1(uint32_t i)
{
    return 4 * i;
}
static uint32_t stride_2(uint32_t i)
{
    return 8 * i;
}
static uint32_t stride_3(uint32_t i)
{
    return 12 * i;
}
static uint32_t stride_8(uint32_t i)
{
    return 32 * i;
}
static uint32_t stride_16(uint32_t i)
{
    return 64 * i;
}
static uint32_t stride_17(uint32_t i)
{
    return 68 * i;
}
static uint32_t column(uint32_t i)
{
    return 128 * i;
}
static uint32_t padded_column(uint32_t i)
{
    return 132 * i;
}
static uint32_t uniform(uint32_t i)
{
    return 64 + 0 * i;
}
static uint32_t pairs(uint32_t i)
{
    return 4 * (i / 2);
}
static uint32_t quads(uint32_t i)
{
    return 4 * (i / 4);
}
static uint32_t halves(uint32_t i)
{
    return 4 * (i / 16);
}
static uint32_t bytes(uint32_t i)
{
    return i;
}
static uint32_t shorts(uint32_t i)
{
    return 2 * i;
}
static uint32_t doubles(uint32_t i)
{
    return 8 * i;
}
static uint32_t doubles_2(uint32_t i)
{
    return 16 * i;
}
static uint32_t float4s(uint32_t i)
{
    return 16 * i;
}
static uint32_t two_rows(uint32_t i)
{
    return 128 * (i % 2);
}
static uint32_t two_segments(uint32_t i)
{
    return 256 * (i % 2);
}

typedef struct Example {
    AddressOf *address_of;
    uint32_t width_bytes;
    uint32_t half_warp;            // steps of each half-warp, cc 1.x
    uint32_t fermi;                // cc 2.x, and 5.0 on; 0: not the same for both
    uint32_t kepler_32, kepler_64; // 0: not documented
} Example;

// Derived from the bank rules of the CUDA C Programming Guide 5.5, G.3.3, G.4.3, G.5.3, and, for
// cc 5.0 on, of the CUDA C++ Programming Guide 13; the entries for 32 bits of each lane are the
// guide's figures.
static const Example examples[] = {
    {stride_1, 4, 1, 1, 1, 1},     {stride_2, 4, 2, 2, 1, 1},      {stride_3, 4, 1, 1, 1, 2},
    {stride_8, 4, 8, 8, 4, 4},     {stride_16, 4, 16, 16, 8, 8},   {stride_17, 4, 1, 1, 1, 2},
    {column, 4, 16, 32, 16, 16},   {padded_column, 4, 1, 1, 1, 1}, {uniform, 4, 1, 1, 1, 1},
    {pairs, 4, 2, 1, 1, 1},        {quads, 4, 4, 1, 1, 1},         {halves, 4, 1, 1, 1, 1},
    {bytes, 1, 4, 1, 1, 1},        {shorts, 2, 2, 1, 1, 1},        {doubles, 8, 4, 2, 1, 1},
    {doubles_2, 8, 8, 4, 0, 2},    {float4s, 16, 16, 4, 2, 2},     {two_rows, 4, 2, 2, 1, 1},
    {two_segments, 4, 2, 2, 2, 2},
};

TEST(each_generation_takes_the_passes_its_rule_says)
{
    for (size_t at = 0; at < sizeof examples / sizeof examples[0]; at++) {
        const Example *example = &examples[at];
        uint32_t width = example->width_bytes;
        bool is_good =
            EXPECT_EQ(load(SHARED_HALF_WARP, example->address_of, width), 2 * example->half_warp);
        is_good &= EXPECT_EQ(load(SHARED_FERMI, example->address_of, width), example->fermi);
        is_good &= EXPECT_EQ(load(SHARED_MAXWELL, example->address_of, width), example->fermi);
        if (example->kepler_32 != 0) {
            is_good &=
                EXPECT_EQ(load(SHARED_KEPLER_32, example->address_of, width), example->kepler_32);
        }
        is_good &=
            EXPECT_EQ(load(SHARED_KEPLER_64, example->address_of, width), example->kepler_64);
        if (!is_good) {
            fprintf(stderr, "    example %zu\n", at);
        }
    }
}

// NVIDIA's rule for strides (programming guides of all versions): ways = gcd(stride, banks).
TEST(a_stride_conflicts_as_often_as_it_shares_factors_with_the_banks)
{
    for (uint32_t stride = 1; stride <= 64; stride++) {
        uint32_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = 4 * stride * lane;
        }
        uint32_t ways = 1;
        while (ways < 32 && stride % (2 * ways) == 0) {
            ways *= 2;
        }
        SharedCost cost = shared_cost(SHARED_MAXWELL, SHARED_LOAD, address, ALL_LANES, 4);
        EXPECT_EQ(cost.wavefronts, ways);
        EXPECT_EQ(cost.conflicts, ways - 1);
        uint32_t old = ways < 16 ? ways : 16;
        EXPECT_EQ(shared_cost(SHARED_HALF_WARP, SHARED_STORE, address, ALL_LANES, 4).wavefronts,
                  2 * old);
    }
}

// cc 1.x: `x / c` is free only where c is a multiple of 16 (one broadcast word a half-warp).
TEST(half_warps_broadcast_one_word_only)
{
    EXPECT_EQ(load(SHARED_HALF_WARP, pairs, 4), 4);
    EXPECT_EQ(load(SHARED_HALF_WARP, quads, 4), 8);
    EXPECT_EQ(load(SHARED_HALF_WARP, halves, 4), 2);
    EXPECT_EQ(cost_of(SHARED_HALF_WARP, SHARED_LOAD, quads, 0x0000ffff, 4).wavefronts, 4);
    EXPECT_EQ(cost_of(SHARED_HALF_WARP, SHARED_LOAD, quads, 0x0000000f, 4).wavefronts, 1);
}

TEST(half_warps_that_store_to_one_word_need_one_step)
{
    EXPECT_EQ(cost_of(SHARED_HALF_WARP, SHARED_STORE, uniform, ALL_LANES, 4).wavefronts, 2);
    EXPECT_EQ(cost_of(SHARED_HALF_WARP, SHARED_STORE, pairs, ALL_LANES, 4).wavefronts, 2);
    EXPECT_EQ(cost_of(SHARED_HALF_WARP, SHARED_STORE, bytes, ALL_LANES, 1).wavefronts, 8);
}

static uint32_t same_bank_twice(uint32_t i)
{
    return i % 8 == 1 ? 128 : 16 * i;
}

// Programming guide 5.5, G.4.3: a 128-bit access is 2-way even where no quarter-warp conflicts, and
// one way more than the lanes of a quarter-warp on different addresses of a bank.
TEST(fermi_takes_one_pass_more_for_128_bits)
{
    SharedCost none = cost_of(SHARED_FERMI, SHARED_LOAD, float4s, ALL_LANES, 16);
    EXPECT_EQ(none.wavefronts, 4);
    EXPECT_EQ(none.ideal, 2);
    SharedCost twice = cost_of(SHARED_FERMI, SHARED_LOAD, same_bank_twice, 0x000000ff, 16);
    EXPECT_EQ(twice.wavefronts, 3);
    EXPECT_EQ(twice.conflicts, 2);
}

// The same guide: 64 bits conflict only inside a half-warp.
TEST(fermi_serves_64_bits_half_by_half)
{
    EXPECT_EQ(load(SHARED_FERMI, doubles, 8), 2);
    EXPECT_EQ(load(SHARED_FERMI, doubles_2, 8), 4);
    EXPECT_EQ(cost_of(SHARED_FERMI, SHARED_LOAD, doubles, 0x0000ffff, 8).wavefronts, 1);
}

static uint32_t across_kepler_rows(uint32_t i)
{
    return 128 + 8 * i;
}

TEST(kepler_words_side_by_side_must_lie_in_one_row_of_256_bytes)
{
    EXPECT_EQ(load(SHARED_KEPLER_32, doubles, 8), 1);
    EXPECT_EQ(load(SHARED_KEPLER_32, across_kepler_rows, 8), 2);
    EXPECT_EQ(load(SHARED_KEPLER_64, across_kepler_rows, 8), 1);
}

static uint32_t u_paired_by_1(uint32_t t)
{
    return 16 * (t / 8 * 2 + t % 8 / 2 % 2);
}
static uint32_t u_mixed(uint32_t t)
{
    return t < 16 ? u_paired_by_1(t) : 16 * (t / 8 * 2 + t % 8 % 2);
}
static uint32_t u_conflicting(uint32_t t)
{
    return 16 * (t / 16 * 4 + t % 16 / 8 + t % 8 / 4 * 8);
}
static uint32_t u_4(uint32_t t)
{
    return 16 * 4 + 0 * t;
}
static uint32_t u_mod_4(uint32_t t)
{
    return 16 * (t % 4);
}
static uint32_t u_by_8(uint32_t t)
{
    return 16 * 8 * t;
}
static uint32_t u_by_2(uint32_t t)
{
    return 16 * 2 * t;
}
static uint32_t d_halved(uint32_t t)
{
    return 8 * (t / 2);
}

static void expect_cost(SharedCost cost, uint32_t wavefronts, uint32_t conflicts)
{
    EXPECT_EQ(cost.wavefronts, wavefronts);
    EXPECT_EQ(cost.conflicts, conflicts);
}

// Published measurements on A100, GA102 and A10 and NVIDIA's forum threads 359822, 77228 and
// 339143.
TEST(wide_loads_merge_phases_when_lanes_share_addresses_in_pairs)
{
    SharedRule rule = SHARED_MAXWELL;
    expect_cost(cost_of(rule, SHARED_LOAD, doubles, ALL_LANES, 8), 2, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, d_halved, ALL_LANES, 8), 1, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_4, UINT32_C(3) << 15, 16), 2, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_4, 0x8001, 16), 1, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_paired_by_1, ALL_LANES, 16), 2, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_mixed, ALL_LANES, 16), 4, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_conflicting, ALL_LANES, 16), 4, 2);
    expect_cost(cost_of(rule, SHARED_LOAD, u_4, ALL_LANES, 16), 2, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, float4s, ALL_LANES, 16), 4, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_mod_4, ALL_LANES, 16), 4, 0);
    expect_cost(cost_of(rule, SHARED_LOAD, u_by_8, ALL_LANES, 16), 32, 28);
    expect_cost(cost_of(rule, SHARED_LOAD, u_by_2, ALL_LANES, 16), 8, 4);
}

TEST(wide_stores_never_merge_phases)
{
    expect_cost(cost_of(SHARED_MAXWELL, SHARED_STORE, d_halved, ALL_LANES, 8), 2, 0);
    expect_cost(cost_of(SHARED_MAXWELL, SHARED_STORE, u_4, ALL_LANES, 16), 4, 0);
}

static uint32_t four_words(uint32_t i)
{
    return i % 4 * 4;
}

TEST(only_new_machines_count_the_lanes_on_a_word)
{
    expect_cost(cost_of(SHARED_MAXWELL, SHARED_INCREMENT, four_words, ALL_LANES, 4), 1, 0);
    expect_cost(cost_of(SHARED_MAXWELL, SHARED_REDUCE, four_words, ALL_LANES, 4), 8, 7);
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_MAXWELL; rule++) {
        SharedCost found = cost_of((SharedRule)rule, SHARED_INCREMENT, four_words, ALL_LANES, 4);
        EXPECT_EQ(found.wavefronts,
                  cost_of((SharedRule)rule, SHARED_REDUCE, four_words, ALL_LANES, 4).wavefronts);
        EXPECT(found.wavefronts >= 8);
    }
}

TEST(no_lane_costs_nothing)
{
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
        for (uint32_t access = SHARED_LOAD; access <= SHARED_INCREMENT; access++) {
            SharedCost cost = cost_of((SharedRule)rule, (SharedAccess)access, float4s, 0, 16);
            EXPECT(cost.wavefronts == 0 && cost.ideal == 0 && cost.conflicts == 0);
        }
    }
}

static uint32_t rows_of_tile(uint32_t i)
{
    return 128 * i;
} // 64 halfs a row
static uint32_t rows_padded(uint32_t i)
{
    return 144 * i;
} // 72 halfs a row

// A matrix of eight 16-byte rows is one phase (CUTLASS and PTX ISA: ldmatrix).
TEST(ldmatrix_takes_a_phase_for_each_matrix_and_one_more_for_each_conflicting_row)
{
    uint32_t tile[32], padded[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        tile[lane] = rows_of_tile(lane);
        padded[lane] = rows_padded(lane);
    }
    for (uint32_t matrices = 1; matrices <= 4; matrices *= 2) {
        expect_cost(shared_cost_matrix(padded, matrices), matrices, 0);
        expect_cost(shared_cost_matrix(tile, matrices), 8 * matrices, 7 * matrices);
    }
}
