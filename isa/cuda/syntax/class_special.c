// SPDX-License-Identifier: Apache-2.0
// Implicit special members: which ones a class needs, and their bodies. A class that can be copied
// as bytes, or whose construction does nothing, gets none.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"
#include "isa/cuda/syntax/virtual.h"

static bool is_of_class(const Type *type, const Scope *scope)
{
    return type_without_reference(type)->unqualified == scope->type->unqualified;
}

static bool is_copy(const FunctionInfo *info, const Scope *scope)
{
    if (info->type->parameter_count == 0 || !type_is_reference(info->type->parameters[0]) ||
        !is_of_class(info->type->parameters[0], scope)) {
        return false;
    }
    for (uint32_t i = 1; i < info->type->parameter_count; i++) {
        if (info->default_arguments == NULL || info->default_arguments[i].end == 0) {
            return false;
        }
    }
    return true;
}

// [dcl.fct.def.default]: special members, and comparisons of two objects of a class.
bool class_may_default(Front *front, const FunctionInfo *info)
{
    bool is_assign = info->name == front_operator_name(front, PUNCTUATOR_assign);
    bool is_none = info->is_constructor && info->type->parameter_count == 0;
    bool is_member =
        info->is_method && (info->is_destructor || is_none ||
                            ((info->is_constructor || is_assign) && is_copy(info, info->home)));
    if (info->template_ == NULL && (is_member || class_is_comparison(front, info))) {
        return true;
    }
    front_error(front, info->location,
                "only special members and comparisons with '==' and '!=' can be defaulted");
    return false;
}

static Symbol *own(const Scope *scope, const char *name)
{
    Symbol *symbol = scope_find_here(scope, name);
    return symbol != NULL && symbol->home == scope ? symbol : NULL;
}

static FunctionInfo *default_constructor(const Scope *scope, const char *name)
{
    for (Symbol *symbol = own(scope, name); symbol != NULL; symbol = symbol->next_overload) {
        const FunctionInfo *info = symbol->kind == SYMBOL_FUNCTION ? symbol->function : NULL;
        bool takes_none =
            info != NULL &&
            (info->type->parameter_count == 0 ||
             (info->default_arguments != NULL && info->default_arguments[0].end != 0));
        if (takes_none) {
            return symbol->function;
        }
    }
    return NULL;
}

static void add_implicit(Front *front, Scope *scope, const char *name, const Type *type,
                         bool is_constructor, bool is_destructor)
{
    FunctionInfo *info = arena_alloc(front->arena, sizeof *info);
    SourceLocation location = scope->class_->location;
    Symbol *symbol = scope_add(front, scope, SYMBOL_FUNCTION, name, location);
    symbol->type = type;
    symbol->function = info;
    info->symbol = symbol;
    info->name = name;
    info->home = scope;
    info->type = type;
    info->location = location;
    info->default_scope = scope;
    info->body_scope = scope;
    info->is_method = info->is_device = info->is_host = true;
    info->is_constexpr = info->is_inline = true;
    info->is_defaulted = info->is_implicit = true;
    info->is_constructor = is_constructor;
    info->is_destructor = is_destructor;
    info->parameter_names = arena_alloc(front->arena, 2 * sizeof(char *));
    info->parameter_names[0] = front_intern(front, "other");
    info->default_arguments = arena_alloc(front->arena, 2 * sizeof(TokenRange));
}

// Whether a constructor is inherited, [over.match.funcs]/8: not default, copy and move
// constructors, nor those that the class declares itself.
static bool is_inherited(const Scope *scope, const FunctionInfo *info, const char *name)
{
    const Type *type = info->type;
    bool takes_class = type->parameter_count > 0 && (is_of_class(type->parameters[0], info->home) ||
                                                     is_of_class(type->parameters[0], scope));
    if (type->parameter_count == 0 || (takes_class && type->parameter_count == 1)) {
        return false;
    }
    for (Symbol *symbol = own(scope, name); symbol != NULL; symbol = symbol->next_overload) {
        if (symbol->kind == SYMBOL_FUNCTION && symbol->function->type == type) {
            return false;
        }
    }
    return true;
}

FunctionInfo *class_inherit(Front *front, Scope *heir, FunctionInfo *constructor, Symbol *symbol)
{
    FunctionInfo *info = arena_alloc(front->arena, sizeof *info);
    *info = *constructor;
    info->symbol = symbol;
    symbol->type = info->type;
    symbol->function = info;
    info->function = NULL;
    info->home = info->body_scope = heir;
    info->body = info->initializers = (TokenRange){0};
    info->is_defaulted = info->is_inline = true;
    info->is_body_parsed = info->is_body_wanted = false;
    info->inherited = constructor;
    return info;
}

