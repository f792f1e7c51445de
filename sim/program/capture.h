// SPDX-License-Identifier: Apache-2.0
// The lambdas for the device in a declaration, and what each captures. Names are resolved by block
// scopes: blocks, the heads of for, if, while and switch, parameters. Declarations are known by
// their shape (a type, then a name), in text that no preprocessor has read; so variables that a
// macro declares are not seen.
#ifndef LOCKSTEP_PROGRAM_CAPTURE_H
#define LOCKSTEP_PROGRAM_CAPTURE_H

#include "sim/program/closure.h"

typedef struct LambdaList {
    Lambda *at; // in the order of the text
    uint32_t count;
} LambdaList;

// Those in the tokens first .. last - 1, a declaration outside of functions. A lambda in a lambda
// for the device belongs to its body.
LambdaList capture_find(const Scan *scan, uint32_t first, uint32_t last, Arena *arena);

#endif
