// SPDX-License-Identifier: Apache-2.0
// The kernels of a text, and calls of them that are not launches. Names that also mean something
// else anywhere in the text (a function for the host, a variable) are given the benefit of the
// doubt.
#ifndef LOCKSTEP_PROGRAM_KERNEL_H
#define LOCKSTEP_PROGRAM_KERNEL_H

#include "sim/program/place.h"
#include "sim/program/scan.h"

typedef struct KernelNames {
    const uint32_t *names; // tokens, one for each name that means nothing else
    uint32_t count;
} KernelNames;

KernelNames kernel_names(const Scan *scan, const PlaceIndex *places, Arena *arena);

// Whether this token is a kernel's name that is called without <<<...>>>. In system headers it is
// a member function of that name.
bool kernel_is_called(const Scan *scan, const PlaceIndex *places, const KernelNames *kernels,
                      uint32_t at);

#endif
