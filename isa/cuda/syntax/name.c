// SPDX-License-Identifier: Apache-2.0
// Names, qualified and with template arguments, resolved while they are read; and the questions
// that only lookup answers: does a type begin here, does a declaration?
#include "isa/cuda/syntax/name.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

Symbol *name_bound_symbol(Front *front, Symbol *symbol)
{
    (void)front;
    if (symbol != NULL && symbol->kind == SYMBOL_PACK && symbol->current_element > 0 &&
        symbol->current_element <= symbol->element_count) {
        return symbol->elements[symbol->current_element - 1];
    }
    return symbol;
}

void name_skip_arguments(Front *front)
{
    uint32_t depth = 0;
    do {
        const Token *token = front_peek(front, 0);
        if (token->kind == TOKEN_END || token->id == PUNCTUATOR_semicolon ||
            token->id == PUNCTUATOR_brace_close || token->id == PUNCTUATOR_paren_close) {
            return;
        }
        if (token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_brace_open ||
            token->id == PUNCTUATOR_bracket_open) {
            front_skip_balanced(front);
            continue;
        }
        uint32_t closes = token->id == PUNCTUATOR_greater                   ? 1u
                          : token->id == PUNCTUATOR_shift_right             ? 2u
                          : token->id == PUNCTUATOR_greater_greater_greater ? 3u
                                                                            : 0u;
        depth += token->id == PUNCTUATOR_less;
        if (closes > depth) { // the rest closes what is outside
            front->half_of_token += depth;
            return;
        }
        depth -= closes;
        front->at++;
        front->half_of_token = 0;
    } while (depth > 0);
}

static bool is_function_template(const Symbol *symbol)
{
    for (; symbol != NULL; symbol = symbol->next_overload) {
        if (symbol->kind == SYMBOL_TEMPLATE && symbol->template_ != NULL &&
            symbol->template_->kind == TEMPLATE_FUNCTION) {
            return true;
        }
        if (symbol->kind != SYMBOL_FUNCTION && symbol->kind != SYMBOL_TEMPLATE) {
            return false;
        }
    }
    return false;
}

// The class template that '<' after this symbol gives arguments to; NULL: '<' compares.
static Template *template_of(const Symbol *symbol)
{
    if (symbol->kind == SYMBOL_TEMPLATE) {
        return symbol->template_;
    }
    if (symbol->kind == SYMBOL_TYPE && symbol->name != NULL && class_scope(symbol->type) != NULL &&
        class_scope(symbol->type)->template_ != NULL &&
        symbol->home == class_scope(symbol->type)) { // the injected name
        return class_scope(symbol->type)->template_;
    }
    return NULL;
}

static Symbol *type_symbol(Front *front, const Type *type, const char *name,
                           SourceLocation location)
{
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    *symbol = (Symbol){.kind = SYMBOL_TYPE, .type = type, .name = name, .location = location};
    return symbol;
}

// The scope that `symbol::` opens; NULL when it is none.
static Scope *scope_named(Front *front, Symbol *symbol, SourceLocation location)
{
    if (symbol->kind == SYMBOL_NAMESPACE) {
        return symbol->scope;
    }
    if (symbol->kind != SYMBOL_TYPE) {
        return NULL;
    }
    if (symbol->type->kind == TYPE_ENUM) {
        return symbol->type->enumeration->scope;
    }
    if (symbol->type->kind == TYPE_CLASS) {
        Scope *scope = class_scope(symbol->type);
        if (!scope->is_being_completed) {
            class_complete(front, symbol->type, location);
        }
        return scope;
    }
    return NULL;
}

// What stands behind "T::" of a dependent T: read over, not known.
static Symbol *read_dependent_rest(Front *front, const char *name, SourceLocation location)
{
    do {
        front_accept(front, KEYWORD_template);
        if (front_peek(front, 0)->kind == TOKEN_NAME) {
            front->at++;
        }
        if (front_is(front, PUNCTUATOR_less)) {
            name_skip_arguments(front);
        }
    } while (front_accept(front, PUNCTUATOR_scope));
    return type_symbol(front, dependent_other(front), name, location);
}

// Reads over the rest of a name that belongs to the host's world.
static void skip_name_rest(Front *front)
{
    for (;;) {
        if (front_is(front, PUNCTUATOR_less)) {
            FrontPlace before = front_place(front);
            name_skip_arguments(front);
            if (!front_is(front, PUNCTUATOR_scope)) {
                front_return(front, before);
                return;
            }
        }
        if (!front_is(front, PUNCTUATOR_scope)) {
            return;
        }
        front->at += 2;
    }
}

// The same of a name that nobody knows: "vector<float>", when what follows cannot be compared.
static void skip_unknown_rest(Front *front)
{
    skip_name_rest(front);
    if (!front_is(front, PUNCTUATOR_less)) {
        return;
    }
    FrontPlace before = front_place(front);
    name_skip_arguments(front);
    const Token *next = front_peek(front, 0);
    bool is_closed = front->half_of_token == 0 &&
                     front->source->tokens[front->at - 1].id == PUNCTUATOR_greater &&
                     (next->kind == TOKEN_NAME || next->id == PUNCTUATOR_paren_open ||
                      next->id == PUNCTUATOR_brace_open || next->id == PUNCTUATOR_ampersand);
    if (!is_closed) {
        front_return(front, before);
    }
}

