// SPDX-License-Identifier: Apache-2.0
// Streams and events of the driver API: those of the runtime.
#include "sim/runtime/driver.h"

#include <string.h>

CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaStreamCreateWithFlags(phStream, Flags));
}

CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority)
{
    return DRIVER_CALL(true, cudaStreamCreateWithPriority(phStream, flags, priority));
}

CUresult cuStreamDestroy(CUstream hStream)
{
    return DRIVER_CALL(true, cudaStreamDestroy(hStream));
}

CUresult cuStreamSynchronize(CUstream hStream)
{
    return DRIVER_CALL(true, cudaStreamSynchronize(hStream));
}

CUresult cuStreamQuery(CUstream hStream)
{
    return DRIVER_CALL(true, cudaStreamQuery(hStream));
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaStreamWaitEvent(hStream, hEvent, Flags));
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData)
{
    return DRIVER_CALL(true, cudaLaunchHostFunc(hStream, fn, userData));
}

CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaEventCreateWithFlags(phEvent, Flags));
}

CUresult cuEventDestroy(CUevent hEvent)
{
    return DRIVER_CALL(true, cudaEventDestroy(hEvent));
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream)
{
    return DRIVER_CALL(true, cudaEventRecord(hEvent, hStream));
}

CUresult cuEventSynchronize(CUevent hEvent)
{
    return DRIVER_CALL(true, cudaEventSynchronize(hEvent));
}

CUresult cuEventQuery(CUevent hEvent)
{
    return DRIVER_CALL(true, cudaEventQuery(hEvent));
}

CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
    return DRIVER_CALL(true, cudaEventElapsedTime(pMilliseconds, hStart, hEnd));
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData,
                             unsigned int flags)
{
    cudaStreamCallback_t same; // CUresult in place of cudaError_t, whose codes are common to both
    memcpy(&same, &callback, sizeof same);
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue
                                        : cudaStreamAddCallback(hStream, same, userData, flags));
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags)
{
    return DRIVER_CALL(true, cudaStreamGetFlags(hStream, flags));
}

CUresult cuStreamGetPriority(CUstream hStream, int *priority)
{
    return DRIVER_CALL(true, cudaStreamGetPriority(hStream, priority));
}

CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId)
{
    return DRIVER_CALL(true, cudaStreamGetId(hStream, streamId));
}

CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device)
{
    return DRIVER_CALL(true, cudaStreamGetDevice(hStream, device));
}

static cudaError_t get_context(CUstream handle, CUcontext *context)
{
    int device = 0;
    cudaError_t error =
        context == NULL ? cudaErrorInvalidValue : cudaStreamGetDevice(handle, &device);
    Runtime *runtime = error == cudaSuccess ? runtime_enter(CALL_ASYNCHRONOUS) : NULL;
    if (runtime == NULL) {
        return error == cudaSuccess ? runtime_refusal() : error;
    }
    *context = driver_context_of(runtime, (uint32_t)device);
    return runtime_leave(runtime, cudaSuccess);
}

// The form with a green context is CUDA 13's; no stream has one.
CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx)
{
    return DRIVER_CALL(true, get_context(hStream, pctx));
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)
{
    if (pGreenCtx != NULL) {
        *pGreenCtx = NULL;
    }
    return DRIVER_CALL(true, get_context(hStream, pCtx));
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
                                unsigned int flags)
{
    return DRIVER_CALL(true,
                       cudaStreamAttachMemAsync(hStream, driver_pointer(dptr), length, flags));
}

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags)
{
    return DRIVER_CALL(true, cudaEventRecordWithFlags(hEvent, hStream, flags));
}

CUresult cuStreamCopyAttributes(CUstream dst, CUstream src)
{
    return DRIVER_CALL(true, cudaStreamCopyAttributes(dst, src));
}

CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out)
{
    return DRIVER_CALL(true, cudaStreamGetAttribute(hStream, (cudaLaunchAttributeID)attr,
                                                    (cudaLaunchAttributeValue *)value_out));
}

CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value)
{
    return DRIVER_CALL(true, cudaStreamSetAttribute(hStream, (cudaLaunchAttributeID)attr,
                                                    (const cudaLaunchAttributeValue *)value));
}
