// SPDX-License-Identifier: Apache-2.0
// Function templates: the signature that deduction works on, deduction from a call's arguments or
// from a function's type, and instances.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/deduce.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/syntax_check.h"

// The result's type, for the mangled name; void if it is unknown.
static const Type *signature_result(Front *front, const Template *template_)
{
    const Type *result = type_basic(&front->types, TYPE_VOID);
    if (template_->is_closure_call) {
        return type_auto(&front->types);
    }
    uint32_t at = front->at;
    QuietPlace quiet = front_quiet_begin(front);
    Specifiers specifiers = {0};
    front->at = template_->declaration.first;
    parse_specifiers(front, &specifiers, PLACE_CLASS);
    const Type *type = result;
    if (specifiers.type != NULL) {
        type = parse_pointer_operators(front, specifiers.type);
    } else if (front_is(front, KEYWORD_operator)) {
        parse_operator_name(front, &type);
    }
    bool is_clean = front_quiet_end(front, quiet, NULL);
    front->at = at;
    front->half_of_token = 0;
    return is_clean ? type : result;
}

void template_add_signature(Front *front, Template *template_)
{
    if (template_->signature != NULL) {
        return;
    }
    FrontPlace before = front_place(front);
    front->scope =
        dependent_scope(front, template_->parameters, template_->parameter_count, template_->home);
    front->at = template_->parameters_at;
    front->half_of_token = 0;
    front->is_angle = false;
    front->dependent++;
    const Type **autos = NULL;
    if (template_->is_closure_call) {
        autos = arena_alloc(front->arena, (template_->parameter_count + 1u) * sizeof *autos);
        for (uint32_t i = 0; i < template_->parameter_count; i++) {
            autos[i] = dependent_parameter(front, i);
        }
    }
    const Type *const *outer_autos = front->auto_types;
    uint32_t outer_count = front->auto_count;
    uint32_t outer_next = front->auto_next;
    front->auto_types = autos;
    front->auto_count = autos != NULL ? template_->parameter_count : 0;
    front->auto_next = 0;
    ParameterList list = {0};
    QuietPlace quiet = front_quiet_begin(front);
    parse_parameters(front, &list);
    front_quiet_end(front, quiet, NULL);
    const Type *result = signature_result(front, template_);
    front->auto_types = outer_autos;
    front->auto_count = outer_count;
    front->auto_next = outer_next;
    front_return(front, before);
    template_->signature_parameters = list.types;
    template_->signature =
        type_function(&front->types, result, list.types, list.count, list.is_variadic, 0);
    template_->required_count = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        const Dependent *pack =
            list.types[i]->kind == TYPE_DEPENDENT ? list.types[i]->dependent : NULL;
        bool is_optional =
            list.defaults[i].end != 0 || (pack != NULL && pack->kind == DEPENDENT_PACK);
        template_->required_count += !is_optional;
    }
}

static FunctionInfo *find_instance(const Template *template_, const TemplateArgument *arguments)
{
    for (TemplateInstance *at = template_->instances; at != NULL; at = at->next) {
        if (template_same_arguments(at->arguments, at->argument_count, arguments,
                                    template_->parameter_count)) {
            return at->symbol->function;
        }
    }
    return NULL;
}

// The operator() of a generic lambda: "(auto x, auto... rest) -> T { ... }".
static bool parse_closure_head(Front *front, const Template *template_,
                               const TemplateArgument *arguments, Declarator *declarator)
{
    const TemplateArgument *last = &arguments[template_->parameter_count - 1u];
    uint32_t single = template_->parameter_count - last->is_pack;
    uint32_t count = single + (last->is_pack ? last->pack_count : 0);
    const Type **autos = arena_alloc(front->arena, (count + 1u) * sizeof *autos);
    for (uint32_t i = 0; i < count; i++) {
        autos[i] = i < single ? arguments[i].type : last->pack[i - single].type;
    }
    Symbol pack = {.kind = SYMBOL_PACK, .element_count = count - single};
    front->auto_types = autos;
    front->auto_count = count;
    front->auto_next = 0;
    front->auto_pack = last->is_pack ? &pack : NULL;
    front->at = template_->parameters_at;
    bool is_read = parse_closure_declarator(front, declarator, template_->is_mutable_call);
    front->auto_count = front->auto_next = 0;
    front->auto_pack = NULL;
    return is_read;
}

