// SPDX-License-Identifier: Apache-2.0
// Functions: declarations are merged with earlier ones of the same type, bodies are kept as token
// ranges until they are needed, and the tree's Function is made on first use.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/mangle.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/syntax_check.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

void declare_parameters(Front *front, const ParameterList *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const Type *type = list->types[i];
        Symbol *symbol = scope_add(front, front->scope,
                                   type_is_reference(type) ? SYMBOL_REFERENCE : SYMBOL_VARIABLE,
                                   list->names[i], (SourceLocation){0});
        symbol->type = type;
        symbol->variable = arena_alloc(front->arena, sizeof(Variable));
        symbol->variable->name = list->names[i];
        symbol->variable->is_parameter = true;
        symbol->variable->type = declare_stored_type(front, type);
    }
    if (list->pack_name != NULL) {
        Symbol *pack =
            scope_add(front, front->scope, SYMBOL_PACK, list->pack_name, (SourceLocation){0});
        pack->element_count = list->pack_count;
        pack->elements = arena_alloc(front->arena, (list->pack_count + 1u) * sizeof(Symbol *));
        for (uint32_t i = 0; i < list->pack_count; i++) {
            const Type *type = list->types[list->pack_first + i];
            Symbol *element = arena_alloc(front->arena, sizeof *element);
            element->kind = type_is_reference(type) ? SYMBOL_REFERENCE : SYMBOL_VARIABLE;
            element->name = list->pack_name;
            element->type = type;
            element->variable = arena_alloc(front->arena, sizeof(Variable));
            element->variable->name = list->pack_name;
            element->variable->type = declare_stored_type(front, type);
            pack->elements[i] = element;
        }
    }
}

static bool is_same_function(const FunctionInfo *info, const Type *type,
                             const Declarator *declarator, const Template *template_)
{
    if (info->template_ != template_ || info->has_auto_result) {
        return info->template_ == template_ && info->has_auto_result &&
               info->type->parameter_count == type->parameter_count && info->type == type;
    }
    if (info->type == type) {
        return true;
    }
    // Equal parameters suffice for a match; a different result is then an error elsewhere.
    return info->type->parameter_count == type->parameter_count &&
           info->type->is_variadic == type->is_variadic &&
           info->type->method_qualifiers == type->method_qualifiers &&
           info->is_conversion == declarator->is_conversion && !declarator->is_conversion &&
           memcmp(info->type->parameters, type->parameters,
                  type->parameter_count * sizeof(Type *)) == 0;
}

static FunctionInfo *find_declared(Scope *home, const Declarator *declarator)
{
    Symbol *symbol = scope_find_here(home, declarator->name);
    for (; symbol != NULL; symbol = symbol->next_overload) {
        if (symbol->kind == SYMBOL_FUNCTION && symbol->home == home &&
            is_same_function(symbol->function, declarator->type, declarator, NULL)) {
            return symbol->function;
        }
    }
    return NULL;
}

// In CUDA's headers the overloads of <cmath> for integers are templates, which a program's own
// function for its types hides: the library's unused one becomes it. A declaration of the library's
// own type alone does not hide it; nvcc takes that as one more declaration of CUDA's function.
static void hide_overload(Front *front, FunctionInfo *info, const Declarator *declarator)
{
    if (info->type == declarator->type && !front_is(front, PUNCTUATOR_brace_open)) {
        return;
    }
    const SourceFile *files = front->source->files, *file = &files[info->location.file];
    if (info->function == NULL && file->is_library && strcmp(file->path, "math_overload.h") == 0 &&
        !files[declarator->location.file].is_library) {
        info->body = (TokenRange){0};
        info->type = info->symbol->type = declarator->type;
        info->location = info->symbol->location = declarator->location;
        info->is_forceinline = false;
    }
}

