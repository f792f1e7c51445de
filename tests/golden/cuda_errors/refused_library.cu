// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp4.h>
#include <cuda/std/mdspan>
__global__ void k(int *out) { out[0] = 1; }
