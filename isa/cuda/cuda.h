// SPDX-License-Identifier: Apache-2.0
// The compiler: CUDA C++ text in, PTX text out. Reads memory, not files; files that #include names
// come through a callback.
#ifndef LOCKSTEP_CUDA_H
#define LOCKSTEP_CUDA_H

#include "isa/base/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What nvcc's options relax in float arithmetic: bits of CudaOptions.relaxed.
enum {
    CUDA_FLUSH = 1,          // --ftz=true: denormals are zeros
    CUDA_FAST_DIVIDE = 2,    // --prec-div=false: an error of 2 units
    CUDA_FAST_ROOT = 4,      // --prec-sqrt=false: an error of 3 units
    CUDA_FAST_FUNCTIONS = 8, // sinf is __sinf, and likewise; a / b is __fdividef(a, b)
    CUDA_FAST_MATH = 15      // --use_fast_math
};

typedef struct CudaOptions {
    uint32_t compute_capability; // 10 (sm_10) to 121; 0: 90. ptxas knows those from 75 on
    char feature;                // 'a' of sm_90a, 'f' of sm_100f; else 0
    const char *const *defines;  // "NAME" or "NAME=value"
    uint32_t define_count;
    // Kernel templates wanted: "reduce<256u>"; after a tab may follow the name it gets in PTX.
    const char *const *instantiations;
    uint32_t instantiation_count;
    bool is_preprocessed;    // the text comes out of cuda_preprocess
    bool is_relocatable;     // -rdc=true: for ptx_link, with what other files may use
    bool is_contraction_off; // --fmad=false
    uint8_t relaxed;         // CUDA_FLUSH and so on
    bool is_line_info_off;
    bool shows_unset;    // variables without a value are registers that nobody writes
    bool checks_indices; // each index of an array is checked while the program runs
    bool is_checked;     // verify the intermediate form after every pass: debug builds always do
    uint32_t level;      // 0: no optimization; 3: all
    bool is_level_given; // else 3
    // As SourceOptions.find; may be NULL.
    bool (*find)(void *context, const char *name, bool is_angled, const char *from,
                 const char **path, const char **text, size_t *size_bytes);
    void *find_context;
    bool (*has_host_header)(const char *name); // as SourceOptions.has_host_header; may be NULL
} CudaOptions;

// What one .cu file holds, as far as programs around it need to know.
typedef struct CudaKernel {
    const char *name;    // qualified: "ns::reduce"; of a template's instance: "ns::reduce<256>"
    const char *mangled; // NULL for a template
    bool is_template;
} CudaKernel;

typedef struct CudaResult {
    Arena arena;     // owns all below; release with cuda_result_clear
    const char *ptx; // zero-terminated; NULL when diagnostics hold errors
    size_t ptx_bytes;
    CudaKernel *kernels; // that are in the PTX, then the templates defined in the file
    uint32_t kernel_count;
    uint32_t fault_count; // internal errors in the diagnostics
    // The errors are of inline assembly, or a function is called that only another file can define:
    // no other compiler takes the file either.
    bool is_refused_by_all;
    const char **instances; // PTX names of CudaOptions.instantiations; NULL: of a host function
} CudaResult;

// Compiles one file. False when there were errors; warnings may be in `diagnostics` either way.
// What comes back was parsed and verified: kernels that a mistake of ours would have made badly are
// left out, with errors in `diagnostics`, and the result is that of the other kernels.
bool cuda_compile(const char *path, const char *text, size_t size_bytes, const CudaOptions *options,
                  CudaResult *result, Diagnostics *diagnostics);
// Whether a file has a `texture` or `surface` of its own, names that left CUDA with version 12: it
// is a class there, or a variable, function or parameter, and never stands as texture<...>. The
// macro then hides CUDA's.
#define CUDA_OWN_TEXTURE "__LOCKSTEP_OWN_TEXTURE__"
bool cuda_has_own_texture(const char *text, size_t size_bytes);
void cuda_result_clear(CudaResult *result);

#endif
