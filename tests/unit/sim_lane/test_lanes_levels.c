// SPDX-License-Identifier: Apache-2.0
// All levels of vector instructions give the same bits, for every lane function, rounding direction
// and mask; lanes outside the mask keep theirs. And the tables: names and keys are unique.
#include "sim/lane/lanes.h"
#include "tests/hardware/lane_vectors/lane_vectors.h"
#include "tests/test.h"

typedef struct Rows {
    _Alignas(64) uint64_t row[5][LANE_COUNT]; // d a b c e
} Rows;

static bool is_wide(LaneType type)
{
    return type == LANE_TYPE_U64 || type == LANE_TYPE_S64 || type == LANE_TYPE_F64;
}

static void fill(Rows *rows, const Variant *variant, uint32_t first)
{
    const LaneType types[5] = {variant->d, variant->a, variant->b, variant->c, variant->e};
    memset(rows, 0, sizeof *rows);
    for (uint32_t at = 0; at < 5; at++) {
        uint32_t *narrow = (uint32_t *)rows->row[at];
        for (uint32_t i = 0; i < LANE_COUNT; i++) {
            uint64_t value = at == 0 ? 0x5a5a5a5a5a5a5a5au
                                     : vector_input(types[at], at - 1, variant_is_unary(variant),
                                                    (first + i) % VECTOR_COUNT);
            if (is_wide(types[at])) {
                rows->row[at][i] = value;
            } else {
                narrow[i] = (uint32_t)value;
            }
        }
    }
}

static void execute(const LaneTable *table, const Variant *variant, Rows *rows, uint32_t mask)
{
    if (variant->kind == VARIANT_LANE4) {
        table->function4[variant->function](rows->row[0], rows->row[1], rows->row[2], rows->row[3],
                                            rows->row[4], mask);
    } else {
        lane_execute_modified(table, &variant->micro, rows->row[0], rows->row[1], rows->row[2],
                              rows->row[3], mask);
    }
}

static bool keeps_other_lanes(const Variant *variant, const Rows *rows, uint32_t mask)
{
    const uint32_t *narrow = (const uint32_t *)rows->row[0];
    if (variant->d == LANE_TYPE_P) {
        return ((narrow[0] ^ 0x5a5a5a5au) & ~mask) == 0;
    }
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        bool is_kept =
            is_wide(variant->d) ? rows->row[0][i] == 0x5a5a5a5a5a5a5a5au : narrow[i] == 0x5a5a5a5au;
        if ((mask >> i & 1) == 0 && !is_kept) {
            return false;
        }
    }
    return true;
}

static void compare_levels(const Variant *variant, void *context)
{
    (void)context;
    if (variant->kind != VARIANT_LANE && variant->kind != VARIANT_LANE4) {
        return;
    }
    static const uint32_t masks[] = {UINT32_MAX, 0x80000001u, 0x0ff0f00fu, 0};
    for (uint32_t first = 0; first < VECTOR_COUNT; first += 96) {
        for (uint32_t at = 0; at < 4; at++) {
            Rows base;
            fill(&base, variant, first);
            execute(lane_table_at(0), variant, &base, masks[at]);
            if (!keeps_other_lanes(variant, &base, masks[at])) {
                fprintf(stderr, "%s writes lanes outside its mask\n", variant->name);
                EXPECT(false);
            }
            for (uint32_t level = 1; lane_table_at(level) != NULL; level++) {
                Rows rows;
                fill(&rows, variant, first);
                execute(lane_table_at(level), variant, &rows, masks[at]);
                if (!EXPECT(memcmp(&base, &rows, sizeof rows) == 0)) {
                    fprintf(stderr, "%s differs on %s\n", variant->name,
                            lane_table_at(level)->level);
                    return;
                }
            }
        }
    }
}

TEST(all_levels_give_the_same_bits)
{
    EXPECT(lane_table_at(0) != NULL);
    EXPECT_TEXT(lane_table_at(0)->level, "baseline");
    vectors_each(compare_levels, NULL);
}

TEST(every_lane_function_is_in_every_table)
{
    for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
        for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
            EXPECT(lane_table_at(level)->function[op] != NULL);
        }
        for (uint32_t op = 0; op < LANE4_OP_COUNT; op++) {
            EXPECT(lane_table_at(level)->function4[op] != NULL);
        }
    }
}

TEST(names_are_unique)
{
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        for (uint32_t other = 0; other < op; other++) {
            EXPECT(strcmp(lane_info[op].name, lane_info[other].name) != 0);
        }
    }
}

TEST(each_key_finds_its_row_and_no_other)
{
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        char keys[256], *rest = keys;
        snprintf(keys, sizeof keys, "%s", lane_info[op].keys);
        EXPECT(strlen(lane_info[op].keys) < sizeof keys);
        for (char *key = strtok_r(keys, " ", &rest); key != NULL;
             key = strtok_r(NULL, " ", &rest)) {
            EXPECT_EQ(lane_find(key), op);
            EXPECT_EQ(lane4_find(key), LANE4_OP_COUNT);
        }
    }
    EXPECT_EQ(lane_find("add"), LANE_OP_COUNT);
    EXPECT_EQ(lane_find(""), LANE_OP_COUNT);
    EXPECT_EQ(lane_find("add.f32 sub.f32"), LANE_OP_COUNT);
}
