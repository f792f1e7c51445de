// SPDX-License-Identifier: Apache-2.0
// Modules of the driver API: PTX text from memory or a file, its kernels and variables.
#include "isa/base/heap.h"
#include "isa/machine/program.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

// Whether the text can be PTX: it starts with the version, after comments.
static bool is_ptx(const char *text, size_t size_bytes)
{
    static const char start[] = ".version";
    const char *end = text + size_bytes;
    while (text < end) {
        if (strchr(" \t\r\n", *text) != NULL) {
            text++;
        } else if (end - text >= 2 && text[0] == '/' && text[1] == '/') {
            const char *line = memchr(text, '\n', (size_t)(end - text));
            text = line == NULL ? end : line;
        } else if (end - text >= 2 && text[0] == '/' && text[1] == '*') {
            const char *close = strstr(text + 2, "*/");
            text = close == NULL ? end : close + 2;
        } else {
            break;
        }
    }
    return (size_t)(end - text) >= sizeof start - 1 && memcmp(text, start, sizeof start - 1) == 0;
}

static const char *lacking_callee(const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const PtxOperand *operand = &instruction->operands[i];
        if (operand->kind == PTX_OPERAND_FUNCTION && !operand->function->has_body &&
            !system_provides(operand->function->name)) {
            return operand->function->name;
        }
    }
    return NULL;
}

// Whether the module's kernels call a function that nobody has.
static bool lacks_function(const PtxModule *ptx, const char **name)
{
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        const PtxFunction *function = ptx->functions[i];
        for (uint32_t k = 0; k < function->instruction_count; k++) {
            *name = lacking_callee(&function->instructions[k]);
            if (*name != NULL) {
                return true;
            }
        }
    }
    return false;
}

// What the driver refuses before it compiles anything, with an H200's codes (driver 580).
static cudaError_t refuse_module(Runtime *runtime, const char *file, const PtxModule *ptx)
{
    uint32_t newest = CUDART_VERSION / 1000 - 4; // CUDA 12 has PTX 8, CUDA 13 has PTX 9
    const char *name = NULL;
    if (ptx->version_major > newest) {
        runtime_say(runtime, "lockstep: error: %s is PTX %u.%u; CUDA %u knows PTX %u\n", file,
                    ptx->version_major, ptx->version_minor, CUDART_VERSION / 1000, newest);
        return cudaErrorUnsupportedPtxVersion;
    }
    if (ptx->target > runtime->gpu->compute_capability) {
        runtime_say(runtime, "lockstep: error: %s is for sm_%u; %s is sm_%u\n", file, ptx->target,
                    runtime->gpu->title, runtime->gpu->compute_capability);
        return cudaErrorInvalidPtx;
    }
    if (lacks_function(ptx, &name)) {
        runtime_say(runtime, "lockstep: error: %s calls '%s', which nobody defines\n", file, name);
        return cudaErrorInvalidPtx;
    }
    return cudaSuccess;
}

cudaError_t driver_module_load(Runtime *runtime, CUmodule *handle, const char *name,
                               const void *image)
{
    LockstepModule *module;
    DriverImage found;
    cudaError_t error = driver_image_find(runtime, name, image, &found);
    if (error != cudaSuccess) {
        return error;
    }
    if (!is_ptx(found.ptx, found.size_bytes)) {
        runtime_say(runtime, "lockstep: error: %s is no PTX, which starts with .version\n", name);
        return cudaErrorInvalidKernelImage;
    }
    LockstepStatus status =
        lockstep_module_load(runtime->device, found.ptx, found.size_bytes, name, &module);
    if (status != LOCKSTEP_OK) {
        runtime_show_messages(runtime);
        return status == LOCKSTEP_ERROR_MEMORY ? cudaErrorMemoryAllocation : cudaErrorInvalidPtx;
    }
    error = refuse_module(runtime, name, device_module_ptx(module));
    if (error != cudaSuccess) {
        lockstep_module_unload(runtime->device, module);
        return error;
    }
    struct CUmod_st *loaded = heap_resize(NULL, 1, sizeof(*loaded));
    *loaded = (struct CUmod_st){
        .next = runtime->modules, .module = module, .device = runtime->current->number};
    *handle = runtime->modules = loaded;
    return cudaSuccess;
}

static cudaError_t load_data(CUmodule *module, const char *name, const void *image, DriverLog log)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_given = module != NULL && image != NULL;
    cudaError_t error =
        is_given ? driver_module_load(runtime, module, name, image) : cudaErrorInvalidValue;
    if (error == cudaErrorInvalidPtx) {
        driver_log_put(log, lockstep_messages(runtime->device));
    }
    return runtime_leave(runtime, error);
}

static cudaError_t load_file(CUmodule *module, const char *path)
{
    char *text = driver_read_text(path);
    cudaError_t error =
        text == NULL ? cudaErrorFileNotFound : load_data(module, path, text, (DriverLog){0});
    free(text);
    return error;
}