void declare_merge(FunctionInfo *info, const Specifiers *specifiers)
{
    info->is_kernel |= specifiers->is_global;
    info->is_device |= specifiers->is_device;
    info->is_host |= specifiers->is_host;
    info->is_constexpr |= specifiers->is_constexpr;
    info->is_explicit |= specifiers->is_explicit;
    info->is_virtual |= specifiers->is_virtual;
    info->is_noinline |= specifiers->is_noinline;
    info->is_forceinline |= specifiers->is_forceinline;
    info->is_noreturn |= specifiers->is_noreturn;
    info->is_inline |= specifiers->is_inline || specifiers->is_constexpr;
    if (specifiers->max_threads != 0) {
        info->max_threads = specifiers->max_threads;
        info->min_blocks = specifiers->min_blocks;
        info->max_blocks_per_cluster = specifiers->max_blocks_per_cluster;
    }
    if (specifiers->max_registers != 0) {
        info->max_registers = specifiers->max_registers;
    }
    if (specifiers->cluster[0] != 0) {
        memcpy(info->cluster, specifiers->cluster, sizeof info->cluster);
    }
}

static void merge_parameters(FunctionInfo *info, const ParameterList *list, bool is_definition)
{
    if (is_definition || info->parameter_names == NULL) {
        info->parameter_names = list->names;
        info->written_parameters = list->types;
        info->is_grid_constant = list->is_grid_constant;
        info->pack_name = list->pack_name;
        info->pack_first = list->pack_first;
        info->pack_count = list->pack_count;
    }
    if (info->default_arguments == NULL) {
        info->default_arguments = list->defaults;
        return;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->defaults[i].end != 0) {
            info->default_arguments[i] = list->defaults[i];
        }
    }
}

// NULL: an ordinary function.
static const char *special_name(const Declarator *declarator)
{
    return declarator->is_constructor  ? "constructor"
           : declarator->is_destructor ? "destructor"
           : declarator->is_conversion ? "conversion function"
                                       : NULL;
}

static FunctionInfo *create(Front *front, Scope *home, const Specifiers *specifiers,
                            const Declarator *declarator, bool is_found_by_name)
{
    FunctionInfo *info = arena_alloc(front->arena, sizeof *info);
    Symbol *symbol;
    if (is_found_by_name) {
        symbol = scope_add(front, home, SYMBOL_FUNCTION, declarator->name, declarator->location);
    } else {
        symbol = arena_alloc(front->arena, sizeof *symbol);
        *symbol = (Symbol){.kind = SYMBOL_FUNCTION,
                           .name = declarator->name,
                           .home = home,
                           .location = declarator->location};
    }
    symbol->type = declarator->type;
    symbol->function = info;
    info->symbol = symbol;
    info->name = declarator->name;
    info->home = home;
    info->type = declarator->type;
    info->location = declarator->location;
    info->is_extern_c =
        front->extern_c > 0 && !declarator->is_constructor && home->kind == SCOPE_NAMESPACE;
    info->default_scope = front->scope;
    info->is_method = home->kind == SCOPE_CLASS;
    info->is_internal = (!info->is_method && specifiers->is_static) || scope_is_unnamed(home);
    info->is_constructor = declarator->is_constructor && info->is_method;
    info->is_destructor = declarator->is_destructor && info->is_method;
    info->is_conversion = declarator->is_conversion && info->is_method;
    const char *special = special_name(declarator);
    if (special != NULL && !info->is_method) {
        front_error(front, info->location, "a %s must be a member of a class", special);
    }
    bool is_special = info->is_constructor || info->is_destructor || info->is_conversion;
    if (is_special && specifiers->is_static) {
        front_error(front, info->location, "a %s cannot be static", special);
    }
    info->is_static = info->is_method && specifiers->is_static && !is_special;
    symbol->is_static_member = info->is_static;
    info->is_const_method = declarator->is_const_method;
    info->has_auto_result = declarator->type->base->unqualified->kind == TYPE_AUTO ||
                            (declarator->type->base->base != NULL &&
                             declarator->type->base->base->unqualified->kind == TYPE_AUTO);
    return info;
}

