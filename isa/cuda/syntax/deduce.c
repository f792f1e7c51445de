// SPDX-License-Identifier: Apache-2.0
// Template argument deduction, C++17 [temp.deduct.call] and [temp.deduct.type]: a pattern with
// template parameters is matched against a type, and the deduced parameters are recorded.
#include "isa/cuda/syntax/deduce.h"

#include "isa/cuda/syntax/deduce_argument.h"

#include <string.h>

typedef struct Deduction {
    Types *types;
    TemplateArgument *found;
    uint32_t found_count;
    bool is_call; // a mismatch outside the deduced parts may still convert
} Deduction;

static bool match(Deduction *deduction, const Type *pattern, const Type *argument, uint32_t depth);

// An explicit argument is a constraint inside of a class's arguments; elsewhere in a call, the
// function's argument may still convert.
static bool agrees(const Deduction *deduction, const TemplateArgument *slot,
                   const TemplateArgument *argument)
{
    return (slot->is_explicit && deduction->is_call) || deduce_is_same_argument(slot, argument);
}

static bool note(Deduction *deduction, uint32_t index, TemplateArgument argument)
{
    if (index >= deduction->found_count) {
        return false;
    }
    TemplateArgument *slot = &deduction->found[index];
    if (deduce_is_empty(slot)) {
        *slot = argument;
        return true;
    }
    return agrees(deduction, slot, &argument);
}

static bool note_type(Deduction *deduction, uint32_t index, const Type *type)
{
    if (type->kind == TYPE_OVERLOAD_SET) {
        return true; // [temp.deduct.call]/6: not deduced from here
    }
    return note(deduction, index, (TemplateArgument){.type = type});
}

// A value deduced twice may be spelled with different types (an array bound and an argument).
static bool note_value(Deduction *deduction, uint32_t index, const Type *type, uint64_t integer,
                       Symbol *symbol)
{
    if (index >= deduction->found_count) {
        return false;
    }
    TemplateArgument *slot = &deduction->found[index];
    TemplateArgument value = {.value_type = type, .integer = integer, .symbol = symbol};
    if (deduce_is_empty(slot)) {
        *slot = value;
        return true;
    }
    return agrees(deduction, slot, &value);
}

// Arrays may match a pattern with qualified elements, so the qualifiers of both are read alike.
static bool match_qualifiers(const Deduction *deduction, const Type *pattern, const Type *argument)
{
    return deduction->is_call ||
           (pattern->qualifiers & ~argument->qualifiers & ~QUALIFIER_RESTRICT) == 0;
}

// T of a pattern "const T": the argument without the qualifiers of the pattern.
static bool match_parameter(Deduction *deduction, const Type *pattern, const Type *argument)
{
    const Dependent *dependent = pattern->dependent;
    uint8_t left = argument->qualifiers & (uint8_t)~pattern->qualifiers;
    return note_type(deduction, dependent->index,
                     type_qualified(deduction->types, argument->unqualified, left));
}

static bool match_argument(Deduction *deduction, const DependentArgument *pattern,
                           const TemplateArgument *argument, uint32_t depth)
{
    if (pattern->type != NULL) {
        return argument->type != NULL && match(deduction, pattern->type, argument->type, depth);
    }
    if (argument->type != NULL) {
        return false;
    }
    if (pattern->is_value_parameter) { // also of a template, whose symbol is the value
        return note_value(deduction, pattern->index, argument->value_type, argument->integer,
                          argument->symbol);
    }
    return argument->symbol == NULL && argument->integer == pattern->integer &&
           deduce_parameter_of_value(argument) == NULL;
}

// ---- packs

static const Dependent *pack_of(const Type *type)
{
    const Dependent *dependent =
        type == NULL || type->kind != TYPE_DEPENDENT ? NULL : type->dependent;
    return dependent != NULL && dependent->kind == DEPENDENT_PACK ? dependent : NULL;
}

// One more element for each pack: the given elements stay, the new one is recorded or compared.
static bool pack_append(Deduction *deduction, TemplateArgument *pack, uint32_t at,
                        const TemplateArgument *element)
{
    if (at < pack->pack_count) {
        return pack->is_explicit || deduce_is_empty(element) ||
               deduce_is_same_argument(&pack->pack[at], element);
    }
    pack->pack = arena_grow(deduction->types->arena, pack->pack, pack->pack_count,
                            pack->pack_count + 1u, sizeof *pack->pack);
    pack->pack[pack->pack_count++] = *element;
    pack->is_pack = true;
    return true;
}

