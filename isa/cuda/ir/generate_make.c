// SPDX-License-Identifier: Apache-2.0
// Creates instructions at the end of the current block and does the simplest foldings at once.
#include "isa/cuda/ir/generate.h"

IrInstruction *make_op(Generator *g, IrOp op, IrType type)
{
    IrInstruction *made = ir_create(g->function, op, type, g->at);
    ir_append(g->block, made);
    return made;
}

IrInstruction *make_unary(Generator *g, IrOp op, IrType type, IrInstruction *a)
{
    return ir_unary(g->block, op, type, a, g->at);
}

IrInstruction *make_binary(Generator *g, IrOp op, IrType type, IrInstruction *a, IrInstruction *b)
{
    return ir_binary(g->block, op, type, a, b, g->at);
}

IrInstruction *make_compare(Generator *g, IrCompare compare, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *made = make_binary(g, IR_COMPARE, IR_I1, a, b);
    made->compare = compare;
    return made;
}

IrInstruction *make_select(Generator *g, IrInstruction *condition, IrInstruction *a,
                           IrInstruction *b)
{
    IrInstruction *made = make_binary(g, IR_SELECT, a->type, condition, a);
    ir_add_operand(made, b);
    made->space = a->space;
    return made;
}

IrInstruction *make_integer(Generator *g, IrType type, uint64_t value)
{
    return ir_integer(g->function, type, value);
}

IrInstruction *make_undefined(Generator *g, const Type *type)
{
    return ir_undefined(g->function, ir_type_of(type));
}

static IrInstruction *make_parameter(Generator *g, const IrInstruction *of, int64_t bytes)
{
    IrInstruction *made = make_op(g, IR_PARAMETER, IR_POINTER);
    made->space = IR_SPACE_PARAMETER;
    made->integer = of->integer + (uint64_t)bytes;
    made->variable = of->variable;
    return made;
}

IrInstruction *make_offset(Generator *g, IrInstruction *pointer, int64_t bytes)
{
    if (bytes == 0) {
        return pointer;
    }
    if (pointer->op == IR_PARAMETER) {
        return make_parameter(g, pointer, bytes);
    }
    IrInstruction *made;
    if (pointer->op == IR_INDEX) { // one INDEX for a + b * scale + displacement
        made = make_unary(g, IR_INDEX, IR_POINTER, ir_operand(pointer, 0));
        if (pointer->operand_count > 1) {
            ir_add_operand(made, ir_operand(pointer, 1));
        }
        made->scale = pointer->scale;
        made->is_signed = pointer->is_signed;
        made->displacement = (int64_t)((uint64_t)pointer->displacement + (uint64_t)bytes);
    } else {
        made = make_unary(g, IR_INDEX, IR_POINTER, pointer);
        made->displacement = bytes;
    }
    made->space = pointer->space;
    return made;
}

IrInstruction *make_index(Generator *g, IrInstruction *pointer, IrInstruction *index,
                          bool is_signed, int64_t scale)
{
    if (index->op == IR_CONSTANT) {
        int64_t value = (int64_t)index->integer;
        if (index->type == IR_I32 && is_signed) {
            value = (int32_t)(uint32_t)index->integer;
        }
        return make_offset(g, pointer, (int64_t)((uint64_t)value * (uint64_t)scale));
    }
    IrInstruction *made = make_binary(g, IR_INDEX, IR_POINTER, pointer, index);
    made->space = pointer->space;
    made->scale = scale;
    made->is_signed = is_signed;
    return made;
}

IrInstruction *make_generic(Generator *g, IrInstruction *pointer)
{
    if (pointer->type != IR_POINTER || pointer->space == IR_SPACE_GENERIC) {
        return pointer;
    }
    return make_unary(g, IR_TO_GENERIC, IR_POINTER, pointer);
}

IrInstruction *make_in_space(Generator *g, IrInstruction *pointer, IrSpace space)
{
    if (pointer->space == space) {
        return pointer;
    }
    IrInstruction *made = make_unary(g, IR_TO_SPACE, IR_POINTER, make_generic(g, pointer));
    made->space = space;
    return made;
}

// A pointer among a kernel's parameters is taken to point to global memory, as nvcc does.
IrInstruction *make_load(Generator *g, IrInstruction *pointer, IrMemory memory,
                         uint32_t align_bytes)
{
    IrInstruction *made = make_unary(g, IR_LOAD, ir_memory_type(memory), pointer);
    made->memory = memory;
    made->align_bytes = align_bytes;
    if (memory == IR_MEMORY_POINTER && pointer->space == IR_SPACE_PARAMETER) {
        return make_generic(g, make_in_space(g, made, IR_SPACE_GLOBAL));
    }
    return made;
}

void make_store(Generator *g, IrInstruction *pointer, IrInstruction *value, IrMemory memory,
                uint32_t align_bytes)
{
    IrInstruction *made = make_binary(g, IR_STORE, IR_VOID, pointer, make_generic(g, value));
    made->memory = memory;
    made->align_bytes = align_bytes;
}

IrInstruction *make_phi(Generator *g, IrInstruction *a, IrBlock *from_a, IrInstruction *b,
                        IrBlock *from_b)
{
    IrInstruction *phi = ir_phi(g->block, a->type, g->at);
    phi->space = a->space;
    ir_add_phi_operand(phi, a, from_a);
    ir_add_phi_operand(phi, b, from_b);
    return phi;
}

void make_jump(Generator *g, IrBlock *to)
{
    ir_jump(g->block, to, g->at);
}
