// SPDX-License-Identifier: Apache-2.0
// Functions of the driver API whose parameters were others before a version of CUDA, for programs
// that ask for the form of that version (cudaTypedefs.h names the versions).
#include "sim/runtime/driver.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

static CUmemLocation place_of(CUdevice device)
{
    bool is_host = device == CU_DEVICE_CPU;
    return (CUmemLocation){is_host ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE,
                           device};
}

static CUresult create_affine(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams,
                              unsigned int flags, CUdevice dev)
{
    CUctxCreateParams parameters = {.execAffinityParams = paramsArray,
                                    .numExecAffinityParams = numParams};
    return cuCtxCreate_v4(pctx, &parameters, flags, dev);
}

static CUresult advise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
{
    return cuMemAdvise(devPtr, count, advice, place_of(device));
}

static CUresult prefetch(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
{
    return cuMemPrefetchAsync(devPtr, count, place_of(dstDevice), 0, hStream);
}

// A batch is checked as a whole: no copy of it is the one that failed.
static CUresult copy_batch(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                           CUmemcpyAttributes *attrs, size_t *attrIdxs, size_t numAttrs,
                           size_t *failIdx, CUstream hStream)
{
    if (failIdx != NULL) {
        *failIdx = SIZE_MAX;
    }
    return cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrIdxs, numAttrs, hStream);
}

static CUresult copy_boxes(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx,
                           unsigned long long flags, CUstream hStream)
{
    if (failIdx != NULL) {
        *failIdx = SIZE_MAX;
    }
    return cuMemcpy3DBatchAsync(numOps, opList, flags, hStream);
}

static CUresult capture_id(CUstream hStream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    return cuStreamGetCaptureInfo(hStream, status, id, NULL, NULL, NULL, NULL);
}

static CUresult capture_graph(CUstream hStream, CUstreamCaptureStatus *status, cuuint64_t *id,
                              CUgraph *graph, const CUgraphNode **dependencies, size_t *count)
{
    return cuStreamGetCaptureInfo(hStream, status, id, graph, dependencies, NULL, count);
}

static CUresult update_capture(CUstream hStream, CUgraphNode *dependencies, size_t count,
                               unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies(hStream, dependencies, NULL, count, flags);
}

static CUresult get_edges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges)
{
    return cuGraphGetEdges(hGraph, from, to, NULL, numEdges);
}

static CUresult get_dependencies(CUgraphNode hNode, CUgraphNode *dependencies, size_t *count)
{
    return cuGraphNodeGetDependencies(hNode, dependencies, NULL, count);
}

static CUresult get_dependents(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *count)
{
    return cuGraphNodeGetDependentNodes(hNode, dependentNodes, NULL, count);
}

static CUresult add_edges(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                          size_t count)
{
    return cuGraphAddDependencies(hGraph, from, to, NULL, count);
}

static CUresult remove_edges(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                             size_t count)
{
    return cuGraphRemoveDependencies(hGraph, from, to, NULL, count);
}

static CUresult add_node(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         size_t count, CUgraphNodeParams *nodeParams)
{
    return cuGraphAddNode(phGraphNode, hGraph, dependencies, NULL, count, nodeParams);
}

static CUresult instantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode,
                            char *logBuffer, size_t bufferSize)
{
    if (phErrorNode != NULL) {
        *phErrorNode = NULL;
    }
    if (logBuffer != NULL && bufferSize > 0) {
        *logBuffer = '\0';
    }
    return cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0);
}

static CUresult update(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out,
                       CUgraphExecUpdateResult *updateResult_out)
{
    CUgraphExecUpdateResultInfo result = {0};
    CUresult error = cuGraphExecUpdate(hGraphExec, hGraph, &result);
    *hErrorNode_out = result.errorNode;
    *updateResult_out = result.result;
    return error;
}

// Kernel nodes: the structure ended before `kern`.

static CUDA_KERNEL_NODE_PARAMS kernel_of(const CUDA_KERNEL_NODE_PARAMS *older)
{
    CUDA_KERNEL_NODE_PARAMS parameters = {0};
    memcpy(&parameters, older, offsetof(CUDA_KERNEL_NODE_PARAMS, kern));
    return parameters;
}