CUresult cuModuleLoad(CUmodule *module, const char *fname)
{
    return DRIVER_CALL(true, load_file(module, fname));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return DRIVER_CALL(true, load_data(module, "module", image, (DriverLog){0}));
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions,
                            CUjit_option *options, void **optionValues)
{
    DriverLog log = driver_log_of(numOptions, options, optionValues);
    return DRIVER_CALL(true, load_data(module, "module", image, log));
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin)
{
    return DRIVER_CALL(true, load_data(module, "module", fatCubin, (DriverLog){0}));
}

struct CUmod_st **driver_module_link(Runtime *runtime, CUmodule module)
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

void driver_module_unload(Runtime *runtime, CUmodule module)
{
    *driver_module_link(runtime, module) = module->next;
    forget_functions(runtime, module->module);
    driver_references_forget(runtime, module->module);
    driver_surfaces_forget(runtime, module->module);
    lockstep_module_unload(runtime->device, module->module);
    free(module);
}

static cudaError_t unload(CUmodule module)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUmod_st **link = driver_module_link(runtime, module);
    if (*link == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    if (module->is_of_library) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    driver_module_unload(runtime, module);
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

RuntimeFunction *driver_function_add(Runtime *runtime, CUmodule module, const PtxFunction *kernel,
                                     const void *pointer)
{
    RuntimeFunction *found = runtime->functions;
    while (found != NULL &&
           !(pointer == NULL ? found->kernel == kernel && found->pointer == found
                             : found->pointer == pointer && found->device == module->device)) {
        found = found->next;
    }
    if (found == NULL) {
        found = heap_resize(NULL, 1, sizeof(*found));
        *found = (RuntimeFunction){.next = runtime->functions,
                                   .pointer = pointer == NULL ? found : pointer,
                                   .device = module->device,
                                   .name = strdup(kernel->name),
                                   .carveout = -1};
        runtime->functions = found;
    }
    found->module = module->module;
    found->kernel = kernel;
    return found;
}

static cudaError_t get_function(CUfunction *function, CUmodule module, const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (function == NULL || name == NULL || *driver_module_link(runtime, module) == NULL) {
        return runtime_leave(runtime, function == NULL || name == NULL
                                          ? cudaErrorInvalidValue
                                          : cudaErrorInvalidResourceHandle);
    }
    const PtxFunction *kernel = device_kernel(module->module, name);
    if (kernel == NULL) {
        return runtime_leave(runtime, cudaErrorSymbolNotFound);
    }
    *function = (CUfunction)driver_function_add(runtime, module, kernel, NULL);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
{
    return DRIVER_CALL(true, get_function(hfunc, hmod, name));
}

bool driver_kernel_next(CUmodule module, uint32_t *index, const PtxFunction **kernel)
{
    const PtxModule *ptx = device_module_ptx(module->module);
    while (*index < ptx->function_count) {
        *kernel = ptx->functions[(*index)++];
        if ((*kernel)->is_entry && (*kernel)->has_body) {
            return true;
        }
    }
    return false;
}

uint32_t driver_kernel_count(CUmodule module)
{
    const PtxFunction *kernel;
    uint32_t count = 0, index = 0;
    while (driver_kernel_next(module, &index, &kernel)) {
        count++;
    }
    return count;
}

// The first functions of the module, as far as there is room for them.
static cudaError_t list(CUmodule module, CUfunction *functions, unsigned room, unsigned *count)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (*driver_module_link(runtime, module) == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidResourceHandle);
    }
    const PtxFunction *kernel;
    uint32_t index = 0;
    *count = driver_kernel_count(module);
    for (unsigned i = 0; i < room && driver_kernel_next(module, &index, &kernel); i++) {
        functions[i] = (CUfunction)driver_function_add(runtime, module, kernel, NULL);
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod)
{
    return DRIVER_CALL(true, count == NULL ? cudaErrorInvalidValue : list(mod, NULL, 0, count));
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions, CUmodule mod)
{
    unsigned count;
    return DRIVER_CALL(true, functions == NULL ? cudaErrorInvalidValue
                                               : list(mod, functions, numFunctions, &count));
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    if (mode == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
    *mode = CU_MODULE_EAGER_LOADING;
    return DRIVER_CALL(false, cudaSuccess);
}

cudaError_t driver_global(Runtime *runtime, CUmodule module, const char *name, CUdeviceptr *address,
                          size_t *bytes)
{
    uint64_t at = 0, size_bytes = 0;
    if (name == NULL || (address == NULL && bytes == NULL)) {
        return cudaErrorInvalidValue;
    }
    if (lockstep_symbol(runtime->device, module->module, name, &at, &size_bytes) != LOCKSTEP_OK) {
        bool is_kernel = device_kernel(module->module, name) != NULL;
        return is_kernel ? cudaErrorInvalidValue : cudaErrorSymbolNotFound; // as on an H200
    }
    if (address != NULL) {
        *address = at;
    }
    if (bytes != NULL) {
        *bytes = (size_t)size_bytes;
    }
    return cudaSuccess;
}

static cudaError_t get_global(CUdeviceptr *address, size_t *bytes, CUmodule module,
                              const char *name)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    return runtime_leave(runtime, *driver_module_link(runtime, module) == NULL
                                      ? cudaErrorInvalidResourceHandle
                                      : driver_global(runtime, module, name, address, bytes));
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
