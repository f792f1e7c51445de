// SPDX-License-Identifier: Apache-2.0
// A program of NVRTC: its source, headers and name expressions, and what was made of them.
#ifndef LOCKSTEP_RUNTIME_NVRTC_H
#define LOCKSTEP_RUNTIME_NVRTC_H

#include "isa/base/arena.h"
#include "isa/base/text.h"
#include "isa/cuda/cuda.h"
#include "sim/runtime/include/nvrtc.h"

typedef struct NvrtcExpression NvrtcExpression;
struct NvrtcExpression {
    NvrtcExpression *next;
    const char *text;    // as the program wrote it
    const char *name;    // without '&', '::' and parentheses around it
    const char *lowered; // name in the PTX; NULL: it has none
};

struct _nvrtcProgram {
    Arena arena;
    const char *name, *source;
    const char **header_names, **headers;
    uint32_t header_count;
    NvrtcExpression *expressions;
    bool is_compiled;
    const char *ptx; // NULL: none
    Text log;
};

// What the options ask for, and folders to search.
typedef struct NvrtcOptions {
    CudaOptions cuda;
    const char **defines;
    const char **folders;
    uint32_t folder_count;
} NvrtcOptions;

// nvrtc_option.c: false, with a line in the log, for an unknown option or value.
bool nvrtc_read_options(struct _nvrtcProgram *program, int count, const char *const *options,
                        NvrtcOptions *read);

#endif
