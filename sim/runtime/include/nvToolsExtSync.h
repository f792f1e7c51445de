// SPDX-License-Identifier: Apache-2.0
// NVTX 2's name of the header.
#ifndef LOCKSTEP_CUDA_NVTOOLSEXT_SYNC_H
#define LOCKSTEP_CUDA_NVTOOLSEXT_SYNC_H

#include "nvtx3/nvToolsExtSync.h"

#endif
