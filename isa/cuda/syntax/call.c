// SPDX-License-Identifier: Apache-2.0
// Calls: which space may call which, arguments with defaults and promotions, results; C++17
// [expr.call], CUDA C++ Programming Guide, "Function Execution Space Specifiers".
#include "isa/cuda/syntax/call.h"

#include "isa/cuda/syntax/builtin.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/temporary.h"
#include "isa/cuda/syntax/virtual.h"

#include <string.h>

const char *call_function_text(Front *front, const FunctionInfo *info)
{
    Text text = {0};
    bool is_special = info->is_constructor || info->is_destructor;
    if (!is_special && info->type->base != NULL) {
        type_print(info->type->base, &text);
        text_put(&text, " ");
    }
    if (info->home != NULL && info->home->kind == SCOPE_CLASS && info->home->class_ != NULL) {
        text_printf(&text, "%s::", info->home->class_->name);
    }
    if (is_special && info->home != NULL && info->home->class_ != NULL) {
        text_printf(&text, "%s%s", info->is_destructor ? "~" : "", info->home->class_->name);
    } else {
        text_put(&text, info->name);
    }
    text_put(&text, "(");
    for (uint32_t i = 0; i < info->type->parameter_count; i++) {
        text_put(&text, i == 0 ? "" : ", ");
        type_print(info->type->parameters[i], &text);
    }
    text_put(&text,
             info->type->is_variadic ? (info->type->parameter_count > 0 ? ", ...)" : "...)") : ")");
    const char *copy = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}

void call_check_space(Front *front, const FunctionInfo *info, SourceLocation location)
{
    const FunctionInfo *caller = front->function;
    bool is_device_code = caller != NULL && (caller->is_device || caller->is_kernel);
    bool is_for_device = info->is_device || info->is_kernel || info->is_constexpr ||
                         info->is_implicit || info->is_defaulted;
    if (!is_device_code || is_for_device || front->unevaluated > 0) {
        return;
    }
    front_error(front, location,
                "calling the __host__ function '%s' from the %s function '%s' is not allowed",
                info->name, caller->is_kernel ? "__global__" : "__device__", caller->name);
    front_note(front, info->location, "'%s' is declared here, without __device__", info->name);
}

static Expression *default_argument(Front *front, const FunctionInfo *info, uint32_t index,
                                    SourceLocation location)
{
    FrontPlace place = front_place(front);
    TokenRange range = info->default_arguments[index];
    front->at = range.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->scope = info->default_scope != NULL ? info->default_scope : info->home;
    front->this_symbol = NULL;
    front_read_again(front);
    Expression *value =
        front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front) : parse_assignment(front);
    value = convert_to(front, value, info->type->parameters[index], location, "default argument");
    front_return(front, place);
    return value;
}

// [expr.call]/12, the default argument promotions.
Expression *call_variadic_argument(Front *front, Expression *argument)
{
    Expression *value = express_value(front, argument);
    if (express_is_error(value)) {
        return value;
    }
    const Type *type = express_promoted(front, value);
    if (type_is_floating(type)) {
        type = type_basic(&front->types, TYPE_DOUBLE);
    } else if (type->kind == TYPE_NULLPTR) {
        type = type_pointer(&front->types, type_basic(&front->types, TYPE_VOID));
    } else if (type->kind == TYPE_ENUM && type->enumeration->underlying != NULL) {
        type = type_promoted(&front->types, type->enumeration->underlying);
    } else if (type->kind == TYPE_CLASS) {
        front_error(front, value->location, "cannot pass an object of type '%s' through '...'",
                    express_type_text(front, type));
        return express_error(front, value->location);
    }
    return express_converted(front, value, type, value->location);
}

static const char *argument_context(Front *front, const FunctionInfo *info, uint32_t index)
{
    Text text = {0};
    text_printf(&text, "argument %u of '%s'", index + 1,
                info->is_constructor ? info->home->class_->name : info->name);
    const char *copy = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}

