// SPDX-License-Identifier: Apache-2.0
// Device functions of texture objects.
#ifndef LOCKSTEP_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H
#define LOCKSTEP_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H

#include "texture_fetch_functions.h"

#endif
