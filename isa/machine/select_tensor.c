// SPDX-License-Identifier: Apache-2.0
// Selection of tcgen05 (PTX ISA 9.0, "TensorCore 5th Generation Family Instructions"). Everything
// is done when it is issued, so that fences and waits have nothing to do and a commit is an
// arrival. Collector buffers are hints and do nothing.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

static Value tensor_address(Unit *unit, const PtxOperand *operand)
{
    return address_value(unit, operand_address(unit, operand, PTX_SPACE_SHARED), VALUE_32);
}

static PtxSpace space_of(const PtxInstruction *instruction)
{
    return instruction->space == PTX_SPACE_GENERIC ? PTX_SPACE_GENERIC : PTX_SPACE_SHARED;
}

static uint32_t pair_of(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_CTA_GROUP__2) ? TENSOR_PAIR : 0;
}

static void allocate(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    Value columns = operand_value(unit, &operands[1], PTX_TYPE_U32);
    Address address = operand_address(unit, &operands[0], space_of(instruction));
    Op *op = unit_add(unit, MICRO_TENSOR_ALLOCATE);
    op->function = PTX_DOT_ALLOC;
    op->target = pair_of(instruction);
    op_set_address(unit, op, address);
    op->b = columns;
}

static void deallocate(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    Value address = operand_value(unit, &operands[0], PTX_TYPE_U32);
    Value columns = operand_value(unit, &operands[1], PTX_TYPE_U32);
    Op *op = unit_add(unit, MICRO_TENSOR_ALLOCATE);
    op->function = PTX_DOT_DEALLOC;
    op->target = pair_of(instruction);
    op->a = address;
    op->b = columns;
}

static TensorShape shape_of(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_16X128B)    ? TENSOR_16X128B
           : ptx_has(instruction, PTX_DOT_16X256B)  ? TENSOR_16X256B
           : ptx_has(instruction, PTX_DOT_16X32BX2) ? TENSOR_16X32BX2
           : ptx_has(instruction, PTX_DOT_16X64B)   ? TENSOR_16X64B
                                                    : TENSOR_32X32B;
}

// The least or greatest of what each thread has loaded, of its magnitudes with .abs. The machine's
// load does it, so it costs nothing.
static void reduce(Unit *unit, const PtxInstruction *instruction, const PtxOperand *list)
{
    static const char *const keys[][2] = {{"min.u32", "max.u32"},
                                          {"min.s32", "max.s32"},
                                          {"min.f32", "max.f32"},
                                          {"min.NaN.f32", "max.NaN.f32"}};
    bool is_float = instruction->type == PTX_TYPE_F32;
    uint32_t row =
        is_float ? 2 + ptx_has(instruction, PTX_DOT_NAN_RESULT) : instruction->type == PTX_TYPE_S32;
    const char *key = keys[row][ptx_has(instruction, PTX_DOT_MAX)];
    Value result = operand_result(unit, &instruction->operands[1]), sum = VALUE_NONE;
    for (uint32_t i = 0; i < list->element_count; i++) {
        Value value = operand_value(unit, &list->elements[i], PTX_TYPE_B32);
        if (ptx_has(instruction, PTX_DOT_ABS)) {
            Value magnitude = unit_register(unit, VALUE_32);
            unit_lane(unit, "abs.f32", magnitude, value, VALUE_NONE, VALUE_NONE)->is_free = true;
            value = magnitude;
        }
        if (i > 0) {
            bool is_last = i + 1 == list->element_count;
            Value next = is_last ? result : unit_register(unit, VALUE_32);
            unit_lane(unit, key, next, sum, value, VALUE_NONE)->is_free = true;
            value = next;
        }
        sum = value;
    }
}

