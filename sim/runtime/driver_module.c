// SPDX-License-Identifier: Apache-2.0
// Modules of the driver API: PTX text from memory or a file, its kernels and variables, and their
// launches. Machine code (cubin, fatbin) is refused.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUmod_st {
    struct CUmod_st *next;
    LockstepModule *module;
    uint32_t device;
};

static bool is_machine_code(const void *image)
{
    return strncmp(image,
                   "\x7f"
                   "ELF",
                   4) == 0 ||
           strncmp(image, "\x50\xed\x55\xba", 4) == 0;
}

static cudaError_t load(Runtime *runtime, CUmodule *handle, const char *name, const char *image)
{
    LockstepModule *module;
    if (is_machine_code(image)) {
        runtime_say(runtime, "lockstep: error: %s is machine code; Lockstep loads PTX only\n",
                    name);
        return cudaErrorNoKernelImageForDevice;
    }
    LockstepStatus status =
        lockstep_module_load(runtime->device, image, strlen(image), name, &module);
    if (status != LOCKSTEP_OK) {
        runtime_show_messages(runtime);
        return status == LOCKSTEP_ERROR_MEMORY ? cudaErrorMemoryAllocation : cudaErrorInvalidPtx;
    }
    struct CUmod_st *loaded = heap_resize(NULL, 1, sizeof(*loaded));
    *loaded = (struct CUmod_st){runtime->modules, module, runtime->current->number};
    *handle = runtime->modules = loaded;
    return cudaSuccess;
}

// The buffer of CU_JIT_ERROR_LOG_BUFFER and the option value that tells its size, both or neither.
typedef struct ErrorLog {
    char *buffer;
    void **size;
} ErrorLog;

// Copies what was wrong, as far as it fits, and sets the option's value to the bytes written.
static void keep_log(const Runtime *runtime, ErrorLog log)
{
    if (log.buffer == NULL || log.size == NULL) {
        return;
    }
    size_t room = (unsigned)(uintptr_t)*log.size;
    const char *text = lockstep_messages(runtime->device);
    int written = snprintf(log.buffer, room, "%s", text);
    size_t size = written < 0 ? 0 : (size_t)written + 1;
    *log.size = (void *)(uintptr_t)(size < room ? size : room);
}

static cudaError_t load_data(CUmodule *module, const char *name, const void *image, ErrorLog log)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_given = module != NULL && image != NULL;
    cudaError_t error = is_given ? load(runtime, module, name, image) : cudaErrorInvalidValue;
    if (error == cudaErrorInvalidPtx) {
        keep_log(runtime, log);
    }
    return runtime_leave(runtime, error);
}

char *driver_read_text(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    enum { PART_BYTES = 1 << 16 };
    char *text = NULL;
    size_t used = 0, size = PART_BYTES;
    while (size == PART_BYTES) {
        text = heap_resize(text, used + PART_BYTES + 1, 1);
        size = fread(text + used, 1, PART_BYTES, file);
        used += size;
    }
    fclose(file);
    text[used] = '\0';
    return text;
}

static cudaError_t load_file(CUmodule *module, const char *path)
{
    char *text = driver_read_text(path);
    cudaError_t error =
        text == NULL ? cudaErrorFileNotFound : load_data(module, path, text, (ErrorLog){0});
    free(text);
    return error;
}

CUresult cuModuleLoad(CUmodule *module, const char *fname)
{
    return DRIVER_CALL(true, load_file(module, fname));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return DRIVER_CALL(true, load_data(module, "module", image, (ErrorLog){0}));
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions,
                            CUjit_option *options, void **optionValues)
{
    ErrorLog log = {0}; // the other options tune machine code
    for (unsigned i = 0; options != NULL && optionValues != NULL && i < numOptions; i++) {
        log.buffer = options[i] == CU_JIT_ERROR_LOG_BUFFER ? optionValues[i] : log.buffer;
        log.size = options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES ? &optionValues[i] : log.size;
    }
    return DRIVER_CALL(true, load_data(module, "module", image, log));
}

static struct CUmod_st **link_of(Runtime *runtime, CUmodule module)
{
    struct CUmod_st **link = &runtime->modules;
    while (*link != NULL && *link != module) {
        link = &(*link)->next;
    }
    return link;
}

// Its functions stay, without a kernel: a launch of one fails.
static void forget_functions(Runtime *runtime, const LockstepModule *module)
{
    for (RuntimeFunction *at = runtime->functions; at != NULL; at = at->next) {
        at->kernel = at->module == module ? NULL : at->kernel;
    }
}

