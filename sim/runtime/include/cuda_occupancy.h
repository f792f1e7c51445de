// SPDX-License-Identifier: Apache-2.0
// Included by libraries that ask the runtime for occupancy; the calculator itself is not here.
#ifndef LOCKSTEP_CUDA_CUDA_OCCUPANCY_H
#define LOCKSTEP_CUDA_CUDA_OCCUPANCY_H

#include "cuda_runtime_api.h"

#endif
