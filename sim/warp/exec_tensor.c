// SPDX-License-Identifier: Apache-2.0
// Copies by tensor map (cp.async.bulk.tensor), whose data move when they are issued: tiles between
// global and shared memory, element by element.
#include "sim/lane/convert.h"
#include "sim/lane/lanes.h"
#include "sim/memory/swizzle.h"
#include "sim/warp/tile_copy.h"

#include <string.h>

#define PIECE_BYTES 16u // that a swizzle keeps together

// Host bytes of a tensor map at a generic address: a parameter of the kernel, global or constant
// memory; NULL: none there.
static const uint8_t *map_bytes(Block *block, uint64_t address)
{
    uint64_t offset = address - PARAMETER_WINDOW_BASE;
    if (offset < PARAMETER_WINDOW_BYTES) {
        uint64_t size = block->launch->parameter_bytes;
        bool is_inside = offset <= size && size - offset >= TENSOR_MAP_BYTES;
        return is_inside ? block->launch->parameters + offset : NULL;
    }
    return global_bytes(block, address, TENSOR_MAP_BYTES, false);
}

// Whether the map was made for the instruction's mode.
static bool is_of_mode(const TensorMap *map, const Micro *micro)
{
    TensorWide wide = micro->combine == PTX_DOT_IM2COL__W        ? TENSOR_WIDE
                      : micro->combine == PTX_DOT_IM2COL__W__128 ? TENSOR_WIDE_128
                                                                 : TENSOR_NOT_WIDE;
    return map->wide == wide &&
           map->is_im2col == (wide != TENSOR_NOT_WIDE || micro->combine == PTX_DOT_IM2COL);
}

// A filter's offsets, or halo and offset along W.
static void read_offsets(const Warp *warp, const Micro *micro, uint32_t lane, TileCopy *copy)
{
    uint16_t values[TENSOR_IMAGE_MAX] = {0};
    for (uint32_t i = 0; i < TENSOR_IMAGE_MAX && micro->addend[1 + i] != ROW_NONE; i++) {
        values[i] = (uint16_t)warp_row(warp, micro->addend[1 + i])[lane];
    }
    if (copy->map.wide != TENSOR_NOT_WIDE) {
        copy->place.halo = values[0];
        copy->place.offset[0] = values[1];
    } else {
        memcpy(copy->place.offset, values, sizeof values);
    }
}

bool tile_copy_of(Block *block, const Warp *warp, const Micro *micro, uint32_t lane, TileCopy *copy)
{
    const uint8_t *bytes = map_bytes(block, warp_row64(warp, micro->b)[lane]);
    *copy =
        (TileCopy){.shared = warp_row(warp, micro->a)[lane], .is_first = true, .row = UINT32_MAX};
    bool has_rows = micro->combine == PTX_DOT_TILE__GATHER4;
    uint32_t rank = has_rows ? 2 : micro->target;
    if (bytes == NULL || !tensor_map_read(bytes, &copy->map) || copy->map.rank != rank ||
        !is_of_mode(&copy->map, micro)) {
        return false;
    }
    for (uint32_t i = 0; i < micro->target; i++) {
        Row row = i < 4 ? micro->data[i] : micro->addend[0];
        int32_t coordinate = (int32_t)warp_row(warp, row)[lane];
        *(has_rows && i > 0 ? &copy->place.row[i - 1] : &copy->place.at[i]) = coordinate;
    }
    copy->place.has_rows = has_rows;
    read_offsets(warp, micro, lane, copy);
    copy->element_bytes = tensor_element_bytes((TensorType)copy->map.type);
    copy->room_bytes = tensor_element_room((TensorType)copy->map.type);
    copy->size_bytes = tensor_bytes(&copy->map, &copy->place);
    uint32_t row_bytes = tensor_tile_count(&copy->map, 0) * copy->room_bytes;
    bool is_wider = copy->map.slice_bytes == 0 && copy->map.span_bytes > row_bytes;
    copy->pitch_bytes = is_wider ? copy->map.span_bytes : row_bytes;
    return true;
}

