// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand from the formulas of the CUDA C++ Programming Guide,
// appendix "Texture Fetching".
#include "sim/memory/texture.h"
#include "tests/test.h"

#include <math.h>

static Texture array_of(TextureShape shape, uint32_t width, uint32_t height, uint32_t depth)
{
    Texture texture = {.address = 0x1000,
                       .width = width,
                       .height = height,
                       .depth = depth,
                       .pitch_bytes = (uint64_t)width * 4,
                       .slice_bytes = (uint64_t)width * height * 4,
                       .shape = (uint8_t)shape,
                       .element = TEXTURE_F32,
                       .channels = 1,
                       .id = 1};
    return texture;
}

static TextureSampler sampler_of(TextureAddressMode mode, bool is_linear, bool is_normalized)
{
    TextureSampler sampler = {.address_mode = {(uint8_t)mode, (uint8_t)mode, (uint8_t)mode},
                              .is_linear = is_linear,
                              .is_normalized = is_normalized};
    return sampler;
}

static TextureFootprint at_1d(const Texture *texture, TextureSampler sampler, float x)
{
    TextureFootprint footprint;
    const float coordinate[3] = {x, 0, 0};
    texture_footprint(texture, &sampler, coordinate, 0, &footprint);
    return footprint;
}

// Texel that nearest-point sampling of 4 texels picks; 99 for the border.
static uint32_t nearest_of_4(TextureAddressMode mode, bool is_normalized, float x)
{
    Texture texture = array_of(TEXTURE_1D, 4, 1, 1);
    TextureFootprint footprint = at_1d(&texture, sampler_of(mode, false, is_normalized), x);
    EXPECT_EQ(footprint.count, 1);
    return footprint.texel[0].is_border ? 99 : footprint.texel[0].x;
}

TEST(nearest_takes_the_floor)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, 0.0f), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, 1.999f), 1);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, 2.0f), 2);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, true, 0.5f), 2);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, true, 0.99f), 3);
}

TEST(clamp_goes_to_the_edge)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, -7.0f), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, 4.0f), 3);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, true, 1.0f), 3); // 1 - 1/N
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, true, 1e30f), 3);
}

TEST(border_is_outside)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_BORDER, false, -0.01f), 99);
    EXPECT_EQ(nearest_of_4(TEXTURE_BORDER, false, 3.99f), 3);
    EXPECT_EQ(nearest_of_4(TEXTURE_BORDER, true, 1.0f), 99);
    EXPECT_EQ(nearest_of_4(TEXTURE_BORDER, true, -1e30f), 99);
}

TEST(wrap_takes_the_fraction)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, 1.25f), 1);  // frac = 0.25
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, -0.25f), 3); // frac = 0.75
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, -1e-30f), 3);
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, 7.0f), 0);
}

TEST(mirror_turns_odd_periods_around)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 0.3f), 1);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 1.2f), 3);  // 1 - 0.2 = 0.8
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 1.9f), 0);  // 1 - 0.9 = 0.1
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 2.6f), 2);  // frac = 0.6
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, -0.1f), 0); // floor -1 is odd: 1 - 0.9
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 1.0f), 3);
}

// On the border of two texels, as an H200 reads them; the guide's formula names the next one.
TEST(mirror_turns_texels_around_not_coordinates)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 1.25f), 2);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 1.75f), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, -0.25f), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, -0.5f), 1);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, true, 2.25f), 1);
}

TEST(wrap_and_mirror_need_normalized_coordinates)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, false, 5.0f), 3);
    EXPECT_EQ(nearest_of_4(TEXTURE_MIRROR, false, -1.0f), 0);
}

TEST(coordinates_that_are_no_numbers_are_harmless)
{
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, false, NAN), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, NAN), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_WRAP, true, INFINITY), 0);
    EXPECT_EQ(nearest_of_4(TEXTURE_CLAMP, true, INFINITY), 3);
    EXPECT_EQ(nearest_of_4(TEXTURE_BORDER, true, -INFINITY), 99);
}

static void expect_span(const TextureFootprint *footprint, uint32_t first, uint32_t second,
                        uint32_t alpha)
{
    EXPECT_EQ(footprint->count, 2);
    EXPECT_EQ(footprint->texel[0].is_border ? 99 : footprint->texel[0].x, first);
    EXPECT_EQ(footprint->texel[1].is_border ? 99 : footprint->texel[1].x, second);
    EXPECT_EQ(footprint->alpha[0], alpha);
}

