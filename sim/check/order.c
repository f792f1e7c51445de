// SPDX-License-Identifier: Apache-2.0
#include "sim/check/order.h"

#include "isa/base/bits.h"
#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

void order_init(Order *order, uint32_t warp_count, bool are_lanes_ordered)
{
    *order = (Order){.warp_count = warp_count, .tick = 1, .are_lanes_ordered = are_lanes_ordered};
    order->warps = heap_allocate(warp_count, sizeof(WarpOrder));
    order->known = heap_allocate((size_t)warp_count * warp_count, sizeof(uint32_t));
}

void order_destroy(Order *order)
{
    for (uint32_t i = 0; i < order->warp_count; i++) {
        free(order->warps[i].lanes);
    }
    for (uint32_t i = 0; i < order->place_room; i++) {
        free(order->places[i].known);
        free(order->places[i].done);
    }
    free(order->places);
    free(order->warps);
    free(order->known);
}

void order_reset(Order *order)
{
    for (uint32_t i = 0; i < order->warp_count; i++) {
        free(order->warps[i].lanes);
        order->warps[i].lanes = NULL;
        order->warps[i].fence_tick = order->warps[i].group_count = order->warps[i].copied_tick = 0;
    }
    for (uint32_t i = 0; i < order->place_room; i++) {
        free(order->places[i].known);
        free(order->places[i].done);
    }
    free(order->places);
    order->places = NULL;
    order->place_count = order->place_room = 0;
    memset(order->known, 0, (size_t)order->warp_count * order->warp_count * sizeof(uint32_t));
    order->tick = 1;
    order->phase_tick = 0;
}

uint32_t order_advance(Order *order)
{
    return order->tick++;
}

static uint32_t *known_by(const Order *order, uint32_t warp)
{
    return order->known + (size_t)warp * order->warp_count;
}

bool order_has(const Order *order, Stamp stamp, uint32_t warp, uint32_t lane)
{
    if (stamp.is_async && stamp.when > order->warps[stamp.warp].copied_tick) {
        return false;
    }
    if (stamp.when <= order->phase_tick) {
        return true;
    }
    if (stamp.warp != warp) {
        return stamp.when <= known_by(order, warp)[stamp.warp];
    }
    if (stamp.lane == lane || order->are_lanes_ordered ||
        stamp.when <= known_by(order, warp)[warp]) {
        return true;
    }
    const WarpOrder *own = &order->warps[warp];
    return own->lanes != NULL && stamp.when <= own->lanes[lane][stamp.lane];
}

void order_meet_all(Order *order)
{
    order->phase_tick = order_advance(order);
}

void order_meet(Order *order, const uint32_t *arrived, const bool *waiting)
{
    uint32_t count = order->warp_count;
    order_advance(order);
    uint32_t *joined = heap_allocate(count, sizeof(uint32_t));
    for (uint32_t w = 0; w < count; w++) {
        for (uint32_t i = 0; i < count && arrived[w] != 0; i++) {
            uint32_t known = i == w ? arrived[w] : known_by(order, w)[i];
            joined[i] = known > joined[i] ? known : joined[i];
        }
    }
    for (uint32_t w = 0; w < count; w++) {
        for (uint32_t i = 0; i < count && waiting[w]; i++) {
            uint32_t *known = &known_by(order, w)[i];
            *known = joined[i] > *known ? joined[i] : *known;
        }
    }
    free(joined);
}

// All of these lanes now know what any of them knew.
static void join_lanes(WarpOrder *own, uint32_t lanes, uint32_t now)
{
    uint32_t joined[32] = {0};
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        for (uint32_t k = 0; k < 32; k++) {
            uint32_t known = k == lane ? now : own->lanes[lane][k];
            joined[k] = known > joined[k] ? known : joined[k];
        }
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        memcpy(own->lanes[bits_lowest(rest)], joined, sizeof joined);
    }
}

void order_meet_lanes(Order *order, uint32_t warp, uint32_t lanes)
{
    uint32_t now = order_advance(order);
    if (lanes == UINT32_MAX) {
        known_by(order, warp)[warp] = now;
        return;
    }
    WarpOrder *own = &order->warps[warp];
    if (own->lanes == NULL) {
        own->lanes = heap_allocate(32, sizeof *own->lanes);
    }
    join_lanes(own, lanes, now);
}