uint32_t tile_copy_place(const TileCopy *copy, uint32_t index)
{
    uint32_t count = tensor_tile_count(&copy->map, 0);
    uint32_t offset = index / count * copy->pitch_bytes + index % count * copy->room_bytes;
    return swizzled_by(copy->shared + offset, copy->map.span_bytes, (SwizzleAtom)copy->map.atom);
}

static bool is_tf32(const TensorMap *map)
{
    return map->type == TENSOR_TF32 || map->type == TENSOR_TF32_FTZ;
}

static PtxType type_of(TensorType type)
{
    static const uint8_t types[TENSOR_TYPE_COUNT] = {
        PTX_TYPE_U8,  PTX_TYPE_U16, PTX_TYPE_U32, PTX_TYPE_S32, PTX_TYPE_U64,
        PTX_TYPE_S64, PTX_TYPE_F16, PTX_TYPE_F32, PTX_TYPE_F64, PTX_TYPE_BF16,
        PTX_TYPE_F32, PTX_TYPE_F32, PTX_TYPE_F32}; // packed types have no reductions
    return (PtxType)types[type];
}

// Sixteen values of 6 bits, a byte for each, side by side (PTX ISA 9.0, ".b6p2x16").
static void pack(uint8_t to[12], const uint8_t from[16])
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 4; k++) {
            bits |= (from[4 * i + k] & 63u) << 6 * k;
        }
        memcpy(to + 3 * i, &bits, 3);
    }
}

// An element of shared memory to global memory, or combined with what is there.
static void put(const Micro *micro, const TileCopy *copy, uint8_t *to, const uint8_t *from)
{
    uint64_t old = 0, value = 0;
    if (copy->map.type == TENSOR_B6_P32) {
        pack(to, from);
        return;
    }
    memcpy(&old, to, copy->element_bytes);
    memcpy(&value, from, copy->element_bytes);
    if (micro->function != PTX_DOT_STORE) {
        value = lane_atomic((PtxSuffix)micro->function, type_of((TensorType)copy->map.type),
                            PTX_SPACE_GLOBAL, old, value, 0);
    }
    memcpy(to, &value, copy->element_bytes);
}

// An element of global memory to shared memory. Those of type tf32 are rounded to nearest, and
// denormals stay (traces/h200/hopper/copy_tiles.out; ties, which it does not have, as cvt.rna
// does).
static void get(const TileCopy *copy, uint8_t *to, const uint8_t *from)
{
    memcpy(to, from, copy->element_bytes);
    if (is_tf32(&copy->map)) {
        uint32_t bits;
        memcpy(&bits, from, sizeof bits);
        bits = tf32_away(bits);
        memcpy(to, &bits, sizeof bits);
    }
}

// One element; false: an address of the map lies outside every allocation.
static bool copy_element(Block *block, const Micro *micro, TileCopy *copy, uint32_t index)
{
    uint8_t *shared = shared_bytes(block, tile_copy_place(copy, index));
    uint64_t address = tensor_element(&copy->map, &copy->place, index);
    uint64_t fill[2] = {tensor_fill(&copy->map), tensor_fill(&copy->map)};
    bool is_load = micro->function == PTX_DOT_LOAD;
    if (address == 0) {
        if (is_load) {
            memcpy(shared, fill, copy->element_bytes);
        }
        return true;
    }
    uint8_t *global = global_bytes(block, address, copy->element_bytes, !is_load);
    if (global == NULL) {
        return false;
    }
    if (copy->is_first) {
        uint32_t row = index / tensor_tile_count(&copy->map, 0);
        line_list_add(&block->bulk, address, copy->element_bytes, row != copy->row);
        copy->row = row;
    }
    if (is_load) {
        get(copy, shared, global);
    } else {
        put(micro, copy, global, shared);
    }
    return true;
}

