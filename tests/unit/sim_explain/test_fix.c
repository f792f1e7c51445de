// SPDX-License-Identifier: Apache-2.0
// Fixes are recomputed with the rule that counts: the textbook cases come out as the books say.
#include "sim/explain/fix.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static Access strided(AccessSpace space, uint64_t base, uint64_t stride, uint32_t width)
{
    Access access = {.space = space, .width_bytes = width, .lanes = ALL_LANES};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = base + lane * stride;
    }
    return access;
}

static uint32_t count_with(const Fixes *fixes, FixKind kind)
{
    for (uint32_t i = 0; i < fixes->count; i++) {
        if (fixes->list[i].kind == kind) {
            return fixes->list[i].cost.count;
        }
    }
    return 0;
}

TEST(a_column_of_a_tile_is_cured_by_padding_swizzling_and_swapping)
{
    AccessArray tile = {"tile", 0, 4096};
    Access access = strided(ACCESS_SHARED, 20, 128, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), &tile);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(fixes.pitch_bytes, 128u);
    EXPECT_EQ(count_with(&fixes, FIX_PAD_1), 1u);
    EXPECT_EQ(count_with(&fixes, FIX_PAD_2), 2u);
    EXPECT_EQ(count_with(&fixes, FIX_SWIZZLE), 1u);
    EXPECT_EQ(count_with(&fixes, FIX_SWAP), 1u);
    EXPECT_EQ(fixes.list[fixes.best].cost.count, 1u);
}

TEST(what_is_ideal_needs_no_fix)
{
    Access access = strided(ACCESS_SHARED, 0, 4, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT(fixes.is_ideal);
    EXPECT_EQ(fixes.count, 0u);
    EXPECT_EQ(fixes.best, -1);
}

TEST(the_column_of_a_16_wide_tile_is_found_in_a_block_16_wide)
{
    Access access = {.space = ACCESS_SHARED, .width_bytes = 4, .lanes = ALL_LANES};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = lane % 16 * 64 + lane / 16 * 4;
    }
    Fixes fixes = access_fixes(&access, gpu_preset("8800gtx"), &(AccessArray){"tile", 0, 1024});
    EXPECT_EQ(fixes.pattern.run, 16u);
    EXPECT_EQ(fixes.pitch_bytes, 64u);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(count_with(&fixes, FIX_PAD_1), 2u);
    EXPECT_EQ(count_with(&fixes, FIX_PAD_2), 4u);
}

TEST(a_structure_of_16_bytes_becomes_arrays)
{
    Access access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000000), 16, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT_EQ(fixes.cost.count, 16u);
    EXPECT_EQ(count_with(&fixes, FIX_ARRAYS), 4u);
}

TEST(a_column_of_a_matrix_has_its_indices_swapped)
{
    Access access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000000), 16000, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("gtx280"), NULL);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(count_with(&fixes, FIX_SWAP), 2u);
}

TEST(a_shifted_row_is_aligned)
{
    Access access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000004), 4, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT_EQ(fixes.cost.count, 5u);
    EXPECT_EQ(count_with(&fixes, FIX_ALIGN), 4u);
    fixes = access_fixes(&access, gpu_preset("8800gtx"), NULL);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(count_with(&fixes, FIX_ALIGN), 2u);
}

// The second of two floats: on cc 1.2 as many transactions as side by side, of twice the size.
TEST(wasted_bytes_are_a_reason_for_a_fix)
{
    Access access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000004), 8, 4);
    Fixes fixes = access_fixes(&access, gpu_preset("gtx280"), NULL);
    EXPECT_EQ(fixes.cost.count, 2u);
    EXPECT_EQ(fixes.cost.bytes_moved, 256u);
    EXPECT(!fixes.is_ideal);
    EXPECT_EQ(count_with(&fixes, FIX_ARRAYS), 2u);
    EXPECT_EQ(fixes.list[0].cost.bytes_moved, 128u);
    access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000000), 4, 4);
    EXPECT(access_fixes(&access, gpu_preset("gtx280"), NULL).is_ideal);
}