// Adds the arguments, converted, to call->list. False when one does not convert.
// The caller destroys its arguments, so one with a destructor is a temporary.
static Expression *owned_argument(Front *front, Expression *value)
{
    bool is_destroyed = !express_is_error(value) && value->type->kind == TYPE_CLASS &&
                        class_destructor(front, value->type) != NULL;
    if (!is_destroyed || value->kind == EXPRESSION_TEMPORARY) {
        return value;
    }
    Expression *temporary = express_temporary(front, value);
    temporary_watch(front, temporary);
    return temporary;
}

static bool add_arguments(Front *front, Expression *call, const FunctionInfo *info,
                          Expression **arguments, uint32_t count, SourceLocation location)
{
    const Type *type = info->type;
    bool is_good = true;
    uint32_t total = count > type->parameter_count ? count : type->parameter_count;
    for (uint32_t i = 0; i < total; i++) {
        Expression *value;
        if (i >= type->parameter_count) {
            value = call_variadic_argument(front, arguments[i]);
        } else if (i >= count) {
            value = default_argument(front, info, i, location);
        } else {
            value = convert_to(front, arguments[i], type->parameters[i], arguments[i]->location,
                               argument_context(front, info, i));
        }
        is_good = is_good && !express_is_error(value);
        call->list[call->list_count++] = owned_argument(front, value);
    }
    return is_good;
}

static Expression *call_result(Front *front, Expression *call, const Type *result)
{
    if (!type_is_reference(result)) {
        call->type = result->unqualified;
        return call;
    }
    call->type = type_pointer(&front->types, result->base);
    Expression *object = express_dereference(front, call, call->location);
    return result->kind == TYPE_RVALUE_REFERENCE && result->base->kind != TYPE_FUNCTION
               ? express_as_xvalue(front, object)
               : object;
}

// The object's address as `this` of the class the method is of.
static Expression *this_argument(Front *front, const FunctionInfo *info, Expression *object,
                                 SourceLocation location)
{
    object = express_materialized(front, object);
    const Class *home = info->home->class_;
    if (home != NULL && object->type->class_ != home) {
        Expression *base = express_to_base(front, object, home, location);
        if (base == NULL) {
            front_error(front, location, "'%s' is not a member of '%s'", info->name,
                        express_type_text(front, object->type));
            return express_error(front, location);
        }
        object = base;
    }
    return express_address(front, object, location);
}

// Atomics of a block or the whole system.
static bool is_atomic_with_scope(const char *name)
{
    const char *last = strrchr(name, '_');
    return strncmp(name, "atomic", 6) == 0 && last != NULL &&
           (strcmp(last, "_block") == 0 || strcmp(last, "_system") == 0);
}

// The compute capability from which the GPU has what a function of the compiler's headers does:
// CUDA C++ Programming Guide, "Thread Block Clusters", "Warp Reduce Functions", "Warp Match
// Functions", "Nanosleep Function", "Atomic Functions"; 0 for all others.
static uint32_t needed_capability(const Front *front, const FunctionInfo *info)
{
    static const struct {
        const char *name;
        uint32_t capability;
    } names[] = {
        {"this_cluster", 90},      {"__reduce_add_sync", 80}, {"__reduce_min_sync", 80},
        {"__reduce_max_sync", 80}, {"__reduce_and_sync", 80}, {"__reduce_or_sync", 80},
        {"__reduce_xor_sync", 80}, {"__match_any_sync", 70},  {"__match_all_sync", 70},
        {"__nanosleep", 70},
    };
    if (!front->source->files[info->location.file].is_library) {
        return 0;
    }
    const Scope *home = info->home;
    if (home != NULL && home->kind == SCOPE_CLASS && home->class_ != NULL) {
        bool is_cluster = strstr(home->class_->name, "cluster_group") != NULL;
        return is_cluster && !info->is_constructor && !info->is_destructor ? 90 : 0;
    }
    if (is_atomic_with_scope(info->name)) {
        return 60;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, info->name) == 0) {
            return names[i].capability;
        }
    }
    return 0;
}

