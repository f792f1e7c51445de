// SPDX-License-Identifier: Apache-2.0
// One micro-op of one warp: executes it for 32 lanes and says what it did. Knows no cycles. The run
// loop of block.c shares its code and differs only in asking for no record of what happened.
#ifndef LOCKSTEP_WARP_STEP_H
#define LOCKSTEP_WARP_STEP_H

#include "sim/memory/coalesce.h"
#include "sim/memory/line.h"
#include "sim/memory/shared.h"
#include "sim/warp/block.h"
#include "sim/warp/warp.h"

typedef enum StepState {
    STEP_DONE,       // performed; the warp can go on
    STEP_AT_BARRIER, // performed or waiting: no split of the warp can go on before a block barrier,
    STEP_AT_MEMBERS, // other lanes of the warp,
    STEP_AT_CLUSTER, // or other blocks of the cluster arrive
    STEP_NEEDS_ORDER, // not performed: an access that is ordered between blocks, and not its turn
    STEP_SUSPENDED,   // not performed: a try_wait whose phase is incomplete (block_try_suspends)
    STEP_SPINS,       // performed, but the warp only reads again and again what does not change
    STEP_ENDED,       // all lanes of the warp have ended
    STEP_FAULT        // not performed
} StepState;

// What a step says of the tiles that it moves: the bytes that a swizzle covers (16: none; 0: not
// known), of the descriptor or the tensor map, and the map's box, innermost dimension first. Of
// several lanes' copies, the last one.
typedef struct StepTile {
    uint8_t span_bytes, element_bytes, rank; // rank 0: no box
    uint8_t type;                            // TensorType
    uint8_t atom;                            // SwizzleAtom
    uint8_t room_bytes;                      // of an element in shared memory
    uint8_t slice_bytes;                     // of an interleaved layout; 0: none
    uint32_t pitch_bytes;                    // from one row there to the next
    uint16_t box[5];
    bool has_mbarrier;
    int32_t at[5];             // where the box begins in the tensor
    uint32_t shared, mbarrier; // addresses in shared memory of the block
    uint32_t size_bytes;
    uint32_t lines, sectors; // of global memory, of all lanes
} StepTile;

// What a step gives the tensor core (tcgen05): products of f16, of which wider elements are more
// and narrower ones fewer, those of idle lanes counted too; bytes that it reads in shared memory;
// columns that it moves; and how many blocks do so. Of a commit: bit = rank of the other blocks of
// the cluster whose mbarriers it arrives at, at this shared address.
typedef struct StepTensor {
    uint64_t products;
    uint32_t shared_bytes, columns, blocks;
    uint32_t others, mbarrier;
} StepTensor;

// Memory a step touched. An access to generic addresses may have touched several.
typedef struct StepAccess {
    bool is_shared, is_global, is_local, is_constant, is_texture;
    bool is_store, is_atomic;
    bool is_linear; // all lanes accessed memory, each width_bytes behind the one before it
    uint32_t width_bytes;
    uint32_t lanes;          // lanes that accessed memory
    uint64_t address[32];    // where bit `lane` of lanes is set; as the program computed it
    SharedCost shared;       // of the lanes in the block's own shared memory
    uint32_t remote_sectors; // of those in other blocks of the cluster
    uint32_t remote_flits;   // what they send between the SMs (sim/memory/remote.h)
    GlobalCost global;
    uint32_t local_sectors;
    uint32_t constant_words;
    uint32_t texture_hits, texture_misses;
    // An address in each sector of the texture that was read, until the block's next fetch.
    const uint64_t *texture_sectors;
    uint32_t texture_sector_count;
    uint32_t texture_passes; // texture_filter_passes
    // Addresses in shared memory of the block's mbarriers that lanes found complete, or that copies
    // will arrive at, each once, until the block's next ones.
    const uint32_t *mbarriers;
    uint32_t mbarrier_count;
    // Lines of global memory that bulk copies move, until the block's next ones; NULL: none does.
    const LineList *bulk;
    StepTile tile; // of matrix instructions and copies by tensor map
    StepTensor tensor;
} StepAccess;

typedef struct Step {
    const Micro *micro; // NULL: nothing was executed
    uint32_t pc;
    uint32_t active; // lanes of the running entry
    uint32_t on;     // of these, those whose guard held
    StepState state;
    uint32_t slept_ns; // of nanosleep: the longest that a lane asked for
    SlowCost slow;     // what a division or root took beyond its short sequence
    StepAccess access;
    bool has_access;  // `access` may be other than empty
    bool has_pattern; // the same, but only what a known pattern fills in (step_memory)
} Step;

typedef enum RunStop {
    RUN_QUANTUM, // `limit` micro-ops were executed
    RUN_WAITS,   // no split of the warp can go on
    RUN_SPINS,
    RUN_ORDER,
    RUN_ENDED,
    RUN_FAULT
} RunStop;

// Executes up to `limit` micro-ops of the warp; adds how many it executed to block->instructions.
RunStop warp_run(Block *block, Warp *warp, uint64_t limit);

// Executes one micro-op of warp number `warp` of a started block and fills `step`, which is zero or
// was filled before. The caller picks warps in any order; a barrier that completes makes its
// waiting warps ready again.
void block_step(Block *block, Worker *worker, uint32_t warp, bool is_oldest, Step *step);

// The same if the warp's next micro-op only computes, nobody watches, and nothing else happens with
// it or after it; there is no Step to fill. False: nothing was done.
bool block_step_plain(Block *block, Worker *worker, uint32_t warp);

// Hints that block_step will soon be called for a warp, which change nothing: first for the warp,
// and a little later for what its next micro-op reads and writes.
void block_announce_warp(const Block *block, uint32_t warp);
void block_announce_step(const Block *block, uint32_t warp);

// Whether the warp can execute its next micro-op (false: it waits or has ended).
bool block_warp_is_ready(Block *block, uint32_t warp);
uint32_t block_warp_count(const Block *block);
const Warp *block_warp(const Block *block, uint32_t warp);
// Whether the warp's next micro-op is an mbarrier.try_wait that would suspend it again.
bool block_try_suspends(Block *block, uint32_t warp);
// Lanes of the running entry for which the guard of the next micro-op holds.
uint32_t block_warp_on(const Block *block, uint32_t warp);

// How the banks of shared memory see a micro-op that accesses it.
static inline SharedAccess micro_shared_access(const Micro *micro)
{
    if (micro->kind != MICRO_ATOM) {
        bool is_store = micro->kind == MICRO_STORE || micro->kind == MICRO_MATRIX_STORE;
        return is_store ? SHARED_STORE : SHARED_LOAD;
    }
    if (micro->d != ROW_NONE) {
        return micro->function == PTX_DOT_CAS ? SHARED_ATOMIC_CAS : SHARED_ATOMIC;
    }
    return (micro->flags & MICRO_INCREMENT) != 0 ? SHARED_INCREMENT : SHARED_REDUCE;
}

// The same for memory outside of the SM.
static inline GlobalAccess micro_global_access(const Micro *micro)
{
    if (micro->kind != MICRO_ATOM) {
        return micro->kind == MICRO_STORE ? GLOBAL_STORE : GLOBAL_LOAD;
    }
    return micro->d == ROW_NONE ? GLOBAL_REDUCE : GLOBAL_ATOMIC;
}

#endif
