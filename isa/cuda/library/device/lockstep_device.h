// SPDX-License-Identifier: Apache-2.0
// What every CUDA file knows without an #include: the device side of cuda_runtime.h.
#pragma once
// Programs ask by these names of NVIDIA's guards which of its headers they have.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__
// The version that sim/runtime/include has.
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#include "lockstep_types.h"
#include "lockstep_vectors.h"
#include "lockstep_synchronize.h"
#include "math_library.h"
#include "lockstep_dot.h"
#include "lockstep_warp.h"
#include "lockstep_atomic.h"
#include "lockstep_memory.h"
#include "lockstep_texture.h"
#include "lockstep_surface.h"
#include "lockstep_volume.h"
#include "lockstep_runtime.h"
// As nvcc's cuda_runtime.h, whose own headers include them.
#include <cmath>
#include <utility>
