// SPDX-License-Identifier: Apache-2.0
// Selection of texture and surface instructions.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

static uint16_t geometry(const PtxInstruction *instruction)
{
    static const PtxSuffix geometries[] = {PTX_DOT_1D,  PTX_DOT_2D,  PTX_DOT_3D,
                                           PTX_DOT_A1D, PTX_DOT_A2D, PTX_DOT_CUBE};
    for (uint32_t i = 0; i < sizeof geometries / sizeof geometries[0]; i++) {
        if (ptx_has(instruction, geometries[i])) {
            return (uint16_t)geometries[i];
        }
    }
    return 0;
}

static uint16_t tex_combine(const PtxInstruction *instruction)
{
    static const PtxSuffix gathers[] = {PTX_DOT_R, PTX_DOT_G, PTX_DOT_B, PTX_DOT_A};
    if (instruction->opcode == PTX_TEX) {
        bool has_level = ptx_has(instruction, PTX_DOT_LEVEL) || ptx_has(instruction, PTX_DOT_GRAD);
        return has_level ? PTX_DOT_LEVEL : 0;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (ptx_has(instruction, gathers[i])) {
            return (uint16_t)gathers[i];
        }
    }
    return 0;
}

static uint16_t query(const PtxInstruction *instruction)
{
    static const PtxSuffix queries[] = {PTX_DOT_WIDTH,         PTX_DOT_HEIGHT,
                                        PTX_DOT_DEPTH,         PTX_DOT_CHANNEL_DATA_TYPE,
                                        PTX_DOT_CHANNEL_ORDER, PTX_DOT_NORMALIZED_COORDS,
                                        PTX_DOT_ARRAY_SIZE,    PTX_DOT_NUM_MIPMAP_LEVELS};
    for (uint32_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        if (ptx_has(instruction, queries[i])) {
            return (uint16_t)queries[i];
        }
    }
    return 0;
}

static void read_coordinates(Unit *unit, const PtxOperand *operand, PtxType type, Value *values,
                             uint32_t *count, uint32_t room, uint32_t skip)
{
    uint32_t elements = operand->kind == PTX_OPERAND_VECTOR ? operand->element_count : 1;
    for (uint32_t i = 0; i < elements && i < skip && *count < room; i++) {
        const PtxOperand *at =
            operand->kind == PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
        values[(*count)++] = operand_value(unit, at, type);
    }
}

// The number of elements of the coordinate vector that count: .v4 vectors are padded.
static uint32_t coordinate_count(uint16_t shape)
{
    switch ((int)shape) {
    case PTX_DOT_1D: return 1;
    case PTX_DOT_2D:
    case PTX_DOT_A1D: return 2;
    default: return 3;
    }
}

static void write_elements(Unit *unit, Op *op, const PtxOperand *operand)
{
    uint32_t elements = operand->kind == PTX_OPERAND_VECTOR ? operand->element_count : 1;
    op->vector = (uint8_t)elements;
    for (uint32_t i = 0; i < elements && i < 4; i++) {
        const PtxOperand *at =
            operand->kind == PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
        op->data[i] = operand_result(unit, at);
    }
}

static void select_query(Unit *unit, const PtxInstruction *instruction, MicroKind kind)
{
    const PtxOperand *operand = &instruction->operands[1];
    const PtxOperand *handle = operand->element_count > 0 ? &operand->elements[0] : operand;
    uint16_t asked = query(instruction);
    if (asked == 0) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value a;
    if (handle->kind == PTX_OPERAND_ADDRESS) {
        a = address_value(unit, operand_address(unit, handle, PTX_SPACE_GENERIC), VALUE_64);
    } else {
        a = operand_value(unit, handle, PTX_TYPE_B64);
    }
    Op *op = unit_add(unit, kind);
    op->function = asked;
    op->target = kind == MICRO_SURFACE ? SURFACE_QUERY : 0;
    op->type = PTX_TYPE_B32;
    op->space = PTX_SPACE_TEX;
    op->a = a;
    write_elements(unit, op, &instruction->operands[0]);
}

// Operands of a fetch without offsets and depth comparison.
static uint32_t fetch_operands(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_LEVEL) ? 3 : ptx_has(instruction, PTX_DOT_GRAD) ? 4 : 2;
}