static CUresult add_kernel(CUgraphNode *phGraphNode, CUgraph hGraph,
                           const CUgraphNode *dependencies, size_t count,
                           const CUDA_KERNEL_NODE_PARAMS *older)
{
    CUDA_KERNEL_NODE_PARAMS parameters = kernel_of(older);
    return cuGraphAddKernelNode(phGraphNode, hGraph, dependencies, count, &parameters);
}

static CUresult get_kernel(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *older)
{
    CUDA_KERNEL_NODE_PARAMS parameters = {0};
    CUresult result = cuGraphKernelNodeGetParams(hNode, &parameters);
    memcpy(older, &parameters, offsetof(CUDA_KERNEL_NODE_PARAMS, kern));
    return result;
}

static CUresult set_kernel(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *older)
{
    CUDA_KERNEL_NODE_PARAMS parameters = kernel_of(older);
    return cuGraphKernelNodeSetParams(hNode, &parameters);
}

static CUresult set_executable_kernel(CUgraphExec hGraphExec, CUgraphNode hNode,
                                      const CUDA_KERNEL_NODE_PARAMS *older)
{
    CUDA_KERNEL_NODE_PARAMS parameters = kernel_of(older);
    return cuGraphExecKernelNodeSetParams(hGraphExec, hNode, &parameters);
}

static CUresult get_address(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
    return cuGetProcAddress(symbol, pfn, cudaVersion, flags, NULL);
}

DriverFunction *driver_function_before(const char *name, int version)
{
    static const struct {
        const char *name;
        int before; // CUDA_VERSION from which on another form is meant
        DriverFunction *function;
    } forms[] = {
#define FORM(name, before, form) {name, before, (DriverFunction *)form}
        FORM("cuCtxCreate", 11040, cuCtxCreate),
        FORM("cuCtxCreate", 12050, create_affine),
        FORM("cuCtxCreate", INT_MAX, cuCtxCreate_v4),
        FORM("cuCtxGetDevice", 13000, cuCtxGetDevice),
        FORM("cuCtxGetDevice", INT_MAX, cuCtxGetDevice_v2),
        FORM("cuCtxSynchronize", 13000, cuCtxSynchronize),
        FORM("cuCtxSynchronize", INT_MAX, cuCtxSynchronize_v2),
        FORM("cuStreamGetCtx", 12050, cuStreamGetCtx),
        FORM("cuStreamGetCtx", INT_MAX, cuStreamGetCtx_v2),
        FORM("cuMemAdvise", 12020, advise),
        FORM("cuMemPrefetchAsync", 12020, prefetch),
        FORM("cuMemcpyBatchAsync", 13000, copy_batch),
        FORM("cuMemcpy3DBatchAsync", 13000, copy_boxes),
        FORM("cuStreamGetCaptureInfo", 11030, capture_id),
        FORM("cuStreamGetCaptureInfo", 12030, capture_graph),
        FORM("cuStreamUpdateCaptureDependencies", 12030, update_capture),
        FORM("cuGraphGetEdges", 12030, get_edges),
        FORM("cuGraphNodeGetDependencies", 12030, get_dependencies),
        FORM("cuGraphNodeGetDependentNodes", 12030, get_dependents),
        FORM("cuGraphAddDependencies", 12030, add_edges),
        FORM("cuGraphRemoveDependencies", 12030, remove_edges),
        FORM("cuGraphAddNode", 12030, add_node),
        FORM("cuGraphInstantiate", 12000, instantiate),
        FORM("cuGraphInstantiate", INT_MAX, cuGraphInstantiateWithFlags),
        FORM("cuGraphExecUpdate", 12000, update),
        FORM("cuGraphAddKernelNode", 12000, add_kernel),
        FORM("cuGraphKernelNodeGetParams", 12000, get_kernel),
        FORM("cuGraphKernelNodeSetParams", 12000, set_kernel),
        FORM("cuGraphExecKernelNodeSetParams", 12000, set_executable_kernel),
        FORM("cuGetProcAddress", 12000, get_address),
#undef FORM
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(forms[i].name, name) == 0 && version < forms[i].before) {
            return forms[i].function;
        }
    }
    return NULL;
}
