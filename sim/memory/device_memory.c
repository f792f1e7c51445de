// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/device_memory.h"

#include "isa/base/heap.h"
#include "sim/memory/host_bytes.h"
#include "sim/memory/kernel_heap.h"
#include "sim/memory/migration.h"
#include "sim/memory/multicast.h"
#include "sim/memory/page.h"
#include "sim/memory/written.h"

#include <stdlib.h>
#include <string.h>

#define REGION_ALIGNMENT 256u
#define REGION_MAX_BYTES (UINT64_C(1) << 39) // more than any GPU has; some allocators abort on more

struct DeviceMemory {
    uint64_t limit_bytes, used_bytes[MEMORY_HOMES + 1]; // the last: unused, of regions of all GPUs
    uint32_t home, hidden;
    uint64_t next_base; // addresses are never reused, so that a stale pointer is detected
    uint64_t changes;
    bool is_narrow, is_used, is_tracked;
    PageMap pages;
    MemoryRegion **regions; // by rising base
    uint32_t count, room;
    MemoryRegion freed[MEMORY_FREED_KEPT]; // the last that were released, without their bytes
    uint32_t freed_count;                  // of all that were
    MulticastView *multicasts;
    uint32_t multicast_count, multicast_room;
    KernelHeap heap;     // of the kernels; its fill is that of all allocations
    uint64_t departures; // how often managed memory came to be with the host
};

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

