// SPDX-License-Identifier: Apache-2.0
// needs: -lcusolver -lcublas
// cuSOLVER: a fit by QR, by LU and by Cholesky of the normal equations, eigenvalues and singular values of small
// matrices, and what the info variable says of a singular one.
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include "library.h"

struct Workspace {
    double *memory;
    int size;
    int *info;
    explicit Workspace(int n) : memory(on_device<double>(n)), size(n), info(on_device<int>(1)) {}
    int result() const { return to_host(info, 1)[0]; }
};

static void print(const char *name, const std::vector<double> &v)
{
    printf("%s:", name);
    for (double d : v)
        printf(" %.6f", std::fabs(d) < 1e-9 ? 0.0 : d);
    printf("\n");
}

int main()
{
    cusolverDnHandle_t solver;
    cublasHandle_t blas;
    STATUS(cusolverDnCreate(&solver));
    STATUS(cublasCreate(&blas));

    // y = 2 - x + 0.5 x^2 at 12 points, columns 1, x, x^2.
    const int m = 12, n = 3;
    std::vector<double> a(m * n), y(m);
    for (int i = 0; i < m; i++) {
        double x = i * 0.25 - 1;
        a[i] = 1, a[m + i] = x, a[2 * m + i] = x * x;
        y[i] = 2 - x + 0.5 * x * x + ((i & 1) ? 0.001 : -0.001);
    }

    // QR: R beta = (Q^T y)
    {
        double *da = to_device(a), *dy = to_device(y), *tau = on_device<double>(n);
        int geqrf, ormqr;
        STATUS(cusolverDnDgeqrf_bufferSize(solver, m, n, da, m, &geqrf));
        STATUS(cusolverDnDormqr_bufferSize(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, 1, n, da, m, tau, dy, m, &ormqr));
        Workspace work(std::max(geqrf, ormqr));
        STATUS(cusolverDnDgeqrf(solver, m, n, da, m, tau, work.memory, work.size, work.info));
        printf("geqrf: %d\n", work.result());
        STATUS(cusolverDnDormqr(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, 1, n, da, m, tau, dy, m, work.memory, work.size, work.info));
        const double one = 1;
        STATUS(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, 1, &one, da, m, dy, m));
        print("by QR", to_host(dy, n));
        std::vector<double> r = to_host(da, m * n);
        print("|diagonal of R|", {std::fabs(r[0]), std::fabs(r[m + 1]), std::fabs(r[2 * m + 2])});
    }
    // Normal equations: A^T A by syrk, Cholesky and LU.
    {
        double *da = to_device(a), *dy = to_device(y), *g = on_device<double>(n * n), *b = on_device<double>(n);
        const double one = 1, zero = 0;
        STATUS(cublasDsyrk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, n, m, &one, da, m, &zero, g, n));
        STATUS(cublasDgemv(blas, CUBLAS_OP_T, m, n, &one, da, m, dy, 1, &zero, b, 1));
        std::vector<double> gram = to_host(g, n * n), right = to_host(b, n);
        int size;
        STATUS(cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, g, n, &size));
        Workspace work(size);
        STATUS(cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, g, n, work.memory, work.size, work.info));
        STATUS(cusolverDnDpotrs(solver, CUBLAS_FILL_MODE_LOWER, n, 1, g, n, b, n, work.info));
        print("by Cholesky", to_host(b, n));

        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                gram[i + j * n] = gram[j + i * n];
        double *full = to_device(gram), *rhs = to_device(right);
        int *pivots = on_device<int>(n);
        STATUS(cusolverDnDgetrf_bufferSize(solver, n, n, full, n, &size));
        Workspace more(size);
        STATUS(cusolverDnDgetrf(solver, n, n, full, n, more.memory, pivots, more.info));
        STATUS(cusolverDnDgetrs(solver, CUBLAS_OP_N, n, 1, full, n, pivots, rhs, n, more.info));
        print("by LU", to_host(rhs, n));

        // Minus it is not positive definite.
        for (double &v : gram)
            v = -v;
        double *negative = to_device(gram);
        STATUS(cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_UPPER, n, negative, n, work.memory, work.size, work.info));
        printf("potrf of a negative matrix: %d\n", work.result());
        std::vector<double> singular = {4, 2, 1, 8, 4, 2, 1, 1, 1};
        double *ds = to_device(singular);
        STATUS(cusolverDnDgetrf(solver, n, n, ds, n, more.memory, pivots, more.info));
        printf("getrf of a singular matrix: %d\n", more.result());
    }
    // The path graph's Laplacian has eigenvalues 2 - 2 cos(pi k / n).
    {
        const int k = 6;
        std::vector<double> l(k * k, 0.0);
        for (int i = 0; i < k; i++) {
            l[i * k + i] = (i > 0) + (i < k - 1);
            if (i)
                l[i * k + i - 1] = l[(i - 1) * k + i] = -1;
        }
        double *dl = to_device(l), *w = on_device<double>(k);
        int size;
        STATUS(cusolverDnDsyevd_bufferSize(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, k, dl, k, w, &size));
        Workspace work(size);
        STATUS(cusolverDnDsyevd(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, k, dl, k, w, work.memory, work.size, work.info));
        print("eigenvalues", to_host(w, k));
        std::vector<double> vectors = to_host(dl, k * k);
        for (double &v : vectors)
            v = std::fabs(v);
        print("|second vector|", std::vector<double>(vectors.begin() + k, vectors.begin() + 2 * k));
    }
    {
        const int rows = 5, cols = 3;
        std::vector<double> s = {3, 0, 0, 4, 0, 0, 2, 0, 0, 0, 1, 0, -1, 0, 1};
        double *ds = to_device(s), *values = on_device<double>(cols), *u = on_device<double>(rows * rows), *vt = on_device<double>(cols * cols);
        int size;
        STATUS(cusolverDnDgesvd_bufferSize(solver, rows, cols, &size));
        Workspace work(size);
        STATUS(cusolverDnDgesvd(solver, 'A', 'A', rows, cols, ds, rows, values, u, rows, vt, cols, work.memory, work.size, nullptr, work.info));
        printf("gesvd: %d\n", work.result());
        print("singular values", to_host(values, cols));
    }
    STATUS(cublasDestroy(blas));
    STATUS(cusolverDnDestroy(solver));
    return 0;
}
