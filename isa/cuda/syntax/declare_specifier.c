// SPDX-License-Identifier: Apache-2.0
// Declaration specifiers, C++17 [dcl.spec], with CUDA's qualifiers.
#include "isa/cuda/syntax/parse_declaration.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

typedef struct TypeWords {
    uint8_t is_void, is_bool, is_char, is_short, is_int, long_count, is_signed, is_unsigned;
    uint8_t is_float, is_double, is_char16, is_char32, is_wchar, is_int64, count;
} TypeWords;

static bool parse_type_word(TypeWords *words, TokenId id)
{
    switch ((int)id) {
    case KEYWORD_void: words->is_void = 1; break;
    case KEYWORD_bool:
    case KEYWORD__Bool: words->is_bool = 1; break;
    case KEYWORD_char: words->is_char = 1; break;
    case KEYWORD_short: words->is_short = 1; break;
    case KEYWORD_int: words->is_int = 1; break;
    case KEYWORD_long: words->long_count++; break;
    case KEYWORD_signed:
    case KEYWORD___signed__: words->is_signed = 1; break;
    case KEYWORD_unsigned: words->is_unsigned = 1; break;
    case KEYWORD_float: words->is_float = 1; break;
    case KEYWORD_double: words->is_double = 1; break;
    case KEYWORD_char16_t: words->is_char16 = 1; break;
    case KEYWORD_char32_t: words->is_char32 = 1; break;
    case KEYWORD_wchar_t: words->is_wchar = 1; break;
    case KEYWORD___int64: words->is_int64 = 1; break;
    default: return false;
    }
    words->count++;
    return true;
}

static TypeKind kind_of_words(const TypeWords *words)
{
    bool is_unsigned = words->is_unsigned;
    if (words->is_void) {
        return TYPE_VOID;
    }
    if (words->is_bool) {
        return TYPE_BOOL;
    }
    if (words->is_char) {
        return is_unsigned ? TYPE_UNSIGNED_CHAR : words->is_signed ? TYPE_SIGNED_CHAR : TYPE_CHAR;
    }
    if (words->is_char16 || words->is_char32 || words->is_wchar) {
        return words->is_char16 ? TYPE_CHAR16 : words->is_char32 ? TYPE_CHAR32 : TYPE_WCHAR;
    }
    if (words->is_float || words->is_double) {
        return words->is_float         ? TYPE_FLOAT
               : words->long_count > 0 ? TYPE_LONG_DOUBLE
                                       : TYPE_DOUBLE;
    }
    if (words->is_short) {
        return is_unsigned ? TYPE_UNSIGNED_SHORT : TYPE_SHORT;
    }
    if (words->long_count >= 2 || words->is_int64) {
        return is_unsigned ? TYPE_UNSIGNED_LONG_LONG : TYPE_LONG_LONG;
    }
    if (words->long_count == 1) {
        return is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG;
    }
    return is_unsigned ? TYPE_UNSIGNED_INT : TYPE_INT;
}

static bool parse_flag(Front *front, Specifiers *specifiers)
{
    switch (front_peek(front, 0)->id) {
    case KEYWORD_typedef: specifiers->is_typedef = true; break;
    case KEYWORD_static: specifiers->is_static = true; break;
    case KEYWORD_extern: specifiers->is_extern = true; break;
    case KEYWORD_inline:
    case KEYWORD___inline__:
    case KEYWORD___inline: specifiers->is_inline = true; break;
    case KEYWORD_constexpr: specifiers->is_constexpr = true; break;
    case KEYWORD_friend: specifiers->is_friend = true; break;
    case KEYWORD_virtual: specifiers->is_virtual = true; break;
    case KEYWORD_explicit: specifiers->is_explicit = true; break;
    case KEYWORD_mutable: specifiers->is_mutable = true; break;
    case KEYWORD_thread_local: specifiers->is_thread_local = true; break;
    case KEYWORD_register:
    case KEYWORD___extension__: break;
    case KEYWORD___device__: specifiers->is_device = true; break;
    case KEYWORD___global__: specifiers->is_global = true; break;
    case KEYWORD___host__: specifiers->is_host = true; break;
    case KEYWORD___shared__: specifiers->is_shared = true; break;
    case KEYWORD___constant__: specifiers->is_constant = true; break;
    case KEYWORD___managed__: specifiers->is_managed = true; break;
    case KEYWORD___grid_constant__: specifiers->is_grid_constant = true; break;
    case KEYWORD___noinline__: specifiers->is_noinline = true; break;
    case KEYWORD___forceinline__: specifiers->is_forceinline = true; break;
    case KEYWORD___nv_pure__: break;
    default: return false;
    }
    front->at++;
    return true;
}