TEST(linear_blends_around_texel_centers)
{
    Texture texture = array_of(TEXTURE_1D, 4, 1, 1);
    TextureSampler clamp = sampler_of(TEXTURE_CLAMP, true, false);
    TextureFootprint footprint = at_1d(&texture, clamp, 1.5f); // xB = 1
    expect_span(&footprint, 1, 2, 0);
    footprint = at_1d(&texture, clamp, 1.75f); // xB = 1.25
    expect_span(&footprint, 1, 2, 64);
    footprint = at_1d(&texture, clamp, 0.25f); // xB = -0.25: i = -1, alpha 0.75
    expect_span(&footprint, 0, 0, 192);
    footprint = at_1d(&texture, clamp, 4.0f); // xB = 3.5
    expect_span(&footprint, 3, 3, 128);
}

TEST(linear_weights_have_eight_bits)
{
    Texture texture = array_of(TEXTURE_1D, 4, 1, 1);
    TextureSampler clamp = sampler_of(TEXTURE_CLAMP, true, false);
    TextureFootprint footprint = at_1d(&texture, clamp, 1.5f + 1.4f / 256);
    expect_span(&footprint, 1, 2, 1);
    footprint = at_1d(&texture, clamp, 1.5f + 0.4f / 256);
    expect_span(&footprint, 1, 2, 0);
    footprint = at_1d(&texture, clamp, 2.5f - 0.4f / 256); // 1.0 of the next texel
    expect_span(&footprint, 2, 3, 0);
}

TEST(linear_wraps_its_second_texel)
{
    Texture texture = array_of(TEXTURE_1D, 4, 1, 1);
    TextureFootprint footprint =
        at_1d(&texture, sampler_of(TEXTURE_WRAP, true, true), 0.0f); // xB = -0.5
    expect_span(&footprint, 3, 0, 128);
    footprint = at_1d(&texture, sampler_of(TEXTURE_WRAP, true, true), 0.96875f); // xB = 3.375
    expect_span(&footprint, 3, 0, 96);
    footprint = at_1d(&texture, sampler_of(TEXTURE_MIRROR, true, true), 1.0f); // 3 beside itself
    expect_span(&footprint, 3, 3, 128);
    footprint = at_1d(&texture, sampler_of(TEXTURE_BORDER, true, false), 4.0f);
    expect_span(&footprint, 3, 99, 128);
}

static float blend(const Texture *texture, TextureSampler sampler, const float coordinate[3],
                   const float *values)
{
    TextureFootprint footprint;
    texture_footprint(texture, &sampler, coordinate, 0, &footprint);
    uint32_t texels[8][4], result[4];
    for (uint32_t i = 0; i < footprint.count; i++) {
        uint64_t offset = texture_offset(texture, &footprint.texel[i]);
        texture_decode(texture, (const uint8_t *)values + offset, texels[i]);
    }
    texture_filter(&footprint, texels, result);
    float value;
    memcpy(&value, &result[0], sizeof(value));
    return value;
}

TEST(bilinear_weighs_four_texels)
{
    static const float values[6] = {1, 2, 3, 10, 20, 30};
    Texture texture = array_of(TEXTURE_2D, 3, 2, 1);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, true, false);
    // alpha 0.25, beta 0.5: 0.75*0.5*1 + 0.25*0.5*2 + 0.75*0.5*10 + 0.25*0.5*20
    EXPECT(blend(&texture, sampler, (const float[3]){0.75f, 1.0f, 0}, values) == 6.875f);
    sampler.is_normalized = true;
    EXPECT(blend(&texture, sampler, (const float[3]){0.25f, 0.5f, 0}, values) == 6.875f);
}

TEST(trilinear_weighs_eight_texels)
{
    static const float values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    Texture texture = array_of(TEXTURE_3D, 2, 2, 2);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, true, false);
    // x + 2y + 4z is linear: 0.25 + 2 * 0.5 + 4 * 0.75
    EXPECT(blend(&texture, sampler, (const float[3]){0.75f, 1.0f, 1.25f}, values) == 4.25f);
}

