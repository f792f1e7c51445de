// SPDX-License-Identifier: Apache-2.0
// Kernels by name, as -k says: a name in any of its spellings, regex:EXPRESSION, or #N for launch
// number N.
#ifndef LOCKSTEP_CLI_NAME_FILTER_H
#define LOCKSTEP_CLI_NAME_FILTER_H

#include "sim/cli/cli.h"

#include <regex.h>
#include <stdint.h>

typedef struct NameFilter {
    const char *name; // NULL: all kernels
    bool is_expression;
    bool is_number; // of a launch: #3
    uint32_t number;
    regex_t expression;
} NameFilter;

// What a kernel is called.
typedef struct KernelNames {
    const char *full, *brief, *base, *ptx; // "ns::f<4>(int)", "f<4>", "f", its name in the PTX
    uint32_t launch;                       // its number
} KernelNames;

// name may be NULL; it must outlive the filter. False, with a message, when it is no regular
// expression although it says so.
bool name_filter_read(const Style *style, const char *name, NameFilter *filter);
bool name_filter_has(const NameFilter *filter, const KernelNames *kernel);
void name_filter_clear(NameFilter *filter);

#endif
