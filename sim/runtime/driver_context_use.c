// SPDX-License-Identifier: Apache-2.0
// What is set for the current context, and events of all the work of a context.
#include "sim/runtime/driver.h"
#include "sim/runtime/stream.h"

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    return DRIVER_CALL(true, cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig)
{
    return DRIVER_CALL(true, cudaDeviceGetCacheConfig((enum cudaFuncCache *)pconfig));
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    return DRIVER_CALL(true, cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig)
{
    return DRIVER_CALL(true, cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)pConfig));
}

CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
    return DRIVER_CALL(true, cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority));
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    return DRIVER_CALL(true, cudaCtxResetPersistingL2Cache());
}

static cudaError_t set_peer(CUcontext peer, unsigned flags, bool is_on)
{
    int device = peer == NULL ? -1 : driver_context_device(peer);
    return device < 0 ? DRIVER_INVALID_CONTEXT
           : is_on    ? cudaDeviceEnablePeerAccess(device, flags)
                      : cudaDeviceDisablePeerAccess(device);
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags)
{
    return DRIVER_CALL(true, set_peer(peerContext, Flags, true));
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext)
{
    return DRIVER_CALL(true, set_peer(peerContext, 0, false));
}

// The device's next stream after `at`, or its first.
static struct CUstream_st *next_stream(Runtime *runtime, struct CUstream_st *at, int device)
{
    struct CUstream_st *stream = at == NULL ? runtime->streams : at->next;
    while (stream != NULL && stream->home->number != (uint32_t)device) {
        stream = stream->next;
    }
    return stream;
}

// The legacy stream comes after all others, and the event is recorded there.
static cudaError_t record_all(Runtime *runtime, CUevent event, int device)
{
    runtime_turn(runtime, (uint32_t)device);
    cudaError_t error = cudaSuccess;
    struct CUstream_st *stream = next_stream(runtime, NULL, device);
    for (; stream != NULL && error == cudaSuccess; stream = next_stream(runtime, stream, device)) {
        bool is_blocking = (stream->flags & cudaStreamNonBlocking) == 0;
        error = stream->capture != NULL ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
        error = error == cudaSuccess && !is_blocking ? event_record(runtime, event, stream, false)
                                                     : error;
        error = error == cudaSuccess && !is_blocking
                    ? event_wait(runtime, cudaStreamLegacy, event, false)
                    : error;
    }
    return error == cudaSuccess ? event_record(runtime, event, cudaStreamLegacy, false) : error;
}

// All streams that there are, and the default ones, wait for the event.
static cudaError_t wait_all(Runtime *runtime, CUevent event, int device)
{
    runtime_turn(runtime, (uint32_t)device);
    cudaError_t error = event_wait(runtime, cudaStreamLegacy, event, false);
    error = error == cudaSuccess ? event_wait(runtime, cudaStreamPerThread, event, false) : error;
    struct CUstream_st *stream = next_stream(runtime, NULL, device);
    for (; stream != NULL && error == cudaSuccess; stream = next_stream(runtime, stream, device)) {
        error = event_wait(runtime, stream, event, false);
    }
    return error;
}

static cudaError_t with_all(CUcontext context, CUevent event, bool is_record)
{
    int device = driver_context_device(context);
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    return runtime_leave(runtime, device < 0  ? DRIVER_INVALID_CONTEXT
                                  : is_record ? record_all(runtime, event, device)
                                              : wait_all(runtime, event, device));
}

CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent)
{
    return DRIVER_CALL(true, with_all(hCtx, hEvent, true));
}

CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent)
{
    return DRIVER_CALL(true, with_all(hCtx, hEvent, false));
}

CUresult cuProfilerStart(void)
{
    return DRIVER_CALL(true, cudaProfilerStart());
}

CUresult cuProfilerStop(void)
{
    return DRIVER_CALL(true, cudaProfilerStop());
}

// CUDA 13's forms, for a context that need not be current.

static cudaError_t get_device(CUdevice *device, CUcontext context)
{
    int found = driver_context_device(context);
    if (device == NULL || found < 0) {
        return device == NULL ? cudaErrorInvalidValue : DRIVER_INVALID_CONTEXT;
    }
    *device = found;
    return cudaSuccess;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
{
    return DRIVER_CALL(ctx == NULL, get_device(device, ctx));
}

static cudaError_t synchronize(CUcontext context)
{
    int device = driver_context_device(context);
    if (device < 0) {
        return DRIVER_INVALID_CONTEXT;
    }
    uint32_t own = driver_turn(device);
    cudaError_t error = cudaDeviceSynchronize();
    driver_turn((int)own);
    return error;
}

CUresult cuCtxSynchronize_v2(CUcontext ctx)
{
    return DRIVER_CALL(ctx == NULL, synchronize(ctx));
}
