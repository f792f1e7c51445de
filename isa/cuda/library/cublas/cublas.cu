// SPDX-License-Identifier: Apache-2.0
// cuBLAS's functions: handles and copies, and for each type the names that stand for the templates of
// level1.h, level2.h, level3.h, mixed.h, vector_mixed.h and batch.h (others are in headers of their own).
#include <cublas/batch.h>
#include <cublas/grouped.h>
#include <cublas/rotmg.h>
#include <cublas/status.h>
#include <cublas/stored_names.h>
#include <cublas/vector_mixed.h>
#include <cstring>

using namespace lockstep;

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    cublasContext *context = new (std::nothrow) cublasContext();
    *handle = nullptr;
    if (context == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
    context->atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    if (cudaMalloc(&context->partial, PARTIAL_BYTES + RESULT_BYTES) != cudaSuccess) {
        delete context;
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
    *handle = born(context);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    CHECK_HANDLE(handle);
    cudaFree(handle->partial);
    destroy(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    (void)handle;
    REFUSE(version == nullptr);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    static const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    REFUSE(value == nullptr || (unsigned)type > PATCH_LEVEL);
    *value = parts[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *, size_t)
{
    CHECK_HANDLE(handle);
    return CUBLAS_STATUS_SUCCESS;
}

#define SETTING(name, Type, member, is_good)                                                       \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, Type value)                              \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        REFUSE(!(is_good));                                                                        \
        handle->member = value;                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, Type *value)                             \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        REFUSE(value == nullptr);                                                                  \
        *value = handle->member;                                                                   \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
const unsigned int MATH_MODES = 15; // cublasMath_t without its flag
SETTING(Stream_v2, cudaStream_t, stream, true)
SETTING(PointerMode_v2, cublasPointerMode_t, pointers, (unsigned int)value <= CUBLAS_POINTER_MODE_DEVICE)
SETTING(AtomicsMode, cublasAtomicsMode_t, atomics, (unsigned int)value <= CUBLAS_ATOMICS_ALLOWED)
SETTING(MathMode, cublasMath_t, math,
        ((unsigned int)value & ~(unsigned int)CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) <= MATH_MODES)

const char *cublasGetStatusName(cublasStatus_t status)
{
    return status_name(status);
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    return status_text(status);
}

static cublasStatus_t copied(cudaError_t error)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector is a matrix of one row, whose leading dimension is its increment.
static cublasStatus_t copy_matrix(int rows, int columns, int size, const void *from, int ld_from,
                                  void *to, int ld_to, cudaStream_t stream, bool is_async)
{
    REFUSE(rows < 0 || columns < 0 || size <= 0 || ld_from <= 0 || ld_to <= 0);
    if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
    size_t pitch_to = (size_t)ld_to * size, pitch_from = (size_t)ld_from * size;
    return copied(is_async
                      ? cudaMemcpy2DAsync(to, pitch_to, from, pitch_from, (size_t)rows * size,
                                          columns, cudaMemcpyDefault, stream)
                      : cudaMemcpy2D(to, pitch_to, from, pitch_from, (size_t)rows * size, columns,
                                     cudaMemcpyDefault));
}

#define COPIES(way)                                                                                \
    cublasStatus_t cublas##way##Vector(int n, int size, const void *x, int incx, void *y, int incy) \
    {                                                                                              \
        return copy_matrix(1, n, size, x, incx, y, incy, nullptr, false);                          \
    }                                                                                              \
    cublasStatus_t cublas##way##VectorAsync(int n, int size, const void *x, int incx, void *y,     \
                                            int incy, cudaStream_t stream)                         \
    {                                                                                              \
        return copy_matrix(1, n, size, x, incx, y, incy, stream, true);                            \
    }                                                                                              \
    cublasStatus_t cublas##way##Matrix(int rows, int columns, int size, const void *a, int lda,    \
                                       void *b, int ldb)                                           \
    {                                                                                              \
        if (lda < rows || ldb < rows)                                                              \
            return CUBLAS_STATUS_MAPPING_ERROR;                                                    \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, nullptr, false);                   \
    }                                                                                              \
    cublasStatus_t cublas##way##MatrixAsync(int rows, int columns, int size, const void *a,        \
                                            int lda, void *b, int ldb, cudaStream_t stream)        \
    {                                                                                              \
        if (lda < rows || ldb < rows)                                                              \
            return CUBLAS_STATUS_MAPPING_ERROR;                                                    \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, stream, true);                     \
    }
