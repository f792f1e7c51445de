// SPDX-License-Identifier: Apache-2.0
// Inside of an SM with a clock. Only sm*.c of this room include it.
#ifndef LOCKSTEP_TIME_SM_STATE_H
#define LOCKSTEP_TIME_SM_STATE_H

#include "sim/time/constant_cache.h"
#include "sim/time/l1.h"
#include "sim/time/sm.h"
#include "sim/warp/step.h"

#include <stdalign.h>

enum { WARPS_MAX = 64, SCHEDULERS_MAX = 8, QUEUE_ROOM = 5, WAKE_SLOTS = 1024 };

enum { PRODUCT_GROUPS = 8 }; // wgmma.wait_group names at most seven (PTX ISA 9.0)

// When a register can be read and what its readers wait for until then: cycle * 16 + ReadyReason.
// Above READY_UNKNOWN: number of the load whose reply is not known yet.
typedef uint64_t Ready;
#define READY_UNKNOWN (UINT64_C(1) << 62)

static inline Ready ready_at(Cycle cycle, ReadyReason reason)
{
    return cycle << 4 | (uint64_t)reason;
}

// Below READY_UNKNOWN only.
static inline Cycle ready_cycle(Ready ready)
{
    return ready >> 4;
}

static inline ReadyReason ready_reason(Ready ready)
{
    return (ReadyReason)(ready & 15);
}

typedef enum WarpState {
    WARP_NONE,    // nothing resident in this slot
    WARP_SLEEPS,  // until `eligible`, in the wake slots
    WARP_READY,   // can issue
    WARP_BLOCKED, // waits for a reply whose cycle is not known yet
    WARP_BARRIER, // waits for other warps
    WARP_PARKED,  // before an access that is ordered between blocks
    WARP_ENDED
} WarpState;

enum { WARP_STATES = WARP_ENDED + 1 };

// What every issue touches comes first, in two lines of the host's cache.
typedef struct TimedWarp {
    alignas(64) Block *block;
    const Warp *execution;
    Ready *ready;               // [slot_count]
    Cycle since;                // the first cycle that no stall accounts for yet
    Cycle eligible;             // when what it waits for is over
    uint32_t block_slot, index; // of its block among the resident ones; of the warp in it
    uint32_t pc;                // of the micro-op it issues next
    uint32_t left;              // machine instructions of the running sequence still to be issued
    uint8_t state;              // WarpState; sm_set_state() changes it
    uint8_t stall;              // Stall until it is eligible
    bool is_suspended;          // by a try_wait (sm_suspend.c)
    bool is_at_cluster;         // waits at its cluster's barrier
    uint8_t slow_fp64, slow_xu; // those of a slow path that take these pipes
    uint64_t age;               // of its block: lower is older
    uint64_t turn;              // since when it has not issued: lower is longer ago
    uint64_t blocker;           // load it waits for when BLOCKED
    Cycle writes_done;          // when its last write arrives, as far as known
    double flush_cycles; // that a fence takes at least for what it has accessed since its last one
    double release_cycles;                 // the same of a release, to which atomics do not count
    Cycle begun;                           // when its block started
    uint32_t slow_left;                    // of `left`, the last ones are those of a slow path,
    uint32_t product_group_count;          // see product_groups
    Cycle slow_cycles;                     // for which this time is left
    uint32_t groups[2];                    // of asynchronous copies that it has begun: CopyKind
    double products_done;                  // when its products of a warpgroup so far will be
    double product_groups[PRODUCT_GROUPS]; // the same of the groups that it has committed
    double tensor_done; // when the tensor core has done what it was given by the warp so far
} TimedWarp;

typedef enum CopyKind { COPY_LANES, COPY_BULK } CopyKind; // cp.async, cp.async.bulk

// An mbarrier in the shared memory of a resident block that asynchronous copies arrive at.
typedef struct TimedBarrier {
    uint32_t block_slot, address;
    Ready ready;       // when the copies so far have arrived
    uint32_t producer; // recorded step of the latest of them; RECORDED_NONE: not recorded
} TimedBarrier;

typedef struct SmTape SmTape;

// GIVEN: a block of a cluster is started and begins later.
typedef enum PlaceState { PLACE_FREE, PLACE_GIVEN, PLACE_LIVE, PLACE_ENDED } PlaceState;

