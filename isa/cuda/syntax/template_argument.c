// SPDX-License-Identifier: Apache-2.0
// Template arguments, read from <...>.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

// The symbol of a function template's instance: all names of it share one.
static Symbol *symbol_of_instance(const Template *template_, const FunctionInfo *info)
{
    for (TemplateInstance *at = template_->instances; info != NULL && at != NULL; at = at->next) {
        if (at->symbol != NULL && at->symbol->function == info) {
            return at->symbol;
        }
    }
    return NULL;
}

// "ascending<int>" as the function that it names; NULL if it names none.
static Symbol *named_instance(Front *front, const NameReference *name)
{
    for (Symbol *at = name->symbol; at != NULL; at = at->next_overload) {
        if (at->kind != SYMBOL_TEMPLATE || at->is_dependent || at->template_ == NULL ||
            at->template_->kind != TEMPLATE_FUNCTION) {
            continue;
        }
        QuietPlace quiet = front_quiet_begin(front);
        FunctionInfo *info = template_function_instance(front, at->template_, name->arguments,
                                                        name->argument_count, name->location);
        Symbol *symbol = symbol_of_instance(at->template_, info);
        if (front_quiet_end(front, quiet, NULL) && symbol != NULL) {
            return symbol;
        }
    }
    return NULL;
}

// Whether the argument is only a name, of a class template or a function.
static bool parse_template_name(Front *front, TemplateArgument *argument)
{
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    NameReference name;
    bool is_read = parse_name(front, &name);
    TokenId next = (TokenId)front_peek(front, 0)->id;
    bool ends = next == PUNCTUATOR_comma || next == PUNCTUATOR_greater ||
                next == PUNCTUATOR_shift_right || next == PUNCTUATOR_greater_greater_greater ||
                next == PUNCTUATOR_ellipsis;
    bool is_clean = front_quiet_end(front, quiet, NULL);
    if (is_read && is_clean && ends && name.has_arguments && front->dependent == 0) {
        argument->symbol = named_instance(front, &name);
        if (argument->symbol != NULL) {
            return true;
        }
    }
    if (is_read && is_clean && ends && !name.has_arguments && name.symbol != NULL) {
        bool is_template =
            name.symbol->kind == SYMBOL_TEMPLATE &&
            (name.symbol->is_dependent || name.symbol->template_->kind != TEMPLATE_FUNCTION);
        bool is_function = name.symbol->kind == SYMBOL_FUNCTION ||
                           (name.symbol->kind == SYMBOL_VARIABLE && name.symbol->variable != NULL &&
                            name.symbol->variable->space != SPACE_AUTOMATIC);
        bool is_value_parameter = name.symbol->is_dependent;
        if (is_template || is_function || is_value_parameter) {
            argument->symbol = name.symbol;
            return true;
        }
    }
    front_return(front, before);
    return false;
}

// In a signature, a value computed from parameters is unknown: its tokens are skipped.
static bool parse_dependent_value(Front *front, TemplateArgument *argument)
{
    uint32_t first = front->at;
    bool is_dependent = false;
    uint32_t depth = 0;
    for (;; front->at++) {
        const Token *token = front_peek(front, 0);
        TokenId id = (TokenId)token->id;
        bool closes = id == PUNCTUATOR_greater || id == PUNCTUATOR_shift_right ||
                      id == PUNCTUATOR_greater_greater_greater || id == PUNCTUATOR_comma ||
                      id == PUNCTUATOR_ellipsis;
        if (token->kind == TOKEN_END || (depth == 0 && closes)) {
            break;
        }
        depth += id == PUNCTUATOR_paren_open;
        depth -= id == PUNCTUATOR_paren_close && depth > 0;
        if (token->kind == TOKEN_NAME) {
            Symbol *symbol = scope_lookup(front, token->text);
            is_dependent |=
                symbol != NULL &&
                (symbol->is_dependent || (symbol->type != NULL && symbol->type->has_dependent));
            if (front_peek(front, 1)->id == PUNCTUATOR_less && symbol != NULL &&
                symbol->kind == SYMBOL_TEMPLATE) {
                front->at++;
                name_skip_arguments(front);
                is_dependent = true;
                if (front->half_of_token != 0) {
                    break;
                }
                front->at--;
            }
        }
    }
    if (!is_dependent) {
        front->at = first;
        front->half_of_token = 0;
        return false;
    }
    argument->symbol = arena_alloc(front->arena, sizeof *argument->symbol);
    *argument->symbol =
        (Symbol){.kind = SYMBOL_CONSTANT, .is_dependent = true, .parameter_index = UINT32_MAX};
    return true;
}

