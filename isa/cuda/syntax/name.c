// SPDX-License-Identifier: Apache-2.0
// Names, qualified and with template arguments, resolved while they are read.
#include "isa/cuda/syntax/name.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/parse_declaration.h"
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
        if (closes > depth) { // the rest closes brackets outside
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

// The class template to which '<' after this symbol gives arguments; NULL: '<' compares.
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

// The scope that `symbol::` opens; NULL if it opens none.
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

// The part after "T::" of a dependent T: skipped, because it is unknown.
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

// Skips the rest of a name that belongs to the host.
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

// The same for an unknown name: "vector<float>", if what follows cannot be a comparison.
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

// A name that was found in a base class of the one that it was looked up in.
static void check_member(Front *front, const NameReference *name, const char *text,
                         const Symbol *found)
{
    const Scope *at = name->qualifier != NULL ? name->qualifier : front->scope;
    if (found == NULL || found->home == NULL || found->home->kind != SCOPE_CLASS) {
        return;
    }
    while (name->qualifier == NULL && at != NULL && scope_find_here(at, text) == NULL) {
        at = at->parent;
    }
    if (at != NULL && at->kind == SCOPE_CLASS && at != found->home) {
        scope_check_ambiguous(front, at, text, name->location);
    }
}

static Symbol *find(Front *front, const NameReference *name, const char *text)
{
    Symbol *symbol = name->qualifier != NULL ? scope_find_visible(front, name->qualifier, text)
                                             : scope_lookup(front, text);
    check_member(front, name, text, symbol);
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
    name->symbol = name->qualifier != NULL ? scope_find_visible(front, name->qualifier, name->name)
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
