// SPDX-License-Identifier: Apache-2.0
// NVTX: names of the driver's objects for NVIDIA's profilers, which do nothing here.
#ifndef LOCKSTEP_CUDA_NVTX_CUDA_H
#define LOCKSTEP_CUDA_NVTX_CUDA_H

#include "cuda.h"
#include "nvtx3/nvToolsExt.h"

typedef enum nvtxResourceCUDAType_t {
    NVTX_RESOURCE_TYPE_CUDA_DEVICE = 0x40001,
    NVTX_RESOURCE_TYPE_CUDA_CONTEXT,
    NVTX_RESOURCE_TYPE_CUDA_STREAM,
    NVTX_RESOURCE_TYPE_CUDA_EVENT
} nvtxResourceCUDAType_t;

// clang-format off
static inline void nvtxNameCuDeviceA(CUdevice device, const char *name) { (void)device; (void)name; }
static inline void nvtxNameCuDeviceW(CUdevice device, const wchar_t *name) { (void)device; (void)name; }
static inline void nvtxNameCuContextA(CUcontext context, const char *name) { (void)context; (void)name; }
static inline void nvtxNameCuContextW(CUcontext context, const wchar_t *name) { (void)context; (void)name; }
static inline void nvtxNameCuStreamA(CUstream stream, const char *name) { (void)stream; (void)name; }
static inline void nvtxNameCuStreamW(CUstream stream, const wchar_t *name) { (void)stream; (void)name; }
static inline void nvtxNameCuEventA(CUevent event, const char *name) { (void)event; (void)name; }
static inline void nvtxNameCuEventW(CUevent event, const wchar_t *name) { (void)event; (void)name; }
// clang-format on

#define nvtxNameCuDevice  nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream  nvtxNameCuStreamA
#define nvtxNameCuEvent   nvtxNameCuEventA

#endif
