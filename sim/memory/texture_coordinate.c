// SPDX-License-Identifier: Apache-2.0
// From coordinates to texels: addressing modes, filtering footprints, cube faces, surface places.
// After the CUDA C++ Programming Guide, appendix "Texture Fetching".
#include "sim/memory/texture.h"

#include <math.h>

// A footprint along one axis: the texel, the next one, and that one's weight.
typedef struct Span {
    uint32_t texel[2];
    bool is_border[2];
    uint32_t alpha; // in 256ths
} Span;

// Wrap and mirror need normalized coordinates (the guide, "Texture Memory": addressing mode).
static TextureAddressMode mode_of(const TextureSampler *sampler, uint32_t axis)
{
    TextureAddressMode mode = sampler->address_mode[axis];
    bool needs_normalized = mode == TEXTURE_WRAP || mode == TEXTURE_MIRROR;
    return needs_normalized && !sampler->is_normalized ? TEXTURE_CLAMP : mode;
}

// Where the coordinate points, in texels: [0, size] under wrap, [0, 2 size] under mirror, else just
// past both ends at the most, so that it can be counted in integers. offset: in texels, added
// before the addressing mode.
static double position_of(TextureAddressMode mode, bool is_normalized, float coordinate,
                          uint32_t size, int32_t offset)
{
    double x = isnan(coordinate) ? 0 : coordinate;
    if (mode == TEXTURE_WRAP || mode == TEXTURE_MIRROR) {
        double period = mode == TEXTURE_WRAP ? 1 : 2;
        double at = isinf(x) ? offset : (x - period * floor(x / period)) * size + offset;
        double end = period * size;
        return offset == 0 ? at : at - end * floor(at / end);
    }
    double at = (is_normalized ? x * size : x) + offset;
    return fmin(fmax(at, -2), (double)size + 2);
}

// The texel that index `at` stands for.
static uint32_t resolve(TextureAddressMode mode, int64_t at, uint32_t size, bool *is_border)
{
    int64_t count = size;
    *is_border = mode == TEXTURE_BORDER && (at < 0 || at >= count);
    if (mode == TEXTURE_WRAP) {
        return (uint32_t)((at % count + count) % count);
    }
    if (mode == TEXTURE_MIRROR) {
        int64_t folded = (at % (2 * count) + 2 * count) % (2 * count);
        return (uint32_t)(folded < count ? folded : 2 * count - 1 - folded);
    }
    return (uint32_t)(at < 0 ? 0 : at >= count ? count - 1 : at);
}

// "Nearest-Point Sampling": i = floor(x). An H200 mirrors the texel, not the coordinate: on the
// border of two mirrored texels it reads the one that the guide's 1 - frac(x) does not name (x
// = 1.5 of 16 texels: 7). Wrap replaces the coordinate first.
static Span span_nearest(TextureAddressMode mode, double position, uint32_t size)
{
    Span span = {0};
    span.texel[0] = resolve(mode == TEXTURE_WRAP ? TEXTURE_CLAMP : mode, (int64_t)floor(position),
                            size, &span.is_border[0]);
    return span;
}

// "Linear Filtering": xB = x - 0.5, i = floor(xB), alpha = frac(xB) with 8 fractional bits. The
// guide does not say how alpha is rounded; here to the nearest.
static Span span_linear(TextureAddressMode mode, double position, uint32_t size)
{
    int64_t fixed = (int64_t)floor((position - 0.5) * 256 + 0.5);
    int64_t first = (fixed - (fixed & 255)) / 256;
    Span span = {.alpha = (uint32_t)(fixed & 255)};
    span.texel[0] = resolve(mode, first, size, &span.is_border[0]);
    span.texel[1] = resolve(mode, first + 1, size, &span.is_border[1]);
    return span;
}

static uint32_t clamp_layer(const Texture *texture, uint32_t layer)
{
    return layer < texture->depth ? layer : texture->depth - 1;
}

