// SPDX-License-Identifier: Apache-2.0
// The values of expressions: scalars as instructions, aggregates as places.
#include "isa/cuda/ir/generate.h"

static IrInstruction *integer_constant(Generator *g, const Expression *e)
{
    IrType type = ir_type_of(e->type);
    if (type == IR_POINTER) {
        return make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER,
                          make_integer(g, IR_I64, e->integer));
    }
    if (type == IR_F32 || type == IR_F64) {
        return ir_real(g->function, type, (double)(int64_t)e->integer);
    }
    return type == IR_VOID ? NULL : make_integer(g, type, e->integer);
}

static IrInstruction *function_address(Generator *g, Function *function)
{
    IrInstruction *made = make_op(g, IR_FUNCTION_ADDRESS, IR_I64);
    made->callee = generate_callee(g, function);
    return made;
}

static IrInstruction *address(Generator *g, const Expression *e)
{
    if (e->a->kind == EXPRESSION_FUNCTION) {
        return function_address(g, e->a->function);
    }
    if (e->a->type->kind == TYPE_FUNCTION) { // &*pointer_to_function
        return generate_value(g, e->a->a);
    }
    return make_generic(g, generate_pointer(g, e));
}

static IrInstruction *difference(Generator *g, const Expression *e)
{
    IrInstruction *a = make_generic(g, generate_pointer(g, e->a));
    IrInstruction *b = make_generic(g, generate_pointer(g, e->b));
    a = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, a);
    b = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, b);
    IrInstruction *bytes = make_binary(g, IR_SUBTRACT, IR_I64, a, b);
    uint64_t size = type_size(e->a->type->base);
    if (size <= 1) {
        return bytes;
    }
    if ((size & (size - 1)) != 0) {
        return make_binary(g, IR_DIVIDE_S, IR_I64, bytes, make_integer(g, IR_I64, size));
    }
    uint32_t shift = 0;
    while ((size >> shift) != 1) {
        shift++;
    }
    return make_binary(g, IR_SHR_S, IR_I64, bytes, make_integer(g, IR_I32, shift));
}

static IrInstruction *binary(Generator *g, const Expression *e)
{
    IrInstruction *a = generate_value(g, e->a);
    IrInstruction *b = generate_value(g, e->b);
    g->at = e->location;
    if (a->type == IR_POINTER || b->type == IR_POINTER) { // a comparison
        a = make_generic(g, a->type == IR_POINTER ? a
                                                  : generate_convert(g, a, e->a->type, e->b->type));
        b = make_generic(g, b->type == IR_POINTER ? b
                                                  : generate_convert(g, b, e->b->type, e->a->type));
        a = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, a);
        b = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, b);
    }
    return generate_binary(g, e->kind, e->a->type, a, b);
}

static IrInstruction *negate(Generator *g, const Expression *e)
{
    IrInstruction *a = generate_value(g, e->a);
    if (a->type == IR_F32 || a->type == IR_F64) {
        return make_unary(g, IR_FNEGATE, a->type, a);
    }
    IrInstruction *made = make_unary(g, IR_NEGATE, a->type, a);
    made->is_no_wrap = type_is_signed(type_beneath(e->type));
    return made;
}

// a && b, a || b as a value.
static IrInstruction *logical(Generator *g, const Expression *e)
{
    bool is_and = e->kind == EXPRESSION_LOGICAL_AND;
    if (is_cheap(e->b)) {
        IrInstruction *a = generate_truth(g, generate_value(g, e->a));
        IrInstruction *b = generate_truth(g, generate_value(g, e->b));
        return make_binary(g, is_and ? IR_AND : IR_OR, IR_I1, a, b);
    }
    IrBlock *more = ir_block(g->function), *join = ir_block(g->function);
    IrInstruction *a = generate_truth(g, generate_value(g, e->a));
    IrBlock *end_a = g->block;
    ir_branch(g->block, a, is_and ? more : join, is_and ? join : more, g->at);
    g->block = more;
    IrInstruction *b = generate_truth(g, generate_value(g, e->b));
    IrBlock *end_b = g->block;
    make_jump(g, join);
    g->block = join;
    return make_phi(g, make_integer(g, IR_I1, !is_and), end_a, b, end_b);
}

