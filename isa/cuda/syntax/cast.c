// SPDX-License-Identifier: Apache-2.0
// Explicit conversions: C casts and T(x), static_cast, const_cast, reinterpret_cast, C++17
// [expr.cast]. Leaves out: dynamic_cast (device code has no run-time type information).
#include "isa/cuda/syntax/cast.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/statement.h"

static Expression *invalid_cast(Front *front, const Expression *from, const Type *to,
                                SourceLocation location, const char *name)
{
    front_error(front, location, "invalid %s from '%s' to '%s'", name,
                express_is_list(from)        ? "a brace list"
                : express_is_overloads(from) ? express_overloads_name(from)->name
                                             : express_type_text(front, from->type),
                express_type_text(front, to));
    return express_error(front, location);
}

static Expression *cast_to_void(Front *front, Expression *from, SourceLocation location)
{
    const Type *to = type_basic(&front->types, TYPE_VOID);
    if (from->type->kind == TYPE_VOID) {
        return from;
    }
    if (express_is_overloads(from)) {
        from = express_value(front, from);
    }
    Expression *cast = express_new(front, EXPRESSION_CAST, to, location);
    cast->a = statement_discarded(front, from);
    return cast;
}

// The object behind a reference cast: an lvalue, or for T && an xvalue.
static Expression *as_reference(Front *front, Expression *pointer, const Type *to,
                                SourceLocation location)
{
    if (express_is_error(pointer)) {
        return pointer;
    }
    Expression *object = express_dereference(front, pointer, location);
    return to->kind == TYPE_RVALUE_REFERENCE ? express_as_xvalue(front, object) : object;
}

static Expression *pointer_cast(Front *front, Expression *pointer, const Type *referee,
                                SourceLocation location)
{
    return express_converted(front, pointer, type_pointer(&front->types, referee), location);
}

static bool is_down_cast(Front *front, const Type *from, const Type *to, SourceLocation location)
{
    class_instantiate(front, to, location);
    return from->kind == TYPE_CLASS && to->kind == TYPE_CLASS &&
           class_is_derived(to->class_, from->class_);
}

// From a base's address to that of the derived object it is part of.
static Expression *down_cast(Front *front, Expression *pointer, const Type *derived,
                             SourceLocation location)
{
    Expression *probe = express_variable(
        front, express_local(front, derived->unqualified, NULL, location), location);
    Expression *base = express_to_base(front, probe, pointer->type->base->class_, location);
    uint64_t offset_bytes = 0;
    for (const Expression *at = base; at != NULL && at != probe; at = at->a) {
        offset_bytes += at->field->offset_bytes;
    }
    if (offset_bytes != 0) {
        const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_CHAR));
        Expression *step = express_new(front, EXPRESSION_POINTER_SUBTRACT, bytes, location);
        step->a = express_converted(front, pointer, bytes, location);
        step->b = express_integer(front, TYPE_LONG, offset_bytes, location);
        pointer = step;
    }
    return pointer_cast(front, pointer, derived, location);
}

// The same for a pointer that may be null and stays so.
static Expression *down_cast_or_null(Front *front, Expression *pointer, const Type *to,
                                     SourceLocation location)
{
    Expression *kept = express_temporary(front, pointer);
    Expression *again = express_variable(front, kept->variable, location);
    Expression *derived = down_cast(front, again, to->base, location);
    bool is_moved = derived->kind != EXPRESSION_CAST || derived->a != again;
    return is_moved
               ? express_conditional(front, kept, derived,
                                     express_constant(front, derived->type, 0, location), location)
               : down_cast(front, pointer, to->base, location);
}

