// SPDX-License-Identifier: Apache-2.0
// Selection of asynchronous copies, mbarriers and the stack of a thread.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

static Value shared_address(Unit *unit, const PtxOperand *operand)
{
    return address_value(unit, operand_address(unit, operand, PTX_SPACE_SHARED), VALUE_32);
}

// cp.async.{ca,cg}.shared.global [to], [from], bytes{, read bytes | ignore predicate}{, policy}
static void copy_async(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    uint32_t count = instruction->operand_count;
    if (ptx_has(instruction, PTX_DOT_L2__CACHE_HINT)) {
        count--;
    }
    Value read_bytes = VALUE_NONE, ignore = VALUE_NONE;
    if (count == 4) {
        bool is_predicate =
            operands[3].kind == PTX_OPERAND_REGISTER && operands[3].reg->type == PTX_TYPE_PRED;
        Value extra =
            operand_value(unit, &operands[3], is_predicate ? PTX_TYPE_PRED : PTX_TYPE_U32);
        *(is_predicate ? &ignore : &read_bytes) = extra;
    }
    Address to = operand_address(unit, &operands[0], PTX_SPACE_SHARED);
    Address from = operand_address(unit, &operands[1], PTX_SPACE_GLOBAL);
    Value source = from.base == VALUE_NONE ? literal_64(unit->lowering, 0)
                                           : value_convert(unit, from.base, VALUE_64);
    Op *op = unit_add(unit, MICRO_COPY_ASYNC);
    op->vector = (uint8_t)operands[2].integer;
    op->width_bytes = op->vector;
    op->type = PTX_TYPE_B8;
    op->flags |= ptx_has(instruction, PTX_DOT_CG) ? MICRO_CACHE_GLOBAL : 0;
    op->flags |= ignore != VALUE_NONE && operands[3].is_negated ? MICRO_PREDICATE_NEGATED : 0;
    op_set_address(unit, op, to);
    op->b = source;
    op->target = (uint32_t)from.offset;
    op->c = read_bytes;
    op->e = ignore;
}

static void copy_group(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix kinds[] = {PTX_DOT_COMMIT_GROUP, PTX_DOT_WAIT_GROUP, PTX_DOT_WAIT_ALL};
    Op *op = unit_add(unit, MICRO_COPY_GROUP);
    for (uint32_t i = 0; i < 3; i++) {
        if (ptx_has(instruction, kinds[i])) {
            op->function = (uint16_t)kinds[i];
        }
    }
    op->combine = ptx_has(instruction, PTX_DOT_BULK) ? PTX_DOT_BULK : 0;
    op->offset = instruction->operand_count > 0 ? instruction->operands[0].integer : 0;
}

static PtxSpace bulk_space(const PtxInstruction *instruction, bool is_source)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        PtxSpace space;
        switch ((int)instruction->suffix[i]) {
        case PTX_DOT_GLOBAL: space = PTX_SPACE_GLOBAL; break;
        case PTX_DOT_SHARED__CTA: space = PTX_SPACE_SHARED; break;
        case PTX_DOT_SHARED__CLUSTER: space = PTX_SPACE_CLUSTER; break;
        default: continue;
        }
        if (seen++ == (is_source ? 1u : 0u)) {
            return space;
        }
    }
    return PTX_SPACE_GENERIC;
}

// What happens with a tile: LOAD, STORE or the operation of a reduction.
static uint16_t tile_operation(const PtxInstruction *instruction)
{
    static const PtxSuffix reductions[] = {PTX_DOT_ADD, PTX_DOT_MIN, PTX_DOT_MAX, PTX_DOT_INC,
                                           PTX_DOT_DEC, PTX_DOT_AND, PTX_DOT_OR,  PTX_DOT_XOR};
    for (uint32_t i = 0; i < sizeof reductions / sizeof reductions[0]; i++) {
        if (ptx_has(instruction, reductions[i])) {
            return (uint16_t)reductions[i];
        }
    }
    return ptx_has(instruction, PTX_DOT_BULK_GROUP) ? PTX_DOT_STORE : PTX_DOT_LOAD;
}

