// SPDX-License-Identifier: Apache-2.0
// Graphs of the driver API: those of the runtime. Edges have no ports.
#include "sim/runtime/driver.h"

#include <string.h>

CUresult cuGraphCreate(CUgraph *phGraph, unsigned int flags)
{
    return DRIVER_CALL(true, cudaGraphCreate(phGraph, flags));
}

CUresult cuGraphDestroy(CUgraph hGraph)
{
    return DRIVER_CALL(true, cudaGraphDestroy(hGraph));
}

CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph)
{
    return DRIVER_CALL(true, cudaGraphClone(phGraphClone, originalGraph));
}

CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode,
                                CUgraph hClonedGraph)
{
    return DRIVER_CALL(true, cudaGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph));
}

CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes)
{
    return DRIVER_CALL(true, cudaGraphGetNodes(hGraph, nodes, numNodes));
}

CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes)
{
    return DRIVER_CALL(true, cudaGraphGetRootNodes(hGraph, rootNodes, numRootNodes));
}

CUresult cuGraphDestroyNode(CUgraphNode hNode)
{
    return DRIVER_CALL(true, cudaGraphDestroyNode(hNode));
}

CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned int flags)
{
    return DRIVER_CALL(true, cudaGraphDebugDotPrint(hGraph, path, flags));
}

// Edges

// Fills in the data of as many edges as were listed.
static cudaError_t plain_edges(cudaError_t error, CUgraphEdgeData *edges, size_t room,
                               const size_t *count)
{
    if (error == cudaSuccess && edges != NULL) {
        memset(edges, 0, (room < *count ? room : *count) * sizeof *edges);
    }
    return error;
}

static size_t room_for(const CUgraphNode *nodes, const size_t *count)
{
    return nodes == NULL || count == NULL ? 0 : *count;
}

CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to,
                         CUgraphEdgeData *edgeData, size_t *numEdges)
{
    size_t room = room_for(from, numEdges);
    return DRIVER_CALL(
        true, plain_edges(cudaGraphGetEdges(hGraph, from, to, numEdges), edgeData, room, numEdges));
}

CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies,
                                    CUgraphEdgeData *edgeData, size_t *numDependencies)
{
    size_t room = room_for(dependencies, numDependencies);
    return DRIVER_CALL(
        true, plain_edges(cudaGraphNodeGetDependencies(hNode, dependencies, numDependencies),
                          edgeData, room, numDependencies));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes,
                                      CUgraphEdgeData *edgeData, size_t *numDependentNodes)
{
    size_t room = room_for(dependentNodes, numDependentNodes);
    return DRIVER_CALL(
        true, plain_edges(cudaGraphNodeGetDependentNodes(hNode, dependentNodes, numDependentNodes),
                          edgeData, room, numDependentNodes));
}

CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    return DRIVER_CALL(true, edgeData != NULL
                                 ? cudaErrorNotSupported
                                 : cudaGraphAddDependencies(hGraph, from, to, numDependencies));
}

CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    return DRIVER_CALL(true, edgeData != NULL
                                 ? cudaErrorNotSupported
                                 : cudaGraphRemoveDependencies(hGraph, from, to, numDependencies));
}

// Executable graphs

CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
                                     unsigned long long flags)
{
    return DRIVER_CALL(true, cudaGraphInstantiateWithFlags(phGraphExec, hGraph, flags));
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams)
{
    return DRIVER_CALL(
        true, instantiateParams == NULL
                  ? cudaErrorInvalidValue
                  : cudaGraphInstantiateWithParams(
                        phGraphExec, hGraph, (cudaGraphInstantiateParams *)instantiateParams));
}

CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags)
{
    return DRIVER_CALL(true, cudaGraphExecGetFlags(hGraphExec, (unsigned long long *)flags));
}

CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph,
                           CUgraphExecUpdateResultInfo *resultInfo)
{
    return DRIVER_CALL(
        true, cudaGraphExecUpdate(hGraphExec, hGraph, (cudaGraphExecUpdateResultInfo *)resultInfo));
}

CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled)
{
    return DRIVER_CALL(true, cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled));
}

CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled)
{
    return DRIVER_CALL(true, cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled));
}

CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream)
{
    return DRIVER_CALL(true, cudaGraphUpload(hGraphExec, hStream));
}

CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream)
{
    return DRIVER_CALL(true, cudaGraphLaunch(hGraphExec, hStream));
}

CUresult cuGraphExecDestroy(CUgraphExec hGraphExec)
{
    return DRIVER_CALL(true, cudaGraphExecDestroy(hGraphExec));
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph,
                                        CUcontext ctx, unsigned int defaultLaunchValue,
                                        unsigned int flags)
{
    (void)ctx;
    return DRIVER_CALL(true, cudaGraphConditionalHandleCreate((unsigned long long *)pHandle_out,
                                                              hGraph, defaultLaunchValue, flags));
}

// Memory of graphs

CUresult cuDeviceGraphMemTrim(CUdevice device)
{
    return DRIVER_CALL(true, cudaDeviceGraphMemTrim(device));
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
    return DRIVER_CALL(
        true, cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr, value));
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
    return DRIVER_CALL(
        true, cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr, value));
}

// Objects of the program's that graphs keep

CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy,
                            unsigned int initialRefcount, unsigned int flags)
{
    return DRIVER_CALL(true,
                       cudaUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags));
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
    return DRIVER_CALL(true, cudaUserObjectRetain(object, count));
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
    return DRIVER_CALL(true, cudaUserObjectRelease(object, count));
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags)
{
    return DRIVER_CALL(true, cudaGraphRetainUserObject(graph, object, count, flags));
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
    return DRIVER_CALL(true, cudaGraphReleaseUserObject(graph, object, count));
}