static Expression *static_reference(Front *front, Expression *from, const Type *to,
                                    SourceLocation location)
{
    if (!express_is_list(from) && !express_is_overloads(from) && from->is_lvalue) {
        const Type *referee = to->base;
        if (is_down_cast(front, from->type, referee, location)) {
            Expression *pointer = express_address(front, from, location);
            return as_reference(front, down_cast(front, pointer, referee, location), to, location);
        }
        bool is_same = from->type->unqualified == referee->unqualified &&
                       (from->type->qualifiers & ~referee->qualifiers & QUALIFIER_CONST) == 0;
        bool is_base = from->type->kind == TYPE_CLASS && referee->kind == TYPE_CLASS &&
                       class_is_derived(from->type->class_, referee->class_);
        if (to->kind == TYPE_RVALUE_REFERENCE && (is_same || is_base)) { // std::move
            Expression *object =
                is_base ? express_to_base(front, from, referee->class_, location) : from;
            Expression *pointer = express_address(front, object, location);
            return as_reference(front, pointer_cast(front, pointer, referee, location), to,
                                location);
        }
    }
    return as_reference(front, convert_to(front, from, to, location, "static_cast"), to, location);
}

static bool is_number_or_enum(const Type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_ENUM;
}

// Conversions beyond the implicit ones; NULL if there is none.
static Expression *static_only(Front *front, Expression *from, const Type *to,
                               SourceLocation location)
{
    const Type *type = from->type;
    if (is_number_or_enum(type) && is_number_or_enum(to)) {
        return express_converted(front, express_value(front, from), to, location);
    }
    if (type->kind == TYPE_CLASS) {
        return convert_explicitly(front, from, to, location);
    }
    Expression *value = express_value(front, from);
    type = value->type;
    if (type->kind != TYPE_POINTER || to->kind != TYPE_POINTER) {
        return NULL;
    }
    bool keeps = (type->base->qualifiers & ~to->base->qualifiers & QUALIFIER_CONST) == 0;
    if (keeps && type->base->kind == TYPE_VOID && to->base->kind != TYPE_FUNCTION) {
        return express_converted(front, value, to, location);
    }
    return keeps && is_down_cast(front, type->base, to->base, location)
               ? down_cast_or_null(front, value, to, location)
               : NULL;
}

static bool converts(Front *front, Expression *from, const Type *to)
{
    return convert_find(front, from, to, true).rank < CONVERSION_ELLIPSIS;
}

static Expression *construct_or_convert(Front *front, Expression *from, const Type *to,
                                        SourceLocation location)
{
    class_complete(front, to, location);
    if (express_is_list(from)) {
        return construct_from_list(front, to->unqualified, from, false);
    }
    bool is_related =
        from->type->kind == TYPE_CLASS &&
        (from->type->class_ == to->class_ || class_is_derived(from->type->class_, to->class_));
    if (is_related || (from->type->kind == TYPE_CLASS && converts(front, from, to))) {
        return convert_implicit(front, from, to, location, "cast");
    }
    return construct_temporary(front, to->unqualified, &from, 1, location);
}

// The result of static_cast; NULL if the conversion is not allowed.
static Expression *try_static(Front *front, Expression *from, const Type *to,
                              SourceLocation location)
{
    if (to->kind == TYPE_VOID) {
        return cast_to_void(front, from, location);
    }
    if (to->kind == TYPE_CLASS) {
        return construct_or_convert(front, from, to, location);
    }
    if (converts(front, from, to)) {
        return convert_implicit(front, from, to, location, "cast");
    }
    return express_is_list(from) || express_is_overloads(from)
               ? NULL
               : static_only(front, from, to, location);
}

// The result of a cast is not an lvalue, even if there was nothing to convert.
static Expression *as_rvalue(Front *front, Expression *value, const Type *to,
                             SourceLocation location)
{
    bool is_plain = value->is_lvalue && type_is_scalar(value->type);
    if (!is_plain || express_is_error(value)) {
        return value;
    }
    Expression *cast = express_new(front, EXPRESSION_CAST, to->unqualified, location);
    cast->a = value;
    return cast;
}

Expression *cast_static(Front *front, Expression *from, const Type *to, SourceLocation location)
{
    if (express_is_error(from)) {
        return from;
    }
    if (type_is_reference(to)) {
        return static_reference(front, from, to, location);
    }
    Expression *made = try_static(front, from, to->unqualified, location);
    return made != NULL ? as_rvalue(front, made, to, location)
                        : invalid_cast(front, from, to, location, "static_cast");
}

