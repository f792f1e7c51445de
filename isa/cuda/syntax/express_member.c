// SPDX-License-Identifier: Apache-2.0
// Members of classes: fields through bases and anonymous members, `this` given or implied,
// C++17 [expr.ref], [class.mfct.non-static].
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

#define PATH_LIMIT 64u // classes within classes

static bool is_same_field(const Field *a, const Field *b)
{
    return a == b ||
           (a->name != NULL && a->name == b->name && a->type == b->type &&
            a->location.line == b->location.line && a->location.column == b->location.column);
}

// The fields from `class_` to the wanted field, or to the wanted base; 0 if there is no path.
// class_ may be NULL: in x.Class::field, x may be anything.
static uint32_t find_path(const Class *class_, const Field *field, const Class *base,
                          const Field **path, uint32_t depth)
{
    if (class_ == NULL || depth == PATH_LIMIT) {
        return 0;
    }
    // The class's own fields come first: those of a base that is an instance of the same template
    // look the same.
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *at = &class_->fields[i];
        bool is_class = at->type->kind == TYPE_CLASS;
        path[depth] = at;
        if (field != NULL ? is_same_field(at, field)
                          : at->is_base && is_class && at->type->class_ == base) {
            return depth + 1;
        }
    }
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Field *at = &class_->fields[i];
        if (at->name == NULL && at->type->kind == TYPE_CLASS) { // a base or an anonymous member
            path[depth] = at;
            uint32_t length = find_path(at->type->class_, field, base, path, depth + 1);
            if (length > 0) {
                return length;
            }
        }
    }
    return 0;
}

// A part of a call's result is an object in memory, unless it may be copied as bytes.
static Expression *follow(Front *front, Expression *object, const Field **path, uint32_t length,
                          SourceLocation location)
{
    if (!object->type->class_->is_trivial) {
        object = express_materialized(front, object);
    }
    for (uint32_t i = 0; i < length; i++) {
        object = express_field(front, object, path[i], location);
    }
    return object;
}

Expression *express_path(Front *front, Expression *object, const Field *field,
                         SourceLocation location)
{
    const Field *path[PATH_LIMIT];
    uint32_t length = find_path(object->type->class_, field, NULL, path, 0);
    if (length == 0) {
        front_error(front, location, "'%s' is not a member of '%s'",
                    field->name == NULL ? "" : field->name, express_type_text(front, object->type));
        return express_error(front, location);
    }
    if (field->type->kind == TYPE_ARRAY) {
        object = express_materialized(front, object);
    }
    return follow(front, object, path, length, location);
}

Expression *express_to_base(Front *front, Expression *object, const Class *base,
                            SourceLocation location)
{
    const Field *path[PATH_LIMIT];
    if (object->type->class_ == base) {
        return object;
    }
    uint32_t length = find_path(object->type->class_, NULL, base, path, 0);
    return length == 0 ? NULL : follow(front, object, path, length, location);
}

static Expression *field_of(Front *front, Expression *object, const Symbol *symbol,
                            SourceLocation location)
{
    if (symbol->field == NULL) { // its class is still being read, or had errors
        if (front->diagnostics->error_count == 0) {
            front_error(front, location, "'%s' is used before its class is complete", symbol->name);
        }
        return express_error(front, location);
    }
    Expression *member = express_path(front, object, symbol->field, location);
    if (!express_is_error(member) && type_is_reference(symbol->type)) {
        return express_dereference(front, member, location);
    }
    return member;
}

static const Symbol *captured_this(Front *front, const Type *class_type)
{
    const Scope *scope = class_type->class_->scope;
    if (scope == NULL || !scope->is_closure) {
        return NULL;
    }
    const Symbol *symbol = scope_find_here(scope, front_intern(front, "this"));
    return symbol != NULL && symbol->kind == SYMBOL_FIELD ? symbol : NULL;
}

static bool is_closure(const Type *type)
{
    const Scope *scope = type->class_->scope;
    return scope != NULL && scope->is_closure;
}

void express_set_this(Front *front, Expression *object)
{
    SourceLocation location = object->location;
    const Type *type = object->type->unqualified, *pointer = type_pointer(&front->types, type);
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    *symbol = (Symbol){.kind = SYMBOL_VARIABLE, .type = pointer, .value = object};
    if (object->type != type) { // members are written before the object is constant
        Expression *address =
            express_converted(front, express_address(front, object, location), pointer, location);
        symbol->value = express_dereference(front, address, location);
    }
    front->this_symbol = symbol;
}

// The object of the function around, or of a list whose members have default initializers.
static Expression *object_of_this(Front *front, SourceLocation location)
{
    const Symbol *symbol = front->this_symbol;
    return symbol->variable == NULL
               ? symbol->value
               : express_dereference(front, express_variable(front, symbol->variable, location),
                                     location);
}

// What a closure captured as `this` or as `*this`: a field that is a pointer or an object.
static Expression *captured_object(Front *front, Expression *closure, const Symbol *captured,
                                   SourceLocation location)
{
    Expression *field = field_of(front, closure, captured, location);
    return express_is_error(field) || field->type->kind == TYPE_CLASS
               ? field
               : express_dereference(front, field, location);
}

