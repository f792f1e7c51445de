// SPDX-License-Identifier: Apache-2.0
// Texels in memory: sizes, places, values.
#include "sim/memory/texture.h"

#include <math.h>
#include <string.h>

#define TILE_WIDTH_BYTES 64u
#define TILE_ROWS        8u
#define TILE_BYTES       (TILE_WIDTH_BYTES * TILE_ROWS)

typedef enum ElementKind { KIND_INTEGER, KIND_FLOAT } ElementKind;

typedef struct ElementInfo {
    uint8_t bytes;
    uint8_t kind; // ElementKind
    bool is_signed;
    uint16_t largest, code, normalized_code;
} ElementInfo;

static const ElementInfo element_info[TEXTURE_ELEMENT_COUNT] = {
#define TEXTURE_ELEMENT(name, bytes, kind, is_signed, largest, code, normalized_code)              \
    {bytes, KIND_##kind, is_signed, largest, code, normalized_code},
#include "sim/memory/texture_element.def"
#undef TEXTURE_ELEMENT
};

uint32_t texture_texel_bytes(const Texture *texture)
{
    return (uint32_t)element_info[texture->element].bytes * texture->channels;
}

uint32_t texture_axes(const Texture *texture)
{
    static const uint8_t axes[TEXTURE_SHAPE_COUNT] = {
        [TEXTURE_BUFFER] = 1,     [TEXTURE_1D] = 1,         [TEXTURE_2D] = 2,  [TEXTURE_3D] = 3,
        [TEXTURE_1D_LAYERED] = 1, [TEXTURE_2D_LAYERED] = 2, [TEXTURE_CUBE] = 2};
    return axes[texture->shape];
}

static uint64_t one_level_bytes(const Texture *texture)
{
    return (uint64_t)(texture->depth - 1) * texture->slice_bytes +
           (uint64_t)(texture->height - 1) * texture->pitch_bytes +
           (uint64_t)texture->width * texture_texel_bytes(texture);
}

static uint32_t halved(uint32_t extent, uint32_t level)
{
    return extent >> level > 0 ? extent >> level : 1;
}

static uint64_t tiled_bytes(const Texture *level)
{
    uint64_t row_bytes = (uint64_t)level->width * texture_texel_bytes(level);
    uint64_t tiles_x = (row_bytes + TILE_WIDTH_BYTES - 1) / TILE_WIDTH_BYTES;
    uint64_t tiles_y = ((uint64_t)level->height + TILE_ROWS - 1) / TILE_ROWS;
    return tiles_x * tiles_y * TILE_BYTES * level->depth;
}

// Its address is the texture's.
static Texture level_at_start(const Texture *texture, uint32_t level)
{
    Texture at = *texture;
    at.width = halved(texture->width, level);
    at.height = halved(texture->height, level);
    at.depth = texture->shape == TEXTURE_3D ? halved(texture->depth, level) : texture->depth;
    at.levels = 1;
    if (level > 0) { // level 0 may have a pitch of its own
        at.pitch_bytes = (uint64_t)at.width * texture_texel_bytes(&at);
        at.slice_bytes = at.pitch_bytes * at.height;
    }
    return at;
}

uint64_t texture_level_offset(const Texture *texture, uint32_t level)
{
    uint64_t offset = 0;
    for (uint32_t i = 0; i < level; i++) {
        Texture at = level_at_start(texture, i);
        offset += tiled_bytes(&at);
    }
    return offset;
}

Texture texture_level(const Texture *texture, uint32_t level)
{
    if (texture->levels <= 1) {
        return *texture;
    }
    Texture at = level_at_start(texture, level);
    at.address += texture_level_offset(texture, level);
    return at;
}

uint64_t texture_size_bytes(const Texture *texture)
{
    uint32_t last = texture->levels > 1 ? texture->levels - 1u : 0;
    Texture at = level_at_start(texture, last);
    return texture_level_offset(texture, last) + one_level_bytes(&at);
}

bool texture_element_is_integer(TextureElement element)
{
    return element_info[element].kind == KIND_INTEGER;
}

bool texture_element_can_normalize(TextureElement element)
{
    return element_info[element].largest > 0;
}

bool texture_is_float(const Texture *texture)
{
    return texture->is_normalized_float || !texture_element_is_integer(texture->element);
}

uint32_t texture_channel_data_type(const Texture *texture)
{
    const ElementInfo *info = &element_info[texture->element];
    return texture->is_normalized_float ? info->normalized_code : info->code;
}

uint32_t texture_channel_order(const Texture *texture)
{
    return texture->channels == 1   ? 0x10b0
           : texture->channels == 2 ? 0x10b2
                                    : 0x10b5; // R, RG, RGBA
}

uint64_t texture_offset(const Texture *texture, const Texel *texel)
{
    return texel->z * texture->slice_bytes + texel->y * texture->pitch_bytes +
           (uint64_t)texel->x * texture_texel_bytes(texture);
}

// Tegra X1 Technical Reference Manual, "Block Linear": byte (x, y) of a tile.
static uint32_t tile_offset(uint32_t x, uint32_t y)
{
    return (x / 32) * 256 + (y / 2) * 64 + (x % 32 / 16) * 32 + (y % 2) * 16 + x % 16;
}

static bool is_tiled(const Texture *texture)
{
    return texture_axes(texture) > 1 && !texture->is_linear_memory;
}

uint64_t texture_cache_address(const Texture *texture, const Texel *texel)
{
    if (!is_tiled(texture)) {
        return texture->address + texture_offset(texture, texel);
    }
    uint32_t texel_bytes = texture_texel_bytes(texture);
    uint64_t x = (uint64_t)texel->x * texel_bytes;
    uint64_t row_bytes = (uint64_t)texture->width * texel_bytes;
    uint64_t tiles_x = (row_bytes + TILE_WIDTH_BYTES - 1) / TILE_WIDTH_BYTES;
    uint64_t tiles_y = ((uint64_t)texture->height + TILE_ROWS - 1) / TILE_ROWS;
    uint64_t tile =
        ((uint64_t)texel->z * tiles_y + texel->y / TILE_ROWS) * tiles_x + x / TILE_WIDTH_BYTES;
    uint32_t inside = tile_offset((uint32_t)(x % TILE_WIDTH_BYTES), texel->y % TILE_ROWS);
    return ((uint64_t)texture->id << 48) + texture->address + tile * TILE_BYTES + inside;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

// IEEE 754 binary16 to binary32, exact.
static uint32_t widen_half(uint32_t half)
{
    float magnitude = float_of((half & 0x7fffu) << 13) * 0x1p112f;
    uint32_t special = (half & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0;
    return bits_of(magnitude) | special | (half & 0x8000u) << 16;
}

static uint32_t extend(uint32_t raw, const ElementInfo *info)
{
    uint32_t bits = 8u * info->bytes;
    bool is_negative = info->is_signed && bits < 32 && (raw >> (bits - 1) & 1u) != 0;
    return is_negative ? raw | ~0u << bits : raw;
}

// The guide, "Texture Memory": the full range becomes [0, 1] or [-1, 1]. The most negative value
// and its successor both read as -1.
static uint32_t normalize(uint32_t extended, const ElementInfo *info)
{
    float value = info->is_signed ? (float)(int32_t)extended : (float)extended;
    value /= (float)info->largest;
    return bits_of(value < -1.0f ? -1.0f : value);
}

// IEC 61966-2-1. An H200's results differ by up to 1e-4: its table is not documented.
static uint32_t decode_srgb(uint32_t normalized)
{
    double value = (double)float_of(normalized);
    return bits_of((float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)));
}

static uint32_t decode_channel(const Texture *texture, const uint8_t *bytes)
{
    const ElementInfo *info = &element_info[texture->element];
    uint32_t raw = 0;
    for (uint32_t i = 0; i < info->bytes; i++) {
        raw |= (uint32_t)bytes[i] << (8 * i);
    }
    if (info->kind == KIND_FLOAT) {
        return info->bytes == 2 ? widen_half(raw) : raw;
    }
    uint32_t extended = extend(raw, info);
    return texture->is_normalized_float ? normalize(extended, info) : extended;
}

void texture_decode(const Texture *texture, const uint8_t *bytes, uint32_t channel[4])
{
    uint32_t element_bytes = element_info[texture->element].bytes;
    for (uint32_t i = 0; i < 4; i++) {
        channel[i] = i < texture->channels ? decode_channel(texture, bytes + i * element_bytes) : 0;
        if (texture->is_srgb && i < 3) {
            channel[i] = decode_srgb(channel[i]);
        }
    }
}

static uint32_t clamp_integer(uint32_t value, const ElementInfo *info)
{
    unsigned bits = 8u * info->bytes - info->is_signed;
    int64_t most = (INT64_C(1) << bits) - 1, least = info->is_signed ? -most - 1 : 0;
    int64_t wide = info->is_signed ? (int64_t)(int32_t)value : (int64_t)value;
    return (uint32_t)(wide < least ? least : wide > most ? most : wide);
}

// Binary32 to binary16 toward zero.
static uint32_t narrow_half(uint32_t bits)
{
    const uint32_t infinity = 0x7f800000u, one_too_large = 0x47800000u, normal = 0x38800000u;
    uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude >= infinity) {
        return sign | 0x7c00u | (magnitude > infinity ? 0x200u | (magnitude >> 13 & 0x3ffu) : 0);
    }
    if (magnitude >= one_too_large) {
        return sign | 0x7bffu;
    }
    return sign | (magnitude >= normal ? (magnitude - 0x38000000u) >> 13
                                       : (uint32_t)(float_of(magnitude) * 0x1p24f));
}

static uint32_t encode_channel(uint32_t value, const ElementInfo *info)
{
    return info->kind == KIND_INTEGER ? clamp_integer(value, info)
           : info->bytes == 2         ? narrow_half(value)
                                      : value;
}

void texture_encode(const Texture *texture, const uint32_t channel[4], uint32_t given,
                    uint8_t *bytes)
{
    const ElementInfo *info = &element_info[texture->element];
    for (uint32_t i = 0; i < texture->channels; i++) {
        uint32_t value = i < given ? encode_channel(channel[i], info) : 0;
        memcpy(bytes + i * info->bytes, &value, info->bytes);
    }
}

bool texture_is_signed(const Texture *texture)
{
    const ElementInfo *info = &element_info[texture->element];
    return info->kind == KIND_INTEGER && info->is_signed;
}

void texture_border(const Texture *texture, const TextureSampler *sampler, uint32_t channel[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        float value = sampler->border[i];
        bool is_in_range = value > -2147483648.0f && value < 2147483648.0f;
        uint32_t integer = is_in_range ? (uint32_t)(int32_t)value : 0;
        channel[i] = texture_is_float(texture) ? bits_of(value) : integer;
    }
}

// The weight of texel `index`: the product of those along the axes. That of four texels has 8 bits,
// as on an H200: the last one's is rounded, and the others are what is left of their axes.
static double weight_of(const TextureFootprint *footprint, uint32_t index)
{
    if (footprint->count == 4) {
        uint32_t x = footprint->alpha[0], y = footprint->alpha[1], both = (x * y + 128) / 256;
        const uint32_t weights[4] = {256 + both - x - y, x - both, y - both, both};
        return weights[index] / 256.0;
    }
    double weight = 1;
    for (uint32_t axis = 0; 1u << axis < footprint->count; axis++) {
        uint32_t alpha = footprint->alpha[axis];
        weight *= (index >> axis & 1u) != 0 ? alpha : 256 - alpha;
        weight /= 256;
    }
    return weight;
}

uint32_t texture_filter_passes(uint32_t corners, uint32_t texel_bytes)
{
    bool is_wide = texel_bytes > 4;
    if (corners <= 1) {
        return 0;
    }
    if (corners <= 4) {
        return is_wide ? 2 : 1;
    }
    return is_wide ? texel_bytes / 2 : 2;
}

void texture_filter(const TextureFootprint *footprint, uint32_t texels[8][4], uint32_t channel[4])
{
    if (footprint->count == 1) {
        memcpy(channel, texels[0], 4 * sizeof(channel[0]));
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        double sum = 0;
        for (uint32_t t = 0; t < footprint->count; t++) {
            double weight = weight_of(footprint, t);
            sum += weight > 0 ? weight * (double)float_of(texels[t][i]) : 0;
        }
        channel[i] = bits_of((float)sum);
    }
}

void texture_blend_levels(uint32_t channel[4], const uint32_t second[4], uint32_t alpha)
{
    for (uint32_t i = 0; i < 4; i++) {
        double a = (double)float_of(channel[i]), b = (double)float_of(second[i]);
        channel[i] = bits_of((float)((a * (256 - alpha) + b * alpha) / 256));
    }
}
