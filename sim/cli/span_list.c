// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/span_list.h"

#include <stdlib.h>

void span_list_add(SpanList *list, const RuntimeWork *work)
{
    if (list->count == list->room) {
        list->room = list->room == 0 ? 64 : list->room * 2;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        if (list->items == NULL) {
            abort();
        }
    }
    list->items[list->count++] = (TraceSpan){work->name, work->start_seconds, work->end_seconds,
                                             work->size_bytes, work->launch};
}

void span_list_clear(SpanList *list)
{
    free(list->items);
    *list = (SpanList){0};
}
