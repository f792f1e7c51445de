// SPDX-License-Identifier: Apache-2.0
#include "sim/device/turns.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

void turns_init(Turns *turns, uint64_t unit_count, uint32_t resident, uint32_t ahead_max,
                uint64_t max_instructions)
{
    *turns = (Turns){.unit_count = unit_count,
                     .stop = unit_count,
                     .window = 1,
                     .resident = resident,
                     .ahead_max = ahead_max,
                     .max_instructions = max_instructions,
                     .end = unit_count == 0 ? TURN_FINISHED : TURN_GOES_ON};
    while (turns->window < unit_count && turns->window < TURN_WINDOW) {
        turns->window *= 2;
    }
    turns->slots = calloc(turns->window, sizeof(TurnSlot));
    if (turns->slots == NULL) {
        abort();
    }
}

void turns_begin_at(Turns *turns, uint64_t unit)
{
    turns->front = turns->next = turns->units_done = unit;
}

void turns_destroy(Turns *turns)
{
    free(turns->slots);
    free(turns->waiting);
}

static TurnSlot *slot_of(Turns *turns, uint64_t index)
{
    return &turns->slots[index & (turns->window - 1)];
}

static void end_with(Turns *turns, TurnEnd end, uint64_t index, Unit *unit)
{
    turns->end = end;
    turns->culprit_index = index;
    turns->culprit = unit;
}

// Adds to the launch's instructions; false when that passes the limit.
static bool charge(Turns *turns, uint64_t instructions)
{
    turns->instructions += instructions;
    return turns->max_instructions == 0 || turns->instructions <= turns->max_instructions;
}

static void append_waiting(Turns *turns, Unit *unit)
{
    uint32_t count = turns->waiting_count;
    if ((count & (count + 1)) == 0) { // room is 1, 3, 7, ...
        turns->waiting = heap_resize(turns->waiting, 2 * (size_t)count + 1, sizeof(Unit *));
    }
    turns->waiting[turns->waiting_count++] = unit;
}

static void remove_waiting(Turns *turns, uint32_t at)
{
    turns->waiting_count--;
    memmove(&turns->waiting[at], &turns->waiting[at + 1],
            (turns->waiting_count - at) * sizeof(Unit *));
}

// The first turn of the front unit is over.
static void front_ended(Turns *turns, BlockStatus status, Unit *unit, uint64_t instructions)
{
    uint64_t index = turns->front++;
    *slot_of(turns, index) = (TurnSlot){0};
    turns->has_progressed = true;
    bool is_within = charge(turns, instructions);
    if (status == BLOCK_FAULT) {
        end_with(turns, TURN_FAULT, index, unit);
        return;
    }
    if (status == BLOCK_DONE) {
        turns->units_done++;
    } else {
        unit->charged = instructions;
        append_waiting(turns, unit);
    }
    if (!is_within) {
        end_with(turns, TURN_LIMIT, index, status == BLOCK_DONE ? NULL : unit);
    }
    turns->turn = turns->waiting_count;
}

// A turn of a unit that has waited is over.
static void waiting_ended(Turns *turns, BlockStatus status, Unit *unit)
{
    bool is_within = charge(turns, unit->instructions - unit->charged);
    unit->charged = unit->instructions;
    turns->has_progressed |= status == BLOCK_DONE || unit->made_progress;
    if (status == BLOCK_FAULT) {
        end_with(turns, TURN_FAULT, unit->index, unit);
        return;
    }
    if (!is_within) {
        end_with(turns, TURN_LIMIT, unit->index, status == BLOCK_DONE ? NULL : unit);
    }
    if (status == BLOCK_DONE) {
        turns->units_done++;
        remove_waiting(turns, turns->turn);
    } else {
        turns->turn++;
    }
}

// Starts the next round when the last one is over.
static void wrap(Turns *turns)
{
    bool is_front_held =
        turns->front == turns->unit_count || turns->waiting_count >= turns->resident;
    if (turns->turn < turns->waiting_count || !is_front_held) {
        return;
    }
    if (turns->waiting_count == 0) {
        turns->end = TURN_FINISHED;
    } else if (!turns->has_progressed) {
        end_with(turns, TURN_STUCK, turns->waiting[0]->index, turns->waiting[0]);
    } else {
        turns->turn = 0;
        turns->has_progressed = false;
    }
}

// Gives their turns to units that ended ahead of time, until a unit has to run.
static void settle(Turns *turns)
{
    while (turns->end == TURN_GOES_ON && !turns->is_turn_running) {
        wrap(turns);
        TurnSlot *slot = slot_of(turns, turns->front);
        bool is_front = turns->turn == turns->waiting_count;
        if (turns->end != TURN_GOES_ON || !is_front || slot->state != SLOT_ENDED) {
            return;
        }
        if (slot->status != BLOCK_DONE) {
            turns->ahead--;
        }
        front_ended(turns, slot->status, slot->unit, slot->instructions);
    }
}

// The unit whose turn it is, unless it is running.
static bool take_turn(Turns *turns, Turn *turn)
{
    if (turns->is_turn_running) {
        return false;
    }
    if (turns->turn < turns->waiting_count) {
        Unit *unit = turns->waiting[turns->turn];
        *turn = (Turn){TURN_RESUME, unit->index, unit, true};
    } else {
        TurnSlot *slot = slot_of(turns, turns->front);
        if (slot->state == SLOT_RUNNING) {
            return false;
        }
        bool is_parked = slot->state == SLOT_PARKED;
        turns->ahead -= is_parked;
        turns->next += !is_parked;
        *turn = (Turn){is_parked ? TURN_RESUME : TURN_START, turns->front, slot->unit, true};
        slot->state = SLOT_RUNNING;
    }
    turns->is_turn_running = true;
    return true;
}

Turn turns_take(Turns *turns)
{
    Turn turn = {0};
    if (turns->end != TURN_GOES_ON || take_turn(turns, &turn)) {
        return turn;
    }
    if (turns->next < turns->stop && turns->next < turns->front + turns->window &&
        turns->ahead < turns->ahead_max) {
        turns->ahead++;
        turn = (Turn){TURN_START, turns->next++, NULL, false};
        slot_of(turns, turn.index)->state = SLOT_RUNNING;
    }
    return turn;
}

static void put_ahead(Turns *turns, uint64_t index, Unit *unit, BlockStatus status)
{
    TurnSlot *slot = slot_of(turns, index);
    *slot = (TurnSlot){.state = status == BLOCK_NEEDS_ORDER ? SLOT_PARKED : SLOT_ENDED,
                       .status = status,
                       .unit = status == BLOCK_DONE ? NULL : unit,
                       .instructions = unit->instructions};
    if (status == BLOCK_DONE) {
        turns->ahead--;
    } else if (status == BLOCK_FAULT && index < turns->stop) {
        turns->stop = index;
    }
}

void turns_put(Turns *turns, const Turn *turn, Unit *unit, BlockStatus status)
{
    if (turns->end != TURN_GOES_ON) {
        return;
    }
    if (!turn->is_oldest) {
        put_ahead(turns, turn->index, unit, status);
    } else {
        turns->is_turn_running = false;
        if (turns->turn < turns->waiting_count) {
            waiting_ended(turns, status, unit);
        } else {
            front_ended(turns, status, unit, unit->instructions);
        }
    }
    settle(turns);
}

bool turns_had(const Turns *turns, uint64_t index)
{
    return index < turns->front;
}
