// SPDX-License-Identifier: Apache-2.0
// Deduction of a class template's arguments from an initializer, C++17 [over.match.class.deduct].
// Its constructors are found by scanning its tokens. If two of them (or of its deduction guides)
// give different classes, nothing is deduced: their conversions are not compared. Leaves out guides
// that are not templates.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"

typedef struct ClassDeduction {
    Template *template_;
    Expression **arguments;
    uint32_t argument_count;
    const Type *type;      // found so far
    const Type *signature; // of the guide that gave it, or NULL
    bool is_unclear;
    SourceLocation location;
} ClassDeduction;

static void note_class(ClassDeduction *deduction, const Type *type, const Type *guide)
{
    deduction->is_unclear |= deduction->type != NULL && deduction->type != type;
    deduction->type = type;
    deduction->signature = guide;
}

// The type after a guide's "->".
static const Type *guided_type(Front *front, const Template *guide, const TemplateArgument *found,
                               SourceLocation location)
{
    TemplateArgument *all = NULL;
    Scope *bound = template_bind(front, guide->parameters, guide->parameter_count, found,
                                 guide->parameter_count, guide->home, &all, location);
    if (bound == NULL) {
        return NULL;
    }
    FrontPlace before = front_place(front);
    front->scope = bound;
    front->at = guide->parameters_at - 1u;
    front->half_of_token = 0;
    front->is_angle = false;
    front_skip_balanced(front);
    const Type *type =
        front_expect(front, PUNCTUATOR_arrow, "the parameters") ? parse_type_id(front) : NULL;
    front_return(front, before);
    return type;
}

// Whether the parameters of a constructor template that are not deduced have default arguments, and
// these a meaning.
static bool is_bindable(Front *front, const Template *constructor, const TemplateArgument *found,
                        const ClassDeduction *deduction)
{
    TemplateArgument *all = NULL;
    return constructor->parameter_count == deduction->template_->parameter_count ||
           template_bind(front, constructor->parameters, constructor->parameter_count, found,
                         constructor->parameter_count, constructor->home, &all,
                         deduction->location) != NULL;
}

static void try_candidate(Front *front, ClassDeduction *deduction, Template *candidate,
                          bool is_guide)
{
    TemplateArgument *found =
        arena_alloc(front->arena, (candidate->parameter_count + 1u) * sizeof *found);
    if (!template_deduce(front, candidate, deduction->arguments, deduction->argument_count,
                         found)) {
        return;
    }
    QuietPlace quiet = front_quiet_begin(front);
    const Type *type = NULL;
    if (is_guide) {
        type = guided_type(front, candidate, found, deduction->location);
    } else if (is_bindable(front, candidate, found, deduction)) {
        Symbol *symbol =
            template_instantiate(front, deduction->template_, found,
                                 deduction->template_->parameter_count, deduction->location);
        type = symbol == NULL ? NULL : symbol->type;
    }
    bool is_clean = front_quiet_end(front, quiet, NULL);
    bool is_replaced = // [over.match.best]/1: a guide beats an equal constructor
        !is_guide && deduction->signature != NULL &&
        deduction->signature->parameter_count == candidate->signature->parameter_count &&
        type_function(&front->types, type_basic(&front->types, TYPE_VOID),
                      deduction->signature->parameters, deduction->signature->parameter_count,
                      false,
                      0) == type_function(&front->types, type_basic(&front->types, TYPE_VOID),
                                          candidate->signature->parameters,
                                          candidate->signature->parameter_count, false, 0);
    if (is_clean && type != NULL && !is_replaced) {
        note_class(deduction, type, is_guide ? candidate->signature : NULL);
    }
}

// The parameters of the class template, then those of its constructor template, whose '<' is at
// `own_at`; 0: the constructor is no template.
static TemplateParameter *join_parameters(Front *front, const Template *class_, uint32_t own_at,
                                          uint32_t *count)
{
    TemplateParameter *own = NULL;
    uint32_t own_count = 0, first = class_->parameter_count;
    FrontPlace place = front_place(front);
    front->at = own_at;
    bool is_read = own_at == 0 || parse_template_parameters(front, &own, &own_count);
    front_return(front, place);
    *count = first + (is_read ? own_count : 0);
    TemplateParameter *all =
        arena_grow(front->arena, class_->parameters, first, *count + 1u, sizeof *all);
    for (uint32_t i = first; i < *count; i++) {
        all[i] = own[i - first];
        all[i].index = i;
    }
    return all;
}

