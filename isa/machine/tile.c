// SPDX-License-Identifier: Apache-2.0
#include "isa/machine/tile.h"

#define WARP_LANES 32

typedef struct ShapeRow {
    PtxSuffix suffix;
    uint16_t m, n, k;
} ShapeRow;

static const ShapeRow shapes[] = {
    {PTX_DOT_M8N8K4, 8, 8, 4},       {PTX_DOT_M8N8K16, 8, 8, 16},     {PTX_DOT_M8N8K32, 8, 8, 32},
    {PTX_DOT_M8N8K128, 8, 8, 128},   {PTX_DOT_M16N8K4, 16, 8, 4},     {PTX_DOT_M16N8K8, 16, 8, 8},
    {PTX_DOT_M16N8K16, 16, 8, 16},   {PTX_DOT_M16N8K32, 16, 8, 32},   {PTX_DOT_M16N8K64, 16, 8, 64},
    {PTX_DOT_M16N8K128, 16, 8, 128}, {PTX_DOT_M16N8K256, 16, 8, 256},
};

static const ShapeRow *shape_of(const PtxInstruction *instruction)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (ptx_has(instruction, shapes[i].suffix)) {
            return &shapes[i];
        }
    }
    return NULL;
}

// Types are written in the order d, a, b, c.
static void read_types(const PtxInstruction *instruction, MatrixTile *tile)
{
    static const TileMatrix order[] = {TILE_D, TILE_A, TILE_B, TILE_C};
    uint32_t count = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        if (instruction->suffix[i] < PTX_TYPE_COUNT && count < TILE_MATRIX_COUNT) {
            tile->type[order[count++]] = (uint8_t)instruction->suffix[i];
        }
    }
}

// Layouts are written in the order a, b; all shapes but one have .row.col.
static void read_layouts(const PtxInstruction *instruction, MatrixTile *tile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        bool is_row = instruction->suffix[i] == PTX_DOT_ROW;
        if (!is_row && instruction->suffix[i] != PTX_DOT_COL) {
            continue;
        }
        if (count++ == 0) {
            tile->is_column_a = !is_row;
        } else {
            tile->is_row_b = is_row;
        }
    }
}

static void read_scales(const PtxInstruction *instruction, MatrixTile *tile)
{
    bool is_scaled = ptx_has(instruction, PTX_DOT_BLOCK_SCALE);
    bool is_byte = ptx_has(instruction, PTX_DOT_KIND__MXF8F6F4);
    tile->is_padded = is_byte || ptx_has(instruction, PTX_DOT_KIND__F8F6F4);
    tile->scales = !is_scaled                                    ? 0
                   : is_byte                                     ? 1
                   : ptx_has(instruction, PTX_DOT_SCALE_VEC__4X) ? 4
                                                                 : 2;
    tile->scale_type = ptx_has(instruction, PTX_TYPE_UE4M3) ? PTX_TYPE_UE4M3 : PTX_TYPE_UE8M0;
}

bool tile_of(const PtxInstruction *instruction, MatrixTile *tile)
{
    const ShapeRow *shape = instruction->opcode == PTX_MMA ? shape_of(instruction) : NULL;
    if (shape == NULL) {
        return false;
    }
    *tile = (MatrixTile){.m = shape->m, .n = shape->n, .k = shape->k};
    read_types(instruction, tile);
    read_layouts(instruction, tile);
    tile->is_saturated = ptx_has(instruction, PTX_DOT_SATFINITE);
    tile->is_sparse =
        ptx_has(instruction, PTX_DOT_SP) || ptx_has(instruction, PTX_DOT_SP__ORDERED_METADATA);
    read_scales(instruction, tile);
    tile->operation = ptx_has(instruction, PTX_DOT_XOR)   ? TILE_XOR_POPC
                      : ptx_has(instruction, PTX_DOT_AND) ? TILE_AND_POPC
                                                          : TILE_MULTIPLY;
    return true;
}

