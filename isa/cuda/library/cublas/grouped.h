// SPDX-License-Identifier: Apache-2.0
// Groups of products, in each of which all products have the same sizes: the functions and their
// names.
#pragma once
#include <cublas/mixed.h>

namespace lockstep
{
// An element a group, in host memory; of the lists, one a product, in device memory.
struct Groups {
    const cublasOperation_t *op_a, *op_b;
    const int *m, *n, *k;
    const void *alpha;
    const void *const *list_a;
    const int *lda;
    const void *const *list_b;
    const int *ldb;
    const void *beta;
    void *const *list_c;
    const int *ldc;
    int count;
    const int *sizes;

    bool is_whole() const
    {
        return op_a && op_b && m && n && k && alpha && list_a && lda && list_b && ldb && beta &&
               list_c && ldc && sizes;
    }
    Product of(int i) const
    {
        return {op_a[i], op_b[i], m[i], n[i], k[i], lda[i], ldb[i], ldc[i], sizes[i]};
    }
};

// The combinations of the cuBLAS documentation's table for cublasGemmGroupedBatchedEx.
inline bool has_groups(const Types &types)
{
    bool is_plain = types.compute == CUBLAS_COMPUTE_32F;
    bool is_float = is_plain || types.compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
                    types.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    bool is_double =
        types.compute == CUBLAS_COMPUTE_64F || types.compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    return types.a == types.b && types.a == types.c &&
           ((is_plain && (types.a == CUDA_R_16F || types.a == CUDA_R_16BF)) ||
            (is_float && types.a == CUDA_R_32F) || (is_double && types.a == CUDA_R_64F));
}

// A launch a group. Factors are in host memory only.
inline cublasStatus_t run_groups(cublasHandle_t handle, const Types &types, const Groups &groups)
{
    CHECK_HANDLE(handle);
    REFUSE(groups.count < 0);
    if (groups.count == 0)
        return CUBLAS_STATUS_SUCCESS;
    REFUSE(!groups.is_whole());
    if (handle->pointers != CUBLAS_POINTER_MODE_HOST || !has_groups(types))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    for (int i = 0; i < groups.count; i++)
        REFUSE(!groups.of(i).is_good());
    size_t factor_bytes = types.a == CUDA_R_64F ? sizeof(double) : sizeof(float), first = 0;
    for (int i = 0; i < groups.count; i++) {
        Batch batch = {};
        batch.list_a = groups.list_a + first;
        batch.list_b = groups.list_b + first;
        batch.list_c = groups.list_c + first;
        cublasStatus_t status =
            run_mixed(handle, types, groups.of(i), (const char *)groups.alpha + i * factor_bytes,
                      batch, (const char *)groups.beta + i * factor_bytes);
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
        first += (size_t)groups.sizes[i];
    }
    return CUBLAS_STATUS_SUCCESS;
}
} // namespace lockstep

extern "C" {
#define GROUPED(L, T, TYPE, COMPUTE)                                                               \
    cublasStatus_t cublas##L##gemmGroupedBatched(                                                  \
        cublasHandle_t h, const cublasOperation_t op_a[], const cublasOperation_t op_b[],          \
        const int m[], const int n[], const int k[], const T alpha[], const T *const a[],          \
        const int lda[], const T *const b[], const int ldb[], const T beta[], T *const c[],        \
        const int ldc[], int count, const int sizes[])                                             \
    {                                                                                              \
        return lockstep::run_groups(h, {TYPE, TYPE, TYPE, COMPUTE},                                \
                                    {op_a, op_b, m, n, k, alpha, (const void *const *)a, lda,      \
                                     (const void *const *)b, ldb, beta, (void *const *)c, ldc,     \
                                     count, sizes});                                               \
    }
GROUPED(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
GROUPED(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
#undef GROUPED

cublasStatus_t cublasGemmGroupedBatchedEx(cublasHandle_t h, const cublasOperation_t op_a[],
                                          const cublasOperation_t op_b[], const int m[],
                                          const int n[], const int k[], const void *alpha,
                                          const void *const a[], cudaDataType type_a,
                                          const int lda[], const void *const b[],
                                          cudaDataType type_b, const int ldb[], const void *beta,
                                          void *const c[], cudaDataType type_c, const int ldc[],
                                          int count, const int sizes[], cublasComputeType_t compute)
{
    return lockstep::run_groups(
        h, {type_a, type_b, type_c, compute},
        {op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, count, sizes});
}
}
