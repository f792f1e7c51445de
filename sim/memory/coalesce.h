// SPDX-License-Identifier: Apache-2.0
// Global-memory coalescing: the transactions that one warp access becomes under each generation's
// rule. Pure functions of addresses and mask; no memory, no caches, no time.
#ifndef LOCKSTEP_MEMORY_COALESCE_H
#define LOCKSTEP_MEMORY_COALESCE_H

#include "sim/gpu/gpu.h"

typedef enum GlobalAccess { GLOBAL_LOAD, GLOBAL_STORE, GLOBAL_ATOMIC, GLOBAL_REDUCE } GlobalAccess;

typedef struct GlobalCost {
    uint32_t requests;        // COALESCE_SECTORS: 1; older: half- or quarter-warp requests
    uint32_t sectors;         // 32-byte units moved (cc 5+: sectors; older: bytes / 32)
    uint32_t touched_sectors; // distinct 32-byte sectors the lanes touch; atomics too, each once
    uint32_t
        ideal_sectors; // what the lanes' bytes would fill side by side, or touched if that is less
    uint32_t lines;    // cc 5+: distinct 128-byte lines (tag requests); 2.x: L1 line requests
    uint32_t transactions32, transactions64, transactions128; // by size, as memory sees them
    uint32_t coalesced, uncoalesced; // COALESCE_STRICT: half-warps that met the rule, or did not
    uint32_t bytes_used;             // distinct bytes that the lanes requested
} GlobalCost;

#define SEGMENT_MAX 128

// One transaction: which bytes, and which lanes it serves.
typedef struct Segment {
    uint64_t address;
    uint32_t size_bytes;
    uint32_t lanes;
} Segment;

// address[lane]: byte address, read where bit `lane` of mask is set, aligned to width_bytes (1, 2,
// 4, 8, 16). An empty mask costs nothing. is_cached: through L1 (COALESCE_LINES only).
GlobalCost coalesce(CoalesceRule rule, GlobalAccess access, const uint64_t address[32],
                    uint32_t mask, uint32_t width_bytes, bool is_cached);

// The same where all 32 lanes access base + i * width_bytes (the common case, in closed form).
GlobalCost coalesce_linear(CoalesceRule rule, GlobalAccess access, uint64_t base,
                           uint32_t width_bytes, bool is_cached);

// The transactions themselves, in the order they are issued, for explanations and for timing.
// Returns how many there are (at most SEGMENT_MAX).
uint32_t coalesce_segments(CoalesceRule rule, GlobalAccess access, const uint64_t address[32],
                           uint32_t mask, uint32_t width_bytes, bool is_cached,
                           Segment segments[SEGMENT_MAX]);

// A load or store by COALESCE_SECTORS of addresses first + delta[lane]. All are at or above first +
// lowest, and within 2 GB of it. mask must not be 0.
GlobalCost coalesce_near(uint64_t first, const int32_t delta[32], int32_t lowest, uint32_t mask,
                         uint32_t width_bytes);

#endif
