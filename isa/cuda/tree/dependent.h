// SPDX-License-Identifier: Apache-2.0
// What a TYPE_DEPENDENT stands for while a template's signature is matched against arguments.
// Made and read by the front end; the tree only keeps and prints it.
#ifndef LOCKSTEP_CUDA_DEPENDENT_H
#define LOCKSTEP_CUDA_DEPENDENT_H

#include "isa/cuda/tree/type.h"

typedef struct Template Template; // isa/cuda/syntax

typedef enum DependentKind {
    DEPENDENT_PARAMETER, // T
    DEPENDENT_CLASS,     // Template<T, N>: template_, arguments
    DEPENDENT_TEMPLATE,  // TT<int>, TT being a template parameter
    DEPENDENT_ARRAY,     // T[N], N a value parameter: element, index
    DEPENDENT_PACK,      // Ts...: pattern
    DEPENDENT_OTHER      // typename T::type, decltype(...): never deduced
} DependentKind;

typedef struct DependentArgument {
    const Type *type; // of a type argument, maybe dependent; NULL: a value
    bool is_value_parameter;
    bool is_pack;     // Is... of values (of types: the type is a DEPENDENT_PACK)
    uint32_t index;   // of the value parameter it names
    uint64_t integer; // or its known value
} DependentArgument;

struct Dependent {
    DependentKind kind;
    uint32_t depth, index; // of the parameter
    const Type *element;   // ARRAY
    const Type *pattern;   // PACK
    Template *template_;   // CLASS
    const char *name;      // CLASS: the template's, for messages
    DependentArgument *arguments;
    uint32_t argument_count;
};

// Whether two descriptions mean the same type. Two of DEPENDENT_OTHER never do: nobody knows.
bool dependent_same(const Dependent *a, const Dependent *b);
// Equal for descriptions that are the same.
uint64_t dependent_hash(const Dependent *description);

#endif
