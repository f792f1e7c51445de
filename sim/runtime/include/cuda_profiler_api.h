// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop.
#ifndef LOCKSTEP_CUDA_CUDA_PROFILER_API_H
#define LOCKSTEP_CUDA_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