static void inherit_template(Front *front, Scope *heir, const Symbol *symbol, const char *name)
{
    Template *template_ = arena_alloc(front->arena, sizeof *template_);
    template_add_signature(front, symbol->template_);
    *template_ = *symbol->template_;
    template_->inherited = symbol->template_;
    template_->heir = heir;
    template_->instances = NULL;
    scope_add(front, heir, SYMBOL_TEMPLATE, name, symbol->location)->template_ = template_;
}

static void inherit_constructors(Front *front, Scope *scope, const Scope *base, const char *name)
{
    for (Symbol *at = own(base, name); at != NULL; at = at->next_overload) {
        if (at->kind == SYMBOL_TEMPLATE) {
            inherit_template(front, scope, at, name);
        } else if (at->kind == SYMBOL_FUNCTION && is_inherited(scope, at->function, name)) {
            Symbol *symbol = scope_add(front, scope, SYMBOL_FUNCTION, name, at->location);
            class_inherit(front, scope, at->function, symbol);
        }
    }
}

typedef struct Traits {
    bool is_trivial, is_default_trivial, is_immovable, has_destructor;
} Traits;

// Of the constructors or assignments by which a class says how it is copied and moved.
typedef struct Copies {
    bool is_declared, is_provided, is_usable; // one is: by the user, with a body, not deleted
    bool has_template;                        // which may be a better match than a copy
} Copies;

static const Type *element_of(const Type *type)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    return type;
}

static Traits traits_of_fields(const Class *class_)
{
    const Scope *scope = class_->scope;
    Traits traits = {.is_trivial = !scope->is_dynamic,
                     .is_default_trivial = !scope->is_dynamic,
                     .has_destructor = scope->has_virtual_destructor};
    for (uint32_t i = 0; i < class_->field_count; i++) {
        const Scope *inner = class_scope(element_of(class_->fields[i].type));
        if (inner != NULL) {
            traits.is_trivial &= inner->class_->is_trivial;
            traits.is_default_trivial &= inner->is_default_trivial;
            traits.is_immovable |= inner->class_->is_immovable;
            traits.has_destructor |= inner->has_destructor;
        }
        if (scope->drafts[i].symbol != NULL && scope->drafts[i].symbol->initializer.end != 0) {
            traits.is_default_trivial = false;
        }
    }
    return traits;
}

static bool is_provided(const FunctionInfo *info)
{
    return info != NULL && !info->is_defaulted && !info->is_deleted;
}

static Copies copies_of(const Scope *scope, const char *name)
{
    Copies copies = {0};
    for (Symbol *symbol = own(scope, name); symbol != NULL; symbol = symbol->next_overload) {
        copies.has_template |= symbol->kind == SYMBOL_TEMPLATE;
        if (symbol->kind == SYMBOL_FUNCTION && is_copy(symbol->function, scope)) {
            copies.is_declared = true;
            copies.is_provided |= is_provided(symbol->function);
            copies.is_usable |= !symbol->function->is_deleted;
        }
    }
    return copies;
}

// [class.copy.ctor], [class.copy.assign]: without a word about it, each base and member is copied
// or moved by its own.
static void add_copies(Front *front, Scope *scope, const char *constructor, const char *assign,
                       bool is_moving)
{
    Types *types = &front->types;
    const Type *constant = type_qualified(types, scope->type, QUALIFIER_CONST);
    const Type *from = type_reference(types, is_moving ? scope->type : constant, is_moving);
    if (constructor != NULL) {
        const Type *none = type_basic(types, TYPE_VOID);
        add_implicit(front, scope, constructor, type_function(types, none, &from, 1, false, 0),
                     true, false);
    }
    if (assign != NULL) {
        const Type *result = type_reference(types, scope->type, false);
        add_implicit(front, scope, assign, type_function(types, result, &from, 1, false, 0), false,
                     false);
    }
}

