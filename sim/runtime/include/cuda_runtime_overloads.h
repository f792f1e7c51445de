// SPDX-License-Identifier: Apache-2.0
// C++ overloads of the runtime's functions (CUDA Runtime API, "C++ API Routines"), the forms of
// other CUDA versions, and names that left the API.
#ifndef LOCKSTEP_CUDA_RUNTIME_OVERLOADS_H
#define LOCKSTEP_CUDA_RUNTIME_OVERLOADS_H

#include "cuda_runtime_api.h"

#include <utility>

static inline dim3 cudaCreateDim3(size_t x, size_t y, size_t z)
{
    return dim3((unsigned int)x, (unsigned int)y, (unsigned int)z);
}

static inline cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz)
{
    return cudaPitchedPtr{d, p, xsz, ysz};
}

static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    return cudaPos{x, y, z};
}

static inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)
{
    return cudaExtent{w, h, d};
}

// Memory

template <class __T> static inline cudaError_t cudaMalloc(__T **devPtr, size_t size)
{
    return ::cudaMalloc((void **)(void *)devPtr, size);
}

template <class __T>
static inline cudaError_t cudaMallocHost(__T **ptr, size_t size, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

static inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc(ptr, size, flags);
}

template <class __T>
static inline cudaError_t cudaHostAlloc(__T **ptr, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class __T>
static inline cudaError_t cudaHostGetDevicePointer(__T **pDevice, void *pHost, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}

template <class __T>
static inline cudaError_t cudaMallocManaged(__T **devPtr, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}

template <class __T>
static inline cudaError_t cudaMallocPitch(__T **devPtr, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaMallocFromPoolAsync(__T **ptr, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, __T *devPtr,
                                                   size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

// Since CUDA 13 a location stands where the device's number stood.
static inline int __lockstepLocation(const cudaMemLocation &location)
{
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

static inline cudaError_t cudaMemAdvise(const void *devPtr, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location)
{
    return ::cudaMemAdvise(devPtr, count, advice, __lockstepLocation(location));
}

static inline cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count,
                                               cudaMemLocation location, unsigned int flags,
                                               cudaStream_t stream = 0)
{
    // no flag is defined, and no prefetch is of 0 bytes
    return ::cudaMemPrefetchAsync(devPtr, flags == 0 ? count : 0, __lockstepLocation(location),
                                  stream);
}

// And dependencies of graphs have data, of which only the default is modeled: NULL.
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to,
                                                   const cudaGraphEdgeData *edgeData,
                                                   size_t numDependencies)
{
    return edgeData != 0 ? cudaErrorNotSupported
                         : ::cudaGraphAddDependencies(graph, from, to, numDependencies);
}

static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                      const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to,
                                                      const cudaGraphEdgeData *edgeData,
                                                      size_t numDependencies)
{
    return edgeData != 0 ? cudaErrorNotSupported
                         : ::cudaGraphRemoveDependencies(graph, from, to, numDependencies);
}

static inline cudaError_t __lockstepEdges(cudaError_t error, cudaGraphEdgeData *edgeData,
                                          size_t room, const size_t *count)
{
    for (size_t i = 0; error == cudaSuccess && edgeData != 0 && i < room && i < *count; i++) {
        edgeData[i] = cudaGraphEdgeData();
    }
    return error;
}

static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                            cudaGraphNode_t *to, cudaGraphEdgeData *edgeData,
                                            size_t *numEdges)
{
    size_t room = numEdges == 0 || from == 0 ? 0 : *numEdges;
    return __lockstepEdges(::cudaGraphGetEdges(graph, from, to, numEdges), edgeData, room,
                           numEdges);
}

static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                       cudaGraphNode_t *pDependencies,
                                                       cudaGraphEdgeData *edgeData,
                                                       size_t *pNumDependencies)
{
    size_t room = pNumDependencies == 0 || pDependencies == 0 ? 0 : *pNumDependencies;
    return __lockstepEdges(::cudaGraphNodeGetDependencies(node, pDependencies, pNumDependencies),
                           edgeData, room, pNumDependencies);
}

static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                         cudaGraphNode_t *pDependentNodes,
                                                         cudaGraphEdgeData *edgeData,
                                                         size_t *pNumDependentNodes)
{
    size_t room = pNumDependentNodes == 0 || pDependentNodes == 0 ? 0 : *pNumDependentNodes;
    return __lockstepEdges(
        ::cudaGraphNodeGetDependentNodes(node, pDependentNodes, pNumDependentNodes), edgeData, room,
        pNumDependentNodes);
}

// Device variables: the host's variable of the same name stands for them.

template <class __T>
static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const __T &symbol)
{
    return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class __P, class __T>
static inline cudaError_t cudaGetSymbolAddress(__P **devPtr, const __T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)devPtr, (const void *)&symbol);
}

template <class __T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const __T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

