// SPDX-License-Identifier: Apache-2.0
// The multiplications with vector instructions give the bits of those element by element, for every
// level, tile and GPU, with random and adversarial values (tests/hardware/tensor/tile.h); and they
// leave only factors that are infinities or NaNs, and sums that overflow, to them.
#include "sim/lane/lanes.h"
#include "tests/hardware/tensor/tile.h"
#include "tests/test.h"

#include <stdlib.h>

#define SEED 0x6d61747269ull

typedef struct TileRow {
    uint16_t m, k;
    PtxType a, b, c, d;
    bool is_sparse, is_saturated, is_group;
} TileRow;

static const TileRow tile_rows[] = {
    {16, 16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 8, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, 0, 0, 0},
    {16, 8, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, 0, 0, 1},
    {16, 16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F32, 0, 0, 0},
    {16, 16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F32, PTX_TYPE_F16, 0, 0, 0},
    {16, 16, PTX_TYPE_BF16, PTX_TYPE_BF16, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 8, PTX_TYPE_BF16, PTX_TYPE_BF16, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 4, PTX_TYPE_TF32, PTX_TYPE_TF32, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 8, PTX_TYPE_TF32, PTX_TYPE_TF32, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 16, PTX_TYPE_E4M3, PTX_TYPE_E5M2, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 32, PTX_TYPE_E5M2, PTX_TYPE_E4M3, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 0},
    {16, 32, PTX_TYPE_E4M3, PTX_TYPE_E4M3, PTX_TYPE_F16, PTX_TYPE_F16, 0, 0, 0},
    {16, 32, PTX_TYPE_E5M2, PTX_TYPE_E5M2, PTX_TYPE_F32, PTX_TYPE_F32, 0, 0, 1},
    {16, 32, PTX_TYPE_E4M3, PTX_TYPE_E4M3, PTX_TYPE_F16, PTX_TYPE_F16, 0, 0, 1},
    {8, 16, PTX_TYPE_S8, PTX_TYPE_U8, PTX_TYPE_S32, PTX_TYPE_S32, 0, 0, 0},
    {16, 32, PTX_TYPE_U8, PTX_TYPE_U8, PTX_TYPE_S32, PTX_TYPE_S32, 0, 0, 0},
    {16, 32, PTX_TYPE_S8, PTX_TYPE_S8, PTX_TYPE_S32, PTX_TYPE_S32, 0, 1, 0},
    {16, 64, PTX_TYPE_U4, PTX_TYPE_S4, PTX_TYPE_S32, PTX_TYPE_S32, 0, 0, 0},
    {8, 32, PTX_TYPE_S4, PTX_TYPE_U4, PTX_TYPE_S32, PTX_TYPE_S32, 0, 1, 0},
    {16, 16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F32, PTX_TYPE_F32, 1, 0, 0},
    {16, 32, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, PTX_TYPE_F16, 1, 0, 0},
    {16, 32, PTX_TYPE_BF16, PTX_TYPE_BF16, PTX_TYPE_F32, PTX_TYPE_F32, 1, 0, 0},
    {16, 16, PTX_TYPE_TF32, PTX_TYPE_TF32, PTX_TYPE_F32, PTX_TYPE_F32, 1, 0, 0},
    {16, 64, PTX_TYPE_E4M3, PTX_TYPE_E5M2, PTX_TYPE_F32, PTX_TYPE_F32, 1, 0, 0},
    {16, 64, PTX_TYPE_E4M3, PTX_TYPE_E5M2, PTX_TYPE_F32, PTX_TYPE_F32, 1, 0, 1},
    {16, 64, PTX_TYPE_S8, PTX_TYPE_U8, PTX_TYPE_S32, PTX_TYPE_S32, 1, 1, 0},
    {16, 128, PTX_TYPE_S4, PTX_TYPE_S4, PTX_TYPE_S32, PTX_TYPE_S32, 1, 0, 0},
};

static int format_of_type(PtxType type)
{
    switch ((int)type) {
    case PTX_TYPE_F16: return FORMAT_F16;
    case PTX_TYPE_BF16: return FORMAT_BF16;
    case PTX_TYPE_TF32: return FORMAT_TF32;
    case PTX_TYPE_F32: return FORMAT_F32;
    case PTX_TYPE_E4M3: return FORMAT_E4M3;
    case PTX_TYPE_E5M2: return FORMAT_E5M2;
    default: return FORMAT_RAW;
    }
}

typedef struct Registers {
    uint32_t row[4][4][LANE_COUNT]; // by matrix; d as the general way gives it
    uint32_t metadata[LANE_COUNT];
} Registers;

