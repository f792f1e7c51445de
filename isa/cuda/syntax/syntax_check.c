// SPDX-License-Identifier: Apache-2.0
// The front end as a whole: declarations are read, then kernels and the functions that the user
// asked for are requested, and then bodies are parsed until every requested function has one.
#include "isa/cuda/syntax/syntax_check.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/mangle.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/syntax.h"
#include "isa/cuda/syntax/template.h"

#include <stdlib.h>
#include <string.h>

#define INSTANTIATION_LIMIT 900u

Instantiation *syntax_enter_instantiation(Front *front, const char *name, SourceLocation location)
{
    Instantiation *outer = front->instantiation;
    Instantiation *inner = arena_alloc(front->arena, sizeof *inner);
    *inner = (Instantiation){.name = name, .location = location, .outer = outer};
    inner->depth = outer == NULL ? 1u : outer->depth + 1u;
    front->instantiation = inner;
    if (++front->instantiation_depth == INSTANTIATION_LIMIT) {
        front_error(front, location, "template instantiation depth exceeds %u",
                    INSTANTIATION_LIMIT);
    }
    return outer;
}

void syntax_leave_instantiation(Front *front, Instantiation *outer)
{
    front->instantiation = outer;
    front->instantiation_depth--;
}

void syntax_want(Front *front, FunctionInfo *info)
{
    if (info->is_body_wanted || front->quiet > 0) {
        return; // functions reached by quiet parsing may be thrown away
    }
    info->is_body_wanted = true;
    if (info->instantiation != NULL && info->instantiation->depth >= INSTANTIATION_LIMIT) {
        front_error(front, info->location,
                    "template instantiation depth exceeds %u: '%s' instantiates itself endlessly "
                    "with other arguments",
                    INSTANTIATION_LIMIT, info->name);
        return;
    }
    front->wanted = arena_room(front->arena, front->wanted, front->wanted_count,
                               &front->wanted_room, sizeof *front->wanted);
    front->wanted[front->wanted_count++] = info;
}

static void enter_body(Front *front, FunctionInfo *info)
{
    front->at = info->body.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->dependent = 0;
    front->unevaluated = 0;
    front->scope = info->body_scope != NULL ? info->body_scope : info->home;
    front->function = info;
    front->this_symbol = NULL;
    front->loop = NULL;
    front->switch_ = NULL;
    front->body = NULL;
    front->instantiation = info->instantiation;
}

bool syntax_parse_body(Front *front, FunctionInfo *info)
{
    if (info->is_body_parsed || info->is_body_in_progress) {
        return info->is_body_parsed;
    }
    if (info->body.end == 0 && !info->is_defaulted && !template_define_member(front, info)) {
        return false;
    }
    if (!front_enter(front)) {
        front_leave(front);
        return false;
    }
    FrontPlace before = front_place(front);
    uint32_t errors = front->quiet_errors;
    info->is_body_in_progress = true;
    declare_create_function(front, info);
    enter_body(front, info);
    if (info->is_defaulted) {
        class_default_body(front, info);
    } else {
        parse_function_body(front, info);
    }
    info->is_body_in_progress = false;
    // On trial, an error only means that there is no value; the body is parsed again if it is
    // needed.
    info->is_body_quiet = front->quiet > 0;
    info->is_body_parsed = front->quiet == 0 || front->quiet_errors == errors;
    front_return(front, before);
    front_leave(front);
    return info->is_body_parsed;
}

static void add_function(Front *front, Function *function)
{
    Tree *tree = front->tree;
    if ((tree->function_count & (tree->function_count - 1u)) == 0) {
        uint32_t room = tree->function_count == 0 ? 1u : tree->function_count * 2u;
        tree->functions = arena_grow(front->arena, tree->functions, tree->function_count, room,
                                     sizeof *tree->functions);
    }
    tree->functions[tree->function_count++] = function;
}

