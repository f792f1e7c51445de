// SPDX-License-Identifier: Apache-2.0
// Loops over arrays and over classes with begin() and end(), and structured bindings; C++17
// [stmt.ranged], [dcl.struct.bind]. Tuple-like classes are refused by name.
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"

// Whether "declaration :" comes before the next ';' within the parentheses of `for`.
bool statement_is_range_for(Front *front)
{
    uint32_t depth = 0, questions = 0;
    for (uint32_t ahead = 0;; ahead++) {
        const Token *token = front_peek(front, ahead);
        switch (token->id) {
        case PUNCTUATOR_paren_open:
        case PUNCTUATOR_bracket_open:
        case PUNCTUATOR_brace_open: depth++; break;
        case PUNCTUATOR_paren_close:
        case PUNCTUATOR_bracket_close:
        case PUNCTUATOR_brace_close:
            if (depth == 0) {
                return false;
            }
            depth--;
            break;
        case PUNCTUATOR_question: questions++; break;
        case PUNCTUATOR_colon:
            if (depth == 0 && questions == 0) {
                return true;
            }
            questions -= questions > 0;
            break;
        case PUNCTUATOR_semicolon:
            if (depth == 0) {
                return false;
            }
            break;
        default:
            if (token->kind == TOKEN_END) {
                return false;
            }
        }
    }
}

static Statement *local_initialize(Front *front, Symbol *symbol, const Type *type,
                                   Expression *value, uint32_t since, SourceLocation location)
{
    Statement *declare = statement_new(front, STATEMENT_DECLARE, location);
    Variable *variable = symbol->variable;
    declare->variable = variable;
    if (initial_has_auto(type)) {
        type = initial_deduce_auto(front, type, value, false, location);
    }
    statement_set_type(symbol, type);
    Expression *made;
    if (type_is_reference(type)) {
        variable->type = type_pointer(&front->types, type->base);
        Expression *pointer = convert_to(front, value, type, location, "initialization");
        temporary_extend(front, pointer);
        made = express_is_error(pointer)
                   ? pointer
                   : express_assignment(front, express_variable(front, variable, location), pointer,
                                        location);
    } else {
        variable->type = type;
        made = initial_value(front, express_variable(front, variable, location), value, location);
    }
    variable->align_bytes = type_align(variable->type);
    declare->a =
        made == NULL || express_is_error(made) ? NULL : temporaries_end(front, made, since);
    return declare;
}

// ---- structured bindings

typedef struct BindingNames {
    const char **names;
    SourceLocation *locations;
    uint32_t count;
} BindingNames;