// Element `at` of an expansion: matched with the packs' places empty, then put into the packs.
static bool match_pack_element(Deduction *deduction, const DependentArgument *pattern, uint32_t at,
                               const TemplateArgument *argument, const PackNames *names,
                               uint32_t depth)
{
    TemplateArgument packs[PACKS_IN_A_PATTERN] = {{0}};
    for (uint32_t i = 0; i < names->count; i++) {
        TemplateArgument *slot = &deduction->found[names->indices[i]];
        packs[i] = *slot;
        if (slot->is_pack) {
            *slot = (TemplateArgument){0};
        }
    }
    bool is_matched = match_argument(deduction, pattern, argument, depth);
    for (uint32_t i = 0; i < names->count; i++) {
        TemplateArgument *slot = &deduction->found[names->indices[i]];
        bool is_shared = !packs[i].is_pack && !deduce_is_empty(&packs[i]); // no pack, found before
        if (!is_shared) {
            is_matched = is_matched && pack_append(deduction, &packs[i], at, slot);
            *slot = packs[i];
        }
    }
    return is_matched;
}

static bool match_pack(Deduction *deduction, const DependentArgument *pattern,
                       const TemplateArgument *arguments, uint32_t count, uint32_t depth)
{
    PackNames names = {{0}, 0};
    deduce_names(pattern->type, &names, 0);
    if (pattern->type == NULL && pattern->is_value_parameter) {
        deduce_name(&names, pattern->index);
    }
    for (uint32_t i = 0; i < names.count; i++) {
        if (names.indices[i] >= deduction->found_count) {
            return false;
        }
    }
    for (uint32_t at = 0; at < count; at++) {
        if (!match_pack_element(deduction, pattern, at, &arguments[at], &names, depth)) {
            return false;
        }
    }
    bool is_whole = true; // an earlier match may have found more elements
    for (uint32_t i = 0; i < names.count; i++) {
        TemplateArgument *slot = &deduction->found[names.indices[i]];
        slot->is_pack = slot->is_pack || deduce_is_empty(slot);
        is_whole = is_whole && (!slot->is_pack || slot->pack_count == count);
    }
    return is_whole;
}

// ---- classes

static bool match_flat(Deduction *deduction, const Dependent *pattern, const TemplateArgument *flat,
                       uint32_t count, uint32_t depth)
{
    deduction->is_call = false; // template arguments do not convert; match_class sets it again
    uint32_t at = 0;
    for (uint32_t i = 0; i < pattern->argument_count; i++) {
        DependentArgument argument = pattern->arguments[i];
        const Dependent *pack = pack_of(argument.type);
        if (pack != NULL || argument.is_pack) {
            argument.type = pack != NULL ? pack->pattern : argument.type;
            return i + 1 == pattern->argument_count &&
                   match_pack(deduction, &argument, &flat[at], count - at, depth + 1);
        }
        if (at == count || pack_of(flat[at].type) != NULL || pack_of(flat[at].value_type) != NULL ||
            !match_argument(deduction, &argument, &flat[at++], depth + 1)) {
            return false;
        }
    }
    return at == count;
}

static bool match_arguments(Deduction *deduction, const Dependent *pattern, const Scope *instance,
                            uint32_t depth)
{
    uint32_t count = deduce_flatten(instance->arguments, instance->argument_count, NULL);
    TemplateArgument *flat = arena_alloc(deduction->types->arena, (count + 1u) * sizeof *flat);
    deduce_flatten(instance->arguments, instance->argument_count, flat);
    return match_flat(deduction, pattern, flat, count, depth);
}

static Symbol *template_symbol(const Template *template_)
{
    const Scope *home = template_->home;
    Symbol *at = home == NULL ? NULL : home->first_symbol;
    while (at != NULL && at->template_ != template_) {
        at = at->next_in_scope;
    }
    return at;
}

static bool match_class_itself(Deduction *deduction, const Dependent *pattern, const Scope *scope,
                               uint32_t depth)
{
    if (scope == NULL || scope->template_ == NULL) {
        return false;
    }
    if (pattern->kind == DEPENDENT_CLASS) {
        return scope->template_ == pattern->template_ &&
               match_arguments(deduction, pattern, scope, depth);
    }
    Symbol *symbol = template_symbol(scope->template_);
    return symbol != NULL && note_value(deduction, pattern->index, NULL, 0, symbol) &&
           match_arguments(deduction, pattern, scope, depth);
}

static const Type *parameter_type(Deduction *deduction, uint32_t index, bool is_pack)
{
    Dependent *parameter = arena_alloc(deduction->types->arena, 2 * sizeof *parameter);
    parameter->kind = DEPENDENT_PARAMETER;
    parameter->index = index;
    const Type *type = type_dependent(deduction->types, parameter);
    if (is_pack) {
        parameter[1] = (Dependent){.kind = DEPENDENT_PACK, .pattern = type};
        type = type_dependent(deduction->types, &parameter[1]);
    }
    return type;
}