static void parse_wanted(Front *front)
{
    for (uint32_t i = 0; i < front->wanted_count; i++) {
        if (front->wanted[i]->is_body_quiet) {
            front->wanted[i]->is_body_parsed = false;
        }
        syntax_parse_body(front, front->wanted[i]);
        add_function(front, front->wanted[i]->function);
    }
}

// ---- kernels

typedef struct SymbolList {
    const Symbol **at;
    uint32_t count, room;
} SymbolList;

// An explicit specialization of a kernel template is a kernel like any other.
static void want_specialized(Front *front, const Template *template_)
{
    for (TemplateInstance *at = template_->instances; at != NULL; at = at->next) {
        FunctionInfo *info = at->symbol->function;
        if (info->is_specialized && info->is_kernel && info->body.end != 0) {
            declare_want_function(front, info);
        }
    }
}

static void list_template(Front *front, SymbolList *templates, const Symbol *symbol)
{
    const Template *template_ = symbol->template_;
    if (!template_->is_kernel || !template_->is_defined) {
        return;
    }
    templates->at = arena_room(front->arena, templates->at, templates->count, &templates->room,
                               sizeof *templates->at);
    templates->at[templates->count++] = symbol;
}

// A kernel; where files are linked, what any of them may call.
static bool is_root(const Front *front, const FunctionInfo *info)
{
    bool is_external = front->options->is_relocatable && info->is_device && !info->is_inline &&
                       !info->is_internal && !info->is_constexpr && info->template_ == NULL &&
                       !front->source->files[info->location.file].is_library;
    return info->body.end != 0 && !info->is_body_wanted && (info->is_kernel || is_external);
}

static void want_kernel(Front *front, SymbolList *templates, const Symbol *symbol)
{
    FunctionInfo *info = symbol->function;
    if (symbol->kind == SYMBOL_FUNCTION && is_root(front, info)) {
        declare_want_function(front, info);
    } else if (symbol->kind == SYMBOL_TEMPLATE && symbol->template_ != NULL &&
               symbol->template_->kind == TEMPLATE_FUNCTION) {
        want_specialized(front, symbol->template_);
        list_template(front, templates, symbol);
    }
}

static void want_kernels_of(Front *front, SymbolList *templates, const Scope *scope)
{
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        for (Symbol *one = symbol; one != NULL; one = one->next_overload) {
            if (one->home == scope) {
                want_kernel(front, templates, one);
            }
        }
        if (symbol->kind == SYMBOL_NAMESPACE && symbol->scope->parent == scope) {
            want_kernels_of(front, templates, symbol->scope);
        }
        if (front->options->is_relocatable && symbol->kind == SYMBOL_TYPE &&
            symbol->type->kind == TYPE_CLASS && symbol->home == scope &&
            class_scope(symbol->type) != scope && class_scope(symbol->type)->parent == scope) {
            want_kernels_of(front, templates, class_scope(symbol->type));
        }
    }
    for (uint32_t i = 0; i < scope->using_count; i++) {
        if (scope->using_scopes[i]->name == NULL && scope->using_scopes[i]->parent == scope) {
            want_kernels_of(front, templates, scope->using_scopes[i]);
        }
    }
}

static int compare_locations(SourceLocation a, SourceLocation b)
{
    if (a.file != b.file) {
        return a.file < b.file ? -1 : 1;
    }
    if (a.line != b.line) {
        return a.line < b.line ? -1 : 1;
    }
    return (a.column > b.column) - (a.column < b.column);
}

static void sort_wanted(Front *front)
{
    for (uint32_t i = 1; i < front->wanted_count; i++) { // few: insertion keeps equal ones in order
        FunctionInfo *info = front->wanted[i];
        uint32_t to = i;
        while (to > 0 && compare_locations(front->wanted[to - 1]->location, info->location) > 0) {
            front->wanted[to] = front->wanted[to - 1];
            to--;
        }
        front->wanted[to] = info;
    }
}

