// SPDX-License-Identifier: Apache-2.0
#include "isa/machine/wmma.h"

typedef struct WmmaRow {
    PtxSuffix suffix;
    uint16_t m, n, k; // of the inner tile
    uint8_t parts;
    uint8_t doubled; // TileMatrix
    bool is_transposed;
} WmmaRow;

static const WmmaRow shapes[] = {
    {PTX_DOT_M16N16K16, 16, 8, 16, 2, TILE_B, false},
    {PTX_DOT_M32N8K16, 16, 8, 16, 2, TILE_A, false},
    {PTX_DOT_M8N32K16, 16, 8, 16, 2, TILE_A, true},
    {PTX_DOT_M16N16K8, 16, 8, 8, 2, TILE_B, false},
    {PTX_DOT_M8N8K4, 8, 8, 4, 1, TILE_A, false},
    {PTX_DOT_M8N8K32, 8, 8, 32, 1, TILE_A, false},
    {PTX_DOT_M8N8K128, 8, 8, 128, 1, TILE_A, false},
};

static const WmmaRow *shape_of(const PtxInstruction *instruction)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (ptx_has(instruction, shapes[i].suffix)) {
            return &shapes[i];
        }
    }
    return NULL;
}

// d, c (of f16 matrices), or d, a, b, c; of a load or a store one type, which all matrices get.
static void read_types(const PtxInstruction *instruction, MatrixTile *tile)
{
    PtxType types[4] = {PTX_TYPE_NONE};
    uint32_t count = 0;
    for (uint32_t i = 0; i < instruction->suffix_count && count < 4; i++) {
        if (instruction->suffix[i] < PTX_TYPE_COUNT) {
            types[count++] = (PtxType)instruction->suffix[i];
        }
    }
    bool is_half = count == 2;
    tile->type[TILE_D] = (uint8_t)types[0];
    tile->type[TILE_A] = (uint8_t)(is_half ? PTX_TYPE_F16 : types[count > 2 ? 1 : 0]);
    tile->type[TILE_B] = (uint8_t)(is_half ? PTX_TYPE_F16 : types[count > 2 ? 2 : 0]);
    tile->type[TILE_C] = (uint8_t)types[count - 1];
}

static void transpose(MatrixTile *tile)
{
    uint8_t a = tile->type[TILE_A];
    tile->type[TILE_A] = tile->type[TILE_B];
    tile->type[TILE_B] = a;
}

bool wmma_of(const PtxInstruction *instruction, Wmma *wmma)
{
    const WmmaRow *shape = instruction->opcode == PTX_WMMA ? shape_of(instruction) : NULL;
    if (shape == NULL || instruction->type == PTX_TYPE_NONE) {
        return false;
    }
    bool is_tall = shape->doubled == TILE_A;
    uint16_t m = (uint16_t)(is_tall ? shape->m * shape->parts : shape->m);
    uint16_t n = (uint16_t)(is_tall ? shape->n : shape->n * shape->parts);
    *wmma = (Wmma){.m = shape->is_transposed ? n : m,
                   .n = shape->is_transposed ? m : n,
                   .k = shape->k,
                   .inner = {.m = shape->m, .n = shape->n, .k = shape->k},
                   .doubled = (TileMatrix)shape->doubled,
                   .parts = shape->parts,
                   .is_transposed = shape->is_transposed};
    read_types(instruction, &wmma->inner);
    if (wmma->is_transposed) {
        transpose(&wmma->inner);
    }
    wmma->inner.is_saturated = ptx_has(instruction, PTX_DOT_SATFINITE);
    wmma->inner.operation = ptx_has(instruction, PTX_DOT_XOR)   ? TILE_XOR_POPC
                            : ptx_has(instruction, PTX_DOT_AND) ? TILE_AND_POPC
                                                                : TILE_MULTIPLY;
    return true;
}

TileMatrix wmma_inner(const Wmma *wmma, TileMatrix matrix)
{
    if (!wmma->is_transposed || matrix == TILE_C || matrix == TILE_D) {
        return matrix;
    }
    return matrix == TILE_A ? TILE_B : TILE_A;
}

static uint32_t parts_of(const Wmma *wmma, TileMatrix inner)
{
    return inner == TILE_C || inner == TILE_D || inner == wmma->doubled ? wmma->parts : 1;
}

uint32_t wmma_registers(const Wmma *wmma, TileMatrix matrix)
{
    TileMatrix inner = wmma_inner(wmma, matrix);
    return tile_registers(&wmma->inner, inner) * parts_of(wmma, inner);
}

TilePlace wmma_place(const Wmma *wmma, TileMatrix matrix, uint32_t lane, uint32_t element)
{
    TileMatrix inner = wmma_inner(wmma, matrix);
    uint32_t each = tile_elements(&wmma->inner, inner), part = element / each;
    TilePlace place = tile_place(&wmma->inner, inner, lane, element % each);
    if (wmma->doubled == TILE_A) {
        place.row = (uint16_t)(place.row + part * wmma->inner.m);
    } else {
        place.column = (uint16_t)(place.column + part * wmma->inner.n);
    }
    return wmma->is_transposed ? (TilePlace){.row = place.column, .column = place.row} : place;
}
