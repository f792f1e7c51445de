// SPDX-License-Identifier: Apache-2.0
// y = a x + y, with a tail of threads that have no element, and a grid-stride loop.
#include "corpus.h"

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_stride(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 100003;
    Random random(1);
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = random.uniform() * 2 - 1;
        y[i] = random.uniform();
    }
    float *dx = to_device(x), *dy = to_device(y);
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.5f, dx, dy);
    print_hash("saxpy", dy, n);
    saxpy_stride<<<64, 128>>>(n, -1.25f, dx, dy);
    print_hash("saxpy_stride", dy, n);
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dy));
    return 0;
}
