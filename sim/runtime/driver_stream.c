// SPDX-License-Identifier: Apache-2.0
// Streams and events of the driver API: those of the runtime.
#include "sim/runtime/driver.h"

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
