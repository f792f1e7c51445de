// SPDX-License-Identifier: Apache-2.0
// The name that a declarator declares: plain, qualified, with template arguments, of an operator, a
// conversion, a constructor or a destructor.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

const char *parse_operator_name(Front *front, const Type **conversion)
{
    front_expect(front, KEYWORD_operator, NULL);
    const Token *token = front_peek(front, 0);
    if (token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_bracket_open) {
        front->at++;
        front_expect(front,
                     token->id == PUNCTUATOR_paren_open ? PUNCTUATOR_paren_close
                                                        : PUNCTUATOR_bracket_close,
                     "operator");
        return front_operator_name(front, (TokenId)token->id);
    }
    if (token->kind == TOKEN_PUNCTUATOR) {
        front->at++;
        return front_operator_name(front, (TokenId)token->id);
    }
    if (token->kind == TOKEN_STRING) {
        const Token *suffix = front_peek(front, 1);
        front->at += suffix->kind == TOKEN_NAME ? 2 : 1;
        return front_literal_operator(front, suffix->kind == TOKEN_NAME ? suffix->text : "");
    }
    if (token->id == KEYWORD_new || token->id == KEYWORD_delete) {
        front->at++;
        if (front_accept(front, PUNCTUATOR_bracket_open)) {
            front_expect(front, PUNCTUATOR_bracket_close, "operator");
        }
        return front_operator_name(front, (TokenId)token->id);
    }
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type == NULL) {
        front_error(front, token->location, "expected an operator or a type after 'operator'");
        specifiers.type = type_basic(&front->types, TYPE_INT);
    }
    const Type *type = parse_pointer_operators(front, specifiers.type);
    if (conversion != NULL) {
        *conversion = type;
    }
    return front_intern(front, NAME_OF_CONVERSION);
}

static bool is_ancestor(const Scope *ancestor, const Scope *scope)
{
    for (; scope != NULL; scope = scope->parent) {
        if (scope == ancestor) {
            return true;
        }
    }
    return false;
}

// The scope of lookup for names after "Class::name": the class and its enclosing scopes, then the
// current one.
static Scope *scope_behind(Front *front, Scope *qualifier)
{
    Scope *here = front->scope;
    Scope *scope = scope_push(front, SCOPE_BLOCK, NULL);
    for (Scope *at = qualifier; at != NULL && !is_ancestor(at, here); at = at->parent) {
        declare_add_using(front, scope, at);
    }
    front->scope = here;
    return scope;
}

static Scope *scope_of_symbol(Front *front, Symbol *symbol, SourceLocation location)
{
    if (symbol != NULL && symbol->kind == SYMBOL_NAMESPACE) {
        return symbol->scope;
    }
    if (symbol != NULL && symbol->kind == SYMBOL_TYPE && class_scope(symbol->type) != NULL) {
        class_complete(front, symbol->type, location);
        return class_scope(symbol->type);
    }
    return NULL;
}

// The last part of a declarator-id. False when there is none.
static bool parse_last_part(Front *front, Declarator *declarator)
{
    const Token *token = front_peek(front, 0);
    declarator->location = token->location;
    if (token->id == KEYWORD_operator) {
        const Type *conversion = NULL;
        Scope *saved = front->scope;
        front->scope = declarator->scope != NULL ? declarator->scope : front->scope;
        declarator->name = parse_operator_name(front, &conversion);
        front->scope = saved;
        if (conversion != NULL) {
            declarator->is_conversion = true;
            declarator->type = conversion;
        }
        return true;
    }
    if (token->id == PUNCTUATOR_tilde) {
        front->at++;
        declarator->is_destructor = true;
        declarator->name = front_intern(front, NAME_OF_DESTRUCTOR);
        front->at++;
        if (front_is(front, PUNCTUATOR_less)) {
            name_skip_arguments(front);
        }
        return true;
    }
    if (token->kind != TOKEN_NAME) {
        return false;
    }
    declarator->name = token->text;
    const Scope *class_here = declarator->qualifier != NULL ? declarator->qualifier : front->scope;
    while (class_here->kind == SCOPE_TEMPLATE) {
        class_here = class_here->parent;
    }
    if (class_here->kind == SCOPE_CLASS && class_here->name == token->text &&
        front_peek(front, 1)->id == PUNCTUATOR_paren_open && declarator->type == NULL) {
        declarator->is_constructor = true;
        declarator->name = front_intern(front, NAME_OF_CONSTRUCTOR);
    }
    front->at++;
    return true;
}

// declarator-id: name, ns::name, Class<T>::name, ~Class, operator+, f<int>.
bool parse_declarator_id(Front *front, Declarator *declarator)
{
    Scope *scope = NULL;
    if (front_is(front, PUNCTUATOR_scope)) {
        front->at++;
        scope = front->global;
    }
    while (front_peek(front, 0)->kind == TOKEN_NAME) {
        const Token *token = front_peek(front, 0);
        bool is_followed = front_peek(front, 1)->id == PUNCTUATOR_scope ||
                           front_peek(front, 1)->id == PUNCTUATOR_less;
        Symbol *symbol = NULL;
        if (is_followed) {
            symbol = scope != NULL ? scope_find_here(scope, token->text)
                                   : scope_lookup(front, token->text);
        }
        if (symbol == NULL) {
            break;
        }
        uint32_t first = front->at++;
        if (front_is(front, PUNCTUATOR_less)) {
            if (symbol->kind == SYMBOL_TYPE && class_scope(symbol->type) != NULL &&
                class_scope(symbol->type)->template_ != NULL) {
                Symbol *of = arena_alloc(front->arena, sizeof *of);
                of->kind = SYMBOL_TEMPLATE;
                of->template_ = class_scope(symbol->type)->template_;
                symbol = of;
            }
            if (symbol->kind != SYMBOL_TEMPLATE && symbol->kind != SYMBOL_FUNCTION) {
                front->at = first;
                break;
            }
            declarator->has_arguments = true;
            if (!parse_template_arguments(front, &declarator->arguments,
                                          &declarator->argument_count)) {
                return false;
            }
            if (!front_is(front, PUNCTUATOR_scope)) {
                declarator->name = token->text;
                declarator->location = token->location;
                declarator->qualifier = scope;
                return true;
            }
            symbol = template_instantiate(front, symbol->template_, declarator->arguments,
                                          declarator->argument_count, token->location);
            declarator->has_arguments = false;
        }
        if (!front_accept(front, PUNCTUATOR_scope)) {
            front->at = first;
            break;
        }
        scope = scope_of_symbol(front, symbol, token->location);
        if (scope == NULL) {
            front_error(front, token->location, "'%s' is not a class or namespace", token->text);
            return false;
        }
    }
    declarator->qualifier = scope;
    if (scope != NULL) {
        declarator->scope = scope_behind(front, scope);
    }
    return parse_last_part(front, declarator);
}