// All combinations of the spans of the axes.
static void combine(const Span spans[3], uint32_t axes, bool is_linear, uint32_t layer,
                    TextureFootprint *footprint)
{
    footprint->count = is_linear ? 1u << axes : 1;
    for (uint32_t axis = 0; axis < 3; axis++) {
        footprint->alpha[axis] = spans[axis].alpha;
    }
    for (uint32_t i = 0; i < footprint->count; i++) {
        const uint32_t next[3] = {i & 1u, i >> 1 & 1u, i >> 2 & 1u};
        Texel *texel = &footprint->texel[i];
        texel->x = spans[0].texel[next[0]];
        texel->y = spans[1].texel[next[1]];
        texel->z = axes == 3 ? spans[2].texel[next[2]] : layer;
        texel->is_border = spans[0].is_border[next[0]] || spans[1].is_border[next[1]] ||
                           spans[2].is_border[next[2]];
    }
}

uint32_t texture_cube_face(const float direction[3], float coordinate[2])
{
    // rows: face; which component is m, s, t, and the signs of s and t
    static const struct {
        int8_t s, s_sign, t, t_sign;
    } faces[6] = {{2, -1, 1, -1}, {2, 1, 1, -1}, {0, 1, 2, 1},
                  {0, 1, 2, -1},  {0, 1, 1, -1}, {0, -1, 1, -1}};
    float size[3] = {fabsf(direction[0]), fabsf(direction[1]), fabsf(direction[2])};
    uint32_t major = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    uint32_t face = 2 * major + (direction[major] < 0 ? 1 : 0);
    float m = size[major];
    float s = (float)faces[face].s_sign * direction[faces[face].s];
    float t = (float)faces[face].t_sign * direction[faces[face].t];
    coordinate[0] = (s / m + 1) / 2;
    coordinate[1] = (t / m + 1) / 2;
    return face;
}

static void float_footprint(const Texture *texture, const TextureSampler *sampler,
                            const float coordinate[3], uint32_t layer, bool is_linear,
                            TextureFootprint *footprint)
{
    uint32_t axes = texture_axes(texture);
    bool is_cube = texture->shape == TEXTURE_CUBE;
    const uint32_t size[3] = {texture->width, texture->height, texture->depth};
    float on_face[3] = {0};
    if (is_cube) {
        layer = texture_cube_face(coordinate, on_face);
        coordinate = on_face;
    }
    Span spans[3] = {0};
    for (uint32_t axis = 0; axis < axes; axis++) {
        TextureAddressMode mode = is_cube ? TEXTURE_CLAMP : mode_of(sampler, axis);
        bool is_normalized = is_cube || sampler->is_normalized;
        double position =
            position_of(mode, is_normalized, coordinate[axis], size[axis], sampler->offset[axis]);
        spans[axis] = is_linear ? span_linear(mode, position, size[axis])
                                : span_nearest(mode, position, size[axis]);
    }
    combine(spans, axes, is_linear, clamp_layer(texture, layer), footprint);
}

void texture_footprint(const Texture *texture, const TextureSampler *sampler,
                       const float coordinate[3], uint32_t layer, TextureFootprint *footprint)
{
    if (texture->shape == TEXTURE_BUFFER) {
        double x = position_of(TEXTURE_BORDER, false, coordinate[0], texture->width, 0);
        const int32_t texel[3] = {(int32_t)floor(x), 0, 0};
        texture_footprint_integer(texture, sampler, texel, layer, footprint);
        return;
    }
    float_footprint(texture, sampler, coordinate, layer, sampler->is_linear, footprint);
}

void texture_footprint_gather(const Texture *texture, const TextureSampler *sampler,
                              const float coordinate[3], uint32_t layer,
                              TextureFootprint *footprint)
{
    TextureFootprint linear;
    float_footprint(texture, sampler, coordinate, layer, true, &linear);
    static const uint8_t order[4] = {2, 3, 1, 0};
    *footprint = (TextureFootprint){.count = 4};
    for (uint32_t i = 0; i < 4; i++) {
        footprint->texel[i] = linear.texel[order[i]];
    }
}

