// SPDX-License-Identifier: Apache-2.0
// Declarations that begin with `template`: new templates, specializations, definitions of members,
// explicit instantiations.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"

static Scope *declaring_scope(Scope *scope)
{
    while (scope->kind == SCOPE_TEMPLATE || scope->kind == SCOPE_BLOCK) {
        scope = scope->parent;
    }
    return scope;
}

static Symbol *own(Scope *scope, const char *name)
{
    Symbol *symbol = scope_find_here(scope, name);
    return symbol != NULL && symbol->home == scope ? symbol : NULL;
}

static void inherit_defaults(Template *to, const Template *from)
{
    for (uint32_t i = 0; i < to->parameter_count && i < from->parameter_count; i++) {
        if (to->parameters[i].default_value.end == 0) {
            to->parameters[i].default_value = from->parameters[i].default_value;
        }
    }
}

static void redefine(Template *known, const Template *now)
{
    Template before = *known;
    known->parameters = now->parameters;
    known->declaration = now->declaration;
    known->parameters_at = now->parameters_at;
    known->is_defined = now->is_defined;
    known->location = now->location;
    known->is_host = now->is_host && before.is_host;
    known->is_kernel = now->is_kernel || before.is_kernel;
    known->signature = NULL;
    known->home = now->home;
    inherit_defaults(known, &before);
}

static bool is_same_parameters(const Template *a, const Template *b)
{
    if (a->parameter_count != b->parameter_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i].is_type != b->parameters[i].is_type ||
            a->parameters[i].is_pack != b->parameters[i].is_pack) {
            return false;
        }
    }
    return true;
}

static bool is_same_pattern(const Type *a, const Type *b, uint32_t depth);

static bool is_same_dependent(const Dependent *a, const Dependent *b, uint32_t depth)
{
    if (a->kind != b->kind || a->index != b->index || a->template_ != b->template_ ||
        a->argument_count != b->argument_count || !is_same_pattern(a->element, b->element, depth) ||
        !is_same_pattern(a->pattern, b->pattern, depth)) {
        return false;
    }
    for (uint32_t i = 0; i < a->argument_count; i++) {
        const DependentArgument *left = &a->arguments[i];
        const DependentArgument *right = &b->arguments[i];
        if (left->is_value_parameter != right->is_value_parameter || left->index != right->index ||
            left->integer != right->integer || !is_same_pattern(left->type, right->type, depth)) {
            return false;
        }
    }
    return true;
}

// Whether two types with template parameters are the same.
static bool is_same_pattern(const Type *a, const Type *b, uint32_t depth)
{
    if (a == b || a == NULL || b == NULL || depth > 100u) {
        return a == b;
    }
    if (a->kind != b->kind || a->qualifiers != b->qualifiers ||
        a->parameter_count != b->parameter_count || a->count != b->count) {
        return false;
    }
    if (a->kind == TYPE_DEPENDENT) {
        return is_same_dependent(a->dependent, b->dependent, depth + 1u);
    }
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (!is_same_pattern(a->parameters[i], b->parameters[i], depth + 1u)) {
            return false;
        }
    }
    return a->class_ == b->class_ && a->enumeration == b->enumeration &&
           is_same_pattern(a->base, b->base, depth + 1u);
}

// The function template, declared before, that this one defines or redeclares.
static Template *find_declared(Front *front, Scope *home, Template *template_)
{
    for (Symbol *symbol = own(home, template_->name); symbol != NULL;
         symbol = symbol->next_overload) {
        if (symbol->kind != SYMBOL_TEMPLATE || symbol->template_ == NULL ||
            (symbol->template_->is_defined && template_->is_defined) ||
            !is_same_parameters(symbol->template_, template_)) {
            continue;
        }
        template_add_signature(front, symbol->template_);
        template_add_signature(front, template_);
        if (is_same_pattern(symbol->template_->signature, template_->signature, 0)) {
            return symbol->template_;
        }
    }
    return NULL;
}