TEST(infinite_neighbor_of_weight_zero_does_not_matter)
{
    static const float values[2] = {5, INFINITY};
    Texture texture = array_of(TEXTURE_1D, 2, 1, 1);
    EXPECT(blend(&texture, sampler_of(TEXTURE_CLAMP, true, false), (const float[3]){0.5f, 0, 0},
                 values) == 5.0f);
}

TEST(layers_are_clamped_and_not_filtered)
{
    Texture texture = array_of(TEXTURE_2D_LAYERED, 4, 4, 3);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, true, false);
    TextureFootprint footprint;
    const float coordinate[3] = {1, 1, 0};
    texture_footprint(&texture, &sampler, coordinate, 9, &footprint);
    EXPECT_EQ(footprint.count, 4);
    EXPECT_EQ(footprint.texel[3].z, 2);
}

// Of 4 texels, from the middle of the last one.
static TextureFootprint moved_from_3(TextureAddressMode mode, bool is_linear, int32_t offset)
{
    Texture texture = array_of(TEXTURE_1D, 4, 1, 1);
    TextureSampler sampler = sampler_of(mode, is_linear, true);
    sampler.offset[0] = offset;
    return at_1d(&texture, sampler, 0.875f);
}

TEST(offsets_come_before_the_addressing_mode)
{
    EXPECT_EQ(moved_from_3(TEXTURE_CLAMP, false, -2).texel[0].x, 1);
    EXPECT_EQ(moved_from_3(TEXTURE_CLAMP, false, 7).texel[0].x, 3);
    EXPECT_EQ(moved_from_3(TEXTURE_WRAP, false, 2).texel[0].x, 1);
    EXPECT_EQ(moved_from_3(TEXTURE_WRAP, false, -8).texel[0].x, 3);
    EXPECT_EQ(moved_from_3(TEXTURE_MIRROR, false, 2).texel[0].x, 2);
    EXPECT_EQ(moved_from_3(TEXTURE_MIRROR, false, -4).texel[0].x, 0);
    EXPECT(moved_from_3(TEXTURE_BORDER, false, 1).texel[0].is_border);
    TextureFootprint linear = moved_from_3(TEXTURE_WRAP, true, 1);
    EXPECT_EQ(linear.texel[0].x, 0);
    EXPECT_EQ(linear.texel[1].x, 1);
}

TEST(integer_coordinates_are_texels)
{
    Texture texture = array_of(TEXTURE_2D, 4, 4, 1);
    TextureSampler sampler = sampler_of(TEXTURE_WRAP, true, true);
    TextureFootprint footprint;
    const int32_t coordinate[3] = {-3, 7, 0};
    texture_footprint_integer(&texture, &sampler, coordinate, 0, &footprint);
    EXPECT_EQ(footprint.count, 1);
    EXPECT_EQ(footprint.texel[0].x, 0);
    EXPECT_EQ(footprint.texel[0].y, 3);
}

TEST(buffers_give_zeros_outside)
{
    Texture texture = array_of(TEXTURE_BUFFER, 4, 1, 1);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, false, false);
    TextureFootprint footprint;
    texture_footprint_integer(&texture, &sampler, (const int32_t[3]){4, 0, 0}, 0, &footprint);
    EXPECT(footprint.texel[0].is_border);
    texture_footprint_integer(&texture, &sampler, (const int32_t[3]){3, 0, 0}, 0, &footprint);
    EXPECT(!footprint.texel[0].is_border);
    EXPECT_EQ(footprint.texel[0].x, 3);
}

TEST(layers_of_one_dimension_are_filtered_along_it_alone)
{
    Texture texture = array_of(TEXTURE_1D_LAYERED, 4, 1, 3);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, true, false);
    TextureFootprint footprint;
    texture_footprint(&texture, &sampler, (const float[3]){2.0f, 0.75f, 0}, 1, &footprint);
    EXPECT_EQ(footprint.count, 2);
    EXPECT_EQ(footprint.texel[1].x, 2);
    EXPECT_EQ(footprint.texel[1].z, 1);
}

TEST(a_border_that_fits_no_int_is_zero)
{
    Texture texture = array_of(TEXTURE_2D, 4, 4, 1);
    texture.element = TEXTURE_S32;
    TextureSampler sampler = sampler_of(TEXTURE_BORDER, false, false);
    const float border[4] = {2147483520.0f, 2147483648.0f, -2147483520.0f, -2147483648.0f};
    const uint32_t wanted[4] = {2147483520u, 0, 0u - 2147483520u, 0};
    uint32_t channels[4];
    memcpy(sampler.border, border, sizeof border);
    texture_border(&texture, &sampler, channels);
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(channels[i], wanted[i]);
    }
}