// &name: of a function or a variable, or &Class::member.
static bool parse_address_argument(Front *front, TemplateArgument *argument)
{
    FrontPlace before = front_place(front);
    front->at++;
    if (parse_template_name(front, argument)) {
        return true;
    }
    front_return(front, before);
    const Expression *member = parse_unary(front);
    bool is_member = member->kind == EXPRESSION_INTEGER &&
                     member->type->unqualified->kind == TYPE_MEMBER_POINTER;
    if (!is_member && !express_is_error(member)) {
        front_error(front, member->location,
                    "this template argument is not supported: expected the address of a function, "
                    "a variable or a data member");
    }
    argument->value_type = member->type->unqualified;
    argument->integer = member->integer;
    return is_member;
}

bool parse_template_argument(Front *front, TemplateArgument *argument)
{
    *argument = (TemplateArgument){0};
    if (parse_template_name(front, argument)) {
        return true;
    }
    if (name_is_type_id(front)) {
        argument->type = parse_type_id(front);
        return argument->type != NULL;
    }
    if (front->dependent > 0 && parse_dependent_value(front, argument)) {
        return true;
    }
    if (front_is(front, PUNCTUATOR_ampersand)) {
        return parse_address_argument(front, argument);
    }
    if (front_accept(front, KEYWORD_nullptr)) {
        argument->value_type = type_basic(&front->types, TYPE_NULLPTR);
        return true;
    }
    return parse_integer_constant(front, &argument->value_type, &argument->integer);
}

static void append(Front *front, TemplateArgument **arguments, uint32_t *count,
                   TemplateArgument argument)
{
    if ((*count & (*count - 1u)) == 0) {
        *arguments = arena_grow(front->arena, *arguments, *count, *count == 0 ? 1u : *count * 2u,
                                sizeof argument);
    }
    (*arguments)[(*count)++] = argument;
}

// "Ts..." in a signature stands for any number of arguments.
static void make_dependent_pack(Front *front, TemplateArgument *argument)
{
    if (argument->type == NULL) {
        argument->is_pack = true;
        return;
    }
    Dependent *pack = arena_alloc(front->arena, sizeof *pack);
    pack->kind = DEPENDENT_PACK;
    pack->pattern = argument->type;
    argument->type = type_dependent(&front->types, pack);
}

static bool parse_list(Front *front, TemplateArgument **arguments, uint32_t *count)
{
    do {
        PackExpansion expansion;
        for (pack_begin(front, &expansion); pack_next(front, &expansion);) {
            TemplateArgument argument;
            if (!parse_template_argument(front, &argument)) {
                return false;
            }
            if (front->dependent > 0 && front_accept(front, PUNCTUATOR_ellipsis)) {
                make_dependent_pack(front, &argument);
            }
            append(front, arguments, count, argument);
        }
    } while (front_accept(front, PUNCTUATOR_comma));
    return true;
}

bool parse_template_arguments(Front *front, TemplateArgument **arguments, uint32_t *count)
{
    *arguments = NULL;
    *count = 0;
    front->at++; // '<'
    if (front_accept_template_close(front)) {
        return true;
    }
    if (!front_enter(front)) {
        front_leave(front);
        return false;
    }
    bool was_angle = front->is_angle;
    front->is_angle = true;
    bool is_read = parse_list(front, arguments, count);
    front->is_angle = was_angle;
    front_leave(front);
    if (is_read && !front_accept_template_close(front)) {
        front_expect(front, PUNCTUATOR_greater, "the template arguments");
        return false;
    }
    return is_read;
}
