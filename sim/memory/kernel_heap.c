// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/kernel_heap.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define HEAP_ALIGNMENT 16u
// In front of what malloc gives, as in CUDA: nvcc's `new T[n]` writes n there. No two pieces touch,
// so that what runs past the end of one is found.
#define HEAP_HEADER 16u

struct HeapPiece {
    uint64_t offset, size_bytes;
    bool is_used;
};

// The first bytes of a piece are in use, and nobody has written them; the rest is not.
static void mark_piece(KernelHeap *heap, const HeapPiece *piece, uint64_t used_bytes)
{
    if (heap->region->valid != NULL) {
        uint8_t *words = heap->region->valid + (piece->offset + HEAP_HEADER) / 4;
        memset(words, 0, (size_t)(piece->size_bytes - HEAP_HEADER) / 4);
        memset(words, MEMORY_ALLOCATED, (size_t)(used_bytes + 3) / 4);
    }
}

void kernel_heap_reset(KernelHeap *heap)
{
    heap->pieces = heap_room(heap->pieces, 0, &heap->piece_room, sizeof *heap->pieces);
    heap->pieces[0] = (HeapPiece){0, heap->region->size_bytes, false};
    heap->piece_count = 1;
    heap->is_used = false;
    if (heap->region->valid != NULL) {
        memset(heap->region->valid, 0, (size_t)heap->region->size_bytes / 4);
    }
}

// Leaves the first `wanted` bytes to piece i; the rest becomes a free piece after it.
static void split_piece(KernelHeap *heap, uint32_t i, uint64_t wanted)
{
    HeapPiece *piece = &heap->pieces[i];
    if (piece->size_bytes > wanted) {
        memmove(piece + 2, piece + 1, (heap->piece_count - i - 1) * sizeof *piece);
        piece[1] = (HeapPiece){piece->offset + wanted, piece->size_bytes - wanted, false};
        piece->size_bytes = wanted;
        heap->piece_count++;
    }
}

uint64_t kernel_heap_allocate(KernelHeap *heap, uint64_t size_bytes)
{
    if (size_bytes > heap->region->size_bytes) {
        return 0;
    }
    uint64_t rounded = size_bytes == 0 ? HEAP_ALIGNMENT : size_bytes + HEAP_ALIGNMENT - 1;
    uint64_t wanted = HEAP_HEADER + rounded / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
    uint32_t i = 0;
    while (i < heap->piece_count &&
           (heap->pieces[i].is_used || heap->pieces[i].size_bytes < wanted)) {
        i++;
    }
    if (i == heap->piece_count) {
        return 0;
    }
    heap->pieces =
        heap_room(heap->pieces, heap->piece_count, &heap->piece_room, sizeof *heap->pieces);
    split_piece(heap, i, wanted);
    HeapPiece *piece = &heap->pieces[i];
    piece->is_used = heap->is_used = true;
    memset(heap->region->bytes + piece->offset, heap->fill, piece->size_bytes);
    mark_piece(heap, piece, size_bytes);
    return heap->region->base + piece->offset + HEAP_HEADER;
}

// Joins piece i with the one after it when both are free.
static void join_pieces(KernelHeap *heap, uint32_t i)
{
    HeapPiece *piece = &heap->pieces[i];
    if (i + 1 < heap->piece_count && !piece[0].is_used && !piece[1].is_used) {
        piece->size_bytes += piece[1].size_bytes;
        heap->piece_count--;
        memmove(piece + 1, piece + 2, (heap->piece_count - i - 1) * sizeof *piece);
    }
}

bool kernel_heap_release(KernelHeap *heap, uint64_t address)
{
    for (uint32_t i = 0; i < heap->piece_count; i++) {
        HeapPiece *piece = &heap->pieces[i];
        if (piece->is_used && heap->region->base + piece->offset + HEAP_HEADER == address) {
            piece->is_used = false;
            mark_piece(heap, piece, 0);
            join_pieces(heap, i);
            if (i > 0) {
                join_pieces(heap, i - 1);
            }
            return true;
        }
    }
    return false;
}

uint64_t kernel_heap_used(const KernelHeap *heap)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < heap->piece_count; i++) {
        bytes += heap->pieces[i].is_used ? heap->pieces[i].size_bytes - HEAP_HEADER : 0;
    }
    return bytes;
}

void kernel_heap_destroy(KernelHeap *heap)
{
    free(heap->pieces);
}