// A place for a block; ENDED until the caller has asked what ended.
typedef struct ResidentBlock {
    Block *block;
    PlaceState state;
    uint64_t index;
    uint32_t warps_left;
    uint64_t instructions; // of the blocks that ended here
    ClusterClock *cluster; // NULL: none
    UnitCheck *check;      // of a block that runs in no cluster; NULL: none
    double barrier_open;   // from when on the barriers of the block take another arrival
} ResidentBlock;

// A load in flight: some of its sectors are asked for. Also copies of one group, or what an
// mbarrier waits for.
typedef struct Load {
    uint32_t warp;
    uint32_t access;   // that is recorded
    uint32_t pending;  // requests, and other loads, without an answer
    uint32_t followed; // by other loads: the first Waiter; 0: none
    bool is_copied;    // other registers than its results wait for it too
    bool is_barrier;   // warps of the whole SM may wait for it
    uint8_t reason;    // ReadyReason
    Cycle ready;       // when the latest of what is known arrives
    Cycle passes;      // that what comes from L2 takes through L1's data, beyond the first
    const MicroTime *time;
} Load;

typedef struct Waiter {
    uint64_t load;
    uint32_t next; // 0: the last
} Waiter;

// Bulk copies that the engine of the SM has still to ask for.
typedef struct BulkJob {
    LineAccess *lines; // the job's own
    uint32_t count, next;
    uint64_t load;   // which waits for the job, and for what it asks for if it reads
    uint32_t slot;   // of its warp
    uint64_t age;    // of the warp's block
    uint32_t access; // that is recorded
    uint8_t kind;    // RequestKind
    double begins;   // not before
} BulkJob;

// A request, or an ordered access that a warp has reached.
typedef struct Pending {
    MemoryRequest request;
    uint32_t access; // that is recorded
    uint32_t place;  // of its line in L1, where what it reads is kept; 0: nowhere
    uint32_t lanes;  // of a compare-and-swap on request.line; 0: something else
    uint16_t warp;   // ordered: which
    bool is_ordered;
    bool is_held; // ordered, and has no result: its warp waits for nothing but its turn
} Pending;

// When the predicate that guards a micro-op is known soon enough for it; 0: it has none.
static inline Ready guard_ready(const TimedWarp *warp, const MicroTime *time)
{
    if (time->guard_cycles == 0) {
        return 0;
    }
    Ready at = warp->ready[time->guard];
    return at < READY_UNKNOWN ? at + ready_at(time->guard_cycles, (ReadyReason)0) : at;
}

typedef struct Scheduler {
    Cycle free_at;
    uint64_t warps;            // its slots
    uint32_t last;             // slot that issued last
    double pipes[PIPE_COUNT];  // free at
    double lanes;              // that fp32 and integers share, likewise
    double queued[QUEUE_ROOM]; // when the latest accesses leave its queue to memory, in their order
    uint32_t queue_next;
    double returns_at; // when its way back from L1 and shared memory is free
} Scheduler;

// The pipe that an instruction takes now.
static inline uint8_t sm_pipe(const Scheduler *scheduler, const MicroTime *time)
{
    bool moves = time->is_movable && scheduler->pipes[PIPE_FMA] < scheduler->pipes[PIPE_ALU];
    return moves ? PIPE_FMA : time->pipe;
}