static bool is_wide(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_IM2COL__W) || ptx_has(instruction, PTX_DOT_IM2COL__W__128);
}

// IM2COL, IM2COL__W, IM2COL__W__128, TILE__GATHER4 for rows of their own, or 0.
static uint16_t tile_mode(const PtxInstruction *instruction)
{
    if (is_wide(instruction)) {
        return ptx_has(instruction, PTX_DOT_IM2COL__W) ? PTX_DOT_IM2COL__W : PTX_DOT_IM2COL__W__128;
    }
    if (ptx_has(instruction, PTX_DOT_IM2COL) || ptx_has(instruction, PTX_DOT_IM2COL_NO_OFFS)) {
        return PTX_DOT_IM2COL;
    }
    bool has_rows =
        ptx_has(instruction, PTX_DOT_TILE__GATHER4) || ptx_has(instruction, PTX_DOT_TILE__SCATTER4);
    return has_rows ? PTX_DOT_TILE__GATHER4 : 0;
}

// cp.async.bulk.tensor [to], [map, {coordinates}], [mbarrier] {, {offsets}} {, blocks} or [map,
// {coordinates}], [from].
static void copy_tensor(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    uint16_t operation = tile_operation(instruction);
    bool is_load = operation == PTX_DOT_LOAD;
    const PtxOperand *tile = &operands[is_load ? 1 : 0], *coordinates = &tile->elements[1];
    PtxSpace space = is_load && ptx_has(instruction, PTX_DOT_SHARED__CLUSTER) ? PTX_SPACE_CLUSTER
                                                                              : PTX_SPACE_SHARED;
    Address shared = operand_address(unit, &operands[is_load ? 0 : 1], space);
    Value memory = address_value(unit, shared, VALUE_32);
    Address map = operand_address(unit, &tile->elements[0], PTX_SPACE_GENERIC);
    Value where = address_value(unit, map, VALUE_64);
    Value at[5], blocks = VALUE_NONE;
    for (uint32_t i = 0; i < coordinates->element_count; i++) {
        at[i] = operand_value(unit, &coordinates->elements[i], PTX_TYPE_S32);
    }
    bool has_offsets = ptx_has(instruction, PTX_DOT_IM2COL) || is_wide(instruction);
    if (ptx_has(instruction, PTX_DOT_MULTICAST__CLUSTER)) {
        blocks = operand_value(unit, &operands[has_offsets ? 4 : 3], PTX_TYPE_U16);
    }
    Value barrier = is_load ? shared_address(unit, &operands[2]) : VALUE_NONE;
    Value offsets[3] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    for (uint32_t i = 0; has_offsets && i < operands[3].element_count; i++) {
        offsets[i] = operand_value(unit, &operands[3].elements[i], PTX_TYPE_U16);
    }
    Op *op = unit_add(unit, MICRO_COPY_TENSOR);
    op->function = operation;
    op->combine = tile_mode(instruction);
    op->flags = ptx_has(instruction, PTX_DOT_CTA_GROUP__2) ? MICRO_BLOCK_PAIR : 0;
    op->space = (uint8_t)space;
    op->target = coordinates->element_count;
    op->vector = (uint8_t)(op->target < 4 ? op->target : 4);
    op->a = memory;
    op->b = where;
    op->c = blocks;
    op->e = barrier;
    for (uint32_t i = 0; i < op->target; i++) {
        *(i < 4 ? &op->data[i] : &op->addend[0]) = at[i];
    }
    memcpy(&op->addend[1], offsets, sizeof offsets);
}