// tcgen05.ld{.red} {registers}{, reduced}, [address]{, distance} and tcgen05.st [address]{,
// distance}, {registers}: four registers each, of which the first op stands for the machine's
// instruction.
static void move(Unit *unit, const PtxInstruction *instruction)
{
    bool is_load = ptx_has(instruction, PTX_DOT_LD);
    const PtxOperand *operands = instruction->operands;
    TensorShape shape = shape_of(instruction);
    bool is_reduced = ptx_has(instruction, PTX_DOT_RED);
    const PtxOperand *where = &operands[is_reduced ? 2 : is_load ? 1 : 0];
    const PtxOperand *list = &operands[is_load ? 0 : instruction->operand_count - 1];
    Value address = tensor_address(unit, where), values[4];
    bool is_packed =
        ptx_has(instruction, PTX_DOT_PACK__16B) || ptx_has(instruction, PTX_DOT_UNPACK__16B);
    if (is_load) { // its own registers may be those of the address
        Value copy = unit_register(unit, VALUE_32);
        select_copy(unit, copy, address);
        address = copy;
    }
    for (uint32_t first = 0; first < list->element_count; first += 4) {
        uint32_t count = list->element_count - first < 4 ? list->element_count - first : 4;
        for (uint32_t i = 0; i < count; i++) {
            const PtxOperand *element = &list->elements[first + i];
            values[i] = is_load ? operand_result(unit, element)
                                : operand_value(unit, element, PTX_TYPE_B32);
        }
        Op *op = unit_add(unit, is_load ? MICRO_TENSOR_LOAD : MICRO_TENSOR_STORE);
        op->vector = (uint8_t)count;
        op->type = PTX_TYPE_B32;
        op->target = first | (uint32_t)shape << TENSOR_SHAPE_SHIFT;
        op->target |= is_packed ? (uint32_t)TENSOR_PACKED : 0;
        op->offset = shape == TENSOR_16X32BX2 ? where[1].integer : 0;
        op->a = address;
        op->is_free = first > 0;
        for (uint32_t i = 0; i < 4; i++) {
            op->data[i] = i < count ? values[i] : VALUE_NONE;
        }
    }
    if (is_reduced) {
        reduce(unit, instruction, list);
    }
}

// Whether D is added: 1 or 0.
static Value added(Unit *unit, const PtxOperand *operand)
{
    Value one = literal_32(unit->lowering, 1), zero = literal_32(unit->lowering, 0);
    if (operand->kind == PTX_OPERAND_INTEGER) {
        return operand->integer != 0 ? one : zero;
    }
    bool is_inverted = false;
    Value predicate = operand_predicate(unit, operand, &is_inverted);
    Value chosen = unit_register(unit, VALUE_32);
    unit_lane(unit, "selp.b32", chosen, is_inverted ? zero : one, is_inverted ? one : zero,
              predicate)
        ->is_free = true;
    return chosen;
}

static uint16_t scales_of(const PtxInstruction *instruction)
{
    return ptx_has(instruction, PTX_DOT_SCALE_VEC__4X) || ptx_has(instruction, PTX_DOT_BLOCK16)
               ? PTX_DOT_SCALE_VEC__4X
           : ptx_has(instruction, PTX_DOT_KIND__MXF8F6F4) ? PTX_DOT_SCALE_VEC__1X
                                                          : PTX_DOT_SCALE_VEC__2X;
}

static uint16_t kind_of(const PtxInstruction *instruction)
{
    static const PtxSuffix kinds[] = {
        PTX_DOT_KIND__F16,      PTX_DOT_KIND__TF32, PTX_DOT_KIND__F8F6F4,  PTX_DOT_KIND__I8,
        PTX_DOT_KIND__MXF8F6F4, PTX_DOT_KIND__MXF4, PTX_DOT_KIND__MXF4NVF4};
    uint16_t found = 0;
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        found = ptx_has(instruction, kinds[i]) ? (uint16_t)kinds[i] : found;
    }
    return found;
}

// The lanes of D that are not written, of both blocks of a pair; and the halves of a mask's
// descriptor.
typedef struct Masks {
    Value lanes[8];
} Masks;

