// SPDX-License-Identifier: Apache-2.0
// The picture of a shared access adds up to what shared.h counts, under every generation's rule.
#include "sim/memory/shared_map.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static uint32_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static bool serves_each_lane_once_a_phase(const SharedPhase *phase)
{
    uint32_t used_of_pass[64][32] = {{0}};
    for (uint32_t lane = 0; lane < 32; lane++) {
        if (!(phase->lanes >> lane & 1)) {
            continue;
        }
        uint32_t *used = &used_of_pass[phase->wavefront[lane]][phase->bank[lane]];
        if (phase->wavefront[lane] >= phase->wavefronts || !(phase->together[lane] >> lane & 1) ||
            (*used != 0 && *used != phase->together[lane])) {
            return false;
        }
        *used = phase->together[lane];
    }
    return true;
}

static bool adds_up(const SharedMap *map, SharedCost wanted)
{
    uint32_t wavefronts = 0;
    for (uint32_t i = 0; i < map->phase_count; i++) {
        wavefronts += map->phases[i].wavefronts;
        if (!serves_each_lane_once_a_phase(&map->phases[i])) {
            return false;
        }
    }
    return wavefronts * map->repeats == wanted.wavefronts &&
           map->cost.wavefronts == wanted.wavefronts;
}

static void check(SharedRule rule, SharedAccess access, const uint32_t address[32], uint32_t mask,
                  uint32_t width)
{
    SharedMap map;
    shared_map(rule, access, address, mask, width, &map);
    SharedCost cost = shared_cost(rule, access, address, mask, width);
    if (!EXPECT(adds_up(&map, cost))) {
        fprintf(stderr, "    rule %u access %u width %u mask %08x\n", (unsigned)rule,
                (unsigned)access, width, mask);
    }
    if (rule != SHARED_HALF_WARP) {
        EXPECT_EQ(map.phase_count * map.repeats, cost.ideal);
    }
}

static void check_all(const uint32_t address[32], uint32_t mask, uint32_t width)
{
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
        for (uint32_t access = SHARED_LOAD; access <= SHARED_INCREMENT; access++) {
            check((SharedRule)rule, (SharedAccess)access, address, mask, width);
        }
    }
}

TEST(strides_add_up_under_every_rule)
{
    for (uint32_t width = 1; width <= 16; width *= 2) {
        for (uint32_t stride = 0; stride <= 66; stride++) {
            uint32_t address[32];
            for (uint32_t lane = 0; lane < 32; lane++) {
                address[lane] = 256 + lane * stride * width;
            }
            check_all(address, ALL_LANES, width);
            check_all(address, 0x0000ffffu, width);
            check_all(address, 0xffff0f01u, width);
        }
    }
}

TEST(random_addresses_add_up_under_every_rule)
{
    uint64_t state = 1;
    for (uint32_t round = 0; round < 400; round++) {
        uint32_t width = 1u << random_next(&state) % 5;
        uint32_t spread = 1u << (1 + random_next(&state) % 9);
        uint32_t mask = round % 3 == 0 ? ALL_LANES : random_next(&state) * 2654435761u;
        uint32_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = random_next(&state) % spread * width;
        }
        check_all(address, mask, width);
    }
}

TEST(lanes_in_pairs_add_up_under_every_rule)
{
    for (uint32_t distance = 1; distance <= 2; distance++) {
        for (uint32_t width = 4; width <= 16; width *= 2) {
            uint32_t address[32];
            for (uint32_t lane = 0; lane < 32; lane++) {
                address[lane] = (lane & ~distance) * 3 * width;
            }
            check_all(address, ALL_LANES, width);
        }
    }
}

TEST(no_lane_has_no_phase)
{
    uint32_t address[32] = {0};
    check_all(address, 0, 4);
}

TEST(a_column_of_a_32_wide_tile_takes_32_passes_of_one_bank)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = lane * 128 + 20;
    }
    SharedMap map;
    shared_map(SHARED_MAXWELL, SHARED_LOAD, address, ALL_LANES, 4, &map);
    EXPECT_EQ(map.phase_count, 1u);
    EXPECT_EQ(map.phases[0].wavefronts, 32u);
    EXPECT_EQ(map.phases[0].fullest_bank, 5u);
    EXPECT_EQ(map.phases[0].wavefront[31], 31u);
    EXPECT_EQ(map.phases[0].together[31], 0x80000000u);
}

TEST(one_word_of_a_step_is_broadcast_on_cc_1)
{
    uint32_t address[32]; // even lanes read word 0, odd lanes word 16 of the same bank
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = lane % 2 * 64;
    }
    SharedMap map;
    shared_map(SHARED_HALF_WARP, SHARED_LOAD, address, ALL_LANES, 4, &map);
    EXPECT_EQ(map.phase_count, 2u);
    EXPECT_EQ(map.phases[0].wavefronts, 2u);
    EXPECT_EQ(map.phases[0].together[0], 0x5555u);
    EXPECT_EQ(map.phases[0].together[1], 0xaaaau);
}

TEST(doubles_take_two_banks_a_lane)
{
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = lane * 8;
    }
    SharedMap map;
    shared_map(SHARED_MAXWELL, SHARED_LOAD, address, ALL_LANES, 8, &map);
    EXPECT_EQ(map.lane_banks, 2u);
    EXPECT_EQ(map.phase_count, 2u);
    EXPECT_EQ(map.phases[1].lanes, 0xffff0000u);
    EXPECT_EQ(map.phases[0].bank[15], 30u);
    EXPECT_EQ(map.phases[1].bank[16], 0u);
}

TEST(matrices_add_up)
{
    uint64_t state = 7;
    for (uint32_t round = 0; round < 100; round++) {
        uint32_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = random_next(&state) % 64 * 16;
        }
        for (uint32_t matrices = 1; matrices <= 4; matrices *= 2) {
            SharedMap map;
            shared_map_matrix(address, matrices, &map);
            EXPECT(adds_up(&map, shared_cost_matrix(address, matrices)));
            EXPECT_EQ(map.phase_count, matrices);
        }
    }
}