static IrInstruction *conditional(Generator *g, const Expression *e)
{
    IrType type = ir_type_of(e->type);
    if (type != IR_VOID && is_cheap(e->b) && is_cheap(e->c)) {
        IrInstruction *condition = generate_truth(g, generate_value(g, e->a));
        IrInstruction *b = generate_value(g, e->b), *c = generate_value(g, e->c);
        return make_select(g, condition, make_generic(g, b), make_generic(g, c));
    }
    IrBlock *then = ir_block(g->function), *otherwise = ir_block(g->function);
    IrBlock *join = ir_block(g->function);
    generate_branch(g, e->a, then, otherwise);
    g->block = then;
    IrInstruction *b = generate_value(g, e->b);
    IrBlock *end_b = g->block;
    make_jump(g, join);
    g->block = otherwise;
    IrInstruction *c = generate_value(g, e->c);
    IrBlock *end_c = g->block;
    make_jump(g, join);
    g->block = join;
    if (type == IR_VOID) {
        return NULL;
    }
    // A side that only throws or traps has type void.
    b = b == NULL ? ir_undefined(g->function, type) : b;
    c = c == NULL ? ir_undefined(g->function, type) : c;
    return make_phi(g, b, end_b, c, end_c);
}

static IrInstruction *cast(Generator *g, const Expression *e)
{
    if (ir_type_of(e->type) == IR_VOID) {
        generate_effect(g, e->a);
        return NULL;
    }
    if (type_is_aggregate(e->a->type)) { // the bytes of a class seen as a scalar
        Place place = generate_aggregate(g, e->a);
        place.type = e->type;
        return generate_load(g, place);
    }
    IrInstruction *value = generate_value(g, e->a);
    g->at = e->location;
    return generate_convert(g, value, e->a->type, e->type);
}

static IrInstruction *assigned(Generator *g, const Expression *e)
{
    IrInstruction *value = NULL;
    generate_assign(g, e, &value);
    return value;
}

static IrInstruction *statements_value(Generator *g, const Expression *e)
{
    generate_statement(g, e->statement);
    return e->a == NULL ? NULL : generate_value(g, e->a);
}

static IrInstruction *find_value(Generator *g, const Expression *e)
{
    switch (e->kind) {
    case EXPRESSION_INTEGER: return integer_constant(g, e);
    case EXPRESSION_FLOATING: return ir_real(g->function, ir_type_of(e->type), e->real);
    case EXPRESSION_FUNCTION: return function_address(g, e->function);
    case EXPRESSION_VARIABLE:
    case EXPRESSION_STRING:
    case EXPRESSION_TEMPORARY:
    case EXPRESSION_MEMBER: return generate_load(g, generate_place(g, e));
    case EXPRESSION_DEREFERENCE:
        return e->type->kind == TYPE_FUNCTION ? generate_value(g, e->a)
                                              : generate_load(g, generate_place(g, e));
    case EXPRESSION_ADDRESS: return address(g, e);
    case EXPRESSION_NEGATE: return negate(g, e);
    case EXPRESSION_BIT_NOT: {
        IrInstruction *a = generate_value(g, e->a);
        return make_unary(g, IR_NOT, a->type, a);
    }
    case EXPRESSION_NOT:
        return make_unary(g, IR_NOT, IR_I1, generate_truth(g, generate_value(g, e->a)));
    case EXPRESSION_POINTER_ADD:
    case EXPRESSION_POINTER_SUBTRACT: return make_generic(g, generate_pointer(g, e));
    case EXPRESSION_POINTER_DIFFERENCE: return difference(g, e);
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR: return logical(g, e);
    case EXPRESSION_CONDITIONAL: return conditional(g, e);
    case EXPRESSION_COMMA: generate_effect(g, e->a); return generate_value(g, e->b);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT:
    case EXPRESSION_POST_INCREMENT:
    case EXPRESSION_POST_DECREMENT: return assigned(g, e);
    case EXPRESSION_CAST: return cast(g, e);
    case EXPRESSION_CALL: return generate_call(g, e, NULL);
    case EXPRESSION_BUILTIN: return generate_builtin(g, e);
    case EXPRESSION_STATEMENTS: return statements_value(g, e);
    case EXPRESSION_ZERO: {
        Expression zero = *e;
        zero.kind = EXPRESSION_INTEGER;
        zero.integer = 0;
        return integer_constant(g, &zero);
    }
    case EXPRESSION_INITIAL: return NULL;
    default: return binary(g, e);
    }
}

IrInstruction *generate_value(Generator *g, const Expression *e)
{
    IrType type = ir_type_of(e->type);
    bool is_function = e->kind == EXPRESSION_FUNCTION || e->type->kind == TYPE_FUNCTION;
    if (type_is_aggregate(e->type)) {
        generate_effect(g, e);
        return NULL;
    }
    IrInstruction *value = NULL;
    if (generate_enter(g, e->location)) {
        SourceLocation before = g->at;
        g->at = e->location;
        value = find_value(g, e);
        g->at = before;
        generate_leave(g);
    }
    if (value == NULL && (type != IR_VOID || is_function)) {
        return ir_undefined(g->function, is_function ? IR_I64 : type);
    }
    return value;
}