static uint8_t qualifier_of(TokenId id)
{
    switch ((int)id) {
    case KEYWORD_const:
    case KEYWORD___const:
    case KEYWORD___const__: return QUALIFIER_CONST;
    case KEYWORD_volatile:
    case KEYWORD___volatile__:
    case KEYWORD___volatile: return QUALIFIER_VOLATILE;
    case KEYWORD___restrict__:
    case KEYWORD___restrict:
    case KEYWORD_restrict: return QUALIFIER_RESTRICT;
    default: return 0;
    }
}

// typeof(e) and typeof(type), GCC's: never a reference.
static const Type *parse_typeof(Front *front)
{
    if (!front_expect(front, PUNCTUATOR_paren_open, "typeof")) {
        return NULL;
    }
    if (front->dependent > 0) {
        front->at--;
        front_skip_balanced(front);
        return dependent_other(front);
    }
    bool was_angle = front->is_angle;
    front->is_angle = false;
    const Type *type = NULL;
    if (name_is_type_id(front)) {
        type = parse_type_id(front);
    } else {
        Expression *expression = parse_unevaluated(front, parse_expression);
        type = expression == NULL ? NULL : expression->type;
    }
    front->is_angle = was_angle;
    front_expect(front, PUNCTUATOR_paren_close, "typeof's operand");
    return type == NULL ? NULL : type_without_reference(type);
}

// decltype(e), [dcl.type.simple]: a name's declared type; of other lvalues a reference.
static const Type *parse_decltype(Front *front)
{
    bool is_typeof = strcmp(front_peek(front, 0)->text, "decltype") != 0;
    front->at++;
    if (is_typeof) {
        return parse_typeof(front);
    }
    if (!front_expect(front, PUNCTUATOR_paren_open, "decltype")) {
        return NULL;
    }
    if (front_accept(front, KEYWORD_auto)) {
        front_expect(front, PUNCTUATOR_paren_close, "decltype(auto");
        return type_decltype_auto(&front->types);
    }
    bool was_angle = front->is_angle;
    front->is_angle = false;
    bool is_name = front_peek(front, 0)->kind == TOKEN_NAME &&
                   front_peek(front, 1)->id == PUNCTUATOR_paren_close;
    uint32_t first = front->at;
    Symbol *symbol =
        is_name ? name_bound_symbol(front, scope_lookup(front, front_peek(front, 0)->text)) : NULL;
    const Type *type = NULL;
    if (front->dependent > 0) {
        front->at--;
        front_skip_balanced(front);
        front->is_angle = was_angle;
        return dependent_other(front);
    }
    Expression *expression = parse_unevaluated(front, parse_expression);
    if (symbol != NULL && symbol->type != NULL) {
        type = symbol->type;
    } else if (expression != NULL) {
        bool is_plain =
            !front_is_enclosed(front, first, front->at) &&
            (expression->kind == EXPRESSION_VARIABLE || expression->kind == EXPRESSION_MEMBER);
        type = expression->is_lvalue && !is_plain && expression->kind != EXPRESSION_TEMPORARY
                   ? type_reference(&front->types, expression->type, false)
                   : expression->type;
    }
    front->is_angle = was_angle;
    front_expect(front, PUNCTUATOR_paren_close, "decltype's expression");
    return type;
}

static const Type *parse_named_type(Front *front, Specifiers *specifiers)
{
    bool is_typename = front_accept(front, KEYWORD_typename);
    NameReference name;
    uint32_t first = front->at;
    if (!parse_name(front, &name)) {
        front->at += front->at == first && front_peek(front, 0)->kind == TOKEN_NAME;
        specifiers->is_unknown = true;
        return type_basic(&front->types, TYPE_INT);
    }
    if (name.symbol->kind == SYMBOL_TYPE) {
        return name.symbol->type;
    }
    if (name.symbol->kind == SYMBOL_TEMPLATE && name.symbol->template_ != NULL &&
        name.symbol->template_->kind == TEMPLATE_CLASS && !is_typename) {
        specifiers->deduced_class = name.symbol->template_;
        return type_auto(&front->types);
    }
    if (name.symbol->kind == SYMBOL_HOST && name.symbol->value != NULL) {
        front->quiet_errors += front->quiet > 0; // an unknown name that has been reported
    } else if (name.symbol->kind == SYMBOL_HOST) {
        front_error(front, name.location, "'%s' is host code: %s", name.name, name.symbol->reason);
    } else {
        front_error(front, name.location, "'%s' is not a type", name.name);
    }
    specifiers->is_unknown = true;
    return type_basic(&front->types, TYPE_INT);
}