void texture_footprint_integer(const Texture *texture, const TextureSampler *sampler,
                               const int32_t coordinate[3], uint32_t layer,
                               TextureFootprint *footprint)
{
    uint32_t axes = texture_axes(texture);
    const uint32_t size[3] = {texture->width, texture->height, texture->depth};
    Span spans[3] = {0};
    for (uint32_t axis = 0; axis < axes; axis++) {
        bool is_border =
            texture->shape == TEXTURE_BUFFER || sampler->address_mode[axis] == TEXTURE_BORDER;
        int64_t at = (int64_t)coordinate[axis] + sampler->offset[axis];
        spans[axis].texel[0] = resolve(is_border ? TEXTURE_BORDER : TEXTURE_CLAMP, at, size[axis],
                                       &spans[axis].is_border[0]);
    }
    combine(spans, axes, false, clamp_layer(texture, layer), footprint);
}

// The nearest value in [0, last]; says whether it had to be moved.
static uint64_t pull(int64_t at, int64_t last, bool *is_outside)
{
    last = last < 0 ? 0 : last;
    *is_outside |= at < 0 || at > last;
    return (uint64_t)(at < 0 ? 0 : at > last ? last : at);
}

bool texture_surface_place(const Texture *surface, const int32_t coordinate[3], uint32_t layer,
                           uint32_t width_bytes, int32_t place[3])
{
    uint32_t axes = texture_axes(surface);
    bool is_outside = false;
    int64_t row_bytes = (int64_t)surface->width * texture_texel_bytes(surface);
    int64_t slice = axes == 3 ? coordinate[2] : (int64_t)layer;
    place[0] = (int32_t)pull(coordinate[0], row_bytes - width_bytes, &is_outside);
    place[1] =
        axes < 2 ? 0 : (int32_t)pull(coordinate[1], (int64_t)surface->height - 1, &is_outside);
    place[2] = (int32_t)pull(slice, (int64_t)surface->depth - 1, &is_outside);
    return !is_outside;
}

uint64_t texture_surface_offset(const Texture *surface, const int32_t place[3])
{
    return (uint64_t)place[2] * surface->slice_bytes + (uint64_t)place[1] * surface->pitch_bytes +
           (uint64_t)place[0];
}

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

// In 256ths, toward zero.
static int32_t level_fixed(float lod)
{
    return isnan(lod) ? 0 : (int32_t)clamp((double)lod * 256, -65536, 65536);
}

TextureLevels texture_levels(const Texture *texture, const TextureSampler *sampler, float lod)
{
    if (texture->levels <= 1) {
        return (TextureLevels){.count = 1};
    }
    double wanted = level_fixed(lod) + level_fixed(sampler->level_bias);
    wanted = clamp(wanted, level_fixed(sampler->level_min), level_fixed(sampler->level_max));
    uint32_t fixed = (uint32_t)clamp(wanted, 0, 256 * (texture->levels - 1));
    if (!sampler->is_level_linear) {
        return (TextureLevels){.first = (fixed + 128) / 256, .count = 1};
    }
    TextureLevels levels = {.first = fixed / 256, .alpha = fixed % 256};
    levels.count = levels.alpha > 0 ? 2 : 1;
    return levels;
}

static double length_of(const Texture *texture, const float gradient[3])
{
    const uint32_t size[3] = {texture->width, texture->height, texture->depth};
    double longest = 0, sum = 0;
    for (uint32_t axis = 0; axis < texture_axes(texture); axis++) {
        double texels = fabs((double)gradient[axis]) * size[axis];
        longest = texels > longest ? texels : longest;
        sum += texels;
    }
    return longest + (sum - longest) * 11 / 32;
}

float texture_gradient_lod(const Texture *texture, const float dx[3], const float dy[3])
{
    const float sum[3] = {dx[0] + dy[0], dx[1] + dy[1], dx[2] + dy[2]};
    const float difference[3] = {dx[0] - dy[0], dx[1] - dy[1], dx[2] - dy[2]};
    double side = fmax(length_of(texture, dx), length_of(texture, dy));
    double diagonal = fmax(length_of(texture, sum), length_of(texture, difference));
    double longest = fmax(side, diagonal * 11 / 16);
    return longest > 0 ? (float)(floor(log2(longest) * 256 + 0.5) / 256) : -INFINITY;
}
