// SPDX-License-Identifier: Apache-2.0
// Arithmetic on values, assignment, compound assignment, increments.
#include "isa/cuda/ir/generate.h"

typedef struct OperationRow {
    uint8_t on_signed, on_unsigned, on_float; // IrOp; CONSTANT: there is none
    bool wraps_undefined; // signed overflow is undefined (C++20 defines that of shifts)
} OperationRow;

static const OperationRow rows[] = {
    [EXPRESSION_ADD] = {IR_ADD, IR_ADD, IR_FADD, true},
    [EXPRESSION_SUBTRACT] = {IR_SUBTRACT, IR_SUBTRACT, IR_FSUBTRACT, true},
    [EXPRESSION_MULTIPLY] = {IR_MULTIPLY, IR_MULTIPLY, IR_FMULTIPLY, true},
    [EXPRESSION_DIVIDE] = {IR_DIVIDE_S, IR_DIVIDE_U, IR_FDIVIDE, false},
    [EXPRESSION_REMAINDER] = {IR_REMAINDER_S, IR_REMAINDER_U, IR_CONSTANT, false},
    [EXPRESSION_SHIFT_LEFT] = {IR_SHL, IR_SHL, IR_CONSTANT, false},
    [EXPRESSION_SHIFT_RIGHT] = {IR_SHR_S, IR_SHR_U, IR_CONSTANT, false},
    [EXPRESSION_AND] = {IR_AND, IR_AND, IR_CONSTANT, false},
    [EXPRESSION_OR] = {IR_OR, IR_OR, IR_CONSTANT, false},
    [EXPRESSION_XOR] = {IR_XOR, IR_XOR, IR_CONSTANT, false},
};

static IrCompare comparison(ExpressionKind kind, IrType operand, bool is_signed)
{
    bool is_unsigned = !is_signed && operand != IR_F32 && operand != IR_F64;
    switch (kind) {
    case EXPRESSION_EQUAL: return IR_EQ;
    case EXPRESSION_NOT_EQUAL: return operand == IR_F32 || operand == IR_F64 ? IR_NEU : IR_NE;
    case EXPRESSION_LESS: return is_unsigned ? IR_LO : IR_LT;
    case EXPRESSION_LESS_EQUAL: return is_unsigned ? IR_LS : IR_LE;
    case EXPRESSION_GREATER: return is_unsigned ? IR_HI : IR_GT;
    default: return is_unsigned ? IR_HS : IR_GE;
    }
}

static bool is_comparison(ExpressionKind kind)
{
    return kind >= EXPRESSION_EQUAL && kind <= EXPRESSION_GREATER_EQUAL;
}

// `type` is that of the operands (of a shift: of the left one).
IrInstruction *generate_binary(Generator *g, ExpressionKind kind, const Type *type,
                               IrInstruction *a, IrInstruction *b)
{
    type = type_beneath(type);
    bool is_signed = type_is_signed(type);
    if (is_comparison(kind)) {
        if (a->type == IR_I1) { // bool against bool
            a = make_unary(g, IR_ZERO_EXTEND, IR_I32, a);
            b = make_unary(g, IR_ZERO_EXTEND, IR_I32, b);
        }
        return make_compare(g, comparison(kind, a->type, is_signed), a, b);
    }
    const OperationRow *row = &rows[kind];
    bool is_shift = kind == EXPRESSION_SHIFT_LEFT || kind == EXPRESSION_SHIFT_RIGHT;
    if (is_shift && b->type == IR_I64) {
        b = make_unary(g, IR_TRUNCATE, IR_I32, b);
    }
    if (a->type == IR_F32 || a->type == IR_F64) {
        return make_binary(g, (IrOp)row->on_float, a->type, a, b);
    }
    IrOp op = (IrOp)(is_signed ? row->on_signed : row->on_unsigned);
    IrInstruction *made = make_binary(g, op, a->type, a, b);
    made->is_no_wrap = is_signed && row->wraps_undefined;
    return made;
}

static int64_t element_bytes(const Type *pointer)
{
    uint64_t size = type_size(pointer->base);
    return (int64_t)(size == 0 ? 1 : size);
}

static IrInstruction *move_pointer(Generator *g, IrInstruction *pointer, const Type *type,
                                   IrInstruction *amount, bool is_signed, bool is_back)
{
    int64_t scale = element_bytes(type);
    if (amount->type == IR_I1) {
        amount = make_unary(g, IR_ZERO_EXTEND, IR_I32, amount);
    }
    return make_index(g, pointer, amount, is_signed, is_back ? -scale : scale);
}

