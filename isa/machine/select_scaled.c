// SPDX-License-Identifier: Apache-2.0
// Selection of mma with .block_scale: d = (a * scales of a) * (b * scales of b) + c. An operand of
// two values behind each register of scales says which of its bytes, and of which lanes, count.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/select_tile.h"

#include <string.h>

// Byte and thread in 16 bits. False: constants that the shape does not have.
static bool read_place(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                       TileMatrix matrix, const PtxOperand *place, Value *both)
{
    const PtxOperand *byte = &place->elements[0], *thread = &place->elements[1];
    bool is_constant = byte->kind == PTX_OPERAND_INTEGER && thread->kind == PTX_OPERAND_INTEGER;
    if (is_constant &&
        !tile_has_scales_at(tile, matrix, (uint32_t)byte->integer, (uint32_t)thread->integer)) {
        lowering_error(
            unit->lowering, instruction, "the scales of %s cannot be in byte %lld of thread %lld",
            matrix == TILE_A ? "a" : "b", (long long)byte->integer, (long long)thread->integer);
        return false;
    }
    if (is_constant) {
        *both =
            literal_32(unit->lowering, (uint32_t)byte->integer | (uint32_t)thread->integer << 8);
        return true;
    }
    *both = unit_register(unit, VALUE_32);
    unit_lane(unit, "pack.b16.b8", *both, operand_value(unit, byte, PTX_TYPE_U16),
              operand_value(unit, thread, PTX_TYPE_U16), VALUE_NONE)
        ->is_free = true;
    return true;
}

// mma d, a, b, c, scales a, {byte, thread}, scales b, {byte, thread}; mma.sp with metadata and
// selector after c
void select_scaled(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                   Fragments fragments)
{
    const PtxOperand *operands = instruction->operands, *scales = operands + 4;
    TilePart part = {.tile = *tile};
    Value places[2], control[2] = {literal_32(unit->lowering, 0), unit_register(unit, VALUE_32)};
    if (tile->is_sparse) {
        if (!tile_read_selector(unit, instruction, 5, &part.tile)) {
            return;
        }
        control[0] = operand_value(unit, &operands[4], PTX_TYPE_B32);
        scales += 2;
    }
    if (!read_place(unit, instruction, tile, TILE_A, &scales[1], &places[0]) ||
        !read_place(unit, instruction, tile, TILE_B, &scales[3], &places[1])) {
        return;
    }
    Value factors[2] = {operand_value(unit, &scales[0], PTX_TYPE_B32),
                        operand_value(unit, &scales[2], PTX_TYPE_B32)};
    unit_lane(unit, "pack.b32.b16", control[1], places[0], places[1], VALUE_NONE)->is_free = true;
    Value *a = fragments[TILE_A], *b = fragments[TILE_B];
    Value pairs[] = {tile_joined(unit, a),       tile_joined(unit, a + 2),
                     tile_joined(unit, b),       tile_joined(unit, b + 2),
                     tile_joined(unit, control), tile_joined(unit, factors)};
    Op *op = unit_add(unit, MICRO_SCALED_MULTIPLY);
    op->type = PTX_TYPE_B32;
    tile_set_part(unit, op, &part);
    op->a = pairs[0];
    op->b = pairs[1];
    op->d = pairs[2];
    op->d2 = pairs[3];
    op->c = pairs[4];
    op->e = pairs[5];
    memcpy(op->addend, fragments[TILE_C], sizeof op->addend);
    memcpy(op->data, fragments[TILE_D], sizeof op->data);
}
