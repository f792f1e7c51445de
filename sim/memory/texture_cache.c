// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/texture_cache.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN_LINE_BYTES 32u
#define UNKNOWN_WAYS       4u
#define SECTORS_MAX        32u // bits of Line.valid

typedef struct Line {
    uint64_t tag;
    uint64_t used;    // request that used it last; before cache->cleared: empty
    uint32_t valid;   // sectors present
    uint32_t counted; // sectors read by request `used`
} Line;

// A sector that the request has read, by a few bits of its number: lanes read the same ones again.
typedef struct Read {
    uint64_t sector, request;
} Read;

enum { READS = 64 };

struct TextureCache {
    TextureCacheShape shape;
    Read reads[READS]; // of sectors whose lines are present
    uint64_t request;  // number of the running one
    uint64_t cleared;  // lines used up to this request are empty
    Line *lines;       // [sets * ways]
    uint32_t touched_count;
    uint64_t touched[TEXTURE_TOUCHED_MAX]; // by the running request
};

static uint32_t known(uint32_t value, uint32_t otherwise)
{
    return value > 0 ? value : otherwise;
}

TextureCacheShape texture_cache_shape(const Gpu *gpu)
{
    bool is_own = gpu->texture_l1_bytes > 0;
    uint32_t bytes = is_own ? gpu->texture_l1_bytes : gpu->l1_bytes;
    TextureCacheShape shape = {0};
    shape.line_bytes =
        known(is_own ? gpu->texture_l1_line_bytes : gpu->l1_line_bytes, UNKNOWN_LINE_BYTES);
    shape.sector_bytes = is_own ? shape.line_bytes : known(gpu->l1_sector_bytes, shape.line_bytes);
    if (shape.sector_bytes > shape.line_bytes ||
        shape.line_bytes / shape.sector_bytes > SECTORS_MAX) {
        shape.sector_bytes = shape.line_bytes;
    }
    shape.ways = known(is_own ? gpu->texture_l1_ways : gpu->l1_ways, UNKNOWN_WAYS);
    shape.sets = known(bytes / shape.line_bytes / shape.ways, 1);
    return shape;
}

TextureCache *texture_cache_create(TextureCacheShape shape)
{
    TextureCache *cache = calloc(1, sizeof(*cache));
    Line *lines = calloc((size_t)shape.sets * shape.ways, sizeof(*lines));
    if (cache == NULL || lines == NULL) {
        free(cache);
        free(lines);
        return NULL;
    }
    *cache = (TextureCache){.shape = shape, .lines = lines};
    return cache;
}

void texture_cache_destroy(TextureCache *cache)
{
    if (cache != NULL) {
        free(cache->lines);
        free(cache);
    }
}

void texture_cache_clear(TextureCache *cache)
{
    cache->cleared = cache->request;
}

void texture_cache_begin(TextureCache *cache)
{
    cache->request++;
    cache->touched_count = 0;
}

const uint64_t *texture_cache_touched(const TextureCache *cache, uint32_t *count)
{
    *count = cache->touched_count;
    return cache->touched;
}

// The line with this tag, or the one to replace: an empty one, else the least recently used.
static Line *find_line(TextureCache *cache, uint64_t tag)
{
    uint32_t ways = cache->shape.ways;
    Line *set = &cache->lines[tag % cache->shape.sets * ways];
    Line *oldest = &set[0];
    for (uint32_t way = 0; way < ways; way++) {
        if (set[way].tag == tag && set[way].used > cache->cleared) {
            return &set[way];
        }
        oldest = set[way].used < oldest->used ? &set[way] : oldest;
    }
    if (oldest->used == cache->request) {
        memset(cache->reads, 0, sizeof cache->reads);
    }
    *oldest = (Line){.tag = tag};
    return oldest;
}

TextureCacheResult texture_cache_read(TextureCache *cache, uint64_t address)
{
    uint64_t number = address / cache->shape.sector_bytes;
    Read *read = &cache->reads[number % READS];
    if (read->sector == number && read->request == cache->request) {
        return TEXTURE_CACHE_COUNTED;
    }
    Line *line = find_line(cache, address / cache->shape.line_bytes);
    uint32_t sector =
        1u << (address % cache->shape.line_bytes / cache->shape.sector_bytes % SECTORS_MAX);
    if (line->used != cache->request) {
        line->used = cache->request;
        line->counted = 0;
    }
    *read = (Read){number, cache->request};
    if ((line->counted & sector) != 0) {
        return TEXTURE_CACHE_COUNTED;
    }
    if (cache->touched_count < TEXTURE_TOUCHED_MAX) {
        cache->touched[cache->touched_count++] = address;
    }
    bool is_hit = (line->valid & sector) != 0;
    line->counted |= sector;
    line->valid |= sector;
    return is_hit ? TEXTURE_CACHE_HIT : TEXTURE_CACHE_MISS;
}
