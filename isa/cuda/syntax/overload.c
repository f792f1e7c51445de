// SPDX-License-Identifier: Apache-2.0
// Overload resolution: candidates, viability, ranking; C++17 [over.match]. Function templates join
// through template_deduce_call; the more specialized one wins by deducing one from the other.
#include "isa/cuda/syntax/overload.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/deduce.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

#define NOTED_CANDIDATES 6u

static bool needs_object(const FunctionInfo *info)
{
    return info->is_method && !info->is_static && !info->is_constructor;
}

static void add_candidate(Front *front, CandidateSet *set, FunctionInfo *info,
                          const Template *template_)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->items[i].function == info) {
            return;
        }
    }
    set->items = arena_room(front->arena, set->items, set->count, &set->room, sizeof *set->items);
    set->items[set->count++] =
        (Candidate){.function = info, .is_template = template_ != NULL, .template_ = template_};
}

// For deduction, lvalues are those of C++: a TEMPORARY is none.
Expression **overload_deduction_arguments(Front *front, const CandidateSet *set)
{
    Expression **copies = arena_alloc(front->arena, (set->argument_count + 1u) * sizeof *copies);
    for (uint32_t i = 0; i < set->argument_count; i++) {
        Expression *from = set->arguments[i];
        copies[i] = from;
        bool is_lvalue = express_category(from) == CATEGORY_LVALUE;
        if (from->is_lvalue != is_lvalue) {
            copies[i] = express_new(front, from->kind, from->type, from->location);
            *copies[i] = *from;
            copies[i]->is_lvalue = is_lvalue;
        }
        if (express_is_overloads(from)) { // one function is as good as its address
            QuietPlace quiet = front_quiet_begin(front);
            Expression *function = convert_overloads(front, from, NULL);
            bool is_clean = front_quiet_end(front, quiet, NULL);
            copies[i] = function != NULL && is_clean ? function : from;
        }
    }
    return copies;
}

FunctionInfo *overload_instance(Front *front, Template *template_, const NameReference *name,
                                const Type *wanted)
{
    bool is_function = wanted != NULL && wanted->kind == TYPE_FUNCTION;
    if (!is_function && (name == NULL || !name->has_arguments)) {
        return NULL;
    }
    uint32_t count = is_function ? wanted->parameter_count : 0;
    Expression **arguments = arena_alloc(front->arena, (count + 1u) * sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        const Type *type = wanted->parameters[i];
        arguments[i] = express_new(front, EXPRESSION_VARIABLE, type_without_reference(type),
                                   template_->location);
        arguments[i]->variable =
            express_local(front, arguments[i]->type, NULL, template_->location);
        arguments[i]->is_lvalue = type->kind == TYPE_REFERENCE;
    }
    return template_deduce_call(front, template_, name == NULL ? NULL : name->arguments,
                                name == NULL ? 0 : name->argument_count, arguments, count,
                                template_->location, NULL);
}

// [namespace.udecl]/14: a class's own function hides a base's function with the same parameters
// that a using-declaration names.
static bool is_hidden(const Symbol *overloads, const FunctionInfo *info)
{
    bool is_hidden = false;
    for (const Symbol *at = overloads; at != NULL && !is_hidden; at = at->next_overload) {
        const FunctionInfo *own = at->kind == SYMBOL_FUNCTION ? at->function : NULL;
        is_hidden = own != NULL && own->home != info->home && own->is_method && info->is_method &&
                    !own->is_constructor &&
                    own->type->parameter_count == info->type->parameter_count &&
                    own->type->method_qualifiers == info->type->method_qualifiers &&
                    memcmp(own->type->parameters, info->type->parameters,
                           info->type->parameter_count * sizeof *info->type->parameters) == 0 &&
                    class_is_derived(own->home->class_, info->home->class_);
    }
    return is_hidden;
}

