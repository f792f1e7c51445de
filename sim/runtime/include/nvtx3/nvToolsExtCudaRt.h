// SPDX-License-Identifier: Apache-2.0
// NVTX: names of the runtime's objects for NVIDIA's profilers, which do nothing here.
#ifndef LOCKSTEP_CUDA_NVTX_CUDART_H
#define LOCKSTEP_CUDA_NVTX_CUDART_H

#include "driver_types.h"
#include "nvtx3/nvToolsExt.h"

typedef enum nvtxResourceCUDARTType_t {
    NVTX_RESOURCE_TYPE_CUDART_DEVICE = 0x50000,
    NVTX_RESOURCE_TYPE_CUDART_STREAM,
    NVTX_RESOURCE_TYPE_CUDART_EVENT
} nvtxResourceCUDARTType_t;

// clang-format off
static inline void nvtxNameCudaDeviceA(int device, const char *name) { (void)device; (void)name; }
static inline void nvtxNameCudaDeviceW(int device, const wchar_t *name) { (void)device; (void)name; }
static inline void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) { (void)stream; (void)name; }
static inline void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t *name) { (void)stream; (void)name; }
static inline void nvtxNameCudaEventA(cudaEvent_t event, const char *name) { (void)event; (void)name; }
static inline void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t *name) { (void)event; (void)name; }
// clang-format on

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent  nvtxNameCudaEventA

#endif
