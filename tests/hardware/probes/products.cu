// SPDX-License-Identifier: Apache-2.0
// What ptxas makes of the loops of two plain matrix products: how many loads it starts before the
// first sum, and which values are in uniform registers. traces/h200/probes/products.sass has what
// ptxas 13.0 made for sm_90.
#include <cuda_runtime.h>

template <typename T> __global__ void mm_row(int n, const T *a, const T *b, T *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    T sum = T(0);
    for (int k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
    }
    c[i * n + j] = sum;
}

__global__ void mm_four(int n, const float *a, const float4 *b, float4 *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    float4 s = {0, 0, 0, 0};
    for (int k = 0; k < n; k++) {
        float x = a[i * n + k];
        float4 y = b[(k * n) / 4 + j];
        s.x += x * y.x;
        s.y += x * y.y;
        s.z += x * y.z;
        s.w += x * y.w;
    }
    c[i * n / 4 + j] = s;
}

int main()
{
    const int n = 256;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof *a);
    cudaMalloc(&b, n * n * sizeof *b);
    cudaMalloc(&c, n * n * sizeof *c);
    mm_row<float><<<dim3(n / 32, n / 8), dim3(32, 8)>>>(n, a, b, c);
    mm_four<<<dim3(n / 64, n / 4), dim3(16, 4)>>>(n, a, (float4 *)b, (float4 *)c);
    return cudaDeviceSynchronize();
}
