// SPDX-License-Identifier: Apache-2.0
// threadIdx and its like, for host code that names them in what it never runs.
#ifndef LOCKSTEP_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define LOCKSTEP_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "vector_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
extern const uint3 threadIdx, blockIdx;
extern const struct dim3 blockDim, gridDim;
extern const int warpSize;
#if defined(__cplusplus)
}
#endif

#endif
