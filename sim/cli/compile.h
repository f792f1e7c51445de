// SPDX-License-Identifier: Apache-2.0
// CUDA C++ files through our own compiler; what they #include is read from beside them and from
// the folders of -I.
#ifndef LOCKSTEP_CLI_COMPILE_H
#define LOCKSTEP_CLI_COMPILE_H

#include "isa/cuda/cuda.h"
#include "sim/cli/options.h"
#include "sim/plan/plan.h"

// What device code is compiled for.
typedef struct Architecture {
    uint32_t capability; // 90; 0: none
    char feature;        // 'a' of sm_90a, 'f' of sm_100f; else 0
} Architecture;

typedef struct CompiledFile {
    const char *ptx;
    size_t ptx_bytes;
    const CudaKernel *kernels; // as in CudaResult
    uint32_t kernel_count;
    uint32_t fault_count;    // as in CudaResult
    InstanceNames instances; // of the kernel templates that options name
    Diagnostics warnings;    // which the caller must clear
} CompiledFile;

// Compiles a .cu file; what it gives lies in the arena, but for the warnings. False, with messages
// on stderr, when it has errors. Kernel templates that -k and --launch name are instantiated.
bool compile_file(const Options *options, const char *path, Architecture architecture,
                  CompiledFile *file, Arena *arena);

// Whether -k or --launch name a kernel template where an instance of it is wanted, or the file has
// templates alone. Says so on stderr.
bool compile_refuse_templates(const Options *options, const CompiledFile *file);

// What "sm_90a", "compute_90" or "90" names; a capability of 0 when it is none.
Architecture architecture_named(const char *name);

// Of a GPU, with the instructions that only it has.
Architecture architecture_of_gpu(uint32_t capability);

#endif
