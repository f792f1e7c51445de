// SPDX-License-Identifier: Apache-2.0
// What is counted while a kernel runs: plain sums per micro-op, one set per worker, added up when
// the launch ends. Every counter of a report (counters.def) is computed from these and from what
// the program says of each micro-op; nothing else is counted anywhere.
#ifndef LOCKSTEP_OBSERVE_COUNTS_H
#define LOCKSTEP_OBSERVE_COUNTS_H

#include "isa/machine/program.h"

// Every micro-op.
typedef struct ExecutionCount {
    uint64_t executed;   // times a warp executed it, guard true in some lane or in none
    uint64_t threads;    // active lanes, summed
    uint64_t threads_on; // active lanes whose guard held, summed
} ExecutionCount;

// Branches and memory operations, next to their ExecutionCount. Sums over executions.
typedef struct AccessCount {
    uint64_t branch_taken;    // executions in which at least one lane branched
    uint64_t branch_diverged; // executions whose lanes went both ways
    uint64_t shared_requests; // executions with at least one lane in the block's shared memory
    uint64_t shared_wavefronts, shared_ideal;
    uint64_t shared_bytes;    // distinct bytes asked for, here and in other blocks
    uint64_t remote_requests; // executions with at least one lane in another block's shared memory
    uint64_t remote_sectors;
    uint64_t global_requests;     // GlobalCost fields, summed
    uint64_t global_instructions; // executions with at least one lane in global memory
    uint64_t global_sectors, global_touched_sectors, global_ideal_sectors, global_lines;
    uint64_t global_transactions32, global_transactions64, global_transactions128;
    uint64_t global_coalesced, global_uncoalesced;
    uint64_t global_bytes; // distinct bytes asked for
    uint64_t local_requests, local_sectors;
    uint64_t constant_requests, constant_words;     // distinct addresses served one after another
    uint64_t bulk_copies, bulk_bytes, bulk_sectors; // cp.async.bulk; sectors of global memory
    uint64_t texture_requests, texture_hits, texture_misses;
    uint64_t surface_requests, surface_sectors, surface_l2_sectors; // SurfaceCost fields, summed
    uint64_t tensor_operations;                                     // tcgen05.mma: 2 m n k
    // Divisions and roots: executions in which lanes took a slow path (sim/lane/slow_path.h), such
    // lanes, and the fields of SlowCost, summed. Differences may be negative, modulo 2^64.
    uint64_t slow_executions, slow_lanes, slow_issues, slow_threads;
    uint64_t slow_alu, slow_fma, slow_fp16, slow_fp64, slow_xu;
    uint64_t slow_branches, slow_calls, slow_joins, slow_bssy, slow_diverged;
} AccessCount;

// Why a warp did not issue, or that it did.
typedef enum Stall {
#define STALL(id, name, ncu, doc) STALL_##id,
#include "sim/observe/stall.def"
#undef STALL
    STALL_COUNT
} Stall;

typedef struct StallInfo {
    const char *name; // ncu's where it has one
    const char *doc;
} StallInfo;

extern const StallInfo stall_info[STALL_COUNT];

// Of a run with a clock, next to the ExecutionCount: warp cycles by what a warp waited for before
// it issued the micro-op. Over all micro-ops they add up to SmCount's warp_cycles.
typedef struct StallCount {
    uint64_t cycles[STALL_COUNT];
} StallCount;

// Of a run with a clock, sums over all SMs.
typedef struct SmCount {
    uint64_t l1_reads, l1_read_hits; // sectors of global loads; hits: there or on their way
    uint64_t active_cycles;          // with a resident block
    uint64_t warp_cycles;            // resident warps, summed over cycles
    uint64_t issued;                 // machine instructions
} SmCount;

// Of L2 and device memory, in sectors.
typedef struct MemoryCount {
    uint64_t l2_reads, l2_read_hits, l2_writes, l2_write_hits;
    uint64_t dram_reads, dram_writes;
    uint64_t migrated_reads, migrated_writes; // blocks of managed memory, by their first access
} MemoryCount;

// Of a run with a clock: how many cycles resources were busy, summed over all of a kind.
typedef struct BusyTime {
    double pipes[PIPE_COUNT];  // of the schedulers: each has its part of a pipe
    double l1;                 // of the SMs: tags and data of L1, banks of shared memory
    double engine;             // of the SMs: bulk copies (TMA)
    double l2, l2_fullest;     // of the slices of L2; of the one that was busy longest
    double dram, dram_fullest; // of the partitions of device memory, likewise
} BusyTime;

// A launch that ran with a clock.
typedef struct LaunchTime {
    uint64_t cycles; // of the SM clock, launch overhead included
    SmCount sms;
    MemoryCount memory;
    BusyTime busy;
    const StallCount *stalls;    // [code_count]
    uint64_t blocks_timed;       // of a sample, from which the rest follows; 0: all blocks
    uint64_t instructions_timed; // warp instructions after which the clock stopped; 0: it did not
    double migration_us;         // that it waited for managed memory, part of `cycles`
    double error; // how far `cycles` may be off where not all was timed, as a part of them
} LaunchTime;

#endif