// [ name, name ... ]
static BindingNames parse_names(Front *front)
{
    BindingNames names = {0};
    front->at++;
    while (front_peek(front, 0)->kind == TOKEN_NAME) {
        const Token *token = front_peek(front, 0);
        names.names = arena_grow(front->arena, names.names, names.count, names.count + 1u,
                                 sizeof *names.names);
        names.locations = arena_grow(front->arena, names.locations, names.count, names.count + 1u,
                                     sizeof *names.locations);
        names.names[names.count] = token->text;
        names.locations[names.count++] = token->location;
        front->at++;
        if (!front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    if (!front_expect(front, PUNCTUATOR_bracket_close, "the names of a structured binding")) {
        express_recover(front, PUNCTUATOR_bracket_close);
    }
    return names;
}

// The fields of the class itself or of its only base that has fields.
static const Class *class_with_fields(const Class *class_)
{
    if (class_->field_count == 1 && class_->fields[0].is_base) {
        return class_with_fields(class_->fields[0].type->class_);
    }
    return class_;
}

static Expression *binding_part(Front *front, Expression *object, uint32_t index, uint32_t count,
                                SourceLocation location)
{
    if (object->type->kind == TYPE_ARRAY) {
        if (count != object->type->count) {
            return NULL;
        }
        Expression *at = express_integer(front, TYPE_INT, index, location);
        return express_subscript(front, object, at, location);
    }
    const Class *class_ = class_with_fields(object->type->class_);
    object = express_to_base(front, object, class_, location);
    bool is_plain = object != NULL && class_->field_count == count;
    for (uint32_t i = 0; is_plain && i < class_->field_count; i++) {
        is_plain = class_->fields[i].name != NULL && class_->fields[i].bit_width == 0;
    }
    if (!is_plain) {
        return NULL;
    }
    const Symbol *symbol = scope_find_here(class_->scope, class_->fields[index].name);
    Expression *member = express_field(front, object, &class_->fields[index], location);
    bool is_reference =
        symbol != NULL && symbol->kind == SYMBOL_FIELD && type_is_reference(symbol->type);
    return is_reference ? express_dereference(front, member, location) : member;
}

// Names for the parts of `object`: each is a reference.
static void bind_names(Front *front, const BindingNames *names, Expression *object,
                       Statement ***tail)
{
    bool is_possible = object->type->kind == TYPE_ARRAY || object->type->kind == TYPE_CLASS;
    for (uint32_t i = 0; i < names->count; i++) {
        Expression *part =
            is_possible ? binding_part(front, object, i, names->count, names->locations[i]) : NULL;
        if (part == NULL) {
            front_error(front, names->locations[i], "'%s' cannot be decomposed into %u names",
                        express_type_text(front, object->type), names->count);
            part = express_variable(front,
                                    express_local(front, type_basic(&front->types, TYPE_INT), NULL,
                                                  names->locations[i]),
                                    names->locations[i]);
            is_possible = false;
        }
        const Type *type = type_reference(&front->types, part->type, false);
        Symbol *symbol = statement_declare(front, names->names[i], type, names->locations[i]);
        statement_append(tail, local_initialize(front, symbol, type, part, temporaries_begin(front),
                                                names->locations[i]));
    }
}

static Statement *bind_value(Front *front, const BindingNames *names, const Type *type,
                             Expression *value, uint32_t since, SourceLocation location)
{
    Statement *first = NULL, **tail = &first;
    Symbol *whole = statement_declare(front, NULL, type, location);
    if (value->type->kind == TYPE_ARRAY && !type_is_reference(type)) { // a copy of the array
        whole->variable->type =
            type_qualified(&front->types, value->type->unqualified, type->qualifiers);
        statement_set_type(whole, whole->variable->type);
        Statement *declare = statement_new(front, STATEMENT_DECLARE, location);
        declare->variable = whole->variable;
        declare->a =
            construct_copied_array(front, express_variable(front, whole->variable, location), value,
                                   construct_copy, location);
        statement_append(&tail, declare);
    } else {
        statement_append(&tail, local_initialize(front, whole, type, value, since, location));
    }
    Expression *object = express_symbol(front, whole, location);
    if (object->type->kind == TYPE_CLASS) {
        class_complete(front, object->type, location);
    }
    bind_names(front, names, object, &tail);
    return first;
}

Statement *parse_structured_binding(Front *front, const Type *type)
{
    SourceLocation location = front_here(front);
    BindingNames names = parse_names(front);
    uint32_t since = temporaries_begin(front);
    Expression *value = NULL;
    if (front_accept(front, PUNCTUATOR_assign)) {
        value = parse_assignment(front);
    } else if (front_is(front, PUNCTUATOR_brace_open) || front_is(front, PUNCTUATOR_paren_open)) {
        TokenId close = front_is(front, PUNCTUATOR_brace_open) ? PUNCTUATOR_brace_close
                                                               : PUNCTUATOR_paren_close;
        ExpressionList list = {0};
        front->at++;
        parse_arguments(front, &list, close);
        value = list.count == 1 ? list.items[0] : NULL;
    }
    Statement *list = NULL;
    if (value == NULL) {
        front_error(front, location, "structured binding requires one initializer");
    } else if (!express_is_error(value) && !express_is_list(value)) {
        list = bind_value(front, &names, type, value, since, location);
    }
    front_expect(front, PUNCTUATOR_semicolon, "a structured binding");
    return list;
}

// ---- for ( declaration : range )

typedef struct RangeDeclaration {
    const Type *type;
    const char *name; // or
    BindingNames names;
    uint32_t since; // the temporaries of full expressions around the loop
    SourceLocation location;
} RangeDeclaration;

static bool parse_range_declaration(Front *front, RangeDeclaration *declaration)
{
    FrontPlace before = front_place(front);
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type != NULL && specifiers.type->unqualified->kind == TYPE_AUTO) {
        declaration->type = parse_pointer_operators(front, specifiers.type);
    } else {
        front_return(front, before);
        declaration->type = parse_type_id(front);
    }
    const Token *token = front_peek(front, 0);
    declaration->location = token->location;
    if (token->id == PUNCTUATOR_bracket_open) {
        declaration->names = parse_names(front);
    } else if (token->kind == TOKEN_NAME) {
        declaration->name = token->text;
        front->at++;
    }
    return declaration->type != NULL &&
           (declaration->name != NULL || declaration->names.count > 0) &&
           front_expect(front, PUNCTUATOR_colon, "the variable of a range-based 'for'");
}

// { declaration = element; statement }
static Statement *range_body(Front *front, const RangeDeclaration *declaration, Expression *element)
{
    Statement *block = statement_new(front, STATEMENT_COMPOUND, declaration->location);
    Statement **tail = &block->first;
    Loop loop = {.outer = front->loop, .block = front->body->block};
    front->loop = &loop;
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    if (declaration->names.count > 0) {
        statement_append(&tail, bind_value(front, &declaration->names, declaration->type, element,
                                           declaration->since, declaration->location));
    } else {
        Symbol *symbol =
            statement_declare(front, declaration->name, declaration->type, declaration->location);
        statement_append(&tail, local_initialize(front, symbol, declaration->type, element,
                                                 declaration->since, declaration->location));
        block_watch_variable(front, symbol->variable);
    }
    statement_append(&tail, parse_statement(front));
    block->end = front_here(front);
    block_close(front, &tail, block->end);
    scope_pop(front);
    front->loop = loop.outer;
    return block;
}

static Statement *array_loop(Front *front, const RangeDeclaration *declaration, Expression *array,
                             SourceLocation location)
{
    const Type *type = type_basic(&front->types, TYPE_INT);
    Symbol *index = statement_declare(front, NULL, type, location);
    Statement *loop = statement_new(front, STATEMENT_FOR, location);
    Expression *use = express_symbol(front, index, location);
    loop->initial =
        local_initialize(front, index, type, express_integer(front, TYPE_INT, 0, location),
                         declaration->since, location);
    Expression *count = express_integer(front, TYPE_INT, array->type->count, location);
    loop->a = express_binary(front, EXPRESSION_LESS, use, count, location);
    loop->b = express_step(front, EXPRESSION_PRE_INCREMENT, use, location);
    loop->body = range_body(front, declaration, express_subscript(front, array, use, location));
    return loop;
}

// range.begin(), or begin(range) by argument-dependent lookup.
static Expression *range_end(Front *front, Expression *range, const char *name,
                             SourceLocation location)
{
    name = front_intern(front, name);
    Scope *scope = class_scope(range->type);
    if (scope != NULL && scope_find_member(front, scope, name, NULL) != NULL) {
        ExpressionList none = {0};
        return call_expression(front, express_member(front, range, name, location), &none,
                               location);
    }
    NameReference reference = {.name = name, .location = location};
    Expression **arguments = arena_alloc(front->arena, sizeof *arguments);
    arguments[0] = range;
    return call_overloads(front, NULL, &reference, NULL, arguments, 1, location);
}

static Statement *class_loop(Front *front, const RangeDeclaration *declaration, Expression *range,
                             Statement ***tail, SourceLocation location)
{
    const Type *type = type_auto(&front->types);
    Symbol *at = statement_declare(front, NULL, type, location);
    Symbol *end = statement_declare(front, NULL, type, location);
    uint32_t since = declaration->since;
    Expression *first = range_end(front, range, "begin", location);
    statement_append(tail, local_initialize(front, at, type, first, since, location));
    block_watch_variable(front, at->variable);
    Expression *last = range_end(front, range, "end", location);
    statement_append(tail, local_initialize(front, end, type, last, since, location));
    block_watch_variable(front, end->variable);
    Statement *loop = statement_new(front, STATEMENT_FOR, location);
    Expression *use = express_symbol(front, at, location);
    loop->a = express_condition(front,
                                express_binary(front, EXPRESSION_NOT_EQUAL, use,
                                               express_symbol(front, end, location), location),
                                "condition of 'for'");
    loop->a = temporaries_end_value(front, loop->a, since);
    loop->b =
        statement_discarded(front, express_step(front, EXPRESSION_PRE_INCREMENT, use, location));
    loop->b = temporaries_end(front, loop->b, since);
    Expression *element = express_unary(front, PUNCTUATOR_star, use, location);
    loop->body = range_body(front, declaration, element);
    return loop;
}

// The one type of all elements, as `auto` of a brace list has it; NULL if there is none.
static const Type *type_of_elements(Front *front, const ListInitializer *list)
{
    const Type *found = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        Expression *value = list->elements[i].value;
        if (express_is_list(value) || express_is_overloads(value)) {
            return NULL;
        }
        const Type *type = type_decayed(&front->types, value->type)->unqualified;
        if (found != NULL && found != type) {
            return NULL;
        }
        found = type;
    }
    return found;
}

