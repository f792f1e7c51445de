// SPDX-License-Identifier: Apache-2.0
// Selection of matrix multiplications. One op has at most four accumulators in a lane and eight
// doubles along k; a larger PTX instruction becomes several. The costs are counted in ptxas 13.0's
// code for sm_75 to sm_120; GPUs without an instruction for the tile's types compute it with
// others.
#include "isa/machine/select_tile.h"
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

#define PART_MAX 4 // accumulators of an op

static PtxType register_type(const MatrixTile *tile, TileMatrix matrix)
{
    return tile_bits(tile, matrix) == 64        ? PTX_TYPE_F64
           : tile->type[matrix] == PTX_TYPE_F32 ? PTX_TYPE_F32
                                                : PTX_TYPE_B32;
}

void tile_read_fragments(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                         Fragments fragments)
{
    static const TileMatrix order[] = {TILE_D, TILE_A, TILE_B, TILE_C};
    for (uint32_t i = 0; i < TILE_MATRIX_COUNT; i++) {
        TileMatrix matrix = order[i];
        const PtxOperand *operand = &instruction->operands[i];
        for (uint32_t r = 0; r < FRAGMENT_MAX; r++) {
            bool is_used = r < operand->element_count;
            fragments[matrix][r] = !is_used           ? VALUE_NONE
                                   : matrix == TILE_D ? operand_result(unit, &operand->elements[r])
                                                      : operand_value(unit, &operand->elements[r],
                                                                      register_type(tile, matrix));
        }
    }
}

uint16_t tile_part_number(Lowering *lowering, const TilePart *part)
{
    MachineProgram *program = lowering->program;
    for (uint32_t i = 0; i < program->tile_count; i++) {
        if (memcmp(&program->tiles[i], part, sizeof *part) == 0) {
            return (uint16_t)i;
        }
    }
    program->tiles = arena_room(&lowering->scratch, program->tiles, program->tile_count,
                                &lowering->tile_room, sizeof *part);
    program->tiles[program->tile_count] = *part;
    return (uint16_t)program->tile_count++;
}

void tile_set_part(Unit *unit, Op *op, const TilePart *part)
{
    const MatrixTile *tile = &part->tile;
    bool is_group = tile->operation == TILE_MULTIPLY_GROUP;
    uint32_t tiles = is_group ? part->count : part->first_d > 0 ? 0 : tile_is_quad(tile) ? 4 : 1;
    bool is_converted = tile_is_converted(tile, unit->lowering->target.compute_capability);
    uint32_t type = is_converted      ? PTX_TYPE_F16
                    : tile->is_padded ? PTX_TYPE_E4M3
                                      : tile->type[TILE_A];
    op->function = tile_part_number(unit->lowering, part);
    op->target = 2u * tile->m * tile->n * tile->k * tiles | type << PRODUCT_TYPE_SHIFT |
                 (uint32_t)tile->is_sparse << PRODUCT_SPARSE_SHIFT;
}

void tile_add_part(Unit *unit, const TilePart *part, const Value *d, const Value *a, const Value *b,
                   const Value *c)
{
    Op *op = unit_add(unit, MICRO_MATRIX_MULTIPLY);
    bool is_wide = part->tile.type[TILE_D] == PTX_TYPE_F64;
    op->type = is_wide ? PTX_TYPE_F64 : PTX_TYPE_B32;
    tile_set_part(unit, op, part);
    op->a = a[0];
    op->b = a[1];
    op->c = a[2];
    op->e = a[3];
    op->d = b[0];
    op->d2 = b[1];
    memcpy(op->addend, c, sizeof op->addend);
    memcpy(op->data, d, sizeof op->data);
}

// Doubles of k = 16: two halves of k, one after the other.
static void add_deep(Unit *unit, const MatrixTile *tile, Fragments fragments)
{
    TilePart part = {.tile = *tile};
    Value middle[PART_MAX];
    part.tile.k = (uint16_t)(tile->k / 2);
    for (uint32_t i = 0; i < PART_MAX; i++) {
        middle[i] = unit_register(unit, VALUE_64);
    }
    tile_add_part(unit, &part, middle, fragments[TILE_A], fragments[TILE_B], fragments[TILE_C]);
    tile_add_part(unit, &part, fragments[TILE_D], fragments[TILE_A] + 4, fragments[TILE_B] + 2,
                  middle);
}

