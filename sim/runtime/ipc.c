// SPDX-License-Identifier: Apache-2.0
// Sharing with other processes, of which there are none: handles of memory and events, opened in
// the process that made them, are that memory and those events.
#include "sim/runtime/allocate.h"
#include "sim/runtime/stream.h"

#include <string.h>

typedef struct IpcHandle {
    char mark[8];
    uint64_t address; // of the allocation, or of the event
} IpcHandle;

static const char memory_mark[8] = "ls-mem", event_mark[8] = "ls-event";

static void write_handle(const char mark[8], uint64_t address, void *to)
{
    IpcHandle handle = {.address = address};
    memcpy(handle.mark, mark, sizeof handle.mark);
    memset(to, 0, CUDA_IPC_HANDLE_SIZE);
    memcpy(to, &handle, sizeof handle);
}

// 0: no such handle.
static uint64_t read_handle(const char mark[8], const void *from)
{
    IpcHandle handle;
    memcpy(&handle, from, sizeof handle);
    return memcmp(handle.mark, mark, sizeof handle.mark) == 0 ? handle.address : 0;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const Allocation *found = allocation_find(runtime, (uint64_t)(uintptr_t)devPtr);
    bool is_good = handle != NULL && found != NULL && found->kind == ALLOCATION_DEVICE;
    if (is_good) {
        write_handle(memory_mark, found->address, handle);
    }
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (devPtr == NULL || flags != cudaIpcMemLazyEnablePeerAccess) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    const Allocation *found = allocation_find(runtime, read_handle(memory_mark, &handle));
    *devPtr = found == NULL ? NULL : (void *)(uintptr_t)found->address;
    return runtime_leave(runtime, found == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

// The memory stays: it is the exporter's.
cudaError_t cudaIpcCloseMemHandle(void *devPtr)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const Allocation *found = allocation_find(runtime, (uint64_t)(uintptr_t)devPtr);
    return runtime_leave(runtime, found == NULL ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUevent_st *found = event_find(runtime, event);
    bool is_good = handle != NULL && found != NULL && (found->flags & cudaEventInterprocess) != 0;
    if (is_good) {
        write_handle(event_mark, (uint64_t)(uintptr_t)event, handle);
    }
    return runtime_leave(runtime, is_good         ? cudaSuccess
                                  : found == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    cudaEvent_t named = (cudaEvent_t)(uintptr_t)read_handle(event_mark, &handle);
    struct CUevent_st *found = named == NULL ? NULL : event_find(runtime, named);
    if (event != NULL) {
        *event = found;
    }
    return runtime_leave(runtime, event == NULL   ? cudaErrorInvalidValue
                                  : found == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaSuccess);
}
