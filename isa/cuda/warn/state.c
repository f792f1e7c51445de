// SPDX-License-Identifier: Apache-2.0
// What is known on one path: the values of locals, and the accesses since the last barrier.
#include "isa/cuda/warn/walk.h"

#include <string.h>

static void copy(State *to, const State *from)
{
    memcpy(to->places, from->places, from->place_count * sizeof *from->places);
    memcpy(to->pending, from->pending, from->pending_count * sizeof *from->pending);
    to->place_count = from->place_count;
    to->pending_count = from->pending_count;
    to->barriers = from->barriers;
    to->guard = from->guard;
    to->is_dead = from->is_dead;
}

State *state_take(Walk *walk, const State *like)
{
    State *state = walk->free_states;
    if (state == NULL) {
        state = arena_alloc(walk->arena, sizeof *state);
    } else {
        walk->free_states = state->next_free;
    }
    state->place_count = state->pending_count = state->barriers = 0;
    state->guard = 0;
    state->is_dead = true;
    if (like != NULL) {
        copy(state, like);
    }
    return state;
}

void state_give(Walk *walk, State *state)
{
    state->next_free = walk->free_states;
    walk->free_states = state;
}

static Place *find(const State *state, const Variable *variable, int64_t offset)
{
    for (uint32_t i = 0; i < state->place_count; i++) {
        const Place *place = &state->places[i];
        if (place->variable == variable && place->offset == offset) {
            return (Place *)place;
        }
    }
    return NULL;
}

ValueId state_get(const State *state, const Variable *variable, int64_t offset)
{
    const Place *place = find(state, variable, offset);
    return place == NULL ? 0 : place->value;
}

void state_set(State *state, const Variable *variable, int64_t offset, ValueId value)
{
    Place *place = find(state, variable, offset);
    if (place != NULL) {
        place->value = value;
    } else if (state->place_count < PLACE_LIMIT && value != 0) {
        state->places[state->place_count++] = (Place){variable, offset, value};
    }
}

void state_forget(State *state, const Variable *variable)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->place_count; i++) {
        if (state->places[i].variable != variable) {
            state->places[kept++] = state->places[i];
        }
    }
    state->place_count = kept;
}

void state_copy(State *state, const Variable *to, int64_t to_offset, const Variable *from,
                int64_t from_offset, uint64_t size_bytes)
{
    uint32_t count = state->place_count;
    for (uint32_t i = 0; i < count; i++) {
        const Place place = state->places[i];
        int64_t at = place.offset - from_offset;
        if (place.variable == from && at >= 0 && (uint64_t)at < size_bytes) {
            state_set(state, to, to_offset + at, place.value);
        }
    }
}

static Pending *find_pending(const State *state, uint32_t access)
{
    for (uint32_t i = 0; i < state->pending_count; i++) {
        if (state->pending[i].access == access) {
            return (Pending *)&state->pending[i];
        }
    }
    return NULL;
}

static void merge_pending(Walk *walk, State *into, const State *from, ValueId condition)
{
    for (uint32_t i = 0; i < into->pending_count; i++) { // a barrier on the other path only
        Pending *pending = &into->pending[i];
        if (find_pending(from, pending->access) == NULL && condition != 0) {
            pending->guard = value_guard(&walk->values, pending->guard, condition, false);
        }
    }
    for (uint32_t i = 0; i < from->pending_count; i++) {
        Pending pending = from->pending[i], *same = find_pending(into, pending.access);
        if (same != NULL) {
            same->is_warp_synchronized &= pending.is_warp_synchronized;
            same->guard =
                same->guard == pending.guard ? pending.guard : walk->accesses[pending.access].guard;
        } else if (into->pending_count < PENDING_LIMIT) {
            if (condition != 0) {
                pending.guard = value_guard(&walk->values, pending.guard, condition, true);
            }
            into->pending[into->pending_count++] = pending;
        }
    }
}

void state_merge(Walk *walk, State *into, const State *from, ValueId condition)
{
    if (from->is_dead) {
        return;
    }
    if (into->is_dead) {
        copy(into, from);
        return;
    }
    for (uint32_t i = 0; i < into->place_count; i++) {
        Place *place = &into->places[i];
        ValueId other = state_get(from, place->variable, place->offset);
        place->value = value_select(&walk->values, condition, other, place->value);
    }
    merge_pending(walk, into, from, condition);
    into->barriers = from->barriers > into->barriers ? from->barriers : into->barriers;
}

void state_leave(Walk *walk, State *target)
{
    if (target != NULL) {
        state_merge(walk, target, walk->state, 0);
    }
    walk->state->is_dead = true;
}

void state_barrier(Walk *walk)
{
    walk->state->pending_count = 0;
    walk->state->barriers++;
    walk->has_barrier = true;
}

void state_warp_barrier(Walk *walk)
{
    walk->has_warp_barrier = true;
    for (uint32_t i = 0; i < walk->state->pending_count; i++) {
        walk->state->pending[i].is_warp_synchronized = true;
    }
}

static bool can_race(AccessKind before, AccessKind after)
{
    return before != after; // two writes: which one wins is not what a reader is told here
}

static void pair_up(Walk *walk, uint32_t after)
{
    const Access *access = &walk->accesses[after];
    for (uint32_t i = 0; i < walk->state->pending_count; i++) {
        const Pending *pending = &walk->state->pending[i];
        const Access *before = &walk->accesses[pending->access];
        if (before->variable == access->variable && can_race(before->kind, access->kind) &&
            walk->pair_count < PAIR_LIMIT) {
            uint32_t order = pending->order;
            walk->pairs[walk->pair_count++] =
                (Pair){.before = *pending,
                       .after = after,
                       .is_next_round = order >= walk->loop_begin && order < walk->round_begin,
                       .is_before_loop = order < walk->loop_begin};
        }
    }
}

static bool is_equal(const Access *x, const Access *y)
{
    return x->kind == y->kind && x->variable == y->variable && x->offset == y->offset &&
           x->guard == y->guard && x->size_bytes == y->size_bytes &&
           memcmp(&x->location, &y->location, sizeof x->location) == 0;
}

void state_access(Walk *walk, AccessKind kind, ValueId pointer, const Type *type,
                  SourceLocation location)
{
    const Value *p = value_of(&walk->values, pointer);
    if (p->kind != VALUE_POINTER || p->variable->space != SPACE_SHARED || p->a == 0 ||
        (type->qualifiers & QUALIFIER_VOLATILE) != 0 || walk->state->is_dead) {
        return;
    }
    Access made = {.kind = kind,
                   .variable = p->variable,
                   .offset = p->a,
                   .guard = walk->state->guard,
                   .size_bytes = (uint32_t)type_size(type),
                   .location = walk->is_library ? walk->call : location,
                   .divergent = walk->divergent,
                   .loop = walk->loop};
    uint32_t id = 0;
    while (id < walk->access_count && !is_equal(&walk->accesses[id], &made)) {
        id++;
    }
    if (id == ACCESS_LIMIT || made.size_bytes == 0) {
        return;
    }
    walk->accesses[id] = made;
    walk->access_count += id == walk->access_count;
    pair_up(walk, id);
    const Pending pending = {id, made.guard, walk->seen++, false};
    Pending *same = find_pending(walk->state, id);
    if (same != NULL) {
        *same = pending;
    } else if (walk->state->pending_count < PENDING_LIMIT) {
        walk->state->pending[walk->state->pending_count++] = pending;
    }
}
