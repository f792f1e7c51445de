// SPDX-License-Identifier: Apache-2.0
#include "scale.h"

#include <cstdio>
#include <cuda_runtime.h>

float host_sum(const float *values, int count)
{
    return count == 0 ? 0 : values[0] + host_sum(values + 1, count - 1);
}

int main(int, char **arguments)
{
    float *values;
    cudaMallocManaged(&values, 64 * sizeof *values);
    for (int i = 0; i < 64; i++) {
        values[i] = i;
    }
    scale(values, 64);
    printf("%g %g, %d\n", sum(values, 64), host_sum(values, 64), architecture());
    printf("%s\n", arguments[0]);
    return cudaFree(values);
}
