// SPDX-License-Identifier: Apache-2.0
// The device runtime: what kernels may call of the CUDA runtime (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism").
// Leaves out: textures, and launches of graphs. cudaEventRecordWithFlags is declared by CUDA 13.0, too, but not defined.
#pragma once
#include <lockstep_device_attributes.h>

// The errors that it answers; others that programs compare with have the same codes on the host.
enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorLaunchMaxDepthExceeded = 65,
    cudaErrorSyncDepthExceeded = 68,
    cudaErrorLaunchPendingCountExceeded = 69,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorInvalidDevice = 101,
    cudaErrorUnsupportedLimit = 215,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};
typedef unsigned long long cudaGraphConditionalHandle;
enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4
};
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};
// Kernels get the members up to binaryVersion; the others keep their values.
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
    int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
    int reserved[16];
};
typedef struct cudaArray *cudaArray_t;
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
#define cudaOccupancyDefault                0x0
#define cudaOccupancyDisableCachingOverride 0x1
#define cudaStreamDefault            0x0
#define cudaStreamNonBlocking        0x1
#define cudaEventDefault             0x0
#define cudaEventDisableTiming       0x2
#define cudaStreamLegacy             ((cudaStream_t)0x1)
#define cudaStreamPerThread          ((cudaStream_t)0x2)
#define cudaStreamTailLaunch         ((cudaStream_t)0x3)
#define cudaStreamFireAndForget      ((cudaStream_t)0x4)

