// SPDX-License-Identifier: Apache-2.0
#include "sim/check/between.h"

#include "isa/base/heap.h"

#include <stdlib.h>

#define ANSWER_COUNT 4096u

static uint32_t hash(uint64_t key, uint32_t room)
{
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
}

static uint32_t place_slot(const UnitOrder *order, uint64_t address)
{
    uint32_t at = hash(address, order->place_room);
    while (order->places[at].address != 0 && order->places[at].address != address) {
        at = (at + 1) & (order->place_room - 1);
    }
    return at;
}

static Place *place_add(UnitOrder *order, uint64_t address)
{
    // Acquires know places by their slots: the table is large from the start and does not move.
    enum { PLACES = 1 << 16 };
    if (order->places == NULL) {
        order->place_room = PLACES;
        order->places = heap_allocate(PLACES, sizeof(Place));
    }
    Place *place = &order->places[place_slot(order, address)];
    if (place->address == 0) {
        if (order->place_count * 4 > order->place_room * 3) {
            return NULL;
        }
        order->place_count++;
        place->address = address;
    }
    return place;
}

void between_release(UnitOrder *order, uint64_t unit, uint64_t address, uint32_t tick,
                     uint32_t own_tick)
{
    Place *place = place_add(order, address);
    uint64_t turn = ++order->turn;
    bool is_known =
        place == NULL || (place->count > 0 && place->releases[place->count - 1].unit == unit &&
                          place->releases[place->count - 1].tick == tick);
    if (!is_known) {
        place->releases = heap_room(place->releases, place->count, &place->room, sizeof(Release));
        place->releases[place->count++] = (Release){unit, turn, tick, own_tick};
    }
}

static Learned *learned_slot(const UnitOrder *order, uint64_t unit)
{
    uint32_t at = hash(unit + 1, order->learned_room);
    while (order->learned[at].unit != 0 && order->learned[at].unit != unit + 1) {
        at = (at + 1) & (order->learned_room - 1);
    }
    return &order->learned[at];
}

static Learned *learned_of(UnitOrder *order, uint64_t unit)
{
    if (order->learned_count * 2 >= order->learned_room) {
        Learned *old = order->learned;
        uint32_t room = order->learned_room;
        order->learned_room = room == 0 ? 64 : room * 2;
        order->learned = heap_allocate(order->learned_room, sizeof(Learned));
        for (uint32_t i = 0; i < room; i++) {
            if (old[i].unit != 0) {
                *learned_slot(order, old[i].unit - 1) = old[i];
            }
        }
        free(old);
    }
    Learned *learned = learned_slot(order, unit);
    order->learned_count += learned->unit == 0;
    learned->unit = unit + 1;
    return learned;
}

void between_acquire(UnitOrder *order, uint64_t unit, uint64_t address, Order *own)
{
    uint32_t at = order->places == NULL ? 0 : place_slot(order, address);
    const Place *place = order->places == NULL ? NULL : &order->places[at];
    if (place != NULL && place->count > 0) {
        Learned *learned = learned_of(order, unit);
        uint64_t newest = place->releases[place->count - 1].turn;
        bool is_known = false;
        for (uint32_t i = learned->count; i > 0 && !is_known && learned->count - i < 16; i--) {
            is_known =
                learned->acquires[i - 1].place == at && learned->acquires[i - 1].turn >= newest;
        }
        if (!is_known) {
            learned->acquires =
                heap_room(learned->acquires, learned->count, &learned->room, sizeof(Acquire));
            learned->acquires[learned->count++] = (Acquire){at, ++order->turn, order_advance(own)};
        }
    }
}

// Whether `from` released what it did at `tick` at this place before `turn`.
static bool is_released(const Place *place, uint64_t from, uint32_t tick, uint64_t turn)
{
    for (uint32_t i = place->count; i > 0; i--) {
        const Release *release = &place->releases[i - 1];
        if (release->turn < turn && release->unit == from) {
            if (release->tick >= tick || release->own_tick == tick) {
                return true;
            }
            if (release->own_tick < tick) {
                return false;
            }
        }
    }
    return false;
}

// A search for what orders two accesses; it gives up, and takes them for ordered, after so many
// steps.
#define SEARCH_STEPS 20000u

typedef struct Search {
    const UnitOrder *order;
    uint64_t from;
    uint32_t from_tick, steps;
} Search;

// Whether unit `to`, at `to_tick`, knows of what `from` did: directly, or (depth) through others.
static bool is_known_by(Search *search, uint64_t to, uint32_t to_tick, uint32_t depth)
{
    const UnitOrder *order = search->order;
    const Learned *learned = learned_slot(order, to);
    for (uint32_t i = learned->count; i > 0; i--) {
        const Acquire *acquire = &learned->acquires[i - 1];
        if (acquire->tick < to_tick && (++search->steps > SEARCH_STEPS ||
                                        is_released(&order->places[acquire->place], search->from,
                                                    search->from_tick, acquire->turn))) {
            return true;
        }
    }
    for (uint32_t i = learned->count; i > 0 && depth > 0; i--) {
        const Acquire *acquire = &learned->acquires[i - 1];
        const Place *place = &order->places[acquire->place];
        for (uint32_t k = place->count; acquire->tick < to_tick && k > 0; k--) {
            const Release *release = &place->releases[k - 1];
            if (++search->steps > SEARCH_STEPS) {
                return true;
            }
            if (release->turn < acquire->turn && release->unit != to &&
                release->unit != search->from &&
                is_known_by(search, release->unit, release->tick + 1, depth - 1)) {
                return true;
            }
        }
    }
    return false;
}

#define ORDER_DEPTH 2u

bool between_knows(const UnitOrder *order, uint64_t from, uint32_t from_tick, uint64_t to,
                   uint32_t to_tick)
{
    if (order->learned == NULL) {
        return false;
    }
    uint64_t mixed = (from * 31 + to) * 31 + ((uint64_t)from_tick << 32 | to_tick);
    KnownAnswer *answer = &order->answers[hash(mixed, ANSWER_COUNT)];
    if (answer->from != from + 1 || answer->to != to + 1 || answer->from_tick != from_tick ||
        answer->to_tick != to_tick) {
        Search search = {.order = order, .from = from, .from_tick = from_tick};
        *answer = (KnownAnswer){from + 1, to + 1, from_tick, to_tick,
                                is_known_by(&search, to, to_tick, ORDER_DEPTH)};
    }
    return answer->is_known;
}

void between_init(UnitOrder *order)
{
    *order = (UnitOrder){.answers = heap_allocate(ANSWER_COUNT, sizeof(KnownAnswer))};
}

void between_destroy(UnitOrder *order)
{
    for (uint32_t i = 0; i < order->place_room; i++) {
        free(order->places[i].releases);
    }
    for (uint32_t i = 0; i < order->learned_room; i++) {
        free(order->learned[i].acquires);
    }
    free(order->places);
    free(order->learned);
    free(order->answers);
}
