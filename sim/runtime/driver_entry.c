// SPDX-License-Identifier: Apache-2.0
// Functions of the driver API by name.
#include "sim/runtime/driver.h"

#include <string.h>

static const struct Function {
    const char *name;
    DriverFunction *function;
} functions[] = {
#define LOCKSTEP_CU_FUNCTION(name, parameters) {#name, (DriverFunction *)name},
#define LOCKSTEP_CU_REFUSED                    LOCKSTEP_CU_FUNCTION
#include "sim/runtime/include/driver_functions.def"
#include "sim/runtime/include/driver_refused.def"
#undef LOCKSTEP_CU_FUNCTION
#undef LOCKSTEP_CU_REFUSED
};

// The form that the function had in a version of CUDA; NULL: there is none of this name.
static DriverFunction *find_function(const char *name, int version)
{
    DriverFunction *older = driver_function_before(name, version);
    for (size_t i = 0; older == NULL && i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(functions[i].name, name) == 0) {
            return functions[i].function;
        }
    }
    return older;
}

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus)
{
    (void)flags;
    if (symbol == NULL || pfn == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    DriverFunction *function = find_function(symbol, cudaVersion);
    memcpy(pfn, &function, sizeof function);
    if (symbolStatus != NULL) {
        *symbolStatus =
            function != NULL ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return function != NULL || symbolStatus != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
{
    (void)flags;
    if (symbol == NULL || funcPtr == NULL) {
        return cudaErrorInvalidValue;
    }
    DriverFunction *function = find_function(symbol, (int)cudaVersion);
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
