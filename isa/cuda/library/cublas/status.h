// SPDX-License-Identifier: Apache-2.0
// The names and texts of statuses, for cuBLAS and cuBLASLt.
#pragma once
#include <cublas_v2.h>

#define STATUSES                                                                                   \
    STATUS(SUCCESS, "success")                                                                     \
    STATUS(NOT_INITIALIZED, "the library was not initialized")                                     \
    STATUS(ALLOC_FAILED, "the resource allocation failed")                                         \
    STATUS(INVALID_VALUE, "an unsupported value or parameter was passed to the function")          \
    STATUS(ARCH_MISMATCH,                                                                          \
           "the function requires a feature absent from the device architecture")                  \
    STATUS(MAPPING_ERROR, "an access to GPU memory space failed")                                  \
    STATUS(EXECUTION_FAILED, "the function failed to launch on the GPU")                           \
    STATUS(INTERNAL_ERROR, "an internal operation failed")                                         \
    STATUS(NOT_SUPPORTED, "the requested functionality is not supported")                          \
    STATUS(LICENSE_ERROR, "the license required was not found")

namespace lockstep
{
inline const char *status_name(cublasStatus_t status)
{
    switch (status) {
#define STATUS(name, text)                                                                         \
    case CUBLAS_STATUS_##name: return "CUBLAS_STATUS_" #name;
        STATUSES
#undef STATUS
    }
    return "unknown status code";
}

inline const char *status_text(cublasStatus_t status)
{
    switch (status) {
#define STATUS(name, text)                                                                         \
    case CUBLAS_STATUS_##name: return text;
        STATUSES
#undef STATUS
    }
    return "unknown status code";
}
} // namespace lockstep
