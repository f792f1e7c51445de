// SPDX-License-Identifier: Apache-2.0
// Device functions of surface objects.
#ifndef LOCKSTEP_CUDA_SURFACE_INDIRECT_FUNCTIONS_H
#define LOCKSTEP_CUDA_SURFACE_INDIRECT_FUNCTIONS_H

#include "surface_functions.h"

#endif
