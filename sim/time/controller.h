// SPDX-License-Identifier: Apache-2.0
// The controller of a memory partition on GPUs without L2. Each bank keeps one row open; opening
// another takes time, between any two banks of the partition and between two rows of one bank,
// longer after a write. A limited queue of requests waits for one bus: those to an open row go
// first, and of these the one that can begin first; a bank opens the row of its oldest request when
// no request is left for the row that is open. Leaves out refreshes, and that a long transfer keeps
// its bank from closing the row.
#ifndef LOCKSTEP_TIME_CONTROLLER_H
#define LOCKSTEP_TIME_CONTROLLER_H

#include "sim/time/traffic.h"

enum { CONTROLLER_BANKS_MAX = 32, CONTROLLER_QUEUE_MAX = 64 };

// In cycles of the SM clock.
typedef struct ControllerTimes {
    uint32_t banks;     // of a partition; 0: opening rows takes no time
    uint32_t row_bytes; // of all chips of a partition
    uint32_t queue;     // requests that it chooses from
    double sector;      // on the bus
    double turn;        // of the bus from reads to writes, or back
    double any;         // from the opening of a row to that of the next, in any bank
    double same;        // in the same bank
    double same_write;  // in the same bank after a write
} ControllerTimes;

typedef struct ControllerBank {
    uint64_t open;   // row + 1; 0: none
    double ready_at; // from when on the open row can be used
    double free_at;  // from when on another can be opened
} ControllerBank;

// A request in the queue, and for whom it is.
typedef struct ControllerRequest {
    MemoryRequest request;
    uint64_t offset; // address within the partition
    double arrived;
    uint32_t sm;
} ControllerRequest;

// Zero is an idle controller.
typedef struct Controller {
    Server bus;
    bool has_written; // last
    uint32_t count;   // of requests in the queue, oldest first
    uint32_t next;    // of them has the bus next
    double next_at;   // and when, if count > 0
    double open_at;   // when the next row can be opened
    ControllerBank banks[CONTROLLER_BANKS_MAX];
    ControllerRequest queue[CONTROLLER_QUEUE_MAX];
} Controller;

static inline bool controller_has_room(const Controller *controller, const ControllerTimes *times)
{
    return controller->count < times->queue;
}

// Adds a request that arrives at request->arrived, no earlier than any before it. There must be
// room.
void controller_add(Controller *controller, const ControllerTimes *times,
                    const ControllerRequest *request);

// Moves the next request of the queue; its data begin to move at the next_at of before.
ControllerRequest controller_serve(Controller *controller, const ControllerTimes *times);

// Serves a request past the queue; when its data begin to move.
double controller_serve_now(Controller *controller, const ControllerTimes *times,
                            const ControllerRequest *request);

#endif