// If two templates are ordered, a class of the other's parameters stands for one of unique types.
static bool match_other_class(Deduction *deduction, const Dependent *pattern,
                              const Dependent *other, uint32_t depth)
{
    if (pattern->kind == DEPENDENT_CLASS
            ? pattern->template_ != other->template_
            : !note_value(deduction, pattern->index,
                          other->template_ != NULL ? NULL
                                                   : parameter_type(deduction, other->index, false),
                          0, other->template_ != NULL ? template_symbol(other->template_) : NULL)) {
        return false;
    }
    uint32_t count = other->argument_count;
    TemplateArgument *flat = arena_alloc(deduction->types->arena, (count + 1u) * sizeof *flat);
    for (uint32_t i = 0; i < count; i++) {
        const DependentArgument *argument = &other->arguments[i];
        flat[i] = (TemplateArgument){.type = argument->type, .integer = argument->integer};
        if (argument->type == NULL) {
            flat[i].value_type = argument->is_value_parameter
                                     ? parameter_type(deduction, argument->index, argument->is_pack)
                                     : type_basic(deduction->types, TYPE_LONG_LONG);
        }
    }
    bool was_call = deduction->is_call;
    bool is_matched = match_flat(deduction, pattern, flat, count, depth);
    deduction->is_call = was_call;
    return is_matched;
}

// [temp.deduct.call]/4.3: in a call, a base class is accepted if the class itself does not match.
static bool match_class(Deduction *deduction, const Dependent *pattern, const Type *argument,
                        uint32_t depth)
{
    if (argument->kind == TYPE_DEPENDENT && (argument->dependent->kind == DEPENDENT_CLASS ||
                                             argument->dependent->kind == DEPENDENT_TEMPLATE)) {
        return match_other_class(deduction, pattern, argument->dependent, depth);
    }
    if (argument->kind != TYPE_CLASS || depth >= DEDUCE_DEPTH_LIMIT) {
        return false;
    }
    size_t size_bytes = deduction->found_count * sizeof *deduction->found;
    TemplateArgument *saved = arena_alloc(deduction->types->arena, size_bytes + 1);
    memcpy(saved, deduction->found, size_bytes);
    bool was_call = deduction->is_call;
    bool is_matched = match_class_itself(deduction, pattern, argument->class_->scope, depth);
    deduction->is_call = was_call;
    if (is_matched) {
        return true;
    }
    memcpy(deduction->found, saved, size_bytes);
    for (uint32_t i = 0; deduction->is_call && i < argument->class_->field_count; i++) {
        const Field *field = &argument->class_->fields[i];
        if (field->is_base && match_class(deduction, pattern, field->type, depth + 1)) {
            return true;
        }
    }
    return false;
}

// ---- shapes

static bool match_array(Deduction *deduction, const Type *pattern, const Type *argument,
                        uint32_t depth)
{
    const Dependent *dependent = pattern->dependent;
    const Type *element = type_qualified(deduction->types, dependent->element, pattern->qualifiers);
    const Dependent *other = argument->kind == TYPE_DEPENDENT ? argument->dependent : NULL;
    if (other != NULL && other->kind == DEPENDENT_ARRAY) {
        return note_value(deduction, dependent->index,
                          parameter_type(deduction, other->index, false), 0, NULL) &&
               match(deduction, element, other->element, depth + 1);
    }
    if (argument->kind != TYPE_ARRAY || argument->count == ARRAY_OF_UNKNOWN_BOUND) {
        return false;
    }
    const Type *bound = type_basic(deduction->types, TYPE_UNSIGNED_LONG);
    return note_value(deduction, dependent->index, bound, argument->count, NULL) &&
           match(deduction, element, argument->base, depth + 1);
}

static bool match_dependent(Deduction *deduction, const Type *pattern, const Type *argument,
                            uint32_t depth)
{
    const Dependent *dependent = pattern->dependent;
    if (dependent == NULL || dependent->kind == DEPENDENT_OTHER) {
        return true;
    }
    if (dependent->kind == DEPENDENT_PACK) {
        return match(deduction, dependent->pattern, argument, depth + 1);
    }
    if (!match_qualifiers(deduction, pattern, argument)) {
        return false;
    }
    switch (dependent->kind) {
    case DEPENDENT_PARAMETER: return match_parameter(deduction, pattern, argument);
    case DEPENDENT_ARRAY: return match_array(deduction, pattern, argument, depth);
    default:
        return argument->kind == TYPE_OVERLOAD_SET ||
               match_class(deduction, dependent, argument, depth);
    }
}