// ": a(1), b{2}" up to the body's brace: a brace after a name or '>' belongs to an initializer.
TokenRange declare_skip_member_initializers(Front *front)
{
    TokenRange range = {front->at, front->at};
    front->at++;
    bool is_after_name = false;
    while (front_peek(front, 0)->kind != TOKEN_END) {
        const Token *token = front_peek(front, 0);
        if (token->id == PUNCTUATOR_brace_open && !is_after_name) {
            break;
        }
        if (token->id == PUNCTUATOR_brace_open || token->id == PUNCTUATOR_paren_open) {
            front_skip_balanced(front);
            is_after_name = false;
            continue;
        }
        if (token->id == PUNCTUATOR_less) {
            name_skip_arguments(front);
            is_after_name = true;
            continue;
        }
        is_after_name = token->kind == TOKEN_NAME;
        front->at++;
    }
    range.end = front->at;
    return range;
}

static void read_special_body(Front *front, FunctionInfo *info)
{
    if (front_accept(front, KEYWORD_default)) {
        info->is_defaulted = class_may_default(front, info);
    } else if (front_accept(front, KEYWORD_delete)) {
        info->is_deleted = true;
    } else { // "= 0"
        info->is_pure = true;
        front->at++;
    }
    front_expect(front, PUNCTUATOR_semicolon, "the function");
}

// Reads ';', "= default;", or the body's range.
void declare_read_body(Front *front, FunctionInfo *info, const ParameterList *list,
                       Scope *body_scope, SourceLocation location)
{
    if (front_accept(front, PUNCTUATOR_assign)) {
        read_special_body(front, info);
        return;
    }
    bool has_initializers = front_is(front, PUNCTUATOR_colon);
    if (!has_initializers && !front_is(front, PUNCTUATOR_brace_open)) {
        if (front_is(front, KEYWORD_try)) {
            front_error(front, front_here(front), "exceptions are not supported in device code");
        }
        front_expect(front, PUNCTUATOR_semicolon, "the declaration");
        return;
    }
    if (info->body.end != 0) {
        front_error(front, location, "redefinition of '%s'", info->name);
        front_note(front, info->location, "previous definition is here");
    }
    merge_parameters(info, list, true);
    info->initializers =
        has_initializers ? declare_skip_member_initializers(front) : (TokenRange){0};
    info->body.first = front->at;
    if (front_is(front, PUNCTUATOR_brace_open)) {
        front_skip_balanced(front);
    }
    info->body.end = front->at;
    info->body_scope = body_scope;
    if (front->source->tokens[front->at - 1].id != PUNCTUATOR_brace_close) {
        front_error(front, front->source->tokens[info->body.first].location,
                    "unterminated body of '%s': missing '}'", info->name);
    }
}

static FunctionInfo *specialize(Front *front, Scope *home, const Specifiers *specifiers,
                                const Declarator *declarator);

// The class or namespace that a function declared in a scope belongs to: a friend is of the
// namespace, unless a class is named.
static Scope *home_of(Scope *scope, const Specifiers *specifiers, const Declarator *declarator)
{
    bool is_outside = specifiers->is_friend && declarator->qualifier == NULL;
    scope = declarator->qualifier != NULL ? declarator->qualifier : scope;
    while (scope->kind == SCOPE_TEMPLATE || scope->kind == SCOPE_BLOCK ||
           scope->kind == SCOPE_FUNCTION || (is_outside && scope->kind == SCOPE_CLASS)) {
        scope = scope->parent;
    }
    return scope;
}

