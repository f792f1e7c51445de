// SPDX-License-Identifier: Apache-2.0
// Which bytes of a region were written (MemoryRegion.valid). Of memory that host code reaches, not
// every store is seen (the C library's are not). Therefore, such memory is watched: while it is
// fresh, each word holds a value that nothing else is likely to hold, and a word with another value
// was written.
#ifndef LOCKSTEP_MEMORY_WRITTEN_H
#define LOCKSTEP_MEMORY_WRITTEN_H

#include "sim/memory/device_memory.h"

void written_mark(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes,
                  bool is_written);
// Nobody has written the region.
void written_fill(const MemoryRegion *region);
// Marks what was written unseen in these bytes of the region.
void written_settle(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes);
// Whether none of these bytes was written; they are settled first.
bool written_is_none(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes);

#endif
