// SPDX-License-Identifier: Apache-2.0
// Selection of loads, stores and cache hints.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

static uint16_t memory_flags(const PtxInstruction *instruction)
{
    uint16_t flags = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        switch ((int)instruction->suffix[i]) {
        case PTX_DOT_VOLATILE:
        case PTX_DOT_RELAXED:
        case PTX_DOT_ACQUIRE:
        case PTX_DOT_RELEASE:
        case PTX_DOT_ACQ_REL:
        case PTX_DOT_MMIO: flags |= MICRO_VOLATILE; break;
        case PTX_DOT_CTA: flags |= MICRO_BLOCK_SCOPE; break;
        case PTX_DOT_NC: flags |= MICRO_READ_ONLY; break;
        case PTX_DOT_CG:
        case PTX_DOT_CV:
        case PTX_DOT_L1__NO_ALLOCATE: flags |= MICRO_CACHE_GLOBAL; break;
        default: break;
        }
    }
    return flags;
}

// What ptxas adds to accesses that order others, from cc 7.0 on (traces/h200/sass/barriers.sass):
// before a release, a fence without its last instruction; after an acquire, only that instruction,
// by which L1 forgets what it holds. Nothing is added for the block's scope, nor in shared memory.
static bool is_ordering(const Unit *unit, const PtxInstruction *instruction)
{
    bool is_global =
        instruction->space == PTX_SPACE_GLOBAL || instruction->space == PTX_SPACE_GENERIC;
    return is_global && unit->lowering->target.compute_capability >= 70 &&
           !ptx_has(instruction, PTX_DOT_CTA);
}

void select_order_before(Unit *unit, const PtxInstruction *instruction)
{
    bool is_release =
        ptx_has(instruction, PTX_DOT_RELEASE) || ptx_has(instruction, PTX_DOT_ACQ_REL);
    if (is_release && is_ordering(unit, instruction)) {
        unit_add(unit, MICRO_FENCE)->function = PTX_DOT_RELEASE;
    }
}

void select_order_behind(Unit *unit, const PtxInstruction *instruction)
{
    bool is_acquire =
        ptx_has(instruction, PTX_DOT_ACQUIRE) || ptx_has(instruction, PTX_DOT_ACQ_REL);
    if (is_acquire && is_ordering(unit, instruction)) {
        unit_add(unit, MICRO_FENCE)->function = PTX_DOT_ACQUIRE;
    }
}

// ld.param and st.param of a function's or a call's parameters access the frame.
static Address memory_address(Unit *unit, const PtxInstruction *instruction,
                              const PtxOperand *operand)
{
    Address address = operand_address(unit, operand, instruction->space);
    if (address.space == PTX_SPACE_PARAM && !unit->function->is_entry) {
        address.space = PTX_SPACE_REG;
    }
    return address;
}

static const PtxOperand *element(const PtxOperand *operand, uint32_t index)
{
    return operand->kind == PTX_OPERAND_VECTOR ? &operand->elements[index] : operand;
}

static bool is_memory_type(const PtxInstruction *instruction, const PtxOperand *data)
{
    uint32_t elements = data->kind == PTX_OPERAND_VECTOR ? data->element_count : 1;
    return ptx_type_bits(instruction->type) <= 64 && instruction->vector <= 4 &&
           elements == instruction->vector;
}

Op *select_memory_op(Unit *unit, const PtxInstruction *instruction, MicroKind kind, Address address)
{
    Op *op = unit_add(unit, kind);
    op->type = (uint8_t)instruction->type;
    op->vector = instruction->vector;
    op->width_bytes = (uint8_t)(ptx_type_bits(instruction->type) / 8 * instruction->vector);
    op->flags |= memory_flags(instruction);
    op_set_address(unit, op, address);
    return op;
}

// A kernel parameter at a constant offset is an operand, not a load.
static bool load_parameter(Unit *unit, const PtxInstruction *instruction, Address address)
{
    if (address.space != PTX_SPACE_PARAM || address.base != VALUE_NONE) {
        return false;
    }
    uint8_t bytes = (uint8_t)(ptx_type_bits(instruction->type) / 8);
    for (uint32_t i = 0; i < instruction->vector; i++) {
        Value result = operand_result(unit, element(&instruction->operands[0], i));
        if (result == VALUE_NONE) {
            continue;
        }
        Value value = lowering_constant(
            unit->lowering,
            (MachineConstant){.kind = CONSTANT_PARAMETER,
                              .bits = (uint64_t)(address.offset + (int64_t)i * bytes),
                              .width_bytes = bytes,
                              .is_signed = ptx_type_kind(instruction->type) == PTX_KIND_SIGNED,
                              .is_64 = value_class(unit, result) == VALUE_64});
        select_copy(unit, result, value);
    }
    return true;
}