static FunctionInfo *parse_instance(Front *front, Template *template_, Scope *bound,
                                    TemplateArgument *arguments)
{
    front->scope = bound;
    front->at = template_->declaration.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->dependent = 0;
    front->extern_c = 0;
    Specifiers specifiers = {0};
    Declarator declarator = {0};
    if (template_->is_closure_call) {
        specifiers.is_device = true;
        if (!parse_closure_head(front, template_, arguments, &declarator)) {
            return NULL;
        }
    } else {
        parse_specifiers(front, &specifiers, PLACE_CLASS);
        if (!parse_declarator(front, specifiers.type, DECLARATOR_NAMED, &declarator)) {
            return NULL;
        }
    }
    if (declarator.type->kind != TYPE_FUNCTION) {
        front_error(front, declarator.location, "'%s' is not a function", template_->name);
        return NULL;
    }
    FunctionInfo *info = declare_instance(front, &specifiers, &declarator, template_, arguments,
                                          template_->parameter_count);
    if (declarator.scope != NULL && declarator.qualifier != NULL) {
        bound = declarator.scope;
    }
    parse_attributes(front, &specifiers);
    if (template_->is_defined) {
        declare_read_body(front, info, &declarator.parameters, bound, declarator.location);
    }
    return info;
}

// The class's inherited constructor for a base's constructor with these arguments.
static FunctionInfo *inherited_instance(Front *front, Template *template_, FunctionInfo *base)
{
    TemplateInstance **tail = &template_->instances;
    for (; base != NULL && *tail != NULL; tail = &(*tail)->next) {
        if ((*tail)->symbol->function->inherited == base) {
            return (*tail)->symbol->function;
        }
    }
    if (base == NULL) {
        return NULL;
    }
    *tail = arena_alloc(front->arena, sizeof **tail);
    (*tail)->symbol = arena_alloc(front->arena, sizeof(Symbol));
    *(*tail)->symbol = *base->symbol;
    return class_inherit(front, template_->heir, base, (*tail)->symbol);
}

FunctionInfo *template_function_instance(Front *front, Template *template_,
                                         const TemplateArgument *arguments, uint32_t count,
                                         SourceLocation location)
{
    TemplateArgument *all = NULL;
    if (template_->inherited != NULL) {
        return inherited_instance(
            front, template_,
            template_function_instance(front, template_->inherited, arguments, count, location));
    }
    template_add_signature(front, template_); // the mangled name needs it
    Scope *bound = template_bind(front, template_->parameters, template_->parameter_count,
                                 arguments, count, template_->home, &all, location);
    if (bound == NULL) {
        return NULL;
    }
    FunctionInfo *known = find_instance(template_, all);
    if (known != NULL) {
        return known;
    }
    if (!front_enter(front)) {
        front_leave(front);
        return NULL;
    }
    FrontPlace before = front_place(front);
    uint32_t extern_c = front->extern_c;
    const char *name = name_qualified(front, template_->home, template_->name, all,
                                      template_->parameter_count, true);
    Instantiation *outer = syntax_enter_instantiation(front, name, location);
    uint32_t errors = front->quiet_errors;
    TemplateInstance *instances = template_->instances;
    FunctionInfo *info = parse_instance(front, template_, bound, all);
    if (front->quiet > 0 && front->quiet_errors != errors) {
        template_->instances = instances; // substitution failed: there is no such function
        info = NULL;
    }
    if (info != NULL) {
        info->instantiation = front->instantiation;
    }
    syntax_leave_instantiation(front, outer);
    front_return(front, before);
    front->extern_c = extern_c;
    front_leave(front);
    return info;
}

// ---- deduction

static bool is_given(const TemplateArgument *argument)
{
    return argument->type != NULL || argument->value_type != NULL || argument->symbol != NULL;
}

// Whether all template parameters in a pattern are given explicitly: then there is nothing to
// deduce.
static bool is_all_given(const Type *type, const TemplateArgument *given, uint32_t count)
{
    for (uint32_t depth = 0; type != NULL && depth < 200u; depth++) {
        const Dependent *dependent = type->kind == TYPE_DEPENDENT ? type->dependent : NULL;
        if (dependent != NULL) {
            bool is_named = dependent->kind == DEPENDENT_PARAMETER ||
                            dependent->kind == DEPENDENT_TEMPLATE ||
                            dependent->kind == DEPENDENT_ARRAY;
            if (dependent->kind == DEPENDENT_PACK ||
                (is_named && (dependent->index >= count || !is_given(&given[dependent->index]))) ||
                !is_all_given(dependent->element, given, count)) {
                return false;
            }
            for (uint32_t i = 0; i < dependent->argument_count; i++) {
                const DependentArgument *argument = &dependent->arguments[i];
                if (argument->is_value_parameter &&
                    (argument->index >= count || !is_given(&given[argument->index]))) {
                    return false;
                }
                if (!is_all_given(argument->type, given, count)) {
                    return false;
                }
            }
        }
        for (uint32_t i = 0; i < type->parameter_count; i++) {
            if (!is_all_given(type->parameters[i], given, count)) {
                return false;
            }
        }
        type = type->base;
    }
    return true;
}