static Masks masks_of(Unit *unit, const PtxInstruction *instruction, const PtxOperand *operand)
{
    Masks masks;
    for (uint32_t i = 0; i < 8; i++) {
        bool has_lane =
            operand != NULL && operand->kind == PTX_OPERAND_VECTOR && i < operand->element_count;
        masks.lanes[i] =
            has_lane ? operand_value(unit, &operand->elements[i], PTX_TYPE_B32) : VALUE_NONE;
    }
    if (ptx_has(instruction, PTX_DOT_WS) && operand != NULL) {
        Value whole = operand_value(unit, operand, PTX_TYPE_B64);
        Value high = unit_register(unit, VALUE_64), shift = literal_32(unit->lowering, 32);
        unit_lane(unit, "shr.b64", high, whole, shift, VALUE_NONE)->is_free = true;
        masks.lanes[0] = value_convert(unit, whole, VALUE_32);
        masks.lanes[1] = value_convert(unit, high, VALUE_32);
    }
    return masks;
}

static uint32_t multiply_target(const PtxInstruction *instruction, bool is_in_memory, int64_t scale)
{
    uint32_t target = (uint32_t)scale << TENSOR_SCALE_SHIFT | pair_of(instruction);
    target |= is_in_memory ? (uint32_t)TENSOR_A_IN_MEMORY : 0;
    target |= ptx_has(instruction, PTX_DOT_SP) ? (uint32_t)TENSOR_SPARSE : 0;
    target |= ptx_has(instruction, PTX_DOT_ASHIFT) ? (uint32_t)TENSOR_SHIFTED : 0;
    target |= ptx_has(instruction, PTX_DOT_WS) ? (uint32_t)TENSOR_STATIONARY : 0;
    return target;
}

// tcgen05.mma [d], a | [a], b{, [metadata]}, instruction descriptor{, {lanes} | [scales a],
// [scales b]}, p{, scale | mask of columns}
static void multiply(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    bool is_sparse = ptx_has(instruction, PTX_DOT_SP);
    bool is_in_memory = operands[1].kind == PTX_OPERAND_ADDRESS;
    bool is_scaled = ptx_has(instruction, PTX_DOT_BLOCK_SCALE);
    bool is_stationary = ptx_has(instruction, PTX_DOT_WS);
    uint32_t next = is_sparse ? 5 : 4; // after the instruction descriptor
    bool has_lanes = operands[next].kind == PTX_OPERAND_VECTOR;
    uint32_t enable = next + (is_scaled ? 2 : has_lanes ? 1 : 0);
    const PtxOperand *last = instruction->operand_count > enable + 1 ? &operands[enable + 1] : NULL;
    int64_t scale = last != NULL && !is_stationary ? last->integer : 0;
    if (scale < 0 || scale > 15) {
        lowering_error(unit->lowering, instruction, "the scale of d must be 0 to 15");
        return;
    }
    Masks masks = masks_of(unit, instruction,
                           is_stationary ? last
                           : has_lanes   ? &operands[next]
                                         : NULL);
    for (uint32_t i = 0; is_scaled && i < 2; i++) {
        masks.lanes[i] = tensor_address(unit, &operands[next + i]);
    }
    Value d = tensor_address(unit, &operands[0]);
    Value a = is_in_memory ? value_convert(unit, tensor_address(unit, &operands[1]), VALUE_64)
                           : operand_value(unit, &operands[1], PTX_TYPE_B64);
    Value b = operand_value(unit, &operands[2], PTX_TYPE_B64);
    Value metadata = is_sparse ? tensor_address(unit, &operands[3]) : VALUE_NONE;
    Value descriptor = operand_value(unit, &operands[next - 1], PTX_TYPE_B32);
    Value is_added = added(unit, &operands[enable]);
    Op *op = unit_add(unit, MICRO_TENSOR_MULTIPLY);
    op->function = kind_of(instruction);
    memcpy(op->data, masks.lanes, sizeof op->data);
    memcpy(op->addend, masks.lanes + 4, sizeof op->addend);
    op->combine = is_scaled ? scales_of(instruction) : 0;
    op->type = PTX_TYPE_B32;
    op->target = multiply_target(instruction, is_in_memory, scale);
    op->d = d;
    op->d2 = metadata;
    op->a = a;
    op->b = b;
    op->c = descriptor;
    op->e = is_added;
}

