// SPDX-License-Identifier: Apache-2.0
// Declarations, C++17 [dcl.dcl]: which kind begins here, and for simple ones the specifiers and
// then each declarator with what it declares.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

// Error recovery: skips to the end of this declaration, but not out of the enclosing braces.
static void recover(Front *front, uint32_t first)
{
    if (front->at == first && !front_is(front, PUNCTUATOR_brace_close)) {
        front->at++;
    }
    front->half_of_token = 0;
    while (front_peek(front, 0)->kind != TOKEN_END && !front_is(front, PUNCTUATOR_brace_close)) {
        if (front_accept(front, PUNCTUATOR_semicolon)) {
            return;
        }
        bool is_body = front_is(front, PUNCTUATOR_brace_open);
        if (is_body || front_is(front, PUNCTUATOR_paren_open)) {
            front_skip_balanced(front);
            if (is_body && !front_is(front, PUNCTUATOR_semicolon)) {
                return;
            }
        } else {
            front->at++;
        }
    }
}

static Symbol *declare_typedef(Front *front, const Declarator *declarator)
{
    Symbol *before = scope_find_here(front->scope, declarator->name);
    if (before != NULL && before->home == front->scope && before->kind == SYMBOL_TYPE) {
        if (before->type == declarator->type) {
            return before;
        }
        if (declarator->type->kind != TYPE_CLASS && before->home->kind != SCOPE_CLASS) {
            front_error(front, declarator->location,
                        "conflicting declaration of '%s' with another type", declarator->name);
        }
    }
    Symbol *symbol =
        scope_add(front, front->scope, SYMBOL_TYPE, declarator->name, declarator->location);
    symbol->type = declarator->type;
    if (declarator->type->kind == TYPE_CLASS && declarator->type->class_->name == NULL) {
        declarator->type->class_->name = declarator->name; // typedef struct { ... } Name;
        class_scope(declarator->type)->name = declarator->name;
    }
    if (declarator->type->kind == TYPE_ENUM && declarator->type->enumeration->name == NULL) {
        declarator->type->enumeration->name = declarator->name;
    }
    return symbol;
}

// What was reported when the name was declared; uses are not reported again.
static void declare_unknown(Front *front, const Declarator *declarator)
{
    Symbol *symbol =
        scope_add(front, front->scope, SYMBOL_HOST, declarator->name, declarator->location);
    symbol->value = express_error(front, declarator->location);
}

// One declarator of a simple declaration. Returns true if it was a function's definition: nothing
// follows.
static bool declare_one(Front *front, Specifiers *specifiers, DeclarationPlace place,
                        Statement ***tail)
{
    Declarator declarator = {0};
    uint32_t errors = front->diagnostics->error_count;
    if (!parse_declarator(front, specifiers->type, DECLARATOR_NAMED, &declarator)) {
        if (place == PLACE_BLOCK && declarator.name != NULL) {
            declare_unknown(front, &declarator);
        }
        return true;
    }
    parse_attributes(front, specifiers);
    if (front_is(front, KEYWORD_asm) || front_is(front, KEYWORD___asm__)) {
        front->at++;
        front_skip_balanced(front);
    }
    if (specifiers->is_unknown && place == PLACE_BLOCK) { // uses of it are not reported again
        declare_unknown(front, &declarator);
        recover(front, 0);
        return true;
    }
    if (declarator.type->kind == TYPE_MEMBER_POINTER && place == PLACE_BLOCK &&
        declarator.type->parameters[0]->kind == TYPE_FUNCTION) {
        front_error(front, declarator.location,
                    "'%s' is a pointer to member function, which is not supported",
                    declarator.name);
        declare_unknown(front, &declarator);
        recover(front, 0);
        return true;
    }
    if (declarator.align_bytes < specifiers->align_bytes) {
        declarator.align_bytes = specifiers->align_bytes;
    }
    if (declare_is_foiled(front, specifiers, &declarator)) {
        return true;
    }
    if (specifiers->is_typedef) {
        declare_typedef(front, &declarator);
        return false;
    }
    if (!declare_take_function_type(front, &declarator)) {
        return false;
    }
    if (declarator.type->kind == TYPE_FUNCTION) {
        bool ends_here = front->source->tokens[front->at].id != PUNCTUATOR_comma;
        if (ends_here) {
            declare_function(front, specifiers, &declarator, place);
        } else {
            front_error(front, declarator.location,
                        "declaring several functions in one declaration is not supported");
        }
        return true;
    }
    if (specifiers->deduced_class != NULL && place != PLACE_BLOCK) {
        front_error(front, specifiers->location,
                    "cannot deduce the template arguments of '%s' here: write them explicitly",
                    specifiers->deduced_class->name);
        return true;
    }
    if (declarator.type->unqualified->kind == TYPE_VOID) {
        if (front->diagnostics->error_count == errors || front->quiet > 0) {
            front_error(front, declarator.location, "variable '%s' declared void", declarator.name);
        }
        return true;
    }
    if (place == PLACE_BLOCK) {
        declare_local(front, specifiers, &declarator, tail);
    } else {
        declare_variable(front, specifiers, &declarator, place);
    }
    return false;
}