static void check_capability(Front *front, const FunctionInfo *info, SourceLocation location)
{
    uint32_t needed = needed_capability(front, info);
    uint32_t has = front->options->compute_capability;
    if (has < needed && !front->source->files[location.file].is_library) {
        front_error(front, location,
                    "'%s' requires compute capability %u.%u, but the target is %u.%u", info->name,
                    needed / 10, needed % 10, has / 10, has % 10);
    }
}

static bool check_callable(Front *front, const FunctionInfo *info, SourceLocation location)
{
    if (info->is_kernel && !front->is_launch) {
        front_error(front, location,
                    "kernel '%s' cannot be called: it must be launched with <<<grid, block>>>",
                    info->name);
        return false;
    }
    front->is_launch = front->is_launch && !info->is_kernel;
    if (info->is_deleted && strcmp(info->name, "cudaDeviceSynchronize") == 0 &&
        front->source->files[info->location.file].is_library) {
        front_error(front, location,
                    "kernels cannot call cudaDeviceSynchronize(): CUDA 12 removed it; launch what "
                    "needs the results in cudaStreamTailLaunch");
        return false;
    }
    if (info->is_deleted) {
        front_error(front, location, "use of deleted function '%s'",
                    call_function_text(front, info));
        front_note(front, info->location, "it is deleted here");
        return false;
    }
    call_check_space(front, info, location);
    check_capability(front, info, location);
    return true;
}

// The callee is evaluated before the arguments, so it may keep the object's address for them.
static Expression *dispatched_callee(Front *front, FunctionInfo *info, Expression **object,
                                     SourceLocation location)
{
    Expression *kept = express_temporary(front, *object);
    *object = express_value(front, express_variable(front, kept->variable, location));
    return express_comma(front, kept, virtual_callee(front, info, *object, location));
}

// atomicAdd(&s.bins[i], 1) and the others of the library, which access what they are given.
static bool is_atomic(const Front *front, const FunctionInfo *info)
{
    return front->source->files[info->location.file].is_library &&
           strncmp(info->name, "atomic", strlen("atomic")) == 0;
}

static Expression *call_chosen(Front *front, FunctionInfo *info, Expression *object,
                               Expression **arguments, uint32_t argument_count, bool is_dispatched,
                               SourceLocation location)
{
    if (!check_callable(front, info, location)) {
        return express_error(front, location);
    }
    bool needs_object =
        info->is_constructor || info->is_destructor || (info->is_method && !info->is_static);
    if (needs_object && object == NULL) {
        front_error(front, location, "calling the member function '%s' requires an object",
                    info->name);
        return express_error(front, location);
    }
    const Type *type = declare_function_type(front, info, location);
    if (type->base != NULL && type->base->kind == TYPE_AUTO) {
        return express_error(front, location); // its body has errors, and no result to go by
    }
    Expression *call = express_new(front, EXPRESSION_CALL, type->base, location);
    uint32_t most =
        1 + (argument_count > type->parameter_count ? argument_count : type->parameter_count);
    call->list = arena_alloc(front->arena, most * sizeof *call->list);
    if (needs_object) {
        call->list[call->list_count++] = this_argument(front, info, object, location);
    }
    if (is_dispatched && !express_is_error(call->list[0])) {
        call->a = dispatched_callee(front, info, &call->list[0], location);
    }
    if (!add_arguments(front, call, info, arguments, argument_count, location)) {
        return express_error(front, location);
    }
    if (is_atomic(front, info) && call->list_count > 0) {
        express_accessed(call->list[0]);
    }
    if (call->a == NULL) {
        call->function = declare_want_function(front, info);
        call->a = express_new(front, EXPRESSION_FUNCTION, call->function->type, location);
        call->a->function = call->function;
    }
    bool is_special = info->is_constructor || info->is_destructor;
    return call_result(front, call, is_special ? type_basic(&front->types, TYPE_VOID) : type->base);
}