static int in_order_of_source(const void *a, const void *b)
{
    const Symbol *left = *(const Symbol *const *)a, *right = *(const Symbol *const *)b;
    return compare_locations(left->template_->location, right->template_->location);
}

// By name, each once, regardless of its overloads.
static void name_templates(Front *front, const SymbolList *templates)
{
    Tree *tree = front->tree;
    if (templates->count == 0) {
        return;
    }
    qsort(templates->at, templates->count, sizeof *templates->at, in_order_of_source);
    tree->kernel_templates =
        arena_alloc(front->arena, templates->count * sizeof *tree->kernel_templates);
    for (uint32_t i = 0; i < templates->count; i++) {
        const Symbol *symbol = templates->at[i];
        uint32_t before = 0;
        while (before < i && (templates->at[before]->home != symbol->home ||
                              templates->at[before]->name != symbol->name)) {
            before++;
        }
        if (before == i) {
            tree->kernel_templates[tree->kernel_template_count++] =
                name_qualified(front, symbol->home, symbol->name, NULL, 0, false);
        }
    }
}

static void want_kernels(Front *front)
{
    SymbolList templates = {0};
    want_kernels_of(front, &templates, front->global);
    sort_wanted(front);
    name_templates(front, &templates);
}

// ---- instantiations by text

// How many characters two names have in common at their ends. There stand a function's parameters.
static size_t common_end(const char *a, const char *b)
{
    size_t a_size = strlen(a), b_size = strlen(b), count = 0;
    while (count < a_size && count < b_size && a[a_size - 1 - count] == b[b_size - 1 - count]) {
        count++;
    }
    return count;
}

// Overloaded templates may have the same arguments: then the mangled name (or NULL) decides, by its
// end, because compilers differ in how they write linkage and expressions before it.
static FunctionInfo *instantiate_by_name(Front *front, const NameReference *name,
                                         const char *symbol_name)
{
    FunctionInfo *best = NULL;
    size_t best_end = 0;
    for (Symbol *symbol = name->symbol; symbol != NULL; symbol = symbol->next_overload) {
        if (symbol->kind == SYMBOL_FUNCTION && symbol->function->is_kernel &&
            !name->has_arguments) {
            return symbol->function;
        }
        if (symbol->kind != SYMBOL_TEMPLATE || symbol->template_->kind != TEMPLATE_FUNCTION) {
            continue;
        }
        QuietPlace quiet = front_quiet_begin(front);
        FunctionInfo *info = template_function_instance(front, symbol->template_, name->arguments,
                                                        name->argument_count, name->location);
        if (!front_quiet_end(front, quiet, NULL) || info == NULL) {
            continue;
        }
        const char *mangled = symbol_name == NULL ? NULL : mangle_function(front->arena, info);
        size_t end = mangled == NULL ? 0 : common_end(mangled, symbol_name);
        if (best == NULL || end > best_end) {
            best = info;
            best_end = end;
        }
    }
    return best;
}

static bool is_kernel_called(const Scope *scope, const char *name)
{
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        for (Symbol *one = symbol; one != NULL; one = one->next_overload) {
            bool is_kernel = (one->kind == SYMBOL_FUNCTION && one->function->is_kernel) ||
                             (one->kind == SYMBOL_TEMPLATE && one->template_ != NULL &&
                              one->template_->is_kernel);
            if (is_kernel && one->home == scope && one->name == name) {
                return true;
            }
        }
    }
    return false;
}

// The namespaces that have a kernel of this name; *found: one of them.
static uint32_t find_homes(const Scope *scope, const char *name, const Scope **found)
{
    uint32_t count = 0;
    if (is_kernel_called(scope, name)) {
        *found = scope;
        count++;
    }
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        if (symbol->kind == SYMBOL_NAMESPACE && symbol->scope->parent == scope) {
            count += find_homes(symbol->scope, name, found);
        }
    }
    return count;
}

