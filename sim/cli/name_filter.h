// SPDX-License-Identifier: Apache-2.0
// Which launches -k and --kernel-id select: by a kernel's name in any of its spellings, by
// regex:EXPRESSION, by #N (launch number N), or by context:stream:NAME:N, as ncu has it (the Nth
// launch of each such kernel; context and stream are not told apart).
#ifndef LOCKSTEP_CLI_NAME_FILTER_H
#define LOCKSTEP_CLI_NAME_FILTER_H

#include "sim/cli/options.h"

#include <regex.h>
#include <stdint.h>

// How often a kernel was launched so far.
typedef struct NameCount {
    const char *name;
    uint32_t count;
} NameCount;

typedef struct NameFilter {
    const char *name; // NULL: all kernels
    bool is_expression;
    bool is_number; // of a launch: #3
    uint32_t number;
    regex_t expression;
    uint32_t invocation; // of --kernel-id; 0: all
    NameCount *counts;   // of it, by name
    uint32_t count, room;
} NameFilter;

// What a kernel is called.
typedef struct KernelNames {
    const char *full, *brief, *base, *ptx; // "ns::f<4>(int)", "f<4>", "f", its name in the PTX
    uint32_t launch;                       // its number
} KernelNames;

// Reads --kernel-id, or, when by_name, -k. False, with a message, when it is no regular expression
// although it says so, or no kernel identifier. The arena must outlive the filter.
bool name_filter_read(const Options *options, bool by_name, NameFilter *filter, Arena *arena);
// Whether the launch is selected. Launches are to be asked about in order, each once; ptx must
// outlive the filter.
bool name_filter_has(NameFilter *filter, const KernelNames *kernel, Arena *arena);
void name_filter_clear(NameFilter *filter);

#endif
