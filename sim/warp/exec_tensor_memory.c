// SPDX-License-Identifier: Apache-2.0
// tcgen05: allocation of tensor memory, and loads and stores of fragments (copies and commits:
// exec_tensor_copy.c). Misuse is an illegal
// instruction; the detail says what is wrong.
#include "isa/base/heap.h"
#include "isa/machine/window.h"
#include "sim/warp/tensor_access.h"

#include <string.h>

TensorMemory *tensor_memory_of(Block *block)
{
    if (block->tensor == NULL) {
        block->tensor = heap_allocate(1, sizeof *block->tensor);
        memset(block->tensor->words, block->launch->fill, sizeof block->tensor->words);
    }
    return block->tensor;
}

Outcome tensor_blocks(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                      TensorBlocks *found)
{
    *found = (TensorBlocks){.blocks = {block}, .count = 1};
    if ((micro->target & TENSOR_PAIR) == 0) {
        return OUTCOME_NEXT;
    }
    uint32_t rank = block->place.cluster_rank, peer = rank ^ 1u;
    if (peer >= block->cluster_count) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05 with .cta_group::2 needs a cluster of an even number of "
                           "blocks: block %u of %u has no other one",
                           rank, block->cluster_count);
    }
    if (block->cluster[peer]->live_threads == 0) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05 with .cta_group::2 when the other block of the pair, %u in the "
                           "cluster, has ended",
                           peer);
    }
    found->own = rank & 1u;
    found->blocks[found->own] = block;
    found->blocks[1 - found->own] = block->cluster[peer];
    found->count = 2;
    return OUTCOME_NEXT;
}

static Outcome store_address(Block *block, Warp *warp, const Micro *micro, uint32_t column)
{
    uint32_t address[LANE_COUNT];
    addresses_in_shared(warp, micro, address);
    if (shared_check(block, warp, micro, address, FULL_MASK, sizeof column, true) ==
        OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    memcpy(shared_bytes(block, address[0]), &column, sizeof column);
    spin_written(warp);
    return OUTCOME_NEXT;
}

// Columns of both blocks of a pair if the other one has not taken them yet. TENSOR_COLUMNS: there
// are none.
static uint32_t find_columns(const TensorBlocks *pair, uint32_t columns)
{
    TensorMemory *memories[2];
    for (uint32_t i = 0; i < pair->count; i++) {
        memories[i] = tensor_memory_of(pair->blocks[i]);
    }
    uint32_t column = tensor_memory_allocate(memories, pair->count, columns);
    if (pair->count == 2 && column != TENSOR_COLUMNS) {
        TensorPromise promise = {.column = (uint16_t)column, .columns = (uint16_t)columns};
        tensor_memory_promise(memories[1 - pair->own], promise);
        memories[1 - pair->own]->changes++;
    }
    return column;
}

static Outcome allocate(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorMemory *memory = tensor_memory_of(block);
    uint32_t columns = warp_row(warp, micro->b)[0];
    TensorPromise promise;
    TensorBlocks pair;
    if (!tensor_memory_is_size(columns)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.alloc of %u columns: 32, 64, 128, 256 or 512 are possible",
                           columns);
    }
    if (memory->is_relinquished) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.alloc after tcgen05.relinquish_alloc_permit");
    }
    if (tensor_memory_redeem(memory, &promise)) {
        return promise.columns == columns
                   ? store_address(block, warp, micro, promise.column)
                   : fault_raise(block, warp, FAULT_ILLEGAL, on,
                                 "tcgen05.alloc of %u columns: the other block of the pair "
                                 "allocates %u",
                                 columns, promise.columns);
    }
    if (tensor_blocks(block, warp, micro, on, &pair) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    uint32_t column = find_columns(&pair, columns);
    if (column == TENSOR_COLUMNS) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "tcgen05.alloc of %u columns waits until the block frees some: %u of "
                           "512 are free; such a wait is not modeled",
                           columns, tensor_memory_free(memory));
    }
    return store_address(block, warp, micro, column);
}

static Outcome release(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    uint32_t address = warp_row(warp, micro->a)[0], columns = warp_row(warp, micro->b)[0];
    if (tensor_lane(address) != 0 ||
        !tensor_memory_release(tensor_memory_of(block), tensor_column(address), columns)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.dealloc of %u columns at 0x%x: no tcgen05.alloc gave these out",
                           columns, address);
    }
    return OUTCOME_NEXT;
}

