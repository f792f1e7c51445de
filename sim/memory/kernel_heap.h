// SPDX-License-Identifier: Apache-2.0
// Inside of device memory: the heap of the kernels' own malloc and free, one region that is carved
// into pieces. Leaves out: where the region comes from, and what it costs.
#ifndef LOCKSTEP_MEMORY_KERNEL_HEAP_H
#define LOCKSTEP_MEMORY_KERNEL_HEAP_H

#include "sim/memory/device_memory.h"

typedef struct HeapPiece HeapPiece;

typedef struct KernelHeap {
    MemoryRegion *region; // the device memory's
    HeapPiece *pieces;    // used or free; they follow each other without a gap
    uint32_t piece_count, piece_room;
    bool is_used; // since it was reset
    uint8_t fill; // of fresh pieces
} KernelHeap;

// Frees all pieces.
void kernel_heap_reset(KernelHeap *heap);
// Returns the address of size_bytes (a multiple of 16), or 0 when there is no room.
uint64_t kernel_heap_allocate(KernelHeap *heap, uint64_t size_bytes);
// Returns false when no piece starts at this address.
bool kernel_heap_release(KernelHeap *heap, uint64_t address);
// Bytes of all pieces in use.
uint64_t kernel_heap_used(const KernelHeap *heap);
void kernel_heap_destroy(KernelHeap *heap); // but not its region

#endif