// ptxas -dlcm=cg: the default of loads from global memory, and of generic ones.
static bool is_past_l1(const Unit *unit, const PtxInstruction *instruction, PtxSpace space)
{
    static const PtxSuffix operators[] = {PTX_DOT_CA, PTX_DOT_CS, PTX_DOT_LU, PTX_DOT_NC};
    bool has_operator = false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        has_operator |= ptx_has(instruction, operators[i]);
    }
    return unit->lowering->target.is_l1_passed && !has_operator &&
           (space == PTX_SPACE_GLOBAL || space == PTX_SPACE_GENERIC);
}

static void widen(Unit *unit, Value wide, Value loaded, bool is_signed)
{
    unit_lane(unit, is_signed ? "cvt.s64.s32" : "cvt.u64.u32", wide, loaded, VALUE_NONE,
              VALUE_NONE);
}

// Eight elements of 32 bits are four of 64, each of which is a pair.
static PtxInstruction in_pairs(const PtxInstruction *instruction)
{
    PtxInstruction pairs = *instruction;
    pairs.type = pairs.source_type = PTX_TYPE_B64;
    pairs.vector = 4;
    return pairs;
}

static void take_element(Unit *unit, const PtxInstruction *instruction, uint32_t index, Value pair)
{
    Value result = operand_result(unit, element(&instruction->operands[0], index));
    if (result == VALUE_NONE) {
        return;
    }
    bool is_wider = value_class(unit, result) != VALUE_32;
    Value loaded = is_wider ? unit_register(unit, VALUE_32) : result;
    unit_lane(unit, index % 2 == 0 ? "unpack.lo.b64.b32" : "unpack.hi.b64.b32", loaded, pair,
              VALUE_NONE, VALUE_NONE)
        ->is_free = true;
    if (is_wider) {
        widen(unit, result, loaded, ptx_type_kind(instruction->type) == PTX_KIND_SIGNED);
    }
}

static void select_ld_eight(Unit *unit, const PtxInstruction *instruction)
{
    PtxInstruction pairs = in_pairs(instruction);
    Address address = memory_address(unit, instruction, &instruction->operands[1]);
    Value loaded[4];
    for (uint32_t i = 0; i < 4; i++) {
        loaded[i] = unit_register(unit, VALUE_64);
    }
    Op *op = select_memory_op(unit, &pairs, MICRO_LOAD, address);
    op->flags |= is_past_l1(unit, instruction, address.space) ? MICRO_CACHE_GLOBAL : 0;
    memcpy(op->data, loaded, sizeof loaded);
    for (uint32_t i = 0; i < 8; i++) {
        take_element(unit, instruction, i, loaded[i / 2]);
    }
}

static void select_st_eight(Unit *unit, const PtxInstruction *instruction)
{
    PtxInstruction pairs = in_pairs(instruction);
    Value stored[4];
    for (uint32_t i = 0; i < 4; i++) {
        const PtxOperand *from = &instruction->operands[1];
        Value low = operand_value(unit, element(from, 2 * i), instruction->type);
        Value high = operand_value(unit, element(from, 2 * i + 1), instruction->type);
        stored[i] = unit_register(unit, VALUE_64);
        unit_lane(unit, "pack.b64.b32", stored[i], low, high, VALUE_NONE)->is_free = true;
    }
    Address address = memory_address(unit, instruction, &instruction->operands[0]);
    Op *op = select_memory_op(unit, &pairs, MICRO_STORE, address);
    memcpy(op->data, stored, sizeof stored);
}

