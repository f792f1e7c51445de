// SPDX-License-Identifier: Apache-2.0
// Ranks of implicit conversions, C++17 [over.best.ics] and [over.ics.rank]. If a class is involved
// other than as itself or as a base, the answer is CONVERSION_USER: the caller looks for the
// constructor or conversion function, and treats it as NONE if there is none.
#include "isa/cuda/syntax/convert.h"

#define BASE_DEPTH_LIMIT 64u
#define CONST_VOLATILE   (QUALIFIER_CONST | QUALIFIER_VOLATILE)

// Steps from a class up to one of its bases: 0 for itself, -1 if it is no base.
static int base_distance(const Class *class_, const Class *base, uint32_t depth)
{
    if (class_ == base) {
        return 0;
    }
    for (uint32_t i = 0; depth < BASE_DEPTH_LIMIT && i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (field->is_base && field->type->kind == TYPE_CLASS) {
            int above = base_distance(field->type->class_, base, depth + 1);
            if (above >= 0) {
                return above + 1;
            }
        }
    }
    return -1;
}

static bool is_derived(const Type *from, const Type *to)
{
    return from->kind == TYPE_CLASS && to->kind == TYPE_CLASS &&
           base_distance(from->class_, to->class_, 0) > 0;
}

static uint8_t const_volatile(const Type *type)
{
    return type->qualifiers & CONST_VOLATILE;
}

static bool keeps_qualifiers(const Type *from, const Type *to)
{
    return (const_volatile(from) & ~const_volatile(to)) == 0;
}

// [conv.qual]: the pointees are similar, and qualifiers are only added, with const at every level
// above a level that changes.
static ConversionRank rank_similar(const Type *from, const Type *to)
{
    ConversionRank rank = CONVERSION_EXACT;
    for (bool is_const_above = true;; from = from->base, to = to->base) {
        if (!keeps_qualifiers(from, to)) {
            return CONVERSION_NONE;
        }
        if (const_volatile(from) != const_volatile(to)) {
            if (!is_const_above) {
                return CONVERSION_NONE;
            }
            rank = CONVERSION_QUALIFICATION;
        }
        is_const_above = is_const_above && (to->qualifiers & QUALIFIER_CONST) != 0;
        if (from->kind != TYPE_POINTER || to->kind != TYPE_POINTER) {
            return from->unqualified == to->unqualified ? rank : CONVERSION_NONE;
        }
    }
}

// Between pointers, given what they point to. Arrays and functions come decayed.
static ConversionRank rank_pointees(const Type *from, const Type *to)
{
    ConversionRank rank = rank_similar(from, to);
    if (rank != CONVERSION_NONE || !keeps_qualifiers(from, to)) {
        return rank;
    }
    bool is_to_void = to->kind == TYPE_VOID && from->kind != TYPE_FUNCTION;
    return is_to_void || is_derived(from, to) ? CONVERSION_STANDARD : CONVERSION_NONE;
}

static ConversionRank rank_to_pointer(const Type *from, bool is_null_constant, const Type *to)
{
    if (from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY) {
        return rank_pointees(from->base, to->base);
    }
    if (from->kind == TYPE_FUNCTION) {
        return from == to->base ? CONVERSION_EXACT : CONVERSION_NONE;
    }
    return from->kind == TYPE_NULLPTR || is_null_constant ? CONVERSION_STANDARD : CONVERSION_NONE;
}

static bool is_promotion(const Type *from, const Type *to)
{
    switch (from->kind) {
    case TYPE_BOOL:
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR:
    case TYPE_UNSIGNED_CHAR:
    case TYPE_SHORT:
    case TYPE_UNSIGNED_SHORT:
    case TYPE_CHAR16:
    case TYPE_WCHAR: return to->kind == TYPE_INT;
    case TYPE_CHAR32: return to->kind == TYPE_UNSIGNED_INT;
    case TYPE_FLOAT: return to->kind == TYPE_DOUBLE;
    case TYPE_ENUM: {
        const Type *underlying = from->enumeration->underlying;
        return underlying != NULL && (underlying->kind == to->kind || is_promotion(underlying, to));
    }
    default: return false;
    }
}

static ConversionRank rank_to_arithmetic(const Type *from, const Type *to)
{
    bool is_address = from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY ||
                      from->kind == TYPE_FUNCTION || from->kind == TYPE_MEMBER_POINTER;
    if (is_address) {
        return to->kind == TYPE_BOOL ? CONVERSION_STANDARD : CONVERSION_NONE;
    }
    bool is_number =
        type_is_arithmetic(from) || (from->kind == TYPE_ENUM && !from->enumeration->is_scoped);
    if (!is_number) {
        return CONVERSION_NONE;
    }
    return is_promotion(from, to) ? CONVERSION_PROMOTION : CONVERSION_STANDARD;
}

