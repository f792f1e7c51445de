// SPDX-License-Identifier: Apache-2.0
// Where the launches of a text are: callee<<<configuration>>>(arguments).
#ifndef LOCKSTEP_PROGRAM_LAUNCH_H
#define LOCKSTEP_PROGRAM_LAUNCH_H

#include "sim/program/scan.h"

// Indices of tokens.
typedef struct Launch {
    uint32_t callee;            // its first token
    uint32_t less;              // the first <
    uint32_t configuration_end; // the first > of the closing ones
    uint32_t arguments;         // the (
    uint32_t end;               // behind the )
} Launch;

// Whether the next token is <<<.
bool launch_is_here(const Scan *scan, uint32_t at);

// Reads the launch whose <<< is here; false when it has no >>>( or nothing to call.
bool launch_read(const Scan *scan, uint32_t less, Launch *launch);

#endif