// Eight accumulators of floats: four, and four more. All operands are read before any is written.
static void add_wide(Unit *unit, const MatrixTile *tile, Fragments fragments)
{
    bool is_packed_c = tile->type[TILE_C] == PTX_TYPE_F16;
    Value results[FRAGMENT_MAX];
    for (uint32_t i = 0; i < FRAGMENT_MAX; i++) {
        results[i] = unit_register(unit, VALUE_32);
    }
    for (uint32_t i = 0; i < 2; i++) {
        TilePart part = {.tile = *tile,
                         .first_d = (uint8_t)(i * PART_MAX),
                         .first_c = (uint8_t)(is_packed_c ? 0 : i * PART_MAX)};
        tile_add_part(unit, &part, results + i * PART_MAX, fragments[TILE_A], fragments[TILE_B],
                      fragments[TILE_C] + part.first_c);
    }
    for (uint32_t i = 0; i < FRAGMENT_MAX; i++) {
        if (fragments[TILE_D][i] != VALUE_NONE) {
            select_copy(unit, fragments[TILE_D][i], results[i]);
            unit->ops[unit->op_count - 1].is_free = true; // the machine's parts write d itself
        }
    }
}

Value tile_joined(Unit *unit, const Value *registers)
{
    Value pair = unit_register(unit, VALUE_64);
    if (registers[0] == VALUE_NONE) {
        return VALUE_NONE;
    }
    unit_lane(unit, "pack.b64.b32", pair, registers[0], registers[1], VALUE_NONE)->is_free = true;
    return pair;
}

void tile_add_sparse(Unit *unit, const TilePart *part, const Value *d, const Value *a,
                     const Value *b, const Value *c, Value metadata)
{
    Value pairs[4] = {tile_joined(unit, a), tile_joined(unit, a + 2), tile_joined(unit, b),
                      tile_joined(unit, b + 2)};
    Op *op = unit_add(unit, MICRO_SPARSE_MULTIPLY);
    op->type = PTX_TYPE_B32;
    tile_set_part(unit, op, part);
    op->a = pairs[0];
    op->b = pairs[1];
    op->d = pairs[2];
    op->d2 = pairs[3];
    op->c = metadata;
    memcpy(op->addend, c, sizeof op->addend);
    memcpy(op->data, d, sizeof op->data);
}

bool tile_read_selector(Unit *unit, const PtxInstruction *instruction, uint32_t number,
                        MatrixTile *tile)
{
    int64_t selector = instruction->operands[number].integer;
    uint32_t count = tile_selectors(tile);
    if (selector < 0 || selector >= count) {
        lowering_error(unit->lowering, instruction,
                       count == 1 ? "the sparsity selector of this shape must be 0"
                                  : "the sparsity selector of this shape must be 0 to %u",
                       count - 1);
        return false;
    }
    tile->selector = (uint8_t)selector;
    return true;
}

// mma.sp d, a, b, c, metadata, selector
static void add_sparse(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                       Fragments fragments)
{
    TilePart part = {.tile = *tile};
    if (tile_read_selector(unit, instruction, 5, &part.tile)) {
        Value metadata = operand_value(unit, &instruction->operands[4], PTX_TYPE_B32);
        tile_add_sparse(unit, &part, fragments[TILE_D], fragments[TILE_A], fragments[TILE_B],
                        fragments[TILE_C], metadata);
    }
}

// mma.sync d, a, b, c
void select_mma(Unit *unit, const PtxInstruction *instruction)
{
    MatrixTile tile;
    if (!tile_of(instruction, &tile)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Fragments fragments;
    tile_read_fragments(unit, instruction, &tile, fragments);
    if (tile.scales > 0) {
        select_scaled(unit, instruction, &tile, fragments);
    } else if (tile.is_sparse) {
        add_sparse(unit, instruction, &tile, fragments);
    } else if (tile_registers(&tile, TILE_D) > PART_MAX) {
        add_wide(unit, &tile, fragments);
    } else if (tile_registers(&tile, TILE_A) > PART_MAX) {
        add_deep(unit, &tile, fragments);
    } else {
        TilePart part = {.tile = tile};
        tile_add_part(unit, &part, fragments[TILE_D], fragments[TILE_A], fragments[TILE_B],
                      fragments[TILE_C]);
    }
}
