// SPDX-License-Identifier: Apache-2.0
// What cuBLAS returns for arguments that it refuses, and for nothing to do.
#include "library.h"

#include <cublas_v2.h>

static void show(const char *what, cublasStatus_t status)
{
    printf("%s: %d %s (%s)\n", what, (int)status, cublasGetStatusName(status), cublasGetStatusString(status));
}

int main()
{
    cublasHandle_t handle;
    float *a = on_device<float>(64), *b = on_device<float>(64), *c = on_device<float>(64), one = 1, zero = 0, value = 7;
    int index = 7;
    cublasOperation_t n = CUBLAS_OP_N, t = CUBLAS_OP_T;
    STATUS(cublasCreate(&handle));
    show("negative size", cublasSgemm(handle, n, n, -1, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
    show("small lda", cublasSgemm(handle, n, n, 8, 4, 4, &one, a, 4, b, 4, &zero, c, 8));
    show("lda of a transposed matrix", cublasSgemm(handle, t, n, 8, 4, 4, &one, a, 4, b, 4, &zero, c, 8));
    show("small ldc", cublasSgemm(handle, n, n, 8, 4, 4, &one, a, 8, b, 4, &zero, c, 4));
    show("operation", cublasSgemm(handle, (cublasOperation_t)9, n, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
    show("no rows", cublasSgemm(handle, n, n, 0, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
    show("no handle", cublasSgemm(nullptr, n, n, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
    show("increment 0", cublasSgemv(handle, n, 4, 4, &one, a, 4, b, 0, &zero, c, 1));
    show("gemv lda", cublasSgemv(handle, t, 8, 4, &one, a, 4, b, 1, &zero, c, 1));
    show("side", cublasStrsm(handle, (cublasSideMode_t)5, CUBLAS_FILL_MODE_LOWER, n, CUBLAS_DIAG_NON_UNIT, 4, 4, &one, a, 4, b, 4));
    show("ger", cublasSger(handle, 4, -4, &one, a, 1, b, 1, c, 4));
    show("axpy of nothing", cublasSaxpy(handle, 0, &one, a, 1, b, 1));
    show("dot of nothing", cublasSdot(handle, 0, a, 1, b, 1, &value));
    printf("it is %g\n", value);
    show("amax with increment 0", cublasIsamax(handle, 4, a, 0, &index));
    printf("it is %d\n", index);
    show("vector of elements without size", cublasSetVector(4, 0, a, 1, b, 1));
    show("matrix with a small lda", cublasSetMatrix(8, 2, 4, a, 4, b, 8));
    show("mixed types", cublasGemmEx(handle, n, n, 4, 4, 4, &one, a, CUDA_R_32F, 4, b, CUDA_R_16F, 4, &zero, c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    cublasPointerMode_t mode;
    show("mode", cublasGetPointerMode(handle, &mode));
    printf("it is %d\n", (int)mode);
    show("destroy", cublasDestroy(handle));
    show("destroy nothing", cublasDestroy(nullptr));
}
