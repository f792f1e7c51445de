// SPDX-License-Identifier: Apache-2.0
// Fields of tensor maps that kernels replace, and which of them go together (PTX ISA 9.0,
// tensormap.replace and "Restriction on Tensor Copy instructions").
#include "sim/memory/swizzle.h"
#include "sim/memory/tensor_map.h"
#include "tests/test.h"

static void begin(uint8_t bytes[TENSOR_MAP_BYTES])
{
    const TensorMap map = {.stride = {4, 512, 4096},
                           .last = {127, 7, 3},
                           .box = {128, 8, 2},
                           .step = {1, 1, 1},
                           .type = TENSOR_U32,
                           .rank = 3,
                           .span_bytes = 16};
    tensor_map_write(&map, bytes);
}

static bool replaced(uint8_t bytes[TENSOR_MAP_BYTES], TensorField field, uint64_t value)
{
    return tensor_map_replace(bytes, field, 0, value);
}

TEST(layouts_types_and_atoms_are_replaced)
{
    uint8_t bytes[TENSOR_MAP_BYTES];
    TensorMap map;
    begin(bytes);
    EXPECT(replaced(bytes, TENSOR_FIELD_INTERLEAVE, 2));
    EXPECT(tensor_map_read(bytes, &map));
    EXPECT_EQ(map.slice_bytes, 32);
    EXPECT_EQ(tensor_tile_count(&map, 0), 128 * 8);
    EXPECT_EQ(tensor_tile_count(&map, 1), 1); // a slice of channels
    EXPECT(replaced(bytes, TENSOR_FIELD_INTERLEAVE, 0));
    EXPECT(replaced(bytes, TENSOR_FIELD_TYPE, 15));
    EXPECT(tensor_map_read(bytes, &map));
    EXPECT_EQ(map.type, TENSOR_B6_P32);
    EXPECT_EQ(tensor_tile_bytes(&map), 96 * 8 * 2);
    EXPECT(replaced(bytes, TENSOR_FIELD_SWIZZLE, 3) && replaced(bytes, TENSOR_FIELD_ATOMICITY, 3));
    EXPECT(tensor_map_read(bytes, &map));
    EXPECT_EQ(map.atom, SWIZZLE_ATOM_64);
    EXPECT(!replaced(bytes, TENSOR_FIELD_INTERLEAVE, 3));
    EXPECT(!replaced(bytes, TENSOR_FIELD_ATOMICITY, 4));
    EXPECT(!replaced(bytes, TENSOR_FIELD_TYPE, 16));
}

TEST(fields_that_do_not_go_together_are_no_map)
{
    static const struct {
        TensorField field;
        uint64_t value;
    } wrong[][2] = {
        {{TENSOR_FIELD_SWIZZLE, 2}, {TENSOR_FIELD_ATOMICITY, 1}}, // atoms need 128 bytes
        {{TENSOR_FIELD_TYPE, 14}, {TENSOR_FIELD_SWIZZLE, 1}},     // padded types: none or 128
        {{TENSOR_FIELD_TYPE, 13}, {TENSOR_FIELD_FILL, 1}},        // no NaNs of 4 bits
        {{TENSOR_FIELD_TYPE, 15}, {TENSOR_FIELD_BOX, 64}},        // a box of 128
        {{TENSOR_FIELD_INTERLEAVE, 1}, {TENSOR_FIELD_RANK, 1}},   // from 3 dimensions on
        {{TENSOR_FIELD_INTERLEAVE, 1}, {TENSOR_FIELD_TYPE, 15}},  // no slices of 6 bits
    };
    uint8_t bytes[TENSOR_MAP_BYTES];
    TensorMap map;
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        begin(bytes);
        EXPECT(replaced(bytes, wrong[i][0].field, wrong[i][0].value));
        EXPECT(replaced(bytes, wrong[i][1].field, wrong[i][1].value));
        EXPECT(!tensor_map_read(bytes, &map));
    }
}