TEST(gather_returns_texels_counter_clockwise_from_the_lower_left)
{
    Texture texture = array_of(TEXTURE_2D, 4, 4, 1);
    TextureSampler sampler = sampler_of(TEXTURE_CLAMP, false, false);
    TextureFootprint footprint;
    const float coordinate[3] = {2.0f, 1.0f, 0}; // between texels (1,0) and (2,1)
    texture_footprint_gather(&texture, &sampler, coordinate, 0, &footprint);
    static const uint32_t x[4] = {1, 2, 2, 1}, y[4] = {1, 1, 0, 0};
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(footprint.texel[i].x, x[i]);
        EXPECT_EQ(footprint.texel[i].y, y[i]);
    }
}

static void expect_face(float x, float y, float z, uint32_t face, float s, float t)
{
    float found[2];
    EXPECT_EQ(texture_cube_face((const float[3]){x, y, z}, found), face);
    EXPECT(found[0] == s);
    EXPECT(found[1] == t);
}

TEST(cube_directions_pick_a_face)
{
    // the guide's table: m, s, t of each face, (s/m + 1) / 2
    expect_face(2, 1, -1, 0, 0.75f, 0.25f);  // s = -z, t = -y
    expect_face(-2, 1, -1, 1, 0.25f, 0.25f); // s = z, t = -y
    expect_face(1, 2, -1, 2, 0.75f, 0.25f);  // s = x, t = z
    expect_face(1, -2, -1, 3, 0.75f, 0.75f); // s = x, t = -z
    expect_face(1, -1, 2, 4, 0.75f, 0.75f);  // s = x, t = -y
    expect_face(1, -1, -2, 5, 0.25f, 0.75f); // s = -x, t = -y
}

static uint32_t decoded(TextureElement element, bool is_normalized, uint32_t raw, uint32_t channel)
{
    Texture texture = array_of(TEXTURE_1D, 1, 1, 1);
    texture.element = (uint8_t)element;
    texture.is_normalized_float = is_normalized;
    uint32_t channels[4];
    texture_decode(&texture, (const uint8_t *)&raw, channels);
    return channels[channel];
}

