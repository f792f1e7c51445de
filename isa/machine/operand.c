// SPDX-License-Identifier: Apache-2.0
// PTX operands as values: registers, literals of the instruction's type, special registers, and
// addresses of variables. A special register is a constant row if the launch fixes it, a special
// row if the lane or block does, and is read at run time if it depends on time.
#include "isa/machine/operand.h"

#include "isa/machine/op.h"
#include "isa/machine/window.h"

#include <string.h>

ValueClass class_of_type(PtxType type)
{
    if (type == PTX_TYPE_PRED) {
        return VALUE_P;
    }
    return ptx_type_bits(type) == 64 ? VALUE_64 : VALUE_32;
}

Value value_convert(Unit *unit, Value value, ValueClass wanted)
{
    ValueClass found = value_class(unit, value);
    uint64_t bits;
    if (found == wanted || wanted == VALUE_P || found == VALUE_P) {
        return value;
    }
    if (value_literal(unit->lowering, value, &bits)) {
        return wanted == VALUE_64 ? literal_64(unit->lowering, bits)
                                  : literal_32(unit->lowering, (uint32_t)bits);
    }
    Value converted = unit_register(unit, wanted);
    unit_lane(unit, wanted == VALUE_64 ? "cvt.u64.u32" : "cvt.u32.u64", converted, value,
              VALUE_NONE, VALUE_NONE)
        ->is_free = true;
    return converted;
}

static Value register_value(Unit *unit, const PtxOperand *operand)
{
    uint32_t component = operand->component == 0 ? 0 : operand->component - 1u;
    return unit->value_of[operand->reg->index] + component;
}

static bool is_whole_vector(const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_REGISTER && operand->component == 0 &&
           operand->reg->vector > 1;
}

static PtxOperand list_of_elements(Unit *unit, const PtxOperand *operand)
{
    uint32_t count = operand->reg->vector;
    PtxOperand *elements = arena_alloc(&unit->lowering->scratch, count * sizeof *elements);
    PtxOperand list = {.kind = PTX_OPERAND_VECTOR, .column = operand->column};
    for (uint32_t i = 0; i < count; i++) {
        elements[i] = *operand;
        elements[i].component = (uint8_t)(i + 1);
    }
    list.elements = elements;
    list.element_count = operand->reg->vector;
    return list;
}

const PtxInstruction *operand_spread(Unit *unit, const PtxInstruction *instruction,
                                     PtxInstruction *room)
{
    uint32_t count = instruction->operand_count, whole = 0;
    for (uint32_t i = 0; i < count; i++) {
        whole += is_whole_vector(&instruction->operands[i]);
    }
    if (whole == 0) {
        return instruction;
    }
    PtxOperand *operands = arena_alloc(&unit->lowering->scratch, count * sizeof *operands);
    for (uint32_t i = 0; i < count; i++) {
        bool is_whole = is_whole_vector(&instruction->operands[i]);
        operands[i] =
            is_whole ? list_of_elements(unit, &instruction->operands[i]) : instruction->operands[i];
    }
    *room = *instruction;
    room->operands = operands;
    return room;
}

static Value literal_of_type(Unit *unit, uint64_t bits, PtxType type)
{
    unsigned width = ptx_type_bits(type);
    if (type == PTX_TYPE_PRED) {
        return literal_32(unit->lowering, bits != 0 ? UINT32_MAX : 0);
    }
    if (width >= 64) {
        return literal_64(unit->lowering, bits);
    }
    uint32_t mask = width == 0 || width >= 32 ? UINT32_MAX : (1u << width) - 1;
    return literal_32(unit->lowering, (uint32_t)bits & mask);
}

static uint64_t float_bits(const PtxOperand *operand, unsigned width)
{
    if (operand->is_double == (width == 64)) {
        return operand->bits;
    }
    if (operand->is_double) {
        double wide;
        memcpy(&wide, &operand->bits, sizeof wide);
        float narrow = (float)wide;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        return bits;
    }
    uint32_t narrow_bits = (uint32_t)operand->bits;
    float narrow;
    memcpy(&narrow, &narrow_bits, sizeof narrow);
    double wide = (double)narrow;
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    return bits;
}

typedef enum SpecialNature { SPECIAL_LAUNCH, SPECIAL_THREAD, SPECIAL_TIME } SpecialNature;

