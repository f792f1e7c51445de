// SPDX-License-Identifier: Apache-2.0
// The types of CUDA C++, each kept once: equal types are the same pointer, so `a == b` compares.
// Sizes are those of the device, LP64 (as nvcc's): long and pointers have 8 bytes.
// Leaves out: bit-precise integers, pointers to members of unions, exceptions in function types.
#ifndef LOCKSTEP_CUDA_TYPE_H
#define LOCKSTEP_CUDA_TYPE_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum TypeKind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR, // signed, as on every host nvcc supports; a type of its own
    TYPE_SIGNED_CHAR,
    TYPE_UNSIGNED_CHAR,
    TYPE_SHORT,
    TYPE_UNSIGNED_SHORT,
    TYPE_INT,
    TYPE_UNSIGNED_INT,
    TYPE_LONG,
    TYPE_UNSIGNED_LONG,
    TYPE_LONG_LONG,
    TYPE_UNSIGNED_LONG_LONG,
    TYPE_CHAR16,
    TYPE_CHAR32,
    TYPE_WCHAR,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_LONG_DOUBLE, // laid out as on the host, computed and stored as a double
    TYPE_NULLPTR,
    TYPE_ENUM,
    TYPE_CLASS, // struct, class, union, closure of a lambda
    TYPE_POINTER,
    TYPE_REFERENCE,        // T &
    TYPE_RVALUE_REFERENCE, // T &&
    TYPE_ARRAY,
    TYPE_FUNCTION,
    TYPE_MEMBER_POINTER,
    // The ones below exist only while templates and `auto` are being resolved; the tree has none.
    TYPE_AUTO,
    TYPE_DEPENDENT,   // a template parameter, by depth and index; or a type made from one
    TYPE_OVERLOAD_SET // of a name that means several functions
} TypeKind;

typedef enum TypeQualifier {
    QUALIFIER_CONST = 1,
    QUALIFIER_VOLATILE = 2,
    QUALIFIER_RESTRICT = 4
} TypeQualifier;

typedef struct Type Type;
typedef struct Class Class;             // tree.h
typedef struct Enumeration Enumeration; // tree.h
typedef struct Dependent Dependent;     // dependent.h

#define ARRAY_OF_UNKNOWN_BOUND UINT64_MAX
#define TYPE_BYTES_MAX         (UINT64_C(1) << 40) // of one object: more than any GPU's memory

struct Type {
    TypeKind kind;
    uint8_t qualifiers;      // TypeQualifier; an array's are its elements'
    const Type *unqualified; // this type without qualifiers of its own; itself if it has none
    uint64_t size_bytes;     // 0 while incomplete, for void and functions; classes: see Class
    uint32_t align_bytes;
    const Type *base; // pointee, referee, element, return type, class of a member pointer
    uint64_t count;   // of an array
    const Type **parameters;
    uint32_t parameter_count;
    bool is_variadic;          // function: has ...
    uint8_t method_qualifiers; // of a function type: const and volatile of *this
    Class *class_;
    Enumeration *enumeration;
    const Dependent *dependent; // of TYPE_DEPENDENT
    bool has_dependent;         // it or a type it is made of is TYPE_DEPENDENT
    void *next_in_table;
};

// The table of all types of one compilation.
typedef struct Types {
    Arena *arena;
    const Type *basic[TYPE_NULLPTR + 1];
    Type **buckets;
    uint32_t bucket_count, type_count;
} Types;

void types_init(Types *types, Arena *arena);
const Type *type_basic(const Types *types, TypeKind kind);                      // VOID to NULLPTR
const Type *type_qualified(Types *types, const Type *type, uint8_t qualifiers); // adds them
const Type *type_pointer(Types *types, const Type *to);
// A reference to a reference collapses as C++ says.
const Type *type_reference(Types *types, const Type *to, bool is_rvalue);
const Type *type_array(Types *types, const Type *element, uint64_t count);
const Type *type_function(Types *types, const Type *result, const Type *const *parameters,
                          uint32_t parameter_count, bool is_variadic, uint8_t method_qualifiers);
const Type *type_member_pointer(Types *types, const Type *class_type, const Type *member);
const Type *type_class(Types *types, Class *class_); // one for each Class
const Type *type_enumeration(Types *types, Enumeration *enumeration);
const Type *type_auto(Types *types);
const Type *type_decltype_auto(Types *types); // an AUTO that keeps references
const Type *type_dependent(Types *types, const Dependent *description); // one for each description

uint64_t type_size(const Type *type); // bytes; 0 when incomplete
uint32_t
type_align(const Type *type); // bytes; vector types have their CUDA alignment by their Class
bool type_is_integer(const Type *type); // bool, characters, all widths; not enums
bool type_is_integral_or_enum(const Type *type);
bool type_is_floating(const Type *type);
bool type_is_double(const Type *type);     // double and long double, which has its values
bool type_is_arithmetic(const Type *type); // integer or floating
bool type_is_scalar(const Type *type);     // arithmetic, enum, pointer, nullptr
bool type_is_signed(const Type *type);     // enums: by their underlying type
bool type_is_reference(const Type *type);  // either kind
bool type_is_complete(const Type *type);
// A class of 4 aligned bytes that holds two classes of 2 bytes each, as __half2 and __nv_bfloat162
// do: kept in one 32-bit register, which is what instructions on pairs read and write.
bool type_is_pair_of_halves(const Type *type);
const Type *type_promoted(Types *types, const Type *type);           // integral promotion
const Type *type_common(Types *types, const Type *a, const Type *b); // usual arithmetic conversions
const Type *type_decayed(Types *types, const Type *type); // arrays and functions to pointers
const Type *type_without_reference(const Type *type);

// As a user would write it: "const float *", "float (*)[16]", "Pair<int, 4>".
void type_print(const Type *type, Text *out);

#endif
