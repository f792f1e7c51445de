// SPDX-License-Identifier: Apache-2.0
// Namespaces, using declarations and directives, aliases, static_assert.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

#include <stdio.h>

void declare_add_using(Front *front, Scope *scope, Scope *used)
{
    for (uint32_t i = 0; i < scope->using_count; i++) {
        if (scope->using_scopes[i] == used) {
            return;
        }
    }
    if (scope == used) {
        return;
    }
    scope->using_scopes = arena_grow(front->arena, scope->using_scopes, scope->using_count,
                                     scope->using_count + 1u, sizeof(Scope *));
    scope->using_scopes[scope->using_count++] = used;
}

static Scope *open_namespace(Front *front, const char *name, bool is_inline)
{
    Scope *outer = front->scope;
    Symbol *symbol = name != NULL ? scope_find_here(outer, name) : NULL;
    if (symbol != NULL && symbol->kind == SYMBOL_NAMESPACE && symbol->scope->parent == outer) {
        front->scope = symbol->scope;
        return symbol->scope;
    }
    if (name == NULL) { // one unnamed namespace in each scope
        for (uint32_t i = 0; i < outer->using_count; i++) {
            if (outer->using_scopes[i]->name == NULL && outer->using_scopes[i]->parent == outer) {
                front->scope = outer->using_scopes[i];
                return front->scope;
            }
        }
    }
    Scope *scope = scope_push(front, SCOPE_NAMESPACE, name);
    if (name != NULL) {
        symbol = scope_add(front, outer, SYMBOL_NAMESPACE, name, front_here(front));
        symbol->scope = scope;
    }
    if (name == NULL || is_inline) {
        declare_add_using(front, outer, scope);
    }
    return scope;
}

static void parse_namespace_alias(Front *front, const char *name, SourceLocation location)
{
    front->at++;
    NameReference reference;
    if (parse_name(front, &reference)) {
        if (reference.symbol->kind == SYMBOL_NAMESPACE) {
            scope_add(front, front->scope, SYMBOL_NAMESPACE, name, location)->scope =
                reference.symbol->scope;
        } else {
            declare_host_symbol(front, front->scope, name, location, "its namespace is unknown");
        }
    }
    front_expect(front, PUNCTUATOR_semicolon, "the namespace alias");
}

// A host's alias of a namespace that none of our headers has is not an error.
static void parse_alias_tolerantly(Front *front, const char *name, SourceLocation location)
{
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    const char *reason = NULL;
    parse_namespace_alias(front, name, location);
    if (!front_quiet_end(front, quiet, &reason)) {
        front_return(front, before);
        declare_skip(front);
        declare_host_symbol(front, front->scope, name, location, reason);
    }
}

void parse_namespace(Front *front)
{
    Scope *outer = front->scope;
    bool is_inline = front_accept(front, KEYWORD_inline);
    front_expect(front, KEYWORD_namespace, NULL);
    Specifiers ignored = {0};
    parse_attributes(front, &ignored);
    const Token *token = front_peek(front, 0);
    const char *name = NULL;
    if (token->kind == TOKEN_NAME) {
        name = token->text;
        front->at++;
        if (front_is(front, PUNCTUATOR_assign)) {
            parse_alias_tolerantly(front, name, token->location);
            return;
        }
    }
    parse_attributes(front, &ignored);
    open_namespace(front, name, is_inline);
    while (front_accept(front, PUNCTUATOR_scope)) {
        bool is_inner_inline = front_accept(front, KEYWORD_inline);
        if (front_peek(front, 0)->kind == TOKEN_NAME) {
            open_namespace(front, front_peek(front, 0)->text, is_inner_inline);
            front->at++;
        }
    }
    if (front_expect(front, PUNCTUATOR_brace_open, "the namespace's name")) {
        while (!front_is(front, PUNCTUATOR_brace_close) &&
               front_peek(front, 0)->kind != TOKEN_END) {
            parse_declaration(front, PLACE_NAMESPACE);
        }
        front_expect(front, PUNCTUATOR_brace_close, "the namespace");
    }
    front->scope = outer;
}

static void parse_using_directive(Front *front)
{
    front->at += 2;
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    NameReference name;
    bool is_known = parse_name(front, &name) && name.symbol->kind == SYMBOL_NAMESPACE;
    if (front_quiet_end(front, quiet, NULL) && is_known) {
        declare_add_using(front, front->scope, name.symbol->scope);
    } else {
        front_return(front, before); // a namespace of the host's headers
    }
    declare_skip(front);
}

// using Name = type;
static void parse_alias(Front *front)
{
    front->at++;
    const Token *token = front_peek(front, 0);
    front->at++;
    Specifiers ignored = {0};
    parse_attributes(front, &ignored);
    front->at++; // '='
    uint32_t errors = front->quiet_errors;
    const Type *type = parse_type_id(front);
    if (front->quiet > 0 && front->quiet_errors != errors) {
        declare_host_symbol(front, front->scope, token->text, token->location,
                            front->quiet_message);
    } else if (type != NULL) {
        Symbol *symbol = scope_add(front, front->scope, SYMBOL_TYPE, token->text, token->location);
        symbol->type = type;
    }
    front_expect(front, PUNCTUATOR_semicolon, "the alias");
}