void order_fence(Order *order, uint32_t warp)
{
    order->warps[warp].fence_tick = order_advance(order);
}

static OrderPlace *place_slot(const Order *order, uint64_t address)
{
    uint32_t mask = order->place_room - 1;
    uint32_t at = (uint32_t)((address * UINT64_C(0x9e3779b97f4a7c15)) >> 40) & mask;
    while (order->places[at].address != 0 && order->places[at].address != address) {
        at = (at + 1) & mask;
    }
    return &order->places[at];
}

static void grow_places(Order *order)
{
    Order old = *order;
    order->place_room = old.place_room == 0 ? 16 : old.place_room * 2;
    order->places = heap_allocate(order->place_room, sizeof(OrderPlace));
    for (uint32_t i = 0; i < old.place_room; i++) {
        if (old.places[i].address != 0) {
            *place_slot(order, old.places[i].address) = old.places[i];
        }
    }
    free(old.places);
}

static OrderPlace *place_of(Order *order, uint64_t address)
{
    if (order->place_count * 2 >= order->place_room) {
        grow_places(order);
    }
    OrderPlace *place = place_slot(order, address);
    if (place->address == 0) {
        place->address = address;
        place->known = heap_allocate(order->warp_count, sizeof(uint32_t));
        order->place_count++;
    }
    return place;
}

void order_release(Order *order, uint32_t warp, uint64_t address, bool fenced_only)
{
    uint32_t upto = fenced_only ? order->warps[warp].fence_tick : order_advance(order);
    if (upto <= order->phase_tick) {
        return;
    }
    uint32_t *known = place_of(order, address)->known;
    for (uint32_t i = 0; i < order->warp_count; i++) {
        uint32_t tick = i == warp ? upto : known_by(order, warp)[i];
        known[i] = tick > known[i] ? tick : known[i];
    }
}

// The lanes of a warp know what all of it did before the tick.
static void learn_own(Order *order, uint32_t warp, uint32_t lanes, uint32_t tick)
{
    WarpOrder *own = &order->warps[warp];
    uint32_t *known = &known_by(order, warp)[warp];
    if (lanes == UINT32_MAX || tick <= *known || tick <= order->phase_tick) {
        *known = tick > *known ? tick : *known;
        return;
    }
    own->lanes = own->lanes == NULL ? heap_allocate(32, sizeof *own->lanes) : own->lanes;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t *lane = own->lanes[bits_lowest(rest)];
        for (uint32_t k = 0; k < 32; k++) {
            lane[k] = tick > lane[k] ? tick : lane[k];
        }
    }
}

void order_acquire(Order *order, uint32_t warp, uint32_t lanes, uint64_t address)
{
    if (order->place_count == 0) {
        return;
    }
    const OrderPlace *place = place_slot(order, address);
    const uint32_t *released = place->done != NULL ? place->done : place->known;
    for (uint32_t i = 0; i < order->warp_count && place->address != 0; i++) {
        uint32_t *known = &known_by(order, warp)[i];
        if (i != warp) {
            *known = released[i] > *known ? released[i] : *known;
        }
    }
    if (place->address != 0) {
        learn_own(order, warp, lanes, released[warp]);
        order_advance(order);
    }
}

void order_phase(Order *order, uint64_t address, bool parity)
{
    OrderPlace *place = place_of(order, address);
    if (place->done == NULL) {
        place->done = heap_allocate(order->warp_count, sizeof(uint32_t));
    } else if (place->parity != parity) {
        memcpy(place->done, place->known, order->warp_count * sizeof(uint32_t));
    }
    place->parity = parity;
}

void order_copy_commit(Order *order, uint32_t warp)
{
    WarpOrder *own = &order->warps[warp];
    if (own->group_count == sizeof own->groups / sizeof own->groups[0]) {
        memmove(own->groups, own->groups + 1, sizeof own->groups - sizeof own->groups[0]);
        own->group_count--;
    }
    own->groups[own->group_count++] = order_advance(order);
}

void order_copy_wait(Order *order, uint32_t warp, uint32_t left)
{
    WarpOrder *own = &order->warps[warp];
    if (own->group_count <= left) {
        return;
    }
    uint32_t done = own->group_count - left;
    own->copied_tick = own->groups[done - 1];
    memmove(own->groups, own->groups + done, left * sizeof own->groups[0]);
    own->group_count = left;
}
