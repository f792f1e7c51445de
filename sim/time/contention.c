// SPDX-License-Identifier: Apache-2.0
#include "sim/time/contention.h"

#include "isa/base/heap.h"

#include <stdlib.h>

void contention_init(Contention *contention, uint32_t slices, uint32_t sms, Arena *arena)
{
    *contention = (Contention){.slice_count = slices};
    contention->queues = arena_alloc(arena, slices * sizeof *contention->queues);
    contention->waiting = arena_alloc(arena, sms * sizeof *contention->waiting);
    contention->active = arena_alloc(arena, slices * sizeof *contention->active);
}

void contention_destroy(Contention *contention)
{
    for (uint32_t slice = 0; slice < contention->slice_count; slice++) {
        free(contention->queues[slice].heap);
    }
}

static bool is_before(const Contender *a, const Contender *b)
{
    return a->tag != b->tag ? a->tag < b->tag : a->number < b->number;
}

void contention_add(Contention *contention, uint32_t slice, uint32_t sm, uint32_t warp,
                    uint32_t lanes)
{
    ContenderQueue *queue = &contention->queues[slice];
    queue->heap = heap_room(queue->heap, queue->count, &queue->room, sizeof *queue->heap);
    if (queue->count == 0) {
        contention->active[contention->active_count++] = slice;
    }
    double share = ++contention->waiting[sm];
    Contender added = {queue->tag + lanes * share, contention->next_number++, sm, warp};
    uint32_t at = queue->count++;
    for (; at > 0 && is_before(&added, &queue->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        queue->heap[at] = queue->heap[(at - 1) / 2];
    }
    queue->heap[at] = added;
}

static void forget_slice(Contention *contention, uint32_t slice)
{
    uint32_t i = 0;
    while (contention->active[i] != slice) {
        i++;
    }
    contention->active[i] = contention->active[--contention->active_count];
}

Contender contention_take(Contention *contention, uint32_t slice)
{
    ContenderQueue *queue = &contention->queues[slice];
    Contender first = queue->heap[0], last = queue->heap[--queue->count];
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < queue->count) {
        child +=
            child + 1 < queue->count && is_before(&queue->heap[child + 1], &queue->heap[child]);
        if (!is_before(&queue->heap[child], &last)) {
            break;
        }
        queue->heap[at] = queue->heap[child];
        at = child;
    }
    queue->heap[at] = last;
    queue->tag = first.tag;
    contention->waiting[first.sm]--;
    if (queue->count == 0) {
        forget_slice(contention, slice);
    }
    return first;
}
