// SPDX-License-Identifier: Apache-2.0
// What device memory held at one moment, as a hash of each page; and what changed between two such
// moments, to be made again. Two states with equal hashes count as equal: of 128 bits, which differ
// for any two contents but one pair in 2^128.
#ifndef LOCKSTEP_MEMORY_SNAPSHOT_H
#define LOCKSTEP_MEMORY_SNAPSHOT_H

#include "sim/memory/device_memory.h"

#define SNAPSHOT_PAGE_BYTES 4096u // of a region; its last page may be shorter

typedef struct ContentHash {
    uint64_t half[2];
} ContentHash;

ContentHash content_hash(const void *bytes, size_t size_bytes);

typedef struct SnapshotRegion {
    uint64_t base, size_bytes;
    uint64_t first_page; // index into pages
    uint32_t home, guests;
} SnapshotRegion;

typedef struct MemorySnapshot {
    SnapshotRegion *regions;
    ContentHash *pages; // of all regions, in their order
    uint32_t region_count;
    uint64_t page_count;
} MemorySnapshot;

typedef struct ChangedPage {
    uint64_t address;
    uint64_t page;     // index into the snapshot's pages
    ContentHash after; // of its bytes
} ChangedPage;

// The changed pages, with their bytes.
typedef struct MemoryChange {
    ChangedPage *pages;
    uint8_t *bytes; // SNAPSHOT_PAGE_BYTES for each
    uint64_t page_count;
} MemoryChange;

// Bytes that snapshot_take would read. The kernels' heap is left out while no kernel has used it.
uint64_t snapshot_bytes(const DeviceMemory *memory);

// False, and nothing is taken, if the host has no room, or if memory is mapped that belongs to the
// program and may be gone.
bool snapshot_take(const DeviceMemory *memory, MemorySnapshot *snapshot);
// Brings a snapshot up to date after which only mapped memory can have changed; false, and nothing
// is done, if the regions are others.
bool snapshot_renew(const DeviceMemory *memory, MemorySnapshot *snapshot);
bool snapshot_equal(const MemorySnapshot *a, const MemorySnapshot *b);
void snapshot_destroy(MemorySnapshot *snapshot);

// How the memory, which is as in `after`, differs from `before`. False, and nothing is kept, if the
// regions differ, or if more than max_bytes have changed.
bool change_take(const DeviceMemory *memory, const MemorySnapshot *before,
                 const MemorySnapshot *after, uint64_t max_bytes, MemoryChange *change);
// Brings memory that is as in `before` to what it was in `after`, and `now`, which is equal to
// `before`, too.
void change_apply(const DeviceMemory *memory, const MemoryChange *change, MemorySnapshot *now);
void change_destroy(MemoryChange *change);

#endif
