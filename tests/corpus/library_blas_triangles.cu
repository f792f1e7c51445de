// SPDX-License-Identifier: Apache-2.0
// Levels 2 and 3 of cuBLAS with every side, triangle, operation and diagonal, against loops on the host.
#include "library.h"

#include <cublas_v2.h>

enum { M = 13, N = 7, LD = 16 };

static double element(const std::vector<double> &a, bool is_lower, bool is_unit, int op, int i, int j)
{
    int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
    if (row == column)
        return is_unit ? 1.0 : a[row + column * LD];
    return (row > column) == is_lower ? a[row + column * LD] : 0.0;
}

int main()
{
    std::vector<double> a = random_values<double>(LD * LD, 11), b = random_values<double>(LD * N, 12);
    for (int i = 0; i < LD; i++)
        a[i + i * LD] += 4;
    double *da = to_device(a), *db = on_device<double>(LD * N), *dc = on_device<double>(LD * N), alpha = 1.5, one = 1, zero = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    int good = 0, all = 0;
    for (int variant = 0; variant < 16; variant++) {
        cublasSideMode_t side = variant & 1 ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
        cublasFillMode_t uplo = variant & 2 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        cublasOperation_t op = variant & 4 ? CUBLAS_OP_T : CUBLAS_OP_N;
        cublasDiagType_t diag = variant & 8 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
        CHECK(cudaMemcpy(db, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice));
        STATUS(cublasDtrmm(handle, side, uplo, op, diag, M, N, &alpha, da, LD, db, LD, dc, LD));
        std::vector<double> product = to_host(dc, LD * N);
        double worst = 0;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < (variant & 1 ? N : M); k++)
                    sum += variant & 1 ? b[i + k * LD] * element(a, !(variant & 2), variant & 8, op, k, j)
                                       : element(a, !(variant & 2), variant & 8, op, i, k) * b[k + j * LD];
                worst = fmax(worst, fabs(alpha * sum - product[i + j * LD]));
            }
        double inverse = 1 / alpha;
        STATUS(cublasDtrsm(handle, side, uplo, op, diag, M, N, &inverse, da, LD, dc, LD));
        std::vector<double> solved = to_host(dc, LD * N);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                worst = fmax(worst, fabs(solved[i + j * LD] - b[i + j * LD]) * 1e-3);
        all++;
        good += worst < 1e-11;
    }
    printf("trmm and trsm: %d of %d\n", good, all);

    good = all = 0;
    double *x = to_device(random_values<double>(2 * LD, 13)), *y = on_device<double>(2 * LD), *z = on_device<double>(LD * LD);
    std::vector<double> vector = to_host(x, 2 * LD);
    for (int variant = 0; variant < 16; variant++) {
        cublasFillMode_t uplo = variant & 2 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        cublasOperation_t op = variant & 4 ? CUBLAS_OP_T : CUBLAS_OP_N;
        cublasDiagType_t diag = variant & 8 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
        int step = variant & 1 ? -2 : 1;
        CHECK(cudaMemcpy(y, vector.data(), vector.size() * sizeof(double), cudaMemcpyHostToDevice));
        STATUS(cublasDtrmv(handle, uplo, op, diag, M, da, LD, y, step));
        std::vector<double> product = to_host(y, 2 * LD);
        STATUS(cublasDtrsv(handle, uplo, op, diag, M, da, LD, y, step));
        std::vector<double> solved = to_host(y, 2 * LD);
        double worst = 0;
        for (int i = 0; i < M; i++) {
            double sum = 0;
            for (int k = 0; k < M; k++)
                sum += element(a, !(variant & 2), variant & 8, op, i, k) * vector[step < 0 ? (M - 1 - k) * 2 : k];
            int at = step < 0 ? (M - 1 - i) * 2 : i;
            worst = fmax(worst, fmax(fabs(sum - product[at]), 1e-3 * fabs(solved[at] - vector[at])));
        }
        all++;
        good += worst < 1e-11;
    }
    printf("trmv and trsv: %d of %d\n", good, all);

    STATUS(cublasDsymm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, M, N, &one, da, LD, db, LD, &zero, dc, LD));
    print_rounded("symm", dc, LD * N, 8);
    STATUS(cublasDsyr2k(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, M, N, &alpha, da, LD, db, LD, &zero, z, LD));
    print_rounded("syr2k", z, LD * LD, 8);
    STATUS(cublasDsyr(handle, CUBLAS_FILL_MODE_LOWER, M, &alpha, x, 1, z, LD));
    STATUS(cublasDsyr2(handle, CUBLAS_FILL_MODE_LOWER, M, &alpha, x, 1, x + LD, 1, z, LD));
    print_rounded("syr and syr2", z, LD * LD, 8);
    STATUS(cublasDger(handle, M, N, &alpha, x, 1, x + 3, 2, z, LD));
    print_rounded("ger", z, LD * LD, 8);
    STATUS(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, M, &alpha, db, LD, &one, z, LD, da, LD));
    print_rounded("geam", da, LD * LD, 8);
    STATUS(cublasDdgmm(handle, CUBLAS_SIDE_RIGHT, M, N, db, LD, x, 1, dc, LD));
    print_rounded("dgmm", dc, LD * N, 8);
    STATUS(cublasDestroy(handle));
}
