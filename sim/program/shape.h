// SPDX-License-Identifier: Apache-2.0
// Where the parts of a C++ declaration are, as far as the rewriter of host code must know: found by
// the shape of the tokens alone, without names.
#ifndef LOCKSTEP_PROGRAM_SHAPE_H
#define LOCKSTEP_PROGRAM_SHAPE_H

#include "isa/base/text.h"
#include "sim/program/scan.h"

// A function's definition; indices of tokens.
typedef struct Function {
    uint32_t parameters;       // its (
    uint32_t body, body_close; // its { and }
    bool is_kernel;
    bool is_device_only; // and its body may be dropped
} Function;

// Reads the declaration that starts at this token. True when it is the definition of a kernel or of
// a function for the device alone whose body may go.
bool shape_function(const Scan *scan, uint32_t start, Function *function);

// Whether a __device__ or __constant__ variable that no other file may know is declared from this
// token on: without extern, here or before, and without static, inline or a template.
bool shape_device_variable(const Scan *scan, uint32_t start);

// Whether a __device__ or __constant__ variable of a plain type is declared from this token on,
// whose value the host's variable of that name does not get: nvcc initializes there only what is
// const. From its = to before its ;.
bool shape_device_value(const Scan *scan, uint32_t start, uint32_t *assign, uint32_t *end);

// A parameter of a kernel: the tokens from `first` to before `end`. Where it has no name, one goes
// before the token `place`.
typedef struct Parameter {
    uint32_t first, end;
    uint32_t name;  // token; 0: none
    uint32_t place; // for a name that it lacks
    bool is_pack;
} Parameter;

// The next parameter from token *at on, which is moved past its comma; false at the closing
// parenthesis `close`.
bool shape_parameter(const Scan *scan, uint32_t *at, uint32_t close, Parameter *parameter);

// From a < to after the > that closes it; 0 when there is none.
uint32_t skip_angles(const Scan *scan, uint32_t at);

// Behind the specifiers of a declaration: one named type, or built-in words, among qualifiers.
uint32_t skip_specifiers(const Scan *scan, uint32_t at, uint32_t end);

// From behind the colon of a constructor's initializers to the { of its body; 0 when there is none.
uint32_t scan_skip_initializers(const Scan *scan, uint32_t at);

#endif