static bool take_explicit(Front *front, const Template *template_, const TemplateArgument *given,
                          uint32_t given_count, TemplateArgument *found)
{
    for (uint32_t i = 0; i < given_count; i++) {
        if (i >= template_->parameter_count) {
            return false;
        }
        const TemplateParameter *parameter = &template_->parameters[i];
        if (parameter->is_pack) {
            TemplateArgument pack = {.is_pack = true, .pack_count = given_count - i};
            pack.pack = arena_alloc(front->arena, (pack.pack_count + 1u) * sizeof *pack.pack);
            for (uint32_t k = i; k < given_count; k++) {
                pack.pack[k - i] = given[k];
            }
            found[i] = pack;
            return true;
        }
        if ((given[i].type != NULL) != parameter->is_type) {
            return false;
        }
        found[i] = given[i];
    }
    return true;
}

// [temp.deduct.call]: an lvalue of type X is given as X &.
static const Type *argument_type(Front *front, const Expression *argument)
{
    return argument->is_lvalue && argument->type->kind != TYPE_OVERLOAD_SET
               ? type_reference(&front->types, argument->type, false)
               : argument->type;
}

// [temp.deduct.call]/1: a brace list for a reference to an array counts as an array of its
// elements.
static const Type *list_type(Front *front, const Type *pattern, const Expression *argument)
{
    const Type *array = type_without_reference(pattern);
    const Dependent *bound = array->kind == TYPE_DEPENDENT ? array->dependent : NULL;
    bool is_bound = bound != NULL && bound->kind == DEPENDENT_ARRAY;
    const ListInitializer *list = express_is_list(argument) ? express_list(argument) : NULL;
    if (list == NULL || list->count == 0 || array == pattern ||
        (!is_bound && array->kind != TYPE_ARRAY)) {
        return argument->type;
    }
    const Type *element = is_bound ? bound->element : array->base;
    if (element->has_dependent) {
        element = list->elements[0].value->type;
    }
    if (element->kind == TYPE_OVERLOAD_SET || (!is_bound && list->count > array->count)) {
        return argument->type;
    }
    return type_array(&front->types, element->unqualified, is_bound ? list->count : array->count);
}

static bool is_pack(const Type *type)
{
    return type->kind == TYPE_DEPENDENT && type->dependent != NULL &&
           ((const Dependent *)type->dependent)->kind == DEPENDENT_PACK;
}

static bool deduce_arguments(Front *front, const Template *template_, Expression *const *arguments,
                             uint32_t count, TemplateArgument *found,
                             const TemplateArgument *explicit_ones, const char **why)
{
    uint32_t found_count = template_->parameter_count;
    uint32_t parameter_count = template_->signature->parameter_count;
    const Type **types = arena_alloc(front->arena, (count + 1u) * sizeof *types);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = argument_type(front, arguments[i]);
    }
    for (uint32_t i = 0; i < parameter_count; i++) {
        const Type *pattern = template_->signature_parameters[i];
        if (is_pack(pattern)) {
            bool is_explicit = false;
            for (uint32_t k = 0; k < found_count; k++) {
                is_explicit |= explicit_ones[k].is_pack;
            }
            if (is_explicit) {
                return true;
            }
            uint32_t rest = i < count ? count - i : 0;
            return deduce_pack(&front->types, pattern, &types[i < count ? i : 0], rest, found,
                               found_count, true);
        }
        if (i >= count || is_all_given(pattern, explicit_ones, found_count)) {
            continue;
        }
        types[i] =
            express_is_list(arguments[i]) ? list_type(front, pattern, arguments[i]) : types[i];
        if (!deduce_type(&front->types, pattern, types[i], found, found_count, true)) {
            if (why != NULL) {
                *why = template_mismatch(front, template_, pattern, types[i], found);
            }
            return false;
        }
    }
    return true;
}

static bool takes_count(const Template *template_, uint32_t count)
{
    const Type *signature = template_->signature;
    uint32_t most = signature->parameter_count;
    bool is_open = signature->is_variadic || (most > 0 && is_pack(signature->parameters[most - 1]));
    return count >= template_->required_count && (is_open || count <= most);
}

