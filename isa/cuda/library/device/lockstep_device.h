// SPDX-License-Identifier: Apache-2.0
// What every CUDA file knows without an #include: the device side of cuda_runtime.h.
#pragma once
#include "lockstep_types.h"
#include "lockstep_vectors.h"
#include "lockstep_synchronise.h"
#include "math_library.h"
#include "lockstep_warp.h"
#include "lockstep_atomic.h"
#include "lockstep_memory.h"
#include "lockstep_texture.h"
