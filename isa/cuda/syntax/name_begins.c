// SPDX-License-Identifier: Apache-2.0
// The questions that only lookup answers: does a type begin here, does a declaration?
#include "isa/cuda/syntax/name.h"

#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"

static bool is_type_keyword(TokenId id)
{
    switch ((int)id) {
    case KEYWORD_void:
    case KEYWORD_bool:
    case KEYWORD__Bool:
    case KEYWORD_char:
    case KEYWORD_short:
    case KEYWORD_int:
    case KEYWORD_long:
    case KEYWORD_signed:
    case KEYWORD___signed__:
    case KEYWORD_unsigned:
    case KEYWORD_float:
    case KEYWORD_double:
    case KEYWORD_char16_t:
    case KEYWORD_char32_t:
    case KEYWORD_wchar_t:
    case KEYWORD___int64:
    case KEYWORD___int128:
    case KEYWORD_auto:
    case KEYWORD_decltype:
    case KEYWORD_typename:
    case KEYWORD_struct:
    case KEYWORD_class:
    case KEYWORD_union:
    case KEYWORD_enum:
    case KEYWORD_const:
    case KEYWORD___const:
    case KEYWORD___const__:
    case KEYWORD_volatile:
    case KEYWORD___volatile__:
    case KEYWORD___volatile: return true;
    default: return false;
    }
}

// The symbol of the name at the cursor, which is consumed, without messages; NULL if there is none.
static Symbol *try_name(Front *front)
{
    const Token *token = front_peek(front, 0);
    const Token *next = front_peek(front, 1);
    if (token->kind == TOKEN_NAME && next->id != PUNCTUATOR_scope && next->id != PUNCTUATOR_less) {
        Symbol *symbol = name_bound_symbol(front, scope_lookup(front, token->text));
        front->at++;
        return symbol;
    }
    if (token->kind != TOKEN_NAME && token->id != PUNCTUATOR_scope) {
        return NULL;
    }
    QuietPlace quiet = front_quiet_begin(front);
    NameReference name;
    bool is_read = parse_name(front, &name);
    return front_quiet_end(front, quiet, NULL) && is_read ? name.symbol : NULL;
}

static bool is_type_symbol(const Symbol *symbol)
{
    return symbol != NULL && (symbol->kind == SYMBOL_TYPE ||
                              (symbol->kind == SYMBOL_TEMPLATE && symbol->template_ != NULL &&
                               symbol->template_->kind == TEMPLATE_CLASS) ||
                              (symbol->kind == SYMBOL_PACK && symbol->is_type_pack));
}

// "T(" may be a cast or the type "function returning T": it is a type if it can be read as one.
static bool is_whole_type_id(Front *front)
{
    QuietPlace quiet = front_quiet_begin(front);
    const Type *type = parse_type_id(front);
    if (!front_quiet_end(front, quiet, NULL) || type == NULL) {
        return false;
    }
    switch (front_peek(front, 0)->id) {
    case PUNCTUATOR_paren_close:
    case PUNCTUATOR_comma:
    case PUNCTUATOR_greater:
    case PUNCTUATOR_shift_right:
    case PUNCTUATOR_ellipsis:
    case PUNCTUATOR_semicolon: return true;
    default: return false;
    }
}

bool name_is_type(Front *front)
{
    if (is_type_keyword((TokenId)front_peek(front, 0)->id)) {
        return true;
    }
    FrontPlace before = front_place(front);
    bool is_type = is_type_symbol(try_name(front));
    front_return(front, before);
    return is_type;
}

bool name_is_type_id(Front *front)
{
    FrontPlace before = front_place(front);
    bool is_word = is_type_keyword((TokenId)front_peek(front, 0)->id);
    bool is_type = is_word || is_type_symbol(try_name(front));
    front->at += is_word;
    TokenId next = (TokenId)front_peek(front, 0)->id;
    TokenId first = (TokenId)front->source->tokens[before.at].id;
    if (next == PUNCTUATOR_brace_open) {
        is_type = is_type && (first == KEYWORD_struct || first == KEYWORD_union);
    } else if (is_type && next == PUNCTUATOR_paren_open && first != KEYWORD_decltype) {
        front_return(front, before);
        is_type = is_whole_type_id(front);
    }
    front_return(front, before);
    return is_type;
}

