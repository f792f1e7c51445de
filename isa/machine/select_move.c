// SPDX-License-Identifier: Apache-2.0
// Selection of moves: mov with its packing of vectors, cvt, and conversions between address spaces.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/window.h"

#include <stdio.h>

static const char *move_key(ValueClass value_class)
{
    static const char *const keys[] = {"mov.b32", "mov.b64", "mov.pred"};
    return keys[value_class];
}

void select_copy(Unit *unit, Value result, Value source)
{
    if (result != VALUE_NONE) {
        ValueClass wanted = value_class(unit, result);
        unit_lane(unit, move_key(wanted), result, value_convert(unit, source, wanted), VALUE_NONE,
                  VALUE_NONE);
    }
}

// Joins two halves of half_bits each.
static void pack_two(Unit *unit, Value result, Value low, Value high, unsigned half_bits)
{
    const char *key = half_bits == 32   ? "pack.b64.b32"
                      : half_bits == 16 ? "pack.b32.b16"
                                        : "pack.b16.b8";
    unit_lane(unit, key, result, low, high, VALUE_NONE);
}

static void pack(Unit *unit, const PtxInstruction *instruction, const PtxOperand *vector)
{
    unsigned bits = ptx_type_bits(instruction->type);
    unsigned count = vector->element_count;
    unsigned part = bits / (count == 0 ? 1 : count);
    Value result = operand_result(unit, &instruction->operands[0]);
    PtxType part_type = part == 32 ? PTX_TYPE_B32 : part == 16 ? PTX_TYPE_B16 : PTX_TYPE_B8;
    Value values[4];
    if ((count != 2 && count != 4) || (part != 8 && part != 16 && part != 32) ||
        part * count > 64) {
        lowering_unsupported(unit, instruction);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        values[i] = operand_value(unit, &vector->elements[i], part_type);
    }
    if (count == 4) {
        for (unsigned i = 0; i < 2; i++) {
            Value half = unit_register(unit, VALUE_32);
            pack_two(unit, half, values[2 * i], values[2 * i + 1], part);
            values[i] = half;
        }
        part *= 2;
    }
    pack_two(unit, result, values[0], values[1], part);
}

static void unpack_element(Unit *unit, Value result, Value source, unsigned bits, unsigned count,
                           unsigned index)
{
    char key[32];
    if (count == 2) {
        snprintf(key, sizeof key, "unpack.%s.b%u.b%u", index == 0 ? "lo" : "hi", bits, bits / 2);
        unit_lane(unit, key, result, source, VALUE_NONE, VALUE_NONE);
    } else {
        snprintf(key, sizeof key, "unpack.b%u.b%u", bits, bits / count);
        unit_lane(unit, key, result, source, literal_32(unit->lowering, index), VALUE_NONE);
    }
}

static void unpack(Unit *unit, const PtxInstruction *instruction, const PtxOperand *vector)
{
    unsigned bits = ptx_type_bits(instruction->type);
    unsigned count = vector->element_count;
    if ((count != 2 && count != 4) || bits > 64 || bits / count < 8) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value source = operand_value(unit, &instruction->operands[1], instruction->type);
    for (unsigned i = 0; i < count; i++) {
        Value result = operand_result(unit, &vector->elements[i]);
        if (result == source && i + 1 < count) { // written before its last use
            Value copy = unit_register(unit, value_class(unit, source));
            select_copy(unit, copy, source);
            source = copy;
        }
        if (result != VALUE_NONE) {
            unpack_element(unit, result, source, bits, count, i);
        }
    }
}

// mov between vectors copies element by element; what an earlier element overwrites is kept.
static void move_vector(Unit *unit, const PtxOperand *to, const PtxOperand *from, PtxType type)
{
    enum { ELEMENTS = 4 };
    Value results[ELEMENTS], sources[ELEMENTS];
    uint32_t count = to->element_count < ELEMENTS ? to->element_count : ELEMENTS;
    for (uint32_t i = 0; i < count; i++) {
        results[i] = operand_result(unit, &to->elements[i]);
        sources[i] = operand_value(unit, &from->elements[i], type);
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_overwritten = false;
        for (uint32_t j = 0; j < i; j++) {
            is_overwritten |= results[j] == sources[i];
        }
        if (is_overwritten) {
            Value copy = unit_register(unit, value_class(unit, sources[i]));
            select_copy(unit, copy, sources[i]);
            sources[i] = copy;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (results[i] != VALUE_NONE) {
            select_copy(unit, results[i], sources[i]);
        }
    }
}

// mov.b128: the halves one after the other.
static void move_halves(Unit *unit, const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < 2; i++) {
        PtxOperand operands[2] = {select_half(&instruction->operands[0], i),
                                  select_half(&instruction->operands[1], i)};
        PtxInstruction half = *instruction;
        half.type = half.source_type = PTX_TYPE_B64;
        half.operands = operands;
        select_mov(unit, &half);
    }
}