// To an object of type `to`, which is not a reference.
static ConversionRank rank_to_value(const Type *from, bool is_null_constant, const Type *to)
{
    from = from->kind == TYPE_ARRAY ? from : from->unqualified; // its elements stay const
    to = to->unqualified;
    if (from->kind == TYPE_OVERLOAD_SET || to->kind == TYPE_ARRAY || to->kind == TYPE_FUNCTION) {
        return CONVERSION_NONE;
    }
    if (from == to) {
        return CONVERSION_EXACT;
    }
    if (from->kind == TYPE_CLASS || to->kind == TYPE_CLASS) {
        return is_derived(from, to) ? CONVERSION_STANDARD : CONVERSION_USER;
    }
    switch (to->kind) {
    case TYPE_POINTER: return rank_to_pointer(from, is_null_constant, to);
    case TYPE_MEMBER_POINTER:
    case TYPE_NULLPTR:
        return is_null_constant || from->kind == TYPE_NULLPTR ? CONVERSION_STANDARD
                                                              : CONVERSION_NONE;
    default: return type_is_arithmetic(to) ? rank_to_arithmetic(from, to) : CONVERSION_NONE;
    }
}

// [dcl.init.ref]. An rvalue binds to const T & as if it added const, so that T && is better for it.
static ConversionRank rank_to_reference(const Type *from, bool is_lvalue, bool is_null_constant,
                                        const Type *to)
{
    const Type *referee = to->base;
    bool is_same = from->unqualified == referee->unqualified;
    bool is_lvalue_reference = to->kind == TYPE_REFERENCE;
    bool takes_rvalue = !is_lvalue_reference || const_volatile(referee) == QUALIFIER_CONST;
    if (is_same || is_derived(from, referee)) {
        bool is_function = from->kind == TYPE_FUNCTION;
        bool binds = is_function || (is_lvalue ? is_lvalue_reference : takes_rvalue);
        if (!binds || !keeps_qualifiers(from, referee)) {
            return CONVERSION_NONE;
        }
        if (!is_same) {
            return CONVERSION_STANDARD;
        }
        bool is_plain = const_volatile(from) == const_volatile(referee) &&
                        (is_lvalue || is_function || !is_lvalue_reference);
        return is_plain ? CONVERSION_EXACT : CONVERSION_QUALIFICATION;
    }
    if (!takes_rvalue) { // only a conversion function can give an lvalue
        return from->kind == TYPE_CLASS ? CONVERSION_USER : CONVERSION_NONE;
    }
    return rank_to_value(from, is_null_constant, referee); // binds to a temporary
}

ConversionRank convert_rank(const Type *from, bool is_lvalue, bool is_null_constant, const Type *to)
{
    if (type_is_reference(from)) {
        is_lvalue = from->kind == TYPE_REFERENCE;
        from = from->base;
    }
    if (type_is_reference(to)) {
        return rank_to_reference(from, is_lvalue, is_null_constant, to);
    }
    return rank_to_value(from, is_null_constant, to);
}

static int compare_distances(const Type *from, const Type *a, const Type *b)
{
    if (from->kind != TYPE_CLASS || a->kind != TYPE_CLASS || b->kind != TYPE_CLASS) {
        return 0;
    }
    return base_distance(from->class_, a->class_, 0) - base_distance(from->class_, b->class_, 0);
}

static int compare_qualifiers(const Type *a, const Type *b)
{
    if (a->unqualified != b->unqualified || const_volatile(a) == const_volatile(b)) {
        return 0;
    }
    return keeps_qualifiers(a, b) ? -1 : keeps_qualifiers(b, a) ? 1 : 0;
}

static int compare_pointers(const Type *from, const Type *a, const Type *b)
{
    if ((a->kind == TYPE_BOOL) != (b->kind == TYPE_BOOL)) {
        return a->kind == TYPE_BOOL ? 1 : -1;
    }
    if (a->kind != TYPE_POINTER || b->kind != TYPE_POINTER) {
        return 0;
    }
    if ((a->base->kind == TYPE_VOID) != (b->base->kind == TYPE_VOID)) {
        return a->base->kind == TYPE_VOID ? 1 : -1;
    }
    int order = compare_distances(from->base, a->base, b->base);
    return order != 0 ? order : compare_qualifiers(a->base, b->base);
}

int convert_compare(const Type *from, const Type *a, const Type *b)
{
    if (type_is_reference(a) && type_is_reference(b)) {
        int order = compare_qualifiers(a->base, b->base);
        if (order != 0) {
            return order;
        }
    }
    from = type_without_reference(from);
    a = type_without_reference(a);
    b = type_without_reference(b);
    if (from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY) {
        return compare_pointers(from, a, b);
    }
    if (from->kind == TYPE_ENUM && from->enumeration->underlying != NULL) {
        TypeKind fixed = from->enumeration->underlying->kind; // better than what that promotes to
        return (b->kind == fixed) - (a->kind == fixed);
    }
    return compare_distances(from, a, b);
}
