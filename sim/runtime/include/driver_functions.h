// SPDX-License-Identifier: Apache-2.0
// make_cudaExtent and its like, which cuda_runtime.h has.
#ifndef LOCKSTEP_CUDA_DRIVER_FUNCTIONS_H
#define LOCKSTEP_CUDA_DRIVER_FUNCTIONS_H
#define __DRIVER_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