Outcome exec_tensor_allocate(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (on != FULL_MASK) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "tcgen05.alloc and its like need all 32 lanes of the warp");
    }
    tensor_memory_of(block)->changes++;
    switch (micro->function) {
    case PTX_DOT_ALLOC: return allocate(block, warp, micro, on);
    case PTX_DOT_DEALLOC: return release(block, warp, micro, on);
    default: tensor_memory_of(block)->is_relinquished = true; return OUTCOME_NEXT;
    }
}

// A warp reaches the 32 lanes of its number in the warpgroup; shapes of 16 lanes, half of them.
static bool reaches(const Warp *warp, TensorShape shape, uint32_t lane)
{
    uint32_t first = warp->index % 4 * 32;
    return lane == first || (shape != TENSOR_32X32B && lane == first + 16);
}

// A fragment's registers of one micro-op.
typedef struct Fragment {
    TensorMemory *memory;
    TensorShape shape;
    uint32_t lane, column, first, split; // split: columns to the second half of 16x32bx2
    bool is_packed;                      // two columns in a register
} Fragment;

static Outcome find_fragment(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                             Fragment *fragment)
{
    const uint32_t *address = warp_row(warp, micro->a);
    *fragment = (Fragment){.memory = tensor_memory_of(block),
                           .shape = (TensorShape)(micro->target >> TENSOR_SHAPE_SHIFT & 0xffu),
                           .lane = tensor_lane(address[0]),
                           .column = tensor_column(address[0]),
                           .first = micro->target & TENSOR_FIRST_MASK,
                           .split = (uint32_t)micro->offset,
                           .is_packed = (micro->target & TENSOR_PACKED) != 0};
    bool is_same = true;
    for (uint32_t thread = 1; thread < LANE_COUNT; thread++) {
        is_same &= address[thread] == address[0];
    }
    if (on != FULL_MASK || !is_same) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "tcgen05.ld and tcgen05.st need all 32 lanes, and one address for all");
    }
    if (!reaches(warp, fragment->shape, fragment->lane)) {
        uint32_t own = warp->index % 4 * 32;
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "lane %u of tensor memory: warp %u reaches lanes %u to %u only",
                           fragment->lane, warp->index, own, own + 31);
    }
    return OUTCOME_NEXT;
}

// The word, or the first of two, of a thread's register; NULL: not allocated, and the block has
// faulted.
static uint32_t *word_of(Block *block, const Warp *warp, const Fragment *fragment, uint32_t thread,
                         uint32_t reg)
{
    uint32_t width = fragment->is_packed ? 2 : 1;
    TensorPlace place = tensor_place(fragment->shape, thread, fragment->first + reg);
    uint32_t far = place.is_far ? fragment->split : 0;
    uint32_t column = fragment->column + place.column * width + far;
    if (!tensor_memory_has(fragment->memory, column, width)) {
        fault_raise(block, warp, FAULT_ILLEGAL, FULL_MASK,
                    "column %u of tensor memory is not allocated", column);
        return NULL;
    }
    return &fragment->memory->words[fragment->lane + place.lane][column];
}

Outcome exec_tensor_load(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Fragment fragment;
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (find_fragment(block, warp, micro, on, &fragment) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    for (uint32_t reg = 0; reg < micro->vector; reg++) {
        uint32_t row[LANE_COUNT];
        for (uint32_t thread = 0; thread < LANE_COUNT; thread++) {
            const uint32_t *word = word_of(block, warp, &fragment, thread, reg);
            if (word == NULL) {
                return OUTCOME_FAULT;
            }
            row[thread] = fragment.is_packed ? (word[0] & 0xffffu) | word[1] << 16 : word[0];
        }
        if (micro->data[reg] != ROW_NONE) {
            memcpy(warp_row(warp, micro->data[reg]), row, sizeof row);
        }
    }
    return OUTCOME_NEXT;
}

Outcome exec_tensor_store(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Fragment fragment;
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (find_fragment(block, warp, micro, on, &fragment) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    fragment.memory->changes++;
    for (uint32_t reg = 0; reg < micro->vector; reg++) {
        const uint32_t *row = warp_row(warp, micro->data[reg]);
        for (uint32_t thread = 0; thread < LANE_COUNT; thread++) {
            uint32_t *word = word_of(block, warp, &fragment, thread, reg);
            if (word == NULL) {
                return OUTCOME_FAULT;
            }
            word[0] = fragment.is_packed ? row[thread] & 0xffffu : row[thread];
            if (fragment.is_packed) {
                word[1] = row[thread] >> 16;
            }
        }
    }
    return OUTCOME_NEXT;
}
