// SPDX-License-Identifier: Apache-2.0
// Where lvalues lie, and pointers in the space they are known to point to.
#include "isa/cuda/ir/generate.h"

static Place place_at(IrInstruction *pointer, const Type *type, uint32_t align_bytes)
{
    return (Place){.pointer = pointer,
                   .type = type,
                   .align_bytes = align_bytes,
                   .is_volatile = (type->qualifiers & QUALIFIER_VOLATILE) != 0};
}

static Place place_of_variable(Generator *g, Variable *variable)
{
    uint32_t align = type_align(variable->type);
    return place_at(generate_variable(g, variable), variable->type,
                    variable->align_bytes > align ? variable->align_bytes : align);
}

static Place place_part(Generator *g, Place whole, uint64_t offset_bytes, const Type *type)
{
    Place part = whole;
    part.type = type;
    part.bits = NULL;
    part.element = 0;
    part.is_volatile |= (type->qualifiers & QUALIFIER_VOLATILE) != 0;
    part.align_bytes = align_at(whole.align_bytes, offset_bytes);
    if (whole.pointer != NULL) {
        part.pointer = make_offset(g, whole.pointer, (int64_t)offset_bytes);
    }
    return part;
}

static Place place_of_member(Generator *g, const Expression *e)
{
    Place whole = generate_aggregate(g, e->a);
    Place part = place_part(g, whole, e->field->offset_bytes, e->type);
    part.bits = e->field->bit_width > 0 ? e->field : NULL;
    part.element = generate_element(whole, e->field);
    return part;
}

static Place place_of_string(Generator *g, const Expression *e)
{
    IrInstruction *made = make_op(g, IR_STRING, IR_POINTER);
    made->space = IR_SPACE_GLOBAL;
    made->string = e->string;
    made->size_bytes = e->string_size;
    return place_at(made, e->type, 1);
}

// Both sides in one space, each converted in its own block; then the block where they meet.
static IrInstruction *meet(Generator *g, IrInstruction *a, IrBlock *end_a, IrInstruction *b,
                           IrBlock *end_b, IrBlock *join)
{
    if (a->space != b->space) {
        g->block = end_a;
        a = make_generic(g, a);
        g->block = end_b;
        b = make_generic(g, b);
    }
    g->block = end_a;
    make_jump(g, join);
    g->block = end_b;
    make_jump(g, join);
    g->block = join;
    return make_phi(g, a, end_a, b, end_b);
}

static Place place_of_conditional(Generator *g, const Expression *e)
{
    IrBlock *then = ir_block(g->function), *otherwise = ir_block(g->function);
    IrBlock *join = ir_block(g->function);
    generate_branch(g, e->a, then, otherwise);
    g->block = then;
    Place a = generate_place(g, e->b);
    IrBlock *end_a = g->block;
    g->block = otherwise;
    Place b = generate_place(g, e->c);
    IrBlock *end_b = g->block;
    if (a.pointer == NULL || b.pointer == NULL || a.bits != NULL || b.bits != NULL) {
        generate_error(g, e->location,
                       "a conditional expression of bit-fields cannot be used as an lvalue");
        make_jump(g, join);
        g->block = join;
        return (Place){.type = e->type};
    }
    a.pointer = meet(g, a.pointer, end_a, b.pointer, end_b, join);
    a.align_bytes = a.align_bytes < b.align_bytes ? a.align_bytes : b.align_bytes;
    a.is_volatile |= b.is_volatile;
    a.checks = NULL;
    return a;
}

static Place place_of_temporary(Generator *g, const Expression *e)
{
    if (e->a != NULL) {
        generate_effect(g, e->a);
    }
    return place_of_variable(g, e->variable);
}

static Place place_of_statements(Generator *g, const Expression *e)
{
    generate_statement(g, e->statement);
    return generate_place(g, e->a);
}

// An index without the conversion to 64 bits, which the addition does anyway.
static const Expression *index_without_cast(const Expression *index)
{
    while (index->kind == EXPRESSION_CAST && type_is_integral_or_enum(index->type) &&
           type_is_integral_or_enum(index->a->type) && type_size(index->type) == 8 &&
           type_size(index->a->type) < 8 && index->a->type->kind != TYPE_BOOL) {
        index = index->a;
    }
    return index;
}

static IrInstruction *index_of_sum(Generator *g, const Expression *e, bool *is_signed)
{
    const Expression *index = index_without_cast(e->b);
    IrInstruction *amount = generate_value(g, index);
    *is_signed = type_is_signed(type_beneath(index->type));
    return amount->type == IR_I1 ? make_unary(g, IR_ZERO_EXTEND, IR_I32, amount) : amount;
}

static int64_t scale_of_sum(const Expression *e)
{
    uint64_t size = type_size(e->a->type->base);
    return (int64_t)(size == 0 ? 1 : size);
}