// What fixes a special register's value: the launch, the place of the thread, or the moment.
static SpecialNature special_nature(PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_NTID_X:
    case PTX_SPECIAL_NTID_Y:
    case PTX_SPECIAL_NTID_Z:
    case PTX_SPECIAL_NCTAID_X:
    case PTX_SPECIAL_NCTAID_Y:
    case PTX_SPECIAL_NCTAID_Z:
    case PTX_SPECIAL_NCLUSTERID_X:
    case PTX_SPECIAL_NCLUSTERID_Y:
    case PTX_SPECIAL_NCLUSTERID_Z:
    case PTX_SPECIAL_CLUSTER_NCTAID_X:
    case PTX_SPECIAL_CLUSTER_NCTAID_Y:
    case PTX_SPECIAL_CLUSTER_NCTAID_Z:
    case PTX_SPECIAL_CLUSTER_NCTARANK:
    case PTX_SPECIAL_IS_EXPLICIT_CLUSTER:
    case PTX_SPECIAL_NWARPID:
    case PTX_SPECIAL_NSMID:
    case PTX_SPECIAL_GRIDID:
    case PTX_SPECIAL_TOTAL_SMEM_SIZE:
    case PTX_SPECIAL_AGGR_SMEM_SIZE:
    case PTX_SPECIAL_DYNAMIC_SMEM_SIZE:
    case PTX_SPECIAL_ENVREG1:
    case PTX_SPECIAL_ENVREG2: return SPECIAL_LAUNCH;
    case PTX_SPECIAL_TID_X:
    case PTX_SPECIAL_TID_Y:
    case PTX_SPECIAL_TID_Z:
    case PTX_SPECIAL_CTAID_X:
    case PTX_SPECIAL_CTAID_Y:
    case PTX_SPECIAL_CTAID_Z:
    case PTX_SPECIAL_CLUSTERID_X:
    case PTX_SPECIAL_CLUSTERID_Y:
    case PTX_SPECIAL_CLUSTERID_Z:
    case PTX_SPECIAL_CLUSTER_CTAID_X:
    case PTX_SPECIAL_CLUSTER_CTAID_Y:
    case PTX_SPECIAL_CLUSTER_CTAID_Z:
    case PTX_SPECIAL_CLUSTER_CTARANK:
    case PTX_SPECIAL_LANEID:
    case PTX_SPECIAL_WARPID:
    case PTX_SPECIAL_LANEMASK_EQ:
    case PTX_SPECIAL_LANEMASK_LE:
    case PTX_SPECIAL_LANEMASK_LT:
    case PTX_SPECIAL_LANEMASK_GE:
    case PTX_SPECIAL_LANEMASK_GT: return SPECIAL_THREAD;
    default: return SPECIAL_TIME;
    }
}

static PtxType special_type(PtxSpecial special)
{
    static const uint16_t types[] = {
#define SPECIAL(name, text, type) PTX_TYPE_##type,
#include "isa/ptx/special.def"
#undef SPECIAL
    };
    return (PtxType)types[special];
}

static Value special_value(Unit *unit, PtxSpecial special)
{
    ValueClass kind = class_of_type(special_type(special));
    switch (special_nature(special)) {
    case SPECIAL_LAUNCH:
        return lowering_constant(unit->lowering, (MachineConstant){.kind = CONSTANT_SPECIAL,
                                                                   .special = special,
                                                                   .is_64 = kind == VALUE_64});
    case SPECIAL_THREAD: {
        Value *known = &unit->special_of[special];
        if (*known == VALUE_NONE) {
            *known = unit_register(unit, kind);
            unit->registers[*known].is_special = true;
            unit->registers[*known].special = special;
        }
        return *known;
    }
    default: break;
    }
    Value read = unit_register(unit, kind);
    Op *op = unit_add(unit, MICRO_SPECIAL);
    op->function = (uint16_t)special;
    op->type = (uint8_t)special_type(special);
    op->d = read;
    return read;
}

static Value frame_address(Unit *unit, int64_t offset)
{
    if (unit->function->is_entry) { // its frame starts at local address 0
        return literal_64(unit->lowering, (uint64_t)offset);
    }
    Value address = unit_register(unit, VALUE_64);
    Op *op = unit_add(unit, MICRO_FRAME_ADDRESS);
    op->d = address;
    op->offset = offset;
    op->flags |= MICRO_WIDE_ADDRESS;
    return address;
}

// The byte of the launch's parameter block where a kernel parameter starts; false if it is not a
// kernel parameter.
static bool kernel_parameter(const PtxFunction *function, const PtxVariable *variable,
                             uint32_t *offset)
{
    for (uint32_t i = 0; function->is_entry && i < function->parameter_count; i++) {
        if (function->parameters[i] == variable) {
            *offset = function->parameter_offset[i];
            return true;
        }
    }
    return false;
}

