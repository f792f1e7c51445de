// SPDX-License-Identifier: Apache-2.0
// Inside of constant evaluation: values, and scalars as the device computes them.
#ifndef LOCKSTEP_CUDA_CONSTANT_SCALAR_H
#define LOCKSTEP_CUDA_CONSTANT_SCALAR_H

#include "isa/cuda/tree/constant.h"

typedef struct Object Object;

// A value: a scalar, an address (object and, in `integer`, the byte in it), or a class or array
// (the bytes at `integer` of `object`).
typedef struct Value {
    const Type *type;
    uint64_t integer; // extended to 64 bits by the type
    double real;      // of a floating type, exactly what the type can hold
    Object *object;
} Value;

// ---- constant_scalar.c: false where C++ leaves the result undefined or it is not known
uint64_t scalar_wrap(const Type *type, uint64_t integer); // to the type's width, then extended
bool scalar_is_true(const Value *value);
bool scalar_cast(const Value *from, const Type *to, Value *result);
bool scalar_unary(ExpressionKind kind, const Type *type, const Value *a, Value *result);
bool scalar_binary(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                   Value *result);
// ---- constant_builtin.c
bool scalar_builtin(BuiltinId builtin, const Type *type, const Value *arguments, uint32_t count,
                    Value *result);

#endif
