// SPDX-License-Identifier: Apache-2.0
// Fragments against the figures of PTX ISA 9.0 ("Matrix Fragments for mma.m16n8k16" and others),
// and the banks of rows under each swizzle.
#include "sim/explain/fragment.h"
#include "tests/test.h"

#include <string.h>

typedef struct Case {
    MatrixTile tile;
    TilePart part;
    Micro micro;
    MachineProgram program;
    Fragment fragment;
} Case;

static void begin(Case *it, MicroKind kind, MatrixTile tile, uint8_t parts)
{
    *it = (Case){.part = {.tile = tile, .count = parts, .reads_a = parts > 0},
                 .micro = {.kind = (uint8_t)kind, .vector = 4}};
    it->program =
        (MachineProgram){.code = &it->micro, .code_count = 1, .tiles = &it->part, .tile_count = 1};
    EXPECT(fragment_of(&it->program, 0, &it->fragment));
}

static MatrixTile tile(uint16_t m, uint16_t n, uint16_t k, PtxType factors, PtxType sums)
{
    return (MatrixTile){.m = m,
                        .n = n,
                        .k = k,
                        .type = {(uint8_t)factors, (uint8_t)factors, (uint8_t)sums, (uint8_t)sums}};
}

static void expect_at(const Case *it, uint32_t matrix, uint32_t lane, uint32_t element,
                      FragmentPlace wanted)
{
    FragmentPlace found = fragment_place(&it->fragment, matrix, lane, element);
    EXPECT_EQ(found.row, wanted.row);
    EXPECT_EQ(found.column, wanted.column);
    EXPECT_EQ(found.reg, wanted.reg);
    EXPECT_EQ(found.bit, wanted.bit);
}

// Lane 5 is member 1 of group 1.
TEST(elements_of_m16n8k16_are_where_the_isa_has_them)
{
    Case it;
    begin(&it, MICRO_MATRIX_MULTIPLY, tile(16, 8, 16, PTX_TYPE_F16, PTX_TYPE_F32), 0);
    EXPECT_EQ(it.fragment.count, 3);
    EXPECT_EQ(it.fragment.matrices[0].registers, 4);
    EXPECT_EQ(it.fragment.matrices[1].registers, 2);
    EXPECT_EQ(it.fragment.matrices[2].registers, 4);
    EXPECT_TEXT(it.fragment.matrices[2].name, "C, D");
    expect_at(&it, 0, 5, 0, (FragmentPlace){1, 2, 0, 0});
    expect_at(&it, 0, 5, 3, (FragmentPlace){9, 3, 1, 16});
    expect_at(&it, 0, 5, 7, (FragmentPlace){9, 11, 3, 16});
    expect_at(&it, 1, 5, 1, (FragmentPlace){3, 1, 0, 16});
    expect_at(&it, 1, 5, 2, (FragmentPlace){10, 1, 1, 0});
    expect_at(&it, 2, 5, 3, (FragmentPlace){9, 3, 3, 0});
}

static void expect_each_once(Case *it)
{
    for (uint32_t matrix = 0; matrix < it->fragment.count; matrix++) {
        const FragmentMatrix *m = &it->fragment.matrices[matrix];
        static uint8_t seen[64][512];
        memset(seen, 0, sizeof seen);
        for (uint32_t lane = 0; m->registers > 0 && lane < 32; lane++) {
            for (uint32_t element = 0; element < m->elements; element++) {
                FragmentPlace place = fragment_place(&it->fragment, matrix, lane, element);
                bool is_inside = place.row < m->rows && place.column < m->columns;
                EXPECT(is_inside && place.reg < m->registers);
                seen[is_inside ? place.row : 0][is_inside ? place.column : 0]++;
            }
        }
        for (uint32_t row = 0; m->registers > 0 && row < m->rows && row < 64; row++) {
            for (uint32_t column = 0; column < m->columns; column++) {
                EXPECT_EQ(seen[row][column], 1);
            }
        }
    }
}

TEST(every_element_has_one_place)
{
    const MatrixTile tiles[] = {
        tile(16, 8, 8, PTX_TYPE_TF32, PTX_TYPE_F32), tile(16, 8, 32, PTX_TYPE_S8, PTX_TYPE_S32),
        tile(16, 8, 64, PTX_TYPE_S4, PTX_TYPE_S32),  tile(8, 8, 4, PTX_TYPE_F64, PTX_TYPE_F64),
        tile(16, 8, 16, PTX_TYPE_F16, PTX_TYPE_F16), tile(8, 8, 4, PTX_TYPE_F16, PTX_TYPE_F32)};
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        Case it;
        begin(&it, MICRO_MATRIX_MULTIPLY, tiles[i], 0);
        expect_each_once(&it);
    }
}