static bool match_function(Deduction *deduction, const Type *pattern, const Type *argument,
                           uint32_t depth)
{
    if (argument->kind != TYPE_FUNCTION || pattern->is_variadic != argument->is_variadic ||
        pattern->method_qualifiers != argument->method_qualifiers ||
        !match(deduction, pattern->base, argument->base, depth + 1)) {
        return false;
    }
    for (uint32_t i = 0; i < pattern->parameter_count; i++) {
        const Dependent *pack = pack_of(pattern->parameters[i]);
        if (pack != NULL) {
            uint32_t count = argument->parameter_count - i;
            TemplateArgument *rest =
                arena_alloc(deduction->types->arena, (count + 1u) * sizeof *rest);
            for (uint32_t j = 0; j < count; j++) {
                rest[j].type = argument->parameters[i + j];
            }
            DependentArgument element = {.type = pack->pattern};
            return i + 1 == pattern->parameter_count &&
                   match_pack(deduction, &element, rest, count, depth + 1);
        }
        if (i >= argument->parameter_count ||
            !match(deduction, pattern->parameters[i], argument->parameters[i], depth + 1)) {
            return false;
        }
    }
    return pattern->parameter_count == argument->parameter_count;
}

static bool match(Deduction *deduction, const Type *pattern, const Type *argument, uint32_t depth)
{
    if (depth >= DEDUCE_DEPTH_LIMIT) {
        return false;
    }
    if (pattern->kind == TYPE_DEPENDENT) {
        return match_dependent(deduction, pattern, argument, depth);
    }
    if (!pattern->has_dependent) {
        return pattern == argument ||
               (deduction->is_call && pattern->unqualified == argument->unqualified);
    }
    if (argument->kind == TYPE_OVERLOAD_SET) {
        return true;
    }
    if (pattern->kind != argument->kind || !match_qualifiers(deduction, pattern, argument)) {
        return false;
    }
    bool was_call = deduction->is_call;
    bool is_matched = false;
    switch (pattern->kind) {
    case TYPE_FUNCTION:
        deduction->is_call = false; // nothing inside a function's type converts
        is_matched = match_function(deduction, pattern, argument, depth);
        deduction->is_call = was_call;
        return is_matched;
    case TYPE_MEMBER_POINTER:
        return match(deduction, pattern->base, argument->base, depth + 1) &&
               match(deduction, pattern->parameters[0], argument->parameters[0], depth + 1);
    case TYPE_ARRAY:
        return pattern->count == argument->count &&
               match(deduction, pattern->base, argument->base, depth + 1);
    default: return match(deduction, pattern->base, argument->base, depth + 1);
    }
}

// [temp.deduct.call]/3: T && with T a parameter of its own, unqualified.
static bool is_forwarding(const Type *pattern)
{
    const Dependent *dependent =
        pattern->base->kind == TYPE_DEPENDENT ? pattern->base->dependent : NULL;
    return pattern->kind == TYPE_RVALUE_REFERENCE && pattern->base->qualifiers == 0 &&
           dependent != NULL && dependent->kind == DEPENDENT_PARAMETER;
}

// The parts of a parameter's type and of an argument's type that are matched, [temp.deduct.call]/2
// to 3.
static void shape_call(Types *types, const Type **pattern, const Type **argument)
{
    if (!type_is_reference(*pattern)) {
        *pattern = (*pattern)->unqualified;
        *argument = type_decayed(types, type_without_reference(*argument))->unqualified;
        return;
    }
    bool keeps_reference = is_forwarding(*pattern) && (*argument)->kind == TYPE_REFERENCE;
    *pattern = (*pattern)->base;
    *argument = keeps_reference ? *argument : type_without_reference(*argument);
}

bool deduce_type(Types *types, const Type *pattern, const Type *argument, TemplateArgument *found,
                 uint32_t found_count, bool is_call)
{
    Deduction deduction = {types, found, found_count, is_call};
    if (is_call) {
        pattern = pack_of(pattern) != NULL ? pack_of(pattern)->pattern : pattern;
        if (!pattern->has_dependent) {
            return true; // an ordinary implicit conversion, which overload resolution ranks
        }
        shape_call(types, &pattern, &argument);
    }
    return match(&deduction, pattern, argument, 0);
}

bool deduce_pack(Types *types, const Type *pattern, const Type *const *arguments, uint32_t count,
                 TemplateArgument *found, uint32_t found_count, bool is_call)
{
    Deduction deduction = {types, found, found_count, is_call};
    TemplateArgument *list = arena_alloc(types->arena, (count + 1u) * sizeof *list);
    const Type *element = pack_of(pattern) != NULL ? pack_of(pattern)->pattern : pattern;
    DependentArgument shaped = {.type = element};
    for (uint32_t i = 0; i < count; i++) {
        shaped.type = element;
        list[i].type = arguments[i];
        if (is_call) {
            shape_call(types, &shaped.type, &list[i].type);
        }
    }
    return match_pack(&deduction, &shaped, list, count, 0);
}
