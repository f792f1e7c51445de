// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/driver.h"

#include "isa/base/heap.h"
#include "sim/runtime/virtual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Codes of the runtime that the driver does not have.
static CUresult result_of(cudaError_t error)
{
    switch (error) {
    case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    default: break;
    }
    bool is_common = error <= cudaErrorProfilerAlreadyStopped || error >= cudaErrorNoDevice ||
                     error == cudaErrorDevicesUnavailable;
    return is_common ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

static CUresult lack_of(bool needs_context)
{
    const RuntimeThread *thread = runtime_thread();
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return CUDA_ERROR_NO_DEVICE;
    }
    bool is_ready = runtime->is_driver_ready || thread->has_primary;
    bool has_context = thread->has_primary || thread->context_count > 0;
    runtime_leave(runtime, cudaSuccess);
    if (!is_ready) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    return needs_context && !has_context ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

bool driver_begin(bool needs_context)
{
    RuntimeThread *thread = runtime_thread();
    thread->refusal = (int)lack_of(needs_context);
    thread->is_in_driver = thread->refusal == CUDA_SUCCESS;
    thread->kept_error = thread->last_error;
    return thread->is_in_driver;
}

CUresult driver_refusal(void)
{
    return (CUresult)runtime_thread()->refusal;
}

CUresult driver_end(cudaError_t error)
{
    RuntimeThread *thread = runtime_thread();
    thread->is_in_driver = false;
    thread->last_error = thread->kept_error;
    return result_of(error);
}

void driver_stop(Runtime *runtime)
{
    virtual_stop(runtime);
    while (runtime->contexts != NULL) {
        struct CUctx_st *context = runtime->contexts;
        runtime->contexts = context->next;
        free(context);
    }
}

CUresult cuInit(unsigned int Flags)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL || Flags != 0) {
        return runtime == NULL ? CUDA_ERROR_NO_DEVICE
                               : (runtime_leave(runtime, cudaSuccess), CUDA_ERROR_INVALID_VALUE);
    }
    runtime->is_driver_ready = true;
    runtime_leave(runtime, cudaSuccess);
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *driverVersion)
{
    return result_of(cudaDriverGetVersion(driverVersion));
}

static const char *name_of(CUresult error)
{
    switch ((int)error) {
#define LOCKSTEP_CU_RESULT(code, name)                                                             \
    case code:                                                                                     \
        return #name;
#include "sim/runtime/include/driver_results.def"
#undef LOCKSTEP_CU_RESULT
    default: return NULL;
    }
}

CUresult cuGetErrorName(CUresult error, const char **pStr)
{
    if (pStr == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *pStr = name_of(error);
    return *pStr == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **pStr)
{
    if (pStr == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *pStr = name_of(error) == NULL ? NULL : cudaGetErrorString((cudaError_t)error);
    return *pStr == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
