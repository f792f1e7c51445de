// SPDX-License-Identifier: Apache-2.0
// Implicit parts of construction and destruction, C++17 [class.base.init]. Bases and members are
// constructed in order of declaration, each by its initializer in the list, by its default member
// initializer, or by default; they are destroyed in the opposite order.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/cast.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"
#include "isa/cuda/syntax/virtual.h"

#include <string.h>

Expression *class_this_object(Front *front, FunctionInfo *info)
{
    Variable *variable = info->function->parameters[0];
    Expression *pointer = express_new(front, EXPRESSION_VARIABLE, variable->type, info->location);
    pointer->variable = variable;
    pointer->is_lvalue = true;
    // A constructor may write to members that are const elsewhere.
    Expression *object = express_new(front, EXPRESSION_DEREFERENCE,
                                     variable->type->base->unqualified, info->location);
    object->a = pointer;
    object->is_lvalue = true;
    return object;
}

Expression *class_member_object(Front *front, Expression *object, const Field *field)
{
    Expression *member =
        express_new(front, EXPRESSION_MEMBER, field->type->unqualified, object->location);
    member->a = object;
    member->field = field;
    member->is_lvalue = true;
    return member;
}

void class_append(Front *front, Statement ***tail, Expression *expression)
{
    if (expression == NULL) {
        return;
    }
    Statement *statement = arena_alloc(front->arena, sizeof *statement);
    statement->kind = STATEMENT_EXPRESSION;
    statement->location = expression->location;
    statement->a = expression;
    **tail = statement;
    *tail = &statement->next;
}

typedef struct MemberInitializer {
    const char *name; // of a member
    const Type *base; // or a base class, or the class itself
    uint32_t at;      // of its '(' or '{'
    bool is_used;
    const PackExpansion *expansion; // that it is an element of, or NULL
    uint32_t element;
    SourceLocation location;
} MemberInitializer;

typedef struct InitializerList {
    MemberInitializer *items;
    uint32_t count;
} InitializerList;

static bool parse_initializer_name(Front *front, const Scope *scope, MemberInitializer *item)
{
    const Token *token = front_peek(front, 0);
    item->location = token->location;
    Symbol *symbol = token->kind == TOKEN_NAME ? scope_find_here(scope, token->text) : NULL;
    if (symbol != NULL && symbol->kind == SYMBOL_FIELD && symbol->home == scope) {
        item->name = token->text;
        front->at++;
        return true;
    }
    front_accept(front, KEYWORD_typename);
    NameReference name;
    if (!parse_name(front, &name)) {
        return false;
    }
    if (name.symbol->kind != SYMBOL_TYPE) {
        front_error(front, item->location, "'%s' is not a member or base class", name.name);
        return false;
    }
    item->base = name.symbol->type->unqualified;
    return true;
}

// One initializer, or those of all elements of "Bases(values)...".
static void begin_initializer(Front *front, PackExpansion *expansion)
{
    FrontPlace before = front_place(front);
    while (!front_is(front, PUNCTUATOR_paren_open) && !front_is(front, PUNCTUATOR_brace_open) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        front->at++;
    }
    front_skip_balanced(front);
    uint32_t end = front->at;
    bool is_expansion = front_is(front, PUNCTUATOR_ellipsis);
    front_return(front, before);
    *expansion = (PackExpansion){.count = 1};
    if (is_expansion) {
        pack_begin_range(front, expansion, front->at, end);
    }
}

static bool parse_member_initializer(Front *front, const FunctionInfo *info,
                                     const PackExpansion *expansion, InitializerList *list)
{
    MemberInitializer item = {0};
    if (!parse_initializer_name(front, info->home, &item)) {
        return false;
    }
    item.at = front->at;
    if (!front_is(front, PUNCTUATOR_paren_open) && !front_is(front, PUNCTUATOR_brace_open)) {
        front_error(front, front_here(front), "expected '(' or '{' with the initializer");
        return false;
    }
    front_skip_balanced(front);
    item.expansion = expansion->is_expansion ? expansion : NULL;
    item.element = expansion->next;
    list->items =
        arena_grow(front->arena, list->items, list->count, list->count + 1u, sizeof *list->items);
    list->items[list->count++] = item;
    return true;
}

