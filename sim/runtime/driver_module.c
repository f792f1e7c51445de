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

CUmodule driver_module_of(Runtime *runtime, const RuntimeFunction *function)
{
    struct CUmod_st *module = runtime->modules;
    while (module != NULL && module->module != function->module) {
        module = module->next;
    }
    return module;
}

static cudaError_t get_module(CUmodule *module, CUfunction handle)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    cudaError_t error = cudaSuccess;
    const RuntimeFunction *function = function_find(runtime, handle, &error);
    CUmodule found = function == NULL ? NULL : driver_module_of(runtime, function);
    if (found == NULL || module == NULL) {
        return runtime_leave(runtime, module == NULL ? cudaErrorInvalidValue
                                                     : cudaErrorInvalidResourceHandle);
    }
    *module = found;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc)
{
    return DRIVER_CALL(true, get_module(hmod, hfunc));
}
