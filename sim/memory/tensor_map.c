// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/tensor_map.h"

#include "sim/memory/swizzle.h"

#include <string.h>

#define MARK          UINT32_C(0x4c544d31)
#define PADDED_VALUES 128u // of a row of padded types (PTX ISA 9.0, "Restriction on Tensor Copy")

typedef struct Stored {
    uint32_t mark;
    uint32_t room; // keeps the map at a multiple of 8
    TensorMap map;
} Stored;

_Static_assert(sizeof(Stored) <= TENSOR_MAP_BYTES, "a CUtensorMap holds the map");

uint32_t tensor_element_bytes(TensorType type)
{
    static const uint8_t bytes[TENSOR_TYPE_COUNT] = {1, 2, 4, 4, 8, 8, 2, 4,
                                                     8, 2, 4, 4, 4, 1, 8, 12};
    return type < TENSOR_TYPE_COUNT ? bytes[type] : 0;
}

uint32_t tensor_element_values(TensorType type)
{
    return type == TENSOR_B4 ? 2 : type == TENSOR_B4_P64 || type == TENSOR_B6_P32 ? 16 : 1;
}

uint32_t tensor_element_room(TensorType type)
{
    return tensor_element_values(type) == 16 ? 16 : tensor_element_bytes(type);
}

bool tensor_type_is_packed(TensorType type)
{
    return tensor_element_values(type) > 1;
}

static bool is_padded(const TensorMap *map)
{
    return tensor_element_values((TensorType)map->type) == 16;
}

// Elements of a slice.
static uint32_t slice_elements(const TensorMap *map)
{
    return map->slice_bytes / tensor_element_bytes((TensorType)map->type);
}

uint32_t tensor_first_pixel(const TensorMap *map)
{
    return map->slice_bytes == 0 ? 1 : 0;
}

// Where the first dimension ends, in elements.
static int64_t row_end(const TensorMap *map)
{
    int64_t size = (int64_t)map->last[0] + 1;
    return map->slice_bytes != 0 ? size * slice_elements(map)
                                 : size / tensor_element_values((TensorType)map->type);
}

void tensor_map_write(const TensorMap *map, uint8_t bytes[TENSOR_MAP_BYTES])
{
    Stored stored = {.mark = MARK, .map = *map};
    memset(bytes, 0, TENSOR_MAP_BYTES);
    memcpy(bytes, &stored, sizeof stored);
}

// The last coordinate of the box of an image along its dimension i: W, H, D.
static int64_t box_end(const TensorMap *map, uint32_t i)
{
    return (int64_t)map->last[tensor_first_pixel(map) + i] + map->upper[i];
}

// Whether interleaving, swizzle and type go together (CUDA Driver API, cuTensorMapEncodeTiled; PTX
// ISA 9.0, "Swizzling Modes" and "Restriction on Tensor Copy instructions").
static bool fits_together(const TensorMap *map)
{
    bool is_flipped = map->atom == SWIZZLE_ATOM_32_FLIP_8;
    bool has_wide_span = map->span_bytes == 16 || map->span_bytes == 128;
    return (map->atom == SWIZZLE_ATOM_16 || map->span_bytes == 128) &&
           (map->slice_bytes == 0 ||
            (map->rank >= 3 && map->wide == TENSOR_NOT_WIDE && !is_padded(map))) &&
           (!is_padded(map) || (map->box[0] == PADDED_VALUES && has_wide_span && !is_flipped)) &&
           !(tensor_type_is_packed((TensorType)map->type) && map->is_nan);
}

bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], TensorMap *map)
{
    Stored stored;
    memcpy(&stored, bytes, sizeof stored);
    *map = stored.map;
    bool is_map = stored.mark == MARK && map->rank > 0 && map->rank <= TENSOR_RANK_MAX &&
                  map->type < TENSOR_TYPE_COUNT && fits_together(map);
    for (uint32_t i = 0; is_map && i < map->rank; i++) {
        bool has_step = map->step[i] > 0 || (i == 0 && map->slice_bytes == 0); // it is ignored
        is_map = (map->box[i] > 0 || (map->is_im2col && i > 1)) && has_step;
    }
    for (uint32_t i = 0; is_map && map->is_im2col && i + 2 < map->rank; i++) {
        is_map = box_end(map, i) >= map->lower[i];
    }
    return is_map;
}

