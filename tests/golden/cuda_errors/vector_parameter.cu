// SPDX-License-Identifier: Apache-2.0
#include <vector>
__global__ void k(std::vector<float> a, float *out)
{
    out[0] = a[0];
}
