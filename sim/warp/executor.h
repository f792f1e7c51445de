// SPDX-License-Identifier: Apache-2.0
// Inside of sim/warp: a block's state, and the execution of micro-ops by family. Each exec_
// function performs one micro-op for the lanes `on` of the warp's running entry, or says why it did
// not.
#ifndef LOCKSTEP_WARP_EXECUTOR_H
#define LOCKSTEP_WARP_EXECUTOR_H

#include "isa/base/text.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/shared.h"
#include "sim/warp/barrier.h"
#include "sim/warp/block.h"
#include "sim/warp/checker.h"
#include "sim/warp/cost_cache.h"
#include "sim/warp/loop_watch.h"
#include "sim/warp/print_fifo.h"
#include "sim/warp/repeat.h"
#include "sim/warp/step.h"
#include "sim/warp/warp.h"
#include "sim/warp/watch.h"

// What the warps did in one round.
typedef struct Round {
    bool has_run; // some warp did other than spin
    bool has_live;
    bool has_spun;
    bool spins_globally;
    bool waits_for_cluster;
} Round;

// Performs and counts the load or store at warp->pc (its Operation.pattern is not PATTERN_NOT) for
// the lanes `on`, not empty. False: nothing was done. See pattern.h.
typedef bool (*PatternAccess)(Block *block, Warp *warp, const Operation *operation,
                              const Micro *micro, uint32_t on);

struct Block {
    const Launch *launch;
    const Operation *operations; // [code_count]
    Operation *own_operations;   // NULL: they are the launch's
    Warp *warps;
    uint32_t warp_count;
    uint8_t *shared; // launch->shared_bytes, and 16 more that nothing may touch
    Barrier barriers[BARRIER_ALL];
    uint32_t live_threads;  // lanes of all warps that have not ended
    uint32_t busy_barriers; // bit = number: someone has arrived
    WarpPlace place;
    uint64_t index; // x fastest
    uint64_t instructions;
    uint64_t slept_ns;
    const uint64_t *cycles;    // what a clock shows, or NULL: instructions are counted in its place
    bool is_timed;             // runs by steps, with that clock
    uint32_t next_warp;        // whose turn it is
    uint64_t turn_left;        // micro-ops it may still execute in this turn
    bool has_cluster_barriers; // the program has barrier.cluster
    bool has_free_atomics;     // see free_atomic.h
    bool is_independent;       // threads have program counters of their own (cc 7.0 on)
    bool made_progress;
    bool has_faulted; // else `fault` says at most why the block does not go on
    Fault fault;
    PrintFifo output;
    const AddressTable *addresses;
    PatternAccess access_pattern;
    uint32_t *errors;               // each thread's last of the device runtime; NULL: none yet
    struct TextureCache *textures;  // NULL: nothing fetched yet
    struct TensorMemory *tensor;    // NULL: none allocated yet
    LineList bulk;                  // what the latest bulk copies touched
    uint32_t mbarriers[LANE_COUNT]; // of the latest step that has some
    // cluster
    struct Block **cluster; // the blocks of the cluster by rank; at least this one
    uint32_t cluster_count;
    Barrier cluster_arrivals; // of this block's threads at barrier.cluster, in the present phase
    uint32_t cluster_rounds;  // phases that are complete
    // while it runs
    Worker *worker;
    bool is_oldest;
    Step *step;                  // what the running step did, or NULL if not requested
    const BlockWatch *watch;     // the observer of every micro-op, or NULL
    const BlockChecker *checker; // the checker of every micro-op, or NULL
    uint32_t idle_rounds;        // rounds of the warps in which only spinning happened
    Repeat repeat;
    LoopWatch loops;
    Round round;                // the present one
    uint32_t round_turns;       // turns it has had, one a warp
    bool has_stopped_for_order; // the last run ended with BLOCK_NEEDS_ORDER
};

typedef enum Outcome {
    OUTCOME_NEXT,     // done; the warp goes on at the next instruction
    OUTCOME_JUMPED,   // done; the running entry is as the warp's stack says
    OUTCOME_SWITCH,   // done; the stack is up to date, and the running split waits or has ended
    OUTCOME_SPIN,     // done; the warp goes on at the next instruction, but is spinning
    OUTCOME_SUSPENDS, // not performed: a try that may be repeated later without being counted
    OUTCOME_WAITS,    // not performed: the running split now waits for other lanes of its warp
    OUTCOME_ORDER,    // not performed: must wait for the block's turn
    OUTCOME_FAULT     // not performed; block->fault says why
} Outcome;

// exec_memory, exec_barrier, ...: the executors of micro.def. exec_collective: shuffle, vote,
// match, reduction, election and warp barrier.
#define MICRO(kind, name, issues, pipe, time, path, executor, ...)                                 \
    Outcome exec_##executor(Block *block, Warp *warp, const Micro *micro, uint32_t on);
#include "isa/machine/micro.def"
#undef MICRO

// The lanes `on` are about to perform a division or root at pc, of which `suspects` may
// take a slow path: counts what that takes.
void exec_slow_path(Block *block, const Warp *warp, const Operation *operation, uint32_t pc,
                    uint32_t on, uint32_t suspects);
// Counts what an instruction takes beyond its own, and tells the step's observer.
void exec_count_more(Block *block, uint32_t pc, const SlowCost *cost);

// Lanes of the running entry for which the guard holds.
static inline uint32_t lanes_on(const Warp *warp, const Operation *operation)
{
    const uint32_t *guard = warp_operand(warp, operation->guard);
    return warp->active & (*guard ^ operation->guard_flip);
}

// Performs a micro-op that is not watched, with the shortcuts of the worker.
Outcome step_perform(Block *block, Warp *warp, const Operation *operation, const Micro *micro,
                     uint32_t on);

// Lanes of a warp have ended, or a barrier was arrived at: releases what no longer has to wait.
void block_release_barriers(Block *block);
// Completes the cluster's barrier when all its threads have arrived; readies splits it let go.
void block_release_cluster(Block *block);

// Records the first fault of the block, for the lowest lane of `lanes`; `detail` is a sentence.
Outcome fault_raise(Block *block, const Warp *warp, FaultKind kind, uint32_t lanes,
                    const char *detail, ...) TEXT_PRINTF(5, 6);
// Frames do not fit into the launch's stack_limit_bytes; `who`: "calls need".
Outcome fault_raise_stack(Block *block, const Warp *warp, uint32_t lanes, const char *who);

// Reports that no warp can continue, and where each waits.
void fault_deadlock(Block *block);
// All live warps spin. Fills the fault but does not make the block faulted.
void fault_livelock(Block *block);
// The block repeats itself, in a loop of the micro-ops of ran [code_count], which ends at no
// condition (repeat.h). The same.
void fault_endless(Block *block, const uint8_t *ran);
// The block has run for too long, last in the loop of these micro-ops (NULL: not known). `amount`
// says how long.
void fault_unending(Block *block, const uint8_t *ran, const char *amount);

// block_hash.c: of a block's and a warp's state, as far as it is relevant.
// live NULL: all rows count, read later or not.
uint64_t block_hash(const Block *block, const Relevance *relevance, const RowLive *live);
uint64_t warp_hash(const Warp *warp, const Relevance *relevance);

// Source line of a pc as "file:line", for messages.
// The barrier that a BARRIER names if not in a row.
uint32_t barrier_number(const Warp *warp, const Micro *micro);
void fault_place(const Block *block, uint32_t pc, Text *out);

#endif
