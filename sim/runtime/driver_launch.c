// SPDX-License-Identifier: Apache-2.0
// Launches of the driver API, by arguments or by a buffer that holds them.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"
#include "sim/runtime/stream.h"

#include <stdlib.h>
#include <string.h>

// The kernel on the stream's device; NULL with *error.
static const PtxFunction *kernel_of(CUfunction function, CUstream stream, cudaError_t *error)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    stream_turn(runtime, stream);
    const RuntimeFunction *found = function_find(runtime, function, error);
    runtime_leave(runtime, found == NULL ? *error : cudaSuccess);
    return found == NULL ? NULL : found->kernel;
}

// Parameters in one buffer, laid out as the kernel declares them.
cudaError_t driver_unpack(CUfunction function, CUstream stream, void **extra, void ***arguments)
{
    uint8_t *buffer = NULL;
    size_t size_bytes = 0;
    cudaError_t error = cudaSuccess;
    const PtxFunction *kernel = kernel_of(function, stream, &error);
    if (kernel == NULL) {
        return error;
    }
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        buffer = extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER ? extra[1] : buffer;
        size_bytes = extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE ? *(size_t *)extra[1] : size_bytes;
    }
    uint32_t count = kernel->parameter_count;
    *arguments = heap_resize(NULL, count + 1u, sizeof(void *));
    bool is_whole = buffer != NULL || count == 0;
    uint64_t end = 0;
    for (uint32_t i = 0; i < count && is_whole; i++) {
        uint64_t offset = kernel->parameter_offset[i];
        end = offset + kernel->parameters[i]->size_bytes;
        is_whole = end <= size_bytes;
        (*arguments)[i] = buffer + offset;
    }
    // Padding behind the last parameter is too much, as on an H200.
    return !is_whole          ? cudaErrorInvalidValue
           : end < size_bytes ? cudaErrorLaunchOutOfResources
                              : cudaSuccess;
}

static cudaError_t launch_from_buffer(CUfunction function, const cudaLaunchConfig_t *configuration,
                                      void **extra)
{
    void **arguments = NULL;
    cudaError_t error = driver_unpack(function, configuration->stream, extra, &arguments);
    error = error == cudaSuccess ? cudaLaunchKernelExC(configuration, function, arguments) : error;
    free(arguments);
    return error;
}

cudaError_t driver_launch(CUfunction function, const cudaLaunchConfig_t *configuration,
                          void **arguments, void **extra)
{
    if (function == NULL || (arguments != NULL && extra != NULL)) {
        return function == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    }
    return extra != NULL ? launch_from_buffer(function, configuration, extra)
                         : cudaLaunchKernelExC(configuration, function, arguments);
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                        void **kernelParams, void **extra)
{
    cudaLaunchConfig_t configuration = {.gridDim = {gridDimX, gridDimY, gridDimZ},
                                        .blockDim = {blockDimX, blockDimY, blockDimZ},
                                        .dynamicSmemBytes = sharedMemBytes,
                                        .stream = hStream};
    return DRIVER_CALL(true, driver_launch(f, &configuration, kernelParams, extra));
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream,
                                   void **kernelParams)
{
    dim3 grid = {gridDimX, gridDimY, gridDimZ}, block = {blockDimX, blockDimY, blockDimZ};
    return DRIVER_CALL(
        true, cudaLaunchCooperativeKernel(f, grid, block, kernelParams, sharedMemBytes, hStream));
}

cudaError_t driver_configuration(const CUlaunchConfig *from, cudaLaunchConfig_t *to)
{
    _Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "");
    if (from == NULL || (from->attrs == NULL && from->numAttrs > 0)) {
        return cudaErrorInvalidValue;
    }
    *to = (cudaLaunchConfig_t){.gridDim = {from->gridDimX, from->gridDimY, from->gridDimZ},
                               .blockDim = {from->blockDimX, from->blockDimY, from->blockDimZ},
                               .dynamicSmemBytes = from->sharedMemBytes,
                               .stream = from->hStream,
                               .numAttrs = from->numAttrs};
    to->attrs = heap_resize(NULL, from->numAttrs + 1u, sizeof *to->attrs);
    if (from->numAttrs > 0) {
        memcpy(to->attrs, from->attrs, from->numAttrs * sizeof *to->attrs);
    }
    return cudaSuccess;
}

static cudaError_t launch_with(const CUlaunchConfig *from, CUfunction function, void **arguments,
                               void **extra)
{
    cudaLaunchConfig_t configuration = {0};
    cudaError_t error = driver_configuration(from, &configuration);
    error =
        error == cudaSuccess ? driver_launch(function, &configuration, arguments, extra) : error;
    free(configuration.attrs);
    return error;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams,
                          void **extra)
{
    return DRIVER_CALL(true, launch_with(config, f, kernelParams, extra));
}