// The same bits reinterpreted as another type; NULL if that is not allowed.
static Expression *try_reinterpret(Front *front, Expression *from, const Type *to,
                                   SourceLocation location)
{
    Expression *value = express_value(front, from);
    const Type *type = value->type;
    if (express_is_error(value)) {
        return value;
    }
    bool is_pointer = type->kind == TYPE_POINTER, is_to_pointer = to->kind == TYPE_POINTER;
    bool is_whole = type_is_integral_or_enum(type), is_to_whole = type_is_integral_or_enum(to);
    bool fits = (is_pointer && (is_to_pointer || is_to_whole)) || (is_whole && is_to_pointer) ||
                type->unqualified == to->unqualified || (type->kind == TYPE_NULLPTR && is_to_whole);
    return fits ? express_converted(front, value, to, location) : NULL;
}

static Expression *reinterpret_reference(Front *front, Expression *from, const Type *to,
                                         SourceLocation location, const char *name)
{
    if (express_is_list(from) || express_is_overloads(from) || !from->is_lvalue) {
        return invalid_cast(front, from, to, location, name);
    }
    Expression *pointer = express_address(front, from, location);
    return as_reference(front, pointer_cast(front, pointer, to->base, location), to, location);
}

Expression *cast_reinterpret(Front *front, Expression *from, const Type *to,
                             SourceLocation location)
{
    if (express_is_error(from)) {
        return from;
    }
    if (type_is_reference(to)) {
        return reinterpret_reference(front, from, to, location, "reinterpret_cast");
    }
    if (express_is_list(from) || from->type->kind == TYPE_CLASS) {
        return invalid_cast(front, from, to, location, "reinterpret_cast");
    }
    if (express_is_overloads(from)) {
        return convert_implicit(front, from, to, location, "reinterpret_cast");
    }
    Expression *made = try_reinterpret(front, from, to->unqualified, location);
    return made != NULL ? as_rvalue(front, made, to, location)
                        : invalid_cast(front, from, to, location, "reinterpret_cast");
}

static const Type *without_qualifiers(const Type *type)
{
    while (type->kind == TYPE_POINTER) {
        type = type->base;
    }
    return type->unqualified;
}

Expression *cast_const(Front *front, Expression *from, const Type *to, SourceLocation location)
{
    if (express_is_error(from)) {
        return from;
    }
    bool is_list = express_is_list(from) || express_is_overloads(from);
    if (!is_list && type_is_reference(to) && from->type->unqualified == to->base->unqualified) {
        return reinterpret_reference(front, from, to, location, "const_cast");
    }
    const Type *type = is_list ? NULL : type_decayed(&front->types, from->type);
    if (is_list || to->kind != TYPE_POINTER || without_qualifiers(type) != without_qualifiers(to)) {
        return invalid_cast(front, from, to, location, "const_cast");
    }
    return as_rvalue(front, express_converted(front, express_value(front, from), to, location), to,
                     location);
}

// (T) x and T(x): static_cast, else reinterpret_cast, either with const_cast, [expr.cast]/4.
Expression *cast_explicit(Front *front, Expression *from, const Type *to, SourceLocation location)
{
    if (express_is_error(from)) {
        return from;
    }
    if (type_is_reference(to)) {
        const Type *referee = to->base;
        bool is_related = !express_is_list(from) && !express_is_overloads(from) &&
                          from->type->kind == TYPE_CLASS && referee->kind == TYPE_CLASS;
        bool is_static =
            !from->is_lvalue || is_related || express_is_list(from) || express_is_overloads(from);
        return is_static ? cast_static(front, from, to, location)
                         : reinterpret_reference(front, from, to, location, "cast");
    }
    Expression *made = try_static(front, from, to->unqualified, location);
    if (made == NULL && !express_is_list(from) && from->type->kind != TYPE_CLASS) {
        made = try_reinterpret(front, from, to->unqualified, location);
    }
    return made != NULL ? as_rvalue(front, made, to, location)
                        : invalid_cast(front, from, to, location, "cast");
}
