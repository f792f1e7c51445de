// SPDX-License-Identifier: Apache-2.0
#include "sim/time/constant_cache.h"

void constant_cache_init(ConstantCache *cache, uint64_t size_bytes, uint32_t line_bytes,
                         uint32_t ways, Arena *arena)
{
    uint64_t count = line_bytes > 0 ? size_bytes / line_bytes : 0;
    *cache = (ConstantCache){.line_bytes = line_bytes};
    if (count > 0) {
        cache->ways = ways > 0 && ways < count ? ways : (uint32_t)count;
        cache->sets = (uint32_t)(count / cache->ways);
        cache->lines = arena_alloc(arena, (size_t)cache->sets * cache->ways * sizeof(ConstantLine));
    }
}

static ConstantLine *set_of(const ConstantCache *cache, uint64_t line)
{
    return &cache->lines[(size_t)(line % cache->sets) * cache->ways];
}

Cycle constant_cache_find(ConstantCache *cache, uint64_t address, Cycle now)
{
    if (cache->lines == NULL) {
        return now;
    }
    uint64_t line = address / cache->line_bytes;
    ConstantLine *set = set_of(cache, line);
    for (uint32_t i = 0; i < cache->ways; i++) {
        if (set[i].tag == line + 1) {
            set[i].used = ++cache->reads;
            return set[i].ready > now ? set[i].ready : now;
        }
    }
    return CONSTANT_MISS;
}

void constant_cache_put(ConstantCache *cache, uint64_t address, Cycle ready)
{
    uint64_t line = address / cache->line_bytes;
    ConstantLine *set = set_of(cache, line), *oldest = set;
    for (uint32_t i = 1; i < cache->ways; i++) {
        oldest = set[i].used < oldest->used ? &set[i] : oldest;
    }
    *oldest = (ConstantLine){.tag = line + 1, .used = ++cache->reads, .ready = ready};
}
