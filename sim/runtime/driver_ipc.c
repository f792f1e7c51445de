// SPDX-License-Identifier: Apache-2.0
// Handles of the driver API for other processes: those of the runtime.
#include "sim/runtime/driver.h"

CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event)
{
    return DRIVER_CALL(true, cudaIpcGetEventHandle(pHandle, event));
}

CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle)
{
    return DRIVER_CALL(true, cudaIpcOpenEventHandle(phEvent, handle));
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr)
{
    return DRIVER_CALL(true, cudaIpcGetMemHandle(pHandle, driver_pointer(dptr)));
}

static cudaError_t open(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    void *pointer = NULL;
    cudaError_t error =
        address == NULL ? cudaErrorInvalidValue : cudaIpcOpenMemHandle(&pointer, handle, flags);
    if (error == cudaSuccess) {
        *address = (uintptr_t)pointer;
    }
    return error;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags)
{
    return DRIVER_CALL(true, open(pdptr, handle, Flags));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr)
{
    return DRIVER_CALL(true, cudaIpcCloseMemHandle(driver_pointer(dptr)));
}
