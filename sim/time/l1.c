// SPDX-License-Identifier: Apache-2.0
// A set may have as many as 64 ways. Its head holds hashes of the ways' lines and a list of the
// ways in the order of their use, so that of all lines the host reads no other than the one that is
// searched for.
#include "sim/time/l1.h"

#include "isa/base/bits.h"

#include <stdalign.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { SECTORS = 4, NO_LINE = 0 };
enum { HOST_WORDS = 32 }; // of 16 bits in a line of the host
enum { GROUP = 16 };      // hashes that are compared at a time

// Number 0 means no line. A line is one of the host's.
struct L1Line {
    alignas(64) uint64_t tag; // line + 1; 0: free
    uint64_t value[SECTORS];  // the cycle of its arrival, or while that is not known its request
    uint32_t age;             // of the cache when it was last used
    uint8_t valid, pending;   // sectors held or on their way; of these, whose cycle is not known
};

// The ways of a set in the order of their use. Zero is an empty one.
struct L1Order {
    uint16_t used; // ways that are not free, the first ones
    uint16_t oldest, newest;
};

typedef struct Links {
    uint16_t older, newer; // not defined at the ends
} Links;

typedef struct Set {
    const L1 *l1;
    int16_t *hash; // [ways], and some that are not used
    Links *links;  // [ways]
    L1Order *order;
    uint32_t first; // number of its first line
} Set;

void l1_init(L1 *l1, uint64_t size_bytes, uint32_t ways, Arena *arena)
{
    uint32_t count = (uint32_t)(size_bytes / 128);
    uint32_t used_ways = ways == 0 || ways > count ? (count < 4 ? count : 4) : ways;
    *l1 = (L1){.ways = used_ways, .sets = used_ways == 0 ? 0 : count / used_ways};
    l1->set_count = divisor_of(l1->sets > 0 ? l1->sets : 1);
    l1->hash_words = (l1->ways + GROUP - 1) / GROUP * GROUP;
    uint32_t words = l1->hash_words + l1->ways * (uint32_t)(sizeof(Links) / sizeof *l1->heads);
    l1->head_words = (words + HOST_WORDS - 1) / HOST_WORDS * HOST_WORDS;
    l1->lines = arena_alloc(arena, ((size_t)l1->sets * l1->ways + 1) * sizeof(L1Line));
    l1->heads = arena_alloc(arena, (size_t)l1->sets * l1->head_words * sizeof *l1->heads);
    l1->orders = arena_alloc(arena, l1->sets * sizeof *l1->orders);
}

static Set set_of(const L1 *l1, uint64_t line)
{
    uint32_t number = (uint32_t)divide_rest(line, &l1->set_count);
    int16_t *head = l1->heads + (size_t)number * l1->head_words;
    return (Set){.l1 = l1,
                 .hash = head,
                 .links = (Links *)(head + l1->hash_words),
                 .order = &l1->orders[number],
                 .first = 1 + number * l1->ways};
}

static int16_t hash_of(uint64_t line)
{
    return (int16_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 48);
}

// A bit for each of GROUP words that is `wanted`.
static inline uint32_t equal_words(const int16_t *words, int16_t wanted)
{
#if defined(__SSE2__)
    __m128i all = _mm_set1_epi16(wanted);
    __m128i low = _mm_cmpeq_epi16(_mm_load_si128((const __m128i *)(const void *)words), all);
    __m128i high = _mm_cmpeq_epi16(_mm_load_si128((const __m128i *)(const void *)(words + 8)), all);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#else
    uint32_t equal = 0;
    for (uint32_t i = 0; i < GROUP; i++) {
        equal |= (uint32_t)(words[i] == wanted) << i;
    }
    return equal;
#endif
}

// The number of a line that is likely to be this one, because it has its hash.
static uint32_t likely(const Set *set, uint64_t line)
{
    int16_t hash = hash_of(line);
    for (uint32_t from = 0; from < set->l1->ways; from += GROUP) {
        uint32_t equal = equal_words(set->hash + from, hash);
        if (equal != 0) {
            uint32_t way = from + bits_lowest(equal);
            return way < set->order->used ? set->first + way : NO_LINE;
        }
    }
    return NO_LINE;
}

static uint32_t find(const Set *set, uint64_t line)
{
    const L1Line *lines = set->l1->lines;
    uint32_t number = likely(set, line);
    if (number == NO_LINE || lines[number].tag == line + 1) {
        return number;
    }
    for (uint32_t way = 0; way < set->order->used; way++) { // several have the hash
        if (lines[set->first + way].tag == line + 1) {
            return set->first + way;
        }
    }
    return NO_LINE;
}

// The way that another line takes next: a free one, else the oldest.
static uint32_t next_way(const Set *set)
{
    return set->order->used < set->l1->ways ? set->order->used : set->order->oldest;
}

void l1_announce(const L1 *l1, uint64_t line)
{
    if (l1->sets > 0) {
        const int16_t *hash = set_of(l1, line).hash;
        for (uint32_t word = 0; word < l1->hash_words; word += HOST_WORDS) {
            __builtin_prefetch(hash + word, 1);
        }
    }
}

