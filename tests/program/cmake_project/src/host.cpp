// SPDX-License-Identifier: Apache-2.0
#include "vectors.h"

#include <cuda_runtime.h>
#include <iostream>

int main()
{
    float *x, *y;
    cudaMallocManaged(&x, sizeof *x);
    cudaMallocManaged(&y, sizeof *y);
    *x = 2;
    *y = 3;
    vectors_add(10, x, y, 1);
    cudaDeviceSynchronize();
    std::cout << *y << " of " << vectors_count() << std::endl;
    return 0;
}