static float decoded_float(TextureElement element, bool is_normalized, uint32_t raw)
{
    uint32_t bits = decoded(element, is_normalized, raw, 0);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

TEST(integers_are_extended)
{
    EXPECT_EQ(decoded(TEXTURE_U8, false, 0xff, 0), 0xff);
    EXPECT_EQ(decoded(TEXTURE_S8, false, 0xff, 0), 0xffffffff);
    EXPECT_EQ(decoded(TEXTURE_S16, false, 0x8000, 0), 0xffff8000);
    EXPECT_EQ(decoded(TEXTURE_U16, false, 0x8000, 0), 0x8000);
    EXPECT_EQ(decoded(TEXTURE_S32, false, 0x80000000, 0), 0x80000000);
}

TEST(a_second_channel_stands_behind_the_first)
{
    static const struct {
        TextureElement element;
        uint32_t bytes, raw, wanted;
    } rows[] = {{TEXTURE_U8, 1, 5, 5},
                {TEXTURE_S8, 1, 5, 5},
                {TEXTURE_U16, 2, 500, 500},
                {TEXTURE_S16, 2, 500, 500},
                {TEXTURE_U32, 4, 70000, 70000},
                {TEXTURE_S32, 4, 70000, 70000},
                {TEXTURE_F16, 2, 0x3c00, 0x3f800000},
                {TEXTURE_F32, 4, 0x3f800000, 0x3f800000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Texture texture = array_of(TEXTURE_1D, 1, 1, 1);
        uint8_t raw[8] = {0};
        uint32_t channels[4];
        memcpy(raw + rows[i].bytes, &rows[i].raw, rows[i].bytes);
        texture.element = (uint8_t)rows[i].element;
        texture.channels = 2;
        texture_decode(&texture, raw, channels);
        EXPECT_EQ(channels[0], 0);
        EXPECT_EQ(channels[1], rows[i].wanted);
    }
}

TEST(missing_channels_are_zero)
{
    EXPECT_EQ(decoded(TEXTURE_U8, false, 7, 1), 0);
    EXPECT_EQ(decoded(TEXTURE_U8, false, 7, 3), 0);
    EXPECT_EQ(decoded(TEXTURE_F32, false, 7, 3), 0);
}

static const Texture mipmap = {.width = 16,
                               .height = 5,
                               .depth = 1,
                               .pitch_bytes = 16,
                               .slice_bytes = 80,
                               .shape = TEXTURE_2D,
                               .element = TEXTURE_U8,
                               .channels = 1,
                               .levels = 5};

TEST(levels_are_halved_and_start_at_tiles)
{
    static const struct {
        uint32_t width, height, offset;
    } wanted[5] = {{16, 5, 0}, {8, 2, 512}, {4, 1, 1024}, {2, 1, 1536}, {1, 1, 2048}};
    for (uint32_t i = 0; i < 5; i++) {
        Texture level = texture_level(&mipmap, i);
        EXPECT_EQ(level.width, wanted[i].width);
        EXPECT_EQ(level.height, wanted[i].height);
        EXPECT_EQ(level.address, wanted[i].offset);
    }
    EXPECT_EQ(texture_size_bytes(&mipmap), 2049);
}

TEST(levels_of_detail_are_cut_off_biased_and_clamped)
{
    TextureSampler sampler = {.is_level_linear = true, .level_max = 3.5f};
    TextureLevels levels = texture_levels(&mipmap, &sampler, 1.9999f);
    EXPECT_EQ(levels.first, 1);
    EXPECT_EQ(levels.count, 2);
    EXPECT_EQ(levels.alpha, 255);
    levels = texture_levels(&mipmap, &sampler, 9.0f);
    EXPECT_EQ(levels.first, 3);
    EXPECT_EQ(levels.alpha, 128);
    levels = texture_levels(&mipmap, &sampler, -9.0f);
    EXPECT_EQ(levels.first, 0);
    EXPECT_EQ(levels.count, 1);
    sampler.level_bias = 0.5f;
    levels = texture_levels(&mipmap, &sampler, -0.381f); // -97 and 128 256ths
    EXPECT_EQ(levels.alpha, 31);
    sampler = (TextureSampler){.level_max = 4};
    EXPECT_EQ(texture_levels(&mipmap, &sampler, 2.49f).first, 2);
    EXPECT_EQ(texture_levels(&mipmap, &sampler, 2.5f).first, 3);
}

TEST(gradients_ask_for_the_level_of_their_longest)
{
    const float none[3] = {0}, along[3] = {0.25f, 0, 0}, both[3] = {0.25f, 0.2f, 0};
    EXPECT(texture_gradient_lod(&mipmap, none, none) < -1e9f);
    EXPECT(texture_gradient_lod(&mipmap, along, none) == 2.0f);          // 4 texels
    EXPECT(texture_gradient_lod(&mipmap, none, both) == 542 / 256.0f);   // 4 + 11 / 32
    EXPECT(texture_gradient_lod(&mipmap, along, along) == 630 / 256.0f); // 8 * 11 / 16
}

// The enumerators of OpenCL: PTX ISA, "Texture, Sampler and Surface Types", channel data type.
TEST(channel_types_have_the_codes_of_opencl)
{
    static const struct {
        TextureElement element;
        uint32_t code, normalized_code;
    } rows[] = {{TEXTURE_U8, 0x10da, 0x10d2},  {TEXTURE_S8, 0x10d7, 0x10d0},
                {TEXTURE_U16, 0x10db, 0x10d3}, {TEXTURE_S16, 0x10d8, 0x10d1},
                {TEXTURE_U32, 0x10dc, 0},      {TEXTURE_S32, 0x10d9, 0},
                {TEXTURE_F16, 0x10dd, 0},      {TEXTURE_F32, 0x10de, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Texture texture = {.element = (uint8_t)rows[i].element, .channels = 1};
        EXPECT_EQ(texture_channel_data_type(&texture), rows[i].code);
        texture.is_normalized_float = true;
        EXPECT_EQ(texture_channel_data_type(&texture), rows[i].normalized_code);
    }
}

TEST(normalized_integers_reach_one)
{
    EXPECT(decoded_float(TEXTURE_U8, true, 255) == 1.0f);
    EXPECT(decoded_float(TEXTURE_U8, true, 51) == 0.2f);
    EXPECT(decoded_float(TEXTURE_S8, true, 127) == 1.0f);
    EXPECT(decoded_float(TEXTURE_S8, true, 0x80) == -1.0f);
    EXPECT(decoded_float(TEXTURE_S8, true, 0x81) == -1.0f);
    EXPECT(decoded_float(TEXTURE_U16, true, 65535) == 1.0f);
    EXPECT(decoded_float(TEXTURE_S16, true, 0x8000) == -1.0f);
}

TEST(halves_are_widened)
{
    EXPECT(decoded_float(TEXTURE_F16, false, 0x3c00) == 1.0f);
    EXPECT(decoded_float(TEXTURE_F16, false, 0xc100) == -2.5f);
    EXPECT(decoded_float(TEXTURE_F16, false, 0x0001) == 0x1p-24f);
    EXPECT(isinf(decoded_float(TEXTURE_F16, false, 0x7c00)));
    EXPECT(isnan(decoded_float(TEXTURE_F16, false, 0x7e00)));
}

TEST(arrays_are_tiled_for_the_cache)
{
    Texture texture = array_of(TEXTURE_2D, 64, 64, 1);
    const Texel origin = {0}, right = {.x = 4}, below = {.y = 1}, third = {.y = 2},
                next_tile = {.x = 16}, next_row = {.y = 8};
    uint64_t base = texture_cache_address(&texture, &origin);
    // 32-byte sectors of 4 floats x 2 rows, tiles of 16 floats x 8 rows
    EXPECT_EQ(texture_cache_address(&texture, &below) - base, 16);
    EXPECT_EQ(texture_cache_address(&texture, &right) - base, 32);
    EXPECT_EQ(texture_cache_address(&texture, &third) - base, 64);
    EXPECT_EQ(texture_cache_address(&texture, &next_tile) - base, 512);
    EXPECT_EQ(texture_cache_address(&texture, &next_row) - base, 4 * 512);
}

TEST(every_byte_of_a_tiled_array_has_its_own_place)
{
    Texture texture = array_of(TEXTURE_2D, 16, 8, 1);
    bool is_taken[128] = {false};
    for (uint32_t i = 0; i < 128; i++) {
        const Texel texel = {.x = i % 16, .y = i / 16}, origin = {0};
        uint64_t at =
            (texture_cache_address(&texture, &texel) - texture_cache_address(&texture, &origin)) /
            4;
        EXPECT(at < 128 && !is_taken[at % 128]);
        is_taken[at % 128] = true;
    }
}

TEST(linear_memory_keeps_its_addresses)
{
    Texture texture = array_of(TEXTURE_2D, 64, 64, 1);
    texture.is_linear_memory = true;
    const Texel texel = {.x = 3, .y = 2};
    EXPECT_EQ(texture_cache_address(&texture, &texel), 0x1000 + 2 * 256 + 12);
}

static bool is_inside(const Texture *surface, int32_t x, int32_t y, uint32_t layer,
                      uint32_t width_bytes, uint64_t *offset)
{
    int32_t place[3];
    bool is =
        texture_surface_place(surface, (const int32_t[3]){x, y, 0}, layer, width_bytes, place);
    *offset = texture_surface_offset(surface, place);
    return is;
}

TEST(surfaces_say_what_lies_outside)
{
    Texture surface = array_of(TEXTURE_2D, 4, 3, 1);
    uint64_t offset;
    EXPECT(is_inside(&surface, 12, 2, 0, 4, &offset));
    EXPECT_EQ(offset, 2 * 16 + 12);
    EXPECT(!is_inside(&surface, 16, 3, 0, 4, &offset));
    EXPECT_EQ(offset, 2 * 16 + 12);
    EXPECT(!is_inside(&surface, -4, -1, 0, 4, &offset));
    EXPECT_EQ(offset, 0);
    EXPECT(!is_inside(&surface, 12, 0, 0, 8, &offset));
    EXPECT_EQ(offset, 8); // the last place of 8 bytes
    EXPECT(!is_inside(&surface, 0, 0, 1, 4, &offset));
}

TEST(size_ends_with_the_last_texel)
{
    Texture texture = array_of(TEXTURE_2D, 10, 3, 1);
    texture.pitch_bytes = 64;
    EXPECT_EQ(texture_size_bytes(&texture), 2 * 64 + 40);
}