void generate_effect(Generator *g, const Expression *e)
{
    if (type_is_aggregate(e->type)) {
        if (e->kind == EXPRESSION_VARIABLE || e->kind == EXPRESSION_STRING ||
            e->kind == EXPRESSION_ZERO) {
            return;
        }
        generate_aggregate(g, e);
    } else if (e->kind >= EXPRESSION_ASSIGN && e->kind <= EXPRESSION_POST_DECREMENT) {
        SourceLocation before = g->at;
        g->at = e->location;
        generate_assign(g, e, NULL);
        g->at = before;
    } else if (e->kind == EXPRESSION_COMMA) {
        generate_effect(g, e->a);
        generate_effect(g, e->b);
    } else {
        generate_value(g, e);
    }
}

// Branches on a condition; short circuits become branches of their own.
void generate_branch(Generator *g, const Expression *e, IrBlock *then, IrBlock *otherwise)
{
    bool is_and = e->kind == EXPRESSION_LOGICAL_AND;
    if (e->kind == EXPRESSION_NOT) {
        generate_branch(g, e->a, otherwise, then);
        return;
    }
    if ((is_and || e->kind == EXPRESSION_LOGICAL_OR) && !is_cheap(e->b) &&
        generate_enter(g, e->location)) {
        IrBlock *more = ir_block(g->function);
        generate_branch(g, e->a, is_and ? more : then, is_and ? otherwise : more);
        g->block = more;
        generate_branch(g, e->b, then, otherwise);
        generate_leave(g);
        return;
    }
    IrInstruction *condition = generate_truth(g, generate_value(g, e));
    ir_branch(g->block, condition, then, otherwise, e->location);
}

static void conditional_into(Generator *g, const Expression *e, Place to)
{
    IrBlock *then = ir_block(g->function), *otherwise = ir_block(g->function);
    IrBlock *join = ir_block(g->function);
    generate_branch(g, e->a, then, otherwise);
    g->block = then;
    generate_into(g, e->b, to);
    make_jump(g, join);
    g->block = otherwise;
    generate_into(g, e->c, to);
    make_jump(g, join);
    g->block = join;
}

static void load_readonly_into(Generator *g, const Expression *e, Place to)
{
    IrInstruction *pointer = generate_pointer(g, e->list[0]);
    Place from = {.pointer = pointer, .type = e->type, .align_bytes = type_align(e->type)};
    if (pointer->space == IR_SPACE_GENERIC) {
        from.pointer = make_in_space(g, pointer, IR_SPACE_GLOBAL);
    }
    from.is_readonly = from.pointer->space == IR_SPACE_GLOBAL;
    generate_copy(g, to, from);
}

// A temporary that becomes an object is made where that is, since it may hold pointers to itself.
static void temporary_into(Generator *g, const Expression *e, Place to)
{
    if (type_is_bytes(e->type) || e->a == NULL || to.pointer == NULL) {
        generate_copy(g, to, generate_place(g, e));
        return;
    }
    generate_home(g, e->variable, to.pointer);
    generate_effect(g, e->a);
}

void generate_into(Generator *g, const Expression *e, Place to)
{
    if (!generate_enter(g, e->location)) {
        return;
    }
    SourceLocation before = g->at;
    g->at = e->location;
    switch (e->kind) {
    case EXPRESSION_ZERO: generate_zero(g, to); break;
    case EXPRESSION_CALL: generate_call(g, e, &to); break;
    case EXPRESSION_CONDITIONAL: conditional_into(g, e, to); break;
    case EXPRESSION_BUILTIN: load_readonly_into(g, e, to); break;
    case EXPRESSION_COMMA:
        generate_effect(g, e->a);
        generate_into(g, e->b, to);
        break;
    case EXPRESSION_TEMPORARY: temporary_into(g, e, to); break;
    case EXPRESSION_STATEMENTS:
        generate_statement(g, e->statement);
        if (e->a != NULL) {
            generate_into(g, e->a, to);
        }
        break;
    default: generate_copy(g, to, generate_place(g, e)); break;
    }
    g->at = before;
    generate_leave(g);
}

static bool makes_aggregate(const Expression *e)
{
    return e->kind == EXPRESSION_ZERO || e->kind == EXPRESSION_CALL ||
           (e->kind == EXPRESSION_CONDITIONAL && !e->is_lvalue) || e->kind == EXPRESSION_BUILTIN ||
           (e->kind == EXPRESSION_STATEMENTS && !e->is_lvalue) ||
           (e->kind == EXPRESSION_COMMA && !e->is_lvalue);
}

Place generate_aggregate(Generator *g, const Expression *e)
{
    if (!makes_aggregate(e)) {
        return generate_place(g, e);
    }
    Place made = {.pointer = generate_local(g, e->type, NULL),
                  .type = e->type,
                  .align_bytes = type_align(e->type)};
    generate_into(g, e, made);
    return made;
}
