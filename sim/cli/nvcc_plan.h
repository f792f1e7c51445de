// SPDX-License-Identifier: Apache-2.0
// What a program is made of: its sources and the words of `lockstep run` that compile them. An
// object that `lockstep nvcc -c` makes holds the plan of its source in words, and is compiled with
// the others when the program is linked.
#ifndef LOCKSTEP_CLI_NVCC_PLAN_H
#define LOCKSTEP_CLI_NVCC_PLAN_H

#include "sim/cli/nvcc_line.h"

typedef struct NvccPlan {
    Arena *arena;
    Command device, link;     // as in NvccLine
    Command sources;          // absolute
    Command hosts;            // "2:-DN=4" for the second source; "0:-Xcompiler=..." for the linker
    const char *first_device; // the file whose options for device code they are
} NvccPlan;

// The plan of these files under the options of the line, with the plans of all objects. False:
// said why.
bool nvcc_plan_make(const NvccLine *line, const char *const *files, uint32_t count, NvccPlan *plan);

// The plan without what is for the compilation alone that it is given to.
NvccPlan nvcc_plan_kept(const NvccPlan *plan);

// Whether the file is an object of `lockstep nvcc` or an archive with one.
bool nvcc_plan_is(const char *path, Arena *arena);

bool nvcc_plan_write(const NvccLine *line, const NvccPlan *plan, const char *path);

// An archive of the plans of the line's files, a member each; as a shared library it keeps what it
// is linked with.
bool nvcc_plan_write_archive(const NvccLine *line, const char *path);

#endif
