// SPDX-License-Identifier: Apache-2.0
// One memory access of one warp under the rule of any GPU: which lane meets which bank in which
// pass (shared memory), which transactions move which bytes for which lanes (global and local
// memory), which distinct words are read (constant memory), what that costs, and the rule in a
// sentence. Pure functions of an Access and a Gpu; every number is that of sim/memory's rules, so
// that a picture cannot disagree with a count. Terminal text, the page and figures draw from here
// and compute no rule of their own. Leaves out: caches, time, and where texels lie.
#ifndef LOCKSTEP_EXPLAIN_ACCESS_H
#define LOCKSTEP_EXPLAIN_ACCESS_H

#include "sim/gpu/gpu.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/shared_map.h"
#include "sim/record/recording.h"

typedef enum AccessSpace {
    ACCESS_SHARED,
    ACCESS_GLOBAL,
    ACCESS_LOCAL,
    ACCESS_CONSTANT,
    ACCESS_TEXTURE, // has neither addresses nor a map
    ACCESS_SPACE_COUNT
} AccessSpace;

// An access as the rules see it. Addresses: bytes in the block's shared memory, in the lane's local
// memory, or device addresses; where bit `lane` of lanes is set.
typedef struct Access {
    AccessSpace space;
    SharedAccess shared_kind;
    GlobalAccess global_kind; // of local memory too: load or store
    bool is_around_l1;        // the instruction says that L1 shall not keep it
    uint32_t matrices;        // ldmatrix, stmatrix: how many; else 0
    uint32_t width_bytes;     // a lane
    uint32_t lanes;
    uint64_t address[32];
} Access;

#define ACCESS_PARTS_MAX 2

// What a recorded step of this micro-op accessed: one part for each space, as generic addresses may
// point into shared and global memory at once. Returns how many parts (0: no access). Lanes in
// shared memory of other blocks of the cluster use no bank of this block and are left out; if one
// step accesses shared and local memory, only one of the two is shown.
uint32_t access_of_step(const Micro *micro, const StepAccess *recorded,
                        Access parts[ACCESS_PARTS_MAX]);

// Banks and passes; the access must be one of ACCESS_SHARED.
void access_shared_map(const Access *access, const Gpu *gpu, SharedMap *map);

// One transaction, or one distinct word of constant memory.
typedef struct AccessPiece {
    uint64_t address;    // local memory: where the warp's words lie, from the start of its part
    uint32_t size_bytes; // fetched or written
    uint32_t bytes_used; // distinct ones that its lanes ask for
    uint32_t lanes;
    uint32_t request; // which part of the warp asked, from 0: half-warps, quarter-warps
    uint32_t word;    // local memory: which 32-bit word of a wider access
} AccessPiece;

#define ACCESS_PIECES_MAX (4 * SEGMENT_MAX)

typedef struct AccessMap {
    uint32_t request_lanes;                // 8, 16 or 32
    uint32_t request_count;                // those with lanes
    AccessPiece pieces[ACCESS_PIECES_MAX]; // in the order in which they are issued
    uint32_t piece_count;
} AccessMap;

// Transactions or words; the access must be one of GLOBAL, LOCAL or CONSTANT.
void access_map(const Access *access, const Gpu *gpu, AccessMap *map);

// What the access costs where its rule counts: passes through the banks, transactions, words.
typedef struct AccessCost {
    uint32_t count;
    uint32_t ideal;       // the same lanes side by side, aligned, without conflicts
    uint32_t bytes_moved; // GLOBAL and LOCAL; CONSTANT: of the words
    uint32_t bytes_used;  // distinct bytes that the lanes ask for
} AccessCost;

AccessCost access_cost(const Access *access, const Gpu *gpu);

// What the cost counts, in the words of that generation: "wavefronts", "sectors", "transactions",
// "words".
const char *access_unit(const Access *access, const Gpu *gpu);

// The rule that applies, in a sentence without a full stop: "cc 5.0 and later: 32 banks of 4 bytes;
// lanes that read the same word are served together".
const char *access_rule(const Access *access, const Gpu *gpu);

// GPUs between which the rule of a space does not change, oldest to newest.
typedef struct Generation {
    const Gpu *first, *last; // presets
} Generation;

#define GENERATIONS_MAX 8

// Whether both GPUs follow the same rule for accesses to that space.
bool generation_is_same(AccessSpace space, const Gpu *a, const Gpu *b);

// The distinct rules for a space among the presets, in the order of the generations. Returns how
// many. For ACCESS_SPACE_COUNT: those between which the rule of any space changes.
uint32_t generations_of(AccessSpace space, Generation generations[GENERATIONS_MAX]);

#endif
