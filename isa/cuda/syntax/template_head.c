// SPDX-License-Identifier: Apache-2.0
// Scans the tokens of a template for what it declares, without parsing types that depend on its
// parameters: the kind, the name, the start of a function's parameters, and the end.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/name.h"

#include <string.h>

static bool has_parentheses(TokenId id)
{
    switch ((int)id) {
    case KEYWORD___launch_bounds__:
    case KEYWORD___cluster_dims__:
    case KEYWORD___maxnreg__:
    case KEYWORD___block_size__:
    case KEYWORD___align__:
    case KEYWORD_alignas:
    case KEYWORD___attribute__:
    case KEYWORD___attribute:
    case KEYWORD___declspec:
    case KEYWORD_decltype:
    case KEYWORD_noexcept:
    case KEYWORD_explicit: return true;
    default: return false;
    }
}

static void note_marker(TemplateHead *head, TokenId id)
{
    head->is_kernel |= id == KEYWORD___global__;
    head->is_device |= id == KEYWORD___device__ || id == KEYWORD___global__;
    head->is_host |= id == KEYWORD___host__;
    head->is_constexpr |= id == KEYWORD_constexpr;
    head->is_friend |= id == KEYWORD_friend;
}

// Attributes and qualifiers at the cursor. Returns false if there are none.
static bool skip_marker(Front *front, TemplateHead *head)
{
    const Token *token = front_peek(front, 0);
    note_marker(head, (TokenId)token->id);
    if (has_parentheses((TokenId)token->id)) {
        front->at++;
        if (front_is(front, PUNCTUATOR_paren_open)) {
            front_skip_balanced(front);
        }
        return true;
    }
    if (token->id == PUNCTUATOR_bracket_open) {
        front_skip_balanced(front);
        return true;
    }
    return false;
}

// "struct [attributes] Name [<arguments>] {", ":" or ";".
static bool is_class_head(Front *front, TemplateHead *head)
{
    while (skip_marker(front, head) || front_accept(front, KEYWORD_friend)) {
    }
    TokenId keyword = (TokenId)front_peek(front, 0)->id;
    if (keyword != KEYWORD_struct && keyword != KEYWORD_class && keyword != KEYWORD_union) {
        return false;
    }
    front->at++;
    while (skip_marker(front, head)) {
    }
    while (front_peek(front, 0)->kind == TOKEN_NAME &&
           front_peek(front, 1)->id == PUNCTUATOR_scope) {
        front->at += 2;
    }
    const Token *name = front_peek(front, 0);
    if (name->kind != TOKEN_NAME) {
        return false;
    }
    head->name = name->text;
    head->name_at = front->at++;
    head->location = name->location;
    if (front_is(front, PUNCTUATOR_less)) {
        head->arguments_at = front->at;
        name_skip_arguments(front);
    }
    if (front_peek(front, 0)->kind == TOKEN_NAME) { // final
        front->at++;
    }
    head->is_defined = !front_is(front, PUNCTUATOR_semicolon);
    head->kind = TEMPLATE_CLASS;
    return front_is(front, PUNCTUATOR_brace_open) || front_is(front, PUNCTUATOR_colon) ||
           front_is(front, PUNCTUATOR_semicolon);
}

static void read_operator(Front *front, TemplateHead *head)
{
    front->at++;
    const Token *token = front_peek(front, 0);
    bool is_pair = token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_bracket_open;
    if (token->kind == TOKEN_PUNCTUATOR) {
        head->name = front_operator_name(front, (TokenId)token->id);
        front->at += is_pair ? 2u : 1u;
        return;
    }
    if (token->kind == TOKEN_STRING && front_peek(front, 1)->kind == TOKEN_NAME) {
        head->name = front_literal_operator(front, front_peek(front, 1)->text);
        front->at += 2;
        return;
    }
    head->name = front_intern(front, NAME_OF_CONVERSION);
    while (!front_is(front, PUNCTUATOR_paren_open) && front_peek(front, 0)->kind != TOKEN_END) {
        front->at++;
    }
}

