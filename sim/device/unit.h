// SPDX-License-Identifier: Apache-2.0
// A unit: what the schedule hands from host thread to host thread. One block, or the blocks of one
// cluster, which run in turn on one thread because they wait for each other. Leaves out: which unit
// runs when (turns.h) and on which thread (schedule.h).
#ifndef LOCKSTEP_DEVICE_UNIT_H
#define LOCKSTEP_DEVICE_UNIT_H

#include "sim/warp/block.h"

// What executes a block: block_engine (sim/warp/block.h), or a scripted one in tests of the
// schedule.
typedef struct BlockEngine {
    Block *(*create)(const Launch *launch);
    void (*destroy)(Block *block);
    void (*start)(Block *block, uint64_t index);
    BlockStatus (*run)(Block *block, Worker *worker, bool is_oldest);
    bool (*made_progress)(const Block *block);
    const Fault *(*fault)(const Block *block);
    PrintFifo *(*output)(Block *block);
    uint64_t (*instructions)(const Block *block);
    void (*join_cluster)(Block *const *blocks, uint32_t count);
} BlockEngine;

extern const BlockEngine block_engine;

typedef struct Unit Unit;
struct Unit {
    const BlockEngine *engine;
    const Launch *launch;
    uint64_t index;        // clusters are numbered as blocks are, x fastest
    uint32_t block_count;  // 1, or the blocks of a cluster in rank order
    uint32_t current;      // rank that runs next
    uint32_t live_count;   // blocks that are not done
    uint32_t idle_count;   // blocks that yielded one after another without having done anything
    bool has_stopped;      // the last run ended with BLOCK_NEEDS_ORDER
    bool made_progress;    // some block did something other than wait since the unit last yielded
    uint64_t instructions; // warp instructions of all its blocks so far
    uint64_t charged;      // of those, what turns.c has added to the launch's sum
    Block **blocks;
    Block *own; // meanwhile, where blocks[0] is one that was taken over (unit_resume); else NULL
    bool *is_done;
    struct UnitCheck *check; // NULL: nobody checks it
    Unit *next;              // in the list of idle units
};

// Units of a launch, and blocks of a unit.
uint64_t unit_count(const Launch *launch);
uint32_t unit_blocks(const Launch *launch);

// The unit of the block at this place in the grid.
uint64_t unit_of_block(const Launch *launch, const uint32_t block[3]);

// Index of the block (x fastest in the grid) that has this rank in this unit.
uint64_t unit_block_index(const Launch *launch, uint64_t unit, uint32_t rank);

// The place in the grid of the unit's first block.
void unit_place(const Launch *launch, uint64_t unit, uint32_t block[3]);

Unit *unit_create(const BlockEngine *engine, const Launch *launch);
void unit_destroy(Unit *unit);

// Makes it ready to run unit number `index` from the start.
void unit_start(Unit *unit, uint64_t index);

// Makes it ready to go on with a block that another driver has begun as number `index` and keeps;
// the unit must be of one block. Until it starts again.
void unit_resume(Unit *unit, uint64_t index, Block *block);

// Runs until the unit is done, faults, needs its turn (is_oldest false), or waits for other units
// (BLOCK_YIELDS). The sequence of steps inside a unit is the same whether it is stopped for its
// turn or not.
BlockStatus unit_run(Unit *unit, Worker *worker, bool is_oldest);

// Its lowest block that is not done, as a rank; 0 when all are done.
uint32_t unit_first_live(const Unit *unit);

#endif
