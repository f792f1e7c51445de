// SPDX-License-Identifier: Apache-2.0
// A product of matrices by cuBLAS between two events, against a kernel of one's own.
#include "library.h"

#include <cublas_v2.h>

__global__ void multiply(int n, const float *a, const float *b, float *c)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row + k * n] * b[k + column * n];
    c[row + column * n] = sum;
}

int main()
{
    const int n = 256;
    float *a = to_device(random_values<float>(n * n, 3)), *b = to_device(random_values<float>(n * n, 4));
    float *c = on_device<float>(n * n), *own = on_device<float>(n * n), alpha = 1, beta = 0, milliseconds = 0;
    cublasHandle_t handle;
    cudaEvent_t start, stop;
    STATUS(cublasCreate(&handle));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMemset(c, 0xff, n * n * sizeof(float))); // beta 0 reads no NaN
    CHECK(cudaEventRecord(start));
    STATUS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, b, n, &beta, c, n));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, a, b, own);
    std::vector<float> mine = to_host(own, n * n);
    expect("sgemm", to_host(c, n * n), std::vector<double>(mine.begin(), mine.end()), 1e-5);
    printf("it took %s\n", milliseconds > 0 ? "some time" : "no time");
    STATUS(cublasDestroy(handle));
}