static void try_constructor(Front *front, ClassDeduction *deduction, uint32_t own_at)
{
    uint32_t count = 0;
    TemplateParameter *parameters = join_parameters(front, deduction->template_, own_at, &count);
    Template *constructor = arena_alloc(front->arena, sizeof *constructor);
    *constructor = (Template){.kind = TEMPLATE_FUNCTION,
                              .name = deduction->template_->name,
                              .home = deduction->template_->home,
                              .parameters = parameters,
                              .parameter_count = count,
                              .declaration = {front->at, front->at},
                              .parameters_at = front->at + 2u,
                              .location = front_here(front)};
    try_candidate(front, deduction, constructor, false);
}

static bool is_constructor_here(Front *front, const char *name)
{
    const Token *token = front_peek(front, 0);
    TokenId before = (TokenId)front->source->tokens[front->at - 1u].id;
    return token->kind == TOKEN_NAME && token->text == name &&
           front_peek(front, 1)->id == PUNCTUATOR_paren_open && before != PUNCTUATOR_tilde &&
           before != KEYWORD_operator;
}

static void try_constructors(Front *front, ClassDeduction *deduction)
{
    const Template *template_ = deduction->template_;
    FrontPlace place = front_place(front);
    uint32_t own_at = 0;
    front->at = template_->declaration.first;
    while (front->at < template_->declaration.end && !front_is(front, PUNCTUATOR_brace_open)) {
        front->at++;
    }
    for (front->at++; front->at + 1u < template_->declaration.end;) {
        if (is_constructor_here(front, template_->name)) {
            try_constructor(front, deduction, own_at);
            own_at = 0;
            front->at++;
            front_skip_balanced(front);
            if (front_is(front, PUNCTUATOR_colon)) {
                declare_skip_member_initializers(front);
            }
            continue;
        }
        TokenId id = (TokenId)front_peek(front, 0)->id;
        own_at = id == KEYWORD_template                                      ? front->at + 1u
                 : id == PUNCTUATOR_semicolon || id == PUNCTUATOR_brace_open ? 0
                                                                             : own_at;
        if (id == PUNCTUATOR_paren_open || id == PUNCTUATOR_bracket_open ||
            id == PUNCTUATOR_brace_open) {
            front_skip_balanced(front);
        } else {
            front->at++;
        }
    }
    front_return(front, place);
}

const Type *template_deduce_class(Front *front, Template *template_, const ExpressionList *values,
                                  SourceLocation location)
{
    CandidateSet set = {.arguments = values->items, .argument_count = values->count};
    ClassDeduction deduction = {
        .template_ = template_, .argument_count = values->count, .location = location};
    for (uint32_t i = 0; i < values->count; i++) {
        if (express_is_error(values->items[i])) {
            return NULL;
        }
        deduction.is_unclear |= express_is_list(values->items[i]);
    }
    if (!deduction.is_unclear) {
        deduction.arguments = overload_deduction_arguments(front, &set);
        const Scope *only = values->count == 1 ? class_scope(values->items[0]->type) : NULL;
        if (only != NULL && only->template_ == template_) { // a copy
            return values->items[0]->type->unqualified;
        }
        for (Template *guide = template_->guides; guide != NULL; guide = guide->next) {
            try_candidate(front, &deduction, guide, true);
        }
        try_constructors(front, &deduction);
    }
    if (deduction.type == NULL || deduction.is_unclear) {
        front_error(front, location,
                    "cannot deduce the template arguments of '%s' from its initializer: write them "
                    "explicitly",
                    template_->name);
        return NULL;
    }
    return deduction.type;
}

const Type *template_deduce_class_here(Front *front, Template *template_, SourceLocation location)
{
    FrontPlace before = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    ExpressionList list = {0};
    TokenId close =
        front_is(front, PUNCTUATOR_brace_open) ? PUNCTUATOR_brace_close : PUNCTUATOR_paren_close;
    front->at++;
    if (!front_accept(front, close)) {
        parse_arguments(front, &list, close);
    }
    front_quiet_end(front, quiet, NULL); // they are parsed again, as the initializer
    front_return(front, before);
    return template_deduce_class(front, template_, &list, location);
}