// The shared memory of `size_bytes` from this byte of the tile on that a swizzle keeps together, at
// most one piece (of a swizzle that flips, half a piece).
static uint8_t *shared_piece(Block *block, const TileCopy *copy, uint32_t offset, uint32_t *size)
{
    SwizzleAtom atom = (SwizzleAtom)copy->map.atom;
    uint32_t piece = atom == SWIZZLE_ATOM_32_FLIP_8 ? PIECE_BYTES / 2 : PIECE_BYTES;
    uint32_t place = copy->shared + offset, together = piece - place % piece;
    *size = *size < together ? *size : together;
    return shared_bytes(block, swizzled_by(place, copy->map.span_bytes, atom));
}

// Bytes of a row that lie outside the tensor.
static void fill_bytes(Block *block, const TileCopy *copy, uint32_t offset, uint32_t until)
{
    uint64_t fill[PIECE_BYTES / 8] = {tensor_fill(&copy->map), tensor_fill(&copy->map)};
    for (uint32_t size; offset < until; offset += size) {
        size = until - offset;
        uint8_t *to = shared_piece(block, copy, offset, &size);
        memcpy(to, fill, size);
    }
}

// Copies a row of the tile as it is. False, with nothing done: its elements have to be copied one
// by one.
static bool copy_row(Block *block, const Micro *micro, TileCopy *copy, uint32_t row)
{
    TensorRun run;
    bool is_load = micro->function == PTX_DOT_LOAD;
    if (is_load ? is_tf32(&copy->map) : micro->function != PTX_DOT_STORE) {
        return false;
    }
    if (!tensor_run(&copy->map, &copy->place, row, &run)) {
        return false;
    }
    uint32_t bytes = run.count * copy->element_bytes, begin = row * copy->pitch_bytes;
    uint32_t offset = begin + run.before * copy->element_bytes, end = offset + bytes;
    uint8_t *global = bytes == 0 ? NULL : global_bytes(block, run.address, bytes, !is_load);
    if (global == NULL && bytes > 0) {
        return false;
    }
    if (is_load) {
        fill_bytes(block, copy, begin, offset);
        fill_bytes(block, copy, end,
                   begin + tensor_tile_count(&copy->map, 0) * copy->element_bytes);
    }
    if (bytes > 0 && copy->is_first) {
        line_list_add(&block->bulk, run.address, bytes, row != copy->row);
        copy->row = row;
    }
    for (uint32_t size; offset < end; offset += size, global += size) {
        size = end - offset;
        uint8_t *shared = shared_piece(block, copy, offset, &size);
        memcpy(is_load ? shared : global, is_load ? global : shared, size);
    }
    return true;
}

