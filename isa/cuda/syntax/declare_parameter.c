// SPDX-License-Identifier: Apache-2.0
// Parameter lists of functions, C++17 [dcl.fct]: default arguments as token ranges, bound packs
// expanded. In a signature for deduction, parameters that cannot be parsed deduce nothing.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

static void add_parameter(Front *front, ParameterList *list, const Type *type, const char *name,
                          TokenRange value, bool is_grid_constant)
{
    if (list->count == list->room) {
        uint32_t room = list->room == 0 ? 4u : list->room * 2u;
        list->types = arena_grow(front->arena, list->types, list->count, room, sizeof(Type *));
        list->names = arena_grow(front->arena, list->names, list->count, room, sizeof(char *));
        list->defaults =
            arena_grow(front->arena, list->defaults, list->count, room, sizeof(TokenRange));
        list->is_grid_constant =
            arena_grow(front->arena, list->is_grid_constant, list->count, room, sizeof(bool));
        list->room = room;
    }
    list->types[list->count] = type;
    list->names[list->count] = name;
    list->defaults[list->count] = value;
    list->is_grid_constant[list->count++] = is_grid_constant;
}

// Skips a default argument: to the ',' or ')' that ends it.
static TokenRange skip_default(Front *front)
{
    TokenRange range = {front->at, front->at};
    while (!front_is(front, PUNCTUATOR_comma) && !front_is(front, PUNCTUATOR_paren_close) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        const Token *token = front_peek(front, 0);
        if (token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_brace_open ||
            token->id == PUNCTUATOR_bracket_open) {
            front_skip_balanced(front);
        } else if (token->kind == TOKEN_NAME && front_peek(front, 1)->id == PUNCTUATOR_less) {
            Symbol *symbol = scope_lookup(front, token->text);
            front->at++;
            if (symbol != NULL &&
                (symbol->kind == SYMBOL_TEMPLATE || symbol->kind == SYMBOL_TYPE)) {
                name_skip_arguments(front);
            }
        } else {
            front->at++;
        }
    }
    range.end = front->at;
    return range;
}

// A parameter's type: arrays and functions become pointers, [dcl.fct]/5; also arrays whose length
// depends on a template's argument.
static const Type *adjusted(Front *front, const Type *type)
{
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION) {
        return type_decayed(&front->types, type);
    }
    bool is_array = type->kind == TYPE_DEPENDENT && type->dependent->kind == DEPENDENT_ARRAY;
    return is_array ? type_pointer(&front->types, type->dependent->element) : type;
}

static bool parse_parameter(Front *front, ParameterList *list, bool *is_pack)
{
    Specifiers specifiers = {0};
    SourceLocation location = front_here(front);
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type == NULL) {
        const Token *token = front_peek(front, 0);
        front_error(front, location, "expected the type of a parameter, found '%.*s'",
                    (int)token->length, token->text);
        return false;
    }
    Declarator declarator = {0};
    if (!parse_declarator(front, specifiers.type, DECLARATOR_EITHER, &declarator)) {
        return false;
    }
    parse_attributes(front, &specifiers);
    TokenRange value = {0};
    if (front_accept(front, PUNCTUATOR_assign)) {
        value = skip_default(front);
    }
    const Type *type = adjusted(front, declarator.type);
    *is_pack = declarator.is_pack;
    if (declarator.is_pack && front->dependent > 0) {
        Dependent *pack = arena_alloc(front->arena, sizeof *pack);
        pack->kind = DEPENDENT_PACK;
        pack->pattern = type;
        type = type_dependent(&front->types, pack);
        *is_pack = false;
    }
    add_parameter(front, list, type, declarator.name, value, specifiers.is_grid_constant);
    return true;
}

// Whether the parameter at the cursor is "Ts... names", Ts being a bound pack.
static bool is_parameter_pack(Front *front, PackExpansion *expansion)
{
    uint32_t at = front->at;
    uint32_t ellipsis = 0;
    while (!front_is(front, PUNCTUATOR_comma) && !front_is(front, PUNCTUATOR_paren_close) &&
           front_peek(front, 0)->kind != TOKEN_END && !front_is(front, PUNCTUATOR_assign)) {
        const Token *token = front_peek(front, 0);
        if (token->id == PUNCTUATOR_ellipsis) {
            ellipsis = front->at;
            break;
        }
        if (token->id == PUNCTUATOR_less) {
            name_skip_arguments(front);
        } else if (token->id == PUNCTUATOR_paren_open &&
                   front_peek(front, 1)->id != PUNCTUATOR_ampersand &&
                   front_peek(front, 1)->id != PUNCTUATOR_star &&
                   front_peek(front, 1)->id != PUNCTUATOR_and_and) {
            front_skip_balanced(front);
        } else {
            front->at++;
        }
    }
    front->at = at;
    front->half_of_token = 0;
    if (ellipsis == at || ellipsis == 0) {
        return false;
    }
    pack_begin_range(front, expansion, at, ellipsis);
    return expansion->pack_count > 0;
}