bool template_deduce(Front *front, Template *template_, Expression *const *arguments,
                     uint32_t argument_count, TemplateArgument *found)
{
    template_add_signature(front, template_);
    TemplateArgument *given =
        arena_alloc(front->arena, (template_->parameter_count + 1u) * sizeof *given);
    return takes_count(template_, argument_count) &&
           deduce_arguments(front, template_, arguments, argument_count, found, given, NULL);
}

FunctionInfo *template_deduce_call(Front *front, Template *template_,
                                   const TemplateArgument *explicit_arguments,
                                   uint32_t explicit_count, Expression *const *call_arguments,
                                   uint32_t call_argument_count, SourceLocation location,
                                   const char **why)
{
    if (template_->kind != TEMPLATE_FUNCTION) {
        return NULL;
    }
    template_add_signature(front, template_);
    if (!takes_count(template_, call_argument_count)) {
        if (why != NULL) {
            *why = template_count_text(front, template_, call_argument_count);
        }
        return NULL;
    }
    uint32_t count = template_->parameter_count;
    TemplateArgument *found = arena_alloc(front->arena, (count + 1u) * sizeof *found);
    TemplateArgument *given = arena_alloc(front->arena, (count + 1u) * sizeof *given);
    if (!take_explicit(front, template_, explicit_arguments, explicit_count, found)) {
        if (why != NULL) {
            *why = "the template arguments given do not fit its template parameters";
        }
        return NULL;
    }
    take_explicit(front, template_, explicit_arguments, explicit_count, given);
    if (!deduce_arguments(front, template_, call_arguments, call_argument_count, found, given,
                          why)) {
        return NULL;
    }
    QuietPlace quiet = front_quiet_begin(front);
    FunctionInfo *info = template_function_instance(front, template_, found, count, location);
    bool is_clean = front_quiet_end(front, quiet, why);
    if (info != NULL && info->instantiation != NULL && is_clean) {
        info->instantiation->outer = front->instantiation;
    }
    return is_clean ? info : NULL;
}

// Deduces from the result too: of "template <> int f(float)" nothing else tells T.
static bool match_result(Front *front, const Type *signature, const Type *type,
                         TemplateArgument *found, uint32_t count)
{
    const Type *pattern = signature->base->unqualified;
    return pattern->kind == TYPE_VOID || pattern->kind == TYPE_AUTO ||
           deduce_type(&front->types, pattern, type->base->unqualified, found, count, false);
}

bool template_match_function(Front *front, Template *template_, const TemplateArgument *given,
                             uint32_t given_count, const Type *type, TemplateArgument **all)
{
    if (template_->kind != TEMPLATE_FUNCTION) {
        return false;
    }
    template_add_signature(front, template_);
    uint32_t count = template_->parameter_count;
    TemplateArgument *found = arena_alloc(front->arena, (count + 1u) * sizeof *found);
    if (!take_explicit(front, template_, given, given_count, found)) {
        return false;
    }
    const Type *signature = template_->signature;
    uint32_t last = signature->parameter_count;
    if (type->parameter_count > last &&
        (last == 0 || !is_pack(template_->signature_parameters[last - 1]))) {
        return false;
    }
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        const Type *pattern = template_->signature_parameters[i];
        if (is_pack(pattern)) {
            uint32_t rest = i < type->parameter_count ? type->parameter_count - i : 0;
            if (!deduce_pack(&front->types, pattern, &type->parameters[rest > 0 ? i : 0], rest,
                             found, count, false)) {
                return false;
            }
            break;
        }
        if (i >= type->parameter_count || !deduce_type(&front->types, pattern->unqualified,
                                                       type->parameters[i], found, count, false)) {
            return false;
        }
    }
    if (!match_result(front, signature, type, found, count)) {
        return false;
    }
    QuietPlace quiet = front_quiet_begin(front);
    Scope *bound = template_bind(front, template_->parameters, count, found, count, template_->home,
                                 all, template_->location);
    return front_quiet_end(front, quiet, NULL) && bound != NULL;
}

FunctionInfo *template_deduce_conversion(Front *front, Template *template_, const Type *to,
                                         SourceLocation location)
{
    template_add_signature(front, template_);
    uint32_t count = template_->parameter_count;
    TemplateArgument *found = arena_alloc(front->arena, (count + 1u) * sizeof *found);
    const Type *pattern = type_without_reference(template_->signature->base)->unqualified;
    const Type *wanted = type_without_reference(to)->unqualified;
    if (!deduce_type(&front->types, pattern, wanted, found, count, false)) {
        return NULL;
    }
    QuietPlace quiet = front_quiet_begin(front);
    FunctionInfo *info = template_function_instance(front, template_, found, count, location);
    return front_quiet_end(front, quiet, NULL) ? info : NULL;
}
