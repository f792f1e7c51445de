// SPDX-License-Identifier: Apache-2.0
// The front end: tokens in, a checked tree out.
#ifndef LOCKSTEP_CUDA_SYNTAX_H
#define LOCKSTEP_CUDA_SYNTAX_H

#include "isa/cuda/tree/tree.h"

typedef struct SyntaxOptions {
    // Kernel templates to instantiate, as C++ writes them: "reduce<256u>", "ns::scale<float>";
    // after a tab the name in PTX, if it is not to be the compiler's own.
    const char *const *instantiations;
    uint32_t instantiation_count;
    uint32_t compute_capability; // 90: decides what __CUDA_ARCH__ features warn or are refused
    bool is_full_check;  // also check bodies of device functions and templates that nothing calls
    bool is_relocatable; // CudaOptions.is_relocatable: functions that other files may call are
                         // wanted
} SyntaxOptions;

// Parses and checks. Never returns NULL; usable when the diagnostics hold no error. Host code
// (functions without __device__ or __global__, and declarations that use what only the host has)
// is skipped, and named when device code uses it.
Tree *syntax_check(Arena *arena, Source *source, const SyntaxOptions *options,
                   Diagnostics *diagnostics);

#endif