void overload_add(Front *front, CandidateSet *set, Symbol *overloads, const NameReference *name,
                  SourceLocation location)
{
    Expression **arguments = NULL;
    bool has_arguments = name != NULL && name->has_arguments;
    for (Symbol *at = overloads; at != NULL; at = at->next_overload) {
        FunctionInfo *info = NULL;
        if (!set->sees_later && !scope_is_visible(front, at)) {
            continue;
        }
        if (at->kind == SYMBOL_FUNCTION && !has_arguments) {
            info = is_hidden(overloads, at->function) ? NULL : at->function;
        } else if (at->kind == SYMBOL_TEMPLATE && at->template_ != NULL &&
                   at->template_->kind == TEMPLATE_FUNCTION) {
            arguments = arguments == NULL ? overload_deduction_arguments(front, set) : arguments;
            info =
                template_deduce_call(front, at->template_, has_arguments ? name->arguments : NULL,
                                     has_arguments ? name->argument_count : 0, arguments,
                                     set->argument_count, location, NULL);
        }
        if (info != NULL && !(set->is_implicit && info->is_explicit)) {
            add_candidate(front, set, info, at->kind == SYMBOL_TEMPLATE ? at->template_ : NULL);
        }
    }
}

// The namespace in which a class, an enumeration or a pointer's target was declared.
static void add_of_type(Front *front, CandidateSet *set, const Type *type, const char *name,
                        SourceLocation location, uint32_t depth)
{
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type_is_reference(type)) {
        type = type->base;
    }
    Scope *scope = type->kind == TYPE_CLASS  ? type->class_->scope
                   : type->kind == TYPE_ENUM ? type->enumeration->scope
                                             : NULL;
    if (scope == NULL || depth > 8) {
        return;
    }
    Scope *home = scope->parent;
    while (home != NULL && home->kind != SCOPE_NAMESPACE && home->kind != SCOPE_CLASS) {
        home = home->parent;
    }
    if (home != NULL) {
        overload_add(front, set, scope_find_here(home, name), set->name, location);
    }
    if (home != NULL && home->kind == SCOPE_CLASS) { // nested: its outer class's namespace too
        add_of_type(front, set, home->type, name, location, depth + 1);
    }
    for (uint32_t i = 0; type->kind == TYPE_CLASS && i < scope->base_count; i++) {
        add_of_type(front, set, scope->base_scopes[i]->type, name, location, depth + 1);
    }
    for (uint32_t i = 0; type->kind == TYPE_CLASS && i < scope->argument_count; i++) {
        if (scope->arguments[i].type != NULL) {
            add_of_type(front, set, scope->arguments[i].type, name, location, depth + 1);
        }
    }
}

void overload_add_by_arguments(Front *front, CandidateSet *set, const char *name,
                               SourceLocation location)
{
    set->sees_later = scope_is_in_template(front); // [temp.dep.candidate]
    for (uint32_t i = 0; i < set->argument_count; i++) {
        if (!express_is_list(set->arguments[i]) && !express_is_overloads(set->arguments[i])) {
            add_of_type(front, set, set->arguments[i]->type, name, location, 0);
        }
    }
    set->sees_later = false;
}

// The call of a lambda without captures, which is static here and const in C++.
static bool is_bare_call(const FunctionInfo *info)
{
    return info->is_method && info->is_static && info->home != NULL && info->home->is_closure;
}

// [over.match.funcs]/4: the object decides nothing about a static member function.
static bool is_ranked_by_object(const FunctionInfo *info)
{
    return needs_object(info) || is_bare_call(info);
}

static bool rank_object(const CandidateSet *set, Candidate *candidate)
{
    const FunctionInfo *info = candidate->function;
    candidate->object_rank = CONVERSION_EXACT;
    if (set->object == NULL || !is_ranked_by_object(info)) {
        return true;
    }
    uint8_t lost = set->object->type->qualifiers & (QUALIFIER_CONST | QUALIFIER_VOLATILE);
    uint8_t own = info->is_const_method || is_bare_call(info) ? QUALIFIER_CONST : 0;
    own |= info->type->method_qualifiers;
    if ((lost & ~own) != 0) {
        return false;
    }
    candidate->object_rank = own == lost ? CONVERSION_EXACT : CONVERSION_QUALIFICATION;
    return true;
}

