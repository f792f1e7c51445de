// SPDX-License-Identifier: Apache-2.0
// cuBLAS with complex numbers: dot products, Hermitian products and updates, triangular systems.
#include "library.h"

#include <cublas_v2.h>

enum { N = 11 };

static void show(const char *name, const cuDoubleComplex *device, size_t count)
{
    print_rounded(name, (const double *)device, 2 * count, 8);
}

int main()
{
    std::vector<double> values = random_values<double>(2 * N * N, 21), more = random_values<double>(2 * N * N, 22);
    std::vector<cuDoubleComplex> a(N * N), b(N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = make_cuDoubleComplex(values[2 * i] + (i % (N + 1) == 0 ? 5 : 0), values[2 * i + 1]);
        b[i] = make_cuDoubleComplex(more[2 * i], more[2 * i + 1]);
    }
    cuDoubleComplex *da = to_device(a), *db = to_device(b), *dc = on_device<cuDoubleComplex>(N * N), result;
    cuDoubleComplex alpha = make_cuDoubleComplex(0.5, -1.5), beta = make_cuDoubleComplex(0, 0);
    double real = 2, norm = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    STATUS(cublasZdotu(handle, N, da, 1, db, 1, &result));
    printf("dotu %.8f %.8f\n", result.x, result.y);
    STATUS(cublasZdotc(handle, N, da, 1, db, 1, &result));
    printf("dotc %.8f %.8f\n", result.x, result.y);
    STATUS(cublasDznrm2(handle, N, da, 1, &norm));
    printf("nrm2 %.8f\n", norm);
    STATUS(cublasDzasum(handle, N, da, 1, &norm));
    printf("asum %.8f\n", norm);
    STATUS(cublasZhemm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, N, N, &alpha, da, N, db, N, &beta, dc, N));
    show("hemm", dc, N * N);
    STATUS(cublasZherk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, N, N, &real, db, N, &real, dc, N));
    show("herk", dc, N * N);
    STATUS(cublasZher2k(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, N, N, &alpha, da, N, db, N, &real, dc, N));
    show("her2k", dc, N * N);
    STATUS(cublasZhemv(handle, CUBLAS_FILL_MODE_LOWER, N, &alpha, da, N, db, 1, &beta, dc, 1));
    show("hemv", dc, N);
    STATUS(cublasZher(handle, CUBLAS_FILL_MODE_LOWER, N, &real, db, 1, dc, N));
    STATUS(cublasZgerc(handle, N, N, &alpha, da, 1, db, 1, dc, N));
    show("her and gerc", dc, N * N);
    STATUS(cublasZtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, N, N, &alpha, da, N, db, N));
    show("trsm", db, N * N);
    STATUS(cublasZdscal(handle, N, &real, db, 1));
    show("scal", db, N);
    STATUS(cublasDestroy(handle));
}
