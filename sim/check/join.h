// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: races between units of one launch. Between two units only releases and
// acquires order: a unit's accesses up to a fence come before those that follow, in another unit,
// on an atomic or volatile read of the place that the fence's unit wrote next. Leaves out: threads.
#ifndef LOCKSTEP_CHECK_JOIN_H
#define LOCKSTEP_CHECK_JOIN_H

#include "sim/check/between.h"
#include "sim/check/history.h"
#include "sim/check/unit.h"

#include <pthread.h>

// What the units so far did.
typedef struct Joined {
    const Launch *launch;
    CheckFindings findings;
    History global; // the last unit's
    AccessLog log;
    uint32_t *refs; // of each access of the unit that is joined: its reference here; 0: none yet
    uint32_t ref_room;
    UnitOrder order;
    pthread_mutex_t order_lock; // of the order, which units that run change
} Joined;

void joined_init(Joined *joined, const Launch *launch);
void joined_destroy(Joined *joined);

// Compares a unit with those before it. It must be the next one.
void join_unit(Joined *joined, const UnitCheck *unit);

#endif
