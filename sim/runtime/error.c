// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/error.h"

#include "sim/runtime/api_error.h"

typedef struct ErrorText {
    int code;
    const char *name, *text;
} ErrorText;

static const ErrorText error_texts[] = {
#define LOCKSTEP_CUDA_ERROR(code, name, text) {code, #name, text},
#include "sim/runtime/include/driver_errors.def"
#undef LOCKSTEP_CUDA_ERROR
};

static const ErrorText *find(cudaError_t error)
{
    for (size_t i = 0; i < sizeof(error_texts) / sizeof(error_texts[0]); i++) {
        if (error_texts[i].code == (int)error) {
            return &error_texts[i];
        }
    }
    return NULL;
}

const char *cudaGetErrorName(cudaError_t error)
{
    const ErrorText *found = find(error);
    return found == NULL ? "unrecognized error code" : found->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    const ErrorText *found = find(error);
    return found == NULL ? "unrecognized error code" : found->text;
}

cudaError_t cudaPeekAtLastError(void)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime != NULL) {
        api_error_seen(runtime);
        runtime_leave(runtime, cudaSuccess);
    }
    return runtime_thread()->last_error;
}

// A fault stays, but as the result of every later call only.
cudaError_t cudaGetLastError(void)
{
    RuntimeThread *thread = runtime_thread();
    cudaError_t error = thread->last_error;
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime != NULL) {
        api_error_seen(runtime);
        runtime_leave(runtime, cudaSuccess);
    }
    thread->last_error = cudaSuccess;
    return error;
}

cudaError_t error_of_fault(FaultKind kind)
{
    switch (kind) {
    case FAULT_NONE: return cudaSuccess;
#define FAULT(name, words, error, meaning)                                                         \
    case FAULT_##name:                                                                             \
        return error;
#include "sim/warp/fault.def"
#undef FAULT
    default: return cudaErrorLaunchFailure;
    }
}

cudaError_t error_of_status(LockstepStatus status)
{
    switch (status) {
    case LOCKSTEP_OK: return cudaSuccess;
    case LOCKSTEP_ERROR_MEMORY: return cudaErrorMemoryAllocation;
    case LOCKSTEP_ERROR_NOT_FOUND: return cudaErrorSymbolNotFound;
    case LOCKSTEP_ERROR_LAUNCH: return cudaErrorLaunchOutOfResources;
    case LOCKSTEP_ERROR_FAULT: return cudaErrorLaunchFailure;
    case LOCKSTEP_ERROR_LIMIT: return cudaErrorLaunchTimeout;
    default: return cudaErrorInvalidValue;
    }
}