// Index of the first region whose base lies above the address.
static uint32_t region_above(const DeviceMemory *memory, uint64_t address)
{
    uint32_t low = 0, high = memory->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (memory->regions[middle]->base <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void region_name(MemoryRegion *region, const char *name)
{
    size_t length = name == NULL ? 0 : strlen(name);
    if (length >= sizeof region->name) {
        length = sizeof region->name - 1;
    }
    if (length > 0) {
        memcpy(region->name, name, length);
    }
}

// bytes: the host's own memory, or NULL: zeroed memory that the region owns.
static MemoryRegion *region_create(uint64_t base, void *bytes, uint64_t size_bytes,
                                   MemoryOwner owner, const char *name)
{
    MemoryRegion *region = calloc(1, sizeof *region);
    if (region == NULL) {
        return NULL;
    }
    region->is_mapped = bytes != NULL;
    region->bytes = region->is_mapped ? bytes : host_bytes_create(size_bytes);
    if (region->bytes == NULL) {
        free(region);
        return NULL;
    }
    region->base = base;
    region->size_bytes = size_bytes;
    region->owner = owner;
    region_name(region, name);
    return region;
}

static void region_destroy(MemoryRegion *region)
{
    free(region->valid);
    migration_end(region);
    if (!region->is_mapped && !region->is_alias && !region->is_paged) {
        host_bytes_release(region->bytes, region->size_bytes);
    }
    free(region);
}

// Puts a region, unless it is NULL, in its place by rising base.
static MemoryRegion *region_insert(DeviceMemory *memory, MemoryRegion *region)
{
    if (region == NULL) {
        return NULL;
    }
    memory->regions =
        heap_room(memory->regions, memory->count, &memory->room, sizeof(MemoryRegion *));
    uint32_t at = region_above(memory, region->base);
    memmove(&memory->regions[at + 1], &memory->regions[at],
            (memory->count - at) * sizeof(MemoryRegion *));
    memory->regions[at] = region;
    memory->count++;
    memory->changes++;
    bool is_shared = region->is_mapped || region->owner == MEMORY_OF_KERNEL;
    region->home = (uint8_t)(is_shared ? MEMORY_HOMES : memory->home);
    return region;
}

static MemoryRegion *region_append_paged(DeviceMemory *memory, uint64_t size_bytes,
                                         const char *name)
{
    uint64_t base = 0;
    uint8_t *bytes =
        page_place(&memory->pages, size_bytes, (uint8_t)memory->home, &memory->next_base, &base);
    MemoryRegion *region =
        bytes == NULL ? NULL : region_create(base, bytes, size_bytes, MEMORY_OF_USER, name);
    if (region == NULL) {
        return NULL;
    }
    region->is_mapped = false;
    region->is_paged = true;
    return region_insert(memory, region);
}

static MemoryRegion *region_append(DeviceMemory *memory, uint64_t size_bytes, MemoryOwner owner,
                                   const char *name)
{
    if (size_bytes > REGION_MAX_BYTES || size_bytes > SIZE_MAX - REGION_ALIGNMENT) {
        return NULL;
    }
    if (owner == MEMORY_OF_USER && !memory->is_narrow) {
        return region_append_paged(memory, size_bytes, name);
    }
    MemoryRegion *region =
        region_insert(memory, region_create(memory->next_base, NULL, size_bytes, owner, name));
    if (region != NULL) {
        memory->next_base += round_up(size_bytes, REGION_ALIGNMENT) + REGION_ALIGNMENT;
    }
    return region;
}

DeviceMemory *device_memory_create(uint64_t limit_bytes)
{
    DeviceMemory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        return NULL;
    }
    memory->limit_bytes = limit_bytes;
    memory->heap.fill = FILL_BYTE;
    memory->next_base = DEVICE_MEMORY_BASE;
    memory->heap.region = region_append(memory, DEVICE_HEAP_BYTES, MEMORY_OF_KERNEL, "device heap");
    if (memory->heap.region == NULL) {
        device_memory_destroy(memory);
        return NULL;
    }
    kernel_heap_reset(&memory->heap);
    memory->next_base = DEVICE_MEMORY_BASE + 2 * DEVICE_HEAP_BYTES;
    return memory;
}

void device_memory_destroy(DeviceMemory *memory)
{
    if (memory == NULL) {
        return;
    }
    for (uint32_t i = 0; i < memory->count; i++) {
        region_destroy(memory->regions[i]);
    }
    page_map_destroy(&memory->pages);
    free(memory->regions);
    free(memory->multicasts);
    kernel_heap_destroy(&memory->heap);
    free(memory);
}

static void move_to(DeviceMemory *memory, uint64_t base)
{
    memory->heap.region->base = base;
    memory->next_base = base + 2 * memory->heap.region->size_bytes;
}

void device_memory_turn(DeviceMemory *memory, uint32_t home, uint32_t hidden)
{
    memory->home = home;
    memory->hidden = hidden;
}

void device_memory_share(DeviceMemory *memory, uint64_t address, uint32_t guests)
{
    uint32_t above = region_above(memory, address);
    if (above > 0) {
        memory->regions[above - 1]->guests = guests;
    }
}

void device_memory_protect(DeviceMemory *memory, uint64_t address, bool is_read_only)
{
    uint32_t above = region_above(memory, address);
    if (above > 0 && memory->regions[above - 1]->is_alias) {
        memory->regions[above - 1]->owner = is_read_only ? MEMORY_CONSTANT : MEMORY_OF_USER;
    }
}

uint32_t device_memory_guests(const DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    return above > 0 ? memory->regions[above - 1]->guests : 0;
}

uint32_t device_memory_home(const DeviceMemory *memory)
{
    return memory->home;
}

bool device_memory_narrow(DeviceMemory *memory)
{
    if (memory->is_used && !memory->is_narrow) {
        return false;
    }
    if (!memory->is_narrow) {
        memory->is_narrow = true;
        move_to(memory, DEVICE_MEMORY_NARROW_BASE);
    }
    return true;
}

bool device_memory_rebase(DeviceMemory *memory, uint64_t base)
{
    if (memory->is_used || memory->is_narrow) {
        return false;
    }
    move_to(memory, base);
    return true;
}

static bool has_address(const DeviceMemory *memory, uint64_t size_bytes)
{
    return !memory->is_narrow || (memory->next_base <= DEVICE_MEMORY_NARROW_END &&
                                  size_bytes <= DEVICE_MEMORY_NARROW_END - memory->next_base);
}

void device_memory_fill(DeviceMemory *memory, uint8_t byte)
{
    memory->heap.fill = byte;
}

void device_memory_track(DeviceMemory *memory)
{
    MemoryRegion *heap = memory->heap.region;
    memory->is_tracked = true;
    if (heap->valid == NULL) {
        heap->valid = calloc(1, (size_t)heap->size_bytes / 4 + 1);
    }
}

void device_memory_mark(DeviceMemory *memory, uint64_t address, uint64_t size_bytes,
                        bool is_written)
{
    uint32_t above = region_above(memory, address);
    MemoryRegion *region = above == 0 ? NULL : memory->regions[above - 1];
    if (region == NULL || address - region->base >= region->size_bytes) {
        return;
    }
    region->is_blank = region->is_blank && !is_written;
    if (region->valid == NULL) {
        return;
    }
    uint64_t from = address - region->base, left = region->size_bytes - from;
    written_mark(region, from, size_bytes < left ? size_bytes : left, is_written);
}

void device_memory_watch(DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    MemoryRegion *region = above == 0 ? NULL : memory->regions[above - 1];
    if (region != NULL && region->base == address) {
        region->valid = calloc(1, region->size_bytes / 4 + 1);
        region->is_watched = region->valid != NULL;
    }
    if (region != NULL && region->is_watched) {
        written_fill(region);
    }
}

void device_memory_settle(const DeviceMemory *memory)
{
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->regions[i]->is_watched) {
            written_settle(memory->regions[i], 0, memory->regions[i]->size_bytes);
        }
    }
}

