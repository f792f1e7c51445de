// SPDX-License-Identifier: Apache-2.0
// The error codes of the CUDA Runtime API 12 (CUDA Runtime API, "Data types used by CUDA Runtime").
#ifndef LOCKSTEP_CUDA_DRIVER_ERRORS_H
#define LOCKSTEP_CUDA_DRIVER_ERRORS_H

enum cudaError {
#define LOCKSTEP_CUDA_ERROR(code, name, text) name = code,
#include "driver_errors.def"
#undef LOCKSTEP_CUDA_ERROR
    cudaErrorApiFailureBase = 10000
};

#endif