static void add_template(Front *front, Scope *home, Template *template_)
{
    if (template_->kind == TEMPLATE_FUNCTION) {
        Template *known = find_declared(front, home, template_);
        if (known != NULL) {
            if (template_->is_defined) {
                redefine(known, template_);
            }
            return;
        }
    } else {
        Symbol *known = own(home, template_->name);
        if (known != NULL && known->kind == SYMBOL_TEMPLATE &&
            known->template_->kind == template_->kind) {
            if (known->template_->is_defined && template_->is_defined) {
                front_error(front, template_->location, "redefinition of template '%s'",
                            template_->name);
                front_note(front, known->location, "previous definition is here");
            } else if (template_->is_defined) {
                redefine(known->template_, template_);
            } else {
                inherit_defaults(known->template_, template_);
            }
            return;
        }
    }
    Symbol *symbol = scope_add(front, home, SYMBOL_TEMPLATE, template_->name, template_->location);
    symbol->template_ = template_;
}

static Template *make_template(Front *front, const TemplateHead *head, uint32_t first,
                               TemplateParameter *parameters, uint32_t count)
{
    Template *template_ = arena_alloc(front->arena, sizeof *template_);
    template_->kind = head->kind;
    template_->name = head->name;
    template_->home = front->scope;
    template_->parameters = parameters;
    template_->parameter_count = count;
    template_->declaration = (TokenRange){first, head->end};
    template_->location = head->location;
    template_->is_host = head->kind == TEMPLATE_FUNCTION && !head->is_device && !head->is_constexpr;
    template_->is_kernel = head->kind == TEMPLATE_FUNCTION && head->is_kernel;
    template_->is_defined = head->is_defined;
    template_->parameters_at = head->parameters_at;
    return template_;
}

static Template *primary_of(Front *front, const TemplateHead *head)
{
    Symbol *symbol = scope_lookup(front, head->name);
    if (symbol != NULL && symbol->kind == SYMBOL_TYPE && class_scope(symbol->type) != NULL) {
        return class_scope(symbol->type)->template_;
    }
    return symbol != NULL && symbol->kind == SYMBOL_TEMPLATE ? symbol->template_ : NULL;
}

static void add_specialization(Front *front, const TemplateHead *head, Template *template_)
{
    Template *primary = primary_of(front, head);
    if (primary == NULL) {
        front_error(front, head->location, "'%s' is not a template", head->name);
        return;
    }
    template_->pattern_range = (TokenRange){head->arguments_at, head->end};
    template_->member_of = primary;
    template_add_specialization(front, primary, template_);
}

static void redefine_members(Front *front, Scope *class_, Template *definition)
{
    definition->home = class_;
    Template *known = find_declared(front, class_, definition);
    if (known == NULL) {
        front_error(front, definition->location, "'%s' is not a member template of '%s'",
                    definition->name, class_->name);
        return;
    }
    redefine(known, definition);
}

// A member defined outside of its class. Returns true if the head is that of a member.
static bool add_member_definition(Front *front, const TemplateHead *head, Template *definition)
{
    if (head->class_name == NULL || head->kind == TEMPLATE_CLASS) {
        return false;
    }
    FrontPlace before = front_place(front);
    front->at = head->class_at;
    Scope *scope = front->scope;
    // "ns::Class<T>::": the qualifying names are looked up from the first one on.
    uint32_t first = head->class_at;
    while (first > definition->declaration.first + 1u &&
           front->source->tokens[first - 1].id == PUNCTUATOR_scope &&
           front->source->tokens[first - 2].kind == TOKEN_NAME) {
        first -= 2;
    }
    Symbol *symbol = NULL;
    for (uint32_t i = first; i <= head->class_at; i += 2) {
        const char *name = front->source->tokens[i].text;
        symbol = i == first ? scope_lookup(front, name) : scope_find_here(scope, name);
        if (symbol == NULL) {
            break;
        }
        scope = symbol->kind == SYMBOL_NAMESPACE ? symbol->scope : scope;
    }
    front_return(front, before);
    if (symbol == NULL || symbol->kind == SYMBOL_HOST) {
        return true; // of a class that only the host has
    }
    if (symbol->kind == SYMBOL_NAMESPACE) {
        return false;
    }
    if (symbol->kind == SYMBOL_TYPE && class_scope(symbol->type) != NULL) {
        if (head->kind == TEMPLATE_FUNCTION) {
            redefine_members(front, class_scope(symbol->type), definition);
        }
        return true;
    }
    if (symbol->kind == SYMBOL_TEMPLATE && symbol->template_ != NULL) {
        definition->next = symbol->template_->definitions;
        symbol->template_->definitions = definition;
    }
    return true;
}

