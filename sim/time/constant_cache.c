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

Cycle constant_cache_read(ConstantCache *cache, uint64_t address, Cycle now, Cycle miss_cycles)
{
    if (cache->lines == NULL) {
        return now;
    }
    uint64_t line = address / cache->line_bytes;
    ConstantLine *set = &cache->lines[(size_t)(line % cache->sets) * cache->ways], *oldest = set;
    cache->reads++;
    for (uint32_t i = 0; i < cache->ways; i++) {
        if (set[i].tag == line + 1) {
            set[i].used = cache->reads;
            return set[i].ready > now ? set[i].ready : now;
        }
        oldest = set[i].used < oldest->used ? &set[i] : oldest;
    }
    *oldest = (ConstantLine){.tag = line + 1, .used = cache->reads, .ready = now + miss_cycles};
    return oldest->ready;
}
