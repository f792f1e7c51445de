// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/beyond.h"

#include "isa/machine/position.h"
#include "sim/warp/executor.h"

void beyond_init(BeyondNote *note)
{
    pthread_mutex_init(&note->lock, NULL);
    atomic_init(&note->count, 0);
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

bool beyond_is_same_place(const MachineProgram *program, uint32_t a, uint32_t b)
{
    SourcePosition x = micro_position(program, a), y = micro_position(program, b);
    return a == b || (x.line == y.line && x.column == y.column && x.file == y.file);
}

static BeyondAccess *place_at(const MachineProgram *program, BeyondNote *note, uint32_t pc)
{
    uint32_t count = atomic_load(&note->count);
    for (uint32_t i = 0; i < count; i++) {
        if (beyond_is_same_place(program, note->places[i].pc, pc)) {
            return &note->places[i];
        }
    }
    return NULL;
}

bool beyond_is_first(const Block *block, uint32_t pc)
{
    BeyondNote *note = block->launch->beyond;
    const BeyondAccess *place = place_at(block->launch->program, note, pc);
    return place == NULL ? atomic_load(&note->count) < BEYOND_PLACES_MAX
                         : index_of(block) < atomic_load(&place->block);
}

void beyond_note(const Block *block, const Fault *fault)
{
    BeyondNote *note = block->launch->beyond;
    pthread_mutex_lock(&note->lock);
    BeyondAccess *place = place_at(block->launch->program, note, fault->pc);
    uint32_t count = atomic_load(&note->count);
    if (place == NULL && count < BEYOND_PLACES_MAX) {
        note->places[count].pc = fault->pc;
        note->places[count].fault = *fault;
        atomic_init(&note->places[count].block, index_of(block));
        atomic_store(&note->count, count + 1);
    } else if (place != NULL && index_of(block) < atomic_load(&place->block)) {
        place->fault = *fault;
        atomic_store(&place->block, index_of(block));
    }
    pthread_mutex_unlock(&note->lock);
}

const Fault *beyond_first(const BeyondNote *note)
{
    const BeyondAccess *first = NULL;
    for (uint32_t i = 0; i < atomic_load(&note->count); i++) {
        const BeyondAccess *place = &note->places[i];
        uint64_t block = atomic_load(&place->block);
        uint64_t least = first == NULL ? UINT64_MAX : atomic_load(&first->block);
        if (block < least || (block == least && place->pc < first->pc)) {
            first = place;
        }
    }
    return first == NULL ? NULL : &first->fault;
}