void select_ld(Unit *unit, const PtxInstruction *instruction)
{
    PtxInstruction room;
    if (instruction->vector == 8) {
        select_ld_eight(unit, instruction);
        return;
    }
    instruction = select_pairs(unit, instruction, &room);
    const PtxOperand *to = &instruction->operands[0];
    if (!is_memory_type(instruction, to)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Address address = memory_address(unit, instruction, &instruction->operands[1]);
    if (load_parameter(unit, instruction, address)) {
        return;
    }
    bool is_signed = ptx_type_kind(instruction->type) == PTX_KIND_SIGNED;
    ValueClass produced = class_of_type(instruction->type);
    Value loaded[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    Value results[4];
    for (uint32_t i = 0; i < instruction->vector; i++) {
        results[i] = operand_result(unit, element(to, i));
        loaded[i] = results[i] != VALUE_NONE && value_class(unit, results[i]) != produced
                        ? unit_register(unit, produced)
                        : results[i];
    }
    Op *op = select_memory_op(unit, instruction, MICRO_LOAD, address);
    op->flags |= is_signed ? MICRO_SIGNED : 0;
    op->flags |= is_past_l1(unit, instruction, address.space) ? MICRO_CACHE_GLOBAL : 0;
    for (uint32_t i = 0; i < instruction->vector; i++) {
        op->data[i] = loaded[i];
    }
    for (uint32_t i = 0; i < instruction->vector; i++) {
        if (loaded[i] != results[i]) { // register is wider than the type
            widen(unit, results[i], loaded[i], is_signed);
        }
    }
    select_order_behind(unit, instruction);
}

void select_st(Unit *unit, const PtxInstruction *instruction)
{
    PtxInstruction room;
    if (ptx_has(instruction, PTX_DOT_BULK)) {
        select_store_bulk(unit, instruction);
        return;
    }
    if (instruction->vector == 8) {
        select_st_eight(unit, instruction);
        return;
    }
    instruction = select_pairs(unit, instruction, &room);
    const PtxOperand *from = &instruction->operands[1];
    if (!is_memory_type(instruction, from)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Value values[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    for (uint32_t i = 0; i < instruction->vector; i++) {
        values[i] = operand_value(unit, element(from, i), instruction->type);
    }
    Address address = memory_address(unit, instruction, &instruction->operands[0]);
    select_order_before(unit, instruction);
    Op *op = select_memory_op(unit, instruction, MICRO_STORE, address);
    for (uint32_t i = 0; i < instruction->vector; i++) {
        op->data[i] = values[i];
    }
    if (ptx_has(instruction, PTX_DOT_ASYNC)) {
        select_complete(unit, instruction, &instruction->operands[2]);
    }
}

// Hints: executed, but without effect on anything that is modeled.
void select_nothing(Unit *unit, const PtxInstruction *instruction)
{
    (void)instruction;
    unit_add(unit, MICRO_PREFETCH);
}

// Registers that warpgroups hand to each other: of what is modeled, only the number that the kernel
// starts with depends on them (summary.c).
void select_setmaxnreg(Unit *unit, const PtxInstruction *instruction)
{
    int64_t count = instruction->operands[0].integer;
    if (count < 24 || count > 256 || count % 8 != 0) {
        lowering_error(unit->lowering, instruction,
                       "setmaxnreg needs a multiple of 8 from 24 to 256, got %lld",
                       (long long)count);
        return;
    }
    unit->lowering->sets_registers = true;
    select_nothing(unit, instruction);
}

// A cache policy is read only by hints.
void select_policy(Unit *unit, const PtxInstruction *instruction)
{
    select_copy(unit, operand_result(unit, &instruction->operands[0]),
                literal_64(unit->lowering, 0));
}

static PtxSuffix matrix_shape(const PtxInstruction *instruction)
{
    static const PtxSuffix shapes[] = {PTX_DOT_M16N16, PTX_DOT_M8N16, PTX_DOT_M16N8};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (ptx_has(instruction, shapes[i])) {
            return shapes[i];
        }
    }
    return PTX_TYPE_NONE;
}

// Bits in shared memory of an element that is a byte in the register.
static uint32_t matrix_bits(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_B4X16_P64)   ? 4
           : ptx_has(instruction, PTX_DOT_B6X16_P32) ? 6
                                                     : 8;
}

void select_matrix(Unit *unit, const PtxInstruction *instruction)
{
    bool is_load = instruction->opcode == PTX_LDMATRIX;
    const PtxOperand *data = &instruction->operands[is_load ? 0 : 1];
    uint8_t count = data->kind == PTX_OPERAND_VECTOR ? (uint8_t)data->element_count : 1;
    Value values[4];
    for (uint32_t i = 0; i < count; i++) {
        values[i] = is_load ? operand_result(unit, element(data, i))
                            : operand_value(unit, element(data, i), PTX_TYPE_B32);
    }
    Address address =
        operand_address(unit, &instruction->operands[is_load ? 1 : 0], PTX_SPACE_SHARED);
    Op *op = unit_add(unit, is_load ? MICRO_MATRIX_LOAD : MICRO_MATRIX_STORE);
    op->combine = (uint16_t)matrix_shape(instruction);
    op->target = op->combine == 0 ? 0 : matrix_bits(instruction);
    op->type = op->combine == 0 ? PTX_TYPE_B16 : PTX_TYPE_B8;
    op->vector = count;
    op->width_bytes = (uint8_t)(4 * count);
    op->function = ptx_has(instruction, PTX_DOT_TRANS) ? PTX_DOT_TRANS : 0;
    op_set_address(unit, op, address);
    for (uint32_t i = 0; i < count; i++) {
        op->data[i] = values[i];
    }
}

void select_movmatrix(Unit *unit, const PtxInstruction *instruction)
{
    Value a = operand_value(unit, &instruction->operands[1], PTX_TYPE_B32);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_MATRIX_TRANSPOSE);
    op->a = a;
    op->d = result;
}