FunctionInfo *declare_function(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, DeclarationPlace place)
{
    Scope *home = home_of(front->scope, specifiers, declarator);
    FunctionInfo *info = NULL;
    if (declarator->has_arguments || specifiers->is_specialization) {
        info = specialize(front, home, specifiers, declarator);
    } else {
        info = find_declared(home, declarator);
        if (info != NULL) {
            hide_overload(front, info, declarator);
        }
    }
    if (info == NULL && specifiers->is_specialization) {
        info = find_declared(home, declarator); // of a member of a class template's instance
        if (info == NULL && !declarator->has_arguments) {
            front_error(front, declarator->location, "'%s' does not match any function template",
                        declarator->name);
        }
    }
    if (info == NULL && declarator->qualifier != NULL && home->kind == SCOPE_CLASS) {
        front_error(front, declarator->location, "'%s' is not a member of '%s'", declarator->name,
                    home->name != NULL ? home->name : "the class");
    }
    if (info == NULL) {
        info = create(front, home, specifiers, declarator, true);
    }
    declare_merge(info, specifiers);
    merge_parameters(info, &declarator->parameters, false);
    declare_check_function(front, info);
    Scope *body_scope = front->scope;
    if (declarator->scope != NULL) {
        body_scope = declarator->scope;
    }
    declare_read_body(front, info, &declarator->parameters, body_scope, declarator->location);
    info->is_inline |= place == PLACE_CLASS && info->body.end != 0;
    return info;
}

FunctionInfo *declare_instance(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, Template *template_,
                               TemplateArgument *arguments, uint32_t argument_count)
{
    Scope *home = home_of(template_->home, specifiers, declarator);
    FunctionInfo *info = create(front, home, specifiers, declarator, false);
    info->template_ = template_;
    info->arguments = arguments;
    info->argument_count = argument_count;
    info->is_extern_c = false;
    declare_merge(info, specifiers);
    merge_parameters(info, &declarator->parameters, false);
    declare_check_function(front, info);
    TemplateInstance *instance = arena_alloc(front->arena, sizeof *instance);
    *instance = (TemplateInstance){.arguments = arguments,
                                   .argument_count = argument_count,
                                   .symbol = info->symbol,
                                   .next = template_->instances};
    template_->instances = instance;
    return info;
}

// The most specialized template that the declaration matches, with its arguments; NULL: none.
static Template *matched_template(Front *front, const Scope *home, const Declarator *declarator,
                                  TemplateArgument **all)
{
    Template *best = NULL;
    Symbol *symbol = scope_find_here(home, declarator->name);
    for (; symbol != NULL; symbol = symbol->next_overload) {
        TemplateArgument *arguments = NULL;
        if (symbol->kind == SYMBOL_TEMPLATE &&
            template_match_function(front, symbol->template_, declarator->arguments,
                                    declarator->argument_count, declarator->type, &arguments) &&
            (best == NULL || template_order(front, symbol->template_, best,
                                            declarator->type->parameter_count) < 0)) {
            best = symbol->template_;
            *all = arguments;
        }
    }
    return best;
}

// An explicit specialization "template <> void f<int>(...)": an instance made by hand.
static FunctionInfo *specialize(Front *front, Scope *home, const Specifiers *specifiers,
                                const Declarator *declarator)
{
    TemplateArgument *all = NULL;
    Template *template_ = matched_template(front, home, declarator, &all);
    if (template_ == NULL) {
        if (declarator->has_arguments) {
            front_error(front, declarator->location, "'%s' does not match any function template",
                        declarator->name);
        }
        return NULL;
    }
    for (TemplateInstance *at = template_->instances; at != NULL; at = at->next) {
        if (template_same_arguments(at->arguments, at->argument_count, all,
                                    template_->parameter_count) &&
            at->symbol->function->is_specialized) {
            return at->symbol->function;
        }
    }
    FunctionInfo *info =
        declare_instance(front, specifiers, declarator, template_, all, template_->parameter_count);
    info->is_specialized = true;
    return info;
}

// ---- the tree's functions

static Variable *make_parameter(Front *front, const char *name, const Type *type,
                                const FunctionInfo *info)
{
    Variable *variable = arena_alloc(front->arena, sizeof *variable);
    variable->name = name;
    variable->type = declare_stored_type(front, type);
    variable->is_parameter = true;
    variable->align_bytes = type_align(variable->type);
    variable->location = info->location;
    return variable;
}