static InitializerList parse_list(Front *front, FunctionInfo *info)
{
    InitializerList list = {0};
    if (info->initializers.end == 0) {
        return list;
    }
    front->at = info->initializers.first + 1;
    front->half_of_token = 0;
    bool is_read = true;
    do {
        PackExpansion *expansion = arena_alloc(front->arena, sizeof *expansion);
        for (begin_initializer(front, expansion); is_read && pack_next(front, expansion);) {
            is_read = parse_member_initializer(front, info, expansion, &list);
        }
    } while (is_read && front_accept(front, PUNCTUATOR_comma));
    return list;
}

static MemberInitializer *find_item(InitializerList *list, const Field *field)
{
    for (uint32_t i = 0; i < list->count; i++) {
        MemberInitializer *item = &list->items[i];
        bool is_it = field->is_base ? item->base == field->type->unqualified
                                    : item->name != NULL && item->name == field->name;
        if (is_it) {
            item->is_used = true;
            return item;
        }
    }
    return NULL;
}

// A reference member keeps the address of what it is bound to.
static Expression *bind_reference(Front *front, Expression *member)
{
    SourceLocation location = front_here(front);
    if (!front_accept(front, PUNCTUATOR_assign)) {
        front->at++;
    }
    Expression *value = parse_assignment(front);
    if (value == NULL) {
        return NULL;
    }
    if (!value->is_lvalue) {
        front_error(front, location, "reference member cannot be bound to a temporary");
        return NULL;
    }
    Expression *address =
        express_new(front, EXPRESSION_ADDRESS, type_pointer(&front->types, value->type), location);
    address->a = value;
    Expression *assign = express_new(front, EXPRESSION_ASSIGN, member->type, location);
    assign->a = member;
    assign->b = convert_implicit(front, address, member->type, location, "initialization");
    assign->is_lvalue = true;
    return assign;
}

static Expression *construct_field(Front *front, Expression *member, const Symbol *symbol,
                                   uint32_t at)
{
    uint32_t since = temporaries_begin(front);
    front->at = at;
    front->half_of_token = 0;
    Expression *made = symbol != NULL && type_is_reference(symbol->type)
                           ? bind_reference(front, member)
                           : parse_object_initializer(front, member);
    return temporaries_end(front, made, since);
}

static bool is_constructed_by_default(const Field *field)
{
    const Type *type = field->type;
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    const Scope *scope = class_scope(type);
    return scope != NULL && !scope->is_default_trivial;
}

// A token at which no initializer begins: the end of the file (the body's '{' would begin one).
static uint32_t place_without_initializer(const Front *front)
{
    return front->source->token_count; // TOKEN_END
}

// The base, constructed by its own constructor from the arguments of the inheriting one.
static Expression *construct_inherited(Front *front, FunctionInfo *info, Expression *base)
{
    uint32_t count = info->type->parameter_count;
    Expression **arguments = arena_alloc(front->arena, (count + 1u) * sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        const Type *type = info->type->parameters[i];
        Expression *given =
            express_variable(front, info->function->parameters[i + 1], info->location);
        if (type_is_reference(type)) {
            given = express_dereference(front, express_value(front, given), info->location);
        }
        if (type->kind != TYPE_REFERENCE) {
            type = type_reference(&front->types, type, true);
            given = cast_explicit(front, given, type, info->location);
        }
        arguments[i] = given;
    }
    return call_function(front, info->inherited, base, arguments, count, info->location);
}