TEST(a_sparse_a_has_the_elements_that_are_held)
{
    Case it;
    MatrixTile sparse = tile(16, 8, 32, PTX_TYPE_F16, PTX_TYPE_F32);
    sparse.is_sparse = true;
    begin(&it, MICRO_SPARSE_MULTIPLY, sparse, 0);
    EXPECT_EQ(it.fragment.matrices[0].columns, 16);
    EXPECT_EQ(it.fragment.matrices[1].rows, 32);
    expect_each_once(&it);
    Text name = {0};
    fragment_name(&it.fragment, &name);
    EXPECT_TEXT(text_string(&name), "mma.sp m16n8k32");
    text_destroy(&name);
}

TEST(a_warpgroup_has_its_sums_in_registers_and_its_factors_in_shared_memory)
{
    Case it;
    MatrixTile group = tile(16, 8, 16, PTX_TYPE_F16, PTX_TYPE_F32);
    group.operation = TILE_MULTIPLY_GROUP;
    begin(&it, MICRO_MATRIX_MULTIPLY, group, 8);
    EXPECT_EQ(it.fragment.matrices[0].registers, 0);
    EXPECT_EQ(it.fragment.matrices[1].registers, 0);
    EXPECT_EQ(it.fragment.matrices[2].columns, 64);
    EXPECT_EQ(it.fragment.matrices[2].registers, 32);
    expect_at(&it, 2, 5, 4 * 3 + 2, (FragmentPlace){9, 26, 14, 0}); // d14 of lane 5
    expect_each_once(&it);
    Text name = {0};
    fragment_name(&it.fragment, &name);
    EXPECT_TEXT(text_string(&name), "wgmma m64n64k16");
    text_destroy(&name);
}

TEST(ldmatrix_gives_two_neighbors_of_a_row_to_each_lane_or_of_a_column)
{
    Case it;
    begin(&it, MICRO_MATRIX_LOAD, (MatrixTile){0}, 0);
    EXPECT_EQ(it.fragment.count, 4);
    expect_at(&it, 2, 5, 1, (FragmentPlace){1, 3, 0, 16});
    it.micro.function = PTX_DOT_TRANS;
    expect_at(&it, 2, 5, 1, (FragmentPlace){3, 1, 0, 16});
    expect_each_once(&it);
}

// Two 16x16 matrices, or four of 8x16 and 16x8, in four registers.
TEST(matrices_of_bytes_lie_in_the_lanes_as_the_figures_have_them)
{
    Case it;
    begin(&it, MICRO_MATRIX_LOAD, (MatrixTile){0}, 0);
    it.micro.function = PTX_DOT_TRANS;
    it.micro.combine = PTX_DOT_M16N16;
    EXPECT(fragment_of(&it.program, 0, &it.fragment));
    EXPECT_EQ(it.fragment.count, 2);
    EXPECT_EQ(it.fragment.matrices[0].registers, 2);
    expect_at(&it, 1, 5, 6, (FragmentPlace){6, 9, 1, 16});
    expect_each_once(&it);
    Text name = {0};
    fragment_name(&it.fragment, &name);
    EXPECT_TEXT(text_string(&name), "ldmatrix m16n16 x2 transposed");
    text_destroy(&name);
    it.micro.function = 0;
    it.micro.combine = PTX_DOT_M8N16;
    EXPECT(fragment_of(&it.program, 0, &it.fragment));
    EXPECT_EQ(it.fragment.count, 4);
    expect_at(&it, 3, 5, 2, (FragmentPlace){1, 6, 0, 16});
    expect_each_once(&it);
    it.micro.kind = MICRO_MATRIX_STORE;
    it.micro.combine = PTX_DOT_M16N8;
    EXPECT(fragment_of(&it.program, 0, &it.fragment));
    expect_at(&it, 3, 5, 2, (FragmentPlace){2, 9, 0, 16});
    expect_each_once(&it);
}

