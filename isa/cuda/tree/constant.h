// SPDX-License-Identifier: Apache-2.0
// Constant expressions: evaluation of the checked tree with the device's arithmetic, calls of
// constexpr functions included.
#ifndef LOCKSTEP_CUDA_CONSTANT_H
#define LOCKSTEP_CUDA_CONSTANT_H

#include "isa/cuda/tree/tree.h"

#define CONSTANT_BYTES_LIMIT (64u << 20) // of one object that is known while compiling

typedef struct ConstantContext {
    void (*want_body)(void *context, Function *function); // asks the front end to parse a body
    void *context;
    uint64_t steps_left; // against endless loops
    Arena *arena;
    const char *reason; // why it is not a constant
} ConstantContext;

// Evaluates an expression; false when it is not a constant.
bool constant_evaluate(ConstantContext *context, const Expression *expression, Expression *result);
// Evaluates an initializer (assignments to parts of `variable`) into bytes and addresses.
bool constant_initial(ConstantContext *context, const Variable *variable,
                      const Expression *initialization, InitialValue *result);
// Folds an operation whose operands are constants; returns any other expression as it is.
Expression *constant_fold(Arena *arena, Expression *expression);

#endif
