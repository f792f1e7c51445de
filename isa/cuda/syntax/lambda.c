// SPDX-License-Identifier: Apache-2.0
// Lambda expressions, C++17 [expr.prim.lambda]: captures become fields of a closure class, whose
// operator() the class code parses. The captures of [=] and [&] are found by reading the body's
// names. A captured pack is one field for each element, and a pack of these fields in the class.
// Leaves out: conversion to a pointer to function.
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/scope.h"

#include <inttypes.h>

typedef struct Capture {
    const char *name;
    const Type *type;  // a reference if captured by reference
    Expression *value; // its initializer, in the scope of the lambda
} Capture;

typedef struct Captures {
    Capture *items;
    uint32_t count, room;
    const Symbol **packs;
    uint32_t pack_count;
    bool is_default, is_default_reference;
} Captures;

static bool is_captured(const Captures *captures, const char *name)
{
    for (uint32_t i = 0; i < captures->count; i++) {
        if (captures->items[i].name == name) {
            return true;
        }
    }
    return false;
}

static void add_capture(Front *front, Captures *captures, const char *name, Expression *value,
                        bool is_reference)
{
    if (express_is_error(value) || is_captured(captures, name)) {
        return;
    }
    captures->items = arena_room(front->arena, captures->items, captures->count, &captures->room,
                                 sizeof *captures->items);
    const Type *type =
        is_reference ? type_reference(&front->types, value->type, false) : value->type;
    captures->items[captures->count++] = (Capture){name, type, value};
}

// A name that no program can contain.
static const char *element_name(Front *front, const Symbol *pack, uint32_t index)
{
    return front_intern(front, arena_printf(front->arena, "%s#%" PRIu32, pack->name, index));
}

static void add_pack_name(Front *front, Captures *captures, const Symbol *pack)
{
    captures->packs = arena_grow(front->arena, captures->packs, captures->pack_count,
                                 captures->pack_count + 1u, sizeof *captures->packs);
    captures->packs[captures->pack_count++] = pack;
}

static void capture_pack(Front *front, Captures *captures, const Symbol *pack,
                         SourceLocation location, bool is_reference)
{
    for (uint32_t i = 0; i < captures->pack_count; i++) {
        if (captures->packs[i]->name == pack->name) {
            return;
        }
    }
    for (uint32_t i = 0; i < pack->element_count; i++) {
        add_capture(front, captures, element_name(front, pack, i),
                    express_symbol(front, pack->elements[i], location), is_reference);
    }
    add_pack_name(front, captures, pack);
}

// this, or a copy of *this
static void capture_this(Front *front, Captures *captures, bool is_copy, SourceLocation location)
{
    const char *name = front_intern(front, "this");
    if (is_captured(captures, name)) {
        return;
    }
    Expression *value = express_this(front, location);
    if (is_copy && !express_is_error(value)) {
        value = express_dereference(front, value, location);
    }
    add_capture(front, captures, name, value, false);
}

// Variables of this function, and the captures of the lambda around this one.
static bool is_capturable(const Symbol *symbol)
{
    if (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_REFERENCE) {
        return symbol->variable != NULL && symbol->variable->space == SPACE_AUTOMATIC;
    }
    return symbol->kind == SYMBOL_FIELD && symbol->home != NULL && symbol->home->is_closure;
}

static bool is_member_without_object(const Symbol *symbol)
{
    bool is_in_class =
        symbol->home != NULL && symbol->home->kind == SCOPE_CLASS && !symbol->home->is_closure;
    bool is_method = symbol->kind == SYMBOL_FUNCTION && symbol->function != NULL &&
                     symbol->function->is_method && !symbol->function->is_static;
    return is_in_class && (symbol->kind == SYMBOL_FIELD || is_method);
}

static bool is_capturable_pack(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_PACK &&
           (symbol->element_count == 0 || is_capturable(symbol->elements[0]));
}

