// SPDX-License-Identifier: Apache-2.0
// Libraries of the driver API: code that is loaded for all devices at once, and kernels that are a
// function on each of them.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

struct CUkern_st {
    struct CUkern_st *next;
    struct CUlib_st *library;
    const char *name; // of the PTX
};

struct CUlib_st {
    struct CUlib_st *next;
    CUmodule modules[RUNTIME_DEVICES_MAX]; // of each device; NULL: not loaded
    struct CUkern_st *kernels;
};

static void destroy(struct CUlib_st *library)
{
    while (library->kernels != NULL) {
        struct CUkern_st *kernel = library->kernels;
        library->kernels = kernel->next;
        free(kernel);
    }
    free(library);
}

void driver_libraries_stop(Runtime *runtime)
{
    while (runtime->libraries != NULL) {
        struct CUlib_st *library = runtime->libraries;
        runtime->libraries = library->next;
        destroy(library);
    }
}

static struct CUlib_st **link_of(Runtime *runtime, CUlibrary handle)
{
    struct CUlib_st **link = &runtime->libraries;
    while (*link != NULL && *link != handle) {
        link = &(*link)->next;
    }
    return link;
}

static void unload_modules(Runtime *runtime, struct CUlib_st *library)
{
    uint32_t own = runtime->current->number;
    for (uint32_t i = 0; i < runtime->device_count; i++) {
        if (library->modules[i] != NULL) {
            runtime_turn(runtime, i);
            driver_module_unload(runtime, library->modules[i]);
        }
    }
    runtime_turn(runtime, own);
}

static cudaError_t load(Runtime *runtime, CUlibrary *handle, const char *name, const void *image)
{
    struct CUlib_st *library = heap_resize(NULL, 1, sizeof *library);
    *library = (struct CUlib_st){.next = runtime->libraries};
    uint32_t own = runtime->current->number;
    cudaError_t error = cudaSuccess;
    for (uint32_t i = 0; i < runtime->device_count && error == cudaSuccess; i++) {
        runtime_turn(runtime, i);
        error = driver_module_load(runtime, &library->modules[i], name, image);
        if (error == cudaSuccess) {
            library->modules[i]->is_of_library = true;
        }
    }
    runtime_turn(runtime, own);
    if (error != cudaSuccess) {
        unload_modules(runtime, library);
        free(library);
        return error;
    }
    *handle = runtime->libraries = library;
    return cudaSuccess;
}

static cudaError_t load_data(CUlibrary *library, const char *name, const void *image, DriverLog log)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_given = library != NULL && image != NULL;
    cudaError_t error = is_given ? load(runtime, library, name, image) : cudaErrorInvalidValue;
    if (error == cudaErrorInvalidPtx) {
        driver_log_put(log, lockstep_messages(runtime->device));
    }
    return runtime_leave(runtime, error);
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned int numJitOptions,
                           CUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions)
{
    (void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions; // of the host's code
    DriverLog log = driver_log_of(numJitOptions, jitOptions, jitOptionsValues);
    return DRIVER_CALL(false, load_data(library, "library", code, log));
}

static cudaError_t load_file(CUlibrary *library, const char *path, DriverLog log)
{
    char *text = driver_read_text(path);
    cudaError_t error = text == NULL ? cudaErrorFileNotFound : load_data(library, path, text, log);
    free(text);
    return error;
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned int numLibraryOptions)
{
    (void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
    DriverLog log = driver_log_of(numJitOptions, jitOptions, jitOptionsValues);
    return DRIVER_CALL(false, load_file(library, fileName, log));
}

// Enters the runtime and finds the library; NULL, and the error to return, when that fails.
static struct CUlib_st *enter(CUlibrary handle, Runtime **runtime, cudaError_t *error)
{
    *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    struct CUlib_st *library = *link_of(*runtime, handle);
    if (library == NULL) {
        *error = runtime_leave(*runtime, cudaErrorInvalidResourceHandle);
    }
    return library;
}

static cudaError_t unload(CUlibrary handle)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUlib_st *library = enter(handle, &runtime, &error);
    if (library == NULL) {
        return error;
    }
    *link_of(runtime, library) = library->next;
    unload_modules(runtime, library);
    destroy(library);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    return DRIVER_CALL(false, unload(library));
}

static CUmodule current_module(const Runtime *runtime, const struct CUlib_st *library)
{
    return library->modules[runtime->current->number];
}

static cudaError_t get_module(CUmodule *module, CUlibrary handle)
{
    Runtime *runtime;
    cudaError_t error;
    const struct CUlib_st *library = enter(handle, &runtime, &error);
    if (library == NULL) {
        return error;
    }
    *module = current_module(runtime, library);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library)
{
    return DRIVER_CALL(true, get_module(pMod, library));
}

// The runtime knows the kernel's function on each device by the kernel's address.
static CUkernel kernel_of(Runtime *runtime, struct CUlib_st *library, const char *name)
{
    struct CUkern_st *kernel = library->kernels;
    while (kernel != NULL && strcmp(kernel->name, name) != 0) {
        kernel = kernel->next;
    }
    const PtxFunction *first = device_kernel(library->modules[0]->module, name);
    if (kernel != NULL || first == NULL) {
        return kernel;
    }
    kernel = heap_resize(NULL, 1, sizeof *kernel);
    *kernel = (struct CUkern_st){library->kernels, library, first->name};
    library->kernels = kernel;
    for (uint32_t i = 0; i < runtime->device_count; i++) {
        CUmodule module = library->modules[i];
        driver_function_add(runtime, module, device_kernel(module->module, name), kernel);
    }
    return kernel;
}

static cudaError_t get_kernel(CUkernel *kernel, CUlibrary handle, const char *name)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUlib_st *library = enter(handle, &runtime, &error);
    if (library == NULL) {
        return error;
    }
    CUkernel found = kernel == NULL || name == NULL ? NULL : kernel_of(runtime, library, name);
    if (found == NULL) {
        return runtime_leave(runtime, kernel == NULL || name == NULL ? cudaErrorInvalidValue
                                                                     : cudaErrorSymbolNotFound);
    }
    *kernel = found;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)
{
    return DRIVER_CALL(false, get_kernel(pKernel, library, name));
}