// Whether a name here can only be the declarator's: after a type, or of a constructor.
static bool is_constructor_here(Front *front, DeclarationPlace place)
{
    const Token *token = front_peek(front, 0);
    if (token->kind != TOKEN_NAME) {
        return false;
    }
    const Scope *scope = front->scope;
    while (scope->kind == SCOPE_TEMPLATE) {
        scope = scope->parent;
    }
    if (place == PLACE_CLASS && scope->kind == SCOPE_CLASS && token->text == scope->name &&
        front_peek(front, 1)->id == PUNCTUATOR_paren_open) {
        return true;
    }
    return false;
}

// "Class::Class(", "Class<T>::Class(", "Class::~Class(", "Class::operator T(".
static bool is_qualified_special(Front *front)
{
    uint32_t at = front->at;
    const char *last = NULL;
    bool is_special = false;
    while (front_peek(front, 0)->kind == TOKEN_NAME) {
        const char *name = front_peek(front, 0)->text;
        if (last == name && front_peek(front, 1)->id == PUNCTUATOR_paren_open) {
            is_special = true;
            break;
        }
        last = name;
        front->at++;
        if (front_is(front, PUNCTUATOR_less)) {
            Symbol *symbol = scope_lookup(front, name);
            bool is_template =
                symbol != NULL && (symbol->kind == SYMBOL_TEMPLATE || symbol->kind == SYMBOL_TYPE);
            if (!is_template) {
                break;
            }
            name_skip_arguments(front);
        }
        if (!front_accept(front, PUNCTUATOR_scope)) {
            break;
        }
        if (front_is(front, PUNCTUATOR_tilde) || front_is(front, KEYWORD_operator)) {
            is_special = true;
            break;
        }
    }
    front->at = at;
    front->half_of_token = 0;
    return is_special;
}

static bool begins_named_type(Front *front, DeclarationPlace place)
{
    const Token *token = front_peek(front, 0);
    if (token->id == KEYWORD_typename) {
        return true;
    }
    if (token->kind != TOKEN_NAME && token->id != PUNCTUATOR_scope) {
        return false;
    }
    return !is_constructor_here(front, place) &&
           (place == PLACE_BLOCK || !is_qualified_special(front));
}

static const Type *parse_type_specifier(Front *front, Specifiers *specifiers,
                                        DeclarationPlace place)
{
    switch (front_peek(front, 0)->id) {
    case KEYWORD_struct:
    case KEYWORD_class:
    case KEYWORD_union: return parse_class(front, specifiers);
    case KEYWORD_enum: specifiers->defines_type = true; return parse_enum(front);
    case KEYWORD_auto:
        front->at++;
        return front->auto_next < front->auto_count ? front->auto_types[front->auto_next++]
                                                    : type_auto(&front->types);
    case KEYWORD_decltype: return parse_decltype(front);
    case KEYWORD___int128:
        front_error(front, front_here(front), "__int128 is not supported");
        front->at++;
        return type_basic(&front->types, TYPE_LONG_LONG);
    default: return begins_named_type(front, place) ? parse_named_type(front, specifiers) : NULL;
    }
}

bool parse_specifiers(Front *front, Specifiers *specifiers, DeclarationPlace place)
{
    uint32_t first = front->at;
    uint8_t qualifiers = 0;
    TypeWords words = {0};
    specifiers->location = front_here(front);
    specifiers->quiet_errors = front->quiet_errors;
    for (;;) {
        const Token *token = front_peek(front, 0);
        uint8_t qualifier = qualifier_of(token->id);
        if (qualifier != 0) {
            qualifiers |= qualifier;
            front->at++;
        } else if (specifiers->type == NULL && parse_type_word(&words, token->id)) {
            front->at++;
        } else if (parse_flag(front, specifiers) || parse_attribute(front, specifiers)) {
            if (specifiers->is_explicit && front_is(front, PUNCTUATOR_paren_open)) {
                front_skip_balanced(front);
            }
        } else if (specifiers->type == NULL && words.count == 0) {
            specifiers->type = parse_type_specifier(front, specifiers, place);
            if (specifiers->type == NULL) {
                break;
            }
        } else {
            break;
        }
    }
    if (words.count > 0) {
        specifiers->type = type_basic(&front->types, kind_of_words(&words));
    }
    if (specifiers->type != NULL) {
        specifiers->type = type_qualified(&front->types, specifiers->type, qualifiers);
    }
    if (specifiers->is_thread_local) {
        front_error(front, specifiers->location, "thread_local is not supported in device code");
    }
    return front->at != first;
}
