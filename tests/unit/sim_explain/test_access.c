// SPDX-License-Identifier: Apache-2.0
// Maps and costs of an access are those of sim/memory's rules, whatever the addresses.
#include "sim/explain/access.h"

#include "isa/base/bits.h"
#include "isa/machine/window.h"
#include "sim/memory/constant.h"
#include "sim/memory/local.h"
#include "tests/test.h"

#include <string.h>

#define ALL_LANES UINT32_MAX

static uint32_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static Access random_access(AccessSpace space, uint64_t *state)
{
    Access access = {.space = space,
                     .width_bytes = 1u << random_next(state) % 5,
                     .lanes = random_next(state) % 2 ? ALL_LANES : random_next(state) * 3u,
                     .is_around_l1 = random_next(state) % 4 == 0};
    access.global_kind = (GlobalAccess)(random_next(state) % (space == ACCESS_GLOBAL ? 4 : 2));
    access.shared_kind = (SharedAccess)(random_next(state) % (SHARED_INCREMENT + 1));
    uint32_t stride = random_next(state) % 34, spread = 1u << random_next(state) % 10;
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = (lane * stride + random_next(state) % spread) * access.width_bytes;
    }
    return access;
}

static GlobalCost rule_cost(const Access *access, const Gpu *gpu)
{
    bool is_cached = access->global_kind == GLOBAL_LOAD && gpu->is_global_l1_cached != 0 &&
                     !access->is_around_l1;
    return coalesce(gpu->coalesce_rule, access->global_kind, access->address, access->lanes,
                    access->width_bytes, is_cached);
}

static void compare_map(const Access *access, const Gpu *gpu, const GlobalCost *wanted)
{
    AccessMap map;
    access_map(access, gpu, &map);
    uint32_t bytes = 0, lanes = 0;
    for (uint32_t i = 0; i < map.piece_count; i++) {
        bytes += map.pieces[i].size_bytes;
        lanes |= map.pieces[i].lanes;
        EXPECT(map.pieces[i].bytes_used <= map.pieces[i].size_bytes);
        EXPECT(map.pieces[i].request < 32 / map.request_lanes);
    }
    EXPECT_EQ(bytes, wanted->sectors * 32);
    EXPECT_EQ(lanes, access->lanes);
    AccessCost cost = access_cost(access, gpu);
    EXPECT_EQ(cost.count, map.piece_count);
    EXPECT_EQ(cost.bytes_moved, bytes);
    EXPECT(cost.ideal <= cost.count);
}

TEST(global_maps_are_what_the_rule_counts)
{
    uint64_t state = 11;
    for (uint32_t round = 0; round < 200; round++) {
        Access access = random_access(ACCESS_GLOBAL, &state);
        for (uint32_t i = 0; i < gpu_preset_count() && access.lanes != 0; i++) {
            const Gpu *gpu = gpu_preset_at(i);
            GlobalCost wanted = rule_cost(&access, gpu);
            compare_map(&access, gpu, &wanted);
            AccessMap map;
            access_map(&access, gpu, &map);
            EXPECT_EQ(map.request_count, wanted.requests);
            EXPECT_EQ(access_cost(&access, gpu).bytes_used, wanted.bytes_used);
        }
    }
}

TEST(local_maps_are_what_the_rule_counts)
{
    uint64_t state = 12;
    for (uint32_t round = 0; round < 100; round++) {
        Access access = random_access(ACCESS_LOCAL, &state);
        uint32_t offset[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            offset[lane] = (uint32_t)access.address[lane];
        }
        for (uint32_t i = 0; i < gpu_preset_count() && access.lanes != 0; i++) {
            const Gpu *gpu = gpu_preset_at(i);
            GlobalCost wanted = local_cost(gpu->coalesce_rule, access.global_kind, offset,
                                           access.lanes, access.width_bytes, true);
            compare_map(&access, gpu, &wanted);
        }
    }
}

// Each lane is in one piece, that of its word.
static void expect_words(const Access *access, const Gpu *gpu)
{
    AccessMap map;
    access_map(access, gpu, &map);
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < map.piece_count; i++) {
        EXPECT_EQ(lanes & map.pieces[i].lanes, 0);
        lanes |= map.pieces[i].lanes;
        for (uint32_t rest = map.pieces[i].lanes; rest != 0; rest &= rest - 1) {
            EXPECT_EQ(access->address[bits_lowest(rest)], map.pieces[i].address);
        }
    }
    EXPECT_EQ(lanes, access->lanes);
}

TEST(constant_maps_have_a_piece_for_each_word_of_a_request)
{
    uint64_t state = 13;
    for (uint32_t round = 0; round < 100; round++) {
        Access access = random_access(ACCESS_CONSTANT, &state);
        for (uint32_t i = 0; i < gpu_preset_count(); i++) {
            const Gpu *gpu = gpu_preset_at(i);
            uint32_t lanes = constant_request_lanes(gpu->compute_capability);
            ConstantCost wanted = constant_cost(lanes, access.address, access.lanes);
            EXPECT_EQ(access_cost(&access, gpu).count, wanted.accesses);
            EXPECT_EQ(access_cost(&access, gpu).ideal, wanted.requests);
            expect_words(&access, gpu);
        }
    }
}

