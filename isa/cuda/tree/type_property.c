// SPDX-License-Identifier: Apache-2.0
// Questions about types: layout, categories, and the arithmetic conversions of C++17 [conv.prom]
// and [expr.arith.conv].
#include "isa/cuda/tree/tree.h"
#include "isa/cuda/tree/type.h"

uint64_t type_size(const Type *type)
{
    switch (type->kind) {
    case TYPE_CLASS: return type->class_->is_complete ? type->class_->size_bytes : 0;
    case TYPE_ENUM:
        return type->enumeration->underlying == NULL ? 0 : type_size(type->enumeration->underlying);
    case TYPE_ARRAY: {
        uint64_t element = type_size(type->base);
        if (type->count == ARRAY_OF_UNKNOWN_BOUND || element == 0 ||
            type->count > UINT64_MAX / element) {
            return 0;
        }
        return element * type->count;
    }
    default: return type->size_bytes;
    }
}

uint32_t type_align(const Type *type)
{
    uint32_t align_bytes = type->align_bytes;
    if (type->kind == TYPE_CLASS) {
        align_bytes = type->class_->align_bytes;
    } else if (type->kind == TYPE_ARRAY) {
        align_bytes = type_align(type->base);
    } else if (type->kind == TYPE_ENUM && type->enumeration->underlying != NULL) {
        align_bytes = type_align(type->enumeration->underlying);
    }
    return align_bytes == 0 ? 1 : align_bytes;
}

bool type_is_integer(const Type *type)
{
    return type->kind >= TYPE_BOOL && type->kind <= TYPE_WCHAR;
}

bool type_is_integral_or_enum(const Type *type)
{
    return type_is_integer(type) || type->kind == TYPE_ENUM;
}

bool type_is_floating(const Type *type)
{
    return type->kind == TYPE_FLOAT || type_is_double(type);
}

bool type_is_double(const Type *type)
{
    return type->kind == TYPE_DOUBLE || type->kind == TYPE_LONG_DOUBLE;
}

bool type_is_arithmetic(const Type *type)
{
    return type_is_integer(type) || type_is_floating(type);
}

bool type_is_scalar(const Type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_ENUM || type->kind == TYPE_POINTER ||
           type->kind == TYPE_NULLPTR || type->kind == TYPE_MEMBER_POINTER;
}

bool type_is_signed(const Type *type)
{
    switch (type->kind) {
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR:
    case TYPE_SHORT:
    case TYPE_INT:
    case TYPE_LONG:
    case TYPE_LONG_LONG:
    case TYPE_WCHAR: // as on Linux hosts
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
    case TYPE_LONG_DOUBLE: return true;
    case TYPE_ENUM:
        return type->enumeration->underlying != NULL &&
               type_is_signed(type->enumeration->underlying);
    default: return false;
    }
}

bool type_is_reference(const Type *type)
{
    return type->kind == TYPE_REFERENCE || type->kind == TYPE_RVALUE_REFERENCE;
}

bool type_is_complete(const Type *type)
{
    switch (type->kind) {
    case TYPE_VOID:
    case TYPE_FUNCTION:
    case TYPE_AUTO:
    case TYPE_DEPENDENT:
    case TYPE_OVERLOAD_SET: return false;
    case TYPE_CLASS: return type->class_->is_complete;
    case TYPE_ENUM: return type->enumeration->underlying != NULL;
    case TYPE_ARRAY: return type->count != ARRAY_OF_UNKNOWN_BOUND && type_is_complete(type->base);
    default: return true;
    }
}

bool type_is_pair_of_halves(const Type *type)
{
    if (type->kind != TYPE_CLASS || type_size(type) != 4 || type_align(type) != 4 ||
        type->class_->is_union || type->class_->field_count != 2) {
        return false;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const Field *field = &type->class_->fields[i];
        if (field->bit_width != 0 || field->offset_bytes != 2 * i ||
            field->type->kind != TYPE_CLASS || type_size(field->type) != 2) {
            return false;
        }
    }
    return true;
}

const Type *type_promoted(Types *types, const Type *type)
{
    switch (type->kind) {
    case TYPE_BOOL:
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR:
    case TYPE_UNSIGNED_CHAR:
    case TYPE_SHORT:
    case TYPE_UNSIGNED_SHORT:
    case TYPE_CHAR16:
    case TYPE_WCHAR: return type_basic(types, TYPE_INT);
    case TYPE_CHAR32: return type_basic(types, TYPE_UNSIGNED_INT);
    case TYPE_ENUM: {
        const Enumeration *enumeration = type->enumeration;
        bool is_promoted = !enumeration->is_scoped && enumeration->underlying != NULL;
        return is_promoted ? type_promoted(types, enumeration->underlying) : type->unqualified;
    }
    default: return type->unqualified;
    }
}

// INT, LONG and LONG LONG, each followed by its unsigned form, stand in TypeKind in order of rank.
static const Type *common_integer(Types *types, const Type *a, const Type *b)
{
    if (type_is_signed(a) == type_is_signed(b)) {
        return a->kind > b->kind ? a : b;
    }
    const Type *with_sign = type_is_signed(a) ? a : b;
    const Type *without = with_sign == a ? b : a;
    if (without->kind > with_sign->kind) {
        return without;
    }
    if (with_sign->size_bytes > without->size_bytes) {
        return with_sign;
    }
    return type_basic(types, (TypeKind)(with_sign->kind + 1));
}

const Type *type_common(Types *types, const Type *a, const Type *b)
{
    a = a->unqualified;
    b = b->unqualified;
    if (a->kind == TYPE_LONG_DOUBLE || b->kind == TYPE_LONG_DOUBLE) {
        return type_basic(types, TYPE_LONG_DOUBLE);
    }
    if (a->kind == TYPE_DOUBLE || b->kind == TYPE_DOUBLE) {
        return type_basic(types, TYPE_DOUBLE);
    }
    if (a->kind == TYPE_FLOAT || b->kind == TYPE_FLOAT) {
        return type_basic(types, TYPE_FLOAT);
    }
    a = type_promoted(types, a);
    b = type_promoted(types, b);
    bool are_integers = type_is_integer(a) && type_is_integer(b);
    return are_integers ? common_integer(types, a, b) : a;
}

const Type *type_without_reference(const Type *type)
{
    return type_is_reference(type) ? type->base : type;
}
