// SPDX-License-Identifier: Apache-2.0
// Classes of lambdas: captures are fields, the body is operator(), a template where a parameter is
// `auto`.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"

#include <stdio.h>

const Type *class_from_captures(Front *front, const char *const *names, const Type *const *types,
                                uint32_t count, SourceLocation location)
{
    char name[300];
    SourcePosition position = source_position(front->source, location);
    snprintf(name, sizeof name, "lambda at %.200s:%u:%u",
             position.file != NULL ? position.file : "", location.line, location.column);
    Class *class_ = class_create(front, NULL, front->scope, location);
    Scope *scope = class_->scope;
    class_->name = front_intern(front, name);
    scope->is_closure = true;
    front->closure_count++;
    for (uint32_t i = 0; i < count; i++) {
        FieldDraft draft = {.field = {.name = names[i],
                                      .type = declare_stored_type(front, types[i]),
                                      .location = location}};
        if (names[i] != NULL) {
            draft.symbol = scope_add(front, scope, SYMBOL_FIELD, names[i], location);
            draft.symbol->type = types[i];
        }
        class_add_field(front, class_, draft);
    }
    Specifiers none = {0};
    class_layout(front, class_, &none);
    class_->is_complete = true;
    class_add_special_members(front, class_);
    scope->is_aggregate = true;
    return scope->type;
}

// "(parameters) mutable -> type": any of them may be missing.
bool parse_closure_declarator(Front *front, Declarator *declarator, bool is_mutable)
{
    ParameterList list = {0};
    declarator->location = front_here(front);
    declarator->name = front_operator_name(front, PUNCTUATOR_paren_open);
    const Token *before = &front->source->tokens[front->at > 0 ? front->at - 1u : 0];
    bool has_list = before->id == PUNCTUATOR_paren_open;
    if (!has_list) {
        has_list = front_accept(front, PUNCTUATOR_paren_open);
    }
    if (has_list && !parse_parameters(front, &list)) {
        return false;
    }
    Specifiers ignored = {0};
    while (!front_is(front, PUNCTUATOR_arrow) && !front_is(front, PUNCTUATOR_brace_open)) {
        if (front_accept(front, KEYWORD_noexcept) || front_accept(front, KEYWORD_throw)) {
            if (front_is(front, PUNCTUATOR_paren_open)) {
                front_skip_balanced(front);
            }
        } else if (!front_accept(front, KEYWORD_mutable) &&
                   !front_accept(front, KEYWORD_constexpr) &&
                   !front_accept(front, KEYWORD___device__) &&
                   !front_accept(front, KEYWORD___host__) && !parse_attribute(front, &ignored)) {
            front_expect(front, PUNCTUATOR_brace_open, "the lambda's parameters");
            return false;
        } else {
            is_mutable |= front->source->tokens[front->at - 1].id == KEYWORD_mutable;
        }
    }
    const Type *result = type_auto(&front->types);
    if (front_accept(front, PUNCTUATOR_arrow)) {
        scope_push(front, SCOPE_FUNCTION, NULL);
        declare_parameters(front, &list);
        result = parse_type_id(front);
        scope_pop(front);
        if (result == NULL) {
            return false;
        }
    }
    const Type **types = arena_alloc(front->arena, (list.count + 1u) * sizeof *types);
    for (uint32_t i = 0; i < list.count; i++) {
        types[i] = list.types[i]->unqualified;
    }
    declarator->parameters = list;
    declarator->is_function = true;
    declarator->is_const_method = !is_mutable;
    declarator->type = type_function(&front->types, result, types, list.count, list.is_variadic,
                                     is_mutable ? 0 : QUALIFIER_CONST);
    return true;
}

// How many parameters of the list at '(' are `auto`; *is_pack: the last one is "auto... rest".
static uint32_t count_autos(Front *front, bool *is_pack)
{
    *is_pack = false;
    if (!front_is(front, PUNCTUATOR_paren_open)) {
        return 0;
    }
    uint32_t count = 0;
    uint32_t depth = 0;
    uint32_t last = 0; // the parameter of the last auto, counted by commas
    uint32_t commas = 0;
    for (uint32_t i = 0; front_peek(front, i)->kind != TOKEN_END; i++) {
        TokenId id = (TokenId)front_peek(front, i)->id;
        depth += id == PUNCTUATOR_paren_open;
        depth -= id == PUNCTUATOR_paren_close;
        commas += id == PUNCTUATOR_comma && depth == 1;
        if (id == KEYWORD_auto && depth == 1) {
            count++;
            last = commas;
        }
        *is_pack |= id == PUNCTUATOR_ellipsis && depth == 1 && count > 0 && last == commas;
        if (depth == 0) {
            break;
        }
    }
    return count;
}

static void add_generic_call(Front *front, Scope *scope, uint32_t count, bool is_pack,
                             bool is_mutable)
{
    Template *template_ = arena_alloc(front->arena, sizeof *template_);
    template_->kind = TEMPLATE_FUNCTION;
    template_->name = front_operator_name(front, PUNCTUATOR_paren_open);
    template_->home = scope;
    template_->parameters = arena_alloc(front->arena, count * sizeof(TemplateParameter));
    template_->parameter_count = count;
    for (uint32_t i = 0; i < count; i++) {
        template_->parameters[i].is_type = true;
        template_->parameters[i].index = i;
    }
    template_->parameters[count - 1u].is_pack = is_pack;
    template_->location = front_here(front);
    template_->is_closure_call = template_->is_defined = true;
    template_->is_mutable_call = is_mutable;
    template_->declaration.first = front->at;
    template_->parameters_at = front->at + 1;
    front_skip_balanced(front);
    while (!front_is(front, PUNCTUATOR_brace_open) && front_peek(front, 0)->kind != TOKEN_END) {
        front->at++;
    }
    front_skip_balanced(front);
    template_->declaration.end = front->at;
    scope_add(front, scope, SYMBOL_TEMPLATE, template_->name, template_->location)->template_ =
        template_;
}

FunctionInfo *class_add_call(Front *front, const Type *closure, bool is_mutable)
{
    Scope *scope = class_scope(closure);
    Specifiers ignored = {0};
    while (front_accept(front, KEYWORD___device__) || front_accept(front, KEYWORD___host__) ||
           parse_attribute(front, &ignored)) {
    }
    bool is_pack = false;
    uint32_t autos = count_autos(front, &is_pack);
    if (autos > 0) {
        add_generic_call(front, scope, autos, is_pack, is_mutable);
        return NULL;
    }
    Declarator declarator = {0};
    Scope *outer = front->scope;
    bool was_angle = front->is_angle;
    front->is_angle = false;
    front->scope = scope;
    FunctionInfo *info = NULL;
    // Without captures it needs no object; a conversion to a pointer gives its address.
    bool is_static = closure->class_->field_count == 0;
    if (parse_closure_declarator(front, &declarator, is_mutable || is_static)) {
        Specifiers specifiers = {.is_device = true,
                                 .is_host = true,
                                 .is_inline = true,
                                 .is_constexpr = true,
                                 .is_static = is_static};
        info = declare_function(front, &specifiers, &declarator, PLACE_CLASS);
    }
    front->is_angle = was_angle;
    front->scope = outer;
    return info;
}