// A fresh allocation of a user holds nothing that a program may rely on.
static void fill_region(const DeviceMemory *memory, MemoryRegion *region)
{
    if (region->owner != MEMORY_OF_USER) {
        region->is_blank = region->owner == MEMORY_CONSTANT;
        return;
    }
    if (memory->heap.fill != 0) {
        host_bytes_fill(region->bytes, region->size_bytes, memory->heap.fill);
    }
    if (memory->is_tracked) {
        region->valid = calloc(1, region->size_bytes / 4 + 1);
    }
}

uint64_t device_memory_allocate(DeviceMemory *memory, uint64_t size_bytes, MemoryOwner owner,
                                const char *name)
{
    if (size_bytes > memory->limit_bytes - device_memory_used(memory) ||
        !has_address(memory, size_bytes)) {
        return 0;
    }
    memory->is_used = true;
    MemoryRegion *region = region_append(memory, size_bytes, owner, name);
    if (region == NULL) {
        return 0;
    }
    fill_region(memory, region);
    memory->used_bytes[region->home] += size_bytes;
    return region->base;
}

static bool overlaps(uint64_t base, uint64_t size_bytes, uint64_t other, uint64_t other_bytes)
{
    return base < other + other_bytes && other < base + size_bytes;
}

// Whether these addresses are free.
static bool is_vacant(const DeviceMemory *memory, uint64_t base, uint64_t size_bytes)
{
    uint32_t above = region_above(memory, base);
    const MemoryRegion *lower = above == 0 ? NULL : memory->regions[above - 1];
    const MemoryRegion *upper = above == memory->count ? NULL : memory->regions[above];
    uint64_t shared_bytes = SHARED_WINDOW_BYTES * (CLUSTER_RANK_MAX + 1);
    return (lower == NULL ||
            (lower->base != base && !overlaps(base, size_bytes, lower->base, lower->size_bytes))) &&
           (upper == NULL || !overlaps(base, size_bytes, upper->base, upper->size_bytes)) &&
           !overlaps(base, size_bytes, SHARED_WINDOW_BASE, shared_bytes) &&
           !overlaps(base, size_bytes, LOCAL_WINDOW_BASE, LOCAL_WINDOW_BYTES) &&
           !overlaps(base, size_bytes, PARAMETER_WINDOW_BASE, PARAMETER_WINDOW_BYTES);
}

