// SPDX-License-Identifier: Apache-2.0
// Mangled names of functions and variables (Itanium C++ ABI, 5.1). As in nvcc, static kernels and
// static variables of the global scope are named as if they were not static, and dynamic shared
// memory belongs to the namespace around its function. Leaves out: types in a template's signature
// that only its tokens describe (typename T::type, N + 1). The instance's own type is used for the
// parameter then: the name is unique, but not nvcc's.
#include "isa/cuda/syntax/mangler.h"

#include <string.h>

void mangle_source_name(Mangler *mangler, const char *name)
{
    Text ascii = {0};
    text_put_ascii_name(&ascii, name, strlen(name));
    text_printf(mangler->out, "%zu%s", ascii.size_bytes, text_string(&ascii));
    text_destroy(&ascii);
}

// The scope that names an entity: template parameters and blocks are not part of the name.
static const Scope *naming_scope(const Scope *scope)
{
    while (scope != NULL && (scope->kind == SCOPE_TEMPLATE || scope->kind == SCOPE_BLOCK ||
                             scope->kind == SCOPE_ENUM)) {
        scope = scope->parent;
    }
    return scope;
}

static bool is_global(const Scope *scope)
{
    return scope == NULL || (scope->kind == SCOPE_NAMESPACE && scope->parent == NULL);
}

static bool is_std(const Scope *scope)
{
    return scope != NULL && scope->kind == SCOPE_NAMESPACE && scope->name != NULL &&
           strcmp(scope->name, "std") == 0 && is_global(naming_scope(scope->parent));
}

// The function that contains a local name, or NULL.
static const Scope *local_scope(const Scope *scope)
{
    for (scope = naming_scope(scope); !is_global(scope); scope = naming_scope(scope->parent)) {
        if (scope->kind == SCOPE_FUNCTION) {
            return scope->function == NULL ? NULL : scope;
        }
    }
    return NULL;
}

// ---- unqualified names

static void mangle_discriminator(Mangler *mangler, uint32_t discriminator)
{
    if (discriminator > 10) {
        text_printf(mangler->out, "__%u_", discriminator - 1);
    } else if (discriminator > 0) {
        text_printf(mangler->out, "_%u", discriminator - 1);
    }
}

static const FunctionInfo *call_operator(const Scope *scope)
{
    for (const Symbol *at = scope->first_symbol; at != NULL; at = at->next_in_scope) {
        if (at->function != NULL && strcmp(at->name, "operator()") == 0) {
            return at->function;
        }
    }
    return NULL;
}

static void mangle_closure_name(Mangler *mangler, const Scope *scope)
{
    const FunctionInfo *call = call_operator(scope);
    text_put(mangler->out, "Ul");
    if (call == NULL || call->type == NULL) {
        text_put(mangler->out, "v");
    } else {
        mangle_parameters(mangler, call->type);
    }
    text_put(mangler->out, "E");
    if (scope->discriminator > 0) {
        text_printf(mangler->out, "%u", scope->discriminator - 1);
    }
    text_put(mangler->out, "_");
}

static void mangle_class_name(Mangler *mangler, const Scope *scope, const Class *class_)
{
    const char *name = scope != NULL && scope->name != NULL ? scope->name : class_->name;
    if (scope != NULL && scope->is_closure) {
        mangle_closure_name(mangler, scope);
    } else if (scope != NULL && scope->template_ != NULL) {
        mangle_source_name(mangler, scope->template_->name);
    } else if (name == NULL) {
        text_put(mangler->out, "Ut_");
    } else {
        mangle_source_name(mangler, name);
    }
}

typedef struct OperatorName {
    const char *text, *unary, *binary;
} OperatorName;

static const OperatorName operator_names[] = {
#define OPERATOR(text, unary, binary) {text, unary, binary},
#include "isa/cuda/syntax/mangle_operator.def"
#undef OPERATOR
};

