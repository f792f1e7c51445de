// SPDX-License-Identifier: Apache-2.0
// A polynomial fitted by least squares: syrk and gemv for the normal equations, a factor of our own, trsv
// to solve, gemv for the residual.
#include "library.h"

#include <cublas_v2.h>

__global__ void factor(int n, double *a) // Cholesky, lower, of one block
{
    for (int k = 0; k < n; k++) {
        __syncthreads();
        if (threadIdx.x == 0)
            a[k + k * n] = sqrt(a[k + k * n]);
        __syncthreads();
        int i = k + 1 + threadIdx.x;
        if (i < n)
            a[i + k * n] /= a[k + k * n];
        __syncthreads();
        if (i < n)
            for (int j = k + 1; j <= i; j++)
                a[i + j * n] -= a[i + k * n] * a[j + k * n];
    }
}

int main()
{
    const int points = 400, terms = 5;
    const double truth[terms] = {1, -2, 0.5, 3, -0.75};
    std::vector<double> matrix(points * terms), values(points);
    for (int i = 0; i < points; i++) {
        double x = -1 + 2.0 * i / (points - 1), power = 1;
        for (int j = 0; j < terms; j++, power *= x) {
            matrix[i + j * points] = power;
            values[i] += truth[j] * power;
        }
    }
    double *a = to_device(matrix), *b = to_device(values), *normal = on_device<double>(terms * terms);
    double *x = on_device<double>(terms), one = 1, zero = 0, minus = -1, residual = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    STATUS(cublasDsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, terms, points, &one, a, points, &zero, normal, terms));
    STATUS(cublasDgemv(handle, CUBLAS_OP_T, points, terms, &one, a, points, b, 1, &zero, x, 1));
    factor<<<1, 32>>>(terms, normal);
    STATUS(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, terms, normal, terms, x, 1));
    STATUS(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, terms, normal, terms, x, 1));
    for (double value : to_host(x, terms))
        printf("%.6f ", value);
    STATUS(cublasDgemv(handle, CUBLAS_OP_N, points, terms, &minus, a, points, x, 1, &one, b, 1));
    STATUS(cublasDnrm2(handle, points, b, 1, &residual));
    printf("residual %s\n", residual < 1e-10 ? "none" : "left");
    STATUS(cublasDestroy(handle));
}
