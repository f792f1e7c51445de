// SPDX-License-Identifier: Apache-2.0
// Expressions in the order in which they are evaluated: their values and accesses.
#include "isa/cuda/warn/walk.h"

// Integers, enums and pointers: the types that values have.
static bool is_followed(const Type *type)
{
    return type_is_scalar(type) && !type_is_floating(type);
}

static ValueId load(Walk *walk, ValueId pointer, const Type *type, SourceLocation location)
{
    const Value p = *value_of(&walk->values, pointer);
    int64_t offset;
    if (p.kind == VALUE_POINTER && p.variable->space == SPACE_AUTOMATIC) {
        return value_get_constant(&walk->values, p.a, &offset)
                   ? state_get(walk->state, p.variable, offset)
                   : value_data(&walk->values);
    }
    state_access(walk, ACCESS_READ, pointer, type, location);
    return type->kind == TYPE_POINTER ? 0 : value_data(&walk->values);
}

void walk_store(Walk *walk, ValueId pointer, const Type *type, ValueId value,
                SourceLocation location)
{
    const Value p = *value_of(&walk->values, pointer);
    int64_t offset;
    if (p.kind != VALUE_POINTER || p.variable->space != SPACE_AUTOMATIC) {
        state_access(walk, ACCESS_WRITE, pointer, type, location);
    } else if (value_get_constant(&walk->values, p.a, &offset) && type_is_scalar(type)) {
        state_set(walk->state, p.variable, offset, value);
    } else {
        state_forget(walk->state, p.variable);
    }
}

static ValueId scaled(Walk *walk, const Expression *pointer, ValueId index, bool is_negative)
{
    Type offset = {.kind = TYPE_LONG, .size_bytes = 8};
    ValueId size = value_constant(&walk->values, (int64_t)type_size(pointer->type->base));
    ValueId bytes = value_operation(&walk->values, EXPRESSION_MULTIPLY, index, size, &offset);
    return is_negative ? value_operation(&walk->values, EXPRESSION_NEGATE, bytes, 0, &offset)
                       : bytes;
}

static ValueId binary(Walk *walk, ExpressionKind kind, const Expression *left, ValueId a, ValueId b,
                      const Type *type)
{
    if (kind == EXPRESSION_POINTER_ADD || kind == EXPRESSION_POINTER_SUBTRACT) {
        ValueId bytes = scaled(walk, left, b, kind == EXPRESSION_POINTER_SUBTRACT);
        return value_advance(&walk->values, a, bytes);
    }
    if (type_is_floating(left->type) || type_is_floating(type)) {
        return value_data(&walk->values);
    }
    if (value_of(&walk->values, a)->kind == VALUE_POINTER ||
        value_of(&walk->values, b)->kind == VALUE_POINTER) {
        return 0;
    }
    return value_operation(&walk->values, kind, a, b, type);
}

static ValueId cast(Walk *walk, const Expression *e)
{
    ValueId a = walk_expression(walk, e->a);
    if (!is_followed(e->type) || !is_followed(e->a->type)) {
        return is_followed(e->type) || type_is_floating(e->type) ? value_data(&walk->values) : 0;
    }
    return e->type->kind == TYPE_POINTER || a == 0 ? a : value_cast(&walk->values, a, e->type);
}

// Runs b where the condition holds (or does not).
static ValueId under(Walk *walk, ValueId condition, bool is_true, const Expression *b)
{
    ValueId before = walk->state->guard;
    walk->state->guard = value_guard(&walk->values, before, condition, is_true);
    ValueId value = walk_expression(walk, b);
    walk->state->guard = before;
    return value;
}

static ValueId logical(Walk *walk, const Expression *e)
{
    ValueId a = walk_expression(walk, e->a);
    ValueId b = under(walk, a, e->kind == EXPRESSION_LOGICAL_AND, e->b);
    return value_operation(&walk->values, e->kind, a, b, e->type);
}

static ValueId conditional(Walk *walk, const Expression *e)
{
    ValueId condition = walk_expression(walk, e->a);
    ValueId b = under(walk, condition, true, e->b);
    ValueId c = under(walk, condition, false, e->c);
    return type_is_floating(e->type) ? value_data(&walk->values)
                                     : value_select(&walk->values, condition, b, c);
}

static void assign_class(Walk *walk, const Expression *e, ValueId to, ValueId from)
{
    const Value target = *value_of(&walk->values, to), source = *value_of(&walk->values, from);
    int64_t to_offset, from_offset;
    walk_store(walk, to, e->type, 0, e->location);
    if (target.kind == VALUE_POINTER && source.kind == VALUE_POINTER &&
        target.variable->space == SPACE_AUTOMATIC && source.variable->space == SPACE_AUTOMATIC &&
        value_get_constant(&walk->values, target.a, &to_offset) &&
        value_get_constant(&walk->values, source.a, &from_offset)) {
        state_copy(walk->state, target.variable, to_offset, source.variable, from_offset,
                   type_size(e->type));
    }
}

static ValueId assign(Walk *walk, const Expression *e)
{
    if (!type_is_scalar(e->type)) {
        ValueId from = e->b->is_lvalue ? walk_address(walk, e->b) : 0;
        if (e->b->is_lvalue) {
            load(walk, from, e->b->type, e->b->location);
        } else {
            walk_expression(walk, e->b);
        }
        assign_class(walk, e, walk_address(walk, e->a), from);
        return 0;
    }
    ValueId value = walk_expression(walk, e->b);
    walk_store(walk, walk_address(walk, e->a), e->a->type, value, e->a->location);
    return value;
}

