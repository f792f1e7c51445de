// SPDX-License-Identifier: Apache-2.0
// Selection of wgmma. A product of a warpgroup becomes fetches of each warp's fragments from shared
// memory, and matrix multiplications of eight columns each. They are executed at once;
// wgmma.wait_group makes the four warps wait for each other, so that none runs ahead of a product
// that another one has still to read.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/select_tile.h"

#include <string.h>

#define FRAGMENT_A    4 // registers of a lane
#define FRAGMENT_B    4 // half of them if a is dense
#define GROUP_THREADS 128

// The operands after d.
typedef struct Product {
    const PtxInstruction *instruction;
    MatrixTile tile;
    uint32_t parts;
    uint32_t transposed[2]; // FETCH_TRANSPOSED or 0: a, b
    uint32_t negated;       // FETCH_NEGATED or 0
    Value is_added;         // predicate: the sum so far is added; or VALUE_NONE: `is_always` tells
    bool is_inverted, is_always;
    Value metadata; // of a sparse a
} Product;

// scale-d, the factors of a and b (1 or -1), and whether they are transposed. False: no such value.
static bool read_scales(Unit *unit, Product *product)
{
    const PtxInstruction *instruction = product->instruction;
    const PtxOperand *operands = instruction->operands;
    uint32_t first = product->tile.is_sparse ? 5 : 3; // scale-d
    if (operands[first].kind == PTX_OPERAND_INTEGER) {
        product->is_added = VALUE_NONE;
        product->is_always = operands[first].integer != 0;
    } else {
        product->is_added = operand_predicate(unit, &operands[first], &product->is_inverted);
    }
    for (uint32_t i = first + 1; i < instruction->operand_count; i++) {
        int64_t value = operands[i].integer;
        bool is_factor = i < first + 3;
        if (is_factor ? value != 1 && value != -1 : value != 0 && value != 1) {
            lowering_error(unit->lowering, instruction, "operand %u of wgmma must be %s", i + 1,
                           is_factor ? "1 or -1" : "0 or 1");
            return false;
        }
        if (is_factor) {
            product->negated ^= value < 0 ? FETCH_NEGATED : 0;
        } else { // a in registers has no such operand
            bool is_b = i + 1u == instruction->operand_count;
            product->transposed[is_b] = value != 0 ? FETCH_TRANSPOSED : 0;
        }
    }
    return true;
}

static void fetch(Unit *unit, const Product *product, TileMatrix matrix, Value descriptor,
                  uint32_t line, Value *registers, uint32_t count)
{
    TilePart part = {.tile = product->tile};
    for (uint32_t i = 0; i < count; i++) {
        registers[i] = unit_register(unit, VALUE_32);
        unit->registers[registers[i]].is_fragment = true;
    }
    Op *op = unit_add(unit, MICRO_GROUP_FETCH);
    op->function = tile_part_number(unit->lowering, &part);
    op->combine = matrix == TILE_A ? PTX_DOT_A : PTX_DOT_B;
    op->vector = (uint8_t)count;
    op->type = PTX_TYPE_B32;
    op->space = PTX_SPACE_SHARED;
    op->offset = line;
    op->target = product->transposed[matrix == TILE_B];
    op->target |= matrix == TILE_B ? product->negated : 0; // (-a) b = a (-b)
    op->a = descriptor;
    op->is_free = true;
    memcpy(op->data, registers, count * sizeof *registers);
}

// The sum so far, or zero where scale-d says so.
static Value addend(Unit *unit, const Product *product, Value sum)
{
    Value zero = literal_32(unit->lowering, 0);
    if (product->is_added == VALUE_NONE) {
        return product->is_always ? sum : zero;
    }
    Value chosen = unit_register(unit, VALUE_32);
    Op *op = unit_lane(unit, "selp.b32", chosen, product->is_inverted ? zero : sum,
                       product->is_inverted ? sum : zero, product->is_added);
    op->is_free = true;
    return chosen;
}

static void add_part(Unit *unit, const Product *product, const Value *a, Value descriptor_b,
                     uint32_t number)
{
    TilePart part = {.tile = product->tile,
                     .count = (uint8_t)(number == 0 ? product->parts : 0),
                     .reads_a = product->instruction->operands[1].kind != PTX_OPERAND_VECTOR};
    const PtxOperand *sums = &product->instruction->operands[0];
    uint32_t each = sums->element_count / product->parts;
    Value b[FRAGMENT_B];
    Value c[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    Value d[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    fetch(unit, product, TILE_B, descriptor_b, number * 8, b, tile_registers(&part.tile, TILE_B));
    for (uint32_t i = 0; i < each; i++) {
        const PtxOperand *sum = &sums->elements[number * each + i];
        d[i] = operand_result(unit, sum);
        c[i] = addend(unit, product, operand_value(unit, sum, PTX_TYPE_B32));
    }
    if (part.tile.is_sparse) {
        tile_add_sparse(unit, &part, d, a, b, c, product->metadata);
    } else {
        tile_add_part(unit, &part, d, a, b, c);
    }
    unit->ops[unit->op_count - 1].is_free = number > 0;
}

static void multiply(Unit *unit, const PtxInstruction *instruction)
{
    Product product = {.instruction = instruction};
    const PtxOperand *a = &instruction->operands[1];
    if (!tile_of_group(instruction, &product.tile, &product.parts) ||
        !read_scales(unit, &product)) {
        return;
    }
    if (product.tile.is_sparse) {
        product.metadata = operand_value(unit, &instruction->operands[3], PTX_TYPE_B32);
        if (!tile_read_selector(unit, instruction, 4, &product.tile)) {
            return;
        }
    }
    Value registers[FRAGMENT_A];
    Value descriptor_b = operand_value(unit, &instruction->operands[2], PTX_TYPE_B64);
    if (a->kind == PTX_OPERAND_VECTOR) {
        for (uint32_t i = 0; i < FRAGMENT_A; i++) {
            registers[i] = operand_value(unit, &a->elements[i], PTX_TYPE_B32);
        }
    } else {
        fetch(unit, &product, TILE_A, operand_value(unit, a, PTX_TYPE_B64), 0, registers,
              FRAGMENT_A);
    }
    for (uint32_t i = 0; i < product.parts; i++) {
        add_part(unit, &product, registers, descriptor_b, i);
    }
}

void select_wgmma(Unit *unit, const PtxInstruction *instruction)
{
    if (unit->lowering->target.compute_capability != 90) {
        lowering_error(unit->lowering, instruction,
                       "not supported: 'wgmma' (only compute capability 9.0 has it)");
        return;
    }
    if (ptx_has(instruction, PTX_DOT_MMA_ASYNC)) {
        multiply(unit, instruction);
        return;
    }
    if (!ptx_has(instruction, PTX_DOT_WAIT_GROUP)) {
        bool is_commit = ptx_has(instruction, PTX_DOT_COMMIT_GROUP);
        Op *op = unit_add(unit, MICRO_PRODUCT_GROUP);
        op->function = is_commit ? PTX_DOT_COMMIT_GROUP : PTX_DOT_FENCE;
        op->is_free = is_commit; // HGMMA itself names the group (gsb0)
        return;
    }
    Op *op = unit_add(unit, MICRO_BARRIER);
    op->function = PTX_DOT_SYNC;
    op->combine = PTX_DOT_WAIT_GROUP;
    op->target = (uint32_t)instruction->operands[0].integer;
    op->flags |= MICRO_UNIFORM;
    op->b = literal_32(unit->lowering, GROUP_THREADS);
}