// A copy of each overload in this scope.
static void add_used_symbol(Front *front, const char *name, Symbol *symbol, SourceLocation location)
{
    if (symbol == scope_find_own(front->scope, name)) {
        return; // "using ::f;" in f's own scope: the list would never end
    }
    for (; symbol != NULL; symbol = symbol->next_overload) {
        scope_copy_symbol(scope_add(front, front->scope, symbol->kind, name, location), symbol);
    }
}

static bool is_inherited_constructor(const Front *front, const NameReference *name)
{
    return name->qualifier != NULL && name->qualifier->kind == SCOPE_CLASS &&
           front->scope->kind == SCOPE_CLASS && name->name == name->qualifier->name;
}

static void add_constructors_from(Front *front, Scope *base)
{
    Scope *scope = front->scope;
    uint32_t count = scope->constructors_from_count++;
    scope->constructors_from = arena_grow(front->arena, (void *)scope->constructors_from, count,
                                          count + 1, sizeof *scope->constructors_from);
    scope->constructors_from[count] = base;
}

// "T::T" where T is a base: the name is the class's, regardless of the class's own name.
static bool accept_named_constructor(Front *front)
{
    const Token *first = front_peek(front, 0), *last = front_peek(front, 2);
    if (front->scope->kind != SCOPE_CLASS || first->kind != TOKEN_NAME ||
        front_peek(front, 1)->id != PUNCTUATOR_scope || last->kind != TOKEN_NAME ||
        first->text != last->text || front_peek(front, 3)->id == PUNCTUATOR_scope) {
        return false;
    }
    Symbol *symbol = name_bound_symbol(front, scope_lookup(front, first->text));
    Scope *base = symbol != NULL && symbol->kind == SYMBOL_TYPE ? class_scope(symbol->type) : NULL;
    if (base != NULL) {
        add_constructors_from(front, base);
        front->at += 3;
    }
    return base != NULL;
}

static bool parse_using_name(Front *front)
{
    front_accept(front, KEYWORD_typename);
    NameReference name;
    if (accept_named_constructor(front)) {
        return true;
    }
    if (!parse_name(front, &name)) {
        return false;
    }
    if (is_inherited_constructor(front, &name)) {
        add_constructors_from(front, name.qualifier);
    } else {
        add_used_symbol(front, name.name, name.symbol, name.location);
    }
    return true;
}

static void parse_using_names(Front *front)
{
    front->at++;
    do {
        PackExpansion expansion;
        for (pack_begin(front, &expansion); pack_next(front, &expansion);) {
            if (!parse_using_name(front)) {
                return;
            }
        }
    } while (front_accept(front, PUNCTUATOR_comma));
    front_expect(front, PUNCTUATOR_semicolon, "the using declaration");
}

static const char *last_name(Front *front)
{
    const char *name = NULL;
    for (uint32_t i = 1;
         front_peek(front, i)->id != PUNCTUATOR_semicolon &&
         front_peek(front, i)->id != PUNCTUATOR_assign && front_peek(front, i)->kind != TOKEN_END;
         i++) {
        if (front_peek(front, i)->kind == TOKEN_NAME) {
            name = front_peek(front, i)->text;
        }
    }
    return name;
}

void parse_using(Front *front, DeclarationPlace place)
{
    if (front_peek(front, 1)->id == KEYWORD_namespace) {
        parse_using_directive(front);
        return;
    }
    bool is_alias = front_peek(front, 1)->kind == TOKEN_NAME &&
                    (front_peek(front, 2)->id == PUNCTUATOR_assign ||
                     front_peek(front, 2)->id == PUNCTUATOR_bracket_open);
    bool is_tolerant = place != PLACE_BLOCK && front->quiet == 0;
    SourceLocation location = front_here(front);
    const char *name = is_alias ? front_peek(front, 1)->text : last_name(front);
    FrontPlace before = front_place(front);
    QuietPlace quiet = {0};
    if (is_tolerant) {
        quiet = front_quiet_begin(front);
    }
    if (is_alias) {
        parse_alias(front);
    } else {
        parse_using_names(front);
    }
    const char *reason = NULL;
    if (is_tolerant && !front_quiet_end(front, quiet, &reason)) {
        front_return(front, before);
        declare_skip(front);
        if (name != NULL) {
            declare_host_symbol(front, front->scope, name, location, reason);
        }
    }
}

void parse_static_assert(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    uint32_t first = front->at;
    bool is_tolerant = front->scope == front->global && front->quiet == 0;
    front_skip_balanced(front);
    uint32_t end = front->at;
    front->at = first;
    QuietPlace quiet = {0};
    if (is_tolerant) {
        quiet = front_quiet_begin(front);
    }
    const Type *type = NULL;
    uint64_t value = 0;
    front_expect(front, PUNCTUATOR_paren_open, "static_assert");
    bool was_angle = front->is_angle;
    front->is_angle = false;
    bool is_known = parse_integer_constant(front, &type, &value);
    front->is_angle = was_angle;
    char message[200] = "";
    if (front_accept(front, PUNCTUATOR_comma) && front_peek(front, 0)->kind == TOKEN_STRING) {
        const Token *text = front_peek(front, 0);
        int length = text->length > 180 ? 180 : (int)text->length;
        snprintf(message, sizeof message, ": %.*s", length, text->text);
    }
    if (is_tolerant) {
        is_known &= front_quiet_end(front, quiet, NULL);
    }
    if (is_known && value == 0) {
        front_error(front, location, "static assertion failed%s", message);
    }
    front->at = end;
    front_expect(front, PUNCTUATOR_semicolon, "static_assert");
}
