// SPDX-License-Identifier: Apache-2.0
// Instances of class, alias and variable templates: created when named, classes completed when
// needed.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/syntax_check.h"

static Symbol *find_instance(const Template *template_, const TemplateArgument *arguments)
{
    for (TemplateInstance *at = template_->instances; at != NULL; at = at->next) {
        if (template_same_arguments(at->arguments, at->argument_count, arguments,
                                    template_->parameter_count)) {
            return at->symbol;
        }
    }
    return NULL;
}

static Symbol *add_instance(Front *front, Template *template_, TemplateArgument *arguments,
                            SymbolKind kind, SourceLocation location)
{
    TemplateInstance *instance = arena_alloc(front->arena, sizeof *instance);
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    *symbol = (Symbol){
        .kind = kind, .name = template_->name, .home = template_->home, .location = location};
    *instance = (TemplateInstance){.arguments = arguments,
                                   .argument_count = template_->parameter_count,
                                   .symbol = symbol,
                                   .next = template_->instances};
    template_->instances = instance;
    return symbol;
}

static Symbol *instantiate_class(Front *front, Template *template_, TemplateArgument *arguments,
                                 Scope *bound)
{
    Class *class_ = class_create(front, template_->name, bound, template_->location);
    Scope *scope = class_->scope;
    class_->name =
        name_qualified(front, NULL, template_->name, arguments, template_->parameter_count, true);
    scope->template_ = template_;
    scope->arguments = arguments;
    scope->argument_count = template_->parameter_count;
    Symbol *symbol = add_instance(front, template_, arguments, SYMBOL_TYPE, template_->location);
    symbol->type = scope->type;
    return symbol;
}

static Symbol *instantiate_alias(Front *front, Template *template_, TemplateArgument *arguments,
                                 Scope *bound, SourceLocation location)
{
    FrontPlace before = front_place(front);
    Instantiation *outer = syntax_enter_instantiation(front, template_->name, location);
    uint32_t errors = front->quiet_errors;
    front->scope = bound;
    front->is_angle = false;
    front->half_of_token = 0;
    front->at = template_->declaration.first + 2u; // after "using Name"
    Specifiers ignored = {0};
    parse_attributes(front, &ignored);
    const Type *type =
        front_expect(front, PUNCTUATOR_assign, "the alias") ? parse_type_id(front) : NULL;
    syntax_leave_instantiation(front, outer);
    front_return(front, before);
    if (type == NULL || (front->quiet > 0 && front->quiet_errors != errors)) {
        return NULL;
    }
    Symbol *symbol = add_instance(front, template_, arguments, SYMBOL_TYPE, location);
    symbol->type = type;
    return symbol;
}

// "template <class T> constexpr T pi = T(3.14);": a constant for each set of arguments.
static Symbol *instantiate_variable(Front *front, Template *template_, TemplateArgument *arguments,
                                    Scope *bound, SourceLocation location)
{
    TemplateChoice choice =
        template_choose(front, template_, arguments, template_->parameter_count, location);
    const Template *source = choice.template_ != NULL ? choice.template_ : template_;
    FrontPlace before = front_place(front);
    Instantiation *outer = syntax_enter_instantiation(front, template_->name, location);
    front->scope = choice.template_ != NULL ? choice.scope : bound;
    front->is_angle = false;
    front->half_of_token = 0;
    front->at = source->declaration.first;
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    Declarator declarator = {0};
    Symbol *symbol = NULL;
    if (specifiers.type != NULL &&
        parse_declarator(front, specifiers.type, DECLARATOR_NAMED, &declarator)) {
        Expression *value = declare_constant_initializer(front, declarator.type);
        if (value == NULL || !front_is(front, PUNCTUATOR_semicolon)) {
            front_error(front, location, "variable template '%s' is not a constant number",
                        template_->name);
        } else {
            symbol = add_instance(front, template_, arguments, SYMBOL_CONSTANT, location);
            symbol->type = type_qualified(&front->types, value->type, QUALIFIER_CONST);
            symbol->value = value;
        }
    }
    syntax_leave_instantiation(front, outer);
    front_return(front, before);
    return symbol;
}

Symbol *template_instantiate(Front *front, Template *template_, const TemplateArgument *arguments,
                             uint32_t argument_count, SourceLocation location)
{
    if (template_ == NULL || template_->kind == TEMPLATE_FUNCTION) {
        front_error(front, location, "not a class template");
        return NULL;
    }
    if (!front_enter(front)) {
        front_leave(front);
        return NULL;
    }
    TemplateArgument *all = NULL;
    Scope *bound = template_bind(front, template_->parameters, template_->parameter_count,
                                 arguments, argument_count, template_->home, &all, location);
    Symbol *symbol = NULL;
    if (bound != NULL) {
        bool is_dependent = template_has_dependent(all, template_->parameter_count);
        symbol = is_dependent ? NULL : find_instance(template_, all);
        if (symbol != NULL) {
        } else if (template_->kind == TEMPLATE_ALIAS) {
            symbol = instantiate_alias(front, template_, all, bound, location);
        } else if (template_->kind == TEMPLATE_VARIABLE) {
            symbol = instantiate_variable(front, template_, all, bound, location);
        } else {
            symbol = instantiate_class(front, template_, all, bound);
        }
    }
    front_leave(front);
    return symbol;
}

// "struct [attributes] Name [<...>] [final]" up to ':' or '{'.
static void skip_class_head(Front *front, Class *class_, Specifiers *specifiers)
{
    while (!front_is(front, KEYWORD_struct) && !front_is(front, KEYWORD_class) &&
           !front_is(front, KEYWORD_union) && front_peek(front, 0)->kind != TOKEN_END) {
        if (!parse_attribute(front, specifiers)) {
            front->at++;
        }
    }
    class_->is_union = front_is(front, KEYWORD_union);
    ((Scope *)class_->scope)->access = front_is(front, KEYWORD_class) ? 2 : 0;
    front->at++;
    parse_attributes(front, specifiers);
    while (!front_is(front, PUNCTUATOR_colon) && !front_is(front, PUNCTUATOR_brace_open) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        if (front_is(front, PUNCTUATOR_less)) {
            name_skip_arguments(front);
        } else {
            front->at++;
        }
    }
}

void template_complete_class(Front *front, Class *class_, SourceLocation location)
{
    Scope *scope = class_->scope;
    Template *template_ = scope->template_;
    TemplateChoice choice =
        template_choose(front, template_, scope->arguments, scope->argument_count, location);
    const Template *source = choice.template_ != NULL ? choice.template_ : template_;
    if (!source->is_defined || !front_enter(front)) {
        front->depth -= source->is_defined;
        return;
    }
    if (choice.scope != NULL) {
        scope->parent = choice.scope;
    }
    FrontPlace before = front_place(front);
    Instantiation *outer = syntax_enter_instantiation(front, class_->name, location);
    uint32_t errors = front->quiet_errors;
    front->scope = scope->parent;
    front->at = source->declaration.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->dependent = 0;
    front->function = NULL;
    front->this_symbol = NULL;
    front->body = NULL;
    Specifiers specifiers = {0};
    skip_class_head(front, class_, &specifiers);
    parse_class_rest(front, class_, &specifiers);
    if (front->quiet > 0 && front->quiet_errors != errors && scope->host_reason == NULL) {
        scope->host_reason = front->quiet_message;
    }
    syntax_leave_instantiation(front, outer);
    front_return(front, before);
    front_leave(front);
}