static ValueId compound(Walk *walk, const Expression *e)
{
    ValueId b = walk_expression(walk, e->b);
    ValueId pointer = walk_address(walk, e->a);
    ValueId a = load(walk, pointer, e->a->type, e->a->location);
    const Type *type = e->operation_type != NULL ? e->operation_type : e->type;
    ValueId value = binary(walk, e->operation, e->a, a, b, type);
    if (is_followed(e->type) && e->type->kind != TYPE_POINTER) {
        value = type_is_floating(type) ? value_data(&walk->values)
                                       : value_cast(&walk->values, value, e->type);
    }
    walk_store(walk, pointer, e->a->type, value, e->a->location);
    return value;
}

static ValueId step(Walk *walk, const Expression *e)
{
    bool is_down = e->kind == EXPRESSION_PRE_DECREMENT || e->kind == EXPRESSION_POST_DECREMENT;
    bool is_before = e->kind == EXPRESSION_PRE_INCREMENT || e->kind == EXPRESSION_PRE_DECREMENT;
    ValueId pointer = walk_address(walk, e->a);
    ValueId old = load(walk, pointer, e->a->type, e->a->location);
    ValueId one = value_constant(&walk->values, 1);
    ExpressionKind kind = is_down ? EXPRESSION_SUBTRACT : EXPRESSION_ADD;
    if (e->a->type->kind == TYPE_POINTER) {
        kind = is_down ? EXPRESSION_POINTER_SUBTRACT : EXPRESSION_POINTER_ADD;
    }
    ValueId value = binary(walk, kind, e->a, old, one, e->a->type);
    walk_store(walk, pointer, e->a->type, value, e->a->location);
    return is_before ? value : old;
}

ValueId walk_address(Walk *walk, const Expression *e)
{
    ValueId zero = value_constant(&walk->values, 0);
    switch (e->kind) {
    case EXPRESSION_VARIABLE: return value_pointer(&walk->values, e->variable, zero);
    case EXPRESSION_DEREFERENCE: return walk_expression(walk, e->a);
    case EXPRESSION_MEMBER: {
        ValueId base = e->a->is_lvalue ? walk_address(walk, e->a) : walk_expression(walk, e->a);
        ValueId offset = value_constant(&walk->values, (int64_t)e->field->offset_bytes);
        return value_advance(&walk->values, base, offset);
    }
    case EXPRESSION_COMMA: walk_expression(walk, e->a); return walk_address(walk, e->b);
    case EXPRESSION_TEMPORARY:
        state_forget(walk->state, e->variable);
        walk_expression(walk, e->a);
        return value_pointer(&walk->values, e->variable, zero);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT: walk_expression(walk, e); return 0;
    case EXPRESSION_CONDITIONAL: {
        ValueId condition = walk_expression(walk, e->a);
        ValueId b = walk_address(walk, e->b), c = walk_address(walk, e->c);
        return value_select(&walk->values, condition, b, c);
    }
    case EXPRESSION_CALL: walk_expression(walk, e); return 0;
    default: return 0;
    }
}

static ValueId unary(Walk *walk, const Expression *e)
{
    ValueId a = walk_expression(walk, e->a);
    if (type_is_floating(e->a->type)) {
        return value_data(&walk->values);
    }
    return value_of(&walk->values, a)->kind == VALUE_POINTER
               ? 0
               : value_operation(&walk->values, e->kind, a, 0, e->type);
}

ValueId walk_expression(Walk *walk, const Expression *e)
{
    if (e == NULL || walk->is_over || walk->steps++ > STEP_LIMIT || walk->nest > NEST_LIMIT) {
        walk->is_over |= e != NULL;
        return 0;
    }
    ValueId value = 0;
    walk->nest++;
    switch (e->kind) {
    case EXPRESSION_INTEGER: value = value_constant(&walk->values, (int64_t)e->integer); break;
    case EXPRESSION_FLOATING: value = value_data(&walk->values); break;
    case EXPRESSION_VARIABLE:
    case EXPRESSION_DEREFERENCE:
    case EXPRESSION_MEMBER:
    case EXPRESSION_TEMPORARY:
        value = load(walk, walk_address(walk, e), e->type, e->location);
        break;
    case EXPRESSION_ADDRESS: value = walk_address(walk, e->a); break;
    case EXPRESSION_NEGATE:
    case EXPRESSION_BIT_NOT:
    case EXPRESSION_NOT: value = unary(walk, e); break;
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR: value = logical(walk, e); break;
    case EXPRESSION_CONDITIONAL: value = conditional(walk, e); break;
    case EXPRESSION_COMMA:
        walk_expression(walk, e->a);
        value = walk_expression(walk, e->b);
        break;
    case EXPRESSION_ASSIGN: value = assign(walk, e); break;
    case EXPRESSION_COMPOUND: value = compound(walk, e); break;
    case EXPRESSION_PRE_INCREMENT:
    case EXPRESSION_PRE_DECREMENT:
    case EXPRESSION_POST_INCREMENT:
    case EXPRESSION_POST_DECREMENT: value = step(walk, e); break;
    case EXPRESSION_CAST: value = cast(walk, e); break;
    case EXPRESSION_CALL: value = walk_call(walk, e); break;
    case EXPRESSION_BUILTIN: value = walk_builtin(walk, e); break;
    case EXPRESSION_STATEMENTS:
        walk_statement(walk, e->statement);
        value = walk_expression(walk, e->a);
        break;
    default:
        if (e->b != NULL) { // the other operations of two operands
            ValueId a = walk_expression(walk, e->a);
            value = binary(walk, e->kind, e->a, a, walk_expression(walk, e->b), e->type);
        }
    }
    walk->nest--;
    return value;
}