COPIES(Set)
COPIES(Get)

// FUNCTIONS(letter, type in the API, type here, real type, letters of asum and nrm2, letter of amax)
#define FUNCTIONS(L, U, T, R, N, I)                                                                \
    cublasStatus_t cublas##L##axpy_v2(cublasHandle_t h, int n, const U *alpha, const U *x,         \
                                      int incx, U *y, int incy)                                    \
    {                                                                                              \
        return run_axpy<T>(h, n, alpha, x, incx, y, incy);                                         \
    }                                                                                              \
    cublasStatus_t cublas##L##copy_v2(cublasHandle_t h, int n, const U *x, int incx, U *y,         \
                                      int incy)                                                    \
    {                                                                                              \
        return run_copy<T>(h, n, x, incx, y, incy);                                                \
    }                                                                                              \
    cublasStatus_t cublas##L##swap_v2(cublasHandle_t h, int n, U *x, int incx, U *y, int incy)     \
    {                                                                                              \
        return run_swap<T>(h, n, x, incx, y, incy);                                                \
    }                                                                                              \
    cublasStatus_t cublas##L##scal_v2(cublasHandle_t h, int n, const U *alpha, U *x, int incx)     \
    {                                                                                              \
        return run_scal<T, T>(h, n, alpha, x, incx);                                               \
    }                                                                                              \
    cublasStatus_t cublas##N##asum_v2(cublasHandle_t h, int n, const U *x, int incx, R *result)    \
    {                                                                                              \
        return run_one<Asum<T>>(h, n, x, incx, result);                                            \
    }                                                                                              \
    cublasStatus_t cublas##N##nrm2_v2(cublasHandle_t h, int n, const U *x, int incx, R *result)    \
    {                                                                                              \
        return run_one<Norm<T>>(h, n, x, incx, result);                                            \
    }                                                                                              \
    cublasStatus_t cublas##I##amax_v2(cublasHandle_t h, int n, const U *x, int incx, int *result)  \
    {                                                                                              \
        return run_one<Extreme<T, true>>(h, n, x, incx, result);                                   \
    }                                                                                              \
    cublasStatus_t cublas##I##amin_v2(cublasHandle_t h, int n, const U *x, int incx, int *result)  \
    {                                                                                              \
        return run_one<Extreme<T, false>>(h, n, x, incx, result);                                  \
    }                                                                                              \
    cublasStatus_t cublas##L##gemv_v2(cublasHandle_t h, cublasOperation_t op, int m, int n,        \
                                      const U *alpha, const U *a, int lda, const U *x, int incx,   \
                                      const U *beta, U *y, int incy)                               \
    {                                                                                              \
        return run_gemv<T>(h, op, m, n, alpha, a, lda, x, incx, beta, y, incy);                    \
    }                                                                                              \
    cublasStatus_t cublas##L##trmv_v2(cublasHandle_t h, cublasFillMode_t uplo,                     \
                                      cublasOperation_t op, cublasDiagType_t diag, int n,          \
                                      const U *a, int lda, U *x, int incx)                         \
    {                                                                                              \
        return run_trmv<T>(h, uplo, op, diag, n, a, lda, x, incx);                                 \
    }                                                                                              \
    cublasStatus_t cublas##L##trsv_v2(cublasHandle_t h, cublasFillMode_t uplo,                     \
                                      cublasOperation_t op, cublasDiagType_t diag, int n,          \
                                      const U *a, int lda, U *x, int incx)                         \
    {                                                                                              \
        return run_trsv<T>(h, uplo, op, diag, n, a, lda, x, incx);                                 \
    }                                                                                              \
    cublasStatus_t cublas##L##trmm_v2(cublasHandle_t h, cublasSideMode_t side,                     \
                                      cublasFillMode_t uplo, cublasOperation_t op,                 \
                                      cublasDiagType_t diag, int m, int n, const U *alpha,         \
                                      const U *a, int lda, const U *b, int ldb, U *c, int ldc)     \
    {                                                                                              \
        return run_trmm<T>(h, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, c, ldc);          \
    }                                                                                              \
    cublasStatus_t cublas##L##trsm_v2(cublasHandle_t h, cublasSideMode_t side,                     \
                                      cublasFillMode_t uplo, cublasOperation_t op,                 \
                                      cublasDiagType_t diag, int m, int n, const U *alpha,         \
                                      const U *a, int lda, U *b, int ldb)                          \
    {                                                                                              \
        return run_trsm<T>(h, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb);                  \
    }                                                                                              \
    cublasStatus_t cublas##L##geam(cublasHandle_t h, cublasOperation_t op_a,                       \
                                   cublasOperation_t op_b, int m, int n, const U *alpha,           \
                                   const U *a, int lda, const U *beta, const U *b, int ldb, U *c,  \
                                   int ldc)                                                        \
    {                                                                                              \
        return run_geam<T>(h, op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc);              \
    }                                                                                              \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n,          \
                                   const U *a, int lda, const U *x, int incx, U *c, int ldc)       \
    {                                                                                              \
        return run_dgmm<T>(h, side, m, n, a, lda, x, incx, c, ldc);                                \
    }