static bool begins_declaration_always(TokenId id)
{
    switch ((int)id) {
    case KEYWORD_typedef:
    case KEYWORD_static:
    case KEYWORD_extern:
    case KEYWORD_register:
    case KEYWORD_constexpr:
    case KEYWORD_inline:
    case KEYWORD_using:
    case KEYWORD_namespace:
    case KEYWORD_static_assert:
    case KEYWORD__Static_assert:
    case KEYWORD___shared__:
    case KEYWORD___constant__:
    case KEYWORD___device__:
    case KEYWORD___managed__:
    case KEYWORD_struct:
    case KEYWORD_class:
    case KEYWORD_union:
    case KEYWORD_enum:
    case KEYWORD_const:
    case KEYWORD___const:
    case KEYWORD___const__:
    case KEYWORD_volatile:
    case KEYWORD_auto:
    case KEYWORD_alignas:
    case KEYWORD___align__:
    case KEYWORD_thread_local:
    case KEYWORD___extension__:
    case KEYWORD___volatile__: return true;
    default: return false;
    }
}

// The tokens that may follow the type of a declaration: the beginning of a declarator.
static bool begins_declarator(Front *front)
{
    const Token *token = front_peek(front, 0);
    if (token->kind == TOKEN_NAME) {
        return true;
    }
    switch (token->id) {
    case PUNCTUATOR_star:
    case PUNCTUATOR_ampersand:
    case PUNCTUATOR_and_and:
    case KEYWORD_const:
    case KEYWORD_volatile:
    case KEYWORD___restrict__:
    case KEYWORD___attribute__:
    case KEYWORD___align__:
    case KEYWORD_alignas:
    case KEYWORD___shared__:
    case KEYWORD___constant__:
    case KEYWORD_static:
    case KEYWORD_constexpr:
    case PUNCTUATOR_semicolon: return true;
    case PUNCTUATOR_paren_open:                         // T (*p)(int), T (&a)[4]
        if (front_peek(front, 1)->kind == TOKEN_NAME) { // T (C::*p)(int)
            return front_peek(front, 2)->id == PUNCTUATOR_scope &&
                   front_peek(front, 3)->id == PUNCTUATOR_star;
        }
        return (front_peek(front, 1)->id == PUNCTUATOR_star ||
                front_peek(front, 1)->id == PUNCTUATOR_ampersand) &&
               front_peek(front, 2)->kind == TOKEN_NAME &&
               front_peek(front, 3)->id == PUNCTUATOR_paren_close &&
               (front_peek(front, 4)->id == PUNCTUATOR_paren_open ||
                front_peek(front, 4)->id == PUNCTUATOR_bracket_open);
    default: return false;
    }
}

bool name_is_declaration(Front *front)
{
    const Token *token = front_peek(front, 0);
    if (begins_declaration_always((TokenId)token->id)) {
        return true;
    }
    if (token->id == KEYWORD___attribute__ ||
        (token->id == PUNCTUATOR_bracket_open &&
         front_peek(front, 1)->id == PUNCTUATOR_bracket_open)) {
        FrontPlace before = front_place(front);
        Specifiers ignored = {0};
        parse_attributes(front, &ignored);
        bool is_it = name_is_declaration(front);
        front_return(front, before);
        return is_it;
    }
    FrontPlace before = front_place(front);
    bool is_declaration = false;
    if (is_type_keyword((TokenId)token->id) && token->id != KEYWORD_typename &&
        token->id != KEYWORD_decltype) {
        front->at++;
        is_declaration =
            begins_declarator(front) || is_type_keyword((TokenId)front_peek(front, 0)->id);
    } else if (token->id == KEYWORD_decltype) {
        front->at++;
        front_skip_balanced(front);
        is_declaration = begins_declarator(front);
    } else {
        bool is_typename = front_accept(front, KEYWORD_typename);
        is_declaration =
            (is_type_symbol(try_name(front)) || is_typename) && begins_declarator(front);
    }
    front_return(front, before);
    return is_declaration;
}
