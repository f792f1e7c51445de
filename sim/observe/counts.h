// SPDX-License-Identifier: Apache-2.0
// What is counted while a kernel runs: plain sums per micro-op, one set per worker, added up when
// the launch ends. Every counter of a report (counters.def) is computed from these and from what
// the program says of each micro-op; nothing else is counted anywhere.
#ifndef LOCKSTEP_OBSERVE_COUNTS_H
#define LOCKSTEP_OBSERVE_COUNTS_H

#include <stdint.h>

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
    uint64_t constant_requests, constant_words; // distinct addresses served one after another
    uint64_t texture_requests, texture_hits, texture_misses;
} AccessCount;

#endif