// One token or group in the head of a function or variable; records the last name seen.
static void step(Front *front, TemplateHead *head)
{
    const Token *token = front_peek(front, 0);
    head->arguments_at = 0;
    if (token->id == KEYWORD_operator) {
        head->name_at = front->at;
        head->location = token->location;
        read_operator(front, head);
    } else if (token->kind == TOKEN_NAME || token->id == PUNCTUATOR_tilde) {
        bool is_destructor = token->id == PUNCTUATOR_tilde;
        head->name_at = front->at;
        head->location = token->location;
        head->name = is_destructor ? front_intern(front, NAME_OF_DESTRUCTOR) : token->text;
        front->at += is_destructor ? 2u : 1u;
    } else {
        front->at++;
        return;
    }
    if (front_is(front, PUNCTUATOR_less)) {
        head->arguments_at = front->at;
        name_skip_arguments(front);
    }
    if (front_is(front, PUNCTUATOR_scope)) {
        head->class_name = head->name;
        head->class_at = head->name_at;
        front->at++;
    } else if (front->source->tokens[head->name_at - 1].id != PUNCTUATOR_scope) {
        head->class_name = NULL;
    }
}

// T (&name(parameters))[n]: no parameter list begins so.
static bool is_nested_name(Front *front)
{
    TokenId id = (TokenId)front_peek(front, 1)->id;
    return id == PUNCTUATOR_ampersand || id == PUNCTUATOR_and_and || id == PUNCTUATOR_star;
}

static bool read_head(Front *front, TemplateHead *head)
{
    if (front_is(front, KEYWORD_using)) {
        head->kind = TEMPLATE_ALIAS;
        head->name = front_peek(front, 1)->text;
        head->name_at = front->at + 1;
        head->location = front_peek(front, 1)->location;
        head->is_defined = true;
        return front_peek(front, 1)->kind == TOKEN_NAME;
    }
    uint32_t first = front->at;
    if (is_class_head(front, head)) {
        return true;
    }
    front->at = first;
    front->half_of_token = 0;
    head->arguments_at = 0;
    head->name = NULL;
    while (front_peek(front, 0)->kind != TOKEN_END) {
        switch (front_peek(front, 0)->id) {
        case PUNCTUATOR_paren_open:
            if (is_nested_name(front)) {
                front->at++;
                break;
            }
            head->kind = TEMPLATE_FUNCTION;
            head->parameters_at = front->at + 1;
            if (head->class_name == head->name && head->name != NULL) {
                head->name = front_intern(front, NAME_OF_CONSTRUCTOR);
            }
            return head->name != NULL;
        case PUNCTUATOR_semicolon:
        case PUNCTUATOR_assign:
        case PUNCTUATOR_brace_open:
            head->kind = TEMPLATE_VARIABLE;
            head->is_defined = true;
            return head->name != NULL;
        case PUNCTUATOR_brace_close: return false;
        default:
            if (!skip_marker(front, head)) {
                step(front, head);
            }
        }
    }
    return false;
}

// Skips to the end of a function: ';' or its body, past a constructor's initializers.
static void find_function_end(Front *front, TemplateHead *head)
{
    front->at = head->parameters_at - 1;
    front_skip_balanced(front);
    while (front_peek(front, 0)->kind != TOKEN_END) {
        switch (front_peek(front, 0)->id) {
        case PUNCTUATOR_colon: declare_skip_member_initializers(front); break;
        case PUNCTUATOR_brace_open:
            head->is_defined = true;
            front_skip_balanced(front);
            return;
        case PUNCTUATOR_semicolon: front->at++; return;
        case PUNCTUATOR_brace_close: return;
        case PUNCTUATOR_paren_open: front_skip_balanced(front); break;
        default:
            head->is_defined |= front_is(front, KEYWORD_default) || front_is(front, KEYWORD_delete);
            front->at++;
        }
    }
}

bool template_head(Front *front, TemplateHead *head)
{
    FrontPlace before = front_place(front);
    *head = (TemplateHead){0};
    bool is_read = read_head(front, head);
    front->half_of_token = 0;
    if (is_read && head->kind == TEMPLATE_FUNCTION) {
        find_function_end(front, head);
    } else {
        front->at = before.at;
        declare_skip(front);
    }
    head->end = front->at;
    front_return(front, before);
    return is_read;
}

// ---- template parameters

static void add_parameter(Front *front, TemplateParameter **parameters, uint32_t *count,
                          TemplateParameter parameter)
{
    parameter.index = *count;
    *parameters = arena_grow(front->arena, *parameters, *count, *count + 1u, sizeof parameter);
    (*parameters)[(*count)++] = parameter;
}