uint32_t l1_announce_entry(const L1 *l1, uint64_t line)
{
    if (l1->sets == 0) {
        return L1_ABSENT;
    }
    Set set = set_of(l1, line);
    uint32_t number = likely(&set, line);
    uint32_t way = number != NO_LINE ? number - set.first : next_way(&set);
    __builtin_prefetch(&l1->lines[set.first + way], 1);
    __builtin_prefetch(&set.links[way], 1);
    __builtin_prefetch(&set.links[set.order->newest], 1);
    return number;
}

void l1_announce_place(const L1 *l1, uint32_t place)
{
    __builtin_prefetch(&l1->lines[place], 1);
}

// The way becomes the newest one, after a used one left its place in the order.
static void append(const Set *set, uint32_t way)
{
    L1Order *order = set->order;
    set->links[order->newest].newer = (uint16_t)way;
    set->links[way].older = order->newest;
    order->newest = (uint16_t)way;
}

static void make_newest(const Set *set, uint32_t way)
{
    L1Order *order = set->order;
    if (way == order->newest) {
        return;
    }
    Links links = set->links[way];
    if (way == order->oldest) {
        order->oldest = links.newer;
    } else {
        set->links[links.older].newer = links.newer;
        set->links[links.newer].older = links.older;
    }
    append(set, way);
}

// The line takes the place of another one. Nothing of that is read, so that the host need not wait
// for it.
static uint32_t replace(const Set *set, uint64_t line)
{
    L1Order *order = set->order;
    uint32_t way = next_way(set);
    if (way == order->used && way < set->l1->ways) {
        append(set, way);
        order->used++;
    } else {
        make_newest(set, way);
    }
    L1Line *entry = &set->l1->lines[set->first + way];
    set->hash[way] = hash_of(line);
    entry->tag = line + 1;
    entry->age = set->l1->age;
    entry->valid = entry->pending = 0;
    return set->first + way;
}

// The line's number; it is now its set's newest.
static uint32_t take(const L1 *l1, uint64_t line, uint32_t hint)
{
    Set set = set_of(l1, line);
    bool is_right = hint == L1_ABSENT || (hint != L1_UNKNOWN && l1->lines[hint].tag == line + 1);
    uint32_t number = is_right ? hint : find(&set, line);
    if (number == NO_LINE) {
        return replace(&set, line);
    }
    make_newest(&set, number - set.first);
    L1Line *entry = &l1->lines[number];
    if (entry->age != l1->age) {
        entry->age = l1->age;
        entry->valid = entry->pending;
    }
    return number;
}

void l1_forget(L1 *l1)
{
    l1->age++;
}

L1Result l1_read(const L1 *l1, uint64_t line, uint32_t hint, uint32_t sectors, uint32_t request)
{
    L1Result result = {0};
    if (l1->sets == 0) {
        result.misses = sectors;
        return result;
    }
    result.place = take(l1, line, hint);
    L1Line *entry = &l1->lines[result.place];
    result.pending = sectors & entry->pending;
    result.hits = sectors & entry->valid & ~(uint32_t)entry->pending;
    result.misses = sectors & ~(uint32_t)entry->valid;
    for (uint32_t rest = result.misses; rest != 0; rest &= rest - 1) {
        entry->value[bits_lowest(rest)] = request;
    }
    for (uint32_t rest = result.hits; rest != 0; rest &= rest - 1) {
        Cycle ready = entry->value[bits_lowest(rest)];
        result.ready = ready > result.ready ? ready : result.ready;
    }
    for (uint32_t rest = result.pending; rest != 0; rest &= rest - 1) {
        uint64_t asked = entry->value[bits_lowest(rest)];
        result.request = asked > result.request ? (uint32_t)asked : result.request;
    }
    entry->valid = (uint8_t)(entry->valid | result.misses);
    entry->pending = (uint8_t)(entry->pending | result.misses);
    return result;
}

void l1_write(const L1 *l1, uint64_t line, uint32_t hint, uint32_t sectors, Cycle ready)
{
    if (l1->sets == 0) {
        return;
    }
    L1Line *entry = &l1->lines[take(l1, line, hint)];
    for (uint32_t rest = sectors & ~(uint32_t)entry->pending; rest != 0; rest &= rest - 1) {
        entry->value[bits_lowest(rest)] = ready;
    }
    entry->valid = (uint8_t)(entry->valid | sectors);
}

void l1_fill(const L1 *l1, uint32_t place, uint64_t line, uint32_t request, Cycle ready)
{
    L1Line *entry = &l1->lines[place];
    uint32_t pending = entry->tag == line + 1 ? entry->pending : 0;
    for (uint32_t rest = pending; rest != 0; rest &= rest - 1) {
        uint32_t i = bits_lowest(rest);
        if (entry->value[i] == request) {
            entry->pending = (uint8_t)(entry->pending & ~(1u << i));
            entry->value[i] = ready;
        }
    }
}