void select_mov(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *to = &instruction->operands[0];
    const PtxOperand *from = &instruction->operands[1];
    if (instruction->type == PTX_TYPE_B128) {
        move_halves(unit, instruction);
    } else if (to->kind == PTX_OPERAND_SINK) {
        return; // an element of an unpacked vector
    } else if (to->kind == PTX_OPERAND_VECTOR && from->kind == PTX_OPERAND_VECTOR) {
        move_vector(unit, to, from, instruction->type);
    } else if (to->kind == PTX_OPERAND_VECTOR) {
        unpack(unit, instruction, to);
    } else if (from->kind == PTX_OPERAND_VECTOR) {
        pack(unit, instruction, from);
    } else {
        select_copy(unit, operand_result(unit, to), operand_value(unit, from, instruction->type));
    }
}

static bool is_integer(PtxType type)
{
    PtxTypeKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED || kind == PTX_KIND_BITS;
}

// Between integers of one width only the interpretation changes.
static bool is_identity(const PtxInstruction *instruction)
{
    unsigned bits = ptx_type_bits(instruction->type);
    return is_integer(instruction->type) && is_integer(instruction->source_type) &&
           bits == ptx_type_bits(instruction->source_type) && bits >= 32 &&
           (!ptx_has(instruction, PTX_DOT_SAT) || instruction->type == instruction->source_type);
}

void select_cvt(Unit *unit, const PtxInstruction *instruction)
{
    char key[96];
    if (ptx_has(instruction, PTX_DOT_RS)) {
        select_stochastic(unit, instruction);
        return;
    }
    if (is_identity(instruction)) {
        select_copy(unit, operand_result(unit, &instruction->operands[0]),
                    operand_value(unit, &instruction->operands[1], instruction->source_type));
        return;
    }
    if (!select_key(instruction, key, sizeof key)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    if (instruction->type == instruction->source_type && is_integer(instruction->type)) {
        // cvt.u8.u8, cvt.s16.s16: extends the kept bits to the register.
        bool is_signed = ptx_type_kind(instruction->type) == PTX_KIND_SIGNED;
        snprintf(key, sizeof key, "cvt.%s%s", is_signed ? "s32" : "u32",
                 ptx_suffix_name(instruction->type));
    }
    select_lane_key(unit, instruction, key);
}

static Value window_base(const Unit *unit, PtxSpace space)
{
    return literal_64(unit->lowering, space == PTX_SPACE_LOCAL   ? LOCAL_WINDOW_BASE
                                      : space == PTX_SPACE_PARAM ? PARAMETER_WINDOW_BASE
                                                                 : SHARED_WINDOW_BASE);
}

static void cvta_window(Unit *unit, Value result, Value source, PtxSpace space, bool is_to_space)
{
    Value base = window_base(unit, space);
    if (value_class(unit, result) == VALUE_32) { // 32-bit generic addresses do not exist here
        lowering_unsupported(unit, unit->current);
        return;
    }
    Value wide = value_convert(unit, source, VALUE_64);
    unit_lane(unit, is_to_space ? "sub.s64" : "add.s64", result, wide, base, VALUE_NONE);
}

// cvta.space: to a generic address; cvta.to.space: from one. Global and constant addresses are
// generic.
void select_cvta(Unit *unit, const PtxInstruction *instruction)
{
    Value source = operand_value(unit, &instruction->operands[1], instruction->type);
    Value result = operand_result(unit, &instruction->operands[0]);
    switch (instruction->space) {
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONST: select_copy(unit, result, source); break;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER:
    case PTX_SPACE_LOCAL:
        cvta_window(unit, result, source, instruction->space, ptx_has(instruction, PTX_DOT_TO));
        break;
    case PTX_SPACE_PARAM:
        cvta_window(unit, result, source,
                    unit->function->is_entry ? PTX_SPACE_PARAM : PTX_SPACE_LOCAL,
                    ptx_has(instruction, PTX_DOT_TO));
        break;
    default: lowering_unsupported(unit, instruction); break;
    }
}

// Whether an address lies among the bytes from base on.
static void in_bytes(Unit *unit, Value result, Value address, Value base, uint64_t size_bytes)
{
    Lowering *lowering = unit->lowering;
    Value offset = unit_register(unit, VALUE_64);
    unit_lane(unit, "sub.u64", offset, address, base, VALUE_NONE);
    Op *op = unit_add(unit, MICRO_SETP);
    op->function = LANE_SETP_LT_U64;
    op->type = PTX_TYPE_U64;
    op->d = result;
    op->a = offset;
    op->b = literal_64(lowering, size_bytes);
}

static void in_window(Unit *unit, Value result, Value address, uint64_t base, uint64_t size_bytes)
{
    in_bytes(unit, result, address, literal_64(unit->lowering, base), size_bytes);
}

// Constants have no window of their own: the address is compared with each of the module's.
static void in_constants(Unit *unit, Value result, Value address)
{
    const PtxModule *module = unit->lowering->module;
    Value any = unit_register(unit, VALUE_P);
    in_bytes(unit, any, address, address, 0); // false
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = module->variables[i];
        if (variable->space != PTX_SPACE_CONST) {
            continue;
        }
        Value is_it = unit_register(unit, VALUE_P), either = unit_register(unit, VALUE_P);
        in_bytes(unit, is_it, address, variable_value(unit, variable, 0), variable->size_bytes);
        unit_lane(unit, "or.pred", either, any, is_it, VALUE_NONE);
        any = either;
    }
    unit_lane(unit, "mov.pred", result, any, VALUE_NONE, VALUE_NONE);
}

