// SPDX-License-Identifier: Apache-2.0
#include "sim/time/l1.h"

#include <string.h>

enum { SECTORS = 4 };

struct L1Line {
    uint64_t tag; // line + 1; 0: free
    uint64_t used;
    uint32_t valid, pending; // sectors held or on their way; of these, whose cycle is not known
    uint32_t request[SECTORS];
    Cycle ready[SECTORS];
};

void l1_init(L1 *l1, uint64_t size_bytes, uint32_t ways, Arena *arena)
{
    uint32_t count = (uint32_t)(size_bytes / 128);
    uint32_t used_ways = ways == 0 || ways > count ? (count < 4 ? count : 4) : ways;
    *l1 = (L1){.ways = used_ways, .sets = used_ways == 0 ? 0 : count / used_ways};
    l1->lines = arena_alloc(arena, (size_t)l1->sets * l1->ways * sizeof(L1Line));
}

static L1Line *find(const L1 *l1, uint64_t line, L1Line **oldest)
{
    L1Line *set = &l1->lines[line % l1->sets * l1->ways];
    *oldest = set;
    for (uint32_t way = 0; way < l1->ways; way++) {
        if (set[way].tag == line + 1) {
            return &set[way];
        }
        if (set[way].used < (*oldest)->used) {
            *oldest = &set[way];
        }
    }
    return NULL;
}

L1Result l1_read(L1 *l1, uint64_t line, uint32_t sectors, uint32_t request)
{
    L1Result result = {0};
    if (l1->sets == 0) {
        result.misses = sectors;
        return result;
    }
    L1Line *oldest, *entry = find(l1, line, &oldest);
    if (entry == NULL) {
        entry = oldest;
        memset(entry, 0, sizeof *entry);
        entry->tag = line + 1;
    }
    entry->used = ++l1->uses;
    result.pending = sectors & entry->pending;
    result.hits = sectors & entry->valid & ~entry->pending;
    result.misses = sectors & ~entry->valid;
    for (uint32_t i = 0; i < SECTORS; i++) {
        if ((result.hits >> i & 1) != 0 && entry->ready[i] > result.ready) {
            result.ready = entry->ready[i];
        }
        if ((result.pending >> i & 1) != 0 && entry->request[i] > result.request) {
            result.request = entry->request[i];
        }
        if ((result.misses >> i & 1) != 0) {
            entry->request[i] = request;
        }
    }
    entry->valid |= result.misses;
    entry->pending |= result.misses;
    return result;
}

void l1_fill(L1 *l1, uint64_t line, uint32_t request, Cycle ready)
{
    if (l1->sets == 0) {
        return;
    }
    L1Line *oldest, *entry = find(l1, line, &oldest);
    for (uint32_t i = 0; entry != NULL && i < SECTORS; i++) {
        if ((entry->pending >> i & 1) != 0 && entry->request[i] == request) {
            entry->pending &= ~(1u << i);
            entry->ready[i] = ready;
        }
    }
}