bool tile_of_group(const PtxInstruction *instruction, MatrixTile *tile, uint32_t *parts)
{
    uint32_t n, k;
    if (instruction->opcode != PTX_WGMMA || !ptx_group_shape(instruction, &n, &k)) {
        return false;
    }
    bool is_and = ptx_has(instruction, PTX_DOT_AND);
    *tile = (MatrixTile){.m = 16,
                         .n = 8,
                         .k = (uint16_t)k,
                         .operation = is_and ? TILE_AND_POPC_GROUP : TILE_MULTIPLY_GROUP};
    read_types(instruction, tile);
    tile->type[TILE_C] = tile->type[TILE_D];
    tile->is_saturated = ptx_has(instruction, PTX_DOT_SATFINITE);
    tile->is_sparse = ptx_has(instruction, PTX_DOT_SP);
    *parts = n / 8;
    return true;
}

bool tile_is_group(const MatrixTile *tile)
{
    return tile->operation == TILE_MULTIPLY_GROUP || tile->operation == TILE_AND_POPC_GROUP;
}

bool tile_is_converted(const MatrixTile *tile, uint32_t compute_capability)
{
    bool is_narrow = tile->type[TILE_A] == PTX_TYPE_E4M3 || tile->type[TILE_A] == PTX_TYPE_E5M2;
    return is_narrow && tile->operation == TILE_MULTIPLY && tile->scales == 0 &&
           compute_capability != 89 && compute_capability < 120;
}

bool tile_is_quad(const MatrixTile *tile)
{
    return tile->m == 8 && tile->k == 4 && tile->type[TILE_A] == PTX_TYPE_F16;
}

uint32_t tile_depth(const MatrixTile *tile)
{
    return tile->is_sparse ? tile->k / 2u : tile->k;
}

uint32_t tile_bits(const MatrixTile *tile, TileMatrix matrix)
{
    return tile->is_padded && matrix <= TILE_B ? 8 : ptx_type_bits((PtxType)tile->type[matrix]);
}

uint32_t tile_elements(const MatrixTile *tile, TileMatrix matrix)
{
    uint32_t rows = matrix == TILE_B ? tile->k : tile->m;
    uint32_t columns = matrix == TILE_A ? tile_depth(tile) : tile->n;
    return rows * columns / (tile_is_quad(tile) ? WARP_LANES / 4 : WARP_LANES);
}

uint32_t tile_registers(const MatrixTile *tile, TileMatrix matrix)
{
    uint32_t bits = tile_bits(tile, matrix);
    return tile_elements(tile, matrix) * bits / (bits == 64 ? 64 : 32);
}

// m8n8k4 with f16: lanes 4 q to 4 q + 3 and the ones 16 above them multiply matrix q.
static TilePlace place_in_quad(const MatrixTile *tile, TileMatrix matrix, uint32_t lane,
                               uint32_t element)
{
    TilePlace place = {.matrix = (uint8_t)(lane % 16 / 4)};
    uint32_t low = lane % 4, half = lane / 16 * 4;
    bool is_wide = tile_bits(tile, matrix) == 32;
    switch (matrix) {
    case TILE_A:
        place.row = (uint16_t)((tile->is_column_a ? element : low) + half);
        place.column = (uint16_t)(tile->is_column_a ? low : element);
        break;
    case TILE_B:
        place.row = (uint16_t)(tile->is_row_b ? low : element);
        place.column = (uint16_t)((tile->is_row_b ? element : low) + half);
        break;
    default:
        place.row = (uint16_t)((is_wide ? (lane & 1) + (element & 2) : low) + half);
        place.column = (uint16_t)(is_wide ? (element & 4) + (lane & 2) + (element & 1) : element);
        break;
    }
    return place;
}