uint64_t device_memory_map(DeviceMemory *memory, void *bytes, uint64_t size_bytes,
                           MemoryOwner owner, const char *name)
{
    uint64_t base = (uint64_t)(uintptr_t)bytes;
    if (base == 0 || memory->is_narrow || size_bytes > REGION_MAX_BYTES ||
        !is_vacant(memory, base, size_bytes)) {
        return 0;
    }
    MemoryRegion *region =
        region_insert(memory, region_create(base, bytes, size_bytes, owner, name));
    if (region == NULL) {
        return 0;
    }
    migration_begin(region);
    memory->departures++;
    memory->is_used = true;
    return base;
}

static bool is_unnameable(const DeviceMemory *memory, const MemoryRegion *region)
{
    return region->name[0] == '$' || region == memory->heap.region;
}

void device_memory_set_remote(DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    if (above > 0) {
        MemoryRegion *region = memory->regions[above - 1];
        region->is_remote = true;
        migration_end(region);
    }
}

const MemoryRegion *device_memory_managed(const DeviceMemory *memory, uint32_t i)
{
    for (uint32_t k = 0; k < memory->count; k++) {
        if (memory->regions[k]->is_here != NULL && i-- == 0) {
            return memory->regions[k];
        }
    }
    return NULL;
}

uint64_t device_memory_away(const DeviceMemory *memory)
{
    uint64_t away = 0;
    for (uint32_t k = 0; k < memory->count; k++) {
        away += migration_away(memory->regions[k]);
    }
    return away;
}

uint64_t device_memory_departures(const DeviceMemory *memory)
{
    return memory->departures;
}

void device_memory_migrate_all(DeviceMemory *memory)
{
    for (uint32_t k = 0; k < memory->count; k++) {
        MemoryRegion *region = memory->regions[k];
        migration_move(region, region->base, region->size_bytes, true);
    }
}

void device_memory_migrate(DeviceMemory *memory, uint64_t address, uint64_t size_bytes,
                           bool is_here)
{
    uint32_t above = region_above(memory, address);
    if (above > 0) {
        migration_move(memory->regions[above - 1], address, size_bytes, is_here);
        memory->departures += !is_here;
    }
}

void device_memory_set_foreign(DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    if (above > 0) {
        memory->regions[above - 1]->is_foreign = true;
    }
}

const MemoryRegion *device_memory_remote(const DeviceMemory *memory, uint32_t i)
{
    for (uint32_t k = 0; k < memory->count; k++) {
        if (memory->regions[k]->is_remote && i-- == 0) {
            return memory->regions[k];
        }
    }
    return NULL;
}

bool device_memory_release(DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    if (above == 0 || memory->regions[above - 1]->base != address ||
        memory->regions[above - 1] == memory->heap.region) {
        return false;
    }
    if (!memory->regions[above - 1]->is_mapped && !memory->regions[above - 1]->is_alias) {
        memory->used_bytes[memory->regions[above - 1]->home] -=
            memory->regions[above - 1]->size_bytes;
    }
    if (!is_unnameable(memory, memory->regions[above - 1])) {
        MemoryRegion *freed = &memory->freed[memory->freed_count++ % MEMORY_FREED_KEPT];
        *freed = *memory->regions[above - 1];
        freed->bytes = freed->valid = freed->is_here = NULL;
    }
    if (memory->regions[above - 1]->is_paged) {
        page_leave(&memory->pages, address);
    }
    region_destroy(memory->regions[above - 1]);
    memmove(&memory->regions[above - 1], &memory->regions[above],
            (memory->count - above) * sizeof(MemoryRegion *));
    memory->count--;
    memory->changes++;
    return true;
}

static bool is_hidden(const DeviceMemory *memory, const MemoryRegion *region)
{
    return (memory->hidden >> region->home & 1) != 0 && (region->guests >> memory->home & 1) == 0;
}