// Whether shared memory has room for the tile at its address.
static Outcome check_shared(Block *block, Warp *warp, const Micro *micro, const TileCopy *copy,
                            uint32_t lane)
{
    enum { UNIT = 128 };
    uint32_t address[32];
    if (copy->shared % UNIT != 0) {
        return fault_raise(block, warp, FAULT_MISALIGNED, 1u << lane,
                           "a tile in shared memory must begin at a multiple of %u bytes", UNIT);
    }
    address[lane] = copy->shared;
    if (shared_check(block, warp, micro, address, 1u << lane, 1, true) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    uint32_t rows = copy->size_bytes / (tensor_tile_count(&copy->map, 0) * copy->element_bytes);
    address[lane] = copy->shared + rows * copy->pitch_bytes - 1;
    return shared_check(block, warp, micro, address, 1u << lane, 1, true);
}

// What types of 4 and 6 bits do not have (PTX ISA 9.0, "Restriction on Tensor Copy instructions");
// NULL: nothing.
static const char *lack_of(const Block *block, const Micro *micro, const TensorMap *map)
{
    bool is_load = micro->function == PTX_DOT_LOAD;
    if (is_load && block->launch->gpu->compute_capability / 10 == 12 &&
        (tensor_type_is_packed((TensorType)map->type) || map->atom != SWIZZLE_ATOM_16)) {
        return "on compute capability 12.x, tiles of 4 or 6 bits or with other atoms of the "
               "swizzle than 16 bytes can only be stored";
    }
    if (!tensor_type_is_packed((TensorType)map->type)) {
        return NULL;
    }
    return !is_load && micro->function != PTX_DOT_STORE ? "values of 4 or 6 bits have no reductions"
           : !is_load && map->type == TENSOR_B4_P64
               ? "tiles of type 16U4_ALIGN16B can only be loaded"
           : is_load && map->type == TENSOR_B6_P32 && map->atom == SWIZZLE_ATOM_64
               ? "tiles of type 16U6_ALIGN16B with atoms of 64 bytes can only be stored"
               : NULL;
}

static Outcome copy_tile(Block *block, Warp *warp, const Micro *micro, TileCopy *copy,
                         uint32_t lane)
{
    const char *lack = lack_of(block, micro, &copy->map);
    if (lack != NULL) {
        return fault_raise(block, warp, FAULT_ILLEGAL, 1u << lane, "%s", lack);
    }
    if (!tensor_is_aligned(&copy->map, &copy->place)) { // as on an H200
        return fault_raise(block, warp, FAULT_ILLEGAL, 1u << lane,
                           "the first coordinate of a tile must be a multiple of %s, got %d "
                           "elements of %u",
                           copy->room_bytes > copy->element_bytes ? "128 values" : "16 bytes",
                           copy->place.at[0], copy->element_bytes);
    }
    if (!tensor_may_begin(&copy->map, &copy->place)) {
        return fault_raise(block, warp, FAULT_ILLEGAL, 1u << lane,
                           copy->map.wide != TENSOR_NOT_WIDE
                               ? "a copy along W must begin in the bounding box of an image or "
                                 "left of it, with a halo below 512 (of four parts: 32) and an "
                                 "offset below 32"
                               : "a copy in im2col mode must begin in the bounding box of an "
                                 "image");
    }
    if (check_shared(block, warp, micro, copy, lane) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    uint32_t count = tensor_tile_count(&copy->map, 0);
    for (uint32_t i = 0; i < copy->size_bytes / copy->element_bytes; i++) {
        if (i % count == 0 && copy_row(block, micro, copy, i / count)) {
            i += count - 1;
        } else if (!copy_element(block, micro, copy, i)) {
            return fault_raise(block, warp, FAULT_OUT_OF_BOUNDS, 1u << lane,
                               "the tensor map names memory outside of any allocation: address "
                               "0x%llx",
                               (unsigned long long)tensor_element(&copy->map, &copy->place, i));
        }
    }
    return OUTCOME_NEXT;
}

// The rank of the block whose mbarrier hears of a tile in block `rank`: itself, or with
// .cta_group::2 the one of its pair that is even or odd as the block that the mbarrier's address
// names (PTX ISA 9.0, cp.async.bulk.tensor).
static uint32_t signaled_rank(const Block *block, const Micro *micro, uint32_t barrier,
                              uint32_t rank)
{
    uint32_t slot = barrier / (uint32_t)SHARED_WINDOW_BYTES;
    uint32_t owner = slot == 0 ? block->place.cluster_rank : slot - 1;
    return (micro->flags & MICRO_BLOCK_PAIR) != 0 ? (rank & ~1u) | (owner & 1u) : rank;
}

// The tile in the shared memory of each block of the mask, or of this one only, and its bytes to
// the mbarrier at the same place.
static Outcome deliver(Block *block, Warp *warp, const Micro *micro, TileCopy copy, uint32_t lane)
{
    uint32_t barrier = micro->e == ROW_NONE ? 0 : warp_row(warp, micro->e)[lane];
    if (micro->c == ROW_NONE) {
        return copy_tile(block, warp, micro, &copy, lane) == OUTCOME_FAULT ||
                       (micro->e != ROW_NONE &&
                        !bulk_complete(block, warp, micro, barrier, copy.size_bytes, lane))
                   ? OUTCOME_FAULT
                   : OUTCOME_NEXT;
    }
    uint32_t place = copy.shared % SHARED_WINDOW_BYTES, blocks = warp_row(warp, micro->c)[lane];
    for (uint32_t rest = blocks & 0xffff; rest != 0; rest &= rest - 1) {
        uint32_t rank = lane_lowest(rest);
        uint32_t signaled = signaled_rank(block, micro, barrier, rank);
        copy.shared = (1 + rank) * (uint32_t)SHARED_WINDOW_BYTES + place;
        copy.is_first = rest == (blocks & 0xffff);
        if (copy_tile(block, warp, micro, &copy, lane) == OUTCOME_FAULT ||
            !bulk_complete(block, warp, micro,
                           (1 + signaled) * (uint32_t)SHARED_WINDOW_BYTES +
                               barrier % (uint32_t)SHARED_WINDOW_BYTES,
                           copy.size_bytes, lane)) {
            return OUTCOME_FAULT;
        }
    }
    return OUTCOME_NEXT;
}

static void record_box(const Warp *warp, const Micro *micro, uint32_t lane, const TileCopy *copy,
                       StepTile *tile)
{
    *tile = (StepTile){.span_bytes = (uint8_t)copy->map.span_bytes,
                       .atom = copy->map.atom,
                       .element_bytes = (uint8_t)copy->element_bytes,
                       .rank = (uint8_t)copy->map.rank,
                       .type = copy->map.type,
                       .room_bytes = (uint8_t)copy->room_bytes,
                       .pitch_bytes = copy->pitch_bytes,
                       .slice_bytes = copy->map.slice_bytes,
                       .has_mbarrier = micro->e != ROW_NONE,
                       .shared = copy->shared % (uint32_t)SHARED_WINDOW_BYTES,
                       .size_bytes = copy->size_bytes};
    if (tile->has_mbarrier) {
        tile->mbarrier = warp_row(warp, micro->e)[lane] % (uint32_t)SHARED_WINDOW_BYTES;
    }
    memcpy(tile->at, copy->place.at, sizeof tile->at);
    for (uint32_t i = 0; i < copy->map.rank; i++) {
        tile->box[i] = (uint16_t)tensor_tile_count(&copy->map, i);
    }
}

Outcome exec_copy_tensor(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on != 0 && micro_is_bulk_reduction(micro) && !block->is_oldest) {
        return OUTCOME_ORDER;
    }
    block->bulk.count = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        TileCopy copy;
        if (!tile_copy_of(block, warp, micro, lane, &copy)) {
            return fault_raise(block, warp, FAULT_UNSUPPORTED, 1u << lane,
                               "there is no tensor map of %u dimensions%s at this address",
                               micro->combine == PTX_DOT_TILE__GATHER4 ? 2 : micro->target,
                               micro->combine == PTX_DOT_IM2COL      ? " in im2col mode"
                               : micro->combine == PTX_DOT_IM2COL__W ? " in im2col::w mode"
                               : micro->combine == PTX_DOT_IM2COL__W__128
                                   ? " in im2col::w::128 mode"
                                   : "");
        }
        if (deliver(block, warp, micro, copy, lane) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        count_bulk(block, warp, copy.size_bytes);
        if (block->step != NULL) {
            record_box(warp, micro, lane, &copy, &block->step->access.tile);
        }
    }
    uint32_t sectors = line_list_sectors(&block->bulk);
    block->worker->accesses[warp->pc].bulk_sectors += sectors;
    if (block->step != NULL) {
        block->step->access.tile.lines = block->bulk.count;
        block->step->access.tile.sectors = sectors;
    }
    spin_written(warp);
    return OUTCOME_NEXT;
}