static IrInstruction *pointer_sum(Generator *g, const Expression *e)
{
    bool is_signed;
    IrInstruction *base = generate_pointer(g, e->a);
    IrInstruction *amount = index_of_sum(g, e, &is_signed);
    int64_t scale = scale_of_sum(e);
    g->at = e->location;
    return make_index(g, base, amount, is_signed,
                      e->kind == EXPRESSION_POINTER_SUBTRACT ? -scale : scale);
}

// array[index], as pointer_sum, with the check of the index.
static Place place_of_element(Generator *g, const Expression *sum, const Type *type)
{
    bool is_signed;
    const Expression *array = sum->a->a;
    Place whole = generate_place(g, array);
    if (whole.pointer == NULL) {
        return (Place){.type = type};
    }
    IrInstruction *amount = index_of_sum(g, sum, &is_signed);
    IrInstruction *pointer = make_index(g, whole.pointer, amount, is_signed, scale_of_sum(sum));
    Place element = place_at(pointer, type, type_align(type));
    element.checks = index_check(g, array, amount, is_signed, whole.checks);
    return element;
}

static Place find_place(Generator *g, const Expression *e)
{
    switch (e->kind) {
    case EXPRESSION_VARIABLE: return place_of_variable(g, e->variable);
    case EXPRESSION_STRING: return place_of_string(g, e);
    case EXPRESSION_DEREFERENCE: {
        if (index_is_checked(g, e->a)) {
            return place_of_element(g, e->a, e->type);
        }
        IrInstruction *pointer = generate_pointer(g, e->a);
        return place_at(pointer, e->type, type_align(e->type));
    }
    case EXPRESSION_MEMBER: return place_of_member(g, e);
    case EXPRESSION_CONDITIONAL: return place_of_conditional(g, e);
    case EXPRESSION_COMMA: generate_effect(g, e->a); return generate_place(g, e->b);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT: return generate_assign(g, e, NULL);
    case EXPRESSION_TEMPORARY: return place_of_temporary(g, e);
    case EXPRESSION_STATEMENTS: return place_of_statements(g, e);
    case EXPRESSION_CAST: // an lvalue seen as another type
    {
        Place place = generate_place(g, e->a);
        place.type = e->type;
        return place;
    }
    default: break;
    }
    if (type_is_aggregate(e->type)) {
        return generate_aggregate(g, e);
    }
    // A scalar that is no lvalue gets a place of its own: a reference was bound to it.
    Place place = place_at(generate_local(g, e->type, NULL), e->type, type_align(e->type));
    generate_store(g, place, generate_value(g, e));
    return place;
}

Place generate_place(Generator *g, const Expression *e)
{
    if (!generate_enter(g, e->location)) {
        return (Place){.type = e->type};
    }
    SourceLocation before = g->at;
    g->at = e->location;
    Place place = find_place(g, e);
    g->at = before;
    generate_leave(g);
    return place;
}

// To what a reference is bound to.
static IrInstruction *bound_pointer(Generator *g, Place place)
{
    if (place.pointer != NULL) {
        generate_checks(g, place);
    }
    return place.pointer;
}

static IrInstruction *find_pointer(Generator *g, const Expression *e)
{
    switch (e->kind) {
    case EXPRESSION_ADDRESS:
        if (e->a->kind == EXPRESSION_FUNCTION || e->a->type->kind == TYPE_FUNCTION) {
            return generate_value(g, e);
        }
        return e->is_bound ? bound_pointer(g, generate_place(g, e->a))
                           : generate_place(g, e->a).pointer;
    case EXPRESSION_POINTER_ADD:
        return e->is_bound && index_is_checked(g, e)
                   ? bound_pointer(g, place_of_element(g, e, e->type->base))
                   : pointer_sum(g, e);
    case EXPRESSION_POINTER_SUBTRACT: return pointer_sum(g, e);
    case EXPRESSION_CAST:
        if (ir_type_of(e->type) == IR_POINTER && ir_type_of(e->a->type) == IR_POINTER) {
            return generate_pointer(g, e->a);
        }
        return generate_value(g, e);
    case EXPRESSION_COMMA: generate_effect(g, e->a); return generate_pointer(g, e->b);
    default: return generate_value(g, e);
    }
}

IrInstruction *generate_pointer(Generator *g, const Expression *e)
{
    IrInstruction *pointer = NULL;
    if (generate_enter(g, e->location)) {
        SourceLocation before = g->at;
        g->at = e->location;
        pointer = find_pointer(g, e);
        g->at = before;
        generate_leave(g);
    }
    if (pointer == NULL || pointer->type != IR_POINTER) {
        return make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, make_integer(g, IR_I64, 0));
    }
    return pointer;
}

uint32_t generate_pointer_align(const Expression *e)
{
    uint32_t align = 1;
    for (;; e = e->a) {
        if (e->type->kind == TYPE_POINTER && type_align(e->type->base) > align) {
            align = type_align(e->type->base);
        }
        if (e->kind != EXPRESSION_CAST || e->a->type->kind != TYPE_POINTER) {
            return align;
        }
    }
}