// value, after "name =". The type is the one that `auto` would have.
static void capture_value_here(Front *front, Captures *captures, const char *name,
                               bool is_reference)
{
    Expression *value = parse_assignment(front);
    if (express_is_error(value) || express_is_list(value)) {
        return;
    }
    if (!is_reference) {
        value = express_value(front, value);
    }
    add_capture(front, captures, name, value, is_reference);
    if (!is_reference && is_captured(captures, name)) {
        Capture *capture = &captures->items[captures->count - 1];
        capture->type = capture->type->unqualified;
    }
}

// ... name = value: a field for each element of the packs in the value, C++20.
static void capture_pack_of_values(Front *front, Captures *captures, const char *name,
                                   bool is_reference)
{
    Symbol *pack = arena_alloc(front->arena, sizeof *pack);
    PackExpansion expansion;
    pack->kind = SYMBOL_PACK;
    pack->name = name;
    pack_begin_range(front, &expansion, front->at, pack_item_end(front));
    while (pack_next(front, &expansion)) {
        capture_value_here(front, captures, element_name(front, pack, pack->element_count++),
                           is_reference);
    }
    add_pack_name(front, captures, pack);
}

// [&] [...] name [...] [= value] | [*] this
static bool parse_capture(Front *front, Captures *captures)
{
    const Token *token = front_peek(front, 0);
    bool is_copy = front_accept(front, PUNCTUATOR_star);
    if (front_accept(front, KEYWORD_this)) {
        capture_this(front, captures, is_copy, token->location);
        return true;
    }
    bool is_reference = front_accept(front, PUNCTUATOR_ampersand);
    bool is_pack = front_accept(front, PUNCTUATOR_ellipsis);
    const Token *name = front_peek(front, 0);
    if (name->kind != TOKEN_NAME) {
        front_error(front, name->location, "expected a variable to capture");
        return false;
    }
    front->at++;
    if (front_accept(front, PUNCTUATOR_assign)) {
        if (is_pack) {
            capture_pack_of_values(front, captures, name->text, is_reference);
        } else {
            capture_value_here(front, captures, name->text, is_reference);
        }
        return true;
    }
    Symbol *symbol = scope_lookup(front, name->text);
    bool is_expansion = front_accept(front, PUNCTUATOR_ellipsis);
    symbol = is_expansion ? symbol : name_bound_symbol(front, symbol);
    if (symbol == NULL) {
        express_undeclared(front, name->text, name->location);
    } else if (is_expansion && is_capturable_pack(symbol)) {
        capture_pack(front, captures, symbol, name->location, is_reference);
    } else if (is_capturable(symbol)) {
        add_capture(front, captures, name->text, express_symbol(front, symbol, name->location),
                    is_reference);
    } else if (symbol->kind != SYMBOL_CONSTANT) {
        front_error(front, name->location, "'%s' cannot be captured: it is not a local variable",
                    name->text);
    }
    return true;
}