// cp.async.bulk.to.from.mbarrier... [to], [from], bytes, [mbarrier] {, blocks}, or ....bulk_group
// without these {, policy} {, byte mask}.
static void copy_bulk(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    bool is_group = ptx_has(instruction, PTX_DOT_BULK_GROUP);
    PtxSpace to_space = bulk_space(instruction, false);
    PtxSpace from_space = bulk_space(instruction, true);
    if (ptx_has(instruction, PTX_DOT_PREFETCH)) {
        unit_add(unit, MICRO_PREFETCH);
        return;
    }
    if (ptx_has(instruction, PTX_DOT_TENSOR)) {
        copy_tensor(unit, instruction);
        return;
    }
    if (to_space == PTX_SPACE_GENERIC || from_space == PTX_SPACE_GENERIC ||
        instruction->operand_count < (is_group ? 3 : 4)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    Address to = operand_address(unit, &operands[0], to_space);
    Address from = operand_address(unit, &operands[1], from_space);
    ValueClass from_class = from_space == PTX_SPACE_GLOBAL ? VALUE_64 : VALUE_32;
    Value source = address_value(unit, (Address){.base = from.base, .offset = 0}, from_class);
    Value bytes = operand_value(unit, &operands[2], PTX_TYPE_U32);
    Value barrier = is_group ? VALUE_NONE : shared_address(unit, &operands[3]);
    Value blocks = VALUE_NONE, mask = VALUE_NONE;
    if (ptx_has(instruction, PTX_DOT_MULTICAST__CLUSTER)) {
        blocks = operand_value(unit, &operands[4], PTX_TYPE_U16);
    } else if (ptx_has(instruction, PTX_DOT_CP_MASK)) {
        mask = operand_value(unit, &operands[instruction->operand_count - 1u], PTX_TYPE_U16);
    }
    Op *op = unit_add(unit, MICRO_COPY_BULK);
    op->data[0] = blocks;
    op->data[1] = mask;
    op_set_address(unit, op, to);
    op->type = (uint8_t)from_space;
    op->b = source;
    op->target = (uint32_t)from.offset;
    op->c = bytes;
    op->e = barrier;
    if (ptx_has(instruction, PTX_DOT_REDUCE)) {
        op->function = tile_operation(instruction);
        op->combine = (uint16_t)instruction->type;
    }
}

void select_cp(Unit *unit, const PtxInstruction *instruction)
{
    if (ptx_has(instruction, PTX_DOT_COMMIT_GROUP) || ptx_has(instruction, PTX_DOT_WAIT_GROUP) ||
        ptx_has(instruction, PTX_DOT_WAIT_ALL)) {
        copy_group(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_MBARRIER)) {
        Address address = operand_address(unit, &instruction->operands[0], PTX_SPACE_SHARED);
        Op *op = unit_add(unit, MICRO_MBARRIER);
        op->function = PTX_DOT_ASYNC;
        op->combine = ptx_has(instruction, PTX_DOT_NOINC) ? PTX_DOT_NOINC : 0;
        op_set_address(unit, op, address);
    } else if (ptx_has(instruction, PTX_DOT_BULK) || ptx_has(instruction, PTX_DOT_REDUCE)) {
        copy_bulk(unit, instruction);
    } else {
        copy_async(unit, instruction);
    }
}

static uint16_t mbarrier_operation(const PtxInstruction *instruction)
{
    // .expect_tx also follows .arrive, so the leading word decides.
    return instruction->suffix_count > 0 ? instruction->suffix[0] : 0;
}

static void mbarrier_pending_count(Unit *unit, const PtxInstruction *instruction)
{
    Value state = operand_value(unit, &instruction->operands[1], PTX_TYPE_B64);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_MBARRIER);
    op->function = PTX_DOT_PENDING_COUNT;
    op->b = state;
    op->d = result;
}

