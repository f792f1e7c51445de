// SPDX-License-Identifier: Apache-2.0
// tcgen05: copies of rows from shared to tensor memory, shifts of rows, and commits. With
// .cta_group::2, each block of the pair copies from its own shared memory into its own tensor
// memory, by the same descriptor.
#include "isa/machine/window.h"
#include "sim/warp/mbarrier.h"
#include "sim/warp/tensor_access.h"

#include <string.h>

#define WARP_ROWS   32u // lanes of tensor memory that a warp reaches
#define SHIFT_WIDTH 8u  // columns
#define PIECE_BYTES 16u // of a row that lie together in every swizzle

// A copy's rows, the bytes of each, and the lanes of row `r`: its first one, and `copies` in all,
// `apart` from each other.
typedef struct CopyShape {
    uint32_t rows, bytes, copies, apart;
} CopyShape;

static CopyShape copy_shape(uint16_t function)
{
    switch (function) {
    case PTX_DOT_128X256B: return (CopyShape){128, 32, 1, 0};
    case PTX_DOT_128X128B: return (CopyShape){128, 16, 1, 0};
    case PTX_DOT_4X256B: return (CopyShape){4, 32, 1, 0};
    case PTX_DOT_WARPX2__02_13: return (CopyShape){64, 16, 2, 64};
    case PTX_DOT_WARPX2__01_23: return (CopyShape){64, 16, 2, 32};
    default: return (CopyShape){32, 16, 4, 32};
    }
}

static uint32_t first_lane(uint16_t function, uint32_t row)
{
    switch (function) {
    case PTX_DOT_4X256B: return row * WARP_ROWS;
    case PTX_DOT_WARPX2__01_23: return row / WARP_ROWS * 2 * WARP_ROWS + row % WARP_ROWS;
    default: return row;
    }
}

// 16 elements of 4 or 6 bits, side by side in the lower bytes, become bytes: 6 bits the lower ones,
// 4 bits those above two zeros (PTX ISA 9.0, "Optional Decompression").
static void unpack(uint8_t piece[PIECE_BYTES], uint16_t format)
{
    uint32_t bits = format == PTX_DOT_B6X16_P32 ? 6 : 4;
    uint8_t packed[PIECE_BYTES + 1] = {0};
    memcpy(packed, piece, PIECE_BYTES);
    for (uint32_t i = 0; i < PIECE_BYTES; i++) {
        uint32_t at = i * bits, two = packed[at / 8] | (uint32_t)packed[at / 8 + 1] << 8;
        uint32_t element = two >> at % 8 & ((1u << bits) - 1);
        piece[i] = (uint8_t)(bits == 4 ? element << 2 : element);
    }
}

typedef struct Copy {
    GroupMatrix from;
    CopyShape shape;
    uint32_t lane, column; // of tensor memory
    uint16_t function, format;
} Copy;

static void put_piece(TensorMemory *memory, const Copy *copy, uint32_t row, uint32_t column,
                      const uint8_t piece[PIECE_BYTES])
{
    for (uint32_t i = 0; i < copy->shape.copies; i++) {
        uint32_t lane = copy->lane + first_lane(copy->function, row) + i * copy->shape.apart;
        memcpy(&memory->words[lane][column], piece, PIECE_BYTES);
    }
}

static Outcome copy_block(Block *block, const Warp *warp, const Copy *copy, Block *of, uint32_t on)
{
    TensorMemory *memory = tensor_memory_of(of);
    if (!tensor_memory_has(memory, copy->column, copy->shape.bytes / 4)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.cp to column %u: its columns are not all allocated",
                           copy->column);
    }
    for (uint32_t i = 0; i < copy->shape.rows * copy->shape.bytes / PIECE_BYTES; i++) {
        uint32_t each = copy->shape.bytes / PIECE_BYTES, row = i / each, along = i % each;
        uint32_t address = group_address(&copy->from, false, row, along * PIECE_BYTES, 4);
        uint8_t piece[PIECE_BYTES];
        if (address + PIECE_BYTES > block->launch->shared_bytes) {
            return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, on,
                               "tcgen05.cp reads byte %u of %u of the block's shared memory",
                               address, block->launch->shared_bytes);
        }
        memcpy(piece, of->shared + address, sizeof piece);
        if (copy->format != 0) {
            unpack(piece, copy->format);
        }
        put_piece(memory, copy, row, copy->column + along * PIECE_BYTES / 4, piece);
    }
    memory->changes++;
    return OUTCOME_NEXT;
}