// What follows the operands of a plain fetch: an offset of the coordinates in texels, and a value
// to compare depths with, which only geometries of two coordinates and cubes have.
typedef struct FetchTail {
    bool has_offset, has_depth;
} FetchTail;

// False: there is more.
static bool read_tail(const PtxInstruction *instruction, uint16_t shape, FetchTail *tail)
{
    uint32_t first = fetch_operands(instruction), count = instruction->operand_count;
    const PtxOperand *last = &instruction->operands[count - 1u];
    bool is_line = shape == PTX_DOT_1D || shape == PTX_DOT_A1D;
    tail->has_depth = count > first && last->kind != PTX_OPERAND_VECTOR && !is_line;
    tail->has_offset = count > first + tail->has_depth;
    return count == first + tail->has_depth + tail->has_offset;
}

// The level of detail that the gradients of tex.grad ask for: an op of its own, which costs
// nothing.
static Value select_gradients(Unit *unit, const PtxInstruction *instruction, Value texture,
                              uint16_t shape)
{
    bool has_layer = shape == PTX_DOT_A1D || shape == PTX_DOT_A2D;
    Value gradients[2][4] = {{VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE},
                             {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE}};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t count = 0;
        read_coordinates(unit, &instruction->operands[2 + i], PTX_TYPE_F32, gradients[i], &count, 3,
                         coordinate_count(shape) - has_layer);
    }
    Value lod = unit_register(unit, VALUE_32);
    Op *op = unit_add(unit, MICRO_TEXTURE);
    op->function = PTX_DOT_GRAD;
    op->type = PTX_TYPE_B32;
    op->space = PTX_SPACE_TEX;
    op->is_free = true;
    op->a = texture;
    op->b = gradients[0][0];
    op->c = gradients[0][1];
    op->e = gradients[0][2];
    op->d2 = gradients[1][0];
    op->addend[0] = gradients[1][1];
    op->addend[1] = gradients[1][2];
    op->vector = 1;
    op->data[0] = lod;
    return lod;
}