// template <> ...: a class, a variable, or a function with explicit arguments after its name.
static void parse_full_specialization(Front *front, const TemplateHead *head, Template *template_,
                                      DeclarationPlace place)
{
    if (head->kind != TEMPLATE_FUNCTION && head->arguments_at != 0) {
        // For a type of the host's, such as std::string, no device code can need it; the host's
        // compiler reports all other mistakes in the arguments.
        QuietPlace arguments = front_quiet_begin(front);
        add_specialization(front, head, template_);
        front_quiet_end(front, arguments, NULL);
        front->at = head->end;
        return;
    }
    Specifiers specifiers = {.is_specialization = true};
    QuietPlace quiet = {0};
    bool is_tolerant = !head->is_device && front->quiet == 0;
    if (is_tolerant) {
        quiet = front_quiet_begin(front);
    }
    parse_specifiers(front, &specifiers, place);
    Statement *none = NULL;
    Statement **tail = &none;
    parse_declarators(front, &specifiers, place, &tail);
    if (is_tolerant) {
        front_quiet_end(front, quiet, NULL);
    }
    front->at = head->end;
    front->half_of_token = 0;
}

static void parse_new_template(Front *front, TemplateParameter *parameters, uint32_t count,
                               DeclarationPlace place)
{
    uint32_t first = front->at;
    TemplateParameter *inner = NULL;
    uint32_t inner_count = 0;
    if (front_accept(front, KEYWORD_template)) { // template <class T> template <class U> ...
        parse_template_parameters(front, &inner, &inner_count);
        first = front->at;
    }
    TemplateHead head;
    if (!template_head(front, &head)) {
        front_error(
            front, front_here(front),
            "expected a class, function, alias or variable after the template's parameters");
        declare_skip(front);
        return;
    }
    if (head.is_friend && head.kind == TEMPLATE_CLASS) {
        front->at = head.end;
        return;
    }
    Scope *around = declaring_scope(front->scope);
    if (head.kind == TEMPLATE_FUNCTION && around->kind == SCOPE_CLASS && head.class_name == NULL &&
        head.name == around->name) {
        head.name = front_intern(front, NAME_OF_CONSTRUCTOR);
        around->has_constructor = true;
    }
    Template *template_ = make_template(front, &head, first, parameters, count);
    template_->inner_parameters = inner;
    template_->inner_count = inner_count;
    if (count == 0) {
        parse_full_specialization(front, &head, template_, place);
        return;
    }
    Scope *home = declaring_scope(front->scope);
    Symbol *guided = head.name_at == first ? own(home, head.name) : NULL;
    if (guided != NULL && guided->kind == SYMBOL_TEMPLATE && guided->template_ != NULL &&
        guided->template_->kind == TEMPLATE_CLASS) { // a deduction guide
        template_->next = guided->template_->guides;
        guided->template_->guides = template_;
        front->at = head.end;
        return;
    }
    while (head.is_friend && home->kind == SCOPE_CLASS) {
        home = home->parent;
    }
    home = declaring_scope(home);
    if (add_member_definition(front, &head, template_)) {
    } else if (head.kind != TEMPLATE_FUNCTION && head.arguments_at != 0) {
        add_specialization(front, &head, template_);
    } else {
        add_template(front, home, template_);
    }
    front->at = head.end;
    front->half_of_token = 0;
}