void class_add_special_members(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    const char *constructor = front_intern(front, NAME_OF_CONSTRUCTOR);
    const char *destructor = front_intern(front, NAME_OF_DESTRUCTOR);
    const char *assign = front_operator_name(front, PUNCTUATOR_assign);
    Traits traits = traits_of_fields(class_);
    Copies made = copies_of(scope, constructor), assigned = copies_of(scope, assign);
    Symbol *own_destructor = own(scope, destructor);
    bool is_destroyed = own_destructor != NULL && is_provided(own_destructor->function);
    class_->is_trivial =
        traits.is_trivial && !made.is_provided && !assigned.is_provided && !is_destroyed;
    class_->is_immovable = traits.is_immovable || (made.is_declared && !made.is_usable);
    scope->is_copy_trivial = traits.is_trivial && !made.is_provided;
    scope->is_copy_chosen = made.has_template;
    scope->has_destructor = traits.has_destructor || is_destroyed;
    FunctionInfo *none = default_constructor(scope, constructor);
    scope->is_default_trivial = traits.is_default_trivial && !is_provided(none) &&
                                (none != NULL || !scope->has_constructor);
    scope->is_aggregate =
        !scope->has_constructor && !scope->has_private_field && !scope->is_dynamic;
    const Type *void_type = type_basic(&front->types, TYPE_VOID);
    if (!scope->has_constructor && !scope->is_default_trivial) {
        add_implicit(front, scope, constructor,
                     type_function(&front->types, void_type, NULL, 0, false, 0), true, false);
    }
    for (uint32_t i = 0; i < scope->constructors_from_count; i++) {
        inherit_constructors(front, scope, scope->constructors_from[i], constructor);
        scope->is_aggregate = false;
    }
    bool is_made = !traits.is_trivial || made.has_template;
    bool is_assigned = !traits.is_trivial || assigned.has_template;
    add_copies(front, scope, is_made && !made.is_declared ? constructor : NULL,
               is_assigned && !assigned.is_declared ? assign : NULL, false);
    if (!made.is_declared && !assigned.is_declared && own_destructor == NULL && !class_->is_union) {
        add_copies(front, scope, is_made ? constructor : NULL, is_assigned ? assign : NULL, true);
    }
    if (scope->has_destructor && own_destructor == NULL) {
        add_implicit(front, scope, destructor,
                     type_function(&front->types, void_type, NULL, 0, false, 0), false, true);
    }
}

// ---- bodies

static Expression *other_object(Front *front, FunctionInfo *info)
{
    Variable *variable = info->function->parameters[1];
    Expression *pointer = express_new(front, EXPRESSION_VARIABLE, variable->type, info->location);
    pointer->variable = variable;
    pointer->is_lvalue = true;
    Expression *object =
        express_new(front, EXPRESSION_DEREFERENCE, variable->type->base, info->location);
    object->a = pointer;
    object->is_lvalue = true;
    return object;
}

static Expression *assignment(Front *front, Expression *to, Expression *from)
{
    Expression *assign = express_new(front, EXPRESSION_ASSIGN, to->type, from->location);
    assign->a = to;
    assign->b = from;
    assign->is_lvalue = true;
    return assign;
}

static void copy_field(Front *front, const FunctionInfo *info, Expression *to, Expression *from,
                       Statement ***tail)
{
    const Type *element = element_of(to->type);
    bool is_bytes = element->kind != TYPE_CLASS || element->class_->is_trivial;
    ElementCopy *copy = info->is_constructor ? construct_copy : express_assign;
    class_append(front, tail,
                 is_bytes ? assignment(front, to, from)
                          : construct_copied_array(front, to, from, copy, info->location));
}

// Copies or moves each base and member with its own constructor or assignment.
static void copy_fields(Front *front, FunctionInfo *info, Statement ***tail)
{
    bool is_moving = info->type->parameters[0]->kind == TYPE_RVALUE_REFERENCE;
    Class *class_ = info->home->class_;
    Expression *to = class_this_object(front, info);
    Expression *from = other_object(front, info);
    if (class_->is_trivial || class_->is_union) {
        class_append(front, tail, assignment(front, to, from));
        return;
    }
    for (uint32_t i = info->home->has_own_vptr; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        const Scope *inner = class_scope(field->type);
        if (inner == NULL || !inner->is_empty) {
            Expression *part = class_member_object(front, from, field);
            copy_field(front, info, class_member_object(front, to, field),
                       is_moving ? express_as_xvalue(front, part) : part, tail);
        }
    }
    if (info->is_constructor) {
        virtual_set_pointers(front, info, tail);
    }
}

static Statement *return_of(Front *front, const FunctionInfo *info, Expression *value)
{
    Statement *statement = arena_alloc(front->arena, sizeof *statement);
    statement->kind = STATEMENT_RETURN;
    statement->location = info->location;
    statement->a = value;
    return statement;
}

void class_default_body(Front *front, FunctionInfo *info)
{
    Statement *body = arena_alloc(front->arena, sizeof *body);
    Statement **tail = &body->first;
    body->kind = STATEMENT_COMPOUND;
    body->location = body->end = info->location;
    bool is_copying =
        info->type->parameter_count > 0 && info->inherited == NULL && info->thunk_of == NULL;
    if (info->thunk_of != NULL) {
        virtual_thunk_body(front, info, &tail);
    } else if (info->is_destructor) {
        *tail = class_destruct(front, info);
    } else if (info->is_constructor && !is_copying) {
        *tail = class_construct(front, info);
    } else if (class_is_comparison(front, info)) {
        *tail = return_of(front, info, class_compare(front, info));
    } else if (is_copying) {
        copy_fields(front, info, &tail);
        if (!info->is_constructor) {
            Variable *self = info->function->parameters[0];
            *tail = return_of(front, info, express_variable(front, self, info->location));
        }
    }
    info->function->body = body;
}
