// SPDX-License-Identifier: Apache-2.0
// Device functions; the host has only their names (device_functions.h).
#ifndef LOCKSTEP_CUDA_SM_60_ATOMIC_FUNCTIONS_H
#define LOCKSTEP_CUDA_SM_60_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
