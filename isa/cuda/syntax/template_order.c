// SPDX-License-Identifier: Apache-2.0
// Partial ordering of function templates, C++17 [temp.deduct.partial]: a template is more
// specialized if its parameters can all be arguments of the other, but not the other way round.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/deduce.h"

static bool is_pack(const Type *type)
{
    return type->kind == TYPE_DEPENDENT && type->dependent->kind == DEPENDENT_PACK;
}

static bool ends_with_pack(const Type *signature)
{
    uint32_t count = signature->parameter_count;
    return count > 0 && is_pack(signature->parameters[count - 1]);
}

// References and top-level qualifiers only break ties: paragraphs 5 and 7.
static const Type *bare(const Type *parameter)
{
    return type_without_reference(parameter)->unqualified;
}

// Whether the parameters of `special` fit `general`, for as many as the call has arguments.
static bool is_at_least_as_special(Front *front, const Template *special, const Template *general,
                                   uint32_t argument_count)
{
    const Type *from = special->signature, *to = general->signature;
    uint32_t found_count = general->parameter_count;
    TemplateArgument *found = arena_alloc(front->arena, (found_count + 1u) * sizeof *found);
    const Type **rest = arena_alloc(front->arena, (from->parameter_count + 1u) * sizeof *rest);
    uint32_t count = 0;
    for (; count < from->parameter_count && count < argument_count; count++) {
        const Type *parameter = from->parameters[count];
        rest[count] = bare(is_pack(parameter) ? parameter->dependent->pattern : parameter);
    }
    for (uint32_t i = 0; i < to->parameter_count && i < count; i++) {
        const Type *pattern = to->parameters[i];
        if (is_pack(pattern)) {
            return deduce_pack(&front->types, bare(pattern->dependent->pattern), &rest[i],
                               count - i, found, found_count, false);
        }
        if (is_pack(from->parameters[i]) ||
            !deduce_type(&front->types, bare(pattern), rest[i], found, found_count, false)) {
            return false;
        }
    }
    return true;
}

// Paragraph 9, for two parameters that fit each other: an lvalue reference goes before an rvalue
// reference, then the one with more qualifiers goes first.
static int order_references(const Type *a, const Type *b)
{
    if (!type_is_reference(a) || !type_is_reference(b)) {
        return 0;
    }
    if (a->kind != b->kind) {
        return a->kind == TYPE_REFERENCE ? -1 : 1;
    }
    uint8_t of_a = a->base->qualifiers, of_b = b->base->qualifiers;
    return of_a == of_b ? 0 : (of_a & of_b) == of_b ? -1 : (of_a & of_b) == of_a ? 1 : 0;
}

static int order_ties(const Type *a, const Type *b, uint32_t argument_count)
{
    bool a_is_better = false, b_is_better = false;
    for (uint32_t i = 0; i < argument_count && i < a->parameter_count && i < b->parameter_count;
         i++) {
        int order = order_references(a->parameters[i], b->parameters[i]);
        a_is_better |= order < 0;
        b_is_better |= order > 0;
    }
    if (a_is_better != b_is_better) {
        return a_is_better ? -1 : 1;
    }
    return (int)ends_with_pack(a) - (int)ends_with_pack(b); // paragraph 11
}

int template_order(Front *front, const Template *a, const Template *b, uint32_t argument_count)
{
    if (a->signature == NULL || b->signature == NULL) {
        return 0;
    }
    bool a_fits = is_at_least_as_special(front, a, b, argument_count);
    bool b_fits = is_at_least_as_special(front, b, a, argument_count);
    if (a_fits != b_fits) {
        return a_fits ? -1 : 1;
    }
    return a_fits ? order_ties(a->signature, b->signature, argument_count) : 0;
}
