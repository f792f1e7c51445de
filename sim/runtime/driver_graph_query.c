// SPDX-License-Identifier: Apache-2.0
// What the driver API tells about the nodes of graphs. A copy between arrays is told as one between
// their memory.
#include "sim/runtime/driver.h"

#include <string.h>

static cudaError_t get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *to)
{
    struct cudaKernelNodeParams from;
    cudaError_t error =
        to == NULL ? cudaErrorInvalidValue : cudaGraphKernelNodeGetParams(node, &from);
    if (error == cudaSuccess) {
        *to = (CUDA_KERNEL_NODE_PARAMS){.func = from.func,
                                        .gridDimX = from.gridDim.x,
                                        .gridDimY = from.gridDim.y,
                                        .gridDimZ = from.gridDim.z,
                                        .blockDimX = from.blockDim.x,
                                        .blockDimY = from.blockDim.y,
                                        .blockDimZ = from.blockDim.z,
                                        .sharedMemBytes = from.sharedMemBytes,
                                        .kernelParams = from.kernelParams};
    }
    return error;
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    return DRIVER_CALL(true, get_kernel(hNode, nodeParams));
}

static cudaError_t get_copy(CUgraphNode node, CUDA_MEMCPY3D *to)
{
    struct cudaMemcpy3DParms from;
    cudaError_t error =
        to == NULL ? cudaErrorInvalidValue : cudaGraphMemcpyNodeGetParams(node, &from);
    if (error == cudaSuccess) {
        *to = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                              .srcDevice = (uintptr_t)from.srcPtr.ptr,
                              .srcPitch = from.srcPtr.pitch,
                              .srcHeight = from.srcPtr.ysize,
                              .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                              .dstDevice = (uintptr_t)from.dstPtr.ptr,
                              .dstPitch = from.dstPtr.pitch,
                              .dstHeight = from.dstPtr.ysize,
                              .WidthInBytes = from.extent.width,
                              .Height = from.extent.height,
                              .Depth = from.extent.depth};
    }
    return error;
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams)
{
    return DRIVER_CALL(true, get_copy(hNode, nodeParams));
}

static cudaError_t get_fill(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *to)
{
    struct cudaMemsetParams from;
    cudaError_t error =
        to == NULL ? cudaErrorInvalidValue : cudaGraphMemsetNodeGetParams(node, &from);
    if (error == cudaSuccess) {
        *to = (CUDA_MEMSET_NODE_PARAMS){.dst = (uintptr_t)from.dst,
                                        .pitch = from.pitch,
                                        .value = from.value,
                                        .elementSize = from.elementSize,
                                        .width = from.width,
                                        .height = from.height};
    }
    return error;
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
    return DRIVER_CALL(true, get_fill(hNode, nodeParams));
}

CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams)
{
    return DRIVER_CALL(true,
                       cudaGraphHostNodeGetParams(hNode, (struct cudaHostNodeParams *)nodeParams));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph)
{
    return DRIVER_CALL(true, cudaGraphChildGraphNodeGetGraph(hNode, phGraph));
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
    return DRIVER_CALL(true, cudaGraphEventRecordNodeGetEvent(hNode, event_out));
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
    return DRIVER_CALL(true, cudaGraphEventWaitNodeGetEvent(hNode, event_out));
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out)
{
    return DRIVER_CALL(
        true, cudaGraphMemAllocNodeGetParams(hNode, (struct cudaMemAllocNodeParams *)params_out));
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out)
{
    return DRIVER_CALL(true, cudaGraphMemFreeNodeGetParams(hNode, dptr_out));
}

CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type)
{
    return DRIVER_CALL(true, cudaGraphNodeGetType(hNode, (enum cudaGraphNodeType *)type));
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
    return DRIVER_CALL(true, cudaGraphKernelNodeCopyAttributes(dst, src));
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                       CUkernelNodeAttrValue *value_out)
{
    return DRIVER_CALL(true,
                       cudaGraphKernelNodeGetAttribute(hNode, (cudaLaunchAttributeID)attr,
                                                       (cudaLaunchAttributeValue *)value_out));
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                       const CUkernelNodeAttrValue *value)
{
    return DRIVER_CALL(true,
                       cudaGraphKernelNodeSetAttribute(hNode, (cudaLaunchAttributeID)attr,
                                                       (const cudaLaunchAttributeValue *)value));
}
