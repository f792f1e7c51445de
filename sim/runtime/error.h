// SPDX-License-Identifier: Apache-2.0
// CUDA's error codes for what the simulator answers.
#ifndef LOCKSTEP_RUNTIME_ERROR_H
#define LOCKSTEP_RUNTIME_ERROR_H

#include "sim/device/record.h"
#include "sim/runtime/include/cuda_runtime_api.h"

// The error that a kernel's fault leaves in the context.
cudaError_t error_of_fault(FaultKind kind);

// The error of a call that the device refused.
cudaError_t error_of_status(LockstepStatus status);

#endif