FUNCTIONS(S, float, float, float, S, Is)
FUNCTIONS(D, double, double, double, D, Id)
FUNCTIONS(C, cuComplex, ComplexFloat, float, Sc, Ic)
FUNCTIONS(Z, cuDoubleComplex, ComplexDouble, double, Dz, Iz)

#define PRODUCTS(L, U, T, Inner, version)                                                          \
    cublasStatus_t cublas##L##gemm##version(                                                       \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const U *alpha, const U *a, int lda, const U *b, int ldb, const U *beta, U *c, int ldc)    \
    {                                                                                              \
        return run_gemm<T, T, Inner, T>(h, {op_a, op_b, m, n, k, lda, ldb, ldc, 1}, alpha,         \
                                        {a, b, c}, beta);                                          \
    }                                                                                              \
    cublasStatus_t cublas##L##gemmBatched(                                                         \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const U *alpha, const U *const a[], int lda, const U *const b[], int ldb, const U *beta,   \
        U *const c[], int ldc, int count)                                                          \
    {                                                                                              \
        Batch batch = {};                                                                          \
        batch.list_a = (const void *const *)a;                                                     \
        batch.list_b = (const void *const *)b;                                                     \
        batch.list_c = (void *const *)c;                                                           \
        return run_gemm<T, T, Inner, T>(h, {op_a, op_b, m, n, k, lda, ldb, ldc, count}, alpha,     \
                                        batch, beta);                                              \
    }                                                                                              \
    cublasStatus_t cublas##L##gemmStridedBatched(                                                  \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,     \
        const U *alpha, const U *a, int lda, long long stride_a, const U *b, int ldb,              \
        long long stride_b, const U *beta, U *c, int ldc, long long stride_c, int count)           \
    {                                                                                              \
        Batch batch = {a, b, c, nullptr, nullptr, nullptr, stride_a, stride_b, stride_c};          \
        return run_gemm<T, T, Inner, T>(h, {op_a, op_b, m, n, k, lda, ldb, ldc, count}, alpha,     \
                                        batch, beta);                                              \
    }
PRODUCTS(S, float, float, float, _v2)
PRODUCTS(D, double, double, double, _v2)
PRODUCTS(C, cuComplex, ComplexFloat, ComplexFloat, _v2)
PRODUCTS(Z, cuDoubleComplex, ComplexDouble, ComplexDouble, _v2)
PRODUCTS(H, __half, __half, float, )