// Types as the ISA numbers them in maps (PTX ISA 9.0, "Tensormap new_val validity").
static bool replace_type(TensorMap *map, uint64_t value)
{
    static const uint8_t types[] = {TENSOR_U8,       TENSOR_U16, TENSOR_U32,    TENSOR_S32,
                                    TENSOR_U64,      TENSOR_S64, TENSOR_F16,    TENSOR_F32,
                                    TENSOR_F32_FTZ,  TENSOR_F64, TENSOR_BF16,   TENSOR_TF32,
                                    TENSOR_TF32_FTZ, TENSOR_B4,  TENSOR_B4_P64, TENSOR_B6_P32};
    if (value >= sizeof types) {
        return false;
    }
    map->type = types[value];
    map->stride[0] = tensor_element_bytes((TensorType)map->type);
    return true;
}

static bool replace_number(TensorMap *map, TensorField field, uint64_t value)
{
    switch (field) {
    case TENSOR_FIELD_ADDRESS: map->address = value; return true;
    case TENSOR_FIELD_RANK: map->rank = (uint8_t)(value + 1); return value < TENSOR_RANK_MAX;
    case TENSOR_FIELD_TYPE: return replace_type(map, value);
    case TENSOR_FIELD_SWIZZLE: map->span_bytes = (uint8_t)(16u << (value & 3)); return value < 4;
    case TENSOR_FIELD_FILL: map->is_nan = value != 0; return value < 2;
    case TENSOR_FIELD_INTERLEAVE:
        map->slice_bytes = (uint8_t)(value == 0 ? 0 : 8u << (value & 3));
        return value < 3;
    case TENSOR_FIELD_ATOMICITY: map->atom = (uint8_t)value; return value < SWIZZLE_ATOM_COUNT;
    default: return false;
    }
}

static bool replace_in_dimension(TensorMap *map, TensorField field, uint32_t dimension,
                                 uint64_t value)
{
    if (dimension >= TENSOR_RANK_MAX - (field == TENSOR_FIELD_STRIDE)) {
        return false;
    }
    switch (field) {
    case TENSOR_FIELD_BOX: map->box[dimension] = (uint16_t)value; return true;
    case TENSOR_FIELD_SIZE: map->last[dimension] = (uint32_t)(value - 1); return true;
    case TENSOR_FIELD_STRIDE: map->stride[dimension + 1] = value; return true;
    default: map->step[dimension] = (uint8_t)value; return true;
    }
}

bool tensor_map_replace(uint8_t bytes[TENSOR_MAP_BYTES], TensorField field, uint32_t dimension,
                        uint64_t value)
{
    Stored stored;
    memcpy(&stored, bytes, sizeof stored);
    bool is_of_dimension = field >= TENSOR_FIELD_BOX && field <= TENSOR_FIELD_STEP;
    bool is_good = stored.mark == MARK &&
                   (is_of_dimension ? replace_in_dimension(&stored.map, field, dimension, value)
                                    : replace_number(&stored.map, field, value));
    memcpy(bytes, &stored, is_good ? sizeof stored : 0);
    return is_good;
}

static uint32_t tile_rank(const TensorMap *map)
{
    return map->is_im2col ? 2 : map->rank;
}

// Every how manieth slice or element along a dimension a tile has.
static uint32_t step_along(const TensorMap *map, uint32_t dimension)
{
    bool is_ignored = dimension == 0 && map->slice_bytes == 0;
    return is_ignored || map->is_im2col ? 1 : map->step[dimension];
}

// Slices of a row of the tile.
static uint32_t slice_count(const TensorMap *map)
{
    uint32_t step = step_along(map, 0);
    return map->is_im2col ? 1 : (map->box[0] + step - 1) / step;
}

