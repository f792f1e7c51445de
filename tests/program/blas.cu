// SPDX-License-Identifier: Apache-2.0
// cuBLAS: a product of each type, whose kernels are launches of Lockstep's own, and a refused call.
#include <cstdio>
#include <cublas_v2.h>

int main()
{
    enum { N = 40 };
    float *a, *b, *c, one = 1, zero = 0, norm = 0;
    cublasHandle_t handle;
    cudaMallocManaged(&a, N * N * sizeof *a);
    cudaMallocManaged(&b, N * N * sizeof *b);
    cudaMallocManaged(&c, N * N * sizeof *c);
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7 - 3);
        b[i] = (float)(i % 5 - 2);
        c[i] = __builtin_nanf("");
    }
    printf("%d", (int)cublasCreate(&handle));
    printf("%d", (int)cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &zero, c, N));
    cudaDeviceSynchronize();
    float sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[3 + k * N] * b[5 + k * N];
    printf("%d", (int)cublasSnrm2(handle, N * N, a, 1, &norm));
    printf(" %g %.4f\n", c[3 + 5 * N] - sum, norm);
    cublasStatus_t status = cublasSgemv(handle, CUBLAS_OP_N, N, N, &one, a, N - 1, b, 1, &zero, c, 1);
    printf("%s: %s\n", cublasGetStatusName(status), cublasGetStatusString(status));
    for (float y : {2.0f, 8.0f, 1e-9f}) { // by the second, the first, and with a scaled factor
        float d1 = y < 1 ? 1e-9f : 1, d2 = 3, x = 4, param[5] = {9, 9, 9, 9, 9};
        printf("%d ", (int)cublasSrotmg(handle, &d1, &d2, &x, &y, param));
        printf("%g %g %g: %g %g %g %g %g\n", d1, d2, x, param[0], param[1], param[2], param[3], param[4]);
    }
    cublasDestroy(handle);
    printf("%d %d\n", (int)cublasSnrm2(handle, N, a, 1, &norm), (int)cublasDestroy((cublasHandle_t)16));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
