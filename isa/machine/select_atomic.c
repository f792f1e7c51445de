// SPDX-License-Identifier: Apache-2.0
// Selection of atomics. Values of more than 64 bits and vectors travel in halves of 64 bits, as
// micro.def says; packing them costs nothing, because the machine keeps them in adjacent registers.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

static uint16_t atomic_operation(const PtxInstruction *instruction)
{
    static const PtxSuffix operations[] = {PTX_DOT_ADD,  PTX_DOT_MIN, PTX_DOT_MAX, PTX_DOT_INC,
                                           PTX_DOT_DEC,  PTX_DOT_AND, PTX_DOT_OR,  PTX_DOT_XOR,
                                           PTX_DOT_EXCH, PTX_DOT_CAS};
    for (uint32_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (ptx_has(instruction, operations[i])) {
            return (uint16_t)operations[i];
        }
    }
    return 0;
}

// Whether the machine instruction returns the old value even if it is never read. Reductions that
// return none exist for global memory and for relaxed functions other than exchange and
// compare-and-swap. Found in ptxas 13.0's code for sm_75 to sm_120. Assumed from cc 7.0 on, since
// older machines reduce through generic addresses too.
static bool returns_always(const Unit *unit, const PtxInstruction *instruction, uint16_t operation,
                           PtxSpace space)
{
    bool is_new = unit->lowering->target.compute_capability >= 70;
    bool is_generic = space == PTX_SPACE_GENERIC || space == PTX_SPACE_CLUSTER;
    bool is_acquire =
        ptx_has(instruction, PTX_DOT_ACQUIRE) || ptx_has(instruction, PTX_DOT_ACQ_REL);
    return operation == PTX_DOT_EXCH || operation == PTX_DOT_CAS ||
           (is_new && (is_generic || is_acquire));
}

static void set_function(Unit *unit, const PtxInstruction *instruction, Op *op, uint16_t operation)
{
    op->function = operation;
    op->flags |= ptx_type_kind(instruction->type) == PTX_KIND_SIGNED ? MICRO_SIGNED : 0;
    op->flags |=
        returns_always(unit, instruction, operation, (PtxSpace)op->space) ? MICRO_RETURNS : 0;
}

// --- vectors and 128 bits

// Joins `count` values of `bits` in the first ones, until they are 64 bits wide.
static void join(Unit *unit, Value *values, uint32_t count, uint32_t bits)
{
    for (; bits < 64; bits *= 2, count /= 2) {
        for (uint32_t i = 0; i < count / 2; i++) {
            Value joined = unit_register(unit, bits == 32 ? VALUE_64 : VALUE_32);
            unit_lane(unit, bits == 32 ? "pack.b64.b32" : "pack.b32.b16", joined, values[2 * i],
                      values[2 * i + 1], VALUE_NONE)
                ->is_free = true;
            values[i] = joined;
        }
    }
}

// Takes element `index` of a half out of it.
static void take(Unit *unit, Value result, Value half, uint32_t bits, uint32_t index)
{
    if (bits == 32) {
        unit_lane(unit, index == 0 ? "unpack.lo.b64.b32" : "unpack.hi.b64.b32", result, half,
                  VALUE_NONE, VALUE_NONE)
            ->is_free = true;
    } else {
        unit_lane(unit, "unpack.b64.b16", result, half, literal_32(unit->lowering, index),
                  VALUE_NONE)
            ->is_free = true;
    }
}

// The halves of a vector, or of a .b128 register.
static void read_halves(Unit *unit, const PtxInstruction *instruction, const PtxOperand *operand,
                        Value halves[2])
{
    Value values[8];
    if (instruction->type == PTX_TYPE_B128) {
        for (uint32_t i = 0; i < 2; i++) {
            PtxOperand half = select_half(operand, i);
            halves[i] = operand_value(unit, &half, PTX_TYPE_B64);
        }
        return;
    }
    for (uint32_t i = 0; i < instruction->vector; i++) {
        values[i] = operand_value(unit, &operand->elements[i], instruction->type);
    }
    uint32_t bits = ptx_type_bits(instruction->type);
    join(unit, values, instruction->vector, bits);
    halves[0] = values[0];
    halves[1] = bits * instruction->vector > 64 ? values[1] : VALUE_NONE;
}

static void write_halves(Unit *unit, const PtxInstruction *instruction, const Value halves[2])
{
    const PtxOperand *operand = &instruction->operands[0];
    uint32_t bits = ptx_type_bits(instruction->type), in_half = 64 / (bits == 128 ? 64 : bits);
    for (uint32_t i = 0; i < instruction->vector && bits < 128; i++) {
        const PtxOperand *element =
            operand->kind == PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
        Value result = operand_result(unit, element);
        if (result != VALUE_NONE) {
            take(unit, result, halves[i / in_half], bits, i % in_half);
        }
    }
    for (uint32_t i = 0; i < 2 && bits == 128; i++) {
        PtxOperand half = select_half(operand, i);
        Value result = operand_result(unit, &half);
        if (result != VALUE_NONE) {
            select_copy(unit, result, halves[i]);
        }
    }
}