uint32_t tensor_tile_count(const TensorMap *map, uint32_t dimension)
{
    if (map->slice_bytes != 0 && dimension == 0) {
        return slice_count(map) * slice_elements(map);
    }
    if (dimension == 0) {
        return map->box[0] / tensor_element_values((TensorType)map->type);
    }
    bool is_channel = map->slice_bytes != 0 && !map->is_im2col && dimension + 2 == map->rank;
    uint32_t step = step_along(map, dimension);
    return is_channel ? 1 : (map->box[dimension] + step - 1) / step;
}

// The first coordinate of an element of a row that begins at `first`, in elements.
static int64_t along_row(const TensorMap *map, int64_t first, uint32_t index)
{
    if (map->slice_bytes == 0) {
        return first / (int64_t)tensor_element_values((TensorType)map->type) + index;
    }
    uint32_t elements = slice_elements(map);
    return (first + index / elements * step_along(map, 0)) * elements + index % elements;
}

uint32_t tensor_tile_bytes(const TensorMap *map)
{
    uint32_t bytes = tensor_element_bytes((TensorType)map->type);
    for (uint32_t i = 0; i < tile_rank(map); i++) {
        bytes *= tensor_tile_count(map, i);
    }
    return bytes;
}

// The coordinates of an element of a tile.
static void tile_coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                             int64_t at[TENSOR_RANK_MAX])
{
    uint32_t row = tensor_tile_count(map, 0);
    at[0] = along_row(map, place->at[0], index % row);
    index /= row;
    for (uint32_t i = 1; i < map->rank; i++) {
        uint32_t count = tensor_tile_count(map, i);
        at[i] = place->at[i] + (int64_t)(index % count) * map->step[i];
        index /= count;
    }
}

// The same of a tile of rows that are named one by one (PTX ISA 9.0, "tiled::gather4").
static void row_coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                            int64_t at[TENSOR_RANK_MAX])
{
    uint32_t count = tensor_tile_count(map, 0);
    at[0] = along_row(map, place->at[0], index % count);
    at[1] = place->row[index / count % TENSOR_ROWS];
}

// Which pixel of the walk through the images a row of the tile is. The halo continues the walk; in
// im2col::w::128 that of each part does, and the first pixels of all halos come first: the four
// rows that tcgen05.cp.4x256b gives to the four parts of tensor memory (PTX ISA 9.0, "wHalo", which
// does not say their order).
static int64_t pixel_of_row(const TensorMap *map, uint32_t row)
{
    if (map->wide != TENSOR_WIDE_128 || row < TENSOR_WIDE_PIXELS) {
        return row;
    }
    uint32_t halo = row - TENSOR_WIDE_PIXELS;
    return (halo % TENSOR_WIDE_PARTS + 1) * TENSOR_WIDE_PART + halo / TENSOR_WIDE_PARTS;
}

// The same in im2col mode. Pixels follow each other along W, then H, D and N; in wide modes along W
// and N. The first row of each dimension begins at the tile's place, the others at the lower corner
// of the box (PTX ISA 9.0, "im2col mode"). The step of N counts, as on an H200
// (traces/h200/hopper/copy_im2col.out).
static void pixel_coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                              int64_t at[TENSOR_RANK_MAX])
{
    uint32_t last = map->rank - 1u, w = tensor_first_pixel(map), count = tensor_tile_count(map, 0);
    int64_t rest = pixel_of_row(map, index / count);
    for (uint32_t i = 0; i + 1 < last; i++) {
        if (i > 0 && map->wide != TENSOR_NOT_WIDE) {
            at[w + i] = place->at[w + i];
            continue;
        }
        int64_t step = map->step[w + i], first = place->at[w + i], end = box_end(map, i);
        int64_t in_first = (end - first) / step + 1, in_row = (end - map->lower[i]) / step + 1;
        bool is_first = rest < in_first;
        at[w + i] =
            is_first ? first + rest * step : map->lower[i] + (rest - in_first) % in_row * step;
        at[w + i] += place->offset[i];
        rest = is_first ? 0 : 1 + (rest - in_first) / in_row;
    }
    at[last] = place->at[last] + rest * map->step[last];
    at[last - 1] = w == 0 ? place->at[last - 1] : at[last - 1]; // the channels' slice
    at[0] = along_row(map, w == 0 ? at[0] : place->at[0], index % count);
}