const MemoryRegion *device_memory_find(const DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address);
    if (above == 0) {
        return NULL;
    }
    const MemoryRegion *region = memory->regions[above - 1];
    bool is_inside = address - region->base < region->size_bytes;
    bool is_closed = region->is_alias && (region->guests >> memory->home & 1) == 0;
    return is_inside && !is_hidden(memory, region) && !is_closed ? region : NULL;
}

const MemoryRegion *device_memory_page(const DeviceMemory *memory, uint64_t address)
{
    const Page *page = page_find(&memory->pages, address);
    return page != NULL && !is_hidden(memory, &page->region) &&
                   device_memory_freed(memory, address) == NULL
               ? &page->region
               : NULL;
}

uint64_t device_memory_reserve(DeviceMemory *memory, uint64_t size_bytes, uint64_t alignment)
{
    uint64_t unit = alignment > REGION_ALIGNMENT ? alignment : REGION_ALIGNMENT;
    uint64_t base = round_up(memory->next_base, unit);
    memory->is_used = true;
    memory->next_base = base + round_up(size_bytes, REGION_ALIGNMENT) + REGION_ALIGNMENT;
    return base;
}

bool device_memory_alias(DeviceMemory *memory, uint64_t address, uint64_t of, uint64_t size_bytes)
{
    uint32_t above = region_above(memory, of);
    const MemoryRegion *region = above == 0 ? NULL : memory->regions[above - 1];
    if (region == NULL || of - region->base > region->size_bytes ||
        size_bytes > region->size_bytes - (of - region->base)) {
        return false;
    }
    uint8_t home = region->home;
    MemoryRegion *alias =
        region_insert(memory, region_create(address, region->bytes + (of - region->base),
                                            size_bytes, region->owner, region->name));
    if (alias != NULL) {
        alias->is_mapped = false;
        alias->is_alias = true;
        alias->home = home;
        alias->guests = 0;
    }
    return alias != NULL;
}

void device_memory_add_multicast(DeviceMemory *memory, const MulticastView *view)
{
    memory->multicasts = heap_room(memory->multicasts, memory->multicast_count,
                                   &memory->multicast_room, sizeof *memory->multicasts);
    memory->multicasts[memory->multicast_count++] = *view;
}

bool device_memory_remove_multicast(DeviceMemory *memory, uint64_t base)
{
    for (uint32_t i = 0; i < memory->multicast_count; i++) {
        if (memory->multicasts[i].base == base) {
            memory->multicasts[i] = memory->multicasts[--memory->multicast_count];
            return true;
        }
    }
    return false;
}

MulticastView *device_memory_multicast(const DeviceMemory *memory, uint64_t address)
{
    for (uint32_t i = 0; i < memory->multicast_count; i++) {
        if (address - memory->multicasts[i].base < memory->multicasts[i].size_bytes) {
            return &memory->multicasts[i];
        }
    }
    return NULL;
}

const MemoryRegion *device_memory_used_region(const DeviceMemory *memory, uint32_t i)
{
    uint32_t heap =
        memory->heap.is_used ? memory->count : region_above(memory, memory->heap.region->base) - 1;
    uint32_t at = i + (i >= heap ? 1 : 0);
    return at < memory->count ? memory->regions[at] : NULL;
}

const MemoryRegion *device_memory_freed(const DeviceMemory *memory, uint64_t address)
{
    uint32_t kept =
        memory->freed_count < MEMORY_FREED_KEPT ? memory->freed_count : MEMORY_FREED_KEPT;
    for (uint32_t i = 1; i <= kept; i++) { // the latest first
        const MemoryRegion *region = &memory->freed[(memory->freed_count - i) % MEMORY_FREED_KEPT];
        if (address - region->base < region->size_bytes) {
            return region;
        }
    }
    return NULL;
}

