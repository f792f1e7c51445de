// SPDX-License-Identifier: Apache-2.0
// What a program has the device do, kept in the order of issue.
#ifndef LOCKSTEP_CLI_SPAN_LIST_H
#define LOCKSTEP_CLI_SPAN_LIST_H

#include "sim/report/trace.h"
#include "sim/runtime/runtime.h"

typedef struct SpanList {
    TraceSpan *items;
    uint32_t count, room;
} SpanList;

void span_list_add(SpanList *list, const RuntimeWork *work);
void span_list_clear(SpanList *list);

#endif
