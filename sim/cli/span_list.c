// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/span_list.h"

#include "isa/base/heap.h"

#include <stdlib.h>

void span_list_add(SpanList *list, const RuntimeWork *work)
{
    list->items = heap_room(list->items, list->count, &list->room, sizeof *list->items);
    list->items[list->count++] = (TraceSpan){work->name, work->start_seconds, work->end_seconds,
                                             work->size_bytes, work->launch};
}

void span_list_clear(SpanList *list)
{
    free(list->items);
    *list = (SpanList){0};
}