const MemoryRegion *device_memory_nearest(const DeviceMemory *memory, uint64_t address)
{
    uint32_t above = region_above(memory, address), below = above;
    while (below > 0 && is_unnameable(memory, memory->regions[below - 1])) {
        below--;
    }
    while (above < memory->count && is_unnameable(memory, memory->regions[above])) {
        above++;
    }
    const MemoryRegion *lower = below == 0 ? NULL : memory->regions[below - 1];
    const MemoryRegion *upper = above == memory->count ? NULL : memory->regions[above];
    if (lower == NULL || upper == NULL) {
        return lower == NULL ? upper : lower;
    }
    uint64_t below_distance = address - lower->base;
    below_distance -= below_distance < lower->size_bytes ? below_distance : lower->size_bytes;
    return below_distance <= upper->base - address ? lower : upper;
}

// Host bytes behind [address, address + size_bytes), or NULL unless one region holds them all.
static uint8_t *region_bytes(const DeviceMemory *memory, uint64_t address, uint64_t size_bytes)
{
    uint32_t above = region_above(memory, address);
    if (above == 0) {
        return NULL;
    }
    const MemoryRegion *region = memory->regions[above - 1];
    uint64_t offset = address - region->base;
    if (offset > region->size_bytes || size_bytes > region->size_bytes - offset) {
        return NULL;
    }
    return region->bytes + offset;
}

bool device_memory_write(DeviceMemory *memory, uint64_t address, const void *from,
                         uint64_t size_bytes)
{
    uint8_t *bytes = region_bytes(memory, address, size_bytes);
    if (bytes != NULL && size_bytes > 0) {
        memcpy(bytes, from, (size_t)size_bytes);
        memory->changes++;
        device_memory_mark(memory, address, size_bytes, true);
    }
    return bytes != NULL;
}

bool device_memory_read(const DeviceMemory *memory, uint64_t address, void *to, uint64_t size_bytes)
{
    const uint8_t *bytes = region_bytes(memory, address, size_bytes);
    if (bytes != NULL && size_bytes > 0) {
        memcpy(to, bytes, (size_t)size_bytes);
    }
    return bytes != NULL;
}

uint64_t device_memory_changes(const DeviceMemory *memory)
{
    return memory->changes;
}

void device_memory_touch(DeviceMemory *memory)
{
    memory->changes++;
}

uint64_t device_memory_used(const DeviceMemory *memory)
{
    return memory->used_bytes[memory->home];
}

void device_memory_heap_reset(DeviceMemory *memory)
{
    memory->changes++;
    kernel_heap_reset(&memory->heap);
}

// The heap starts over at other addresses, which no pointer knows yet.
bool device_memory_heap_resize(DeviceMemory *memory, uint64_t size_bytes)
{
    if (size_bytes == memory->heap.region->size_bytes) {
        return true;
    }
    if (memory->heap.is_used || size_bytes > memory->limit_bytes ||
        !has_address(memory, size_bytes)) {
        return false;
    }
    MemoryRegion *grown = region_append(memory, size_bytes, MEMORY_OF_KERNEL, "device heap");
    if (grown == NULL) {
        return false;
    }
    MemoryRegion *old = memory->heap.region;
    memory->used_bytes[old->home] += old->size_bytes; // a heap is not counted, what is released is
    memory->heap.region = grown;
    if (memory->is_tracked) {
        device_memory_track(memory);
    }
    kernel_heap_reset(&memory->heap);
    return device_memory_release(memory, old->base);
}

uint64_t device_memory_heap_allocate(DeviceMemory *memory, uint64_t size_bytes)
{
    uint64_t address = kernel_heap_allocate(&memory->heap, size_bytes);
    memory->is_used |= address != 0;
    return address;
}

bool device_memory_heap_release(DeviceMemory *memory, uint64_t address)
{
    return kernel_heap_release(&memory->heap, address);
}

uint64_t device_memory_heap_used(const DeviceMemory *memory)
{
    return kernel_heap_used(&memory->heap);
}