template <class __T>
static inline cudaError_t cudaMemcpyToSymbol(const __T &symbol, const void *src, size_t count,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const __T &symbol, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class __T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(const __T &symbol, const void *src, size_t count, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class __T>
static inline cudaError_t
cudaMemcpyFromSymbolAsync(void *dst, const __T &symbol, size_t count, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

// Events and streams

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

// Kernels: any pointer to a function, or a kernel's template instance.

template <class __T>
static inline cudaError_t cudaLaunchKernel(__T *func, dim3 gridDim, dim3 blockDim, void **args,
                                           size_t sharedMem = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

template <class __T>
static inline cudaError_t cudaLaunchCooperativeKernel(__T *func, dim3 gridDim, dim3 blockDim,
                                                      void **args, size_t sharedMem = 0,
                                                      cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem,
                                         stream);
}

template <class... Expected, class... Actual>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*kernel)(Expected...), Actual &&...args)
{
    return [&](Expected... coerced) {
        void *pointers[] = {(void *)&coerced..., nullptr};
        return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
    }(std::forward<Actual>(args)...);
}

template <class __T>
static inline cudaError_t cudaFuncSetCacheConfig(__T *func, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)func, config);
}

template <class __T>
static inline cudaError_t cudaFuncSetSharedMemConfig(__T *func, cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}

template <class __T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, __T *func)
{
    return ::cudaFuncGetAttributes(attr, (const void *)func);
}

template <class __T>
static inline cudaError_t cudaFuncSetAttribute(__T *func, cudaFuncAttribute attr, int value)
{
    return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class __T> static inline cudaError_t cudaFuncGetName(const char **name, __T *func)
{
    return ::cudaFuncGetName(name, (const void *)func);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, __T func,
                                                                        int blockSize,
                                                                        size_t dynamicSMemSize)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func, blockSize,
                                                           dynamicSMemSize);
}

template <class __T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, __T func, int blockSize,
                                                       size_t dynamicSMemSize, unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, (const void *)func, blockSize, dynamicSMemSize, flags);
}

template <class __T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
                                                                    __T func, int numBlocks,
                                                                    int blockSize)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func,
                                                       numBlocks, blockSize);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, __T *func,
                                                         const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, __T *func,
                                                               const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

// The block size with the most resident threads on an SM, and a grid that fills the GPU with it.
// Sizes are multiples of a warp, from the largest down, as in CUDA's cuda_occupancy.h.
template <class Shared, class __T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, __T func,
                                               Shared sharedOfBlock, int blockSizeLimit = 0)
{
    cudaFuncAttributes attributes;
    int device = 0, processors = 0, threadsMax = 0, best = 0;
    cudaError_t error = ::cudaFuncGetAttributes(&attributes, (const void *)func);
    if (error == cudaSuccess) {
        error = ::cudaGetDevice(&device);
    }
    if (error == cudaSuccess) {
        error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    }
    if (error == cudaSuccess) {
        error =
            ::cudaDeviceGetAttribute(&threadsMax, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    }
    if (error != cudaSuccess) {
        return error;
    }
    int limit = attributes.maxThreadsPerBlock;
    limit = blockSizeLimit > 0 && blockSizeLimit < limit ? blockSizeLimit : limit;
    for (int size = (limit + 31) / 32 * 32; size > 0 && best < threadsMax; size -= 32) {
        int threads = size < limit ? size : limit, blocks = 0;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, (const void *)func, threads, (size_t)sharedOfBlock(threads));
        if (error != cudaSuccess) {
            return error;
        }
        if (blocks * threads > best) {
            best = blocks * threads;
            *blockSize = threads;
            *minGridSize = blocks * processors;
        }
    }
    return cudaSuccess;
}

struct __lockstepFixedShared {
    size_t bytes;
    size_t operator()(int) const
    {
        return bytes;
    }
};

template <class __T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
                                                             __T func, size_t dynamicSMemSize = 0,
                                                             int blockSizeLimit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        minGridSize, blockSize, func, __lockstepFixedShared{dynamicSMemSize}, blockSizeLimit);
}

template <class __T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, __T func,
                                            size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
                                            unsigned int = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, func, dynamicSMemSize,
                                              blockSizeLimit);
}

// Graphs

static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           size_t numDependencies, cudaGraphNodeParams *nodeParams)
{
    return ::cudaGraphAddNode(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                              nodeParams);
}

static inline cudaError_t
cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *captureStatus_out,
                            unsigned long long *id_out = nullptr, cudaGraph_t *graph_out = nullptr,
                            const cudaGraphNode_t **dependencies_out = nullptr,
                            size_t *numDependencies_out = nullptr)
{
    return ::cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out,
                                      dependencies_out, nullptr, numDependencies_out);
}

static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t *dependencies,
                                                              size_t numDependencies,
                                                              unsigned int flags = 0)
{
    return ::cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr, numDependencies,
                                                 flags);
}

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                               cudaGraphNode_t *pErrorNode, char *pLogBuffer,
                                               size_t bufferSize)
{
    if (pErrorNode != nullptr) {
        *pErrorNode = nullptr;
    }
    if (pLogBuffer != nullptr && bufferSize > 0) {
        pLogBuffer[0] = 0;
    }
    return ::cudaGraphInstantiate(pGraphExec, graph, 0ull);
}

static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                              cudaGraphNode_t *hErrorNode_out,
                                              cudaGraphExecUpdateResult *updateResult_out)
{
    cudaGraphExecUpdateResultInfo info = {};
    cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
    if (hErrorNode_out != nullptr) {
        *hErrorNode_out = info.errorNode;
    }
    if (updateResult_out != nullptr) {
        *updateResult_out = info.result;
    }
    return error;
}

// Names that left the API; cudaThread* are those of cudaDevice* before CUDA 4.

static inline cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}

static inline cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}

static inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

static inline cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

static inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}

#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties

#endif