// SYMMETRIES(letter, sy or he, API type, type, shape, conjugated, factor of r and rk, factor of r2k's beta)
#define SYMMETRIES(L, kind, U, T, shape, is_conjugated, F, FT)                                     \
    cublasStatus_t cublas##L##kind##mv_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,          \
                                          const U *alpha, const U *a, int lda, const U *x,         \
                                          int incx, const U *beta, U *y, int incy)                 \
    {                                                                                              \
        return run_symv<T, shape>(h, uplo, n, alpha, a, lda, x, incx, beta, y, incy);              \
    }                                                                                              \
    cublasStatus_t cublas##L##kind##r_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,           \
                                         const F *alpha, const U *x, int incx, U *a, int lda)      \
    {                                                                                              \
        return run_syr<T, is_conjugated>(h, uplo, n, alpha, x, incx, x, incx, false, a, lda);      \
    }                                                                                              \
    cublasStatus_t cublas##L##kind##r2_v2(cublasHandle_t h, cublasFillMode_t uplo, int n,          \
                                          const U *alpha, const U *x, int incx, const U *y,        \
                                          int incy, U *a, int lda)                                 \
    {                                                                                              \
        return run_syr<T, is_conjugated>(h, uplo, n, alpha, x, incx, y, incy, true, a, lda);       \
    }                                                                                              \
    cublasStatus_t cublas##L##kind##mm_v2(                                                         \
        cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,              \
        const U *alpha, const U *a, int lda, const U *b, int ldb, const U *beta, U *c, int ldc)    \
    {                                                                                              \
        return run_symm<T, shape>(h, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);       \
    }                                                                                              \
    cublasStatus_t cublas##L##kind##rk_v2(cublasHandle_t h, cublasFillMode_t uplo,                 \
                                          cublasOperation_t op, int n, int k, const F *alpha,      \
                                          const U *a, int lda, const F *beta, U *c, int ldc)       \
    {                                                                                              \
        return run_syrk<T, is_conjugated, FT, FT>(h, uplo, op, n, k, alpha, a, lda, a, lda, beta,  \
                                                  c, ldc, false);                                  \
    }                                                                                              \
    cublasStatus_t cublas##L##kind##r2k_v2(cublasHandle_t h, cublasFillMode_t uplo,                \
                                           cublasOperation_t op, int n, int k, const U *alpha,     \
                                           const U *a, int lda, const U *b, int ldb,               \
                                           const F *beta, U *c, int ldc)                           \
    {                                                                                              \
        return run_syrk<T, is_conjugated, T, FT>(h, uplo, op, n, k, alpha, a, lda, b, ldb, beta,   \
                                                 c, ldc, true);                                    \
    }
SYMMETRIES(S, sy, float, float, SYMMETRIC, false, float, float)
SYMMETRIES(D, sy, double, double, SYMMETRIC, false, double, double)
SYMMETRIES(C, sy, cuComplex, ComplexFloat, SYMMETRIC, false, cuComplex, ComplexFloat)
SYMMETRIES(Z, sy, cuDoubleComplex, ComplexDouble, SYMMETRIC, false, cuDoubleComplex, ComplexDouble)
SYMMETRIES(C, he, cuComplex, ComplexFloat, HERMITIAN, true, float, float)
SYMMETRIES(Z, he, cuDoubleComplex, ComplexDouble, HERMITIAN, true, double, double)

#define DOT(name, U, T, is_conjugated)                                                             \
    cublasStatus_t cublas##name##_v2(cublasHandle_t h, int n, const U *x, int incx, const U *y,    \
                                     int incy, U *result)                                          \
    {                                                                                              \
        return run_dot<T, is_conjugated>(h, n, x, incx, y, incy, result);                          \
    }
DOT(Sdot, float, float, false)
DOT(Ddot, double, double, false)
DOT(Cdotu, cuComplex, ComplexFloat, false)
DOT(Cdotc, cuComplex, ComplexFloat, true)
DOT(Zdotu, cuDoubleComplex, ComplexDouble, false)
DOT(Zdotc, cuDoubleComplex, ComplexDouble, true)

#define GER(name, U, T, is_conjugated)                                                             \
    cublasStatus_t cublas##name##_v2(cublasHandle_t h, int m, int n, const U *alpha, const U *x,   \
                                     int incx, const U *y, int incy, U *a, int lda)                \
    {                                                                                              \
        return run_ger<T, is_conjugated>(h, m, n, alpha, x, incx, y, incy, a, lda);                \
    }
GER(Sger, float, float, false)
GER(Dger, double, double, false)
GER(Cgeru, cuComplex, ComplexFloat, false)
GER(Cgerc, cuComplex, ComplexFloat, true)
GER(Zgeru, cuDoubleComplex, ComplexDouble, false)
GER(Zgerc, cuDoubleComplex, ComplexDouble, true)

cublasStatus_t cublasCsscal_v2(cublasHandle_t h, int n, const float *alpha, cuComplex *x, int incx)
{
    return run_scal<ComplexFloat, float>(h, n, alpha, x, incx);
}

cublasStatus_t cublasZdscal_v2(cublasHandle_t h, int n, const double *alpha, cuDoubleComplex *x,
                               int incx)
{
    return run_scal<ComplexDouble, double>(h, n, alpha, x, incx);
}

#define ROTATIONS(L, T)                                                                            \
    cublasStatus_t cublas##L##rot_v2(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,      \
                                     const T *c, const T *s)                                       \
    {                                                                                              \
        return run_rot(h, n, x, incx, y, incy, c, s);                                              \
    }                                                                                              \
    cublasStatus_t cublas##L##rotg_v2(cublasHandle_t h, T *a, T *b, T *c, T *s)                    \
    {                                                                                              \
        return run_rotg(h, a, b, c, s);                                                            \
    }                                                                                              \
    cublasStatus_t cublas##L##rotm_v2(cublasHandle_t h, int n, T *x, int incx, T *y, int incy,     \
                                      const T *param)                                              \
    {                                                                                              \
        return run_rotm(h, n, x, incx, y, incy, param);                                            \
    }
ROTATIONS(S, float)
ROTATIONS(D, double)

cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                            int n, int k, const void *alpha, const void *a, cudaDataType type_a,
                            int lda, const void *b, cudaDataType type_b, int ldb, const void *beta,
                            void *c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t)
{
    return run_mixed(h, {type_a, type_b, type_c, compute},
                     {op_a, op_b, m, n, k, lda, ldb, ldc, 1}, alpha, {a, b, c}, beta);
}

cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b,
                             int m, int n, int k, const float *alpha, const void *a,
                             cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                             int ldb, const float *beta, void *c, cudaDataType type_c, int ldc)
{
    return run_mixed(h, {type_a, type_b, type_c, CUBLAS_COMPUTE_32F},
                     {op_a, op_b, m, n, k, lda, ldb, ldc, 1}, alpha, {a, b, c}, beta);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t op_a,
                                          cublasOperation_t op_b, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType type_a,
                                          int lda, long long stride_a, const void *b,
                                          cudaDataType type_b, int ldb, long long stride_b,
                                          const void *beta, void *c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t)
{
    Batch batch = {a, b, c, nullptr, nullptr, nullptr, stride_a, stride_b, stride_c};
    return run_mixed(h, {type_a, type_b, type_c, compute},
                     {op_a, op_b, m, n, k, lda, ldb, ldc, count}, alpha, batch, beta);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b,
                                   int m, int n, int k, const void *alpha, const void *const a[],
                                   cudaDataType type_a, int lda, const void *const b[],
                                   cudaDataType type_b, int ldb, const void *beta,
                                   void *const c[], cudaDataType type_c, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t)
{
    Batch batch = {};
    batch.list_a = a;
    batch.list_b = b;
    batch.list_c = c;
    return run_mixed(h, {type_a, type_b, type_c, compute},
                     {op_a, op_b, m, n, k, lda, ldb, ldc, count}, alpha, batch, beta);
}

#define DOT_MIXED(NAME, is_conjugated)                                                             \
    cublasStatus_t NAME(cublasHandle_t h, int n, const void *x, cudaDataType type_x, int incx,     \
                        const void *y, cudaDataType type_y, int incy, void *result,                \
                        cudaDataType type_result, cudaDataType compute)                            \
    {                                                                                              \
        if (type_x != type_y || type_x != type_result) return CUBLAS_STATUS_NOT_SUPPORTED;         \
        return run_dot_mixed<is_conjugated>({h, n, nullptr, x, (void *)y, incx, incy, result},     \
                                            type_x, compute);                                      \
    }
DOT_MIXED(cublasDotEx, false)
DOT_MIXED(cublasDotcEx, true)

cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType type_alpha, const void *x,
                            cudaDataType type_x, int incx, void *y, cudaDataType type_y, int incy,
                            cudaDataType compute)
{
    if (type_x != type_y || type_alpha != compute) return CUBLAS_STATUS_NOT_SUPPORTED;
    return run_axpy_mixed({h, n, alpha, x, y, incx, incy}, type_x, compute);
}

cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType type_alpha, void *x,
                            cudaDataType type_x, int incx, cudaDataType compute)
{
    if (type_alpha != compute) return CUBLAS_STATUS_NOT_SUPPORTED;
    return run_scal_mixed({h, n, alpha, nullptr, x, 0, incx}, type_x, compute);
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType type_x, int incx, void *result,
                            cudaDataType type_result, cudaDataType compute)
{
    cudaDataType real = type_x == CUDA_C_32F ? CUDA_R_32F : type_x == CUDA_C_64F ? CUDA_R_64F : type_x;
    if (type_result != real) return CUBLAS_STATUS_NOT_SUPPORTED;
    bool is_complex = type_x != real; // whose norm is computed in the real type
    return run_norm_mixed({h, n, nullptr, x, nullptr, incx, 0, result}, type_x,
                          is_complex && compute == real ? type_x : compute);
}

#define BATCHES(N, U, T)                                                                                        \
    cublasStatus_t cublas##N##getrfBatched(cublasHandle_t h, int n, U *const a[], int lda, int *pivots,         \
                                           int *info, int batch)                                                \
    {                                                                                                           \
        return run_getrf_batch<T>(h, n, (T *const *)a, lda, pivots, info, batch);                               \
    }                                                                                                           \
    cublasStatus_t cublas##N##getrsBatched(cublasHandle_t h, cublasOperation_t op, int n, int nrhs,             \
                                           const U *const a[], int lda, const int *pivots, U *const b[],        \
                                           int ldb, int *info, int batch)                                       \
    {                                                                                                           \
        return run_getrs_batch<T>(h, op, n, nrhs, (const T *const *)a, lda, pivots, (T *const *)b, ldb, info,   \
                                  batch);                                                                       \
    }                                                                                                           \
    cublasStatus_t cublas##N##getriBatched(cublasHandle_t h, int n, const U *const a[], int lda,                \
                                           const int *pivots, U *const c[], int ldc, int *info, int batch)      \
    {                                                                                                           \
        return run_getri_batch<T>(h, n, (const T *const *)a, lda, pivots, (T *const *)c, ldc, info, batch);     \
    }                                                                                                           \
    cublasStatus_t cublas##N##matinvBatched(cublasHandle_t h, int n, const U *const a[], int lda, U *const c[], \
                                            int ldc, int *info, int batch)                                      \
    {                                                                                                           \
        return run_matinv_batch<T>(h, n, (const T *const *)a, lda, (T *const *)c, ldc, info, batch);            \
    }                                                                                                           \
    cublasStatus_t cublas##N##trsmBatched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,       \
                                          cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,        \
                                          const U *alpha, const U *const a[], int lda, U *const b[], int ldb,   \
                                          int batch)                                                            \
    {                                                                                                           \
        return run_trsm_batch<T>(h, side, uplo, op, diagonal, m, n, alpha, (const T *const *)a, lda,            \
                                 (T *const *)b, ldb, batch);                                                    \
    }                                                                                                           \
    cublasStatus_t cublas##N##gemvBatched(cublasHandle_t h, cublasOperation_t op, int m, int n, const U *alpha, \
                                          const U *const a[], int lda, const U *const x[], int incx,            \
                                          const U *beta, U *const y[], int incy, int batch)                     \
    {                                                                                                           \
        Matrix<T> matrix = general<T>(nullptr, lda, op);                                                        \
        matrix.list = (const T *const *)a;                                                                      \
        return run_gemv_batch<T>(h, op, m, n, alpha, matrix, {nullptr, (const T *const *)x, incx}, beta,        \
                                 {nullptr, (T *const *)y, incy}, batch);                                        \
    }                                                                                                           \
    cublasStatus_t cublas##N##gemvStridedBatched(                                                               \
        cublasHandle_t h, cublasOperation_t op, int m, int n, const U *alpha, const U *a, int lda,              \
        long long stride_a, const U *x, int incx, long long stride_x, const U *beta, U *y, int incy,            \
        long long stride_y, int batch)                                                                          \
    {                                                                                                           \
        Matrix<T> matrix = general<T>(a, lda, op);                                                              \
        matrix.stride = stride_a;                                                                               \
        return run_gemv_batch<T>(h, op, m, n, alpha, matrix, {(const T *)x, nullptr, incx, stride_x}, beta,     \
                                 {(T *)y, nullptr, incy, stride_y}, batch);                                     \
    }
BATCHES(S, float, float)
BATCHES(D, double, double)
BATCHES(C, cuComplex, ComplexFloat)
BATCHES(Z, cuDoubleComplex, ComplexDouble)
}