TilePlace tile_place(const MatrixTile *tile, TileMatrix matrix, uint32_t lane, uint32_t element)
{
    if (tile_is_quad(tile)) {
        return place_in_quad(tile, matrix, lane, element);
    }
    uint32_t group = lane / 4, member = lane % 4;
    if (matrix == TILE_C || matrix == TILE_D) {
        return (TilePlace){.row = (uint16_t)(group + element / 2 * 8),
                           .column = (uint16_t)(member * 2 + element % 2)};
    }
    // Along k, a register's elements lie side by side; so do those of the four members of a group.
    uint32_t bits = tile_bits(tile, matrix), packed = bits < 32 ? 32 / bits : 1;
    uint32_t reg = element / packed, rows = matrix == TILE_A ? tile->m / 8u : 1;
    uint16_t along = (uint16_t)(reg / rows * 4 * packed + member * packed + element % packed);
    uint16_t across = (uint16_t)(group + reg % rows * 8);
    return matrix == TILE_A ? (TilePlace){.row = across, .column = along}
                            : (TilePlace){.row = along, .column = across};
}

// Half 0 or 1 of a register, of an 8x8 matrix of 16-bit elements.
static void row_place(bool is_transposed, uint32_t lane, uint32_t half, uint32_t *row,
                      uint32_t *column)
{
    uint32_t across = lane / 4, along = lane % 4 * 2 + half;
    *row = is_transposed ? along : across;
    *column = is_transposed ? across : along;
}

// PTX ISA 9.0, figures of ldmatrix and stmatrix. Bytes of 16x16: four neighbors of a row of the
// transposed matrix, in the second register eight rows below; of 16x8: two of each of these rows.
TilePlace tile_moved_place(PtxSuffix shape, bool is_transposed, uint32_t lane, uint32_t reg,
                           uint32_t element)
{
    uint32_t across = lane / 4, along = lane % 4, row = 0, column = 0;
    if (shape == PTX_DOT_M16N16) {
        row = reg / 2 * 16 + along * 4 + element;
        column = across + reg % 2 * 8;
    } else if (shape == PTX_DOT_M8N16) {
        row = reg * 8 + across;
        column = along * 4 + element;
    } else if (shape == PTX_DOT_M16N8) {
        row = reg * 8 + along * 2 + element % 2;
        column = across + element / 2 * 8;
    } else {
        row_place(is_transposed, lane, element, &row, &column);
        row += reg * 8;
    }
    return (TilePlace){.row = (uint16_t)row, .column = (uint16_t)column};
}

uint32_t tile_unit_bits(const MatrixTile *tile)
{
    uint32_t bits = tile_bits(tile, TILE_A);
    return bits == 4 ? 8 : bits == 32 ? 16 : bits;
}

// Lanes of a group of four that hold the metadata: two bits for each unit of two rows.
static uint32_t holders(const MatrixTile *tile)
{
    uint32_t units = tile_depth(tile) * tile_bits(tile, TILE_A) / tile_unit_bits(tile);
    return 2 * 2 * units / 32;
}

uint32_t tile_selectors(const MatrixTile *tile)
{
    return 4 / holders(tile);
}

bool tile_holds_metadata(const MatrixTile *tile, uint32_t lane)
{
    return lane % 4 / holders(tile) == tile->selector;
}

bool tile_has_scales_at(const MatrixTile *tile, TileMatrix matrix, uint32_t byte, uint32_t thread)
{
    return thread < (matrix == TILE_A ? 2u : 4u) && byte < 4 && byte % tile->scales == 0;
}

uint32_t tile_scale_lane(TileMatrix matrix, uint32_t line, uint32_t thread)
{
    return matrix == TILE_A ? line % 8 * 4 + thread * 2 + line / 8 : line * 4 + thread;
}

// A lane holds eight indices of each of the group's two rows if units have 16 bits. If they have
// eight, it holds sixteen of one row, and the next lane sixteen of the other one.
uint32_t tile_unit_place(const MatrixTile *tile, const uint32_t metadata[32], uint32_t row,
                         uint32_t unit)
{
    bool is_wide = tile_unit_bits(tile) == 16;
    uint32_t second = row / 8;
    uint32_t member = is_wide ? unit / 8 : unit / 16 * 2 + second;
    uint32_t bit = is_wide ? second * 16 + unit % 8 * 2 : unit % 16 * 2;
    uint32_t lane = row % 8 * 4 + tile->selector * holders(tile) + member;
    return unit / 2 * 4 + (metadata[lane] >> bit & 3);
}