// mbarrier.operation {d,} [address] {, b}: the kind of the first operand shows whether there is a
// d.
void select_mbarrier(Unit *unit, const PtxInstruction *instruction)
{
    uint16_t operation = mbarrier_operation(instruction);
    if (operation == PTX_DOT_PENDING_COUNT) {
        mbarrier_pending_count(unit, instruction);
        return;
    }
    const PtxOperand *operands = instruction->operands;
    uint32_t at = operands[0].kind == PTX_OPERAND_ADDRESS ? 0 : 1;
    bool is_wait = operation == PTX_DOT_TEST_WAIT || operation == PTX_DOT_TRY_WAIT;
    bool is_parity = ptx_has(instruction, PTX_DOT_PARITY);
    if (at >= instruction->operand_count) {
        lowering_unsupported(unit, instruction);
        return;
    }
    PtxSpace space = instruction->space == PTX_SPACE_CLUSTER ? PTX_SPACE_CLUSTER : PTX_SPACE_SHARED;
    if (instruction->space == PTX_SPACE_GENERIC) {
        space = PTX_SPACE_GENERIC;
    }
    Value b = VALUE_NONE;
    if (instruction->operand_count > at + 1) {
        b = operand_value(unit, &operands[at + 1],
                          is_wait && !is_parity ? PTX_TYPE_B64 : PTX_TYPE_U32);
    }
    Address address = operand_address(unit, &operands[at], space);
    Value result = at == 1 ? operand_result(unit, &operands[0]) : VALUE_NONE;
    Op *op = unit_add(unit, MICRO_MBARRIER);
    op->function = operation;
    op_set_address(unit, op, address);
    op->b = b;
    op->d = result;
    if (is_parity) {
        op->combine = PTX_DOT_PARITY;
    } else if (operation != PTX_DOT_EXPECT_TX && ptx_has(instruction, PTX_DOT_EXPECT_TX)) {
        op->combine = PTX_DOT_EXPECT_TX;
    } else if (ptx_has(instruction, PTX_DOT_NOCOMPLETE)) {
        op->combine = PTX_DOT_NOCOMPLETE;
    }
}

// tensormap.replace.tile.field [map]{, dimension}, value; tensormap.cp_fenceproxy [to], [from], 128
void select_tensormap(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix fields[] = {
        PTX_DOT_CP_FENCEPROXY,  PTX_DOT_GLOBAL_ADDRESS,    PTX_DOT_RANK,
        PTX_DOT_BOX_DIM,        PTX_DOT_GLOBAL_DIM,        PTX_DOT_GLOBAL_STRIDE,
        PTX_DOT_ELEMENT_STRIDE, PTX_DOT_ELEMTYPE,          PTX_DOT_INTERLEAVE_LAYOUT,
        PTX_DOT_SWIZZLE_MODE,   PTX_DOT_SWIZZLE_ATOMICITY, PTX_DOT_FILL_MODE};
    const PtxOperand *operands = instruction->operands;
    bool is_copy = ptx_has(instruction, PTX_DOT_CP_FENCEPROXY);
    uint32_t last = instruction->operand_count - 1u;
    PtxSpace space = is_copy || ptx_has(instruction, PTX_DOT_GLOBAL) ? PTX_SPACE_GLOBAL
                     : ptx_has(instruction, PTX_DOT_SHARED__CTA)     ? PTX_SPACE_SHARED
                                                                     : PTX_SPACE_GENERIC;
    Value value = VALUE_NONE, from = VALUE_NONE;
    if (is_copy) {
        from = shared_address(unit, &operands[1]);
    } else {
        value =
            value_convert(unit, operand_value(unit, &operands[last], instruction->type), VALUE_64);
    }
    Address address = operand_address(unit, &operands[0], space);
    Op *op = unit_add(unit, MICRO_TENSOR_MAP);
    for (uint32_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        op->function = ptx_has(instruction, fields[i]) ? (uint16_t)fields[i] : op->function;
    }
    op->target = !is_copy && last == 2 ? (uint32_t)operands[1].integer : 0;
    op_set_address(unit, op, address);
    op->b = value;
    op->c = from;
}

// --- clusters that have not begun

static void try_cancel(Unit *unit, const PtxInstruction *instruction)
{
    Value answer = shared_address(unit, &instruction->operands[0]);
    Value barrier = shared_address(unit, &instruction->operands[1]);
    Op *op = unit_add(unit, MICRO_TRY_CANCEL);
    op->combine =
        ptx_has(instruction, PTX_DOT_MULTICAST__CLUSTER__ALL) ? PTX_DOT_MULTICAST__CLUSTER__ALL : 0;
    op->a = answer;
    op->e = barrier;
}

