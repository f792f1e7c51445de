// SPDX-License-Identifier: Apache-2.0
// NVTX 2's name of the header.
#ifndef LOCKSTEP_CUDA_NVTOOLSEXT_CUDART_H
#define LOCKSTEP_CUDA_NVTOOLSEXT_CUDART_H

#include "nvtx3/nvToolsExtCudaRt.h"

#endif