// Gives template arguments to `symbol`, the cursor at '<'. NULL after reporting.
static Symbol *apply_arguments(Front *front, Symbol *symbol, NameReference *name)
{
    Template *template_ = template_of(symbol);
    if (!parse_template_arguments(front, &name->arguments, &name->argument_count)) {
        return NULL;
    }
    if (symbol->is_dependent) {
        return dependent_template_id(front, NULL, symbol->parameter_index, name->arguments,
                                     name->argument_count, name->location);
    }
    if (template_ == NULL || template_->kind == TEMPLATE_FUNCTION) {
        name->has_arguments = true;
        return symbol;
    }
    if (template_has_dependent(name->arguments, name->argument_count) &&
        template_->kind != TEMPLATE_ALIAS) {
        return dependent_template_id(front, template_, 0, name->arguments, name->argument_count,
                                     name->location);
    }
    return template_instantiate(front, template_, name->arguments, name->argument_count,
                                name->location);
}

static Symbol *find(Front *front, const NameReference *name, const char *text)
{
    Symbol *symbol = name->qualifier != NULL ? scope_find_here(name->qualifier, text)
                                             : scope_lookup(front, text);
    symbol = name_bound_symbol(front, symbol);
    if (symbol == NULL && name->qualifier != NULL && name->qualifier->kind == SCOPE_CLASS &&
        name->qualifier->name == text) {
        return scope_find_here(name->qualifier, front_intern(front, NAME_OF_CONSTRUCTOR));
    }
    return symbol;
}

// A destructor or an operator as the last part: "~Name", "operator+".
static bool parse_special_part(Front *front, NameReference *name)
{
    if (front_is(front, PUNCTUATOR_tilde)) {
        front->at += 2;
        if (front_is(front, PUNCTUATOR_less)) {
            name_skip_arguments(front);
        }
        name->name = front_intern(front, NAME_OF_DESTRUCTOR);
    } else {
        name->name = parse_operator_name(front, NULL);
    }
    name->symbol = name->qualifier != NULL ? scope_find_here(name->qualifier, name->name)
                                           : scope_lookup(front, name->name);
    if (name->symbol == NULL) {
        front_error(front, name->location, "'%s' is not declared", name->name);
    } else if (front_is(front, PUNCTUATOR_less) && is_function_template(name->symbol)) {
        name->symbol = apply_arguments(front, name->symbol, name);
    }
    return name->symbol != NULL;
}

static bool is_argument_list_here(Front *front, const Symbol *symbol)
{
    return front_is(front, PUNCTUATOR_less) &&
           (template_of(symbol) != NULL || is_function_template(symbol) ||
            (symbol->kind == SYMBOL_TEMPLATE && symbol->is_dependent));
}

bool parse_name(Front *front, NameReference *name)
{
    *name = (NameReference){.location = front_here(front)};
    if (front_accept(front, PUNCTUATOR_scope)) {
        name->qualifier = front->global;
    }
    for (;;) {
        front_accept(front, KEYWORD_template);
        const Token *token = front_peek(front, 0);
        name->location = token->location;
        if (token->id == KEYWORD_operator ||
            (token->id == PUNCTUATOR_tilde && name->qualifier != NULL)) {
            return parse_special_part(front, name);
        }
        if (token->kind != TOKEN_NAME) {
            front_error(front, token->location, "expected a name, found '%.*s'", (int)token->length,
                        token->text);
            return false;
        }
        name->name = token->text;
        Symbol *symbol = find(front, name, token->text);
        if (symbol == NULL) {
            name_report_unknown(front, name, token);
            front->at++;
            skip_unknown_rest(front);
            return false;
        }
        front->at++;
        name->symbol = symbol;
        if (symbol->kind == SYMBOL_HOST) {
            skip_name_rest(front);
            return true;
        }
        if (is_argument_list_here(front, symbol)) {
            name->symbol = symbol = apply_arguments(front, symbol, name);
            if (symbol == NULL) {
                return false;
            }
        }
        bool is_star = front_peek(front, 1)->id == PUNCTUATOR_star; // C::* is a declarator's
        if (!front_is(front, PUNCTUATOR_scope) || is_star) {
            return true;
        }
        front->at++;
        if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_DEPENDENT) {
            name->symbol = read_dependent_rest(front, name->name, name->location);
            return true;
        }
        name->qualifier = scope_named(front, symbol, token->location);
        if (name->qualifier == NULL) {
            front_error(front, token->location, "'%s' is not a class or namespace", token->text);
            return false;
        }
        name->has_arguments = false;
        name->arguments = NULL;
        name->argument_count = 0;
    }
}

// ---- questions

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

// The symbol of the name at the cursor, which is then behind it; quietly, NULL when there is none.
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

// What may follow the type of a declaration: the beginning of a declarator.
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