Expression *call_function(Front *front, FunctionInfo *info, Expression *object,
                          Expression **arguments, uint32_t argument_count, SourceLocation location)
{
    return call_chosen(front, info, object, arguments, argument_count, false, location);
}

Expression *call_method(Front *front, FunctionInfo *info, Expression *object,
                        Expression **arguments, uint32_t argument_count, SourceLocation location)
{
    return call_chosen(front, info, object, arguments, argument_count,
                       virtual_is_dispatched(info, object), location);
}

static bool is_printf(const char *name, const Symbol *symbol)
{
    bool is_variadic =
        symbol == NULL || (symbol->kind == SYMBOL_FUNCTION && symbol->function != NULL &&
                           symbol->function->type && symbol->function->type->is_variadic);
    return name != NULL && strcmp(name, "printf") == 0 && is_variadic;
}

static Expression *no_match(Front *front, const CandidateSet *set, const char *name,
                            bool is_ambiguous, SourceLocation location)
{
    Text types = {0};
    for (uint32_t i = 0; i < set->argument_count; i++) {
        text_printf(&types, "%s%s", i == 0 ? "" : ", ",
                    express_is_list(set->arguments[i]) ? "{...}"
                    : express_is_overloads(set->arguments[i])
                        ? "function"
                        : express_type_text(front, set->arguments[i]->type));
    }
    front_error(front, location,
                is_ambiguous ? "call to '%s(%s)' is ambiguous"
                             : "no matching function for call to '%s(%s)'",
                name, text_string(&types));
    text_destroy(&types);
    overload_note_candidates(front, set);
    return express_error(front, location);
}

// One candidate alone: its own messages say more than "no function matches".
static Expression *call_only_candidate(Front *front, const CandidateSet *set, const char *name,
                                       SourceLocation location)
{
    FunctionInfo *info = set->items[0].function;
    uint32_t most = info->type->parameter_count, least = most;
    while (least > 0 && info->default_arguments != NULL &&
           info->default_arguments[least - 1].first != info->default_arguments[least - 1].end) {
        least--;
    }
    uint32_t count = set->argument_count;
    if (count < least || (count > most && !info->type->is_variadic)) {
        front_error(front, location, "too %s arguments to '%s': expected %s%u, got %u",
                    count < least ? "few" : "many", name,
                    least < most ? (count < least ? "at least " : "at most ") : "",
                    count < least ? least : most, count);
        front_note(front, info->location, "'%s' is declared here", call_function_text(front, info));
        return express_error(front, location);
    }
    for (uint32_t i = 0; i < count && i < most; i++) {
        const Type *to = info->type->parameters[i];
        if (convert_find(front, set->arguments[i], to, true).rank == CONVERSION_NONE) {
            convert_to(front, set->arguments[i], to, set->arguments[i]->location,
                       argument_context(front, info, i));
        }
    }
    if (set->object != NULL && info->is_method &&
        (set->object->type->qualifiers & QUALIFIER_CONST) != 0 && !info->is_const_method) {
        front_error(front, location,
                    "cannot call the non-const member function '%s' on a const object of type '%s'",
                    name, express_type_text(front, set->object->type));
    }
    front_note(front, info->location, "'%s' is declared here", call_function_text(front, info));
    return express_error(front, location);
}

static Expression *no_candidates(Front *front, const CandidateSet *set, Symbol *overloads,
                                 const NameReference *name, const char *text,
                                 SourceLocation location)
{
    if (overloads == NULL) {
        return express_undeclared(front, text, location);
    }
    Expression *error = no_match(front, set, text, false, location);
    overload_note_refused(front, set, overloads, name, location);
    for (const Symbol *at = overloads; at != NULL; at = at->next_overload) {
        if (at->kind != SYMBOL_TEMPLATE) {
            front_note(front, at->location, "candidate: '%s'", text);
        }
    }
    return error;
}