// tcgen05.cp: rows as those of a matrix whose lines are along k.
static Outcome copy_rows(Block *block, const Warp *warp, const Micro *micro,
                         const TensorBlocks *blocks, uint32_t lane)
{
    uint32_t to = warp_row(warp, micro->a)[lane], on = 1u << lane;
    Copy copy = {.shape = copy_shape(micro->function),
                 .lane = tensor_lane(to),
                 .column = tensor_column(to),
                 .function = micro->function,
                 .format = micro->combine};
    if (!group_matrix_tensor(warp_row64(warp, micro->b)[lane], &copy.from) || copy.from.is_coarse) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on,
                           "the matrix descriptor of tcgen05.cp has no layout that is modeled");
    }
    if (copy.lane >= (micro->function == PTX_DOT_4X256B ? WARP_ROWS : 1)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.cp to lane %u: it must be 0 (of .4x256b: below 32)", copy.lane);
    }
    if (block->step != NULL) {
        block->step->access.tensor.shared_bytes += copy.shape.rows * copy.shape.bytes;
    }
    Outcome outcome = OUTCOME_NEXT;
    for (uint32_t i = 0; i < blocks->count && outcome == OUTCOME_NEXT; i++) {
        outcome = copy_block(block, warp, &copy, blocks->blocks[i], on);
    }
    return outcome;
}

Outcome exec_tensor_copy(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorBlocks blocks;
    Outcome outcome = on == 0 ? OUTCOME_NEXT : tensor_blocks(block, warp, micro, on, &blocks);
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        outcome = copy_rows(block, warp, micro, &blocks, lane_lowest(rest));
    }
    return outcome;
}

// Each lane's words become those of the next lane. The last lane that a warp reaches keeps its own:
// so a B200 does it, though the ISA speaks of the last row only; and .4x256b of tcgen05.cp fills
// these four rows.
static Outcome shift_rows(Block *block, const Warp *warp, Block *of, uint32_t address, uint32_t on)
{
    TensorMemory *memory = tensor_memory_of(of);
    uint32_t first = tensor_lane(address), column = tensor_column(address);
    if (first % WARP_ROWS != 0 || first >= TENSOR_LANES ||
        !tensor_memory_has(memory, column, SHIFT_WIDTH)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "tcgen05.shift at 0x%x: the lane must be a multiple of 32, and eight "
                           "columns allocated",
                           address);
    }
    for (uint32_t lane = first; lane < TENSOR_LANES; lane++) {
        if (lane % WARP_ROWS != WARP_ROWS - 1) {
            memcpy(&memory->words[lane][column], &memory->words[lane + 1][column],
                   SHIFT_WIDTH * sizeof(uint32_t));
        }
    }
    memory->changes++;
    return OUTCOME_NEXT;
}

Outcome exec_tensor_shift(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorBlocks blocks;
    Outcome outcome = on == 0 ? OUTCOME_NEXT : tensor_blocks(block, warp, micro, on, &blocks);
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), address = warp_row(warp, micro->a)[lane];
        if (block->step != NULL) {
            block->step->access.tensor.columns += SHIFT_WIDTH;
        }
        for (uint32_t i = 0; i < blocks.count && outcome == OUTCOME_NEXT; i++) {
            outcome = shift_rows(block, warp, blocks.blocks[i], address, 1u << lane);
        }
    }
    return outcome;
}

// --- commits

// For a clock: the mbarrier is in another block of the cluster.
static void record_other(const Block *block, uint32_t address)
{
    uint32_t slot = address / (uint32_t)SHARED_WINDOW_BYTES;
    if (block->step != NULL && slot > 0 && slot - 1 != block->place.cluster_rank) {
        StepTensor *tensor = &block->step->access.tensor;
        tensor->others |= 1u << (slot - 1);
        tensor->mbarrier = address % (uint32_t)SHARED_WINDOW_BYTES;
    }
}

static Outcome arrive(Block *block, Warp *warp, const Micro *micro, uint32_t address, uint32_t lane)
{
    uint32_t at[LANE_COUNT];
    uint64_t word;
    at[lane] = address;
    if (shared_check(block, warp, micro, at, 1u << lane, sizeof word, true) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    uint8_t *bytes = shared_bytes(block, address);
    memcpy(&word, bytes, sizeof word);
    word = mbarrier_arrive(word, 1, false);
    memcpy(bytes, &word, sizeof word);
    record_mbarrier(block, address);
    record_other(block, address);
    return OUTCOME_NEXT;
}

// At the mbarrier, or at the same place in each block of the mask.
static Outcome commit(Block *block, Warp *warp, const Micro *micro, uint32_t address, uint32_t lane)
{
    if (micro->b == ROW_NONE) {
        return arrive(block, warp, micro, address, lane);
    }
    Outcome outcome = OUTCOME_NEXT;
    uint32_t place = address % (uint32_t)SHARED_WINDOW_BYTES;
    for (uint32_t rest = warp_row(warp, micro->b)[lane] & 0xffffu;
         rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        uint32_t slot = (1 + lane_lowest(rest)) * (uint32_t)SHARED_WINDOW_BYTES;
        outcome = arrive(block, warp, micro, slot + place, lane);
    }
    return outcome;
}

Outcome exec_tensor_commit(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    TensorBlocks blocks;
    uint32_t address[LANE_COUNT];
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    addresses_in_shared(warp, micro, address);
    Outcome outcome = tensor_blocks(block, warp, micro, on, &blocks);
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        outcome = commit(block, warp, micro, address[lane_lowest(rest)], lane_lowest(rest));
    }
    spin_written(warp);
    return outcome;
}