static bool rank_arguments(Front *front, const CandidateSet *set, Candidate *candidate)
{
    const FunctionInfo *info = candidate->function;
    const Type *type = info->type;
    uint32_t count = set->argument_count;
    if (count > type->parameter_count && !type->is_variadic) {
        return false;
    }
    for (uint32_t i = count; i < type->parameter_count; i++) {
        if (info->default_arguments == NULL ||
            info->default_arguments[i].first == info->default_arguments[i].end) {
            return false;
        }
    }
    candidate->conversions = arena_alloc(front->arena, (count + 1u) * sizeof(Conversion));
    for (uint32_t i = 0; i < count; i++) {
        Conversion *conversion = &candidate->conversions[i];
        if (i >= type->parameter_count) {
            conversion->rank = CONVERSION_ELLIPSIS;
            continue;
        }
        *conversion =
            convert_find(front, set->arguments[i], type->parameters[i], !set->is_without_user);
        if (conversion->rank == CONVERSION_NONE) {
            return false;
        }
    }
    return true;
}

// If one is a reference and the other is not, binding and copying are equally good.
static int compare_rank(ConversionRank a, ConversionRank b, bool are_alike)
{
    if (!are_alike && a <= CONVERSION_QUALIFICATION && b <= CONVERSION_QUALIFICATION) {
        return 0;
    }
    return a < b ? -1 : a > b;
}

// [over.ics.rank]/3.1: of arrays that a brace list may initialize, the shorter one is better.
static int compare_arrays(const Type *a, const Type *b)
{
    a = type_without_reference(a);
    b = type_without_reference(b);
    bool are_alike = a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && a->base == b->base;
    return !are_alike || a->count == b->count ? 0 : a->count < b->count ? -1 : 1;
}

static int compare_argument(const Expression *argument, const Candidate *a, const Candidate *b,
                            uint32_t i)
{
    const Type *at = a->function->type, *bt = b->function->type;
    if (i >= at->parameter_count || i >= bt->parameter_count) {
        return compare_rank(a->conversions[i].rank, b->conversions[i].rank, true);
    }
    const Type *a_type = at->parameters[i], *b_type = bt->parameters[i];
    bool are_alike = type_is_reference(a_type) == type_is_reference(b_type);
    int order = compare_rank(a->conversions[i].rank, b->conversions[i].rank, are_alike);
    if (order != 0 || a->conversions[i].rank > CONVERSION_USER) {
        return order;
    }
    if (a->conversions[i].rank == CONVERSION_USER) {
        bool is_same = a->conversions[i].function == b->conversions[i].function;
        return is_same ? compare_rank(a->conversions[i].second, b->conversions[i].second, true) : 0;
    }
    if (express_is_list(argument)) {
        return compare_arrays(a_type, b_type);
    }
    bool is_typed = argument->type->kind != TYPE_OVERLOAD_SET;
    return is_typed && are_alike ? convert_compare(argument->type, a_type, b_type) : 0;
}

static int compare_templates(Front *front, const CandidateSet *set, const Candidate *a,
                             const Candidate *b)
{
    if (a->is_template != b->is_template) {
        return a->is_template ? 1 : -1;
    }
    bool are_alike = needs_object(a->function) == needs_object(b->function);
    if (!a->is_template || a->template_ == b->template_ || !are_alike) {
        return 0;
    }
    return template_order(front, a->template_, b->template_, set->argument_count);
}

static bool is_for_device(const FunctionInfo *info)
{
    return info->is_device || info->is_kernel || info->is_constexpr || info->is_implicit;
}

