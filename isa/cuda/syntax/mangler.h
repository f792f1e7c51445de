// SPDX-License-Identifier: Apache-2.0
// Internals of the name mangler: the text so far and the components that S_, S0_, ... stand for
// (Itanium C++ ABI, 5.1.10). Components are compared by identity, not by spelling.
#ifndef LOCKSTEP_CUDA_MANGLER_H
#define LOCKSTEP_CUDA_MANGLER_H

#include "isa/cuda/syntax/mangle.h"

#define MANGLE_DEPTH_LIMIT     200u
#define MANGLE_COMPONENT_LIMIT 512u
#define MANGLE_BYTES_LIMIT     32768u

typedef enum ComponentKind {
    COMPONENT_TYPE,
    COMPONENT_NAMESPACE,
    COMPONENT_CLASS,
    COMPONENT_ENUM,
    COMPONENT_TEMPLATE,
    COMPONENT_PARAMETER // T_, T0_, ...: index
} ComponentKind;

typedef struct Component {
    ComponentKind kind;
    uint32_t index;
    const void *key;
} Component;

typedef struct Mangler {
    Text *out;
    uint32_t component_count, depth;
    bool is_cut; // a limit was met: the name may be another's too
    Component components[MANGLE_COMPONENT_LIMIT];
} Mangler;

// Writes S_, S0_, ... if the component was mangled before; false: it was not.
bool mangle_substitute(Mangler *mangler, ComponentKind kind, uint32_t index, const void *key);
// Makes a component the next one to be substituted.
void mangle_remember(Mangler *mangler, ComponentKind kind, uint32_t index, const void *key);
// <source-name>: the length, then the name.
void mangle_source_name(Mangler *mangler, const char *name);
// <type>.
void mangle_one_type(Mangler *mangler, const Type *type);
// <class-enum-type> of a class.
void mangle_class_type(Mangler *mangler, Class *class_);
// <class-enum-type> of an enumeration.
void mangle_enum_type(Mangler *mangler, Enumeration *enumeration);
// The name of Template<T, ...> in a signature.
void mangle_dependent_class(Mangler *mangler, const Dependent *dependent);
// <template-args> in a signature.
void mangle_dependent_arguments(Mangler *mangler, const Dependent *dependent);
// <template-name>, with its scope.
void mangle_template_name(Mangler *mangler, const Template *template_);
// <template-args>.
void mangle_template_arguments(Mangler *mangler, const TemplateArgument *arguments, uint32_t count);
// <encoding>: a function's name and, unless it is extern "C", the types of its parameters.
void mangle_encoding(Mangler *mangler, const FunctionInfo *info);
// <bare-function-type>: the types of the parameters.
void mangle_parameters(Mangler *mangler, const Type *function);
// Whether the type names something that only its tokens describe: typename T::type, N + 1.
bool mangle_is_opaque(const Type *type, uint32_t depth);

#endif