static uint16_t copy_shape(const PtxInstruction *instruction)
{
    static const PtxSuffix shapes[] = {PTX_DOT_128X256B,      PTX_DOT_128X128B,
                                       PTX_DOT_4X256B,        PTX_DOT_WARPX2__02_13,
                                       PTX_DOT_WARPX2__01_23, PTX_DOT_WARPX4};
    uint32_t i = 0;
    while (!ptx_has(instruction, shapes[i])) { // the forms have one of them
        i++;
    }
    return (uint16_t)shapes[i];
}

// tcgen05.cp [to], descriptor
static void copy(Unit *unit, const PtxInstruction *instruction)
{
    Value to = tensor_address(unit, &instruction->operands[0]);
    Value descriptor = operand_value(unit, &instruction->operands[1], PTX_TYPE_B64);
    Op *op = unit_add(unit, MICRO_TENSOR_COPY);
    op->function = copy_shape(instruction);
    op->combine = ptx_has(instruction, PTX_DOT_B6X16_P32)   ? PTX_DOT_B6X16_P32
                  : ptx_has(instruction, PTX_DOT_B4X16_P64) ? PTX_DOT_B4X16_P64
                                                            : 0;
    op->target = pair_of(instruction);
    op->a = to;
    op->b = descriptor;
}

static void shift(Unit *unit, const PtxInstruction *instruction)
{
    Value address = tensor_address(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_TENSOR_SHIFT);
    op->target = pair_of(instruction);
    op->a = address;
}

// tcgen05.commit [mbarrier]{, blocks}
static void commit(Unit *unit, const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    PtxSpace space =
        instruction->space == PTX_SPACE_GENERIC ? PTX_SPACE_GENERIC : PTX_SPACE_CLUSTER;
    bool is_multicast = ptx_has(instruction, PTX_DOT_MULTICAST__CLUSTER);
    Value blocks = is_multicast ? operand_value(unit, &operands[1], PTX_TYPE_U16) : VALUE_NONE;
    Address address = operand_address(unit, &operands[0], space);
    Op *op = unit_add(unit, MICRO_TENSOR_COMMIT);
    op->target = pair_of(instruction);
    op->b = blocks;
    op_set_address(unit, op, address);
}

void select_tcgen05(Unit *unit, const PtxInstruction *instruction)
{
    uint32_t found = unit->lowering->target.compute_capability;
    if (found < 100 || found >= 110) { // PTX ISA 9.0, Target ISA Notes of each instruction
        lowering_error(unit->lowering, instruction,
                       "not supported: 'tcgen05' (only compute capability 10.x has it)");
    } else if (found >= 103 && ptx_has(instruction, PTX_DOT_KIND__I8)) {
        lowering_error(unit->lowering, instruction,
                       "not supported: '.kind::i8' (only compute capability 10.0 has it)");
    } else if (ptx_has(instruction, PTX_DOT_ALLOC)) {
        allocate(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_DEALLOC)) {
        deallocate(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_RELINQUISH_ALLOC_PERMIT)) {
        Op *op = unit_add(unit, MICRO_TENSOR_ALLOCATE);
        op->function = PTX_DOT_RELINQUISH_ALLOC_PERMIT;
        op->target = pair_of(instruction);
    } else if (ptx_has(instruction, PTX_DOT_LD) || ptx_has(instruction, PTX_DOT_ST)) {
        move(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_MMA)) {
        multiply(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_CP)) {
        copy(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_SHIFT)) {
        shift(unit, instruction);
    } else if (ptx_has(instruction, PTX_DOT_COMMIT)) {
        commit(unit, instruction);
    } else {
        select_nothing(unit, instruction);
    }
}
