// SPDX-License-Identifier: Apache-2.0
// A structure for each row of operations.def: Value, and step(x, y, z), which makes x depend on x.
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "microbench.h"

typedef unsigned long long Wide;

#define OPERATION(name, label_text, type, letter, instruction_count, assembly)                     \
    struct name {                                                                                  \
        typedef type Value;                                                                        \
        static const int instructions = instruction_count;                                         \
        static const char *label()                                                                 \
        {                                                                                          \
            return label_text;                                                                     \
        }                                                                                          \
        static __device__ __forceinline__ void step(type &x, type y, type z)                       \
        {                                                                                          \
            asm volatile(assembly : "+" letter(x) : letter(y), letter(z));                         \
        }                                                                                          \
    };
#include "operations.def"
#undef OPERATION

#endif
