// SPDX-License-Identifier: Apache-2.0
// CUDA C++ files through our own compiler; what they #include is read from beside them and from
// the folders of -I.
#ifndef LOCKSTEP_CLI_COMPILE_H
#define LOCKSTEP_CLI_COMPILE_H

#include "isa/cuda/cuda.h"
#include "sim/cli/options.h"
#include "sim/plan/plan.h"

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
bool compile_file(const Options *options, const char *path, uint32_t compute_capability,
                  CompiledFile *file, Arena *arena);

// Whether -k or --launch name a kernel template where an instance of it is wanted, or the file has
// templates alone. Says so on stderr.
bool compile_refuse_templates(const Options *options, const CompiledFile *file);

// The compute capability that "sm_90", "compute_90" or "90" names; 0 when it is none.
uint32_t architecture_capability(const char *name);

#endif
