// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/snapshot.h"

#include <stdlib.h>
#include <string.h>

#define CHAINS 4u // of multiplications that do not wait for each other

// Odd constants: the fractional parts of the golden ratio and of the square roots of 2, 3 and 5.
static const uint64_t factors[2][CHAINS] = {
    {0x9e3779b97f4a7c15u, 0x6a09e667f3bcc909u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu},
    {0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu}};

static uint64_t turned(uint64_t word, uint32_t bits)
{
    return word << bits | word >> (64 - bits);
}

// A bijection of the state for any word, and of the word for any state, that moves every bit: so
// two words that differ leave states that differ.
static uint64_t mixed(uint64_t state, uint64_t word, uint64_t factor, uint32_t bits)
{
    return turned(state ^ word, bits) * factor;
}

static uint64_t scrambled(uint64_t word)
{
    word = (word ^ word >> 32) * factors[0][0];
    word = (word ^ word >> 29) * factors[0][2];
    return word ^ word >> 32;
}

static void mix_block(uint64_t state[2][CHAINS], const uint8_t *bytes)
{
    uint64_t words[CHAINS];
    memcpy(words, bytes, sizeof words);
    for (uint32_t i = 0; i < CHAINS; i++) {
        state[0][i] = mixed(state[0][i], words[i], factors[0][i], 29);
        state[1][i] = mixed(state[1][i], words[i], factors[1][i], 41);
    }
}

ContentHash content_hash(const void *bytes, size_t size_bytes)
{
    const uint8_t *from = bytes;
    uint64_t state[2][CHAINS];
    memcpy(state, factors, sizeof state);
    size_t at = 0;
    for (; at + CHAINS * 8 <= size_bytes; at += CHAINS * 8) {
        mix_block(state, from + at);
    }
    uint8_t last[CHAINS * 8] = {0};
    if (at < size_bytes) {
        memcpy(last, from + at, size_bytes - at);
        mix_block(state, last);
    }
    ContentHash hash = {{size_bytes, ~(uint64_t)size_bytes}};
    for (uint32_t half = 0; half < 2; half++) {
        for (uint32_t i = 0; i < CHAINS; i++) {
            hash.half[half] = scrambled(hash.half[half] ^ state[half][i]) * factors[1][i];
        }
    }
    return hash;
}

static uint64_t pages_of(uint64_t size_bytes)
{
    return (size_bytes + SNAPSHOT_PAGE_BYTES - 1) / SNAPSHOT_PAGE_BYTES;
}

static uint64_t page_bytes(const SnapshotRegion *region, uint64_t page)
{
    uint64_t left = region->size_bytes - page * SNAPSHOT_PAGE_BYTES;
    return left < SNAPSHOT_PAGE_BYTES ? left : SNAPSHOT_PAGE_BYTES;
}

uint64_t snapshot_bytes(const DeviceMemory *memory)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; device_memory_used_region(memory, i) != NULL; i++) {
        bytes += device_memory_used_region(memory, i)->size_bytes;
    }
    return bytes;
}

static void hash_region(const MemoryRegion *from, const SnapshotRegion *region, ContentHash *pages)
{
    for (uint64_t page = 0; page < pages_of(from->size_bytes); page++) {
        pages[region->first_page + page] = content_hash(from->bytes + page * SNAPSHOT_PAGE_BYTES,
                                                        (size_t)page_bytes(region, page));
    }
}

static void take_region(const MemoryRegion *from, MemorySnapshot *snapshot)
{
    SnapshotRegion *region = &snapshot->regions[snapshot->region_count++];
    *region = (SnapshotRegion){.base = from->base,
                               .size_bytes = from->size_bytes,
                               .first_page = snapshot->page_count,
                               .home = from->home,
                               .guests = from->guests};
    hash_region(from, region, snapshot->pages);
    snapshot->page_count += pages_of(from->size_bytes);
}

bool snapshot_take(const DeviceMemory *memory, MemorySnapshot *snapshot)
{
    uint64_t pages = 0;
    uint32_t regions = 0;
    *snapshot = (MemorySnapshot){0};
    for (const MemoryRegion *region; (region = device_memory_used_region(memory, regions)) != NULL;
         regions++) {
        if (region->is_foreign) {
            return false;
        }
        pages += pages_of(region->size_bytes);
    }
    snapshot->regions = malloc((regions + 1) * sizeof *snapshot->regions);
    snapshot->pages = malloc((size_t)(pages + 1) * sizeof *snapshot->pages);
    if (snapshot->regions == NULL || snapshot->pages == NULL) {
        snapshot_destroy(snapshot);
        return false;
    }
    for (uint32_t i = 0; i < regions; i++) {
        take_region(device_memory_used_region(memory, i), snapshot);
    }
    return true;
}