bool parse_declarators(Front *front, Specifiers *specifiers, DeclarationPlace place,
                       Statement ***tail)
{
    do {
        if (declare_one(front, specifiers, place, tail)) {
            return false;
        }
    } while (front_accept(front, PUNCTUATOR_comma));
    return front_expect(front, PUNCTUATOR_semicolon, "the declaration") ||
           front_peek(front, 0)->is_first_on_line;
}

static void parse_simple_declaration(Front *front, DeclarationPlace place)
{
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, place);
    if (front_accept(front, PUNCTUATOR_semicolon)) {
        return;
    }
    bool is_special = front_is(front, PUNCTUATOR_tilde) || front_is(front, KEYWORD_operator) ||
                      front_peek(front, 0)->kind == TOKEN_NAME;
    if (specifiers.type == NULL && !is_special) {
        const Token *token = front_peek(front, 0);
        front_error(front, token->location, "expected a declaration, found '%.*s'",
                    (int)token->length, token->text);
        return;
    }
    Statement *none = NULL;
    Statement **tail = &none;
    parse_declarators(front, &specifiers, place, &tail);
}

static bool parse_linkage(Front *front)
{
    if (!front_is(front, KEYWORD_extern) || front_peek(front, 1)->kind != TOKEN_STRING) {
        return false;
    }
    const Token *language = front_peek(front, 1);
    bool is_c = language->length == 3 && language->text[1] == 'C';
    front->at += 2;
    uint32_t before = front->extern_c;
    front->extern_c = is_c ? before + 1u : 0;
    if (front_accept(front, PUNCTUATOR_brace_open)) {
        while (!front_is(front, PUNCTUATOR_brace_close) &&
               front_peek(front, 0)->kind != TOKEN_END) {
            parse_declaration(front, PLACE_NAMESPACE);
        }
        front_expect(front, PUNCTUATOR_brace_close, "the extern \"C\" block");
    } else {
        parse_declaration(front, PLACE_NAMESPACE);
    }
    front->extern_c = before;
    return true;
}

// Declarations that begin with their own keyword. Returns false for a simple declaration.
static bool parse_keyword_declaration(Front *front, DeclarationPlace place)
{
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case PUNCTUATOR_semicolon: front->at++; return true;
    case KEYWORD_namespace: parse_namespace(front); return true;
    case KEYWORD_inline:
        if (front_peek(front, 1)->id != KEYWORD_namespace) {
            return false;
        }
        parse_namespace(front);
        return true;
    case KEYWORD_using: parse_using(front, place); return true;
    case KEYWORD_static_assert:
    case KEYWORD__Static_assert: parse_static_assert(front); return true;
    case KEYWORD_template: parse_template(front, place); return true;
    case KEYWORD_asm:
    case KEYWORD___asm__:
    case KEYWORD___asm: recover(front, front->at); return true;
    default: break;
    }
    if (token->kind == TOKEN_PRAGMA) {
        front->at++;
        return true;
    }
    return parse_linkage(front);
}

