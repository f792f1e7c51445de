// SPDX-License-Identifier: Apache-2.0
// The parts of one lambda: captures, parameters, body.
#ifndef LOCKSTEP_PROGRAM_CLOSURE_H
#define LOCKSTEP_PROGRAM_CLOSURE_H

#include "sim/program/scan.h"

// A captured variable: its name and, in [n = expression], the tokens of the expression.
typedef struct Capture {
    uint32_t name, first, end;
    bool is_array;
} Capture;

typedef enum LambdaThis { THIS_NONE, THIS_POINTER, THIS_COPY } LambdaThis;

// Indices of tokens; 0: none.
typedef struct Lambda {
    uint32_t open, close; // of the captures
    uint32_t parameters;  // its (
    uint32_t arrow;
    uint32_t body, end; // its { and }
    bool is_host, is_mutable, takes_all;
    LambdaThis object; // that it captures
    Capture *captures;
    uint32_t capture_count, capture_room;
    uint32_t *members; // in its body: `this`, and members' names that stand without it
    uint32_t member_count, member_room;
    uint32_t refused;   // the token that cannot be; 0: none
    const char *reason; // then
} Lambda;

// Whether a lambda starts at this [: its parts, but for what it captures. is_device: it says
// __device__.
bool closure_read(const Scan *scan, uint32_t at, Lambda *lambda, bool *is_device);

#endif
