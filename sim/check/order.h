// SPDX-License-Identifier: Apache-2.0
// The happens-before order of a unit's accesses. Time is a tick, which advances whenever a thread
// releases what it has done; each warp knows up to which tick it has seen each other warp. If the
// lanes of a warp are independent (from cc 7.0 on), each lane has its own place in the warp's
// order. Leaves out: memory, and order between units.
#ifndef LOCKSTEP_CHECK_ORDER_H
#define LOCKSTEP_CHECK_ORDER_H

#include <stdbool.h>
#include <stdint.h>

// The thread that accessed, where in the program, and when. when 0: none so far.
typedef struct Stamp {
    uint32_t when;
    bool is_atomic;   // ordered with other atomics: atomic functions, volatile
    bool is_async;    // written by cp.async
    bool is_together; // a volatile access by all threads of a warp, to words of their own: no flag
                      // that some wait for, but code that takes the warp to run in step
    uint32_t lane, warp, pc;
} Stamp;

#define ORDER_PC_MAX ((1u << 18) - 1)

typedef struct WarpOrder {
    uint32_t fence_tick;   // what was done up to here is covered by a fence
    uint32_t (*lanes)[32]; // NULL: lanes were synchronized together only. [l][k]: what l knows of k
    uint32_t groups[64];   // ticks of the cp.async groups that are open, oldest first
    uint32_t group_count;
    uint32_t copied_tick; // cp.async up to here is complete
} WarpOrder;

// A place in memory by which threads order each other: a flag, a lock, an mbarrier.
typedef struct OrderPlace {
    uint64_t address; // 0: empty
    uint32_t *known;  // [warp_count]
    uint32_t *done;   // of an mbarrier: what was known when its last phase completed; else NULL
    bool parity;      // of the phase that it is in
} OrderPlace;

typedef struct Order {
    uint32_t warp_count;
    uint32_t tick;
    uint32_t phase_tick;    // all that was done up to here happened before all from here on
    bool are_lanes_ordered; // before cc 7.0
    WarpOrder *warps;
    uint32_t *known; // [warp_count][warp_count]
    OrderPlace *places;
    uint32_t place_count, place_room;
} Order;

void order_init(Order *order, uint32_t warp_count, bool are_lanes_ordered);
void order_destroy(Order *order);
// As after order_init(), for as many warps.
void order_reset(Order *order);

// Whether the access of the stamp happened before what this lane does now.
bool order_has(const Order *order, Stamp stamp, uint32_t warp, uint32_t lane);

// All warps have met: everything so far happened before everything from now on.
void order_meet_all(Order *order);
// The warps of `waiting` now know what each warp did before the tick at which it arrived (0: it did
// not arrive).
void order_meet(Order *order, const uint32_t *arrived, const bool *waiting);
// Lanes of a warp have met.
void order_meet_lanes(Order *order, uint32_t warp, uint32_t lanes);

void order_fence(Order *order, uint32_t warp);
// Everything the warp has done so far happens before a later acquire of this place. fenced_only: up
// to its fence.
void order_release(Order *order, uint32_t warp, uint64_t address, bool fenced_only);
// The lanes that acquire also learn of what others of their warp released; all: UINT32_MAX.
void order_acquire(Order *order, uint32_t warp, uint32_t lanes, uint64_t address);
// The place is an mbarrier, in a phase of this parity: what was released in a phase can be acquired
// when that has completed. To be called before each operation on it.
void order_phase(Order *order, uint64_t address, bool parity);

void order_copy_commit(Order *order, uint32_t warp);
void order_copy_wait(Order *order, uint32_t warp, uint32_t left);

// Starts a new tick and returns the one before it.
uint32_t order_advance(Order *order);

#endif