// ---- template class X<int>; template __global__ void f<int>(int *);

static void instantiate_function(Front *front, const TemplateHead *head)
{
    Specifiers specifiers = {0};
    Declarator declarator = {0};
    parse_specifiers(front, &specifiers, PLACE_NAMESPACE);
    if (specifiers.type == NULL ||
        !parse_declarator(front, specifiers.type, DECLARATOR_NAMED, &declarator)) {
        return;
    }
    const Scope *home = declarator.qualifier != NULL ? declarator.qualifier : front->scope;
    Symbol *symbol = scope_find_here(home, head->name);
    for (; symbol != NULL; symbol = symbol->next_overload) {
        TemplateArgument *all = NULL;
        if (symbol->kind == SYMBOL_TEMPLATE &&
            template_match_function(front, symbol->template_, declarator.arguments,
                                    declarator.argument_count, declarator.type, &all)) {
            FunctionInfo *info = template_function_instance(
                front, symbol->template_, all, symbol->template_->parameter_count, head->location);
            bool is_wanted =
                info != NULL && (info->is_kernel || (front->options->is_relocatable &&
                                                     info->is_device && info->body.end != 0));
            if (is_wanted && info->type == declarator.type) {
                declare_want_function(front, info)->is_instantiated = true;
            }
        }
    }
}

// Files that are linked with this one may use all members of the class.
static void instantiate_class(Front *front)
{
    Specifiers specifiers = {0};
    QuietPlace quiet = front_quiet_begin(front); // the class may be the host's
    parse_specifiers(front, &specifiers, PLACE_NAMESPACE);
    const Type *type = specifiers.type;
    bool is_complete =
        type != NULL && type->kind == TYPE_CLASS && class_complete(front, type, front_here(front));
    if (!front_quiet_end(front, quiet, NULL) || !is_complete) {
        return;
    }
    for (Symbol *at = class_scope(type)->first_symbol; at != NULL; at = at->next_in_scope) {
        for (Symbol *one = at; one != NULL; one = one->next_overload) {
            FunctionInfo *info = one->kind == SYMBOL_FUNCTION ? one->function : NULL;
            bool is_member = info != NULL && info->is_device && info->template_ == NULL &&
                             !info->is_implicit && !info->is_deleted;
            if (is_member && (info->body.end != 0 || template_define_member(front, info))) {
                declare_want_function(front, info)->is_instantiated = true;
            }
        }
    }
}

static void parse_explicit_instantiation(Front *front, bool is_extern)
{
    TemplateHead head;
    bool is_read = template_head(front, &head);
    uint32_t end = head.end;
    if (!is_read || end <= front->at) {
        declare_skip(front);
        return;
    }
    if (head.kind == TEMPLATE_FUNCTION) {
        bool is_tolerant = !head.is_device && front->quiet == 0;
        QuietPlace quiet = {0};
        if (is_tolerant) {
            quiet = front_quiet_begin(front);
        }
        instantiate_function(front, &head);
        if (is_tolerant) {
            front_quiet_end(front, quiet, NULL);
        }
    } else if (front->options->is_relocatable && !is_extern && front->quiet == 0) {
        instantiate_class(front);
    }
    front->at = end;
    front->half_of_token = 0;
}

void parse_template(Front *front, DeclarationPlace place)
{
    Scope *scope = front->scope;
    bool is_extern = front_accept(front, KEYWORD_extern);
    front->at++; // template
    if (!front_is(front, PUNCTUATOR_less)) {
        parse_explicit_instantiation(front, is_extern);
        front->scope = scope;
        return;
    }
    TemplateParameter *parameters = NULL;
    uint32_t count = 0;
    if (!parse_template_parameters(front, &parameters, &count)) {
        declare_skip(front);
        return;
    }
    parse_new_template(front, parameters, count, place);
    front->scope = scope;
}
