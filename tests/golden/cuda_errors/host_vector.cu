// SPDX-License-Identifier: Apache-2.0
#include <vector>
__global__ void k(float *a, int n)
{
    std::vector<float> sums(n);
    for (int i = 0; i < n; i++) {
        sums[i] = a[i];
    }
}
