// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/page.h"

#include "isa/base/heap.h"
#include "sim/memory/host_bytes.h"

#include <stdlib.h>
#include <string.h>

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

// Index of the first page whose base lies above the address.
static uint32_t page_above(const PageMap *map, uint64_t address)
{
    uint32_t low = 0, high = map->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (map->pages[middle]->region.base <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const Page *page_find(const PageMap *map, uint64_t address)
{
    uint32_t above = page_above(map, address);
    const Page *page = above == 0 ? NULL : map->pages[above - 1];
    return page != NULL && address - page->region.base < page->region.size_bytes ? page : NULL;
}

static void page_destroy(Page *page)
{
    host_bytes_release(page->region.bytes, page->region.size_bytes);
    free(page);
}

static void page_remove(PageMap *map, uint32_t at)
{
    page_destroy(map->pages[at]);
    map->count--;
    memmove(&map->pages[at], &map->pages[at + 1], (map->count - at) * sizeof *map->pages);
}

// New pages have the highest addresses. Between two of them nothing is mapped: on an H200, too,
// small allocations are far from large ones.
static Page *page_append(PageMap *map, uint64_t size_bytes, uint8_t home, uint64_t *next_base)
{
    if (map->count > 0 && map->pages[map->count - 1]->live == 0) {
        page_remove(map, map->count - 1);
    }
    Page *page = calloc(1, sizeof *page);
    if (page == NULL) {
        return NULL;
    }
    page->region = (MemoryRegion){.base = round_up(*next_base, PAGE_BYTES),
                                  .size_bytes = round_up(size_bytes, PAGE_BYTES),
                                  .bytes = host_bytes_create(round_up(size_bytes, PAGE_BYTES)),
                                  .owner = MEMORY_OF_USER,
                                  .home = home};
    if (page->region.bytes == NULL) {
        free(page);
        return NULL;
    }
    map->pages = heap_room(map->pages, map->count, &map->room, sizeof(Page *));
    map->pages[map->count++] = page;
    *next_base = page->region.base + page->region.size_bytes + PAGE_BYTES;
    return page;
}

static Page *page_with_room(PageMap *map, uint64_t size_bytes, uint8_t home)
{
    for (uint32_t i = 0; i < map->count; i++) {
        Page *page = map->pages[i];
        if (page->region.home == home && page->region.size_bytes - page->used_bytes >= size_bytes) {
            return page;
        }
    }
    return NULL;
}

uint8_t *page_place(PageMap *map, uint64_t size_bytes, uint8_t home, uint64_t *next_base,
                    uint64_t *base)
{
    bool is_small = size_bytes <= PAGE_SHARED_BYTES;
    uint64_t taken = round_up(size_bytes + (is_small ? PAGE_GAP_BYTES : 0), PAGE_ALIGNMENT);
    Page *page = is_small ? page_with_room(map, taken, home) : NULL;
    if (page == NULL) {
        page = page_append(map, taken, home, next_base);
    }
    if (page == NULL) {
        return NULL;
    }
    uint8_t *bytes = page->region.bytes + page->used_bytes;
    *base = page->region.base + page->used_bytes;
    // What a large allocation leaves of its last page is nobody's.
    page->used_bytes = is_small ? page->used_bytes + taken : page->region.size_bytes;
    page->live++;
    return bytes;
}

// An empty page goes. The newest stays while it has room, so that allocating and freeing in a loop
// does not map a page each time.
void page_leave(PageMap *map, uint64_t base)
{
    uint32_t at = page_above(map, base) - 1;
    Page *page = map->pages[at];
    page->live--;
    bool has_room = page->used_bytes < page->region.size_bytes;
    if (page->live == 0 && !(has_room && at == map->count - 1)) {
        page_remove(map, at);
    }
}

void page_map_destroy(PageMap *map)
{
    for (uint32_t i = 0; i < map->count; i++) {
        page_destroy(map->pages[i]);
    }
    free(map->pages);
    *map = (PageMap){0};
}
