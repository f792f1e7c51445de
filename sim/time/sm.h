// SPDX-License-Identifier: Apache-2.0
// One SM with a clock: resident blocks, schedulers, scoreboard, pipes, the queue to memory, L1.
// Runs by itself up to a given cycle; its requests to the memory system stay in `requests` until
// the caller has had them served. sim/warp executes the instructions; the counters are the same as
// without a clock.
#ifndef LOCKSTEP_TIME_SM_H
#define LOCKSTEP_TIME_SM_H

#include "sim/check/check.h"
#include "sim/record/recorder.h"
#include "sim/time/memory.h"
#include "sim/time/micro_time.h"
#include "sim/warp/block.h"

typedef struct Sm Sm;

typedef struct EndedBlock {
    Cycle at;
    uint64_t index;
    Block *block;
    uint32_t place;
    UnitCheck *check; // the caller ends it; NULL: none
} EndedBlock;

// What the blocks of one cluster know of its barrier, zero before they are given, and of the way
// between their SMs.
// A commit of tcgen05 that arrives at mbarriers of other blocks: bit = rank, at this shared
// address.
typedef struct ClusterCommit {
    uint32_t blocks, mbarrier;
    Cycle until; // when its work is done and this is known there
} ClusterCommit;
#define CLUSTER_COMMITS 16

typedef struct ClusterClock {
    Cycle arrived;      // the latest arrival so far
    Cycle completed;    // the latest arrival of the round that was complete last
    uint32_t rounds;    // that were complete
    double flit_cycles; // that a flit of an access to another block takes an SM's port
    ClusterCommit commits[CLUSTER_COMMITS]; // the latest
} ClusterClock;

// An SM without blocks. resident: how many blocks fit; at most gpu->warps_per_sm warps in all.
Sm *sm_create(const Launch *launch, const ProgramTime *program, uint32_t number, uint32_t resident);
void sm_destroy(Sm *sm);

// Records what the recorder chooses of this SM, from its first block on. recorder may be NULL.
void sm_record(Sm *sm, Recorder *recorder);
// Has blocks checked that are in no cluster, from the first one on. check may be NULL.
void sm_check(Sm *sm, LaunchCheck *check);

uint32_t sm_resident_blocks(const Sm *sm);
// The block at a place, started as number *index; NULL: the place is free.
Block *sm_block(const Sm *sm, uint32_t place, uint64_t *index);
// How many blocks it was given and has not begun; the index of one of them.
uint32_t sm_queued(const Sm *sm);
uint64_t sm_queued_block(const Sm *sm, uint32_t i);

// A block to run from cycle `at` on. There must be a place for it; blocks begin in the order given.
void sm_give(Sm *sm, uint64_t block, Cycle at);
// A block of a cluster, which can be reached by others from now on and begins at cycle `at`. There
// must be a free place for it; sets which. The caller joins the blocks of the cluster.
Block *sm_give_member(Sm *sm, uint64_t block, Cycle at, ClusterClock *clock, uint32_t *place);
// The place of a block that has ended, and whose cluster has, is free.
void sm_free_member(Sm *sm, uint32_t place);
// Cycles that an arrival at a cluster's barrier takes to other SMs. With clusters no run may be
// longer, and then:
Cycle cluster_latency(const Gpu *gpu);
// Lets warps go on whose cluster's barrier is complete. After all SMs of the clusters have run.
void sm_release_clusters(Sm *sm);

// The blocks that ended since the last call, earliest first. Their places are free from now on
// (not those of clusters), and what they printed is lost when the SM next runs.
uint32_t sm_take_ended(Sm *sm, const EndedBlock **ended);

// Runs until cycle `until`, which must be at most a round trip to L2 ahead. stalls [code_count].
void sm_run(Sm *sm, Worker *worker, StallCount *stalls, Cycle until);

// If nothing happens before `until` and no request is pending: jumps there, instead of sm_run.
// False if something may happen.
bool sm_skip(Sm *sm, Cycle until);

// The first cycle at which something can happen on an SM on which nothing is under way: all its
// warps sleep or wait for others (UINT64_MAX: all wait). Else the present cycle.
Cycle sm_quiet_until(const Sm *sm);
// Whether no warp can continue: all wait for other warps, or have read the same values at least
// `repeats` times. True for an idle SM.
bool sm_is_stuck(const Sm *sm, uint32_t repeats);
// Watches the loops of all its blocks (sim/warp/loop_watch.h) until sm_end_watch().
void sm_watch_loops(Sm *sm);
void sm_end_watch(Sm *sm);
// What they did since: one has changed memory, or has begun; or all are in loops without an end.
typedef enum SmLoops { SM_CHANGES, SM_GOES_ON, SM_LOOPS } SmLoops;
SmLoops sm_loops(const Sm *sm);
// When the last instruction so far was issued or the last reply came.
Cycle sm_last(const Sm *sm);
// Whether its copy engine has more to ask for. A launch ends after that.
bool sm_is_copying(const Sm *sm);
// Micro-ops executed so far.
uint64_t sm_instructions(const Sm *sm);

// What waits to be done in the order of cycles among all SMs: requests, and accesses that are
// ordered between blocks. Number i of those before `until`, oldest first.
uint32_t sm_pending(const Sm *sm, Cycle until);
// Counts for each cycle from `from` on those that it has; earlier ones count to the first. Returns
// whether a warp waits only for the turn of one of them.
bool sm_count_pending(const Sm *sm, uint32_t count, Cycle from, uint32_t *counts);
// What others need to know of one of them.
typedef struct Demand {
    uint64_t line;
    uint32_t sm, number;
    CachePlace place;      // in L2, found by hints (memory_time_prefetch)
    uint8_t kind, sectors; // of the request
    bool has_holes, is_ordered;
} Demand;
// Puts each of them at its cycle's place of `demands`, which moves to the next one.
void sm_sort_pending(const Sm *sm, uint32_t count, Cycle from, uint32_t *places, Demand *demands);
// Whether number i is a compare-and-swap: by which warp, with how many lanes.
bool sm_contends(const Sm *sm, uint32_t i, uint32_t *warp, uint32_t *lanes);
// Performs the ordered access that a warp has reached, and has it served.
void sm_perform(Sm *sm, Worker *worker, MemoryTime *memory, uint32_t warp, Cycle at);
// Has the memory serve number i (or performs the ordered access and has that served).
void sm_serve(Sm *sm, Worker *worker, MemoryTime *memory, uint32_t i);
// A hint that number i will be served soon. Changes nothing.
void sm_prefetch(const Sm *sm, uint32_t i);
// Forgets the first `count` of them, and lets warps go on that waited for what the memory has
// served. The SM then runs until cycle `until`.
void sm_finish_phase(Sm *sm, MemoryTime *memory, uint32_t count, Cycle until);

const SmCount *sm_counts(const Sm *sm);
// Cycles so far in which a block was resident, with those of blocks that still run.
uint64_t sm_active_so_far(const Sm *sm);
// Cycles that the way to L1 and shared memory was taken, or that of textures if it was for longer.
double sm_l1_busy(const Sm *sm);
// Cycles for which bulk copies held the engine that serves them.
double sm_engine_busy(const Sm *sm);
// Cycles for which tcgen05's products held the tensor core, which all schedulers share.
double sm_tensor_busy(const Sm *sm);
// The block that stopped with a fault, and when; NULL: none did.
const Block *sm_faulted(const Sm *sm, Cycle *at);

#endif
