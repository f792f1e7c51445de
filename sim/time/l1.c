// SPDX-License-Identifier: Apache-2.0
// Lines are found by a hash and replaced from the oldest to the newest of their set by a list,
// because a set may have as many as 64 ways. The table of the hash is probed place after place and
// holds the hashes themselves, so that the host reads no line but the one that is searched for.
#include "sim/time/l1.h"

#include <stdalign.h>
#include <string.h>

enum { SECTORS = 4, NO_LINE = 0 };

// Number 0 means no line. A line is one of the host's.
struct L1Line {
    alignas(64) uint64_t tag; // line + 1; 0: free
    uint64_t value[SECTORS];  // the cycle of its arrival, or while that is not known its request
    uint32_t older, newer;    // of the set
    uint32_t age;             // of the cache when it was last used
    uint8_t valid, pending;   // sectors held or on their way; of these, whose cycle is not known
};

static void init_set(L1 *l1, uint32_t set)
{
    uint32_t first = 1 + set * l1->ways;
    for (uint32_t way = 0; way < l1->ways; way++) {
        L1Line *line = &l1->lines[first + way];
        line->older = way == 0 ? NO_LINE : first + way - 1;
        line->newer = way + 1 == l1->ways ? NO_LINE : first + way + 1;
    }
    l1->sets_of[set] = (L1Set){first, first + l1->ways - 1};
}

void l1_init(L1 *l1, uint64_t size_bytes, uint32_t ways, Arena *arena)
{
    uint32_t count = (uint32_t)(size_bytes / 128);
    uint32_t used_ways = ways == 0 || ways > count ? (count < 4 ? count : 4) : ways;
    *l1 = (L1){.ways = used_ways, .sets = used_ways == 0 ? 0 : count / used_ways};
    l1->set_count = divisor_of(l1->sets > 0 ? l1->sets : 1);
    uint32_t place_count = 2;
    while (place_count < l1->sets * l1->ways * 2) {
        place_count *= 2;
    }
    l1->place_mask = place_count - 1;
    l1->lines = arena_alloc(arena, ((size_t)l1->sets * l1->ways + 1) * sizeof(L1Line));
    l1->sets_of = arena_alloc(arena, ((size_t)l1->sets + 1) * sizeof(L1Set));
    l1->places = arena_alloc(arena, place_count * sizeof *l1->places);
    for (uint32_t set = 0; set < l1->sets; set++) {
        init_set(l1, set);
    }
}

