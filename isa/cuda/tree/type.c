// SPDX-License-Identifier: Apache-2.0
// The table of types and how they are built. Sizes that can still change (classes, enumerations,
// arrays of them) are looked up when asked for, so a type may be made before its class is known.
#include "isa/cuda/tree/type.h"

#include "isa/cuda/tree/dependent.h"
#include "isa/cuda/tree/tree.h"

#include <string.h>

typedef struct BasicLayout {
    TypeKind kind;
    uint8_t size_bytes;
} BasicLayout;

// Sizes of nvcc's device types on LP64 hosts (CUDA C++ Programming Guide, "Built-in Types").
static const BasicLayout basic_layouts[] = {
    {TYPE_VOID, 0},
    {TYPE_BOOL, 1},
    {TYPE_CHAR, 1},
    {TYPE_SIGNED_CHAR, 1},
    {TYPE_UNSIGNED_CHAR, 1},
    {TYPE_SHORT, 2},
    {TYPE_UNSIGNED_SHORT, 2},
    {TYPE_INT, 4},
    {TYPE_UNSIGNED_INT, 4},
    {TYPE_LONG, 8},
    {TYPE_UNSIGNED_LONG, 8},
    {TYPE_LONG_LONG, 8},
    {TYPE_UNSIGNED_LONG_LONG, 8},
    {TYPE_CHAR16, 2},
    {TYPE_CHAR32, 4},
    {TYPE_WCHAR, 4},
    {TYPE_FLOAT, 4},
    {TYPE_DOUBLE, 8},
    {TYPE_LONG_DOUBLE, 16},
    {TYPE_NULLPTR, 8},
};

#define INITIAL_BUCKETS 256u
#define POINTER_BYTES   8u

static uint64_t hash_add(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u; // 2^64 divided by the golden ratio
    return hash ^ (hash >> 29);
}

static uint64_t type_hash(const Type *type)
{
    uint64_t hash = hash_add(0, (uint64_t)type->kind);
    hash = hash_add(hash, ((uint64_t)type->method_qualifiers << 16) |
                              ((uint64_t)type->is_variadic << 8) | type->qualifiers);
    hash = hash_add(hash, (uint64_t)(uintptr_t)type->base);
    hash = hash_add(hash, type->count);
    hash = hash_add(hash, (uint64_t)(uintptr_t)type->class_);
    hash = hash_add(hash, (uint64_t)(uintptr_t)type->enumeration);
    hash = hash_add(hash, dependent_hash(type->dependent));
    for (uint32_t i = 0; i < type->parameter_count; i++) {
        hash = hash_add(hash, (uint64_t)(uintptr_t)type->parameters[i]);
    }
    return hash;
}

static bool type_same(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->qualifiers != b->qualifiers || a->base != b->base ||
        a->count != b->count || a->class_ != b->class_ || a->enumeration != b->enumeration ||
        !dependent_same(a->dependent, b->dependent) || a->parameter_count != b->parameter_count ||
        a->is_variadic != b->is_variadic || a->method_qualifiers != b->method_qualifiers) {
        return false;
    }
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i] != b->parameters[i]) {
            return false;
        }
    }
    return true;
}

static void types_resize(Types *types, uint32_t bucket_count)
{
    Type **buckets = arena_alloc(types->arena, bucket_count * sizeof *buckets);
    for (uint32_t i = 0; i < types->bucket_count; i++) {
        for (Type *at = types->buckets[i], *next; at != NULL; at = next) {
            next = at->next_in_table;
            Type **bucket = &buckets[type_hash(at) % bucket_count];
            at->next_in_table = *bucket;
            *bucket = at;
        }
    }
    types->buckets = buckets;
    types->bucket_count = bucket_count;
}

// The one type that looks like `wanted`; makes it if need be. `unqualified` NULL means itself.
static const Type *type_intern(Types *types, const Type *wanted)
{
    uint64_t hash = type_hash(wanted);
    for (Type *at = types->buckets[hash % types->bucket_count]; at != NULL;
         at = at->next_in_table) {
        if (type_same(at, wanted)) {
            return at;
        }
    }
    if (types->type_count >= types->bucket_count) {
        types_resize(types, types->bucket_count * 2);
    }
    Type *made = arena_alloc(types->arena, sizeof *made);
    *made = *wanted;
    if (made->unqualified == NULL) {
        made->unqualified = made;
    }
    made->has_dependent =
        made->kind == TYPE_DEPENDENT || (made->base != NULL && made->base->has_dependent);
    for (uint32_t i = 0; i < wanted->parameter_count; i++) {
        made->has_dependent = made->has_dependent || wanted->parameters[i]->has_dependent;
    }
    if (wanted->parameter_count > 0) {
        size_t size_bytes = wanted->parameter_count * sizeof *wanted->parameters;
        made->parameters = arena_alloc(types->arena, size_bytes);
        memcpy(made->parameters, wanted->parameters, size_bytes);
    }
    Type **bucket = &types->buckets[hash % types->bucket_count];
    made->next_in_table = *bucket;
    *bucket = made;
    types->type_count++;
    return made;
}

