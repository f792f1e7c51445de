// SPDX-License-Identifier: Apache-2.0
// tcgen05: allocation of tensor memory, and loads and stores of fragments. Misuse is an illegal
// instruction; the detail says what is wrong.
#include "isa/base/heap.h"
#include "isa/machine/window.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/tensor_memory.h"

#include <string.h>

static TensorMemory *memory_of(Block *block)
{
    if (block->tensor == NULL) {
        block->tensor = heap_allocate(1, sizeof *block->tensor);
        memset(block->tensor->words, block->launch->fill, sizeof block->tensor->words);
    }
    return block->tensor;
}

static Outcome store_address(Block *block, Warp *warp, const Micro *micro, uint32_t column)
{
    AddressRow row = address_row(warp, micro);
    uint32_t address[LANE_COUNT];
    if (micro->space == PTX_SPACE_GENERIC) {
        row.offset -= SHARED_WINDOW_BASE;
    }
    address_sum_shared(&row, address);
    if (shared_check(block, warp, micro, address, FULL_MASK, sizeof column, true) ==
        OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    memcpy(shared_bytes(block, address[0]), &column, sizeof column);
    spin_written(warp);
    return OUTCOME_NEXT;
}

static Outcome allocate(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorMemory *memory = memory_of(block);
    uint32_t columns = warp_row(warp, micro->b)[0];
    if (!tensor_memory_is_size(columns)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.alloc of %u columns: 32, 64, 128, 256 or 512 are possible",
                           columns);
    }
    if (memory->is_relinquished) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.alloc after tcgen05.relinquish_alloc_permit");
    }
    uint32_t column = tensor_memory_allocate(memory, columns);
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
        !tensor_memory_release(memory_of(block), tensor_column(address), columns)) {
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
    memory_of(block)->changes++;
    switch (micro->function) {
    case PTX_DOT_ALLOC: return allocate(block, warp, micro, on);
    case PTX_DOT_DEALLOC: return release(block, warp, micro, on);
    default: memory_of(block)->is_relinquished = true; return OUTCOME_NEXT;
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
    uint32_t lane, column, first, split;
    bool is_packed; // two columns in a register
} Fragment;

static Outcome find_fragment(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                             Fragment *fragment)
{
    const uint32_t *address = warp_row(warp, micro->a);
    *fragment = (Fragment){.memory = memory_of(block),
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
    TensorPlace place =
        tensor_place(fragment->shape, thread, fragment->first + reg, fragment->split);
    uint32_t column = fragment->column + place.column * width;
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

// A copy's rows, the bytes of each, and in how many groups of 32 lanes they are repeated.
typedef struct CopyShape {
    uint32_t rows, bytes, copies;
} CopyShape;

static CopyShape copy_shape(uint16_t function)
{
    switch (function) {
    case PTX_DOT_128X256B: return (CopyShape){128, 32, 1};
    case PTX_DOT_128X128B: return (CopyShape){128, 16, 1};
    default: return (CopyShape){32, 16, 4};
    }
}

// tcgen05.cp: rows as those of a matrix whose lines are along k.
static Outcome copy_rows(Block *block, const Warp *warp, const Micro *micro, uint32_t lane)
{
    TensorMemory *memory = memory_of(block);
    CopyShape shape = copy_shape(micro->function);
    uint32_t to = warp_row(warp, micro->a)[lane], on = 1u << lane;
    GroupMatrix shared;
    if (!group_matrix_tensor(warp_row64(warp, micro->b)[lane], &shared)) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "the matrix descriptor of tcgen05.cp has no layout that is modeled");
    }
    if (tensor_lane(to) != 0 || !tensor_memory_has(memory, tensor_column(to), shape.bytes / 4)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.cp to 0x%x: its columns are not all allocated", to);
    }
    for (uint32_t i = 0; i < shape.rows * shape.bytes / 4; i++) {
        uint32_t row = i / (shape.bytes / 4), column = i % (shape.bytes / 4), word;
        uint32_t address = group_address(&shared, false, row, column * 4, 4);
        if (address + 4 > block->launch->shared_bytes) {
            return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, on,
                               "tcgen05.cp reads byte %u of %u of the block's shared memory",
                               address, block->launch->shared_bytes);
        }
        memcpy(&word, block->shared + address, sizeof word);
        for (uint32_t copy = 0; copy < shape.copies; copy++) {
            memory->words[row + copy * 32][tensor_column(to) + column] = word;
        }
    }
    memory->changes++;
    return OUTCOME_NEXT;
}

Outcome exec_tensor_copy(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = OUTCOME_NEXT;
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        outcome = copy_rows(block, warp, micro, lane_lowest(rest));
    }
    return outcome;
}