// Skips to the ',' or '>' that ends a parameter; *assign: the place of its '=', or its end.
static void skip_parameter(Front *front, uint32_t *assign)
{
    *assign = 0;
    while (front_peek(front, 0)->kind != TOKEN_END) {
        const Token *token = front_peek(front, 0);
        const Token *before = &front->source->tokens[front->at > 0 ? front->at - 1u : 0];
        switch (token->id) {
        case PUNCTUATOR_comma:
        case PUNCTUATOR_greater:
        case PUNCTUATOR_shift_right:
        case PUNCTUATOR_greater_equal: *assign = *assign != 0 ? *assign : front->at; return;
        case PUNCTUATOR_paren_open:
        case PUNCTUATOR_brace_open:
        case PUNCTUATOR_bracket_open: front_skip_balanced(front); break;
        case PUNCTUATOR_less:
            if (before->kind == TOKEN_NAME || before->id == KEYWORD_template) {
                name_skip_arguments(front);
            } else {
                front->at++;
            }
            break;
        case PUNCTUATOR_assign:
            *assign = *assign != 0 ? *assign : front->at;
            front->at++;
            break;
        default: front->at++;
        }
        if (front->half_of_token != 0) { // "Foo<int>>": the second half closes the list
            *assign = *assign != 0 ? *assign : front->at;
            return;
        }
    }
    *assign = *assign != 0 ? *assign : front->at;
}

// Whether the token makes the parameter first .. end - 1 a pack: an ellipsis before its name, not
// one in its type, as in enable_if<sizeof...(T) == 2>.
static bool is_pack_mark(const Token *tokens, uint32_t first, uint32_t at, uint32_t end)
{
    bool is_last = at + 1 == end || (at + 2 == end && tokens[at + 1].kind == TOKEN_NAME);
    bool is_of_pointer = at > first + 1 && tokens[at - 1].id == PUNCTUATOR_star &&
                         tokens[at - 2].id == PUNCTUATOR_paren_open;
    return tokens[at].id == PUNCTUATOR_ellipsis && (is_last || is_of_pointer);
}

static TemplateParameter read_parameter(Front *front)
{
    TemplateParameter parameter = {0};
    uint32_t first = front->at;
    if (front_is(front, KEYWORD_template)) {
        parameter.is_template = true;
        front->at++;
        name_skip_arguments(front);
        first = front->at;
    }
    TokenId keyword = (TokenId)front_peek(front, 0)->id;
    uint32_t name_offset = front_peek(front, 1)->id == PUNCTUATOR_ellipsis ? 2u : 1u;
    const Token *after = front_peek(front, name_offset);
    const Token *next = front_peek(front, name_offset + (after->kind == TOKEN_NAME ? 1u : 0u));
    bool is_plain =
        after->kind != TOKEN_NAME || (next->id != PUNCTUATOR_scope && next->id != PUNCTUATOR_less);
    parameter.is_type = !parameter.is_template &&
                        (keyword == KEYWORD_class || keyword == KEYWORD_typename) && is_plain;
    uint32_t assign = 0;
    skip_parameter(front, &assign);
    const Token *tokens = front->source->tokens;
    for (uint32_t i = first; i < assign; i++) {
        parameter.is_pack |= is_pack_mark(tokens, first, i, assign);
        bool is_pointer_name = tokens[i].kind == TOKEN_NAME && i > first + 1 &&
                               tokens[i - 1].id == PUNCTUATOR_star &&
                               tokens[i - 2].id == PUNCTUATOR_paren_open;
        if (is_pointer_name) {
            parameter.name = tokens[i].text;
        }
    }
    const Token *last = &tokens[assign - 1];
    bool has_name =
        last->kind == TOKEN_NAME && assign > first + 1 && tokens[assign - 2].id != PUNCTUATOR_scope;
    if (has_name) {
        parameter.name = last->text;
    }
    parameter.value_type = (TokenRange){first, assign};
    if (tokens[assign].id == PUNCTUATOR_assign && assign < front->at) {
        parameter.default_value = (TokenRange){assign + 1, front->at};
    }
    return parameter;
}

bool parse_template_parameters(Front *front, TemplateParameter **parameters, uint32_t *count)
{
    *parameters = NULL;
    *count = 0;
    if (!front_expect(front, PUNCTUATOR_less, "template")) {
        return false;
    }
    while (!front_is(front, PUNCTUATOR_greater) && front_peek(front, 0)->kind != TOKEN_END) {
        uint32_t first = front->at;
        add_parameter(front, parameters, count, read_parameter(front));
        if (!front_accept(front, PUNCTUATOR_comma) || front->at == first) {
            break;
        }
    }
    if (!front_accept_template_close(front)) {
        front_expect(front, PUNCTUATOR_greater, "the template's parameters");
        return false;
    }
    if (front->half_of_token != 0) { // the last half of '>>'
        front->half_of_token = 0;
        front->at++;
    }
    return true;
}
