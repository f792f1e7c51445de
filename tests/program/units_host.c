// SPDX-License-Identifier: Apache-2.0
#include "units.h"

#include <cuda_runtime_api.h>

int *make_array(int count)
{
    void *array = NULL;
    return cudaMalloc(&array, (size_t)count * sizeof(int)) == cudaSuccess ? array : NULL;
}

int sum(const int *x, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += x[i];
    }
    return total;
}
