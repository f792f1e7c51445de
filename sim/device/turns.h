// SPDX-License-Identifier: Apache-2.0
// Whose turn it is. Accesses that are ordered between blocks (atomics, volatile, acquire and
// release in global memory) are made by one unit at a time, the one whose turn it is; turns follow
// from the units' indices and from what the units do in their turns, never from threads or clocks.
// Everything before its first ordered access a unit may do ahead of its turn, on any thread.
//
// The order: units have their first turn by index. A unit keeps its turn until it is done or yields
// (waits for what other units must do). One that yielded waits, and has further turns round-robin
// with the others that wait, before units that have not had a turn yet; at most `resident` units
// wait, as a GPU holds no more. A round in which no unit does anything but wait is a deadlock.
//
// Memory: a unit holds registers and shared memory while it runs, is ahead of its turn (at most
// ahead_max units) or waits (at most `resident`): a barrier of the whole grid keeps all its blocks.
//
// Leaves out: threads and locks (schedule.c calls this with its lock held), and running units.
#ifndef LOCKSTEP_DEVICE_TURNS_H
#define LOCKSTEP_DEVICE_TURNS_H

#include "sim/device/unit.h"

// How many units may be ahead of the one whose turn is next; a power of two.
#define TURN_WINDOW 4096u

typedef enum TurnEnd {
    TURN_GOES_ON,
    TURN_FINISHED, // all units are done
    TURN_FAULT,    // the culprit faulted
    TURN_STUCK,    // all units that wait would wait for ever; the culprit is the first of them
    TURN_LIMIT     // the sum of instructions passed the limit when the culprit's turn ended
} TurnEnd;

typedef struct TurnSlot {
    enum { SLOT_NOT_STARTED, SLOT_RUNNING, SLOT_PARKED, SLOT_ENDED } state;
    BlockStatus status;    // ENDED: DONE, YIELDS or FAULT; it takes effect when its turn comes
    Unit *unit;            // NULL when not started or done
    uint64_t instructions; // ENDED with DONE
} TurnSlot;

typedef struct Turns {
    uint64_t unit_count;
    uint64_t front;  // the first unit that has not had its turn
    uint64_t next;   // the first unit that nobody has started
    uint64_t stop;   // units from this one on need not start: an earlier one faulted
    uint64_t window; // TURN_WINDOW, or a smaller power of two that holds all units
    TurnSlot *slots; // [window]: of units front, front + 1, ...; by index modulo window
    Unit **waiting;  // units that yielded, by index
    uint32_t waiting_count, resident;
    uint32_t turn; // index into waiting; waiting_count: the front's turn
    bool is_turn_running;
    bool has_progressed;       // in this round
    uint32_t ahead, ahead_max; // units that were started ahead of their turn and still hold a Unit
    uint64_t units_done;       // whose last turn is over
    uint64_t instructions, max_instructions; // 0: no limit
    TurnEnd end;
    uint64_t culprit_index;
    Unit *culprit; // NULL when it is done (LIMIT)
} Turns;

typedef struct Turn {
    enum { TURN_NOTHING, TURN_START, TURN_RESUME } kind;
    uint64_t index; // of the unit
    Unit *unit;     // RESUME
    bool is_oldest;
} Turn;

// resident, ahead_max: at least 1.
void turns_init(Turns *turns, uint64_t unit_count, uint32_t resident, uint32_t ahead_max,
                uint64_t max_instructions);
// Units before this one are done. Before anything is taken.
void turns_begin_at(Turns *turns, uint64_t unit);
void turns_destroy(Turns *turns);

// What a free thread does next; the turn itself comes first. NOTHING: wait until something changes.
Turn turns_take(Turns *turns);

// Reports how a unit that was taken came back from unit_run. With DONE the unit is the caller's
// again.
void turns_put(Turns *turns, const Turn *turn, Unit *unit, BlockStatus status);

// Whether the unit's turns are part of the launch's outcome (they came before it ended).
bool turns_had(const Turns *turns, uint64_t index);

#endif
