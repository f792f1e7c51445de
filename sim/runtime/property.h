// SPDX-License-Identifier: Apache-2.0
// Properties of the device as cudaDeviceGetAttribute tells them.
#ifndef LOCKSTEP_RUNTIME_PROPERTY_H
#define LOCKSTEP_RUNTIME_PROPERTY_H

#include "sim/gpu/gpu.h"
#include "sim/runtime/include/cuda_runtime_api.h"

// False when CUDA has no such attribute.
bool property_attribute(const Gpu *gpu, enum cudaDeviceAttr attribute, int *value);

#endif
