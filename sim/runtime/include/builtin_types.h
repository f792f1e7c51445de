// SPDX-License-Identifier: Apache-2.0
// All types of the runtime.
#ifndef LOCKSTEP_CUDA_BUILTIN_TYPES_H
#define LOCKSTEP_CUDA_BUILTIN_TYPES_H

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif
