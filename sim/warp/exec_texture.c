// SPDX-License-Identifier: Apache-2.0
// Texture fetches: tex, tld4, txq. All lanes are fetched before any result is written, so that a
// lane's fault leaves the registers as they were.
#include "sim/lane/half.h"
#include "sim/memory/texture_cache.h"
#include "sim/warp/texture_access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The rows of one fetch.
typedef struct Fetch {
    const Micro *micro;
    const uint64_t *handle, *sampler; // sampler: NULL without one
    const uint32_t *layer;            // NULL without layers
    const uint32_t *coordinate[3];    // NULL where the geometry has none
    const uint32_t *offset[3];        // NULL: none
    const uint32_t *lod;              // level of detail; NULL: 0
    bool is_integer;
} Fetch;

static const uint32_t *row_or_null(const Warp *warp, Row row)
{
    return row == ROW_NONE ? NULL : warp_row(warp, row);
}

static uint32_t coordinate_count(uint16_t geometry)
{
    switch ((int)geometry) {
    case PTX_DOT_1D:
    case PTX_DOT_A1D: return 1;
    case PTX_DOT_2D:
    case PTX_DOT_A2D: return 2;
    default: return 3;
    }
}

static Fetch fetch_of(const Warp *warp, const Micro *micro)
{
    const Row rows[4] = {micro->b, micro->c, micro->e, micro->d2};
    bool has_layer = micro->function == PTX_DOT_A1D || micro->function == PTX_DOT_A2D;
    Fetch fetch = {.micro = micro,
                   .handle = warp_row64(warp, micro->a),
                   .sampler = micro->d == ROW_NONE ? NULL : warp_row64(warp, micro->d),
                   .layer = has_layer ? row_or_null(warp, rows[0]) : NULL,
                   .is_integer = (micro->flags & MICRO_SIGNED) != 0};
    for (uint32_t i = 0; i < coordinate_count(micro->function); i++) {
        fetch.coordinate[i] = row_or_null(warp, rows[i + (has_layer ? 1 : 0)]);
        fetch.offset[i] = row_or_null(warp, micro->addend[i]);
    }
    if (micro->combine == PTX_DOT_LEVEL) {
        fetch.lod = row_or_null(warp, rows[coordinate_count(micro->function) + has_layer]);
    }
    return fetch;
}

static bool is_gather(const Micro *micro)
{
    return micro->combine != 0 && micro->combine != PTX_DOT_LEVEL;
}

static void lane_footprint(const Fetch *fetch, const Texture *texture,
                           const TextureSampler *sampler, uint32_t lane, TextureFootprint *to)
{
    int32_t integer[3];
    float real[3];
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t bits = fetch->coordinate[i] == NULL ? 0 : fetch->coordinate[i][lane];
        integer[i] = (int32_t)bits;
        real[i] = f32_of_bits(bits);
    }
    uint32_t layer = fetch->layer == NULL ? 0 : fetch->layer[lane];
    if (is_gather(fetch->micro)) {
        texture_footprint_gather(texture, sampler, real, layer, to);
    } else if (fetch->is_integer) {
        texture_footprint_integer(texture, sampler, integer, layer, to);
    } else {
        texture_footprint(texture, sampler, real, layer, to);
    }
}

static TextureCache *cache_of(Block *block)
{
    if (block->textures == NULL) {
        block->textures = texture_cache_create(texture_cache_shape(block->launch->gpu));
        if (block->textures == NULL) {
            fputs("lockstep: out of memory\n", stderr);
            abort();
        }
    }
    return block->textures;
}

static void count_texel(TextureCache *cache, const Texture *texture, const Texel *texel,
                        AccessCount *count)
{
    TextureCacheResult result = texture_cache_read(cache, texture_cache_address(texture, texel));
    count->texture_hits += result == TEXTURE_CACHE_HIT;
    count->texture_misses += result == TEXTURE_CACHE_MISS;
}

