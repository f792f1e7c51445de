// SPDX-License-Identifier: Apache-2.0
// The functions of <cuda/ptx>: those of CUDA 13.0's libcu++, and elect_sync, mapa, mbarrier_inval and setmaxnreg of later
// versions.
#pragma once
#include "lockstep_ptx_barrier.h"
#include "lockstep_ptx_copy.h"
#include "lockstep_ptx_memory.h"
#include "lockstep_ptx_scalar.h"
#if __CUDA_ARCH__ >= 1000
#include "lockstep_ptx_tensor.h"
#endif
