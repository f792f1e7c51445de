// SPDX-License-Identifier: Apache-2.0
// Inside of device memory: pages as a GPU maps them, which hold an allocation and what lies around
// it. No GPU notices an access outside every allocation that stays in a page. Leaves out: the use
// of an address again after its allocation was freed.
#ifndef LOCKSTEP_MEMORY_PAGE_H
#define LOCKSTEP_MEMORY_PAGE_H

#include "sim/memory/device_memory.h"

// Measured on an H200 (driver 580): cudaMalloc gives addresses of the first page that has room, a
// multiple of 512 apart, to allocations of up to 1 MiB; larger ones start a page of their own.
// Here, at least 256 bytes lie between small allocations: an access just past the end of one is
// none to the next.
#define PAGE_BYTES        (UINT64_C(2) << 20)
#define PAGE_SHARED_BYTES (UINT64_C(1) << 20)
#define PAGE_ALIGNMENT    512u
#define PAGE_GAP_BYTES    256u

// One page, or those of one large allocation, as a region that holds all of it.
typedef struct Page {
    MemoryRegion region;
    uint64_t used_bytes; // given to allocations; later ones lie behind
    uint32_t live;       // allocations that are not freed
} Page;

typedef struct PageMap {
    Page **pages; // by rising base
    uint32_t count, room;
} PageMap;

// A place in a page of this GPU's memory; a new page lies at *next_base or above, which is moved
// past it. NULL: the host has no memory left.
uint8_t *page_place(PageMap *map, uint64_t size_bytes, uint8_t home, uint64_t *next_base,
                    uint64_t *base);
// The allocation that page_place put at this address is freed.
void page_leave(PageMap *map, uint64_t base);
// The page that holds this byte, or NULL.
const Page *page_find(const PageMap *map, uint64_t address);
void page_map_destroy(PageMap *map);

#endif