// "__globl__ void f": a misspelled marker, which would otherwise make it host code.
static void check_marker(Front *front)
{
    static const char *const markers[] = {"__global__",   "__device__", "__host__",
                                          "__constant__", "__shared__", "__managed__"};
    const Token *token = front_peek(front, 0);
    if (token->kind != TOKEN_NAME || strncmp(token->text, "__", 2) != 0 ||
        scope_lookup(front, token->text) != NULL) {
        return;
    }
    const char *similar =
        express_similar_of(token->text, markers, sizeof markers / sizeof markers[0]);
    if (similar != NULL) {
        front_error(front, token->location, "'%s' is not declared; did you mean '%s'?", token->text,
                    similar);
        front->at++;
    }
}

// A declaration without a device marker that cannot be parsed belongs to the host.
static void parse_tolerantly(Front *front, DeclarationPlace place)
{
    check_marker(front);
    uint32_t first = front->at;
    Scope *scope = front->scope;
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    const char *reason = NULL;
    parse_simple_declaration(front, place);
    if (front_quiet_end(front, quiet, &reason)) {
        return;
    }
    front_return(front, before);
    front->scope = scope;
    declare_host(front, reason, first);
}

void parse_declaration(Front *front, DeclarationPlace place)
{
    uint32_t first = front->at;
    if (!front_enter(front)) {
        recover(front, first);
        front_leave(front);
        return;
    }
    Scope *scope = front->scope;
    if (!parse_keyword_declaration(front, place)) {
        bool is_strict = declare_has_device_marker(front) || front->quiet > 0;
        if (is_strict) {
            uint32_t errors = front->diagnostics->error_count + front->quiet_errors;
            parse_simple_declaration(front, place);
            if (front->diagnostics->error_count + front->quiet_errors != errors) {
                front->scope = scope;
                const Token *last = &front->source->tokens[front->at > 0 ? front->at - 1 : 0];
                bool is_at_end = front->at > first && (last->id == PUNCTUATOR_semicolon ||
                                                       last->id == PUNCTUATOR_brace_close);
                if (!is_at_end) {
                    recover(front, first);
                }
            }
        } else {
            parse_tolerantly(front, place);
        }
    }
    front->scope = scope;
    if (front->at == first) {
        const Token *token = front_peek(front, 0);
        if (token->id == PUNCTUATOR_brace_close && place == PLACE_NAMESPACE &&
            front->scope == front->global) {
            front_error(front, token->location, "unmatched '}'");
            front->at++;
        } else {
            recover(front, first);
        }
    }
    front_leave(front);
}

void parse_translation_unit(Front *front)
{
    while (front_peek(front, 0)->kind != TOKEN_END) {
        parse_declaration(front, PLACE_NAMESPACE);
    }
}

// In a block; `auto [a, b] = ...` is the expression parser's.
Statement *parse_block_declaration(Front *front)
{
    Statement *first = NULL;
    Statement **tail = &first;
    switch (front_peek(front, 0)->id) {
    case KEYWORD_using: parse_using(front, PLACE_BLOCK); return NULL;
    case KEYWORD_namespace: parse_namespace(front); return NULL;
    case KEYWORD_static_assert:
    case KEYWORD__Static_assert: parse_static_assert(front); return NULL;
    default: break;
    }
    Specifiers specifiers = {0};
    uint32_t begin = front->at;
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (front_accept(front, PUNCTUATOR_semicolon)) {
        return NULL;
    }
    if (specifiers.type == NULL) {
        front_error(front, front_here(front), "expected a type");
        recover(front, begin);
        return NULL;
    }
    FrontPlace before = front_place(front);
    const Type *type = specifiers.type->unqualified->kind == TYPE_AUTO
                           ? parse_pointer_operators(front, specifiers.type)
                           : NULL;
    if (type != NULL && front_is(front, PUNCTUATOR_bracket_open)) {
        return parse_structured_binding(front, type);
    }
    front_return(front, before);
    uint32_t errors = front->diagnostics->error_count + front->quiet_errors;
    bool is_at_end = parse_declarators(front, &specifiers, PLACE_BLOCK, &tail);
    if (!is_at_end && front->diagnostics->error_count + front->quiet_errors != errors &&
        front->source->tokens[front->at - 1].id != PUNCTUATOR_semicolon) {
        recover(front, begin);
    }
    return first;
}
