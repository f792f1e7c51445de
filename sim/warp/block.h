// SPDX-License-Identifier: Apache-2.0
// A thread block in execution: its warps, shared memory and barriers. block_run advances it without
// any notion of time; sim/device decides which block runs when and on which host thread.
#ifndef LOCKSTEP_WARP_BLOCK_H
#define LOCKSTEP_WARP_BLOCK_H

#include "isa/machine/program.h"
#include "sim/gpu/gpu.h"
#include "sim/lane/lanes.h"
#include "sim/memory/device_memory.h"
#include "sim/observe/counts.h"
#include "sim/warp/cost_cache.h"
#include "sim/warp/print_fifo.h"

typedef enum FaultKind {
    FAULT_NONE,
#define FAULT(name, ...) FAULT_##name,
#include "sim/warp/fault.def"
#undef FAULT
} FaultKind;

// Where and why a kernel stopped. Filled once, by the lowest (block, warp) that faults.
// Threads that wait, or spin, at one place: the same lanes of the warps from first_warp on.
typedef struct FaultPlace {
    uint32_t first_warp, last_warp, lanes, pc;
    char waits_for[64]; // "barrier 1"; "": they spin
} FaultPlace;

#define FAULT_PLACES 12u

typedef struct Fault {
    FaultKind kind;
    uint32_t pc; // index into program->code
    uint32_t block[3], thread[3];
    uint32_t lanes; // lanes of the warp with the same fault
    uint64_t address;
    uint32_t width_bytes;
    PtxSpace space;
    bool is_store;
    bool is_stray;    // the address is in no allocation's neighborhood
    char detail[200]; // one sentence: nearest buffer, limit, assertion text
    // Of a deadlock or livelock: where the block's threads are.
    FaultPlace places[FAULT_PLACES];
    uint32_t place_count, places_left_out;
} Fault;

// Everything of a launch that all blocks share and none changes (memory's bytes aside).
typedef struct Launch {
    const Gpu *gpu;
    const MachineProgram *program;
    const LaneTable *lanes;
    const uint32_t *constants; // constant rows, 32 words each
    const uint8_t *parameters; // kernel parameter block
    uint32_t parameter_bytes;
    DeviceMemory *memory;
    const struct TextureTable *textures; // what handles stand for; NULL: there are none
    const struct Operation *operations;  // decoded (decode.h); NULL: each block decodes for itself
    uint32_t grid[3], block[3], cluster[3]; // cluster 1,1,1 when there is none
    uint32_t shared_bytes;                  // static and dynamic
    uint32_t dynamic_shared_bytes;
    uint32_t stack_limit_bytes;      // per thread, of all calls' frames
    uint64_t print_bytes;            // of the buffer that printf writes to
    uint64_t max_block_instructions; // warp instructions one block may execute; 0: no limit
    uint64_t endless_after; // warp instructions of a block that count as an endless loop; 0: none
    bool is_cooperative;
    bool has_free_banks;            // for the clock, shared loads and stores have no bank conflicts
    struct ChildRequests *requests; // of its kernels to the device runtime
    const struct CancelSource *cancel; // who answers try_cancel (cancel.h); NULL: nobody
    uint8_t fill;                      // what shared memory holds at first
    struct NativeSource *native;       // of its translation; NULL: the run loop does all
    struct LaunchPulse *pulse;         // where it is, for another thread; NULL: no thread looks
    struct BeyondNote *beyond; // accesses that leave an allocation but no page go on and are noted
                               // here; NULL: the launch stops at them
    bool (*is_interrupted)(void); // once true, blocks end with FAULT_INTERRUPT; NULL: never
} Launch;

// What one worker owns while it runs blocks.
typedef struct Worker {
    ExecutionCount *executed;        // [code_count]
    AccessCount *accesses;           // [code_count]
    const MemoryRegion *last_region; // most recently found; a hint
    CostCache costs;
    bool is_alone; // no other worker runs blocks of the launch
    // Shortcuts with the same results (worker_hasten); NULL: none.
    struct PatternTable *patterns;
    ExecutionCount *changes;    // [code_count + 1]: by how much a count differs from that before it
    struct NativeState *native; // to run a translation with (native.h); NULL: none yet
    uint64_t ran;               // micro-ops executed before it was asked for
    bool has_asked;
} Worker;

// Gives the worker shortcuts, until worker_settle() adds what they have counted to its counts.
// Until then these are whole only after worker_catch_up(), executions alone.
void worker_hasten(Worker *worker, uint32_t code_count);
// The same, but only the shortcuts of single accesses, which steps take too.
void worker_know_patterns(Worker *worker, uint32_t code_count);
void worker_catch_up(Worker *worker, uint32_t code_count);
void worker_settle(Worker *worker, uint32_t code_count);

typedef struct Block Block;

// Creates room for one block of this launch, reusable for any block index.
Block *block_create(const Launch *launch);
void block_destroy(Block *block);

// From now on %clock reads *cycles, and %globaltimer what they are in ns; `cycles` must outlive the
// block. Without, both read how many micro-ops the block has executed.
void block_keep_time(Block *block, const uint64_t *cycles);

// Starts block number `index` (x fastest). Registers and local memory are
// zeroed, shared memory holds the launch's fill.
void block_start(Block *block, uint64_t index);

typedef enum BlockStatus {
    BLOCK_DONE,        // all threads exited
    BLOCK_NEEDS_ORDER, // the next step is an access that is ordered between blocks (atomics,
                       // volatile, acquire/release in global memory) and is_oldest was false
    BLOCK_YIELDS,      // every live warp spins on memory or waits for another block of its cluster
    BLOCK_FAULT        // see block_fault
} BlockStatus;

// Runs until the status changes. is_oldest: all blocks before this one are done (or this one's turn
// has come): ordered accesses may be performed. Deterministic: what a block does depends only on
// its index and on memory, never on the host's threads or clock.
BlockStatus block_run(Block *block, Worker *worker, bool is_oldest);

// True when the block executed something other than spinning since it last yielded.
bool block_made_progress(const Block *block);
const Fault *block_fault(const Block *block);
// The output of the block's threads so far; emptied by block_start, or by the caller that takes it.
PrintFifo *block_output(Block *block);
uint64_t block_instructions(const Block *block); // warp instructions executed so far

// The observer of every micro-op of a block (watch.h), until the block is started again. The block
// does the same with and without it.
struct BlockWatch;
void block_watch(Block *block, const struct BlockWatch *watch);

// For a driver of its own: tells the launch's pulse where a living warp of the block is.
void block_beat(const Block *block);

// For a driver of its own that ends the launch: block_fault then says where the block was.
void block_stop(Block *block, FaultKind kind, const char *why);

// For a driver of its own that finds no warp of the block able to go on: block_fault then says why
// (deadlock, or livelock when some warp spins).
void block_give_up(Block *block);

// Distributed shared memory: makes the blocks of one cluster known to each other, in rank order.
void block_join_cluster(Block *const *blocks, uint32_t count);
// For a driver of its own: lets warps go on whose cluster's barrier is complete by now.
void block_poll_cluster(Block *block);
uint32_t block_cluster_rank(const Block *block);
// How often the cluster's barrier was complete since the block was started.
uint32_t block_cluster_rounds(const Block *block);

#endif