static IrInstruction *incremented(Generator *g, const Type *type, IrInstruction *old, bool is_down)
{
    const Type *beneath = type_beneath(type);
    switch (old->type) {
    case IR_I1: return make_integer(g, IR_I1, !is_down);
    case IR_POINTER:
        return move_pointer(g, old, beneath, make_integer(g, IR_I32, 1), true, is_down);
    case IR_F32:
    case IR_F64:
        return make_binary(g, is_down ? IR_FSUBTRACT : IR_FADD, old->type, old,
                           ir_real(g->function, old->type, 1));
    default: break;
    }
    IrInstruction *made = make_binary(
        g, IR_ADD, old->type, old, make_integer(g, old->type, is_down ? UINT64_MAX : UINT64_C(1)));
    made->is_no_wrap = type_is_signed(beneath);
    if (type_size(beneath) < 4) { // int arithmetic, converted back
        Type whole = {.kind = TYPE_INT, .size_bytes = 4, .align_bytes = 4};
        whole.unqualified = &whole;
        return generate_convert(g, made, &whole, beneath);
    }
    return made;
}

static Place increment(Generator *g, const Expression *e, IrInstruction **value)
{
    bool is_down = e->kind == EXPRESSION_PRE_DECREMENT || e->kind == EXPRESSION_POST_DECREMENT;
    bool is_post = e->kind == EXPRESSION_POST_INCREMENT || e->kind == EXPRESSION_POST_DECREMENT;
    Place place = generate_place(g, e->a);
    IrInstruction *old = generate_load(g, place);
    IrInstruction *made = incremented(g, e->a->type, old, is_down);
    generate_store(g, place, made);
    if (value != NULL) {
        *value = is_post ? old : place.bits != NULL ? generate_load(g, place) : made;
    }
    return place;
}

static IrInstruction *compound_value(Generator *g, const Expression *e, IrInstruction *old,
                                     IrInstruction *right)
{
    const Type *type = e->a->type;
    if (e->operation == EXPRESSION_POINTER_ADD || e->operation == EXPRESSION_POINTER_SUBTRACT) {
        return move_pointer(g, old, type_beneath(type), right,
                            type_is_signed(type_beneath(e->b->type)),
                            e->operation == EXPRESSION_POINTER_SUBTRACT);
    }
    const Type *operation_type = e->operation_type == NULL ? type : e->operation_type;
    old = generate_convert(g, old, type, operation_type);
    IrInstruction *made = generate_binary(g, e->operation, operation_type, old, right);
    return generate_convert(g, made, operation_type, type);
}

static Place compound(Generator *g, const Expression *e, IrInstruction **value)
{
    IrInstruction *right = generate_value(g, e->b); // C++17: the right operand comes first
    Place place = generate_place(g, e->a);
    IrInstruction *old = generate_load(g, place);
    IrInstruction *made = compound_value(g, e, old, right);
    generate_store(g, place, made);
    if (value != NULL) {
        *value = place.bits != NULL ? generate_load(g, place) : made;
    }
    return place;
}

static Place assign_aggregate(Generator *g, const Expression *e)
{
    if (e->b->kind == EXPRESSION_ZERO) {
        Place to = generate_place(g, e->a);
        generate_zero(g, to);
        return to;
    }
    if (e->is_birth && !type_is_bytes(e->a->type)) {
        Place to = generate_place(g, e->a);
        generate_into(g, e->b, to);
        return to;
    }
    Place from = generate_aggregate(g, e->b);
    Place to = generate_place(g, e->a);
    if (e->b->kind == EXPRESSION_STRING && from.pointer != NULL) { // the array may be longer
        uint64_t bytes = type_size(e->a->type), known = e->b->string_size;
        if (bytes > known) {
            generate_zero(g, to);
        }
        if (to.pointer != NULL) {
            IrInstruction *copy = make_binary(g, IR_COPY, IR_VOID, to.pointer, from.pointer);
            copy->size_bytes = bytes < known ? bytes : known;
            copy->align_bytes = 1;
        }
        return to;
    }
    generate_copy(g, to, from);
    return to;
}

Place generate_assign(Generator *g, const Expression *e, IrInstruction **value)
{
    if (e->kind == EXPRESSION_COMPOUND) {
        return compound(g, e, value);
    }
    if (e->kind != EXPRESSION_ASSIGN) {
        return increment(g, e, value);
    }
    if (type_is_aggregate(e->a->type)) {
        return assign_aggregate(g, e);
    }
    IrInstruction *right = generate_value(g, e->b);
    right = generate_convert(g, right, e->b->type, e->a->type);
    Place place = generate_place(g, e->a);
    generate_store(g, place, right);
    if (value != NULL) {
        *value = place.bits != NULL ? generate_load(g, place) : right;
    }
    return place;
}