// { value, ... }: the array behind a std::initializer_list.
static Expression *parse_listed_range(Front *front, uint32_t since, Statement ***tail,
                                      SourceLocation location)
{
    Expression *list = parse_braced_list(front);
    if (express_is_error(list)) {
        return list;
    }
    const Type *element = type_of_elements(front, express_list(list));
    if (element == NULL) {
        front_error(front, location, "the values of the range must have one type");
        return express_error(front, location);
    }
    element = type_qualified(&front->types, element, QUALIFIER_CONST);
    const Type *type = type_array(&front->types, element, express_list(list)->count);
    Symbol *symbol = statement_declare(front, NULL, type, location);
    statement_append(tail, local_initialize(front, symbol, type, list, since, location));
    block_watch_variable(front, symbol->variable);
    return express_symbol(front, symbol, location);
}

static Expression *parse_range(Front *front, uint32_t since, Statement ***tail,
                               SourceLocation location)
{
    if (front_is(front, PUNCTUATOR_brace_open)) {
        return parse_listed_range(front, since, tail, location);
    }
    Expression *range = parse_expression(front);
    if (express_is_error(range) || range->kind == EXPRESSION_VARIABLE) {
        return range;
    }
    const Type *type = type_reference(&front->types, type_auto(&front->types), true);
    Symbol *symbol = statement_declare(front, NULL, type, location);
    statement_append(tail, local_initialize(front, symbol, type, range, since, location));
    return express_symbol(front, symbol, location);
}

// The cursor is after "for (".
Statement *parse_range_for(Front *front, SourceLocation location)
{
    Statement *block = statement_new(front, STATEMENT_COMPOUND, location);
    Statement **tail = &block->first;
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    RangeDeclaration declaration = {.since = temporaries_begin(front)};
    Expression *range = NULL;
    if (parse_range_declaration(front, &declaration)) {
        range = parse_range(front, declaration.since, &tail, location);
    }
    if (!front_expect(front, PUNCTUATOR_paren_close, "the range of 'for'")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    bool is_array = range != NULL && range->type->kind == TYPE_ARRAY;
    if (range == NULL || express_is_error(range) ||
        (!is_array && range->type->kind != TYPE_CLASS)) {
        if (range != NULL && !express_is_error(range)) {
            front_error(front, range->location, "range-based 'for' cannot iterate over a '%s'",
                        express_type_text(front, range->type));
        }
        statement_skip(front);
    } else {
        statement_append(&tail, is_array ? array_loop(front, &declaration, range, location)
                                         : class_loop(front, &declaration, range, &tail, location));
    }
    block->end = front_here(front);
    block_close(front, &tail, block->end);
    scope_pop(front);
    return block;
}
