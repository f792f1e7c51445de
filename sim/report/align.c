// SPDX-License-Identifier: Apache-2.0
#include "sim/report/align.h"

#include <string.h>

// How many launches one GPU may lack before its next one is taken for a different launch.
enum { REACH = 1024 };

typedef struct Aligner {
    LaunchRows rows;
    uint32_t room, gpu_count;
    Arena *arena;
} Aligner;

static const ReportLaunch *launch_of(const LaunchRow *row, uint32_t gpu_count)
{
    for (uint32_t g = 0; g < gpu_count; g++) {
        if (row->launches[g] != NULL) {
            return row->launches[g];
        }
    }
    return NULL;
}

// The first row at or after `from` of this kernel; rows.count if none is near.
static uint32_t find_row(const Aligner *aligner, uint32_t from, const ReportLaunch *launch)
{
    const LaunchRows *rows = &aligner->rows;
    for (uint32_t i = from; i < rows->count && i - from < REACH; i++) {
        const ReportLaunch *other = launch_of(&rows->items[i], aligner->gpu_count);
        if (strcmp(other->record->kernel, launch->record->kernel) == 0) {
            return i;
        }
    }
    return rows->count;
}

static void insert_row(Aligner *aligner, uint32_t at)
{
    LaunchRows *rows = &aligner->rows;
    rows->items =
        arena_room(aligner->arena, rows->items, rows->count, &aligner->room, sizeof *rows->items);
    memmove(&rows->items[at + 1], &rows->items[at], (rows->count - at) * sizeof *rows->items);
    rows->items[at].launches =
        arena_alloc(aligner->arena, (aligner->gpu_count + 1) * sizeof *rows->items[at].launches);
    rows->count++;
}

LaunchRows launch_rows(const Report *const *reports, uint32_t count, Arena *arena)
{
    Aligner aligner = {.gpu_count = count, .arena = arena};
    for (uint32_t g = 0; g < count; g++) {
        uint32_t next = 0;
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            const ReportLaunch *launch = &reports[g]->launches[i];
            uint32_t at = find_row(&aligner, next, launch);
            if (at == aligner.rows.count) {
                at = next;
                insert_row(&aligner, at);
            }
            aligner.rows.items[at].launches[g] = launch;
            next = at + 1;
        }
    }
    return aligner.rows;
}
