// SPDX-License-Identifier: Apache-2.0
// Libraries of the runtime API: those of the driver API, whose options and results have the same
// codes. A kernel of a library is launched like one of the program's.
#include "sim/runtime/driver.h"

// The driver is ready, and the thread has its device's primary context.
static bool begin(void)
{
    return cudaFree(NULL) == cudaSuccess && cuInit(0) == CUDA_SUCCESS;
}

static cudaError_t end(CUresult result)
{
    return result == CUDA_SUCCESS ? cudaSuccess : runtime_fail((cudaError_t)result);
}

#define LIBRARY_CALL(call) (begin() ? end(call) : runtime_fail(cudaErrorInitializationError))

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *jitOptions, void **jitOptionsValues,
                                unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions,
                                void **libraryOptionValues, unsigned int numLibraryOptions)
{
    (void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions; // of the host's code
    return LIBRARY_CALL(cuLibraryLoadData(library, code, (CUjit_option *)jitOptions,
                                          jitOptionsValues, numJitOptions, NULL, NULL, 0));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *fileName,
                                    enum cudaJitOption *jitOptions, void **jitOptionsValues,
                                    unsigned int numJitOptions,
                                    enum cudaLibraryOption *libraryOptions,
                                    void **libraryOptionValues, unsigned int numLibraryOptions)
{
    (void)libraryOptions, (void)libraryOptionValues, (void)numLibraryOptions;
    return LIBRARY_CALL(cuLibraryLoadFromFile(library, fileName, (CUjit_option *)jitOptions,
                                              jitOptionsValues, numJitOptions, NULL, NULL, 0));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    return LIBRARY_CALL(cuLibraryUnload(library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name)
{
    return LIBRARY_CALL(cuLibraryGetKernel(pKernel, library, name));
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t lib)
{
    return LIBRARY_CALL(cuLibraryGetKernelCount(count, lib));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int numKernels,
                                        cudaLibrary_t lib)
{
    return LIBRARY_CALL(cuLibraryEnumerateKernels(kernels, numKernels, lib));
}

static CUresult get_variable(void **pointer, size_t *bytes, cudaLibrary_t library, const char *name,
                             bool is_managed)
{
    CUdeviceptr address = 0;
    CUresult result = is_managed ? cuLibraryGetManaged(&address, bytes, library, name)
                                 : cuLibraryGetGlobal(&address, bytes, library, name);
    if (result == CUDA_SUCCESS && pointer != NULL) {
        *pointer = (void *)(uintptr_t)address;
    }
    return result;
}

cudaError_t cudaLibraryGetGlobal(void **dptr, size_t *bytes, cudaLibrary_t library,
                                 const char *name)
{
    return LIBRARY_CALL(get_variable(dptr, bytes, library, name, false));
}

cudaError_t cudaLibraryGetManaged(void **dptr, size_t *bytes, cudaLibrary_t library,
                                  const char *name)
{
    return LIBRARY_CALL(get_variable(dptr, bytes, library, name, true));
}

// The kernel of a host function is that function.
cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr)
{
    struct cudaFuncAttributes attributes;
    cudaError_t error = kernelPtr == NULL ? runtime_fail(cudaErrorInvalidValue)
                                          : cudaFuncGetAttributes(&attributes, entryFuncAddr);
    if (error == cudaSuccess) {
        *kernelPtr = (cudaKernel_t)(uintptr_t)entryFuncAddr;
    }
    return error;
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr)
{
    cudaKernel_t kernel = NULL;
    cudaError_t error = functionPtr == NULL ? runtime_fail(cudaErrorInvalidValue)
                                            : cudaGetKernel(&kernel, symbolPtr);
    if (error == cudaSuccess) {
        *functionPtr = (cudaFunction_t)kernel;
    }
    return error;
}

// No function of the host and the device is compiled: whatever the name is, it is none.
cudaError_t cudaLibraryGetUnifiedFunction(void **fptr, cudaLibrary_t library, const char *symbol)
{
    (void)fptr;
    (void)library;
    (void)symbol;
    return runtime_fail(cudaErrorInvalidValue);
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr,
                                            int value, int device)
{
    if (!runtime_has_device(device)) {
        return runtime_fail(cudaErrorInvalidDevice);
    }
    RuntimeThread *thread = runtime_thread();
    uint32_t own = thread->device;
    thread->device = (uint32_t)device;
    cudaError_t error = cudaFuncSetAttribute(kernel, attr, value);
    thread->device = own;
    return error;
}