// The words of half of an answer.
static void unpack_answer(Unit *unit, const PtxInstruction *instruction, uint32_t half,
                          PtxOperand low, PtxOperand high)
{
    PtxOperand words[2] = {low, high};
    PtxOperand operands[2] = {{.kind = PTX_OPERAND_VECTOR, .elements = words, .element_count = 2},
                              select_half(&instruction->operands[1], half)};
    PtxInstruction move = *instruction;
    move.type = move.source_type = PTX_TYPE_B64;
    move.operands = operands;
    select_mov(unit, &move);
}

// Whether the last word is set.
static void is_canceled(Unit *unit, const PtxInstruction *instruction)
{
    PtxOperand half = select_half(&instruction->operands[1], 1);
    Value value = operand_value(unit, &half, PTX_TYPE_B64);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_SETP);
    op->function = LANE_SETP_GT_U64;
    op->type = PTX_TYPE_U64;
    op->d = result;
    op->a = value;
    op->b = literal_64(unit->lowering, UINT32_MAX);
}

// clusterlaunchcontrol.try_cancel [answer], [mbarrier]; query_cancel d, answer
void select_cancel(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand sink = {.kind = PTX_OPERAND_SINK}, *to = &instruction->operands[0];
    if (ptx_has(instruction, PTX_DOT_TRY_CANCEL)) {
        try_cancel(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_IS_CANCELED)) {
        is_canceled(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_GET_FIRST_CTAID)) {
        unpack_answer(unit, instruction, 0, to->elements[0], to->elements[1]);
        unpack_answer(unit, instruction, 1, to->elements[2], sink);
    } else if (ptx_has(instruction, PTX_DOT_GET_FIRST_CTAID__Z)) {
        unpack_answer(unit, instruction, 1, *to, sink);
    } else {
        bool is_x = ptx_has(instruction, PTX_DOT_GET_FIRST_CTAID__X);
        unpack_answer(unit, instruction, 0, is_x ? *to : sink, is_x ? sink : *to);
    }
}

// st.bulk [to], bytes, 0
void select_store_bulk(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    PtxSpace space = instruction->space == PTX_SPACE_SHARED ? PTX_SPACE_SHARED : PTX_SPACE_GENERIC;
    Value bytes = operand_value(unit, &operands[1], PTX_TYPE_U64);
    Address address = operand_address(unit, &operands[0], space);
    if (operands[2].integer != 0) {
        lowering_error(unit->lowering, instruction, "st.bulk stores zeros only");
        return;
    }
    Op *op = unit_add(unit, MICRO_STORE_BULK);
    op_set_address(unit, op, address);
    op->b = bytes;
}

void select_complete(Unit *unit, const PtxInstruction *instruction, const PtxOperand *barrier)
{
    if (instruction->operand_count < 3) {
        return; // st.async.release and red.async.release tell no mbarrier
    }
    uint32_t bytes = ptx_type_bits(instruction->type) / 8 * instruction->vector;
    Value b = literal_32(unit->lowering, bytes);
    Address address = operand_address(unit, barrier, instruction->space);
    Op *op = unit_add(unit, MICRO_MBARRIER);
    op->function = PTX_DOT_COMPLETE_TX;
    op_set_address(unit, op, address);
    op->b = b;
}

void select_stack(Unit *unit, const PtxInstruction *instruction)
{
    bool is_restore = instruction->opcode == PTX_STACKRESTORE;
    Value a = VALUE_NONE;
    if (instruction->opcode == PTX_ALLOCA) {
        a = operand_value(unit, &instruction->operands[1], PTX_TYPE_U64);
    } else if (is_restore) {
        a = operand_value(unit, &instruction->operands[0], PTX_TYPE_U64);
    }
    Value result = is_restore ? VALUE_NONE : operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_STACK);
    op->function = (uint16_t)instruction->opcode;
    op->a = a;
    op->d = result;
    op->offset = instruction->opcode == PTX_ALLOCA && instruction->operand_count > 2
                     ? instruction->operands[2].integer
                     : 8;
}