// An address outside all windows is global.
static void in_global(Unit *unit, Value result, Value address)
{
    Value in_shared = unit_register(unit, VALUE_P);
    Value in_local = unit_register(unit, VALUE_P);
    Value either = unit_register(unit, VALUE_P);
    in_window(unit, in_shared, address, SHARED_WINDOW_BASE,
              (1 + CLUSTER_RANK_MAX) * SHARED_WINDOW_BYTES);
    in_window(unit, in_local, address, LOCAL_WINDOW_BASE, LOCAL_WINDOW_BYTES);
    unit_lane(unit, "or.pred", either, in_shared, in_local, VALUE_NONE);
    unit_lane(unit, "not.pred", result, either, VALUE_NONE, VALUE_NONE);
}

void select_isspacep(Unit *unit, const PtxInstruction *instruction)
{
    Value address = operand_value(unit, &instruction->operands[1], PTX_TYPE_U64);
    Value result = operand_result(unit, &instruction->operands[0]);
    switch (instruction->space) {
    case PTX_SPACE_SHARED:
        in_window(unit, result, address, SHARED_WINDOW_BASE, SHARED_WINDOW_BYTES);
        break;
    case PTX_SPACE_CLUSTER:
        in_window(unit, result, address, SHARED_WINDOW_BASE,
                  (1 + CLUSTER_RANK_MAX) * SHARED_WINDOW_BYTES);
        break;
    case PTX_SPACE_LOCAL:
        in_window(unit, result, address, LOCAL_WINDOW_BASE, LOCAL_WINDOW_BYTES);
        break;
    case PTX_SPACE_PARAM:
        in_window(unit, result, address, PARAMETER_WINDOW_BASE, PARAMETER_WINDOW_BYTES);
        break;
    case PTX_SPACE_GLOBAL: in_global(unit, result, address); break;
    case PTX_SPACE_CONST: in_constants(unit, result, address); break;
    default: lowering_unsupported(unit, instruction); break;
    }
}

void select_cluster_map(Unit *unit, const PtxInstruction *instruction)
{
    bool is_map = instruction->opcode == PTX_MAPA;
    PtxType type = instruction->type;
    Value a = operand_value(unit, &instruction->operands[1], type);
    Value b = is_map ? operand_value(unit, &instruction->operands[2], PTX_TYPE_U32) : VALUE_NONE;
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_MAP_CLUSTER);
    op->function = (uint16_t)instruction->opcode;
    op->space =
        (uint8_t)(instruction->space == PTX_SPACE_GENERIC ? PTX_SPACE_GENERIC : PTX_SPACE_CLUSTER);
    op->type = (uint8_t)type;
    op->a = a;
    op->b = b;
    op->d = result;
    op->flags |= class_of_type(type) == VALUE_64 ? MICRO_WIDE_ADDRESS : 0;
}