static Access rows_at(uint32_t pitch, uint32_t matrices)
{
    Access access = {.space = ACCESS_SHARED, .matrices = matrices, .lanes = UINT32_MAX};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = 1024 + lane % 8 * pitch + lane / 8 * 16;
    }
    return access;
}

// Eight rows of 128 bytes begin in the same bank; a swizzle of n bytes spreads them over n / 16.
// An instruction of two micro-ops, of four registers and of `more`.
static void begin_tensor(Case *it, Micro code[2], TensorShape shape, uint32_t flags, uint8_t more)
{
    *it = (Case){0};
    uint32_t target = (uint32_t)shape << TENSOR_SHAPE_SHIFT | flags;
    code[0] = (Micro){.kind = MICRO_TENSOR_LOAD, .vector = 4, .target = target};
    code[1] = (Micro){.kind = MICRO_TENSOR_LOAD, .vector = more, .target = target | 4};
    it->program = (MachineProgram){.code = code, .code_count = 2};
    EXPECT(fragment_of(&it->program, 1, &it->fragment));
}

static void expect_name(const Case *it, const char *wanted)
{
    Text name = {0};
    fragment_name(&it->fragment, &name);
    EXPECT_TEXT(text_string(&name), wanted);
    text_destroy(&name);
}

// PTX ISA 9.0, "Data Movement Shape": rows are lanes of tensor memory.
TEST(tensor_memory_lies_in_the_lanes_as_the_figures_have_it)
{
    static const TensorShape shapes[] = {TENSOR_32X32B, TENSOR_16X64B, TENSOR_16X128B,
                                         TENSOR_16X256B, TENSOR_16X32BX2};
    Case it;
    Micro code[2];
    for (uint32_t i = 0; i < 10; i++) {
        begin_tensor(&it, code, shapes[i / 2], i % 2 != 0 ? TENSOR_PACKED : 0, 4);
        expect_each_once(&it);
    }
    begin_tensor(&it, code, TENSOR_16X64B, 0, 4);
    expect_name(&it, "tcgen05.ld 16x64b x8");
    expect_at(&it, 0, 6, 5, (FragmentPlace){1, 11, 5, 0});
    expect_at(&it, 0, 7, 5, (FragmentPlace){9, 11, 5, 0});
    begin_tensor(&it, code, TENSOR_16X256B, 0, 4);
    expect_name(&it, "tcgen05.ld 16x256b x2");
    expect_at(&it, 0, 5, 7, (FragmentPlace){9, 11, 7, 0});
    begin_tensor(&it, code, TENSOR_16X32BX2, TENSOR_PACKED, 4);
    expect_name(&it, "tcgen05.ld 16x32bx2 x8 packed");
    expect_at(&it, 0, 17, 3, (FragmentPlace){1, 19, 1, 16});
}

TEST(a_swizzle_parts_rows_that_meet_in_their_banks)
{
    Access access = rows_at(128, 1);
    FragmentRows rows;
    EXPECT(fragment_rows(&access, &(StepTile){0}, &rows));
    const uint32_t passes[SWIZZLE_MODES] = {8, 4, 2, 1};
    EXPECT_EQ(rows.count, 8);
    EXPECT_EQ(rows.own, 0);
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        EXPECT_EQ(rows.passes[mode], passes[mode]);
        EXPECT_EQ(rows.bank[mode][0], 0);
        EXPECT_EQ(rows.bank[mode][3], (3u & ((1u << mode) - 1)) * 4);
    }
}

// What a descriptor has swizzled is undone first: the same rows, whatever its swizzle.
TEST(a_descriptors_swizzle_is_undone_before_another_is_applied)
{
    Access access = rows_at(128, 4);
    FragmentRows plain, swizzled_rows;
    EXPECT(fragment_rows(&access, &(StepTile){0}, &plain));
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] ^= (access.address[lane] >> 7 & 7) << 4;
    }
    EXPECT(fragment_rows(&access, &(StepTile){.span_bytes = 128}, &swizzled_rows));
    EXPECT_EQ(swizzled_rows.own, 3);
    EXPECT_EQ(memcmp(plain.bank, swizzled_rows.bank, sizeof plain.bank), 0);
    EXPECT_EQ(swizzled_rows.passes[3], 4);
    EXPECT_EQ(swizzled_rows.passes[0], 32);
    access.matrices = 0;
    EXPECT(!fragment_rows(&access, &(StepTile){0}, &plain));
}
