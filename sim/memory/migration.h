// SPDX-License-Identifier: Apache-2.0
// Inside of device memory: which blocks of a region of managed memory are on a GPU, and which with
// the host (MemoryRegion.is_here).
#ifndef LOCKSTEP_MEMORY_MIGRATION_H
#define LOCKSTEP_MEMORY_MIGRATION_H

#include "sim/memory/device_memory.h"

// From now on the region is managed memory, all of it with the host; or it no longer is.
void migration_begin(MemoryRegion *region);
void migration_end(MemoryRegion *region);
// Moves the blocks that the bytes touch, to a GPU or to the host. Ignores memory that is not
// managed.
void migration_move(MemoryRegion *region, uint64_t address, uint64_t size_bytes, bool is_here);
// Blocks that are with the host.
uint64_t migration_away(const MemoryRegion *region);

#endif
