// SPDX-License-Identifier: Apache-2.0
// The profiler's control in the driver API: cuProfilerStart and cuProfilerStop, which cuda.h
// declares.
#ifndef LOCKSTEP_CUDA_CUDA_PROFILER_H
#define LOCKSTEP_CUDA_CUDA_PROFILER_H

#include "cuda.h"

#endif
