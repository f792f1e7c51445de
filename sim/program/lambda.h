// SPDX-License-Identifier: Apache-2.0
// Lambdas for the device in host functions: `[=] __device__ (int i) { y[i] = a * x[i]; }`. Their
// closures have no name that host and device code could share, so each becomes a structure with
// operator(), a template over the types of what it captures, before the function that holds it, and
// an object of it at its place. Works on the text as its author wrote it, before the preprocessor.
//
// What [=] captures is in capture.h. Arrays and *this are copied; `this` is captured as a pointer.
// Refused: captures by reference and of packs, members of classes that are not all public. Left as
// they stand (and refused later): lambdas made by macros.
#ifndef LOCKSTEP_PROGRAM_LAMBDA_H
#define LOCKSTEP_PROGRAM_LAMBDA_H

#include "isa/base/diagnostics.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stddef.h>

// Appends the text with its lambdas lifted; path: for #line. False, and nothing is appended, when
// it has none. Diagnostics: of lambdas that are refused.
bool lambda_lift(const char *text, size_t size_bytes, const char *path, Text *out,
                 Diagnostics *diagnostics);

#endif