static uint32_t hash_of(uint64_t line)
{
    return (uint32_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

// Where the search for the line begins.
static L1Place *home_of(const L1 *l1, uint64_t line)
{
    return &l1->places[hash_of(line) & l1->place_mask];
}

static uint32_t find(const L1 *l1, uint64_t line)
{
    uint32_t hash = hash_of(line), at = hash & l1->place_mask;
    for (; l1->places[at].number != NO_LINE; at = (at + 1) & l1->place_mask) {
        const L1Place *place = &l1->places[at];
        if (place->hash == hash && l1->lines[place->number].tag == line + 1) {
            return place->number;
        }
    }
    return NO_LINE;
}

static void remember(L1 *l1, uint64_t line, uint32_t number)
{
    uint32_t hash = hash_of(line), at = hash & l1->place_mask;
    while (l1->places[at].number != NO_LINE) {
        at = (at + 1) & l1->place_mask;
    }
    l1->places[at] = (L1Place){hash, number};
}

// What was put behind the line because of it moves up, so that searches end at the first free
// place.
static void forget(L1 *l1, uint32_t number)
{
    uint32_t mask = l1->place_mask, hole = hash_of(l1->lines[number].tag - 1) & mask;
    while (l1->places[hole].number != number) {
        hole = (hole + 1) & mask;
    }
    for (uint32_t at = (hole + 1) & mask; l1->places[at].number != NO_LINE; at = (at + 1) & mask) {
        uint32_t passed = (at - l1->places[at].hash) & mask;
        if (passed >= ((at - hole) & mask)) {
            l1->places[hole] = l1->places[at];
            hole = at;
        }
    }
    l1->places[hole] = (L1Place){0};
}

void l1_announce(const L1 *l1, uint64_t line)
{
    if (l1->sets > 0) {
        __builtin_prefetch(home_of(l1, line), 1);
        __builtin_prefetch(&l1->sets_of[divide_rest(line, &l1->set_count)], 1);
    }
}

void l1_announce_entry(const L1 *l1, uint64_t line)
{
    if (l1->sets > 0) {
        const L1Place *place = home_of(l1, line);
        if (place->hash == hash_of(line)) {
            __builtin_prefetch(&l1->lines[place->number], 1);
        }
        __builtin_prefetch(&l1->lines[l1->sets_of[divide_rest(line, &l1->set_count)].oldest], 1);
    }
}

void l1_announce_place(const L1 *l1, uint64_t line)
{
    if (l1->sets > 0) {
        const L1Line *entry = &l1->lines[l1->sets_of[divide_rest(line, &l1->set_count)].oldest];
        __builtin_prefetch(home_of(l1, entry->tag - 1), 1);
        __builtin_prefetch(&l1->lines[entry->newer], 1);
    }
}

// The oldest line of the set becomes this one.
static uint32_t replace(L1 *l1, uint64_t line)
{
    uint32_t number = l1->sets_of[divide_rest(line, &l1->set_count)].oldest;
    L1Line *entry = &l1->lines[number];
    if (entry->tag != 0) {
        forget(l1, number);
    }
    remember(l1, line, number);
    entry->tag = line + 1;
    entry->valid = entry->pending = 0;
    return number;
}

static void make_newest(L1 *l1, uint32_t number)
{
    L1Line *entry = &l1->lines[number];
    if (entry->newer == NO_LINE) {
        return;
    }
    L1Set *set = &l1->sets_of[(number - 1) / l1->ways];
    l1->lines[entry->newer].older = entry->older;
    if (entry->older == NO_LINE) {
        set->oldest = entry->newer;
    } else {
        l1->lines[entry->older].newer = entry->newer;
    }
    l1->lines[set->newest].newer = number;
    entry->older = set->newest;
    entry->newer = NO_LINE;
    set->newest = number;
}

// The line's entry, now its set's newest.
static L1Line *take(L1 *l1, uint64_t line)
{
    uint32_t number = find(l1, line);
    number = number == NO_LINE ? replace(l1, line) : number;
    make_newest(l1, number);
    L1Line *entry = &l1->lines[number];
    if (entry->age != l1->age) {
        entry->age = l1->age;
        entry->valid = entry->pending;
    }
    return entry;
}

void l1_forget(L1 *l1)
{
    l1->age++;
}

L1Result l1_read(L1 *l1, uint64_t line, uint32_t sectors, uint32_t request)
{
    L1Result result = {0};
    if (l1->sets == 0) {
        result.misses = sectors;
        return result;
    }
    L1Line *entry = take(l1, line);
    result.pending = sectors & entry->pending;
    result.hits = sectors & entry->valid & ~(uint32_t)entry->pending;
    result.misses = sectors & ~(uint32_t)entry->valid;
    for (uint32_t i = 0; i < SECTORS; i++) {
        if ((result.hits >> i & 1) != 0 && entry->value[i] > result.ready) {
            result.ready = entry->value[i];
        }
        if ((result.pending >> i & 1) != 0 && entry->value[i] > result.request) {
            result.request = (uint32_t)entry->value[i];
        }
        if ((result.misses >> i & 1) != 0) {
            entry->value[i] = request;
        }
    }
    entry->valid = (uint8_t)(entry->valid | result.misses);
    entry->pending = (uint8_t)(entry->pending | result.misses);
    return result;
}

void l1_write(L1 *l1, uint64_t line, uint32_t sectors, Cycle ready)
{
    if (l1->sets == 0) {
        return;
    }
    L1Line *entry = take(l1, line);
    for (uint32_t i = 0; i < SECTORS; i++) {
        if (((sectors & ~(uint32_t)entry->pending) >> i & 1) != 0) {
            entry->value[i] = ready;
        }
    }
    entry->valid = (uint8_t)(entry->valid | sectors);
}

void l1_fill(L1 *l1, uint64_t line, uint32_t request, Cycle ready)
{
    if (l1->sets == 0) {
        return;
    }
    uint32_t number = find(l1, line);
    L1Line *entry = &l1->lines[number];
    for (uint32_t i = 0; number != NO_LINE && i < SECTORS; i++) {
        if ((entry->pending >> i & 1) != 0 && entry->value[i] == request) {
            entry->pending = (uint8_t)(entry->pending & ~(1u << i));
            entry->value[i] = ready;
        }
    }
}
