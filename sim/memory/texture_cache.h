// SPDX-License-Identifier: Apache-2.0
// The first-level cache that texture fetches go through, as hits and misses: the texture cache of
// its own where the GPU has one, else the unified L1. Least recently used, filled at once. Leaves
// out: the second level, time, and that legacy GPUs share one such cache among two or three SMs.
//
// Each block starts with an empty cache of its own, so that counts depend neither on which blocks
// ran before on the same SM nor on the number of host threads. What blocks reuse of each other is
// not seen; hits are therefore counted low where blocks share much.
#ifndef LOCKSTEP_MEMORY_TEXTURE_CACHE_H
#define LOCKSTEP_MEMORY_TEXTURE_CACHE_H

#include "sim/gpu/gpu.h"

// Sizes as the cache uses them. Sizes that a GPU's description leaves open default to 32-byte lines
// and sectors and 4 ways.
typedef struct TextureCacheShape {
    uint32_t line_bytes;   // covered by one tag
    uint32_t sector_bytes; // what a miss fetches
    uint32_t ways, sets;
} TextureCacheShape;

TextureCacheShape texture_cache_shape(const Gpu *gpu);

typedef struct TextureCache TextureCache;

// NULL when the host has no memory.
TextureCache *texture_cache_create(TextureCacheShape shape);
void texture_cache_destroy(TextureCache *cache);
void texture_cache_clear(TextureCache *cache);

// Starts a warp's request: each sector counts once in it, however many lanes read from it.
void texture_cache_begin(TextureCache *cache);

typedef enum TextureCacheResult {
    TEXTURE_CACHE_HIT,
    TEXTURE_CACHE_MISS,
    TEXTURE_CACHE_COUNTED // read before by the same request
} TextureCacheResult;

// Reads the sector of this address; it is in the cache afterwards.
TextureCacheResult texture_cache_read(TextureCache *cache, uint64_t address);

// An address in each sector that the running request has read, in its order; at most
// TEXTURE_TOUCHED_MAX. Valid until the next request begins.
enum { TEXTURE_TOUCHED_MAX = 256 };
const uint64_t *texture_cache_touched(const TextureCache *cache, uint32_t *count);

#endif