static cudaError_t unload(CUmodule module)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUmod_st **link = link_of(runtime, module);
    if (*link == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    *link = module->next;
    forget_functions(runtime, module->module);
    lockstep_module_unload(runtime->device, module->module);
    free(module);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuModuleUnload(CUmodule hmod)
{
    return DRIVER_CALL(true, unload(hmod));
}

void driver_modules_stop(Runtime *runtime)
{
    while (runtime->modules != NULL) {
        struct CUmod_st *module = runtime->modules;
        runtime->modules = module->next;
        free(module);
    }
}

// A function is known to the runtime by its own address, so that the runtime's calls take it, too.
static cudaError_t get_function(CUfunction *function, CUmodule module, const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (function == NULL || name == NULL || *link_of(runtime, module) == NULL) {
        return runtime_leave(runtime, function == NULL || name == NULL
                                          ? cudaErrorInvalidValue
                                          : cudaErrorInvalidResourceHandle);
    }
    const PtxFunction *kernel = device_kernel(module->module, name);
    if (kernel == NULL) {
        return runtime_leave(runtime, cudaErrorSymbolNotFound);
    }
    RuntimeFunction *found = runtime->functions;
    while (found != NULL && !(found->kernel == kernel && found->pointer == found)) {
        found = found->next;
    }
    if (found == NULL) {
        found = heap_resize(NULL, 1, sizeof(*found));
        *found = (RuntimeFunction){.next = runtime->functions,
                                   .pointer = found,
                                   .device = module->device,
                                   .name = strdup(name),
                                   .module = module->module,
                                   .kernel = kernel,
                                   .carveout = -1};
        runtime->functions = found;
    }
    *function = (CUfunction)found;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
{
    return DRIVER_CALL(true, get_function(hfunc, hmod, name));
}

static cudaError_t get_global(CUdeviceptr *address, size_t *bytes, CUmodule module,
                              const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    uint64_t at = 0, size_bytes = 0;
    if (name == NULL || *link_of(runtime, module) == NULL) {
        return runtime_leave(runtime,
                             name == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    }
    if (lockstep_symbol(runtime->device, module->module, name, &at, &size_bytes) != LOCKSTEP_OK) {
        return runtime_leave(runtime, cudaErrorSymbolNotFound);
    }
    if (address != NULL) {
        *address = at;
    }
    if (bytes != NULL) {
        *bytes = (size_t)size_bytes;
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name)
{
    return DRIVER_CALL(true, get_global(dptr, bytes, hmod, name));
}

// Parameters in one buffer, laid out as the kernel declares them.
static cudaError_t launch_from_buffer(CUfunction function, dim3 grid, dim3 block, size_t shared,
                                      CUstream stream, void **extra)
{
    const RuntimeFunction *found = (const RuntimeFunction *)function;
    uint8_t *buffer = NULL;
    size_t size_bytes = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        buffer = extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER ? extra[1] : buffer;
        size_bytes = extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE ? *(size_t *)extra[1] : size_bytes;
    }
    uint32_t count = found->kernel == NULL ? 0 : found->kernel->parameter_count;
    void **arguments = heap_resize(NULL, count + 1u, sizeof(void *));
    bool is_whole = buffer != NULL || count == 0;
    uint64_t end = 0;
    for (uint32_t i = 0; i < count && is_whole; i++) {
        uint64_t offset = found->kernel->parameter_offset[i];
        end = offset + found->kernel->parameters[i]->size_bytes;
        is_whole = end <= size_bytes;
        arguments[i] = buffer + offset;
    }
    // Padding behind the last parameter is too much, as on an H200.
    cudaError_t error = !is_whole ? cudaErrorInvalidValue
                        : end < size_bytes
                            ? cudaErrorLaunchOutOfResources
                            : cudaLaunchKernel(found, grid, block, arguments, shared, stream);
    free(arguments);
    return error;
}

static cudaError_t launch(CUfunction function, dim3 grid, dim3 block, size_t shared,
                          CUstream stream, void **arguments, void **extra)
{
    if (function == NULL || (arguments != NULL && extra != NULL)) {
        return function == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    }
    return extra != NULL ? launch_from_buffer(function, grid, block, shared, stream, extra)
                         : cudaLaunchKernel(function, grid, block, arguments, shared, stream);
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                        void **kernelParams, void **extra)
{
    dim3 grid = {gridDimX, gridDimY, gridDimZ}, block = {blockDimX, blockDimY, blockDimZ};
    return DRIVER_CALL(true, launch(f, grid, block, sharedMemBytes, hStream, kernelParams, extra));
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

static cudaError_t function_attribute(int *value, CUfunction_attribute attribute,
                                      CUfunction function)
{
    struct cudaFuncAttributes all = {0};
    cudaError_t error = cudaFuncGetAttributes(&all, function);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)all.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)all.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = all.preferredShmemCarveout;
        break;
    default: return cudaErrorInvalidValue;
    }
    return error;
}

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
{
    return DRIVER_CALL(true, function_attribute(pi, attrib, hfunc));
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
    return DRIVER_CALL(true, cudaFuncSetAttribute(hfunc, (enum cudaFuncAttribute)attrib, value));
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
{
    return DRIVER_CALL(true, cudaFuncSetCacheConfig(hfunc, (enum cudaFuncCache)config));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize)
{
    return DRIVER_CALL(true, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                 numBlocks, func, blockSize, dynamicSMemSize));
}

// The largest block of those with the most threads on an SM.
static cudaError_t best_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared,
                              size_t plain_shared, int limit)
{
    struct cudaFuncAttributes attributes;
    struct cudaDeviceProp properties;
    cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    error = error == cudaSuccess
                ? cudaGetDeviceProperties(&properties, (int)runtime_thread()->device)
                : error;
    if (error != cudaSuccess) {
        return error;
    }
    int most = attributes.maxThreadsPerBlock, best = 0;
    most = limit > 0 && limit < most ? limit : most;
    for (int size = (most + 31) / 32 * 32; size > 0 && error == cudaSuccess; size -= 32) {
        int threads = size < most ? size : most, blocks = 0;
        size_t bytes = shared == NULL ? plain_shared : shared(threads);
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes);
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * properties.multiProcessorCount;
        }
    }
    return error;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit)
{
    return DRIVER_CALL(true, best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                        dynamicSMemSize, blockSizeLimit));
}