// The scope of lookup for the name here: its kernel's namespace if there is exactly one such
// kernel.
static Scope *home_of_wanted(Front *front)
{
    const Scope *home = NULL;
    const Token *token = front_peek(front, 0);
    bool is_one = token->kind == TOKEN_NAME && find_homes(front->global, token->text, &home) == 1;
    return is_one ? (Scope *)home : front->global;
}

// "reduce<256u>", or "reduce<256u>\t_Z6reduceILj256EEvPf" with the name that it gets in PTX. NULL:
// a host function has that name, or there is an error.
static Function *instantiate_text(Front *front, const char *wanted)
{
    size_t length = strcspn(wanted, "\t");
    const char *symbol = wanted[length] == '\t' ? wanted + length + 1 : NULL;
    const char *text = arena_text(front->arena, wanted, length);
    front->at = front_append_text(front, "<instantiation>", text, length, (SourceLocation){0});
    front->half_of_token = 0;
    front->scope = home_of_wanted(front);
    NameReference name;
    if (!parse_name(front, &name)) {
        return NULL;
    }
    FunctionInfo *info = instantiate_by_name(front, &name, symbol);
    if (info != NULL && !info->is_kernel && symbol != NULL) {
        return NULL; // a host function, overloaded with a kernel
    }
    if (info == NULL || !info->is_kernel) {
        front_error(front, name.location, "'%s' does not name a kernel", text);
        return NULL;
    }
    Function *function = declare_want_function(front, info);
    function->mangled = symbol != NULL ? symbol : function->mangled;
    return function;
}

static void instantiate_texts(Front *front)
{
    const SyntaxOptions *options = front->options;
    front->tree->instances = arena_alloc(front->arena, (options->instantiation_count + 1) *
                                                           sizeof *front->tree->instances);
    for (uint32_t i = 0; i < options->instantiation_count; i++) {
        front->tree->instances[i] = instantiate_text(front, options->instantiations[i]);
    }
}

// ---- everything

// Bodies of device functions that are never called are checked too; they stay out of the tree.
static void check_unused(Front *front, const Scope *scope)
{
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        for (Symbol *one = symbol; one != NULL; one = one->next_overload) {
            bool is_candidate = one->kind == SYMBOL_FUNCTION && one->function->is_device &&
                                one->function->body.end != 0;
            if (is_candidate && !front->source->files[one->location.file].is_library) {
                syntax_parse_body(front, one->function);
            }
        }
        if (symbol->kind == SYMBOL_NAMESPACE && symbol->scope->parent == scope) {
            check_unused(front, symbol->scope);
        }
        if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_CLASS &&
            symbol->home == scope && class_scope(symbol->type) != scope &&
            class_scope(symbol->type)->parent == scope) {
            check_unused(front, class_scope(symbol->type));
        }
    }
}

static void check_undefined(Front *front)
{
    for (uint32_t i = 0; i < front->wanted_count; i++) {
        const FunctionInfo *info = front->wanted[i];
        if (!info->is_body_parsed && info->is_kernel) {
            front_error(front, info->location, "kernel '%s' is declared but not defined",
                        info->name);
        }
    }
}

Tree *syntax_check(Arena *arena, Source *source, const SyntaxOptions *options,
                   Diagnostics *diagnostics)
{
    Front front = {
        .arena = arena, .source = source, .diagnostics = diagnostics, .options = options};
    Tree *tree = arena_alloc(arena, sizeof *tree);
    Types *types = arena_alloc(arena, sizeof *types);
    types_init(&front.types, arena);
    front.tree = tree;
    tree->arena = arena;
    tree->source = source;
    front.global = scope_push(&front, SCOPE_NAMESPACE, NULL);
    parse_translation_unit(&front);
    want_kernels(&front);
    instantiate_texts(&front);
    parse_wanted(&front);
    if (options->is_full_check) {
        front.is_tree_complete = true;
        check_unused(&front, front.global);
    }
    check_undefined(&front);
    *types = front.types; // the table outlives the front end
    tree->types = types;
    return tree;
}