static void select_wide_atom(Unit *unit, const PtxInstruction *instruction, uint16_t operation,
                             uint32_t at)
{
    bool has_result = instruction->opcode == PTX_ATOM;
    uint32_t bits = ptx_type_bits(instruction->type) * instruction->vector;
    Address address = operand_address(unit, &instruction->operands[at], instruction->space);
    Value b[2], c[2] = {VALUE_NONE, VALUE_NONE}, old[2] = {VALUE_NONE, VALUE_NONE};
    read_halves(unit, instruction, &instruction->operands[at + 1], b);
    if (operation == PTX_DOT_CAS) {
        read_halves(unit, instruction, &instruction->operands[at + 2], c);
    }
    for (uint32_t i = 0; has_result && i < bits / 64; i++) {
        old[i] = unit_register(unit, VALUE_64);
    }
    select_order_before(unit, instruction);
    Op *op = select_memory_op(unit, instruction, MICRO_ATOM, address);
    set_function(unit, instruction, op, operation);
    op->type = PTX_TYPE_B64;
    op->combine = (uint16_t)instruction->type;
    op->b = b[0];
    op->e = b[1];
    op->c = c[0];
    op->data[0] = c[1];
    op->d = old[0];
    op->d2 = old[1];
    select_order_behind(unit, instruction);
    if (has_result) {
        write_halves(unit, instruction, old);
    }
}

// Two 16-bit floats are the packed type.
static void select_pair_atom(Unit *unit, const PtxInstruction *instruction, uint16_t operation,
                             uint32_t at)
{
    const PtxOperand *operand = &instruction->operands[at + 1], *to = &instruction->operands[0];
    bool has_result = instruction->opcode == PTX_ATOM;
    Address address = operand_address(unit, &instruction->operands[at], instruction->space);
    Value b = unit_register(unit, VALUE_32);
    Value old = has_result ? unit_register(unit, VALUE_32) : VALUE_NONE;
    Value low = operand_value(unit, &operand->elements[0], instruction->type);
    Value high = operand_value(unit, &operand->elements[1], instruction->type);
    unit_lane(unit, "pack.b32.b16", b, low, high, VALUE_NONE)->is_free = true;
    select_order_before(unit, instruction);
    Op *op = select_memory_op(unit, instruction, MICRO_ATOM, address);
    set_function(unit, instruction, op, operation);
    op->type = instruction->type == PTX_TYPE_F16 ? PTX_TYPE_F16X2 : PTX_TYPE_BF16X2;
    op->vector = 1;
    op->b = b;
    op->d = old;
    select_order_behind(unit, instruction);
    for (uint32_t i = 0; to->kind == PTX_OPERAND_VECTOR && has_result && i < 2; i++) {
        Value result = operand_result(unit, &to->elements[i]);
        if (result != VALUE_NONE) {
            unit_lane(unit, i == 0 ? "unpack.lo.b32.b16" : "unpack.hi.b32.b16", result, old,
                      VALUE_NONE, VALUE_NONE)
                ->is_free = true;
        }
    }
}

// --- single values

static void select_narrow_atom(Unit *unit, const PtxInstruction *instruction, uint16_t operation,
                               uint32_t at)
{
    bool has_result = instruction->opcode == PTX_ATOM;
    Address address = operand_address(unit, &instruction->operands[at], instruction->space);
    Value b = operand_value(unit, &instruction->operands[at + 1], instruction->type);
    Value c = operation == PTX_DOT_CAS
                  ? operand_value(unit, &instruction->operands[at + 2], instruction->type)
                  : VALUE_NONE;
    Value result = has_result ? operand_result(unit, &instruction->operands[0]) : VALUE_NONE;
    select_order_before(unit, instruction);
    Op *op = select_memory_op(unit, instruction, MICRO_ATOM, address);
    set_function(unit, instruction, op, operation);
    op->b = b;
    op->c = c;
    op->d = result;
    select_order_behind(unit, instruction);
    if (ptx_has(instruction, PTX_DOT_ASYNC)) {
        select_complete(unit, instruction, &instruction->operands[2]);
    }
}

// atom d, [a], b(, c)(, cache policy); red [a], b(, cache policy).
void select_atom(Unit *unit, const PtxInstruction *instruction)
{
    uint32_t at = instruction->opcode == PTX_ATOM ? 1 : 0;
    uint32_t bits = ptx_type_bits(instruction->type) * instruction->vector;
    uint16_t operation = atomic_operation(instruction);
    if (operation == 0 || bits > 128 || instruction->operand_count < at + 2) {
        lowering_unsupported(unit, instruction);
    } else if (bits == 32 && instruction->vector == 2) {
        select_pair_atom(unit, instruction, operation, at);
    } else if (bits == 128 || instruction->vector > 1) {
        select_wide_atom(unit, instruction, operation, at);
    } else {
        select_narrow_atom(unit, instruction, operation, at);
    }
}