Expression *call_overloads(Front *front, Symbol *overloads, const NameReference *name,
                           Expression *object, Expression **arguments, uint32_t argument_count,
                           SourceLocation location)
{
    const char *text = name != NULL ? name->name : overloads->name;
    if (is_printf(text, overloads)) {
        return builtin_printf(front, arguments, argument_count, location);
    }
    CandidateSet set = {
        .object = object, .arguments = arguments, .argument_count = argument_count, .name = name};
    overload_add(front, &set, overloads, name, location);
    bool is_plain =
        object == NULL && (name == NULL || name->qualifier == NULL) &&
        (overloads == NULL || overloads->home == NULL || overloads->home->kind != SCOPE_CLASS);
    if (is_plain) {
        overload_add_by_arguments(front, &set, text, location);
    }
    if (set.count == 0) {
        return no_candidates(front, &set, overloads, name, text, location);
    }
    bool is_ambiguous = false;
    Candidate *best = overload_best(front, &set, &is_ambiguous);
    if (best != NULL) {
        bool is_method = best->function->is_method && !best->function->is_static;
        bool is_named_fully = name != NULL && name->qualifier != NULL;
        return (is_named_fully ? call_function : call_method)(
            front, best->function, is_method ? object : NULL, arguments, argument_count, location);
    }
    if (set.count == 1 && !is_ambiguous) {
        return call_only_candidate(front, &set, text, location);
    }
    Expression *error = no_match(front, &set, text, is_ambiguous, location);
    if (!is_ambiguous) {
        overload_note_refused(front, &set, overloads, name, location);
    }
    return error;
}

// A call through a pointer to function.
static Expression *call_pointer(Front *front, Expression *callee, ExpressionList *arguments,
                                SourceLocation location)
{
    Expression *value = express_value(front, callee);
    const Type *type = value->type->kind == TYPE_POINTER ? value->type->base : value->type;
    if (type->kind != TYPE_FUNCTION) {
        front_error(front, location, "called object of type '%s' is not a function",
                    express_type_text(front, callee->type));
        return express_error(front, location);
    }
    if (arguments->count < type->parameter_count ||
        (arguments->count > type->parameter_count && !type->is_variadic)) {
        front_error(front, location, "too %s arguments: expected %u, got %u",
                    arguments->count < type->parameter_count ? "few" : "many",
                    type->parameter_count, arguments->count);
        return express_error(front, location);
    }
    Expression *call = express_new(front, EXPRESSION_CALL, type->base, location);
    call->a = value;
    call->list = arena_alloc(front->arena, (arguments->count + 1u) * sizeof *call->list);
    for (uint32_t i = 0; i < arguments->count; i++) {
        Expression *from = arguments->items[i];
        Expression *argument =
            i < type->parameter_count
                ? convert_to(front, from, type->parameters[i], from->location, "argument")
                : call_variadic_argument(front, from);
        if (express_is_error(argument)) {
            return argument;
        }
        call->list[call->list_count++] = owned_argument(front, argument);
    }
    return call_result(front, call, type->base);
}

Expression *call_expression(Front *front, Expression *callee, ExpressionList *arguments,
                            SourceLocation location)
{
    if (express_is_overloads(callee)) {
        const NameReference *name = express_overloads_name(callee);
        return call_overloads(front, name->symbol, name, callee->a, arguments->items,
                              arguments->count, name->location);
    }
    if (callee->type->kind == TYPE_CLASS) {
        Symbol *calls = class_member(front, callee->type, front_intern(front, "operator()"));
        if (calls == NULL) {
            front_error(front, location, "'%s' has no 'operator()'",
                        express_type_text(front, callee->type));
            return express_error(front, location);
        }
        return call_overloads(front, calls, NULL, express_materialized(front, callee),
                              arguments->items, arguments->count, location);
    }
    return call_pointer(front, callee, arguments, location);
}