// Below zero: a is better, [over.match.best].
static int compare_candidates(Front *front, const CandidateSet *set, const Candidate *a,
                              const Candidate *b)
{
    bool a_better = false, b_better = false;
    bool has_object = is_ranked_by_object(a->function) && is_ranked_by_object(b->function);
    int order = has_object ? compare_rank(a->object_rank, b->object_rank, true) : 0;
    a_better = order < 0;
    b_better = order > 0;
    for (uint32_t i = 0; i < set->argument_count; i++) {
        order = compare_argument(set->arguments[i], a, b, i);
        a_better = a_better || order < 0;
        b_better = b_better || order > 0;
    }
    if (a_better != b_better) {
        return a_better ? -1 : 1;
    }
    if (a_better) {
        return 0;
    }
    order = compare_templates(front, set, a, b);
    if (order == 0 && is_for_device(a->function) != is_for_device(b->function)) {
        order = is_for_device(a->function) ? -1 : 1;
    }
    if (order == 0 && (a->function->inherited == NULL) != (b->function->inherited == NULL)) {
        order = a->function->inherited == NULL ? -1 : 1; // a class's own constructor
    }
    if (order == 0 && a->function->type->is_variadic != b->function->type->is_variadic) {
        order = a->function->type->is_variadic ? 1 : -1;
    }
    return order;
}

Candidate *overload_best(Front *front, CandidateSet *set, bool *is_ambiguous)
{
    Candidate *best = NULL;
    *is_ambiguous = false;
    for (uint32_t i = 0; i < set->count; i++) {
        Candidate *at = &set->items[i];
        at->is_viable = rank_object(set, at) && rank_arguments(front, set, at);
        if (at->is_viable && (best == NULL || compare_candidates(front, set, at, best) < 0)) {
            best = at;
        }
    }
    for (uint32_t i = 0; i < set->count && best != NULL; i++) {
        const Candidate *at = &set->items[i];
        if (at != best && at->is_viable && compare_candidates(front, set, best, at) >= 0) {
            *is_ambiguous = true;
            return NULL;
        }
    }
    return best;
}

void overload_note_candidates(Front *front, const CandidateSet *set)
{
    uint32_t noted = 0;
    for (uint32_t i = 0; i < set->count && noted < NOTED_CANDIDATES; i++, noted++) {
        const FunctionInfo *info = set->items[i].function;
        front_note(front, info->location, "candidate: %s", call_function_text(front, info));
    }
    if (set->count > noted) {
        front_note(front, set->items[noted].function->location, "and %u more candidates",
                   set->count - noted);
    }
}

void overload_note_refused(Front *front, const CandidateSet *set, Symbol *overloads,
                           const NameReference *name, SourceLocation location)
{
    Expression **arguments = overload_deduction_arguments(front, set);
    bool has_arguments = name != NULL && name->has_arguments;
    uint32_t noted = 0;
    for (Symbol *at = overloads; at != NULL && noted < NOTED_CANDIDATES; at = at->next_overload) {
        const char *why = NULL;
        if (at->kind == SYMBOL_TEMPLATE && at->template_ != NULL &&
            template_deduce_call(front, at->template_, has_arguments ? name->arguments : NULL,
                                 has_arguments ? name->argument_count : 0, arguments,
                                 set->argument_count, location, &why) == NULL) {
            front_note(front, at->location, "candidate: template '%s'%s%s", at->name,
                       why == NULL ? "" : ": ", why == NULL ? "" : why);
            noted++;
        }
    }
}

static void add_operators(Front *front, CandidateSet *set, const char *name, Expression *a,
                          bool is_member_only, SourceLocation location)
{
    if (a->type->kind == TYPE_CLASS) {
        Symbol *members = class_member(front, a->type, name);
        Expression **all = set->arguments;
        set->arguments++; // without the object
        set->argument_count--;
        set->object = a;
        overload_add(front, set, members, NULL, location);
        set->arguments = all;
        set->argument_count++;
    }
    if (is_member_only) {
        return;
    }
    overload_add(front, set, scope_lookup_free(front, name), NULL, location);
    overload_add_by_arguments(front, set, name, location);
}

// Members take one argument fewer than free functions: each kind is ranked separately, with a
// member's object as its first argument.
static bool rank_operator(Front *front, CandidateSet *set, Candidate *candidate)
{
    if (!needs_object(candidate->function)) {
        return rank_arguments(front, set, candidate);
    }
    CandidateSet rest = *set;
    rest.arguments++;
    rest.argument_count--;
    if (!rank_object(&rest, candidate) || !rank_arguments(front, &rest, candidate)) {
        return false;
    }
    Conversion *all = arena_alloc(front->arena, (set->argument_count + 1u) * sizeof *all);
    all[0].rank = candidate->object_rank;
    for (uint32_t i = 0; i + 1 < set->argument_count; i++) {
        all[i + 1] = candidate->conversions[i];
    }
    candidate->conversions = all;
    return true;
}

