// SPDX-License-Identifier: Apache-2.0
// Explicit conversions. Each reports a cast that C++ does not allow and returns an error
// expression.
#ifndef LOCKSTEP_CUDA_CAST_H
#define LOCKSTEP_CUDA_CAST_H

#include "isa/cuda/syntax/front.h"

// (to)from and to(from).
Expression *cast_explicit(Front *front, Expression *from, const Type *to, SourceLocation location);
// static_cast<to>(from).
Expression *cast_static(Front *front, Expression *from, const Type *to, SourceLocation location);
// reinterpret_cast<to>(from).
Expression *cast_reinterpret(Front *front, Expression *from, const Type *to,
                             SourceLocation location);
// const_cast<to>(from).
Expression *cast_const(Front *front, Expression *from, const Type *to, SourceLocation location);

#endif
