// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop.
#ifndef LOCKSTEP_CUDA_CUDA_PROFILER_API_H
#define LOCKSTEP_CUDA_CUDA_PROFILER_API_H
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime_api.h"

#endif