TEST(contended_words_are_copied_or_combined)
{
    Access access = strided(ACCESS_SHARED, 64, 0, 4);
    access.shared_kind = SHARED_ATOMIC;
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(count_with(&fixes, FIX_COPIES), 1u);
    EXPECT_EQ(count_with(&fixes, FIX_COMBINE), 1u);
}

// Two words of one bank (a histogram): the lanes of a word are counted at once, the words are not.
TEST(counted_words_are_copied)
{
    Access access = strided(ACCESS_SHARED, 64, 0, 4);
    access.shared_kind = SHARED_INCREMENT;
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT_EQ(fixes.cost.count, 1u);
    EXPECT_EQ(fixes.count, 0u);
    for (uint32_t lane = 0; lane < 32; lane += 3) {
        access.address[lane] += 128;
    }
    fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT_EQ(fixes.cost.count, 2u);
    EXPECT_EQ(count_with(&fixes, FIX_COPIES), 1u);
}

TEST(bytes_and_doubles_of_the_first_generation)
{
    const Gpu *gpu = gpu_preset("8800gtx");
    Access bytes = strided(ACCESS_SHARED, 0, 1, 1);
    Fixes fixes = access_fixes(&bytes, gpu, NULL);
    EXPECT_EQ(count_with(&fixes, FIX_WIDEN), 2u);
    EXPECT_EQ(fixes.count, 1u); // side by side there are no rows to pad
    Access doubles = strided(ACCESS_SHARED, 0, 8, 8);
    fixes = access_fixes(&doubles, gpu, NULL);
    EXPECT_EQ(fixes.cost.count, 8u);
    EXPECT_EQ(count_with(&fixes, FIX_SPLIT), 4u);
}

// Swapped, each half-warp reads four whole words of the array, four bytes of each.
TEST(elements_are_counted_from_the_start_of_their_array)
{
    AccessArray pairs = {"pairs", 4, 64};
    Access access = strided(ACCESS_SHARED, 4, 2, 1);
    Fixes fixes = access_fixes(&access, gpu_preset("8800gtx"), &pairs);
    EXPECT_EQ(count_with(&fixes, FIX_SWAP), 8u);
}

TEST(scattered_lanes_have_no_shape_and_no_fix)
{
    Access access = strided(ACCESS_GLOBAL, UINT64_C(0x7f4000000000), 4096, 4);
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] += lane * lane * 40;
    }
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), NULL);
    EXPECT(!fixes.pattern.is_regular);
    EXPECT_EQ(fixes.count, 0u);
    EXPECT(!fixes.is_ideal);
}

TEST(wide_elements_are_padded_by_elements)
{
    AccessArray table = {"table", 0, 8192};
    Access access = strided(ACCESS_SHARED, 24, 256, 8);
    Fixes fixes = access_fixes(&access, gpu_preset("h200"), &table);
    EXPECT_EQ(fixes.cost.count, 32u);
    EXPECT_EQ(count_with(&fixes, FIX_PAD_1), 2u);
    EXPECT_EQ(fixes.pad_bytes, 8u);
    EXPECT_TEXT(fix_text(FIX_PAD_1, 8), "pad the rows by one element of 8 bytes");
    EXPECT_TEXT(fix_text(FIX_PAD_2, 16), "pad the rows by two elements of 16 bytes");
    EXPECT_TEXT(fix_text(FIX_PAD_1, 4), "pad the rows by one word");
}

TEST(one_lane_alone_has_no_pattern)
{
    Access access = strided(ACCESS_SHARED, 0, 128, 4);
    access.lanes = 4;
    EXPECT(!access_pattern(&access).is_regular);
}

TEST(a_pattern_does_not_need_the_first_lane)
{
    Access access = strided(ACCESS_SHARED, 0, 128, 4);
    access.lanes = ~UINT32_C(1);
    Pattern pattern = access_pattern(&access);
    EXPECT(pattern.is_regular);
    EXPECT_EQ(pattern.stride, 128);
    EXPECT_EQ(pattern.lowest, 128);
}
