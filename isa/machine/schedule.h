// SPDX-License-Identifier: Apache-2.0
// The three parts of instruction scheduling: which ops of a block must stay in order (depend.c),
// how many registers an order needs (pressure.c), and the order itself (schedule.c).
#ifndef LOCKSTEP_MACHINE_SCHEDULE_H
#define LOCKSTEP_MACHINE_SCHEDULE_H

#include "isa/machine/live.h"

// Blocks longer than this are scheduled through a sliding window of this many ops.
#define SCHEDULE_WINDOW 512

// --- depend.c
typedef struct DependEdge {
    uint32_t from;
    uint32_t latency; // cycles from the issue of that op until this one can issue
} DependEdge;

typedef struct DependNode {
    uint32_t first_edge, edge_count; // from earlier ops
    uint32_t waits;                  // edges to later ops
    uint32_t depth;                  // cycles on the longest path from the block's start
} DependNode;

// The ops of one block, numbered from its first. Two ops further apart than SCHEDULE_WINDOW may
// have no edge even if they depend on each other in memory.
typedef struct Depend {
    DependNode *nodes;
    DependEdge *edges;
} Depend;

typedef struct DependWork DependWork;
DependWork *depend_work(Unit *unit);
Depend depend_build(DependWork *work, uint32_t first, uint32_t end);

// Cycles that the issue of an op takes: the memory unit processes a warp in two halves.
uint32_t depend_issue_cycles(const Op *op);

// --- pressure.c
typedef struct Pressure {
    Unit *unit;
    const Live *live;
    uint16_t
        *last_reads; // [op]: a bit for each source that is not read again before it is overwritten
    uint16_t *unread_results; // [op]: a bit for each result that is not read before
    bool *is_wanted;          // [register]: while these are found
    bool has_lives;           // a register is free between its last read and the next write
    bool *is_live;
    uint32_t live_weight, limit, peak;
    uint32_t live_empty;      // registers that stay empty next to live ones, while others are free
    const bool *is_divergent; // [register]
    const bool *is_stored;    // [register]: data of a store to global memory
    const uint8_t *unread;    // [register]: registers beside it that its load fills for nobody
    const bool *is_in_memory; // [register]: an operand that cc 1.x reads from shared memory
    uint32_t *held_until;     // [register]: cycle until which a memory op reads it; 0: none does
    Value *held;              // those registers
    uint32_t held_count;
} Pressure;

Pressure pressure_begin(Unit *unit, const Live *live);
uint32_t pressure_weight(const Pressure *pressure, Value value); // registers that a value takes
uint32_t pressure_scratch(const Op *op);                  // and that a sequence needs besides
uint32_t registers_reserved(uint32_t compute_capability); // reserved in each thread for the machine
void pressure_set_live(Pressure *pressure, Value value, bool is_live);
// Begins to run a block's ops in an order: order[place] counts from the block's first op. NULL: as
// they stand.
void pressure_enter_block(Pressure *pressure, const FlowBlock *block, uint32_t index,
                          const uint32_t *order);
void pressure_leave_block(Pressure *pressure);
// Runs the unit's op `at` in cycle `now`.
void pressure_run(Pressure *pressure, uint32_t at, uint32_t now);
// The registers that a thread needs, including those that the machine reserves. `least` are live at
// once if nothing is moved: a scheduler can always make do with them.
uint32_t pressure_registers(const Pressure *pressure, uint32_t least);
// Those that it has taken under the limit, at least `least`.
uint32_t pressure_limited(const Pressure *pressure, uint32_t least);
// Allows a thread this many registers from now on, or as many as cost no more; false if it already
// had them.
bool pressure_raise_limit(Pressure *pressure, uint32_t registers);

#endif
