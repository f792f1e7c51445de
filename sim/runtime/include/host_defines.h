// SPDX-License-Identifier: Apache-2.0
// CUDA's qualifiers for the host compiler. Kernels are never inlined and never analysed across
// calls: a kernel's address is its identity, and its stub is found by where it stands.
//
// __LOCKSTEP_REWRITE__ defined: the qualifiers stay as they are written, for a preprocessor whose
// output is rewritten before it is compiled.
#ifndef LOCKSTEP_CUDA_HOST_DEFINES_H
#define LOCKSTEP_CUDA_HOST_DEFINES_H
#define __HOST_DEFINES_H__

#if !defined(__LOCKSTEP_REWRITE__)
#if defined(__clang__)
#define __global__ __attribute__((noinline, used))
#else
#define __global__ __attribute__((noinline, noipa, used))
#endif
#define __host__
#define __device__
#define __constant__
#define __shared__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __nv_pure__
#define __tile_global__
#endif

#define __forceinline__ inline __attribute__((__always_inline__))
// Nothing, which is right both before a function and in the __attribute__((__noinline__)) of the
// host's own headers.
#define __noinline__
#define __inline_hint__
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __specialization_static
#define __annotate__(a)
#define __location__(a)
#define __thread__    __thread
#define __no_return__ __attribute__((noreturn))
#define __import__
#define __export__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI

// What nvcc says of itself: the language level these headers and the device compiler follow.
#if defined(__CUDACC__) && !defined(__CUDACC_VER_MAJOR__)
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif

#endif