extern "C" {
// The sizes of grid and block are passed as two dim3 (isa/cuda/emit/call.c).
__device__ void *__cudaCDP2GetParameterBufferV2(const void *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                                unsigned block_x, unsigned block_y, unsigned block_z,
                                                unsigned shared_bytes);
__device__ cudaError_t __cudaCDP2LaunchDeviceV2(void *parameters, cudaStream_t stream);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);
__device__ cudaError_t __cudaCDP2GetLastError();
__device__ cudaError_t __cudaCDP2PeekAtLastError();
__device__ const char *__cudaCDP2GetErrorString(cudaError_t error);
__device__ const char *__cudaCDP2GetErrorName(cudaError_t error);
__device__ cudaError_t __cudaCDP2GetDevice(int *device);
__device__ cudaError_t __cudaCDP2GetDeviceCount(int *count);
__device__ cudaError_t __cudaCDP2DeviceGetLimit(size_t *value, cudaLimit limit);
__device__ cudaError_t __cudaCDP2RuntimeGetVersion(int *version);
__device__ cudaError_t __cudaCDP2Malloc(void **address, size_t size);
__device__ cudaError_t __cudaCDP2Free(void *address);
__device__ cudaError_t __cudaCDP2MemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                                             cudaStream_t stream);
__device__ cudaError_t __cudaCDP2MemsetAsync(void *to, int value, size_t size, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2DeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
__device__ cudaError_t __cudaCDP2DeviceGetCacheConfig(cudaFuncCache *config);
__device__ cudaError_t __cudaCDP2DeviceGetSharedMemConfig(cudaSharedMemConfig *config);
__device__ cudaError_t __cudaCDP2FuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads, size_t shared_bytes);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int threads, size_t shared_bytes, unsigned flags);
__device__ cudaError_t __cudaCDP2Memcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memcpy3DAsync(const cudaMemcpy3DParms *copy, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);
// A cudaPitchedPtr, the value and a cudaExtent are passed, likewise.
__device__ cudaError_t __cudaCDP2Memset3DAsync(void *to, size_t pitch, size_t to_width, size_t to_height, int value, size_t width, size_t height, size_t depth, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2StreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
__device__ cudaError_t __cudaCDP2StreamDestroy(cudaStream_t stream);
__device__ cudaError_t __cudaCDP2StreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
__device__ cudaError_t __cudaCDP2EventCreateWithFlags(cudaEvent_t *event, unsigned flags);
__device__ cudaError_t __cudaCDP2EventRecord(cudaEvent_t event, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2EventDestroy(cudaEvent_t event);
}

// kernel<<<grid, block, shared_bytes, stream>>>(...) is __lockstep_launch_buffer, stores of the arguments, and
// __lockstep_launch, which is not called without a buffer (isa/cuda/syntax/launch.c).
__device__ __forceinline__ void *__lockstep_launch_buffer(const void *kernel, dim3 grid, dim3 block, size_t shared_bytes)
{
    return __cudaCDP2GetParameterBufferV2(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                          (unsigned)shared_bytes);
}
__device__ __forceinline__ void __lockstep_launch(void *parameters, cudaStream_t stream)
{
    __cudaCDP2LaunchDeviceV2(parameters, stream);
}

__device__ __forceinline__ cudaError_t cudaGetLastError() { return __cudaCDP2GetLastError(); }
__device__ __forceinline__ cudaError_t cudaPeekAtLastError() { return __cudaCDP2PeekAtLastError(); }
__device__ __forceinline__ const char *cudaGetErrorString(cudaError_t error) { return __cudaCDP2GetErrorString(error); }
__device__ __forceinline__ const char *cudaGetErrorName(cudaError_t error) { return __cudaCDP2GetErrorName(error); }
__device__ __forceinline__ cudaError_t cudaGetDevice(int *device) { return __cudaCDP2GetDevice(device); }
__device__ __forceinline__ cudaError_t cudaGetDeviceCount(int *count) { return __cudaCDP2GetDeviceCount(count); }
__device__ __forceinline__ cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) { return __cudaCDP2DeviceGetLimit(value, limit); }
__device__ __forceinline__ cudaError_t cudaRuntimeGetVersion(int *version) { return __cudaCDP2RuntimeGetVersion(version); }
__device__ __forceinline__ cudaError_t cudaMalloc(void **address, size_t size) { return __cudaCDP2Malloc(address, size); }
template <class T> __device__ __forceinline__ cudaError_t cudaMalloc(T **address, size_t size) { return __cudaCDP2Malloc((void **)address, size); }
__device__ __forceinline__ cudaError_t cudaFree(void *address) { return __cudaCDP2Free(address); }
__device__ __forceinline__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream = 0) { return __cudaCDP2MemcpyAsync(to, from, size, kind, stream); }
__device__ __forceinline__ cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream = 0) { return __cudaCDP2MemsetAsync(to, value, size, stream); }
__device__ __forceinline__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) { return __cudaCDP2StreamCreateWithFlags(stream, flags); }
__device__ __forceinline__ cudaError_t cudaStreamDestroy(cudaStream_t stream) { return __cudaCDP2StreamDestroy(stream); }
__device__ __forceinline__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) { return __cudaCDP2StreamWaitEvent(stream, event, flags); }
__device__ __forceinline__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { return __cudaCDP2EventCreateWithFlags(event, flags); }
__device__ __forceinline__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) { return __cudaCDP2EventRecord(event, stream); }
__device__ __forceinline__ cudaError_t cudaEventDestroy(cudaEvent_t event) { return __cudaCDP2EventDestroy(event); }
__device__ __forceinline__ cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) { return __cudaCDP2DeviceGetAttribute(value, attribute, device); }
__device__ __forceinline__ cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) { return __cudaCDP2DeviceGetCacheConfig(config); }
__device__ __forceinline__ cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) { return __cudaCDP2DeviceGetSharedMemConfig(config); }
__device__ __forceinline__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel) { return __cudaCDP2FuncGetAttributes(attributes, kernel); }
template <class T> __device__ __forceinline__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel) { return __cudaCDP2FuncGetAttributes(attributes, (const void *)kernel); }
__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads, size_t shared_bytes) { return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes); }
template <class T> __device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int threads, size_t shared_bytes) { return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared_bytes); }
__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int threads, size_t shared_bytes, unsigned flags) { return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, threads, shared_bytes, flags); }
template <class T> __device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads, size_t shared_bytes, unsigned flags) { return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, threads, shared_bytes, flags); }
__device__ __forceinline__ cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0) { return __cudaCDP2Memcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream); }
__device__ __forceinline__ cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *copy, cudaStream_t stream = 0) { return __cudaCDP2Memcpy3DAsync(copy, stream); }
__device__ __forceinline__ cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { return __cudaCDP2Memset2DAsync(to, pitch, value, width, height, stream); }
__device__ __forceinline__ cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream = 0) { return __cudaCDP2Memset3DAsync(to.ptr, to.pitch, to.xsize, to.ysize, value, extent.width, extent.height, extent.depth, stream); }
__device__ cudaError_t cudaDeviceSynchronize() = delete;