struct Sm {
    const Launch *launch;
    const Gpu *gpu;
    const ProgramTime *program;
    uint32_t number;
    Cycle now, last;
    bool has_printed;
    Cycle warm_at; // instructions and constants are in its caches from then on; 0: nothing began
    // blocks
    ResidentBlock *blocks;
    uint32_t resident, live_blocks, warps_per_block;
    EndedBlock *ended; // since the caller last asked; [resident]
    uint32_t ended_count;
    uint64_t *queue; // of given blocks: index, cycle, index, cycle...
    uint32_t queue_count, queue_room;
    uint64_t next_age;
    uint64_t turns; // issues, and warps begun
    // warps
    TimedWarp *warps;               // [WARPS_MAX]
    uint32_t warp_count;            // slots in use
    uint64_t ready;                 // mask of READY warps
    uint64_t in_state[WARP_STATES]; // masks of warps by WarpState; NONE: not kept
    Cycle live_since;
    uint64_t wake[WAKE_SLOTS];
    uint64_t wake_map[WAKE_SLOTS / 64];
    Scheduler schedulers[SCHEDULERS_MAX];
    uint32_t scheduler_count;
    Cycle issue_cycles; // those of the GPU, in full
    // memory
    L1 l1;
    uint32_t hints[LINES_MAX]; // for L1, of the lines of the running access
    uint32_t frame_words;      // of a thread's local memory: frames of all functions
    Server lsu;                // tags and data of L1, banks of shared memory
    Server constants, textures;
    ConstantCache indexed_constants;                 // read by LDC
    ConstantCache uniform_constants[SCHEDULERS_MAX]; // read by ULDC and as operands
    Server constant_lines;                           // its share of the cache behind both
    double constant_line_cycles;                     // that a line takes of that share
    Load *loads;                                     // [load number & load_mask]
    uint64_t load_next, load_first;
    uint32_t load_mask;
    Pending *pending; // [0] is number pending_first
    uint32_t pending_first;
    uint32_t pending_count, pending_room;
    Waiter *waiters;
    uint32_t waiter_count, waiter_room;
    uint32_t *free_waiters; // numbers
    uint32_t free_waiter_count, free_waiter_room;
    TimedBarrier *barriers;
    uint32_t barrier_count, barrier_room;
    BulkJob *jobs; // in their order
    uint32_t job_count, job_room;
    double engine, engine_busy; // that serves them: free at, and for how long it was not
    double tensor, tensor_busy; // the core of tcgen05, likewise; busy: with products
    // while it runs
    Worker *worker;
    StallCount *stalls;
    Step step;
    SmCount counts;
    Arena arena;
    Cycle idle_until;   // nothing happens before, unless from outside; 0: unknown
    SmTape *tape;       // what is recorded (sm_record.h); NULL: nothing so far
    Recorder *recorder; // which chooses what is recorded; NULL: nothing is
    LaunchCheck *check; // NULL: blocks are not checked, or their clusters are
    const Block *faulted;
    Cycle faulted_at;
};

// A block that is in no cluster is one by itself: its cluster's barrier is one of the block.
static inline bool sm_is_in_cluster(const Sm *sm, const TimedWarp *warp)
{
    return sm->blocks[warp->block_slot].cluster != NULL;
}

static inline void sm_set_state(Sm *sm, uint32_t slot, WarpState state)
{
    uint64_t bit = UINT64_C(1) << slot;
    sm->in_state[sm->warps[slot].state] &= ~bit;
    sm->in_state[state] |= bit;
    sm->warps[slot].state = (uint8_t)state;
}

// Whether the next instruction of the running sequence is one of a slow path.
static inline bool sm_is_slow(const TimedWarp *warp)
{
    return warp->left > 0 && warp->left <= warp->slow_left;
}

// Their pipes are taken in turn: these carry most of them (sim/lane/slow_path.def).
static inline MachinePipe sm_slow_pipe(const TimedWarp *warp)
{
    return warp->left % 2 == 0 ? PIPE_ALU : PIPE_FMA;
}

static inline bool sm_is_queued(const MicroTime *time)
{
    return time->class == TIME_MEMORY || time->class == TIME_MIO;
}

// Whether the instruction that the warp would issue next can go with `first`, which it has just
// issued (CUDA C Programming Guide 5.5, G.4.1 and G.5.1): independent of it and of what is under
// way, on a pipe with room in this cycle, and at most one of the two a memory instruction.
bool sm_is_second(const Sm *sm, uint32_t slot, const Scheduler *scheduler, const MicroTime *first);

// An instruction that only computes, the most frequent kind: what issue() of sm.c does with it, in
// short.
typedef enum PlainIssue { PLAIN_NOT, PLAIN_HELD, PLAIN_ISSUED } PlainIssue;
PlainIssue sm_issue_plain(Sm *sm, uint32_t slot, Scheduler *scheduler, const MicroTime *time);
// Cycles for which the instruction of sm->step takes its warp's issue slot.
Cycle sm_issue_cycles(const Sm *sm, const TimedWarp *warp);
// The place's block becomes number `index` of the grid, ready to run.
void sm_start(Sm *sm, ResidentBlock *place, uint64_t index);
// Decides what the warp does next, not before `earliest`, for which it waits with `reason`.
void sm_prepare(Sm *sm, uint32_t slot, Cycle earliest, ReadyReason reason);
// Decides after the step that was performed at `now` when its warp continues, or that it waits.
void sm_follow(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now);
// The warp has called printf: what the driver's function takes.
void sm_follow_print(Sm *sm, uint32_t slot, Cycle now, MemoryTime *memory);
// The warp goes on, not before `earliest`: with what takes no time, then with its next instruction.
void sm_go_on(Sm *sm, uint32_t slot, Cycle earliest, ReadyReason reason);
// The same after an instruction of a cluster's barrier that did not stop it.
void sm_follow_cluster(Sm *sm, uint32_t slot, bool is_arrival, Cycle now);
// A warp of the block arrives at its cluster's barrier, or will not any more.
void sm_arrive_at_cluster(ResidentBlock *place, Cycle now);
// The access of sm->step touched other SMs' shared memory, which takes longer.
void sm_reach_others(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now);
// Charges the cycles before `until` that nothing accounts for yet to what the warp waited for.
void sm_account(Sm *sm, TimedWarp *warp, Cycle until);