// Reads the texels of one lane in one level, bytes: of level 0, and filters or gathers them.
static void read_texels(Block *block, const Warp *warp, const Micro *micro, const Texture *level,
                        const uint8_t *bytes, const TextureSampler *sampler,
                        const TextureFootprint *footprint, uint32_t result[4])
{
    TextureCache *cache = cache_of(block);
    uint32_t texels[8][4];
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Texel *texel = &footprint->texel[i];
        if (texel->is_border) {
            texture_border(level, sampler, texels[i]);
            continue;
        }
        texture_decode(level, bytes + texture_offset(level, texel), texels[i]);
        count_texel(cache, level, texel, &block->worker->accesses[warp->pc]);
    }
    if (!is_gather(micro)) {
        texture_filter(footprint, texels, result);
        return;
    }
    uint32_t channel = micro->combine == PTX_DOT_R   ? 0
                       : micro->combine == PTX_DOT_G ? 1
                       : micro->combine == PTX_DOT_B ? 2
                                                     : 3;
    for (uint32_t i = 0; i < 4; i++) {
        result[i] = texels[i][channel];
    }
}

// The sampler of one lane's fetch; given: the instruction's own, or NULL.
static TextureSampler lane_sampler(const Fetch *fetch, const Texture *texture, const Texture *given,
                                   uint32_t lane)
{
    TextureSampler sampler = texture->sampler;
    if (given != NULL) {
        sampler = given->sampler;
        sampler.is_normalized &= texture->sampler.is_normalized;
    }
    for (uint32_t i = 0; i < 3; i++) {
        sampler.offset[i] = fetch->offset[i] == NULL ? 0 : (int32_t)fetch->offset[i][lane];
    }
    sampler.is_linear = sampler.is_linear && texture_is_float(texture);
    return sampler;
}

static TextureLevels lane_levels(const Fetch *fetch, const Texture *texture,
                                 const TextureSampler *sampler, uint32_t lane)
{
    return texture_levels(texture, sampler, fetch->lod == NULL ? 0 : f32_of_bits(fetch->lod[lane]));
}

// Reads one level or blends two. Returns the passes of the texture units.
static uint32_t read_levels(Block *block, const Warp *warp, const Fetch *fetch, uint32_t lane,
                            const BoundTexture *bound, const TextureSampler *sampler,
                            uint32_t result[4])
{
    const Texture *texture = bound->texture;
    TextureLevels levels = lane_levels(fetch, texture, sampler, lane);
    uint32_t passes = 0;
    for (uint32_t i = 0; i < levels.count; i++) {
        Texture level = texture_level(texture, levels.first + i);
        uint32_t channel[4];
        TextureFootprint footprint;
        lane_footprint(fetch, &level, sampler, lane, &footprint);
        read_texels(block, warp, fetch->micro, &level,
                    bound->bytes + (level.address - texture->address), sampler, &footprint,
                    i == 0 ? result : channel);
        if (i > 0) {
            texture_blend_levels(result, channel, levels.alpha);
        }
        passes += is_gather(fetch->micro)
                      ? 0
                      : texture_filter_passes(footprint.count, texture_texel_bytes(texture));
    }
    return passes;
}

