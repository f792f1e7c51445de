// SPDX-License-Identifier: Apache-2.0
// Functions of the API that Lockstep does not model: graphics, launches on several devices at once,
// and pools shared with other processes.
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
        bool is_of_runtime = strncmp(call, "cuda", 4) == 0;
        runtime_say(runtime, "lockstep: note: %s is not supported: it returns %s\n", call,
                    is_of_runtime ? "cudaErrorNotSupported" : "CUDA_ERROR_NOT_SUPPORTED");
    }
    return runtime_leave(runtime, cudaErrorNotSupported);
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

cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType,
                                               unsigned int flags)
{
    (void)shareableHandle;
    (void)memPool;
    (void)handleType;
    (void)flags;
    return runtime_refuse(__func__);
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType,
                                                 unsigned int flags)
{
    (void)memPool;
    (void)shareableHandle;
    (void)handleType;
    (void)flags;
    return runtime_refuse(__func__);
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr)
{
    (void)exportData;
    (void)ptr;
    return runtime_refuse(__func__);
}

cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
                                     struct cudaMemPoolPtrExportData *exportData)
{
    (void)ptr;
    (void)memPool;
    (void)exportData;
    return runtime_refuse(__func__);
}