// The function's type does not say so, [dcl.fct]/5.
static bool is_written_restrict(const FunctionInfo *info, uint32_t parameter)
{
    return info->written_parameters != NULL &&
           (info->written_parameters[parameter]->qualifiers & QUALIFIER_RESTRICT) != 0;
}

static void make_parameters(Front *front, FunctionInfo *info, Function *function)
{
    bool has_this = info->is_method && !info->is_static;
    uint32_t count = info->type->parameter_count + has_this;
    function->parameters = arena_alloc(front->arena, (count + 1u) * sizeof(Variable *));
    const Type **types = arena_alloc(front->arena, (count + 1u) * sizeof *types);
    function->parameter_count = count;
    if (has_this) {
        const Type *object =
            type_qualified(&front->types, info->home->type, info->type->method_qualifiers);
        const Type *type = type_pointer(&front->types, object);
        function->parameters[0] = make_parameter(front, front_intern(front, "this"), type, info);
        types[0] = type;
    }
    for (uint32_t i = 0; i < info->type->parameter_count; i++) {
        const char *name = info->parameter_names != NULL ? info->parameter_names[i] : NULL;
        Variable *variable = make_parameter(front, name, info->type->parameters[i], info);
        variable->is_grid_constant = info->is_grid_constant != NULL && info->is_grid_constant[i];
        variable->is_restrict = is_written_restrict(info, i);
        class_complete(front, variable->type, info->location);
        variable->align_bytes = type_align(variable->type);
        function->parameters[i + has_this] = variable;
        types[i + has_this] = variable->type;
    }
    const Type *result = declare_stored_type(front, info->type->base);
    if (result->kind == TYPE_CLASS) {
        class_complete(front, result, info->location);
    }
    function->result = result;
    function->type = type_function(&front->types, result, types, count, info->type->is_variadic, 0);
}

static void copy_properties(const FunctionInfo *info, Function *function)
{
    function->is_kernel = info->is_kernel;
    function->is_noinline = info->is_noinline;
    function->is_forceinline = info->is_forceinline;
    function->is_inline = info->is_inline || info->is_implicit || info->template_ != NULL;
    function->is_internal = info->is_internal;
    function->is_variadic = info->type->is_variadic;
    function->is_noreturn = info->is_noreturn;
    function->max_threads = info->max_threads;
    function->min_blocks = info->min_blocks;
    function->max_blocks_per_cluster = info->max_blocks_per_cluster;
    function->max_registers = info->max_registers;
    memcpy(function->cluster, info->cluster, sizeof function->cluster);
    function->location = info->location;
}

Function *declare_create_function(Front *front, FunctionInfo *info)
{
    if (info->function != NULL) {
        return info->function;
    }
    Function *function = arena_alloc(front->arena, sizeof *function);
    info->function = function;
    function->front = info;
    function->name = name_qualified(front, info->home, info->name, info->arguments,
                                    info->argument_count, info->template_ != NULL);
    make_parameters(front, info, function);
    function->mangled = info->is_extern_c ? info->name : mangle_function(front->arena, info);
    if (function->mangled == NULL) {
        front_error(front, info->location, "the mangled name of '%s' is too long", info->name);
        function->mangled = info->name;
    }
    if (info->is_device || info->is_kernel) {
        declare_check_device_name(front, info->name, info->location);
    }
    copy_properties(info, function);
    declare_check_cluster(front, info);
    return function;
}

Function *declare_want_function(Front *front, FunctionInfo *info)
{
    info = declare_linked_function(front, info);
    declare_function_type(front, info, info->location);
    declare_create_function(front, info);
    syntax_want(front, info);
    return info->function;
}

const Type *declare_function_type(Front *front, FunctionInfo *info, SourceLocation location)
{
    if (info->has_auto_result && !info->is_body_parsed) {
        if (info->is_body_in_progress) {
            front_error(front, location, "use of '%s' before its return type is deduced",
                        info->name);
        } else {
            syntax_parse_body(front, info);
        }
    }
    return info->type;
}