void types_init(Types *types, Arena *arena)
{
    memset(types, 0, sizeof *types);
    types->arena = arena;
    types_resize(types, INITIAL_BUCKETS);
    for (size_t i = 0; i < sizeof basic_layouts / sizeof basic_layouts[0]; i++) {
        const BasicLayout *layout = &basic_layouts[i];
        Type basic = {.kind = layout->kind,
                      .size_bytes = layout->size_bytes,
                      .align_bytes = layout->size_bytes};
        types->basic[layout->kind] = type_intern(types, &basic);
    }
}

const Type *type_basic(const Types *types, TypeKind kind)
{
    return types->basic[kind];
}

const Type *type_qualified(Types *types, const Type *type, uint8_t qualifiers)
{
    if (type->kind == TYPE_ARRAY) { // [dcl.array]: the elements are qualified
        return type_array(types, type_qualified(types, type->base, qualifiers), type->count);
    }
    qualifiers |= type->qualifiers;
    // [dcl.ref], [dcl.fct]: references and functions have no qualifiers of their own.
    if (qualifiers == type->qualifiers || type->kind == TYPE_FUNCTION || type_is_reference(type)) {
        return type;
    }
    Type wanted = *type->unqualified;
    wanted.qualifiers = qualifiers;
    wanted.unqualified = type->unqualified;
    return type_intern(types, &wanted);
}

static const Type *type_indirect(Types *types, TypeKind kind, const Type *to)
{
    Type wanted = {
        .kind = kind, .base = to, .size_bytes = POINTER_BYTES, .align_bytes = POINTER_BYTES};
    return type_intern(types, &wanted);
}

const Type *type_pointer(Types *types, const Type *to)
{
    return type_indirect(types, TYPE_POINTER, type_without_reference(to));
}

const Type *type_reference(Types *types, const Type *to, bool is_rvalue)
{
    if (type_is_reference(to)) { // [dcl.ref]/6: & wins
        is_rvalue = is_rvalue && to->kind == TYPE_RVALUE_REFERENCE;
        to = to->base;
    }
    return type_indirect(types, is_rvalue ? TYPE_RVALUE_REFERENCE : TYPE_REFERENCE, to);
}

const Type *type_array(Types *types, const Type *element, uint64_t count)
{
    Type wanted = {
        .kind = TYPE_ARRAY, .base = element, .count = count, .qualifiers = element->qualifiers};
    if (element->unqualified != element) {
        wanted.unqualified = type_array(types, element->unqualified, count);
    }
    return type_intern(types, &wanted);
}

const Type *type_function(Types *types, const Type *result, const Type *const *parameters,
                          uint32_t parameter_count, bool is_variadic, uint8_t method_qualifiers)
{
    // [dcl.fct]/5: arrays and functions are passed as pointers, top-level qualifiers do not count.
    const Type **adjusted = arena_alloc(types->arena, (parameter_count + 1u) * sizeof *adjusted);
    for (uint32_t i = 0; i < parameter_count; i++) {
        adjusted[i] = type_decayed(types, parameters[i])->unqualified;
    }
    Type wanted = {.kind = TYPE_FUNCTION,
                   .base = result,
                   .parameters = adjusted,
                   .parameter_count = parameter_count,
                   .is_variadic = is_variadic,
                   .method_qualifiers = method_qualifiers};
    return type_intern(types, &wanted);
}

const Type *type_member_pointer(Types *types, const Type *class_type, const Type *member)
{
    // A pointer to a method has two words: the function and what to add to `this`.
    Type wanted = {.kind = TYPE_MEMBER_POINTER,
                   .base = class_type,
                   .parameters = &member,
                   .parameter_count = 1,
                   .size_bytes = member->kind == TYPE_FUNCTION ? 2 * POINTER_BYTES : POINTER_BYTES,
                   .align_bytes = POINTER_BYTES};
    return type_intern(types, &wanted);
}

const Type *type_class(Types *types, Class *class_)
{
    return type_intern(types, &(Type){.kind = TYPE_CLASS, .class_ = class_});
}

const Type *type_enumeration(Types *types, Enumeration *enumeration)
{
    return type_intern(types, &(Type){.kind = TYPE_ENUM, .enumeration = enumeration});
}

const Type *type_auto(Types *types)
{
    return type_intern(types, &(Type){.kind = TYPE_AUTO});
}

const Type *type_decltype_auto(Types *types)
{
    return type_intern(types, &(Type){.kind = TYPE_AUTO, .count = 1});
}

const Type *type_dependent(Types *types, const Dependent *description)
{
    return type_intern(types, &(Type){.kind = TYPE_DEPENDENT, .dependent = description});
}

const Type *type_decayed(Types *types, const Type *type)
{
    if (type->kind == TYPE_ARRAY) {
        return type_pointer(types, type->base);
    }
    return type->kind == TYPE_FUNCTION ? type_pointer(types, type) : type;
}