TEST(shared_costs_are_what_the_rule_counts)
{
    uint64_t state = 14;
    for (uint32_t round = 0; round < 200; round++) {
        Access access = random_access(ACCESS_SHARED, &state);
        uint32_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = (uint32_t)access.address[lane];
        }
        for (uint32_t i = 0; i < gpu_preset_count(); i++) {
            const Gpu *gpu = gpu_preset_at(i);
            SharedCost wanted = shared_cost(gpu->shared_rule, access.shared_kind, address,
                                            access.lanes, access.width_bytes);
            EXPECT_EQ(access_cost(&access, gpu).count, wanted.wavefronts);
            EXPECT_EQ(access_cost(&access, gpu).ideal, wanted.ideal);
        }
    }
}

TEST(generations_cover_the_presets_from_old_to_new)
{
    Generation list[GENERATIONS_MAX];
    EXPECT_EQ(generations_of(ACCESS_SHARED, list), 4u);
    EXPECT_TEXT(list[0].first->name, "8800gtx");
    EXPECT_TEXT(list[0].last->name, "gtx280");
    EXPECT_EQ(list[3].first->shared_rule, SHARED_MAXWELL);
    EXPECT_TEXT(list[3].last->name, "b200");
    EXPECT_EQ(generations_of(ACCESS_GLOBAL, list), 5u);
    EXPECT_TEXT(list[0].last->name, "9800gtx");
    EXPECT_EQ(generations_of(ACCESS_CONSTANT, list), 2u);
    EXPECT_EQ(generations_of(ACCESS_SPACE_COUNT, list), 5u);
}

TEST(every_rule_has_a_sentence_of_its_generation)
{
    for (uint32_t space = 0; space < ACCESS_TEXTURE; space++) {
        Access access = {.space = (AccessSpace)space, .width_bytes = 4, .lanes = ALL_LANES};
        Generation list[GENERATIONS_MAX];
        uint32_t count = generations_of(access.space, list);
        for (uint32_t i = 1; i < count; i++) {
            const char *before = access_rule(&access, list[i - 1].first);
            EXPECT(strncmp(before, "cc ", 3) == 0);
            if (list[i - 1].first->coalesce_rule != list[i].first->coalesce_rule ||
                space != ACCESS_LOCAL) {
                EXPECT(strcmp(before, access_rule(&access, list[i].first)) != 0);
            }
        }
    }
}

TEST(a_generic_step_has_a_part_for_each_space)
{
    Micro micro = {.kind = MICRO_LOAD, .d = ROW_NONE};
    StepAccess step = {.is_shared = true, .is_global = true, .width_bytes = 4, .lanes = 3};
    step.address[0] = 64;
    step.address[1] = UINT64_C(0x7f4000000000);
    Access parts[ACCESS_PARTS_MAX];
    EXPECT_EQ(access_of_step(&micro, &step, parts), 2u);
    EXPECT_EQ(parts[0].space, ACCESS_SHARED);
    EXPECT_EQ(parts[0].lanes, 1u);
    EXPECT_EQ(parts[1].space, ACCESS_GLOBAL);
    EXPECT_EQ(parts[1].lanes, 2u);
    step = (StepAccess){0};
    EXPECT_EQ(access_of_step(&micro, &step, parts), 0u);
}

TEST(lanes_in_other_blocks_of_a_cluster_meet_no_bank)
{
    Micro micro = {.kind = MICRO_LOAD, .d = ROW_NONE};
    StepAccess step = {.is_shared = true, .width_bytes = 4, .lanes = 7, .remote_sectors = 1};
    step.address[0] = 3 * SHARED_WINDOW_BYTES;
    step.address[1] = 2 * SHARED_WINDOW_BYTES;
    step.address[2] = 2 * SHARED_WINDOW_BYTES + 4;
    Access parts[ACCESS_PARTS_MAX];
    EXPECT_EQ(access_of_step(&micro, &step, parts), 0u);
    step.shared = (SharedCost){.wavefronts = 1, .ideal = 1, .bytes_used = 8};
    EXPECT_EQ(access_of_step(&micro, &step, parts), 1u);
    EXPECT_EQ(parts[0].lanes, 6u);
    EXPECT_EQ(parts[0].address[2], 4u);
    step.address[0] = 8; // an offset without a window is in the block's own memory
    step.address[1] = SHARED_WINDOW_BYTES;
    step.lanes = 3;
    step.shared.bytes_used = 4;
    EXPECT_EQ(access_of_step(&micro, &step, parts), 1u);
    EXPECT_EQ(parts[0].lanes, 1u);
}