uint32_t tensor_bytes(const TensorMap *map, const TensorPlace *place)
{
    uint32_t row = tensor_tile_count(map, 0) * tensor_element_bytes((TensorType)map->type);
    uint32_t halos = map->wide == TENSOR_WIDE_128 ? TENSOR_WIDE_PARTS : 1;
    return place->has_rows ? TENSOR_ROWS * row : tensor_tile_bytes(map) + halos * place->halo * row;
}

// Ranges of wHalo and wOffset: PTX ISA 9.0, cp.async.bulk.tensor.
static bool may_begin_wide(const TensorMap *map, const TensorPlace *place)
{
    uint32_t halo_end = map->wide == TENSOR_WIDE_128 ? 32 : 512, offset_end = 32;
    return place->at[1] <= box_end(map, 0) && place->halo < halo_end &&
           place->offset[0] < offset_end;
}

bool tensor_may_begin(const TensorMap *map, const TensorPlace *place)
{
    if (map->wide != TENSOR_NOT_WIDE) {
        return may_begin_wide(map, place);
    }
    for (uint32_t i = 0; map->is_im2col && i + 2 < map->rank; i++) {
        int32_t at = place->at[tensor_first_pixel(map) + i];
        if (at < map->lower[i] || at > box_end(map, i)) {
            return false;
        }
    }
    return true;
}

bool tensor_is_aligned(const TensorMap *map, const TensorPlace *place)
{
    TensorType type = (TensorType)map->type;
    uint32_t values = is_padded(map)
                          ? PADDED_VALUES
                          : 16 / tensor_element_bytes(type) * tensor_element_values(type);
    return map->slice_bytes != 0 || place->at[0] % (int32_t)values == 0;
}

static void coordinates(const TensorMap *map, const TensorPlace *place, uint32_t index,
                        int64_t at[TENSOR_RANK_MAX])
{
    (map->is_im2col    ? pixel_coordinates
     : place->has_rows ? row_coordinates
                       : tile_coordinates)(map, place, index, at);
}

// The address of these coordinates, of which the first (in elements) may lie outside; 0: another
// one does.
static uint64_t address_in_row(const TensorMap *map, const int64_t at[TENSOR_RANK_MAX])
{
    uint64_t address = map->address + (uint64_t)at[0] * tensor_element_bytes((TensorType)map->type);
    for (uint32_t i = 1; i < map->rank; i++) {
        if (at[i] < 0 || at[i] > (int64_t)map->last[i]) {
            return 0;
        }
        address += (uint64_t)at[i] * map->stride[i];
    }
    return address;
}

uint64_t tensor_element(const TensorMap *map, const TensorPlace *place, uint32_t index)
{
    int64_t at[TENSOR_RANK_MAX];
    coordinates(map, place, index, at);
    return at[0] < 0 || at[0] >= row_end(map) ? 0 : address_in_row(map, at);
}

bool tensor_run(const TensorMap *map, const TensorPlace *place, uint32_t row, TensorRun *run)
{
    uint32_t count = tensor_tile_count(map, 0);
    int64_t at[TENSOR_RANK_MAX];
    if (step_along(map, 0) != 1 || is_padded(map)) {
        return false;
    }
    coordinates(map, place, row * count, at);
    int64_t first = at[0], until = row_end(map);
    at[0] = first < 0 ? 0 : first;
    until = until < first + count ? until : first + count;
    run->address = address_in_row(map, at);
    bool is_outside = at[0] >= until || run->address == 0;
    run->before = is_outside ? count : (uint32_t)(at[0] - first);
    run->count = is_outside ? 0 : (uint32_t)(until - at[0]);
    return true;
}

uint64_t tensor_fill(const TensorMap *map)
{
    if (!map->is_nan) {
        return 0;
    }
    return UINT64_C(0x7ff77ff77ff77ff7); // as an H200 writes it
}