// If the launch has free banks: the access of sm->step has the passes that its lanes would need if
// no two met in a bank. Atomics keep theirs: lanes that update one word follow each other in any
// layout.
void sm_free_banks(Sm *sm);
// The access of sm->step, issued at `now`: fills in when the results are ready.
void sm_access(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now, MemoryTime *memory);

// A load of the warp, whose results wait for it. Other registers may follow.
uint64_t sm_new_load(Sm *sm, uint32_t slot, const MicroTime *time);
// Number of a new waiter for the load, in front of others.
uint32_t sm_new_waiter(Sm *sm, uint64_t load, uint32_t next);
// The load waits for the request.
void sm_wait_for(Sm *sm, uint64_t load, MemoryRequest *request);
// The number of a waiter that has its answer is free for another one.
void sm_drop_waiter(Sm *sm, uint32_t waiter);
// Reads lines for a load: from L1, or by requests.
void sm_read_lines(Sm *sm, uint64_t load, const LineAccess *lines, uint32_t count, Cycle at,
                   double latency);

// Reads lines for the warp's open group of copies (cp.async).
void sm_copy_lines(Sm *sm, uint32_t slot, const LineAccess *lines, uint32_t count, Cycle at);
// When the groups have arrived that the instruction waits for, or `ready` if that is later.
Ready sm_groups_ready(const Sm *sm, const TimedWarp *warp, Ready ready);
// The instruction of a group was executed.
void sm_follow_group(Sm *sm, uint32_t slot);
// An instruction of mbarriers was executed: what waits for its result waits for copies, or the
// copies so far arrive there.
void sm_meet_mbarriers(Sm *sm, uint32_t slot, const MicroTime *time);
// A try_wait has suspended the warp.
void sm_suspend(Sm *sm, uint32_t slot);
// Whether it goes on to be; a warp that does not issues now.
bool sm_stays_suspended(Sm *sm, uint32_t slot);
// The warps that the last step of warp `by` lets go on wait for it. Needs a tape.
void sm_record_arrival(Sm *sm, uint32_t by);
void sm_drop_jobs(Sm *sm);
// The instruction's bulk copies, issued at `now`, wait for the engine.
void sm_copy_bulk(Sm *sm, uint32_t slot, Cycle now);
// The engine asks for what is due now; and when it is to be called again, at most `until`.
void sm_run_engine(Sm *sm);
Cycle sm_engine_next(const Sm *sm, Cycle until);
// The products are done that the warp's wgmma.wait_group waits for, or `ready` if that is later.
Ready sm_products_ready(const Sm *sm, const TimedWarp *warp, Ready ready);
// The warp's products so far are a group.
void sm_commit_products(TimedWarp *warp);
// Work for the tensor core, issued at `now`, or a commit, whose mbarriers wait for the warp's work.
void sm_use_tensor(Sm *sm, uint32_t slot, Cycle now);
// The mbarriers of the step wait until this cycle.
void sm_delay_mbarriers(Sm *sm, uint32_t slot, Cycle until, ReadyReason reason);
// When the work is done that other blocks of the cluster have committed to this mbarrier; 0: none.
Ready sm_committed(const Sm *sm, uint32_t slot, uint32_t mbarrier);
// A block begins in this place: it has no mbarriers.
void sm_forget_barriers(Sm *sm, uint32_t block_slot);
// The load's cycle is known now, and so is that of what waits for it.
void sm_settle_load(Sm *sm, uint64_t number);
// Warps go on whose loads have become known.
void sm_wake_blocked(Sm *sm);

// Whether there are lanes, and all access one line of global memory. What goes to several slices of
// L2 waits in all of their queues at once.
bool sm_is_one_line(const StepAccess *access);
// Adds what waits for its turn among all SMs, to be filled in: a request, or an ordered access. It
// is sent when the one before it is, or later.
Pending *sm_ask(Sm *sm, Cycle sent);
// Takes the load/store unit for an access of the warp; when that begins.
double sm_queue(Sm *sm, uint32_t slot, double now, double busy);

#endif