// [ captures ]
static void parse_captures(Front *front, Captures *captures)
{
    front->at++;
    const Token *token = front_peek(front, 0), *after = front_peek(front, 1);
    bool is_alone = after->id == PUNCTUATOR_comma || after->id == PUNCTUATOR_bracket_close;
    if (is_alone && (token->id == PUNCTUATOR_assign || token->id == PUNCTUATOR_ampersand)) {
        captures->is_default = true;
        captures->is_default_reference = token->id == PUNCTUATOR_ampersand;
        front->at++;
        front_accept(front, PUNCTUATOR_comma);
    }
    while (!front_is(front, PUNCTUATOR_bracket_close)) {
        if (!parse_capture(front, captures) || !front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    if (!front_expect(front, PUNCTUATOR_bracket_close, "the captures of a lambda")) {
        express_recover(front, PUNCTUATOR_bracket_close);
    }
}

static bool follows_member_access(const Front *front, uint32_t index)
{
    uint16_t before = index == 0 ? 0 : front->source->tokens[index - 1].id;
    return before == PUNCTUATOR_dot || before == PUNCTUATOR_arrow || before == PUNCTUATOR_scope;
}

// Captures the variables that the tokens name. If a local of the lambda has the same name, the
// capture is not used.
static void capture_names(Front *front, Captures *captures, TokenRange range)
{
    for (uint32_t i = range.first; i < range.end; i++) {
        const Token *token = &front->source->tokens[i];
        if (token->id == KEYWORD_this) {
            capture_this(front, captures, false, token->location);
        }
        if (token->kind != TOKEN_NAME || follows_member_access(front, i)) {
            continue;
        }
        Symbol *symbol = name_bound_symbol(front, scope_lookup(front, token->text));
        if (symbol == NULL) {
            continue;
        }
        if (is_capturable_pack(symbol)) {
            capture_pack(front, captures, symbol, token->location, captures->is_default_reference);
        } else if (is_capturable(symbol) &&
                   express_cuda_variable(front, symbol, token->location) == NULL) {
            add_capture(front, captures, token->text,
                        express_symbol(front, symbol, token->location),
                        captures->is_default_reference);
        } else if (is_member_without_object(symbol) && front->this_symbol != NULL) {
            capture_this(front, captures, false, token->location);
        }
    }
}

// From the parameters to the end of the body; *is_mutable: `mutable` is between them.
static TokenRange lambda_range(Front *front, bool *is_mutable)
{
    TokenRange range = {front->at, front->at};
    FrontPlace place = front_place(front);
    if (front_is(front, PUNCTUATOR_paren_open)) {
        front_skip_balanced(front);
    }
    while (!front_is(front, PUNCTUATOR_brace_open) && front_peek(front, 0)->kind != TOKEN_END &&
           !front_is(front, PUNCTUATOR_semicolon)) {
        *is_mutable = *is_mutable || front_is(front, KEYWORD_mutable);
        front_skip_balanced(front);
    }
    if (front_is(front, PUNCTUATOR_brace_open)) {
        front_skip_balanced(front);
    }
    range.end = front->at;
    front_return(front, place);
    return range;
}

static void add_pack(Front *front, Scope *scope, const Symbol *captured, SourceLocation location)
{
    Symbol *pack = scope_add(front, scope, SYMBOL_PACK, captured->name, location);
    pack->element_count = captured->element_count;
    pack->elements = arena_alloc(front->arena, (pack->element_count + 1u) * sizeof(Symbol *));
    for (uint32_t i = 0; i < pack->element_count; i++) {
        pack->elements[i] = scope_find_here(scope, element_name(front, captured, i));
        if (pack->elements[i] == NULL) { // its capture had errors
            pack->element_count = i;
        }
    }
}

static const Type *closure_class(Front *front, const Captures *captures, SourceLocation location)
{
    const char **names = arena_alloc(front->arena, (captures->count + 1u) * sizeof *names);
    const Type **types = arena_alloc(front->arena, (captures->count + 1u) * sizeof *types);
    for (uint32_t i = 0; i < captures->count; i++) {
        names[i] = captures->items[i].name;
        types[i] = captures->items[i].type;
    }
    const Type *type = class_from_captures(front, names, types, captures->count, location);
    for (uint32_t i = 0; type != NULL && i < captures->pack_count; i++) {
        add_pack(front, class_scope(type), captures->packs[i], location);
    }
    return type;
}

static Expression *capture_value(Front *front, Expression *object, const Capture *capture,
                                 const Field *field, SourceLocation location)
{
    Expression *member = express_field(front, object, field, location);
    if (type_is_reference(capture->type)) {
        Expression *pointer = convert_to(front, capture->value, capture->type, location, "capture");
        return express_is_error(pointer) ? pointer
                                         : express_assignment(front, member, pointer, location);
    }
    return capture->type->kind == TYPE_ARRAY
               ? construct_copied_array(front, member, capture->value, construct_copy, location)
               : initial_value(front, member, capture->value, location);
}

static Expression *closure_object(Front *front, const Type *type, const Captures *captures,
                                  SourceLocation location)
{
    Variable *variable = express_local(front, type, NULL, location);
    Expression *object = express_new(front, EXPRESSION_TEMPORARY, type, location);
    object->variable = variable;
    object->is_lvalue = true;
    Expression *place = express_variable(front, variable, location);
    for (uint32_t i = 0; i < captures->count && i < type->class_->field_count; i++) {
        Expression *step =
            capture_value(front, place, &captures->items[i], &type->class_->fields[i], location);
        if (step != NULL && express_is_error(step)) {
            return step;
        }
        object->a = express_comma(front, object->a, step);
    }
    return object;
}

// Closures of one function, class or namespace whose calls take the same parameters are numbered.
// One that is read again, as after a trial, keeps its number; another element of a pack gets one.
typedef struct ClosureNote {
    const Type *closure;
    const void *place;
    const Type *parameters; // of the call, as a function type without result; NULL: generic
    uint32_t token;         // the '[': a macro may make several at one location
    uint32_t reading, number;
    struct ClosureNote *next;
} ClosureNote;

static const void *place_of_closure(const Front *front, const Scope *scope)
{
    while (scope->kind != SCOPE_FUNCTION && scope->kind != SCOPE_CLASS &&
           scope->kind != SCOPE_NAMESPACE && scope->parent != NULL) {
        scope = scope->parent;
    }
    return scope->kind == SCOPE_FUNCTION ? (const void *)front->function : scope;
}

static void number_closure(Front *front, const Type *closure, const FunctionInfo *call,
                           uint32_t token)
{
    const Type *type = call == NULL ? NULL : call->type;
    const Type *parameters =
        type == NULL ? NULL
                     : type_function(&front->types, type_basic(&front->types, TYPE_VOID),
                                     type->parameters, type->parameter_count, false, 0);
    uint32_t number = 0;
    Scope *scope = class_scope(closure);
    const void *place = place_of_closure(front, scope->parent);
    for (const ClosureNote *at = front->closures; at != NULL; at = at->next) {
        if (at->place != place || at->parameters != parameters) {
            continue;
        }
        if (at->token == token && at->reading == front->reading) {
            scope->discriminator = at->number;
            return;
        }
        number = at->number >= number ? at->number + 1 : number;
    }
    ClosureNote *note = arena_alloc(front->arena, sizeof *note);
    *note =
        (ClosureNote){closure, place, parameters, token, front->reading, number, front->closures};
    front->closures = note;
    scope->discriminator = number;
}

static bool has_captures(const Type *closure, const Captures *captures)
{
    const Class *class_ = closure->class_;
    bool is_same = class_->field_count == captures->count;
    for (uint32_t i = 0; is_same && i < captures->count; i++) {
        const Symbol *symbol = scope_find_here(class_->scope, captures->items[i].name);
        is_same = symbol != NULL && symbol->kind == SYMBOL_FIELD &&
                  symbol->type == captures->items[i].type;
    }
    return is_same;
}

// The closure that these tokens made before, in the same scope, as when the arguments of a class
// template are first read to deduce its arguments; NULL if there is none.
static const Type *closure_again(Front *front, const Captures *captures, uint32_t token)
{
    for (const ClosureNote *at = front->closures; at != NULL; at = at->next) {
        const Scope *scope = class_scope(at->closure);
        if (scope->parent == front->scope && at->reading == front->reading && at->token == token &&
            has_captures(at->closure, captures)) {
            return at->closure;
        }
    }
    return NULL;
}

// lambda-expression: [ captures ] [( parameters ) specifiers [-> type]] { body }
Expression *parse_lambda(Front *front)
{
    SourceLocation location = front_here(front);
    uint32_t token = front->at;
    if (front->function == NULL) {
        front_error(front, location, "lambdas outside of functions are not supported");
        express_recover(front, PUNCTUATOR_brace_close);
        return express_error(front, location);
    }
    Captures captures = {0};
    bool was_angle = front->is_angle, is_mutable = false;
    front->is_angle = false;
    parse_captures(front, &captures);
    TokenRange range = lambda_range(front, &is_mutable);
    if (captures.is_default) {
        capture_names(front, &captures, range);
    }
    const Type *type = closure_again(front, &captures, token);
    if (type == NULL) {
        type = closure_class(front, &captures, location);
        FunctionInfo *call = type == NULL ? NULL : class_add_call(front, type, is_mutable);
        if (type != NULL) {
            number_closure(front, type, call, token); // a generic one has a template instead
        }
    }
    front->is_angle = was_angle;
    if (front->at < range.end) {
        front->at = range.end;
    }
    return type == NULL ? express_error(front, location)
                        : closure_object(front, type, &captures, location);
}