// tex.geometry.v4.type.ctype {d}, [texture{, sampler}, {coordinates}]{, level}{, gradients}{,
// offset}{, depth}. No depths are compared, as the driver's API cannot ask for that; the form has
// its effect all the same.
void select_tex(Unit *unit, const PtxInstruction *instruction)
{
    if (instruction->opcode == PTX_TXQ) {
        select_query(unit, instruction, MICRO_TEXTURE);
        return;
    }
    const PtxOperand *texture = &instruction->operands[1];
    uint16_t shape = geometry(instruction);
    bool has_level = ptx_has(instruction, PTX_DOT_LEVEL);
    bool has_sampler = texture->element_count == 3;
    FetchTail tail;
    if (shape == 0 || texture->element_count < 2 || !read_tail(instruction, shape, &tail)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value coordinates[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    uint32_t count = 0;
    Value a = operand_value(unit, &texture->elements[0], PTX_TYPE_B64);
    Value sampler =
        has_sampler ? operand_value(unit, &texture->elements[1], PTX_TYPE_B64) : VALUE_NONE;
    PtxType type = instruction->opcode == PTX_TLD4 ? PTX_TYPE_F32 : instruction->source_type;
    read_coordinates(unit, &texture->elements[texture->element_count - 1], type, coordinates,
                     &count, 4, coordinate_count(shape));
    if (has_level) {
        read_coordinates(unit, &instruction->operands[2], type, coordinates, &count, 4, 1);
    }
    if (ptx_has(instruction, PTX_DOT_GRAD)) {
        coordinates[count] = select_gradients(unit, instruction, a, shape);
    }
    Value offset[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    if (tail.has_offset) {
        bool has_layer = shape == PTX_DOT_A1D || shape == PTX_DOT_A2D;
        uint32_t moved = 0;
        read_coordinates(unit, &instruction->operands[fetch_operands(instruction)], PTX_TYPE_S32,
                         offset, &moved, 3, coordinate_count(shape) - has_layer);
    }
    Op *op = unit_add(unit, MICRO_TEXTURE);
    memcpy(op->addend, offset, sizeof op->addend);
    op->function = shape;
    op->combine = tex_combine(instruction);
    op->target = tail.has_depth ? TEXTURE_DEPTH : 0;
    op->type = (uint8_t)instruction->type;
    op->space = PTX_SPACE_TEX;
    op->flags |= type == PTX_TYPE_F32 ? 0 : MICRO_SIGNED;
    op->a = a;
    op->d = sampler;
    op->b = coordinates[0];
    op->c = coordinates[1];
    op->e = coordinates[2];
    op->d2 = coordinates[3];
    write_elements(unit, op, &instruction->operands[0]);
}

static uint16_t surface_clamp(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_CLAMP)  ? PTX_DOT_CLAMP
           : ptx_has(instruction, PTX_DOT_ZERO) ? PTX_DOT_ZERO
                                                : PTX_DOT_TRAP;
}

static uint32_t surface_target(const PtxInstruction *instruction)
{
    static const PtxSuffix operations[] = {PTX_DOT_ADD, PTX_DOT_MIN, PTX_DOT_MAX, PTX_DOT_AND,
                                           PTX_DOT_OR};
    uint32_t target = instruction->opcode == PTX_SULD   ? SURFACE_LOAD
                      : instruction->opcode == PTX_SUST ? SURFACE_STORE
                                                        : SURFACE_REDUCE;
    target |= ptx_has(instruction, PTX_DOT_P) ? (uint32_t)SURFACE_TEXELS : 0;
    for (uint32_t i = 0; i < 5 && instruction->opcode == PTX_SURED; i++) {
        bool is_meant = ptx_has(instruction, operations[i]);
        target |= is_meant ? (uint32_t)operations[i] << SURFACE_OPERATION_SHIFT : 0;
    }
    return target;
}

// suld.b.geometry.vec.type.clamp {d}, [surface, {x, y}]; sust.b and sust.p the other way round;
// sured.b.operation.geometry.type.clamp [surface, {x, y}], value, and sured.p
void select_surface(Unit *unit, const PtxInstruction *instruction)
{
    if (instruction->opcode == PTX_SUQ) {
        select_query(unit, instruction, MICRO_SURFACE);
        return;
    }
    bool is_load = instruction->opcode == PTX_SULD;
    const PtxOperand *surface = &instruction->operands[is_load ? 1 : 0];
    const PtxOperand *data = &instruction->operands[is_load ? 0 : 1];
    uint16_t shape = geometry(instruction);
    if (shape == 0 || surface->element_count != 2) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value coordinates[3] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    uint32_t count = 0;
    Value a = operand_value(unit, &surface->elements[0], PTX_TYPE_B64);
    read_coordinates(unit, &surface->elements[1], PTX_TYPE_B32, coordinates, &count, 3,
                     coordinate_count(shape));
    Value values[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    uint32_t value_count = 0;
    if (!is_load) {
        read_coordinates(unit, data, instruction->type, values, &value_count, 4, 4);
    }
    Op *op = unit_add(unit, MICRO_SURFACE);
    op->function = shape;
    op->target = surface_target(instruction);
    op->combine = surface_clamp(instruction);
    op->type = (uint8_t)instruction->type;
    op->space = PTX_SPACE_TEX;
    op->width_bytes = (uint8_t)(ptx_type_bits(instruction->type) / 8 * instruction->vector);
    op->a = a;
    op->b = coordinates[0];
    op->c = coordinates[1];
    op->e = coordinates[2];
    if (is_load) {
        write_elements(unit, op, data);
        return;
    }
    op->vector = (uint8_t)value_count;
    for (uint32_t i = 0; i < 4; i++) {
        op->data[i] = values[i];
    }
}

// Handles of textures and surfaces are numbers, of which an H200 says that they point to no opaque
// variable (traces/h200/hopper/surfaces.out, "types").
void select_istypep(Unit *unit, const PtxInstruction *instruction)
{
    Value zero = literal_64(unit->lowering, 0);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_SETP); // 0 < 0
    op->function = LANE_SETP_LT_U64;
    op->type = PTX_TYPE_U64;
    op->a = zero;
    op->b = zero;
    op->d = result;
}
