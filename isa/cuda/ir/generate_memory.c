// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove, memset and alloca: of a constant size one COPY or FILL, else a loop over bytes.
#include "isa/cuda/ir/generate.h"

typedef struct ByteLoop {
    IrBlock *head, *body, *end;
    IrInstruction *index; // I64
} ByteLoop;

// for (index = 0; index != count; index++): leaves the current block in the body.
static ByteLoop begin_loop(Generator *g, IrInstruction *count)
{
    ByteLoop loop = {.head = ir_block(g->function)};
    loop.body = ir_block(g->function);
    loop.end = ir_block(g->function);
    IrBlock *before = g->block;
    make_jump(g, loop.head);
    g->block = loop.head;
    loop.index = ir_phi(loop.head, IR_I64, g->at);
    ir_add_phi_operand(loop.index, make_integer(g, IR_I64, 0), before);
    IrInstruction *is_more = make_compare(g, IR_NE, loop.index, count);
    ir_branch(g->block, is_more, loop.body, loop.end, g->at);
    g->block = loop.body;
    return loop;
}

static void end_loop(Generator *g, const ByteLoop *loop)
{
    IrInstruction *next = make_binary(g, IR_ADD, IR_I64, loop->index, make_integer(g, IR_I64, 1));
    ir_add_phi_operand(loop->index, next, g->block);
    make_jump(g, loop->head);
    g->block = loop->end;
}

static void copy_byte(Generator *g, IrInstruction *to, IrInstruction *from, IrInstruction *index)
{
    IrInstruction *value = make_load(g, make_index(g, from, index, false, 1), IR_MEMORY_U8, 1);
    make_store(g, make_index(g, to, index, false, 1), value, IR_MEMORY_U8, 1);
}

static void copy_forward(Generator *g, IrInstruction *to, IrInstruction *from, IrInstruction *count)
{
    ByteLoop loop = begin_loop(g, count);
    copy_byte(g, to, from, loop.index);
    end_loop(g, &loop);
}

static void copy_backward(Generator *g, IrInstruction *to, IrInstruction *from,
                          IrInstruction *count)
{
    ByteLoop loop = begin_loop(g, count);
    IrInstruction *last = make_binary(g, IR_SUBTRACT, IR_I64, count, make_integer(g, IR_I64, 1));
    copy_byte(g, to, from, make_binary(g, IR_SUBTRACT, IR_I64, last, loop.index));
    end_loop(g, &loop);
}

// Bytes that may overlap: copied from the end if the target is above the source.
static void move_bytes(Generator *g, IrInstruction *to, IrInstruction *from, IrInstruction *count)
{
    IrBlock *forward = ir_block(g->function), *backward = ir_block(g->function);
    IrBlock *end = ir_block(g->function);
    IrInstruction *a = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, make_generic(g, to));
    IrInstruction *b = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, make_generic(g, from));
    ir_branch(g->block, make_compare(g, IR_LO, a, b), forward, backward, g->at);
    g->block = forward;
    copy_forward(g, to, from, count);
    make_jump(g, end);
    g->block = backward;
    copy_backward(g, to, from, count);
    make_jump(g, end);
    g->block = end;
}

static void copy_constant(Generator *g, IrInstruction *to, IrInstruction *from, uint64_t bytes,
                          uint32_t align_bytes)
{
    IrInstruction *copy = make_binary(g, IR_COPY, IR_VOID, to, from);
    copy->size_bytes = bytes;
    copy->align_bytes = align_bytes;
}

static IrInstruction *bytes_local(Generator *g, uint64_t bytes)
{
    Type byte = {.kind = TYPE_UNSIGNED_CHAR, .size_bytes = 1, .align_bytes = 1};
    byte.unqualified = &byte;
    Type array = {.kind = TYPE_ARRAY, .base = &byte, .count = bytes};
    array.unqualified = &array;
    IrInstruction *local = generate_local(g, &array, NULL);
    local->align_bytes = 8;
    return local;
}

static IrInstruction *copy(Generator *g, const Expression *e)
{
    IrInstruction *to = generate_pointer(g, e->list[0]);
    IrInstruction *from = generate_pointer(g, e->list[1]);
    IrInstruction *count = generate_value(g, e->list[2]);
    uint32_t align_to = generate_pointer_align(e->list[0]);
    uint32_t align_from = generate_pointer_align(e->list[1]);
    bool is_move = e->builtin == BUILTIN_memmove;
    g->at = e->location;
    if (!ir_is_constant(count)) {
        (is_move ? move_bytes : copy_forward)(g, to, from, count);
    } else if (count->integer == 0) {
        return make_generic(g, to);
    } else if (is_move) { // by way of a copy, which promotion removes
        IrInstruction *middle = bytes_local(g, count->integer);
        copy_constant(g, middle, from, count->integer, align_from < 8 ? align_from : 8);
        copy_constant(g, to, middle, count->integer, align_to < 8 ? align_to : 8);
    } else {
        copy_constant(g, to, from, count->integer, align_to < align_from ? align_to : align_from);
    }
    return make_generic(g, to);
}

static IrInstruction *fill(Generator *g, const Expression *e)
{
    IrInstruction *to = generate_pointer(g, e->list[0]);
    IrInstruction *value = generate_value(g, e->list[1]);
    IrInstruction *count = generate_value(g, e->list[2]);
    g->at = e->location;
    if (!ir_is_constant(count)) {
        ByteLoop loop = begin_loop(g, count);
        make_store(g, make_index(g, to, loop.index, false, 1), value, IR_MEMORY_U8, 1);
        end_loop(g, &loop);
    } else if (count->integer != 0) {
        IrInstruction *made = make_binary(g, IR_FILL, IR_VOID, to, value);
        made->size_bytes = count->integer;
        made->align_bytes = generate_pointer_align(e->list[0]);
    }
    return make_generic(g, to);
}

IrInstruction *generate_memory_builtin(Generator *g, const Expression *e)
{
    switch (e->builtin) {
    case BUILTIN_memcpy:
    case BUILTIN_memmove: return copy(g, e);
    case BUILTIN_memset: return fill(g, e);
    case BUILTIN_alloca: {
        IrInstruction *made = make_unary(g, IR_ALLOCA, IR_POINTER, generate_value(g, e->list[0]));
        made->space = IR_SPACE_LOCAL;
        made->align_bytes = 16;
        return make_generic(g, made);
    }
    default:
        generate_error(g, e->location, "a builtin for which no code can be generated");
        return NULL;
    }
}