// C++17 [over.match.oper]/3: if no operand is of a class, a free function must name the enumeration
// of one of them. Otherwise a function whose parameters convert from integers would take every
// comparison.
static bool names_enumeration(const CandidateSet *set, const Candidate *candidate)
{
    const Type *type = candidate->function->type;
    bool names_any = false;
    for (uint32_t i = 0; i < set->argument_count; i++) {
        const Type *argument = set->arguments[i]->type->unqualified;
        if (argument->kind == TYPE_CLASS) {
            return true;
        }
        if (argument->kind == TYPE_ENUM && i < type->parameter_count) {
            const Type *parameter = type->parameters[i];
            parameter = type_is_reference(parameter) ? parameter->base : parameter;
            names_any = names_any || parameter->unqualified == argument;
        }
    }
    return names_any;
}

static int compare_operators(Front *front, const CandidateSet *set, const Candidate *a,
                             const Candidate *b)
{
    bool is_mixed = needs_object(a->function) != needs_object(b->function);
    bool a_better = false, b_better = false;
    for (uint32_t i = 0; i < set->argument_count; i++) {
        uint32_t skip = needs_object(a->function) ? 1 : 0;
        int order;
        if (is_mixed || i < skip) {
            order = compare_rank(a->conversions[i].rank, b->conversions[i].rank, !is_mixed);
        } else {
            Candidate a_rest = *a, b_rest = *b;
            a_rest.conversions += skip;
            b_rest.conversions += skip;
            order = compare_argument(set->arguments[i], &a_rest, &b_rest, i - skip);
        }
        a_better = a_better || order < 0;
        b_better = b_better || order > 0;
    }
    if (a_better != b_better) {
        return a_better ? -1 : 1;
    }
    int order = a_better ? 0 : compare_templates(front, set, a, b);
    if (order == 0 && !a_better && is_for_device(a->function) != is_for_device(b->function)) {
        order = is_for_device(a->function) ? -1 : 1;
    }
    return order;
}

Expression *overload_operator(Front *front, const char *name, Expression *a, Expression *b,
                              bool is_member_only, SourceLocation location)
{
    bool is_class = a->type->kind == TYPE_CLASS || a->type->kind == TYPE_ENUM ||
                    (b != NULL && (b->type->kind == TYPE_CLASS || b->type->kind == TYPE_ENUM));
    if (!is_class) {
        return NULL;
    }
    name = front_intern(front, name);
    Expression *arguments[2] = {a, b};
    CandidateSet set = {.arguments = arguments, .argument_count = b == NULL ? 1 : 2};
    add_operators(front, &set, name, a, is_member_only, location);
    Candidate *best = NULL;
    for (uint32_t i = 0; i < set.count; i++) {
        Candidate *at = &set.items[i];
        at->is_viable = names_enumeration(&set, at) && rank_operator(front, &set, at);
        if (at->is_viable && (best == NULL || compare_operators(front, &set, at, best) < 0)) {
            best = at;
        }
    }
    for (uint32_t i = 0; i < set.count && best != NULL; i++) {
        const Candidate *at = &set.items[i];
        if (at != best && at->is_viable && compare_operators(front, &set, best, at) >= 0) {
            front_error(front, location, "use of '%s' is ambiguous for '%s' and '%s'", name,
                        express_type_text(front, a->type),
                        b == NULL ? "" : express_type_text(front, b->type));
            overload_note_candidates(front, &set);
            return express_error(front, location);
        }
    }
    if (best == NULL) {
        return NULL;
    }
    bool is_member = needs_object(best->function);
    Expression **rest = arena_alloc(front->arena, 2 * sizeof *rest);
    rest[0] = is_member ? b : a;
    rest[1] = is_member ? NULL : b;
    return call_method(front, best->function, is_member ? a : NULL, rest,
                       set.argument_count - (is_member ? 1 : 0), location);
}
