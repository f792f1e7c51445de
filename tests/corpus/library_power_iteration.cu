// SPDX-License-Identifier: Apache-2.0
// The largest eigenvalue of a symmetric matrix by power iteration: symv, nrm2, scal, dot and copy.
#include "library.h"

#include <cublas_v2.h>

int main()
{
    const int n = 96;
    std::vector<double> matrix(n * n, -1e300); // the other triangle is not read
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++)
            matrix[i + j * n] = i == j ? 2.0 + 0.01 * i : i == j + 1 ? -1.0 : 0.0;
    double *a = to_device(matrix), *x = to_device(random_values<double>(n, 9)), *y = on_device<double>(n);
    double one = 1, zero = 0, norm = 0, value = 0, before = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    int rounds = 0;
    do {
        before = value;
        STATUS(cublasDnrm2(handle, n, x, 1, &norm));
        double inverse = 1 / norm;
        STATUS(cublasDscal(handle, n, &inverse, x, 1));
        STATUS(cublasDsymv(handle, CUBLAS_FILL_MODE_LOWER, n, &one, a, n, x, 1, &zero, y, 1));
        STATUS(cublasDdot(handle, n, x, 1, y, 1, &value));
        STATUS(cublasDcopy(handle, n, y, 1, x, 1));
        rounds++;
    } while (fabs(value - before) > 1e-9 && rounds < 500);
    printf("eigenvalue %.4f\n", value);
    STATUS(cublasDestroy(handle));
}