Value variable_value(Unit *unit, const PtxVariable *variable, int64_t offset)
{
    uint32_t place;
    switch (variable->space) {
    case PTX_SPACE_SHARED:
        return literal_64(unit->lowering,
                          (uint64_t)(shared_slot(unit->lowering, variable) + offset));
    case PTX_SPACE_LOCAL: return frame_address(unit, frame_slot(unit, variable) + offset);
    case PTX_SPACE_PARAM:
        if (kernel_parameter(unit->function, variable, &place)) {
            return literal_64(unit->lowering, (uint64_t)(place + offset));
        }
        return frame_address(unit, frame_slot(unit, variable) + offset);
    default:
        return lowering_constant(unit->lowering, (MachineConstant){.kind = CONSTANT_VARIABLE,
                                                                   .variable = variable,
                                                                   .bits = (uint64_t)offset,
                                                                   .is_64 = true});
    }
}

Value operand_value(Unit *unit, const PtxOperand *operand, PtxType type)
{
    ValueClass wanted = class_of_type(type);
    switch (operand->kind) {
    case PTX_OPERAND_REGISTER: return value_convert(unit, register_value(unit, operand), wanted);
    case PTX_OPERAND_INTEGER: return literal_of_type(unit, (uint64_t)operand->integer, type);
    case PTX_OPERAND_FLOAT:
        return literal_of_type(unit, float_bits(operand, ptx_type_bits(type)), type);
    case PTX_OPERAND_SPECIAL:
        return value_convert(unit, special_value(unit, operand->special), wanted);
    case PTX_OPERAND_VARIABLE:
        return value_convert(unit, variable_value(unit, operand->variable, operand->integer),
                             wanted);
    case PTX_OPERAND_FUNCTION:
        return value_convert(
            unit,
            lowering_constant(unit->lowering, (MachineConstant){.kind = CONSTANT_FUNCTION,
                                                                .bits = operand->function->index,
                                                                .is_64 = true}),
            wanted);
    default: lowering_unsupported(unit, unit->current); return literal_of_type(unit, 0, type);
    }
}

Value operand_result(Unit *unit, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_REGISTER) {
        return register_value(unit, operand);
    }
    if (operand->kind != PTX_OPERAND_SINK) {
        lowering_unsupported(unit, unit->current);
    }
    return VALUE_NONE;
}

Value operand_predicate(Unit *unit, const PtxOperand *operand, bool *is_negated)
{
    *is_negated = operand->is_negated;
    return operand_value(unit, operand, PTX_TYPE_PRED);
}

Address operand_address(Unit *unit, const PtxOperand *operand, PtxSpace space)
{
    Address address = {.base = VALUE_NONE, .offset = operand->integer, .space = space};
    uint32_t place;
    if (operand->reg != NULL) {
        address.base = register_value(unit, operand);
        return address;
    }
    if (operand->variable == NULL) {
        return address;
    }
    const PtxVariable *variable = operand->variable;
    switch (variable->space) {
    case PTX_SPACE_SHARED: address.offset += shared_slot(unit->lowering, variable); break;
    case PTX_SPACE_LOCAL: address.offset += frame_slot(unit, variable); break;
    case PTX_SPACE_PARAM:
        if (kernel_parameter(unit->function, variable, &place)) {
            address.offset += place;
        } else {
            address.offset += frame_slot(unit, variable);
            address.space = PTX_SPACE_REG;
        }
        break;
    default: address.base = variable_value(unit, variable, 0); break;
    }
    return address;
}

void op_set_address(Unit *unit, Op *op, Address address)
{
    op->a = address.base;
    op->offset = address.offset;
    op->space = (uint8_t)address.space;
    if (address.base != VALUE_NONE && value_class(unit, address.base) == VALUE_64) {
        op->flags |= MICRO_WIDE_ADDRESS;
    }
}

Value address_value(Unit *unit, Address address, ValueClass wanted)
{
    Lowering *lowering = unit->lowering;
    if (address.base == VALUE_NONE) {
        return value_convert(unit, literal_64(lowering, (uint64_t)address.offset), wanted);
    }
    Value base = value_convert(unit, address.base, wanted);
    if (address.offset == 0) {
        return base;
    }
    Value sum = unit_register(unit, wanted);
    bool is_64 = wanted == VALUE_64;
    unit_lane(unit, is_64 ? "add.s64" : "add.s32", sum, base,
              is_64 ? literal_64(lowering, (uint64_t)address.offset)
                    : literal_32(lowering, (uint32_t)address.offset),
              VALUE_NONE);
    return sum;
}
