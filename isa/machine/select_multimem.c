// SPDX-License-Identifier: Apache-2.0
// multimem: loads, stores and reductions of memory that several GPUs have at one address.
#include "isa/machine/op.h"
#include "isa/machine/select.h"

#define DATA_MAX 4u // registers of a micro-op; .v8 takes two

static PtxSuffix operation_of(const PtxInstruction *instruction)
{
    static const PtxSuffix operations[] = {PTX_DOT_ADD, PTX_DOT_MIN, PTX_DOT_MAX,
                                           PTX_DOT_AND, PTX_DOT_OR,  PTX_DOT_XOR};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (ptx_has(instruction, operations[i])) {
            return operations[i];
        }
    }
    return PTX_DOT_ST;
}

static const PtxOperand *element_of(const PtxOperand *data, uint32_t i)
{
    return data->kind == PTX_OPERAND_VECTOR ? &data->elements[i] : data;
}

// Elements `first` to `first + count` of the instruction.
static void select_part(Unit *unit, const PtxInstruction *instruction, uint32_t first,
                        uint32_t count)
{
    bool is_load = ptx_has(instruction, PTX_DOT_LD_REDUCE);
    const PtxOperand *data = &instruction->operands[is_load ? 0 : 1];
    uint32_t bits = ptx_type_bits(instruction->type);
    Value values[DATA_MAX];
    for (uint32_t i = 0; i < count; i++) {
        const PtxOperand *element = element_of(data, first + i);
        values[i] = is_load ? operand_result(unit, element)
                            : operand_value(unit, element, instruction->type);
    }
    Address address =
        operand_address(unit, &instruction->operands[is_load ? 1 : 0], PTX_SPACE_GLOBAL);
    address.offset += first * bits / 8;
    Op *op = unit_add(unit, is_load ? MICRO_MULTICAST_LOAD : MICRO_MULTICAST_STORE);
    op->function = (uint16_t)operation_of(instruction);
    op->combine = (uint16_t)instruction->type;
    op->target = ptx_has(instruction, PTX_DOT_ACC__F32)   ? PTX_TYPE_F32
                 : ptx_has(instruction, PTX_DOT_ACC__F16) ? PTX_TYPE_F16
                                                          : PTX_TYPE_NONE;
    op->type = bits == 64 ? PTX_TYPE_B64 : PTX_TYPE_B32;
    op->vector = (uint8_t)count;
    op->width_bytes = (uint8_t)(count * bits / 8);
    op_set_address(unit, op, address);
    for (uint32_t i = 0; i < count; i++) {
        op->data[i] = values[i];
    }
}

// multimem.ld_reduce d, [a]; multimem.st [a], b; multimem.red [a], b
void select_multimem(Unit *unit, const PtxInstruction *instruction)
{
    uint32_t count = instruction->vector;
    for (uint32_t first = 0; first < count; first += DATA_MAX) {
        select_part(unit, instruction, first, count < DATA_MAX ? count : DATA_MAX);
    }
}