static void construct_fields(Front *front, FunctionInfo *info, InitializerList *list, bool is_bases,
                             Statement ***tail)
{
    const Class *class_ = info->home->class_;
    const Scope *scope = info->home;
    Expression *self = class_this_object(front, info);
    bool is_one_chosen = false;
    for (uint32_t i = scope->has_own_vptr; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        Symbol *symbol = scope->drafts[i].symbol;
        if (field->is_base != is_bases) {
            continue;
        }
        MemberInitializer *item = find_item(list, field);
        bool has_default = symbol != NULL && symbol->initializer.end != 0;
        if (class_->is_union && is_one_chosen) {
            break;
        }
        bool is_inherited = info->inherited != NULL && field->is_base &&
                            class_scope(field->type) == info->inherited->home;
        if (item == NULL && !has_default && !is_inherited &&
            (class_->is_union || !is_constructed_by_default(field))) {
            continue;
        }
        is_one_chosen = true;
        Expression *member = class_member_object(front, self, field);
        if (is_inherited) {
            class_append(front, tail, construct_inherited(front, info, member));
            continue;
        }
        Scope *here = front->scope;
        uint32_t reading = front->reading;
        if (item == NULL) {
            front->scope = info->home; // a default member initializer sees no parameters
            front_read_again(front);
        }
        uint32_t at = item != NULL  ? item->at
                      : has_default ? symbol->initializer.first
                                    : place_without_initializer(front);
        const PackExpansion *expansion = item != NULL ? item->expansion : NULL;
        if (expansion != NULL) {
            pack_select(expansion, item->element);
        }
        class_append(front, tail, construct_field(front, member, symbol, at));
        if (expansion != NULL) {
            pack_select(expansion, 0);
        }
        front->scope = here;
        front->reading = reading;
    }
}

// Members of anonymous structs and unions are named in the list like the class's own.
static void construct_lifted(Front *front, FunctionInfo *info, InitializerList *list,
                             Statement ***tail)
{
    for (uint32_t i = 0; i < list->count; i++) {
        MemberInitializer *item = &list->items[i];
        Symbol *symbol =
            item->is_used || item->name == NULL ? NULL : scope_find_here(info->home, item->name);
        if (symbol != NULL && symbol->kind == SYMBOL_FIELD) {
            item->is_used = true;
            if (symbol->field == NULL) { // its declaration had errors
                continue;
            }
            Expression *self = class_this_object(front, info);
            Expression *member = express_path(front, self, symbol->field, item->location);
            class_append(front, tail, construct_field(front, member, symbol, item->at));
        }
    }
}

static bool construct_by_delegation(Front *front, FunctionInfo *info, InitializerList *list,
                                    Statement ***tail)
{
    if (list->count != 1 || list->items[0].base != info->home->type) {
        return false;
    }
    Expression *self = class_this_object(front, info);
    class_append(front, tail, construct_field(front, self, NULL, list->items[0].at));
    return true;
}

Statement *class_construct(Front *front, FunctionInfo *info)
{
    Statement *first = NULL;
    Statement **tail = &first;
    FrontPlace before = front_place(front);
    front->is_angle = false;
    if (front->this_symbol == NULL) { // an implicit constructor: no parameters were declared
        express_set_this(front, class_this_object(front, info));
    }
    InitializerList list = parse_list(front, info);
    if (!construct_by_delegation(front, info, &list, &tail)) {
        construct_fields(front, info, &list, true, &tail);
        virtual_set_pointers(front, info, &tail);
        construct_fields(front, info, &list, false, &tail);
        construct_lifted(front, info, &list, &tail);
        for (uint32_t i = 0; i < list.count; i++) {
            if (!list.items[i].is_used) {
                front_error(front, list.items[i].location,
                            "'%s' has no such direct base class or member",
                            info->home->class_->name);
            }
        }
    }
    front_return(front, before);
    return first;
}

static void destroy(Front *front, Expression *object, const Scope *scope, SourceLocation location,
                    Statement ***tail)
{
    const char *name = front_intern(front, NAME_OF_DESTRUCTOR);
    Symbol *symbol = scope_find_here(scope, name);
    if (symbol != NULL) {
        NameReference reference = {
            .symbol = symbol, .name = name, .qualifier = (Scope *)scope, .location = location};
        class_append(front, tail,
                     call_overloads(front, symbol, &reference, object, NULL, 0, location));
    }
}

Statement *class_destruct(Front *front, FunctionInfo *info)
{
    Statement *first = NULL;
    Statement **tail = &first;
    const Class *class_ = info->home->class_;
    if (class_->is_union) {
        return NULL;
    }
    Expression *self = class_this_object(front, info);
    for (uint32_t i = class_->field_count; i-- > 0;) {
        const Field *field = &class_->fields[i];
        const Scope *scope = class_scope(field->type);
        if (field->type->kind == TYPE_ARRAY) {
            Expression *array = class_member_object(front, self, field);
            class_append(front, &tail, construct_destroy(front, array, info->location));
        }
        if (scope != NULL && scope->has_destructor) {
            destroy(front, class_member_object(front, self, field), scope, info->location, &tail);
        }
    }
    return first;
}
