// SPDX-License-Identifier: Apache-2.0
// NVTX 2's name of the header.
#ifndef LOCKSTEP_CUDA_NVTOOLSEXT_CUDA_H
#define LOCKSTEP_CUDA_NVTOOLSEXT_CUDA_H

#include "nvtx3/nvToolsExtCuda.h"

#endif
