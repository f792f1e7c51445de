// SPDX-License-Identifier: Apache-2.0
// Functions of the API that Lockstep does not model: sharing with other processes,
// graphics, and the functions of streams and graphs that are of no use here.
#include "sim/runtime/state.h"

#include <string.h>

static bool is_told(Runtime *runtime, const char *call)
{
    for (uint32_t i = 0; i < runtime->refused_count; i++) {
        if (strcmp(runtime->refused[i], call) == 0) {
            return true;
        }
    }
    uint32_t room = sizeof runtime->refused / sizeof runtime->refused[0];
    if (runtime->refused_count < room) {
        runtime->refused[runtime->refused_count++] = call;
    }
    return false;
}

cudaError_t runtime_refuse(const char *call)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (!is_told(runtime, call)) {
        runtime_say(runtime,
                    "lockstep: note: %s is not supported: it returns cudaErrorNotSupported\n",
                    call);
    }
    return runtime_leave(runtime, cudaErrorNotSupported);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize,
                                     enum cudaMemRangeAttribute attribute, const void *devPtr,
                                     size_t count)
{
    (void)data;
    (void)dataSize;
    (void)attribute;
    (void)devPtr;
    (void)count;
    return runtime_refuse(__func__);
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataSizes,
                                      enum cudaMemRangeAttribute *attributes, size_t numAttributes,
                                      const void *devPtr, size_t count)
{
    (void)data;
    (void)dataSizes;
    (void)attributes;
    (void)numAttributes;
    (void)devPtr;
    (void)count;
    return runtime_refuse(__func__);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
    (void)dst;
    (void)src;
    return runtime_refuse(__func__);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   cudaStreamAttrValue *value_out)
{
    (void)hStream;
    (void)attr;
    (void)value_out;
    return runtime_refuse(__func__);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   const cudaStreamAttrValue *value)
{
    (void)hStream;
    (void)attr;
    (void)value;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
    (void)graph;
    (void)path;
    (void)flags;
    return runtime_refuse(__func__);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    (void)handle;
    (void)event;
    return runtime_refuse(__func__);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    (void)event;
    (void)handle;
    return runtime_refuse(__func__);
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr)
{
    (void)handle;
    (void)devPtr;
    return runtime_refuse(__func__);
}

cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags)
{
    (void)devPtr;
    (void)handle;
    (void)flags;
    return runtime_refuse(__func__);
}

cudaError_t cudaIpcCloseMemHandle(void *devPtr)
{
    (void)devPtr;
    return runtime_refuse(__func__);
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launchParamsList,
                                                   unsigned int numDevices, unsigned int flags)
{
    (void)launchParamsList;
    (void)numDevices;
    (void)flags;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource)
{
    (void)resource;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream)
{
    (void)count;
    (void)resources;
    (void)stream;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream)
{
    (void)count;
    (void)resources;
    (void)stream;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **devPtr, size_t *size,
                                                 cudaGraphicsResource_t resource)
{
    (void)devPtr;
    (void)size;
    (void)resource;
    return runtime_refuse(__func__);
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int arrayIndex, unsigned int mipLevel)
{
    (void)array;
    (void)resource;
    (void)arrayIndex;
    (void)mipLevel;
    return runtime_refuse(__func__);
}