// The pointer that `this` means: in a lambda the captured one.
Expression *express_this(Front *front, SourceLocation location)
{
    if (front->this_symbol == NULL) {
        front_error(front, location, "invalid use of 'this' outside of a member function");
        return express_error(front, location);
    }
    Expression *object = object_of_this(front, location);
    while (is_closure(object->type)) {
        const Symbol *captured = captured_this(front, object->type);
        if (captured == NULL) {
            front_error(front, location, "'this' is not captured by the lambda");
            return express_error(front, location);
        }
        object = captured_object(front, object, captured, location);
        if (express_is_error(object)) {
            return object;
        }
    }
    Expression *pointer = express_address(front, object, location);
    pointer->is_lvalue = false;
    return pointer;
}

// *this, of the closure or of the class around it, whichever has `class_`; NULL if neither has.
static Expression *implied_object(Front *front, const Class *class_, SourceLocation location)
{
    if (front->this_symbol == NULL) {
        return NULL;
    }
    Expression *object = object_of_this(front, location);
    while (!express_is_error(object)) {
        const Class *own = object->type->class_;
        if (own == class_ || class_is_derived(own, class_)) {
            return object;
        }
        const Symbol *captured = captured_this(front, object->type);
        if (captured == NULL) {
            return NULL;
        }
        object = captured_object(front, object, captured, location);
    }
    return NULL;
}

static const Class *class_of_member(const Symbol *symbol)
{
    const Scope *scope = symbol->home;
    while (scope != NULL && (scope->kind != SCOPE_CLASS)) {
        scope = scope->parent;
    }
    return scope == NULL ? NULL : scope->class_;
}

// [expr.prim.id]/2: where nothing is evaluated, a data member needs no object.
static Expression *without_object(Front *front, const NameReference *name)
{
    const Class *class_ = class_of_member(name->symbol);
    if (front->unevaluated > 0 && class_ != NULL) {
        const Type *type = ((const Scope *)class_->scope)->type;
        Variable *variable = express_local(front, type, NULL, name->location);
        return field_of(front, express_variable(front, variable, name->location), name->symbol,
                        name->location);
    }
    front_error(front, name->location, "invalid use of member '%s' without an object", name->name);
    return express_error(front, name->location);
}

// A member named without its object.
Expression *express_implied_member(Front *front, const NameReference *name)
{
    const Class *class_ = class_of_member(name->symbol);
    Expression *object = class_ == NULL ? NULL : implied_object(front, class_, name->location);
    if (name->symbol->kind != SYMBOL_FIELD) { // static methods need none: overload.c tells
        return express_overloads(front, name, object);
    }
    return object == NULL ? without_object(front, name)
                          : field_of(front, object, name->symbol, name->location);
}

Expression *express_member_symbol(Front *front, Expression *object, const NameReference *name)
{
    if (express_is_error(object)) {
        return object;
    }
    switch (name->symbol->kind) {
    case SYMBOL_FIELD: {
        const Class *home = class_of_member(name->symbol);
        Expression *base =
            name->qualifier == NULL || home == NULL || object->type->kind != TYPE_CLASS
                ? NULL
                : express_to_base(front, object, home, name->location);
        return field_of(front, base == NULL ? object : base, name->symbol, name->location);
    }
    case SYMBOL_FUNCTION:
    case SYMBOL_TEMPLATE: return express_overloads(front, name, object);
    case SYMBOL_TYPE:
        front_error(front, name->location, "'%s' is a type, not a value", name->name);
        return express_error(front, name->location);
    default: return express_symbol(front, name->symbol, name->location);
    }
}

static Expression *no_member(Front *front, const Expression *object, const char *name,
                             SourceLocation location)
{
    const Scope *scope = class_scope(object->type);
    const char *similar = express_similar_member(front, scope, name);
    if (similar != NULL) {
        front_error(front, location, "'%s' has no member '%s'; did you mean '%s'?",
                    express_type_text(front, object->type), name, similar);
    } else {
        front_error(front, location, "'%s' has no member '%s'",
                    express_type_text(front, object->type), name);
    }
    return express_error(front, location);
}

static Expression *not_a_class(Front *front, const Expression *object, const char *name,
                               SourceLocation location)
{
    bool is_pointer = object->type->kind == TYPE_POINTER && object->type->base->kind == TYPE_CLASS;
    front_error(front, location,
                "request for member '%s' in something of type '%s', which is not a class%s", name,
                express_type_text(front, object->type), is_pointer ? "; did you mean '->'?" : "");
    return express_error(front, location);
}

// object.name; the cursor is after the name. Template arguments are read if it is a template.
Expression *express_member(Front *front, Expression *object, const char *name,
                           SourceLocation location)
{
    Expression *register_ = express_cuda_member(front, object, name, location);
    if (register_ != NULL) {
        return register_;
    }
    if (object->type->kind != TYPE_CLASS) {
        return not_a_class(front, object, name, location);
    }
    Scope *scope = class_scope(object->type);
    if (!class_complete(front, object->type, location)) {
        return express_error(front, location);
    }
    Symbol *symbol = scope == NULL ? NULL : scope_find_member(front, scope, name, NULL);
    if (symbol == NULL) {
        return no_member(front, object, name, location);
    }
    scope_check_ambiguous(front, scope, name, location);
    NameReference reference = {.symbol = symbol, .name = name, .location = location};
    if (symbol->kind == SYMBOL_TEMPLATE && front_is(front, PUNCTUATOR_less)) {
        reference.has_arguments = true;
        if (!parse_template_arguments(front, &reference.arguments, &reference.argument_count)) {
            return express_error(front, location);
        }
    }
    return express_member_symbol(front, object, &reference);
}
