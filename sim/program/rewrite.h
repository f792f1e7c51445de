// SPDX-License-Identifier: Apache-2.0
// Host code of a CUDA file for a plain C++ compiler: preprocessed text in (with the headers of
// sim/runtime/include and __LOCKSTEP_REWRITE__ defined, so that CUDA's qualifiers are still there),
// C++ text out. Kernels become stubs that hand their arguments to the runtime, `k<<<g, b>>>(a)`
// becomes a call, bodies of functions for the device alone become a trap, __device__ and
// __constant__ variables stay as the host's shadows of them. What stays keeps its line and its
// column, by line markers and spaces, so that what the compiler complains about stands where the
// user wrote it.
//
// Keeps the bodies of __host__ __device__ functions, of constexpr ones, of lambdas, and of
// functions whose return type is deduced from the body.
#ifndef LOCKSTEP_PROGRAM_REWRITE_H
#define LOCKSTEP_PROGRAM_REWRITE_H

#include "isa/base/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>

// Appends the rewritten text. is_relocatable: other files may use the file's device variables.
// *changes_meaning: the compiler must be permissive (meaning.h).
// False, with diagnostics, when a launch is malformed or a kernel is called without <<<...>>>;
// their source lines are the preprocessed ones.
bool rewrite_host(const char *text, size_t size_bytes, bool is_relocatable, Text *out,
                  bool *changes_meaning, Diagnostics *diagnostics);

#endif