// The first kernels of the library, as far as there is room for them.
static cudaError_t list(CUlibrary handle, CUkernel *kernels, unsigned room, unsigned *count)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUlib_st *library = enter(handle, &runtime, &error);
    if (library == NULL) {
        return error;
    }
    const PtxFunction *kernel;
    uint32_t index = 0;
    *count = driver_kernel_count(library->modules[0]);
    for (unsigned i = 0; i < room && driver_kernel_next(library->modules[0], &index, &kernel);
         i++) {
        kernels[i] = kernel_of(runtime, library, kernel->name);
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib)
{
    return DRIVER_CALL(false, count == NULL ? cudaErrorInvalidValue : list(lib, NULL, 0, count));
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib)
{
    unsigned count;
    return DRIVER_CALL(false, kernels == NULL ? cudaErrorInvalidValue
                                              : list(lib, kernels, numKernels, &count));
}

static bool is_managed(CUmodule module, const char *name)
{
    const PtxModule *ptx = device_module_ptx(module->module);
    for (uint32_t i = 0; name != NULL && i < ptx->variable_count; i++) {
        if (strcmp(ptx->variables[i]->name, name) == 0) {
            return ptx->variables[i]->is_managed;
        }
    }
    return false;
}

static cudaError_t get_variable(CUdeviceptr *address, size_t *bytes, CUlibrary handle,
                                const char *name, bool must_be_managed)
{
    Runtime *runtime;
    cudaError_t error;
    const struct CUlib_st *library = enter(handle, &runtime, &error);
    if (library == NULL) {
        return error;
    }
    CUmodule module = current_module(runtime, library);
    return runtime_leave(runtime, must_be_managed && !is_managed(module, name)
                                      ? cudaErrorSymbolNotFound
                                      : driver_global(runtime, module, name, address, bytes));
}

CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
    return DRIVER_CALL(true, get_variable(dptr, bytes, library, name, false));
}

CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
    return DRIVER_CALL(false, get_variable(dptr, bytes, library, name, true));
}

// Kernels

static CUkernel find_kernel(Runtime *runtime, CUkernel handle)
{
    for (struct CUlib_st *library = runtime->libraries; library != NULL; library = library->next) {
        for (struct CUkern_st *kernel = library->kernels; kernel != NULL; kernel = kernel->next) {
            if (kernel == handle) {
                return kernel;
            }
        }
    }
    return NULL;
}

// What a kernel is of; NULL: there is no such kernel.
static cudaError_t get_library(CUkernel handle, CUlibrary *library)
{
    if (library == NULL) {
        return cudaErrorInvalidValue;
    }
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUkern_st *kernel = find_kernel(runtime, handle);
    *library = kernel == NULL ? NULL : kernel->library;
    return runtime_leave(runtime, kernel == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel)
{
    return DRIVER_CALL(false, get_library(kernel, pLib));
}

// A kernel is its function, on whichever device that is used.
static cudaError_t get_function(CUfunction *function, CUkernel kernel)
{
    if (function == NULL) {
        return cudaErrorInvalidValue;
    }
    CUlibrary library;
    *function = (CUfunction)kernel;
    return get_library(kernel, &library);
}

CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel)
{
    return DRIVER_CALL(true, get_function(pFunc, kernel));
}

CUresult cuKernelGetName(const char **name, CUkernel hfunc)
{
    return DRIVER_CALL(false, cudaFuncGetName(name, hfunc));
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset,
                              size_t *paramSize)
{
    return DRIVER_CALL(false, cudaFuncGetParamInfo(kernel, paramIndex, paramOffset, paramSize));
}

CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
{
    if (!runtime_has_device(dev)) {
        return DRIVER_CALL(false, cudaErrorInvalidDevice);
    }
    uint32_t own = driver_turn(dev);
    CUresult result = DRIVER_CALL(false, driver_function_attribute(pi, attrib, (CUfunction)kernel));
    driver_turn((int)own);
    return result;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
{
    uint32_t own = driver_turn(dev);
    CUresult result =
        DRIVER_CALL(false, cudaFuncSetAttribute(kernel, (enum cudaFuncAttribute)attrib, val));
    driver_turn((int)own);
    return result;
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
    uint32_t own = driver_turn(dev);
    CUresult result =
        DRIVER_CALL(false, cudaFuncSetCacheConfig(kernel, (enum cudaFuncCache)config));
    driver_turn((int)own);
    return result;
}