static bool parse_parameter_pack(Front *front, ParameterList *list, PackExpansion *expansion)
{
    list->pack_first = list->count;
    uint32_t first = front->at;
    uint32_t end = first;
    bool is_pack = false;
    while (pack_next(front, expansion)) {
        front->at = first;
        if (!parse_parameter(front, list, &is_pack)) {
            return false;
        }
        list->pack_name = list->names[list->count - 1];
        end = front->at;
    }
    front->at = end;
    list->pack_count = list->count - list->pack_first;
    if (list->pack_count == 0) { // find the name, and the end
        front->at = first;
        while (!front_is(front, PUNCTUATOR_comma) && !front_is(front, PUNCTUATOR_paren_close)) {
            if (front_accept(front, PUNCTUATOR_ellipsis)) {
                const Token *token = front_peek(front, 0);
                list->pack_name = token->kind == TOKEN_NAME ? token->text : NULL;
            } else if (front_is(front, PUNCTUATOR_less)) {
                name_skip_arguments(front);
            } else if (front_peek(front, 0)->kind == TOKEN_END) {
                return false;
            } else {
                front->at++;
            }
        }
    }
    return true;
}

static bool is_void_list(Front *front)
{
    return front_is(front, KEYWORD_void) && front_peek(front, 1)->id == PUNCTUATOR_paren_close;
}

// In a signature, a parameter that cannot be parsed deduces nothing.
static bool parse_signature_parameter(Front *front, ParameterList *list)
{
    FrontPlace before = front_place(front);
    uint32_t count = list->count;
    bool is_pack = false;
    QuietPlace quiet = front_quiet_begin(front);
    bool is_read = parse_parameter(front, list, &is_pack);
    is_read &= front_is(front, PUNCTUATOR_comma) || front_is(front, PUNCTUATOR_paren_close) ||
               front_is(front, PUNCTUATOR_ellipsis);
    if (front_quiet_end(front, quiet, NULL) && is_read) {
        return true;
    }
    front_return(front, before);
    list->count = count;
    TokenRange range = skip_default(front);
    TokenRange value = {0};
    for (uint32_t i = range.first; i < range.end; i++) {
        if (front->source->tokens[i].id == PUNCTUATOR_assign) {
            value = (TokenRange){i + 1, range.end};
        }
    }
    add_parameter(front, list, dependent_other(front), NULL, value, false);
    return true;
}

bool parse_parameters(Front *front, ParameterList *list)
{
    bool was_angle = front->is_angle;
    front->is_angle = false;
    bool is_good = true;
    if (is_void_list(front)) {
        front->at++;
    }
    while (is_good && !front_is(front, PUNCTUATOR_paren_close)) {
        PackExpansion expansion;
        bool is_pack = false;
        if (front_accept(front, PUNCTUATOR_ellipsis)) {
            list->is_variadic = true;
            break;
        }
        if (front->dependent > 0) {
            is_good = parse_signature_parameter(front, list);
        } else if (is_parameter_pack(front, &expansion)) {
            is_good = parse_parameter_pack(front, list, &expansion);
        } else {
            is_good = parse_parameter(front, list, &is_pack);
        }
        if (front_is(front, PUNCTUATOR_ellipsis)) { // "int n ..."
            continue;
        }
        if (!front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    front->is_angle = was_angle;
    return is_good && front_expect(front, PUNCTUATOR_paren_close, "the parameters");
}

// A parameter begins with a type that is not a cast: "T(1)" and "T{}" are initializers.
bool declare_begins_parameter(Front *front)
{
    if (!name_is_type(front)) {
        return false;
    }
    FrontPlace before = front_place(front);
    ParameterList list = {0};
    QuietPlace quiet = front_quiet_begin(front);
    bool is_pack = false;
    bool is_read = front->dependent > 0 || parse_parameter(front, &list, &is_pack);
    bool is_clean = front_quiet_end(front, quiet, NULL) && is_read;
    bool ends = front_is(front, PUNCTUATOR_comma) || front_is(front, PUNCTUATOR_paren_close) ||
                front_is(front, PUNCTUATOR_ellipsis);
    front_return(front, before);
    bool is_call = front_peek(front, 1)->id == PUNCTUATOR_paren_open ||
                   front_peek(front, 1)->id == PUNCTUATOR_brace_open;
    // Anything that is not a call is a parameter, correct or not: its errors are reported when it
    // is parsed.
    return (is_clean && ends) || !is_call;
}
