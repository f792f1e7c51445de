// SPDX-License-Identifier: Apache-2.0
// Host code in a CUDA file: declarations that this compiler need not understand. They are skipped,
// and their names are kept, so that device code that uses them learns why it cannot.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/scope.h"

static bool is_marker(TokenId id)
{
    return id == KEYWORD___device__ || id == KEYWORD___global__ || id == KEYWORD___shared__ ||
           id == KEYWORD___constant__ || id == KEYWORD___managed__;
}

// Looks at the head of the declaration: up to its body, ';' or '='. Its parameters and the members
// of a class count as part of it.
bool declare_has_device_marker(Front *front)
{
    uint32_t class_depth = 0;
    bool is_class = false;
    for (uint32_t i = 0;; i++) {
        const Token *token = front_peek(front, i);
        TokenId id = (TokenId)token->id;
        if (is_marker(id)) {
            return true;
        }
        is_class |= id == KEYWORD_struct || id == KEYWORD_class || id == KEYWORD_union;
        if (id == PUNCTUATOR_brace_open && is_class) {
            class_depth++;
            continue;
        }
        if (id == PUNCTUATOR_brace_close && class_depth > 1) {
            class_depth--;
            continue;
        }
        bool is_end = id == PUNCTUATOR_semicolon || id == PUNCTUATOR_brace_open ||
                      id == PUNCTUATOR_brace_close || id == PUNCTUATOR_assign;
        if (token->kind == TOKEN_END ||
            (is_end && (class_depth == 0 || id == PUNCTUATOR_brace_close))) {
            return false;
        }
    }
}

bool declare_is_foiled(const Front *front, const Specifiers *specifiers,
                       const Declarator *declarator)
{
    return front->quiet > 0 && front->quiet_errors != specifiers->quiet_errors &&
           (specifiers->is_typedef || declarator->type->kind != TYPE_FUNCTION);
}

void declare_skip(Front *front)
{
    front->half_of_token = 0;
    bool may_end_at_brace = true;
    while (front_peek(front, 0)->kind != TOKEN_END) {
        TokenId id = (TokenId)front_peek(front, 0)->id;
        if (id == PUNCTUATOR_brace_close) {
            return;
        }
        if (id == PUNCTUATOR_semicolon) {
            front->at++;
            return;
        }
        if (id == PUNCTUATOR_paren_open || id == PUNCTUATOR_bracket_open) {
            front_skip_balanced(front);
            continue;
        }
        if (id == PUNCTUATOR_brace_open) {
            front_skip_balanced(front);
            if (front_is(front, PUNCTUATOR_semicolon) || front_is(front, PUNCTUATOR_comma)) {
                continue;
            }
            if (may_end_at_brace) {
                return;
            }
            continue;
        }
        may_end_at_brace = may_end_at_brace && id != PUNCTUATOR_assign && id != KEYWORD_struct &&
                           id != KEYWORD_class && id != KEYWORD_union && id != KEYWORD_enum;
        front->at++;
    }
}

Symbol *declare_host_symbol(Front *front, Scope *scope, const char *name, SourceLocation location,
                            const char *reason)
{
    Symbol *before = scope_find_here(scope, name);
    if (before != NULL && before->home == scope) {
        return before; // the earlier declaration is kept
    }
    Symbol *symbol = scope_add(front, scope, SYMBOL_HOST, name, location);
    symbol->reason = reason != NULL ? reason : "it cannot be parsed as device code";
    return symbol;
}

// The name that the skipped tokens declare, as a best effort: the name of a class; else the last
// name before '(', '=', '[', '{', ',' or ';'.
void declare_host(Front *front, const char *reason, uint32_t first)
{
    front->at = first;
    bool is_class = false;
    bool is_qualified = false;
    for (uint32_t i = 0;; i++) {
        const Token *token = front_peek(front, i);
        const Token *next = front_peek(front, i + 1);
        if (token->kind == TOKEN_END || token->id == PUNCTUATOR_semicolon) {
            break;
        }
        is_class |= token->id == KEYWORD_struct || token->id == KEYWORD_class ||
                    token->id == KEYWORD_union || token->id == KEYWORD_enum;
        is_qualified = token->id == PUNCTUATOR_scope;
        if (token->kind != TOKEN_NAME) {
            continue;
        }
        bool is_last = next->id == PUNCTUATOR_paren_open || next->id == PUNCTUATOR_assign ||
                       next->id == PUNCTUATOR_bracket_open || next->id == PUNCTUATOR_brace_open ||
                       next->id == PUNCTUATOR_semicolon || next->id == PUNCTUATOR_comma ||
                       (is_class && next->id == PUNCTUATOR_colon);
        if (is_last && !is_qualified) {
            declare_host_symbol(front, front->scope, token->text, token->location, reason);
        }
        if (is_last) {
            break;
        }
    }
    declare_skip(front);
}
