// SPDX-License-Identifier: Apache-2.0
// What clang reads before the first line of a CUDA file, in place of the CUDA toolkit's headers,
// for its device code and for its host code: CUDA's words as attributes, the device library of the
// built-in compiler (device_library), and the host's declarations. Clang lets a device function
// stand beside a host function of the same name; the device's must be known before <cmath>, whose
// constexpr functions would become both otherwise.
#pragma once
#define __CUDACC__             1
#define CCCL_DISABLE_NVTX      1 // CUB's ranges of names for profilers
#define __NVCC__               1
#define __LOCKSTEP__           1
#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
#define __nv_pure__
// Clang has no word for these two; the name in its message says so.
#define __managed__           clang_has_no_managed_variables
#define __cluster_dims__(...) clang_has_no_cluster_dims
#define __LOCKSTEP_REWRITE__  1 // the words stay as they are
#include "host_defines.h"
#include "primitives.h"
#include "vector_types.h"
#include <__clang_cuda_builtin_vars.h>
#include <device_library/math_library.h>
#pragma clang force_cuda_host_device begin
#include "vector_functions.h"
#pragma clang force_cuda_host_device end
namespace std
{
using ::abs;
using ::cos;
using ::exp;
using ::pow;
using ::sin;
using ::sqrt;
} // namespace std
// What these declare for host code is defined below.
#define LOCKSTEP_CUDA_DEVICE_FUNCTIONS_H
#define LOCKSTEP_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define LOCKSTEP_CUDA_SURFACE_FUNCTIONS_H
#define LOCKSTEP_CUDA_TEXTURE_FETCH_FUNCTIONS_H
#include "cuda_runtime.h"
#include "lockstep/object.h"
#include <cassert>
extern "C" {
__device__ void *malloc(size_t size_bytes);
__device__ void free(void *at);
__device__ int printf(const char *format, ...);
__device__ int vprintf(const char *format, const char *arguments);
__device__ void __assertfail(const char *message, const char *file, unsigned line,
                             const char *function, size_t character_size);
// Launches from kernels: device code that uses them has no such function, but the host's half of a
// library that could (Thrust) is read with them.
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid, dim3 block,
                                        unsigned shared_bytes, cudaStream_t stream);
}
// What the C library's assert calls.
__device__ inline void __assert_fail(const char *message, const char *file, unsigned line,
                                     const char *function)
{
    __assertfail(message, file, line, function, 1);
    __builtin_unreachable();
}
#include <device_library/lockstep_atomic.h>
#include <device_library/lockstep_dot.h>
#include <device_library/lockstep_memory.h>
#include <device_library/lockstep_surface.h>
#include <device_library/lockstep_synchronize.h>
#include <device_library/lockstep_texture.h>
#include <device_library/lockstep_warp.h>
// It uses the others.
#include <device_library/lockstep_nv_atomic.h>
#include <new> // clang's own, whose new and delete call the device's malloc and free
