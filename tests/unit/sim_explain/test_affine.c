// SPDX-License-Identifier: Apache-2.0
// Formulas of lanes and warps: those of indices are found, and none that only some lanes follow.
#include "sim/explain/affine.h"
#include "tests/test.h"

typedef int64_t Rule(int64_t warp, int64_t lane);

static LaneValues follow(Rule *rule, uint32_t warp, uint32_t lanes)
{
    LaneValues values = {.warp = warp, .lanes = lanes};
    for (uint32_t lane = 0; lane < 32; lane++) {
        values.at[lane] = rule(warp, lane);
    }
    return values;
}

// The formula over two warps, one of them alone if there is none for both; "none" for neither.
static void expect_formula(Rule *rule, uint32_t lanes, const char *expected)
{
    LaneValues values[] = {follow(rule, 0, lanes), follow(rule, 3, lanes), follow(rule, 5, lanes)};
    Affine affine;
    Text text = {0};
    if (affine_fit(values, 3, &affine)) {
        affine_put(&affine, &text);
    } else {
        text_put(&text, "none");
    }
    EXPECT_TEXT(text_string(&text), expected);
    text_destroy(&text);
}

static int64_t thread(int64_t w, int64_t lane)
{
    return 32 * w + lane;
}
static int64_t backward(int64_t w, int64_t lane)
{
    return 31 - lane + 0 * w;
}
static int64_t column(int64_t w, int64_t lane)
{
    return (32 * w + lane) % 16;
}
static int64_t row(int64_t w, int64_t lane)
{
    return (32 * w + lane) / 16;
}
static int64_t tile(int64_t w, int64_t lane)
{
    return 100 * (2 * w + lane / 16) + 3 * (lane % 16) + 7;
}
static int64_t same(int64_t w, int64_t lane)
{
    return 4 + 0 * w * lane;
}
static int64_t square(int64_t w, int64_t lane)
{
    return lane * lane + w;
}
static int64_t permuted(int64_t w, int64_t lane)
{
    return lane ^ w;
}

TEST(indices_of_threads_are_found)
{
    expect_formula(thread, UINT32_MAX, "32·w + lane");
    expect_formula(backward, UINT32_MAX, "31 - lane");
    expect_formula(column, UINT32_MAX, "lane % 16");
    expect_formula(row, UINT32_MAX, "2·w + lane / 16");
    expect_formula(tile, UINT32_MAX, "200·w + 100·(lane / 16) + 3·(lane % 16) + 7");
    expect_formula(same, UINT32_MAX, "4");
}

static int64_t mirrored(int64_t w, int64_t lane)
{
    return 15 - (32 * w + lane) % 16;
}

static int64_t below(int64_t w, int64_t lane)
{
    return -(lane % 16) + 0 * w;
}

TEST(a_falling_formula_begins_with_what_it_falls_from)
{
    expect_formula(mirrored, UINT32_MAX, "15 - lane % 16");
    expect_formula(below, UINT32_MAX, "-(lane % 16)");
}

TEST(lanes_that_take_no_part_do_not_count)
{
    expect_formula(thread, 0xaaaaaaaau, "32·w + lane");
    expect_formula(tile, 0x0000ffffu, "200·w + 3·lane + 7");
}

TEST(values_without_a_formula_have_none)
{
    expect_formula(square, UINT32_MAX, "none");
    expect_formula(permuted, UINT32_MAX, "none");
}

TEST(two_lanes_are_too_few_for_a_slope)
{
    expect_formula(thread, 0x00010001u, "none");
    expect_formula(same, 0x00010001u, "4");
}

TEST(values_too_large_for_products_have_none)
{
    LaneValues values = {.lanes = UINT32_MAX};
    for (uint32_t lane = 0; lane < 32; lane++) {
        values.at[lane] = INT64_MIN + (int64_t)lane;
    }
    Affine affine;
    EXPECT(!affine_fit(&values, 1, &affine));
}