static bool is_region(const SnapshotRegion *x, const MemoryRegion *y)
{
    return y != NULL && !y->is_foreign && x->base == y->base && x->size_bytes == y->size_bytes &&
           x->home == y->home && x->guests == y->guests;
}

bool snapshot_renew(const DeviceMemory *memory, MemorySnapshot *snapshot)
{
    for (uint32_t i = 0; i < snapshot->region_count; i++) {
        if (!is_region(&snapshot->regions[i], device_memory_used_region(memory, i))) {
            return false;
        }
    }
    if (device_memory_used_region(memory, snapshot->region_count) != NULL) {
        return false;
    }
    for (uint32_t i = 0; i < snapshot->region_count; i++) {
        const MemoryRegion *region = device_memory_used_region(memory, i);
        if (region->is_mapped) {
            hash_region(region, &snapshot->regions[i], snapshot->pages);
        }
    }
    return true;
}

static bool has_equal_regions(const MemorySnapshot *a, const MemorySnapshot *b)
{
    bool is_equal = a->region_count == b->region_count;
    for (uint32_t i = 0; i < a->region_count && is_equal; i++) {
        const SnapshotRegion *x = &a->regions[i], *y = &b->regions[i];
        is_equal = x->base == y->base && x->size_bytes == y->size_bytes && x->home == y->home &&
                   x->guests == y->guests;
    }
    return is_equal;
}

static bool differs(const MemorySnapshot *a, const MemorySnapshot *b, uint64_t page)
{
    return memcmp(&a->pages[page], &b->pages[page], sizeof *a->pages) != 0;
}

bool snapshot_equal(const MemorySnapshot *a, const MemorySnapshot *b)
{
    return has_equal_regions(a, b) &&
           memcmp(a->pages, b->pages, (size_t)a->page_count * sizeof *a->pages) == 0;
}

void snapshot_destroy(MemorySnapshot *snapshot)
{
    free(snapshot->regions);
    free(snapshot->pages);
    *snapshot = (MemorySnapshot){0};
}

static void take_changed(const DeviceMemory *memory, const MemorySnapshot *before,
                         const MemorySnapshot *after, MemoryChange *change)
{
    uint64_t kept = 0;
    for (uint32_t i = 0; i < after->region_count; i++) {
        const SnapshotRegion *region = &after->regions[i];
        const uint8_t *bytes = device_memory_used_region(memory, i)->bytes;
        for (uint64_t page = 0; page < pages_of(region->size_bytes); page++) {
            if (differs(before, after, region->first_page + page)) {
                change->pages[kept] =
                    (ChangedPage){.address = region->base + page * SNAPSHOT_PAGE_BYTES,
                                  .page = region->first_page + page,
                                  .after = after->pages[region->first_page + page]};
                memcpy(change->bytes + kept++ * SNAPSHOT_PAGE_BYTES,
                       bytes + page * SNAPSHOT_PAGE_BYTES, (size_t)page_bytes(region, page));
            }
        }
    }
}

bool change_take(const DeviceMemory *memory, const MemorySnapshot *before,
                 const MemorySnapshot *after, uint64_t max_bytes, MemoryChange *change)
{
    *change = (MemoryChange){0};
    if (!has_equal_regions(before, after)) {
        return false;
    }
    for (uint64_t page = 0; page < after->page_count; page++) {
        change->page_count += differs(before, after, page);
    }
    if (change->page_count > max_bytes / SNAPSHOT_PAGE_BYTES) {
        return false;
    }
    change->pages = malloc((size_t)(change->page_count + 1) * sizeof *change->pages);
    change->bytes = malloc((size_t)(change->page_count + 1) * SNAPSHOT_PAGE_BYTES);
    if (change->pages == NULL || change->bytes == NULL) {
        change_destroy(change);
        return false;
    }
    take_changed(memory, before, after, change);
    return true;
}

void change_apply(const DeviceMemory *memory, const MemoryChange *change, MemorySnapshot *now)
{
    uint32_t at = 0;
    for (uint64_t i = 0; i < change->page_count; i++) {
        const MemoryRegion *region = device_memory_used_region(memory, at);
        while (change->pages[i].address - region->base >= region->size_bytes) {
            region = device_memory_used_region(memory, ++at);
        }
        uint64_t from = change->pages[i].address - region->base, left = region->size_bytes - from;
        now->pages[change->pages[i].page] = change->pages[i].after;
        memcpy(region->bytes + from, change->bytes + i * SNAPSHOT_PAGE_BYTES,
               (size_t)(left < SNAPSHOT_PAGE_BYTES ? left : SNAPSHOT_PAGE_BYTES));
    }
}

void change_destroy(MemoryChange *change)
{
    free(change->pages);
    free(change->bytes);
    *change = (MemoryChange){0};
}
