// SPDX-License-Identifier: Apache-2.0
// What other layouts, distances and block shapes would cost: the counts are those of number theory
// and of the lectures, and the program's own choice costs what the access costs.
#include "sim/explain/whatif.h"
#include "tests/test.h"

#include <string.h>

static const SourceName tile = {
    .name = "tile", .shape = "[32][32]", .name_bytes = 4, .shape_bytes = 8, .element_bytes = 4};
static const SourceName line = {
    .name = "line", .shape = "[4096]", .name_bytes = 4, .shape_bytes = 6, .element_bytes = 4};

static Access strided(AccessSpace space, uint64_t base, uint64_t stride)
{
    Access access = {.space = space, .width_bytes = 4, .lanes = UINT32_MAX};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = base + lane * stride;
    }
    return access;
}

static const WhatIf *find(const WhatIf *what_ifs, uint32_t count, WhatIfKnob knob)
{
    for (uint32_t i = 0; i < count; i++) {
        if (what_ifs[i].knob == knob) {
            return &what_ifs[i];
        }
    }
    return NULL;
}

static uint32_t cost(const WhatIf *what_if, int64_t value)
{
    for (uint32_t i = 0; i < what_if->count; i++) {
        if (what_if->choices[i].value == value) {
            return access_cost(&what_if->choices[i].access, gpu_preset("h200")).count;
        }
    }
    return 0;
}

static uint32_t divisor(uint32_t a, uint32_t b)
{
    return b == 0 ? a : divisor(b, a % b);
}

TEST(a_column_costs_the_common_divisor_of_its_row_and_the_banks)
{
    Arena arena = {0};
    WhatIf found[WHATIF_KNOB_COUNT];
    Access access = strided(ACCESS_SHARED, 1024 + 20, 128);
    WhatIfPlace place = {.name = &tile, .base = 1024};
    uint32_t count = whatif_find(&access, &place, found, &arena);
    const WhatIf *padding = find(found, count, WHATIF_PADDING);
    const WhatIf *swizzle = find(found, count, WHATIF_SWIZZLE);
    if (EXPECT(padding != NULL && swizzle != NULL)) {
        EXPECT_EQ(padding->own, 0u);
        for (uint32_t pad = 0; pad < padding->count; pad++) {
            EXPECT_EQ(cost(padding, pad), divisor(32 + pad, 32));
        }
        EXPECT(strcmp(padding->choices[1].source, "tile[32][33]") == 0);
        EXPECT_EQ(cost(swizzle, 0), 32u);
        EXPECT_EQ(cost(swizzle, 1), 1u);
        EXPECT(strcmp(swizzle->choices[1].source, "tile[row][col ^ (row % 32)]") == 0);
    }
    EXPECT(find(found, count, WHATIF_BLOCK) == NULL); // no block is known
    arena_clear(&arena);
}

TEST(an_array_without_rows_is_padded_in_its_index)
{
    Arena arena = {0};
    WhatIf found[WHATIF_KNOB_COUNT];
    Access access = strided(ACCESS_SHARED, 0, 8);
    WhatIfPlace place = {.name = &line};
    uint32_t count = whatif_find(&access, &place, found, &arena);
    const WhatIf *padding = find(found, count, WHATIF_PADDING);
    if (EXPECT(padding != NULL)) {
        EXPECT_EQ(cost(padding, 0), 2u);
        EXPECT_EQ(cost(padding, 1), 1u);
        EXPECT(strcmp(padding->choices[1].source, "line[i + i / 32]") == 0);
    }
    arena_clear(&arena);
}

TEST(strides_have_the_programs_own_among_them)
{
    Arena arena = {0};
    WhatIf found[WHATIF_KNOB_COUNT];
    for (uint32_t own = 0; own < 70; own++) {
        Access access = strided(ACCESS_SHARED, 64, 4 * (uint64_t)own);
        WhatIfPlace place = {0};
        uint32_t count = whatif_find(&access, &place, found, &arena);
        const WhatIf *stride = find(found, count, WHATIF_STRIDE);
        if (EXPECT(stride != NULL)) {
            const WhatIfChoice *choice = &stride->choices[stride->own];
            EXPECT_EQ(choice->value, (int64_t)own);
            EXPECT(memcmp(choice->access.address, access.address, sizeof access.address) == 0);
            for (uint32_t i = 1; i < stride->count; i++) {
                EXPECT(stride->choices[i - 1].value < stride->choices[i].value);
            }
            EXPECT_EQ(cost(stride, 6), 2u);
        }
    }
    arena_clear(&arena);
}

TEST(a_narrow_block_reads_several_rows)
{
    enum { WARPS = 8, ROW = 4000 * 4 };
    Arena arena = {0};
    WhatIf found[WHATIF_KNOB_COUNT];
    Access accesses[WARPS];
    WhatIfPeer peers[WARPS];
    for (uint32_t warp = 0; warp < WARPS; warp++) { // a block of 32 x 8
        accesses[warp] = strided(ACCESS_GLOBAL, 4096 + warp * ROW, 4);
        peers[warp] = (WhatIfPeer){&accesses[warp], warp};
    }
    uint32_t block[3] = {32, 8, 1};
    WhatIfPlace place = {.block = block, .peers = peers, .peer_count = WARPS};
    uint32_t count = whatif_find(&accesses[0], &place, found, &arena);
    const WhatIf *shape = find(found, count, WHATIF_BLOCK);
    if (EXPECT(shape != NULL)) {
        EXPECT_EQ(shape->choices[shape->own].value, 32);
        EXPECT_EQ(cost(shape, 32), 4u);
        EXPECT_EQ(cost(shape, 8), 4u);  // 4 rows of a sector
        EXPECT_EQ(cost(shape, 4), 8u);  // 8 rows of half a sector
        EXPECT_EQ(cost(shape, 1), 32u); // a column
        EXPECT(strcmp(shape->choices[shape->own].source, "dim3(32, 8)") == 0);
    }
    accesses[5].address[7] += 4; // no sum of x and y any more
    count = whatif_find(&accesses[0], &place, found, &arena);
    EXPECT(find(found, count, WHATIF_BLOCK) == NULL);
    arena_clear(&arena);
}

TEST(atomics_and_single_words_have_no_knobs)
{
    Arena arena = {0};
    WhatIf found[WHATIF_KNOB_COUNT];
    WhatIfPlace place = {0};
    Access access = strided(ACCESS_SHARED, 0, 128);
    access.shared_kind = SHARED_ATOMIC;
    EXPECT_EQ(whatif_find(&access, &place, found, &arena), 0u);
    access = strided(ACCESS_SHARED, 0, 128);
    access.lanes = 1;
    EXPECT_EQ(whatif_find(&access, &place, found, &arena), 0u);
    arena_clear(&arena);
}
