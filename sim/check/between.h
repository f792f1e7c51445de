// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: what orders the units of a launch. A unit releases what it did up to a fence
// by its next ordered access to a place in memory; another one that accesses the place later learns
// of it, and of what the first one had learned. Leaves out: locks.
#ifndef LOCKSTEP_CHECK_BETWEEN_H
#define LOCKSTEP_CHECK_BETWEEN_H

#include "sim/check/order.h"

// A unit released, at a place in memory, everything it had done up to `tick`.
typedef struct Release {
    uint64_t unit, turn;
    uint32_t tick;
    uint32_t own_tick; // of the access that released
} Release;

typedef struct Place {
    uint64_t address; // 0: empty
    Release *releases;
    uint32_t count, room;
} Place;

// A unit acquired what was released at a place up to `turn`.
typedef struct Acquire {
    uint32_t place;
    uint64_t turn;
    uint32_t tick;
} Acquire;

typedef struct Learned {
    uint64_t unit; // plus 1; 0: empty
    Acquire *acquires;
    uint32_t count, room;
} Learned;

// Whether a unit knows of another's access: asked for word after word.
typedef struct KnownAnswer {
    uint64_t from, to; // plus 1; 0: empty
    uint32_t from_tick, to_tick;
    bool is_known;
} KnownAnswer;

typedef struct UnitOrder {
    Place *places; // by hash
    uint32_t place_count, place_room;
    Learned *learned; // by hash
    uint32_t learned_count, learned_room;
    uint64_t turn;
    KnownAnswer *answers; // by hash of the question
} UnitOrder;

void between_init(UnitOrder *order);
void between_destroy(UnitOrder *order);

// The unit lets others know, at this address, of what it did up to `tick` and of the access itself.
void between_release(UnitOrder *order, uint64_t unit, uint64_t address, uint32_t tick,
                     uint32_t own_tick);
// The unit learns of what was released there; its own order then advances.
void between_acquire(UnitOrder *order, uint64_t unit, uint64_t address, Order *own);

// Whether unit `to`, at its tick, knows of what unit `from` did at its tick.
bool between_knows(const UnitOrder *order, uint64_t from, uint32_t from_tick, uint64_t to,
                   uint32_t to_tick);

#endif
