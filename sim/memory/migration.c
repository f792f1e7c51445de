// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/migration.h"

#include "sim/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

static uint64_t block_count(const MemoryRegion *region)
{
    uint64_t end = region->base + (region->size_bytes > 0 ? region->size_bytes - 1 : 0);
    return end / MIGRATION_BYTES - region->base / MIGRATION_BYTES + 1;
}

void migration_begin(MemoryRegion *region)
{
    region->is_here = calloc(block_count(region), 1);
}

void migration_end(MemoryRegion *region)
{
    free(region->is_here);
    region->is_here = NULL;
}

void migration_move(MemoryRegion *region, uint64_t address, uint64_t size_bytes, bool is_here)
{
    if (region->is_here == NULL || size_bytes == 0) {
        return;
    }
    uint64_t first = region->base / MIGRATION_BYTES, last = block_count(region) - 1;
    uint64_t from = address / MIGRATION_BYTES - first,
             to = (address + size_bytes - 1) / MIGRATION_BYTES - first;
    if (from <= last) {
        memset(region->is_here + from, is_here, (size_t)((to < last ? to : last) - from + 1));
    }
}

uint64_t migration_away(const MemoryRegion *region)
{
    uint64_t away = 0;
    for (uint64_t i = 0; region->is_here != NULL && i < block_count(region); i++) {
        away += region->is_here[i] == 0;
    }
    return away;
}
