// SPDX-License-Identifier: Apache-2.0
// Functions of the driver API by name.
#include "sim/runtime/driver.h"

#include <string.h>

typedef void AnyFunction(void);

static const struct Function {
    const char *name;
    AnyFunction *function;
} functions[] = {
#define LOCKSTEP_CU_FUNCTION(name, parameters) {#name, (AnyFunction *)name},
#define LOCKSTEP_CU_REFUSED                    LOCKSTEP_CU_FUNCTION
#include "sim/runtime/include/driver_functions.def"
#include "sim/runtime/include/driver_refused.def"
#undef LOCKSTEP_CU_FUNCTION
#undef LOCKSTEP_CU_REFUSED
};

// NULL: there is none of this name. All versions of a function are the same one.
static AnyFunction *find_function(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(functions[i].name, name) == 0) {
            return functions[i].function;
        }
    }
    return NULL;
}

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus)
{
    (void)cudaVersion, (void)flags;
    if (symbol == NULL || pfn == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    AnyFunction *function = find_function(symbol);
    memcpy(pfn, &function, sizeof function);
    if (symbolStatus != NULL) {
        *symbolStatus =
            function != NULL ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return function != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
{
    (void)cudaVersion, (void)flags;
    if (symbol == NULL || funcPtr == NULL) {
        return cudaErrorInvalidValue;
    }
    AnyFunction *function = find_function(symbol);
    memcpy(funcPtr, &function, sizeof function);
    if (driverStatus != NULL) {
        *driverStatus =
            function != NULL ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    }
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus)
{
    return cudaGetDriverEntryPointByVersion(symbol, funcPtr, CUDA_VERSION, flags, driverStatus);
}
