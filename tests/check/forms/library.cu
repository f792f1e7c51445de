// SPDX-License-Identifier: Apache-2.0
// Wrong calls of a library: what its kernels find is shown at the calls.
#include <cublas_v2.h>

int main()
{
    float *x, sum = 0, two = 2;
    cudaMalloc(&x, 64 * sizeof *x);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSasum(handle, 64, x, 1, &sum); // uninitialized
    cudaMemset(x, 0, 64 * sizeof *x);
    cublasSscal(handle, 100, &two, x, 1); // 36 elements too many
    cudaDeviceSynchronize();
    cublasDestroy(handle);
    cudaFree(x);
}
