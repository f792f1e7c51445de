// SPDX-License-Identifier: Apache-2.0
// Launches as before CUDA 4: a function keeps its block, its shared memory and its parameters,
// which the program lays out itself.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

#define PARAMETER_BYTES 4096u // CUDA C++ Programming Guide, "Function Parameters"

struct DriverSetup {
    struct DriverSetup *next;
    CUfunction function;
    dim3 block;
    unsigned shared_bytes;
    size_t parameter_bytes;
    uint8_t parameters[PARAMETER_BYTES];
};

void driver_legacy_stop(Runtime *runtime)
{
    while (runtime->setups != NULL) {
        struct DriverSetup *setup = runtime->setups;
        runtime->setups = setup->next;
        free(setup);
    }
}

static struct DriverSetup *setup_of(Runtime *runtime, CUfunction function)
{
    struct DriverSetup *setup = runtime->setups;
    while (setup != NULL && setup->function != function) {
        setup = setup->next;
    }
    if (setup == NULL) {
        setup = heap_resize(NULL, 1, sizeof *setup);
        *setup =
            (struct DriverSetup){.next = runtime->setups, .function = function, .block = {1, 1, 1}};
        runtime->setups = setup;
    }
    return setup;
}

// Enters the runtime and finds what is set for the function; NULL, and the error to return, when
// that fails.
static struct DriverSetup *enter(CUfunction function, Runtime **runtime, cudaError_t *error)
{
    *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    if (function == NULL || function_find(*runtime, function, error) == NULL) {
        *error = runtime_leave(*runtime, cudaErrorInvalidResourceHandle);
        return NULL;
    }
    return setup_of(*runtime, function);
}

static cudaError_t set_block(CUfunction function, int x, int y, int z)
{
    Runtime *runtime;
    cudaError_t error;
    struct DriverSetup *setup = enter(function, &runtime, &error);
    if (setup == NULL) {
        return error;
    }
    bool is_good = x > 0 && y > 0 && z > 0;
    setup->block = is_good ? (dim3){(unsigned)x, (unsigned)y, (unsigned)z} : setup->block;
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z)
{
    return DRIVER_CALL(true, set_block(hfunc, x, y, z));
}

static cudaError_t set_shared(CUfunction function, unsigned size_bytes)
{
    Runtime *runtime;
    cudaError_t error;
    struct DriverSetup *setup = enter(function, &runtime, &error);
    if (setup == NULL) {
        return error;
    }
    setup->shared_bytes = size_bytes;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes)
{
    return DRIVER_CALL(true, set_shared(hfunc, bytes));
}

static cudaError_t set_size(CUfunction function, unsigned size_bytes)
{
    Runtime *runtime;
    cudaError_t error;
    struct DriverSetup *setup = enter(function, &runtime, &error);
    if (setup == NULL) {
        return error;
    }
    bool is_good = size_bytes <= PARAMETER_BYTES;
    setup->parameter_bytes = is_good ? size_bytes : setup->parameter_bytes;
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes)
{
    return DRIVER_CALL(true, set_size(hfunc, numbytes));
}

static cudaError_t set_bytes(CUfunction function, int offset, const void *from, unsigned size_bytes)
{
    Runtime *runtime;
    cudaError_t error;
    struct DriverSetup *setup = enter(function, &runtime, &error);
    if (setup == NULL) {
        return error;
    }
    bool is_good = from != NULL && offset >= 0 && (unsigned)offset <= PARAMETER_BYTES &&
                   size_bytes <= PARAMETER_BYTES - (unsigned)offset;
    if (is_good) {
        memcpy(setup->parameters + offset, from, size_bytes);
    }
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value)
{
    return DRIVER_CALL(true, set_bytes(hfunc, offset, &value, sizeof value));
}

CUresult cuParamSetf(CUfunction hfunc, int offset, float value)
{
    return DRIVER_CALL(true, set_bytes(hfunc, offset, &value, sizeof value));
}

CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes)
{
    return DRIVER_CALL(true, set_bytes(hfunc, offset, ptr, numbytes));
}

static cudaError_t launch(CUfunction function, int width, int height, CUstream stream)
{
    Runtime *runtime;
    cudaError_t error;
    struct DriverSetup *found = enter(function, &runtime, &error);
    if (found == NULL) {
        return error;
    }
    struct DriverSetup setup = *found;
    runtime_leave(runtime, cudaSuccess);
    if (width <= 0 || height <= 0) {
        return cudaErrorInvalidValue;
    }
    cudaLaunchConfig_t configuration = {.gridDim = {(unsigned)width, (unsigned)height, 1},
                                        .blockDim = setup.block,
                                        .dynamicSmemBytes = setup.shared_bytes,
                                        .stream = stream};
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, setup.parameters, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &setup.parameter_bytes, CU_LAUNCH_PARAM_END};
    return driver_launch(function, &configuration, NULL, extra);
}

CUresult cuLaunch(CUfunction f)
{
    return DRIVER_CALL(true, launch(f, 1, 1, NULL));
}

CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height)
{
    return DRIVER_CALL(true, launch(f, grid_width, grid_height, NULL));
}

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream)
{
    return DRIVER_CALL(true, launch(f, grid_width, grid_height, hStream));
}
