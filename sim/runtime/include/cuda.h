// SPDX-License-Identifier: Apache-2.0
// The CUDA Driver API under CUDA's own names and signatures (CUDA Driver API, "Modules"), and its
// types: the functions that Lockstep has are rows of driver_functions.def, those that it refuses of
// driver_refused.def. A function that is in neither is an error at its line.
#ifndef LOCKSTEP_CUDA_CUDA_H
#define LOCKSTEP_CUDA_CUDA_H
#define __cuda_cuda_h__

#include "driver_types.h"
#include "lockstep/driver_attributes.h"
#include "lockstep/driver_graph_types.h"
#include "lockstep/driver_handles.h"
#include "lockstep/driver_memory_types.h"
#include "lockstep/driver_module_types.h"
#include "lockstep/driver_refused_types.h"
#include "lockstep/driver_stream_types.h"
#include "lockstep/driver_versions.h"
#include "lockstep/driver_virtual_types.h"
#include "lockstep/tensor_map.h"

#include <stdint.h>
#include <stdlib.h>

#define CUDA_VERSION 13000
#define CUDAAPI
#define CUDA_CB

typedef enum cudaError_enum {
#define LOCKSTEP_CU_RESULT(code, name) name = code,
#include "driver_results.def"
#undef LOCKSTEP_CU_RESULT
} CUresult;

// Affinities are not modeled.
typedef struct CUctxCreateParams_st {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

typedef void (*CUstreamCallback)(CUstream hStream, CUresult status, void *userData);
typedef size_t (*CUoccupancyB2DSize)(int blockSize);

#define cuGraphInstantiate cuGraphInstantiateWithFlags

#ifdef __cplusplus
extern "C" {
#endif
#define LOCKSTEP_CU_FUNCTION(name, parameters) CUresult name parameters;
#define LOCKSTEP_CU_REFUSED(name, parameters)  CUresult name parameters;
#include "driver_functions.def"
#include "driver_refused.def"
#undef LOCKSTEP_CU_FUNCTION
#undef LOCKSTEP_CU_REFUSED
#ifdef __cplusplus
}

// CUDA 13 changed the parameters of some functions; programs come in either form.
static inline CUresult cuCtxCreate(CUcontext *pctx, CUctxCreateParams *params, unsigned int flags,
                                   CUdevice dev)
{
    return cuCtxCreate_v4(pctx, params, flags, dev);
}

static inline CUmemLocation lockstep_location(CUdevice device)
{
    CUmemLocation location = {
        device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE, device};
    return location;
}

static inline CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                                   CUdevice device)
{
    return cuMemAdvise(devPtr, count, advice, lockstep_location(device));
}

static inline CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
                                          CUstream hStream)
{
    return cuMemPrefetchAsync(devPtr, count, lockstep_location(dstDevice), 0, hStream);
}

static inline CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)
{
    return cuStreamGetCtx_v2(hStream, pCtx, pGreenCtx);
}

static inline CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
                                       size_t *numEdges)
{
    return cuGraphGetEdges(hGraph, from, to, NULL, numEdges);
}

static inline CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies,
                                                  size_t *numDependencies)
{
    return cuGraphNodeGetDependencies(hNode, dependencies, NULL, numDependencies);
}

static inline CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes,
                                                    size_t *numDependentNodes)
{
    return cuGraphNodeGetDependentNodes(hNode, dependentNodes, NULL, numDependentNodes);
}

static inline CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from,
                                              const CUgraphNode *to, size_t numDependencies)
{
    return cuGraphAddDependencies(hGraph, from, to, NULL, numDependencies);
}

static inline CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from,
                                                 const CUgraphNode *to, size_t numDependencies)
{
    return cuGraphRemoveDependencies(hGraph, from, to, NULL, numDependencies);
}

static inline CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                      const CUgraphNode *dependencies, size_t numDependencies,
                                      CUgraphNodeParams *nodeParams)
{
    return cuGraphAddNode(phGraphNode, hGraph, dependencies, NULL, numDependencies, nodeParams);
}

static inline CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *status,
                                              cuuint64_t *id, CUgraph *graph = NULL,
                                              const CUgraphNode **dependencies = NULL,
                                              size_t *numDependencies = NULL)
{
    return cuStreamGetCaptureInfo(hStream, status, id, graph, dependencies, NULL, numDependencies);
}

static inline CUresult cuStreamUpdateCaptureDependencies(CUstream hStream,
                                                         CUgraphNode *dependencies,
                                                         size_t numDependencies, unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies(hStream, dependencies, NULL, numDependencies, flags);
}

static inline CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion,
                                        cuuint64_t flags)
{
    return cuGetProcAddress(symbol, pfn, cudaVersion, flags, NULL);
}
#else
// CUDA 13 added a parameter; programs come in either form.
#define LOCKSTEP_CREATE(a, b, c, d, name, ...) name
#define cuCtxCreate(...)                       LOCKSTEP_CREATE(__VA_ARGS__, cuCtxCreate_v4, cuCtxCreate, 0)(__VA_ARGS__)
#endif

#endif
