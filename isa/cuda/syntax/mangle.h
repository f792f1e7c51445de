// SPDX-License-Identifier: Apache-2.0
// Mangled names (Itanium C++ ABI), equal to those of nvcc and g++. NULL: too long, or of types that
// are nested too deeply.
#ifndef LOCKSTEP_CUDA_MANGLE_H
#define LOCKSTEP_CUDA_MANGLE_H

#include "isa/cuda/syntax/front.h"

// The symbol name of a function.
const char *mangle_function(Arena *arena, const FunctionInfo *info);
// The symbol name of a variable with static storage; inside: the function of a local static.
const char *mangle_variable(Arena *arena, const Symbol *symbol, const FunctionInfo *inside);

// The symbol name of a class's virtual table.
const char *mangle_virtual_table(Arena *arena, const Type *class_type);

#endif