static void fill(const MatrixTile *tile, uint64_t number, Registers *registers)
{
    for (int matrix = 0; matrix < 3; matrix++) {
        int format = format_of_type((PtxType)tile->type[matrix]);
        for (int r = 0; r < 4; r++) {
            for (int lane = 0; lane < LANE_COUNT; lane++) {
                registers->row[matrix][r][lane] = tile_word(SEED, number, format, matrix, lane, r);
            }
        }
    }
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        registers->metadata[lane] = tile_word(SEED, number, FORMAT_META, 3, lane, 0);
    }
}

// Makes some elements of c infinities and NaNs, as sums have become that overflowed.
static void spoil(const MatrixTile *tile, uint64_t number, Registers *registers)
{
    static const uint32_t halves[] = {0x7c003c00, 0x3c00fc00, 0x7fff7c00, 0xfc01fe00};
    static const uint32_t singles[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xff800001};
    const uint32_t *specials = tile->type[TILE_C] == PTX_TYPE_F16 ? halves : singles;
    for (uint32_t i = 0; i < 4 * LANE_COUNT; i++) {
        uint64_t random = tile_mix(SEED ^ (number * 4 * LANE_COUNT + i));
        if (random % 3 == 0) {
            registers->row[TILE_C][i / LANE_COUNT][i % LANE_COUNT] = specials[random >> 32 & 3];
        }
    }
}

static MatrixRows rows_of(Registers *registers, uint32_t d[4][LANE_COUNT])
{
    MatrixRows rows = {.metadata = registers->metadata};
    for (uint32_t r = 0; r < 4; r++) {
        rows.a[r] = registers->row[TILE_A][r];
        rows.b[r] = registers->row[TILE_B][r];
        rows.c[r] = registers->row[TILE_C][r];
        rows.d[r] = d[r];
    }
    return rows;
}

// How many tiles a level multiplies itself.
static uint32_t compare(MatrixFunction quick, const TilePart *part, MatrixRule rule, uint32_t tiles,
                        bool is_spoiled)
{
    uint32_t done = 0;
    for (uint64_t number = 0; number < tiles; number++) {
        Registers registers;
        uint32_t wanted[4][LANE_COUNT] = {{0}}, got[4][LANE_COUNT] = {{0}};
        fill(&part->tile, number, &registers);
        if (is_spoiled && part->tile.type[TILE_C] != PTX_TYPE_S32) {
            spoil(&part->tile, number, &registers);
        }
        MatrixRows rows = rows_of(&registers, wanted), again = rows_of(&registers, got);
        if (!quick(part, rule, &again)) {
            continue;
        }
        matrix_multiply(NULL, part, rule, &rows);
        if (!EXPECT(memcmp(wanted, got, sizeof got) == 0)) {
            fprintf(stderr, "    tile %u, style %d\n", (unsigned)number,
                    (int)(tile_mix(SEED + number) >> 40) % STYLE_COUNT);
            return done;
        }
        done++;
    }
    return done;
}

static TilePart part_of(const TileRow *row, uint8_t selector)
{
    return (TilePart){
        .tile = {.m = row->m,
                 .n = 8,
                 .k = row->k,
                 .type = {(uint8_t)row->a, (uint8_t)row->b, (uint8_t)row->c, (uint8_t)row->d},
                 .operation = row->is_group ? TILE_MULTIPLY_GROUP : TILE_MULTIPLY,
                 .is_saturated = row->is_saturated,
                 .is_sparse = row->is_sparse,
                 .selector = selector}};
}

static void compare_all(bool is_spoiled)
{
    static const uint32_t capabilities[] = {70, 75, 80, 89, 90};
    const char *more = getenv("LOCKSTEP_MATRIX_TILES");
    uint32_t tiles = more != NULL ? (uint32_t)strtoul(more, NULL, 10) : 24;
    for (size_t i = 0; i < sizeof tile_rows / sizeof tile_rows[0]; i++) {
        TilePart part = part_of(&tile_rows[i], 0);
        part.tile.selector = (uint8_t)(tile_rows[i].is_sparse ? tile_selectors(&part.tile) - 1 : 0);
        for (size_t c = 0; c < sizeof capabilities / sizeof capabilities[0]; c++) {
            MatrixRule rule = matrix_rule(capabilities[c], &part.tile);
            for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
                uint32_t done =
                    compare(lane_table_at(level)->multiply, &part, rule, tiles, is_spoiled);
                if (!EXPECT(done >= tiles / 3)) { // some styles overflow or have special values
                    fprintf(stderr, "    row %u, capability %u, level %s: %u of %u tiles\n",
                            (unsigned)i, capabilities[c], lane_table_at(level)->level, done, tiles);
                }
            }
        }
    }
}

TEST(levels_multiply_as_element_by_element)
{
    compare_all(false);
}

TEST(levels_keep_addends_that_are_infinities_or_nans)
{
    compare_all(true);
}