// `passes` becomes the most of any lane. A fetch that compares depths returns the first channel as
// it is and zeros (traces/h200/hopper/surfaces.out, "compare").
static Outcome fetch_lane(Block *block, const Warp *warp, const Fetch *fetch, uint32_t lane,
                          BoundTexture *bound, BoundTexture *sampler, uint32_t result[4],
                          uint32_t *passes)
{
    const Micro *micro = fetch->micro;
    if (texture_bind(block, warp, TEXTURE_FOR_FETCH, fetch->handle[lane], lane, bound) ==
            OUTCOME_FAULT ||
        texture_check_shape(block, warp, micro, TEXTURE_FOR_FETCH, bound, lane) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    if (fetch->sampler != NULL &&
        texture_bind(block, warp, TEXTURE_FOR_SAMPLER, fetch->sampler[lane], lane, sampler) ==
            OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    TextureSampler chosen = lane_sampler(fetch, bound->texture, sampler->texture, lane);
    uint32_t own = read_levels(block, warp, fetch, lane, bound, &chosen, result);
    *passes = own > *passes ? own : *passes;
    if (micro->target == TEXTURE_DEPTH) {
        memset(&result[1], 0, 3 * sizeof result[1]);
    }
    return OUTCOME_NEXT;
}

// The 32-bit channels in the form of the instruction's type.
static uint32_t element_of(uint8_t type, const uint32_t channel[4], uint32_t index)
{
    switch ((int)type) {
    case PTX_TYPE_F16: return f16_of_f32(f32_of_bits(channel[index]));
    case PTX_TYPE_F16X2:
        return f16_of_f32(f32_of_bits(channel[2 * index])) |
               f16_of_f32(f32_of_bits(channel[2 * index + 1])) << 16;
    default: return channel[index];
    }
}

static void write_results(const Warp *warp, const Micro *micro, uint32_t on,
                          uint32_t results[LANE_COUNT][4])
{
    uint32_t count = micro->type == PTX_TYPE_F16X2 ? 2 : 4;
    for (uint32_t i = 0; i < count; i++) {
        if (micro->data[i] == ROW_NONE) {
            continue;
        }
        uint32_t *to = warp_row(warp, micro->data[i]);
        for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            to[lane] = element_of(micro->type, results[lane], i);
        }
    }
}

// Records hits and misses of this request for the observer of the step.
static void note_step(Block *block, const Warp *warp, const AccessCount *before, uint32_t on,
                      uint32_t passes)
{
    if (block->step == NULL) {
        return;
    }
    const AccessCount *count = &block->worker->accesses[warp->pc];
    StepAccess *access = &block->step->access;
    access->is_texture = true;
    access->lanes = on;
    access->texture_hits = (uint32_t)(count->texture_hits - before->texture_hits);
    access->texture_misses = (uint32_t)(count->texture_misses - before->texture_misses);
    access->texture_sectors = texture_cache_touched(block->textures, &access->texture_sector_count);
    access->texture_passes = passes;
}

Outcome exec_texture(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (texture_is_query(micro->function)) {
        return texture_query(block, warp, micro, on, TEXTURE_FOR_FETCH);
    }
    AccessCount *count = &block->worker->accesses[warp->pc];
    AccessCount before = *count;
    Fetch fetch = fetch_of(warp, micro);
    BoundTexture bound = {0}, sampler = {0};
    uint32_t results[LANE_COUNT][4], passes = 0;
    texture_cache_begin(cache_of(block));
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (fetch_lane(block, warp, &fetch, lane, &bound, &sampler, results[lane], &passes) ==
            OUTCOME_FAULT) {
            *count = before;
            return OUTCOME_FAULT;
        }
    }
    count->texture_requests++;
    write_results(warp, micro, on, results);
    note_step(block, warp, &before, on, passes);
    return OUTCOME_NEXT;
}

// Whether a texel has a share in a blend: at the center of a texel, only that one has.
static bool has_weight(const TextureFootprint *footprint, uint32_t texel)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        if ((texel >> axis & 1u) != 0 && footprint->alpha[axis] == 0) {
            return false;
        }
    }
    return true;
}

void texture_lane_reads(const Launch *launch, const Warp *warp, const Micro *micro, uint32_t lane,
                        TexelReads *reads)
{
    Fetch fetch = fetch_of(warp, micro);
    const Texture *sampler = NULL, *texture = texture_of_handle(launch, micro, TEXTURE_FOR_FETCH,
                                                                fetch.handle[lane]);
    if (fetch.sampler != NULL) {
        sampler = texture_of_handle(launch, micro, TEXTURE_FOR_SAMPLER, fetch.sampler[lane]);
    }
    *reads = (TexelReads){.texture = texture, .is_gather = is_gather(micro)};
    if (texture == NULL || (fetch.sampler != NULL && sampler == NULL)) {
        return;
    }
    TextureSampler chosen = lane_sampler(&fetch, texture, sampler, lane);
    TextureLevels levels = lane_levels(&fetch, texture, &chosen, lane);
    for (uint32_t at = 0; at < levels.count; at++) {
        Texture level = texture_level(texture, levels.first + at);
        TextureFootprint footprint;
        lane_footprint(&fetch, &level, &chosen, lane, &footprint);
        for (uint32_t i = 0; i < footprint.count; i++) {
            const Texel *texel = &footprint.texel[i];
            bool is_read = !texel->is_border && (reads->is_gather || has_weight(&footprint, i));
            reads->address[reads->count++] =
                is_read ? level.address + texture_offset(&level, texel) : 0;
        }
    }
}
