// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/beyond.h"

#include "sim/warp/executor.h"

void beyond_init(BeyondNote *note)
{
    pthread_mutex_init(&note->lock, NULL);
    atomic_init(&note->block, UINT64_MAX);
}

void beyond_destroy(BeyondNote *note)
{
    pthread_mutex_destroy(&note->lock);
}

uint8_t *beyond_bytes(const Block *block, uint64_t address, uint64_t size_bytes)
{
    const MemoryRegion *page =
        block->launch->beyond == NULL ? NULL : device_memory_page(block->launch->memory, address);
    if (page == NULL || page->size_bytes - (address - page->base) < size_bytes) {
        return NULL;
    }
    return page->bytes + (address - page->base);
}

static uint64_t index_of(const Block *block)
{
    const uint32_t *grid = block->launch->grid, *at = block->place.block;
    return ((uint64_t)at[2] * grid[1] + at[1]) * grid[0] + at[0];
}

bool beyond_is_first(const Block *block)
{
    return index_of(block) < atomic_load(&block->launch->beyond->block);
}

void beyond_note(const Block *block, const Fault *fault)
{
    BeyondNote *note = block->launch->beyond;
    pthread_mutex_lock(&note->lock);
    if (beyond_is_first(block)) {
        atomic_store(&note->block, index_of(block));
        note->fault = *fault;
    }
    pthread_mutex_unlock(&note->lock);
}
