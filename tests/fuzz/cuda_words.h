// SPDX-License-Identifier: Apache-2.0
// The words of CUDA C++, from the tables that its front end is made of. Included once by a target.
#ifndef LOCKSTEP_FUZZ_CUDA_WORDS_H
#define LOCKSTEP_FUZZ_CUDA_WORDS_H

#include "tests/fuzz/mutate.h"

static const char *const list[] = {
#define KEYWORD(name) #name,
#include "isa/cuda/source/keyword.def"
#undef KEYWORD
#define PUNCTUATOR(name, text) text,
#include "isa/cuda/source/punctuator.def"
#undef PUNCTUATOR
#define BUILTIN(name, result, arguments, flags) "__builtin_" #name,
#include "isa/cuda/tree/builtin.def"
#undef BUILTIN
#define DIRECTIVE(name) "#" #name " ",
#include "isa/cuda/source/directive.def"
#undef DIRECTIVE
    "size_t",
    "float4",
    "threadIdx.x",
    "blockIdx.x",
    "blockDim.x",
    "warpSize",
    "__syncthreads()",
    "[=]",
    "[&]",
    "template <class T>",
    "template <int N>",
    "template <class... T>",
    "operator()",
    "extern __shared__",
    "std::",
    "T",
    "x",
    "\"text\"",
    "'c'",
    "1.5f",
    "0u",
    "1ull"};
static const Words words = {list, sizeof list / sizeof list[0]};

#endif
