// SPDX-License-Identifier: Apache-2.0
// threadIdx and its like, which host code may mention in what it never runs and which must be there
// for it to load.
#include "sim/runtime/include/device_launch_parameters.h"

const uint3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0};
const struct dim3 blockDim = {1, 1, 1}, gridDim = {1, 1, 1};
const int warpSize = 32;