static bool mangle_operator(Mangler *mangler, const FunctionInfo *info)
{
    static const char prefix[] = "operator";
    if (strncmp(info->name, prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    const char *text = info->name + sizeof prefix - 1;
    text += strspn(text, " ");
    uint32_t operands = info->type->parameter_count + (info->is_method && !info->is_static);
    for (size_t i = 0; i < sizeof operator_names / sizeof operator_names[0]; i++) {
        const OperatorName *at = &operator_names[i];
        if (strcmp(at->text, text) == 0) {
            text_put(mangler->out, operands == 1 ? at->unary : at->binary);
            return true;
        }
    }
    if (strncmp(text, "\"\"", 2) == 0) {
        text_put(mangler->out, "li");
        mangle_source_name(mangler, text + 2 + strspn(text + 2, " "));
        return true;
    }
    return false;
}

static const Type *declared_type(const FunctionInfo *info)
{
    bool is_from_template = info->template_ != NULL && info->template_->signature != NULL &&
                            info->template_->signature->kind == TYPE_FUNCTION;
    return is_from_template ? info->template_->signature : info->type;
}

static void mangle_function_name(Mangler *mangler, const FunctionInfo *info)
{
    if (info->is_constructor) {
        text_put(mangler->out, "C1");
    } else if (info->is_destructor) {
        text_put(mangler->out, "D1");
    } else if (info->is_conversion) {
        text_put(mangler->out, "cv");
        mangle_one_type(mangler, declared_type(info)->base);
    } else if (!mangle_operator(mangler, info)) {
        bool is_linked_inside = info->is_static && !info->is_method && !info->is_kernel;
        text_put(mangler->out, is_linked_inside ? "L" : "");
        mangle_source_name(mangler, info->name);
    }
}

// ---- prefixes

static void mangle_prefix(Mangler *mangler, const Scope *scope);

static void mangle_namespace_prefix(Mangler *mangler, const Scope *scope)
{
    if (mangle_substitute(mangler, COMPONENT_NAMESPACE, 0, scope)) {
        return;
    }
    mangle_prefix(mangler, scope->parent);
    mangle_source_name(mangler, scope->name == NULL ? "_GLOBAL__N_1" : scope->name);
    mangle_remember(mangler, COMPONENT_NAMESPACE, 0, scope);
}

static void mangle_class_prefix(Mangler *mangler, const Scope *scope)
{
    const Class *class_ = scope->class_;
    const Template *template_ = scope->template_;
    if (mangle_substitute(mangler, COMPONENT_CLASS, 0, class_)) {
        return;
    }
    if (template_ == NULL || !mangle_substitute(mangler, COMPONENT_TEMPLATE, 0, template_)) {
        mangle_prefix(mangler, scope->parent);
        mangle_class_name(mangler, scope, class_);
        if (template_ != NULL) {
            mangle_remember(mangler, COMPONENT_TEMPLATE, 0, template_);
        }
    }
    if (template_ != NULL) {
        mangle_template_arguments(mangler, scope->arguments, scope->argument_count);
    }
    mangle_remember(mangler, COMPONENT_CLASS, 0, class_);
}

// The prefix of a name inside N...E: namespaces and classes, up to a function around them.
static void mangle_prefix(Mangler *mangler, const Scope *scope)
{
    scope = naming_scope(scope);
    if (is_global(scope) || scope->kind == SCOPE_FUNCTION) {
        return;
    }
    if (mangler->depth >= MANGLE_DEPTH_LIMIT) {
        mangler->is_cut = true;
        return;
    }
    mangler->depth++;
    if (is_std(scope)) {
        text_put(mangler->out, "St");
    } else if (scope->kind == SCOPE_CLASS) {
        mangle_class_prefix(mangler, scope);
    } else {
        mangle_namespace_prefix(mangler, scope);
    }
    mangler->depth--;
}

// Z <encoding of the function around it> E, if there is one.
static bool mangle_local(Mangler *mangler, const Scope *scope)
{
    const Scope *function = local_scope(scope);
    if (function == NULL || mangler->depth >= MANGLE_DEPTH_LIMIT) {
        mangler->is_cut = mangler->is_cut || function != NULL;
        return false;
    }
    mangler->depth++;
    text_put(mangler->out, "Z");
    mangle_encoding(mangler, function->function);
    text_put(mangler->out, "E");
    mangler->depth--;
    return true;
}

// Whether a name in this scope is written as N...E.
static bool is_nested(const Scope *scope)
{
    scope = naming_scope(scope);
    return !is_global(scope) && !is_std(scope) && scope->kind != SCOPE_FUNCTION;
}

// ---- classes, enumerations, templates

static void mangle_foreign(Mangler *mangler, const char *mangled, const char *name)
{
    if (mangled != NULL) {
        text_put(mangler->out, mangled);
    } else {
        mangle_source_name(mangler, name == NULL ? "unnamed" : name);
    }
}

void mangle_class_type(Mangler *mangler, Class *class_)
{
    const Scope *scope = class_->scope;
    if (mangle_substitute(mangler, COMPONENT_CLASS, 0, class_)) {
        return;
    }
    if (scope == NULL) {
        mangle_foreign(mangler, class_->mangled, class_->name);
        mangle_remember(mangler, COMPONENT_CLASS, 0, class_);
        return;
    }
    bool is_local = mangle_local(mangler, scope->parent);
    bool has_prefix = is_nested(scope->parent);
    text_put(mangler->out, has_prefix ? "N" : "");
    mangle_class_prefix(mangler, scope); // remembers it
    text_put(mangler->out, has_prefix ? "E" : "");
    if (is_local && !scope->is_closure) {
        mangle_discriminator(mangler, scope->discriminator);
    }
}

void mangle_enum_type(Mangler *mangler, Enumeration *enumeration)
{
    const Scope *scope = enumeration->scope;
    if (mangle_substitute(mangler, COMPONENT_ENUM, 0, enumeration)) {
        return;
    }
    if (scope == NULL) {
        mangle_foreign(mangler, enumeration->mangled, enumeration->name);
    } else {
        mangle_local(mangler, scope->parent);
        bool has_prefix = is_nested(scope->parent);
        const char *name = scope->name != NULL ? scope->name : enumeration->name;
        text_put(mangler->out, has_prefix ? "N" : "");
        mangle_prefix(mangler, scope->parent);
        if (name == NULL) {
            text_put(mangler->out, "Ut_");
        } else {
            mangle_source_name(mangler, name);
        }
        text_put(mangler->out, has_prefix ? "E" : "");
    }
    mangle_remember(mangler, COMPONENT_ENUM, 0, enumeration);
}

static void mangle_template_prefix(Mangler *mangler, const Template *template_)
{
    if (!mangle_substitute(mangler, COMPONENT_TEMPLATE, 0, template_)) {
        mangle_prefix(mangler, template_->home);
        mangle_source_name(mangler, template_->name);
        mangle_remember(mangler, COMPONENT_TEMPLATE, 0, template_);
    }
}

// As a template argument: the name alone.
void mangle_template_name(Mangler *mangler, const Template *template_)
{
    if (mangle_substitute(mangler, COMPONENT_TEMPLATE, 0, template_)) {
        return;
    }
    bool has_prefix = is_nested(template_->home);
    text_put(mangler->out, has_prefix ? "N" : "");
    mangle_template_prefix(mangler, template_);
    text_put(mangler->out, has_prefix ? "E" : "");
}

void mangle_dependent_class(Mangler *mangler, const Dependent *dependent)
{
    const Template *template_ = dependent->template_;
    if (template_ == NULL) {
        mangle_source_name(mangler, "dependent");
        return;
    }
    bool has_prefix = is_nested(template_->home);
    text_put(mangler->out, has_prefix ? "N" : "");
    mangle_template_prefix(mangler, template_);
    mangle_dependent_arguments(mangler, dependent);
    text_put(mangler->out, has_prefix ? "E" : "");
}

// ---- functions

static void mangle_templated_name(Mangler *mangler, const FunctionInfo *info)
{
    const Template *template_ = info->template_;
    if (template_ == NULL) {
        mangle_prefix(mangler, info->home);
        mangle_function_name(mangler, info);
        return;
    }
    if (!mangle_substitute(mangler, COMPONENT_TEMPLATE, 0, template_)) {
        mangle_prefix(mangler, info->home);
        mangle_function_name(mangler, info);
        mangle_remember(mangler, COMPONENT_TEMPLATE, 0, template_);
    }
    mangle_template_arguments(mangler, info->arguments, info->argument_count);
}

static void mangle_qualified_name(Mangler *mangler, const FunctionInfo *info)
{
    mangle_local(mangler, info->home);
    if (!is_nested(info->home)) {
        mangle_templated_name(mangler, info);
        return;
    }
    text_put(mangler->out, "N");
    if (info->is_method && !info->is_static) {
        uint8_t qualifiers = info->type->method_qualifiers;
        bool is_const = info->is_const_method || (qualifiers & QUALIFIER_CONST) != 0;
        text_put(mangler->out, (qualifiers & QUALIFIER_VOLATILE) != 0 ? "V" : "");
        text_put(mangler->out, is_const ? "K" : "");
    }
    mangle_templated_name(mangler, info);
    text_put(mangler->out, "E");
}

// The parameters as the template declares them, each opaque one as the instance has it.
static void mangle_signature(Mangler *mangler, const FunctionInfo *info)
{
    const Type *declared = declared_type(info);
    const Type *type = info->type;
    bool has_result = info->template_ != NULL && !info->is_constructor && !info->is_destructor &&
                      !info->is_conversion;
    if (has_result) {
        mangle_one_type(mangler, mangle_is_opaque(declared->base, 0) ? type->base : declared->base);
    }
    for (uint32_t i = 0; i < declared->parameter_count; i++) {
        bool is_last = i + 1 == declared->parameter_count;
        if (!mangle_is_opaque(declared->parameters[i], 0)) {
            mangle_one_type(mangler, declared->parameters[i]);
            continue;
        }
        uint32_t end = is_last ? type->parameter_count : i + 1; // a pack is last
        for (uint32_t j = i; j < end && j < type->parameter_count; j++) {
            mangle_one_type(mangler, type->parameters[j]);
        }
    }
    if (declared->is_variadic) {
        text_put(mangler->out, "z");
    } else if (declared->parameter_count == 0) {
        text_put(mangler->out, "v");
    }
}

void mangle_encoding(Mangler *mangler, const FunctionInfo *info)
{
    if (info->is_extern_c && !info->is_method) {
        mangle_source_name(mangler, info->name);
        return;
    }
    mangle_qualified_name(mangler, info);
    mangle_signature(mangler, info);
}

// ---- the interface

// NULL: the limits do not hold the name, and a shorter one could be another's.
static const char *finish(Arena *arena, const Mangler *mangler)
{
    Text *text = mangler->out;
    bool is_whole = !mangler->is_cut && text->size_bytes <= MANGLE_BYTES_LIMIT;
    const char *name = is_whole ? arena_text(arena, text_string(text), text->size_bytes) : NULL;
    text_destroy(text);
    return name;
}

const char *mangle_function(Arena *arena, const FunctionInfo *info)
{
    if (info->is_extern_c && !info->is_method) {
        return arena_text(arena, info->name, strlen(info->name));
    }
    Text out = {0};
    Mangler mangler = {.out = &out};
    text_put(&out, "_Z");
    mangle_encoding(&mangler, info);
    return finish(arena, &mangler);
}

const char *mangle_virtual_table(Arena *arena, const Type *class_type)
{
    Text out = {0};
    Mangler mangler = {.out = &out};
    text_put(&out, "_ZTV");
    mangle_one_type(&mangler, class_type);
    return finish(arena, &mangler);
}

static const TemplateInstance *variable_instance(const Symbol *symbol)
{
    const TemplateInstance *at = symbol->template_ == NULL ? NULL : symbol->template_->instances;
    while (at != NULL && at->symbol != symbol) {
        at = at->next;
    }
    return at;
}

static void mangle_global_variable(Mangler *mangler, const Symbol *symbol, const Scope *home)
{
    const TemplateInstance *instance = variable_instance(symbol);
    bool has_prefix = is_nested(home);
    text_put(mangler->out, has_prefix ? "_ZN" : "_Z");
    mangle_prefix(mangler, home);
    bool is_linked_inside = symbol->variable != NULL && symbol->variable->is_internal &&
                            !symbol->is_static_member && instance == NULL;
    text_put(mangler->out, is_linked_inside ? "L" : "");
    mangle_source_name(mangler, symbol->name);
    if (instance != NULL) {
        mangle_template_arguments(mangler, instance->arguments, instance->argument_count);
    }
    text_put(mangler->out, has_prefix ? "E" : "");
}

static const Scope *namespace_around(const Scope *scope)
{
    while (scope != NULL && scope->kind != SCOPE_NAMESPACE) {
        scope = scope->parent;
    }
    return scope;
}

const char *mangle_variable(Arena *arena, const Symbol *symbol, const FunctionInfo *inside)
{
    bool is_dynamic_shared = symbol->variable != NULL && symbol->variable->is_extern &&
                             symbol->variable->space == SPACE_SHARED;
    const Scope *home = is_dynamic_shared && inside != NULL ? namespace_around(inside->home)
                                                            : naming_scope(symbol->home);
    bool is_local = inside != NULL && !is_dynamic_shared;
    Text out = {0};
    Mangler mangler = {.out = &out};
    if (!is_local && is_global(home) && variable_instance(symbol) == NULL) {
        text_put_ascii_name(&out, symbol->name, strlen(symbol->name));
    } else if (is_local) {
        text_put(&out, "_ZZ");
        mangle_encoding(&mangler, inside);
        text_put(&out, "E");
        mangle_source_name(&mangler, symbol->name);
        mangle_discriminator(&mangler, symbol->discriminator);
    } else {
        mangle_global_variable(&mangler, symbol, home);
    }
    return finish(arena, &mangler);
}
