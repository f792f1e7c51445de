// SPDX-License-Identifier: Apache-2.0
// cuBLAS with handles, answered by isa/cuda/library/cublas; docs/libraries.md lists what is there.
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <cuda_runtime.h>
#include <library_types.h>
#include <stdint.h>
#ifdef __cplusplus
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#endif

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASAPI
#define CUBLASWINAPI

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

// Algorithms and modes are taken and make no difference here.
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO4 = 4,
    CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6,
    CUBLAS_GEMM_ALGO7 = 7,
    CUBLAS_GEMM_ALGO8 = 8,
    CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10,
    CUBLAS_GEMM_ALGO11 = 11,
    CUBLAS_GEMM_ALGO12 = 12,
    CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14,
    CUBLAS_GEMM_ALGO15 = 15,
    CUBLAS_GEMM_ALGO16 = 16,
    CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18,
    CUBLAS_GEMM_ALGO19 = 19,
    CUBLAS_GEMM_ALGO20 = 20,
    CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
    CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
    CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
    CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
    CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
    CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
    CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
    CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
    CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

struct cublasContext;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t size_bytes);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int elementBytes, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int elementBytes, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int elementBytes, const void *A, int lda,
                               void *B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int elementBytes, const void *A, int lda,
                               void *B, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elementBytes, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elementBytes, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int elementBytes, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int elementBytes, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);

// Vectors.
cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float *x, int incx, int *result);
cublasStatus_t cublasIsamin_v2(cublasHandle_t handle, int n, const float *x, int incx, int *result);
cublasStatus_t cublasSasum_v2(cublasHandle_t handle, int n, const float *x, int incx,
                              float *result);
cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float *x, int incx,
                              float *result);
cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float *alpha, const float *x,
                              int incx, float *y, int incy);
cublasStatus_t cublasScopy_v2(cublasHandle_t handle, int n, const float *x, int incx, float *y,
                              int incy);
cublasStatus_t cublasSswap_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy);
cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float *alpha, float *x, int incx);
cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float *x, int incx, const float *y,
                             int incy, float *result);
cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double *x, int incx,
                               int *result);
cublasStatus_t cublasIdamin_v2(cublasHandle_t handle, int n, const double *x, int incx,
                               int *result);
cublasStatus_t cublasDasum_v2(cublasHandle_t handle, int n, const double *x, int incx,
                              double *result);
cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double *x, int incx,
                              double *result);
cublasStatus_t cublasDaxpy_v2(cublasHandle_t handle, int n, const double *alpha, const double *x,
                              int incx, double *y, int incy);
cublasStatus_t cublasDcopy_v2(cublasHandle_t handle, int n, const double *x, int incx, double *y,
                              int incy);
cublasStatus_t cublasDswap_v2(cublasHandle_t handle, int n, double *x, int incx, double *y,
                              int incy);
cublasStatus_t cublasDscal_v2(cublasHandle_t handle, int n, const double *alpha, double *x,
                              int incx);
cublasStatus_t cublasDdot_v2(cublasHandle_t handle, int n, const double *x, int incx,
                             const double *y, int incy, double *result);
cublasStatus_t cublasIcamax_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                               int *result);
cublasStatus_t cublasIcamin_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                               int *result);
cublasStatus_t cublasScasum_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                               float *result);
cublasStatus_t cublasScnrm2_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                               float *result);
cublasStatus_t cublasCaxpy_v2(cublasHandle_t handle, int n, const cuComplex *alpha,
                              const cuComplex *x, int incx, cuComplex *y, int incy);
cublasStatus_t cublasCcopy_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                              cuComplex *y, int incy);
cublasStatus_t cublasCswap_v2(cublasHandle_t handle, int n, cuComplex *x, int incx, cuComplex *y,
                              int incy);
cublasStatus_t cublasCscal_v2(cublasHandle_t handle, int n, const cuComplex *alpha, cuComplex *x,
                              int incx);
cublasStatus_t cublasCdotu_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                              const cuComplex *y, int incy, cuComplex *result);
cublasStatus_t cublasCdotc_v2(cublasHandle_t handle, int n, const cuComplex *x, int incx,
                              const cuComplex *y, int incy, cuComplex *result);
cublasStatus_t cublasIzamax_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                               int *result);
cublasStatus_t cublasIzamin_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                               int *result);
cublasStatus_t cublasDzasum_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                               double *result);
cublasStatus_t cublasDznrm2_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                               double *result);
cublasStatus_t cublasZaxpy_v2(cublasHandle_t handle, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
cublasStatus_t cublasZcopy_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                              cuDoubleComplex *y, int incy);
cublasStatus_t cublasZswap_v2(cublasHandle_t handle, int n, cuDoubleComplex *x, int incx,
                              cuDoubleComplex *y, int incy);
cublasStatus_t cublasZscal_v2(cublasHandle_t handle, int n, const cuDoubleComplex *alpha,
                              cuDoubleComplex *x, int incx);
cublasStatus_t cublasZdotu_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *result);
cublasStatus_t cublasZdotc_v2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *result);
cublasStatus_t cublasCsscal_v2(cublasHandle_t handle, int n, const float *alpha, cuComplex *x,
                               int incx);
cublasStatus_t cublasZdscal_v2(cublasHandle_t handle, int n, const double *alpha,
                               cuDoubleComplex *x, int incx);
cublasStatus_t cublasSrot_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
                             const float *c, const float *s);
cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float *a, float *b, float *c, float *s);
cublasStatus_t cublasSrotm_v2(cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
                              const float *param);
cublasStatus_t cublasSrotmg_v2(cublasHandle_t handle, float *d1, float *d2, float *x1,
                               const float *y1, float *param);
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double *d1, double *d2, double *x1,
                               const double *y1, double *param);
cublasStatus_t cublasDrot_v2(cublasHandle_t handle, int n, double *x, int incx, double *y, int incy,
                             const double *c, const double *s);
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double *a, double *b, double *c, double *s);
cublasStatus_t cublasDrotm_v2(cublasHandle_t handle, int n, double *x, int incx, double *y,
                              int incy, const double *param);

// Matrices and vectors.
cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const float *alpha, const float *A, int lda, const float *x, int incx,
                              const float *beta, float *y, int incy);
cublasStatus_t cublasSger_v2(cublasHandle_t handle, int m, int n, const float *alpha,
                             const float *x, int incx, const float *y, int incy, float *A, int lda);
cublasStatus_t cublasSsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const float *alpha, const float *A, int lda, const float *x, int incx,
                              const float *beta, float *y, int incy);
cublasStatus_t cublasSsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const float *alpha, const float *x, int incx, float *A, int lda);
cublasStatus_t cublasSsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const float *alpha, const float *x, int incx, const float *y,
                              int incy, float *A, int lda);
cublasStatus_t cublasStrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const float *A, int lda, float *x,
                              int incx);
cublasStatus_t cublasStrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const float *A, int lda, float *x,
                              int incx);
cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const double *alpha, const double *A, int lda, const double *x,
                              int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDger_v2(cublasHandle_t handle, int m, int n, const double *alpha,
                             const double *x, int incx, const double *y, int incy, double *A,
                             int lda);
cublasStatus_t cublasDsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const double *alpha, const double *A, int lda, const double *x,
                              int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const double *alpha, const double *x, int incx, double *A, int lda);
cublasStatus_t cublasDsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const double *alpha, const double *x, int incx, const double *y,
                              int incy, double *A, int lda);
cublasStatus_t cublasDtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const double *A, int lda, double *x,
                              int incx);
cublasStatus_t cublasDtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const double *A, int lda, double *x,
                              int incx);
cublasStatus_t cublasCgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *x, int incx, const cuComplex *beta, cuComplex *y,
                              int incy);
cublasStatus_t cublasCgeru_v2(cublasHandle_t handle, int m, int n, const cuComplex *alpha,
                              const cuComplex *x, int incx, const cuComplex *y, int incy,
                              cuComplex *A, int lda);
cublasStatus_t cublasCgerc_v2(cublasHandle_t handle, int m, int n, const cuComplex *alpha,
                              const cuComplex *x, int incx, const cuComplex *y, int incy,
                              cuComplex *A, int lda);
cublasStatus_t cublasCsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *x, int incx, const cuComplex *beta, cuComplex *y,
                              int incy);
cublasStatus_t cublasCsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const cuComplex *alpha, const cuComplex *x, int incx, cuComplex *A,
                             int lda);
cublasStatus_t cublasCsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuComplex *alpha, const cuComplex *x, int incx,
                              const cuComplex *y, int incy, cuComplex *A, int lda);
cublasStatus_t cublasChemv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *x, int incx, const cuComplex *beta, cuComplex *y,
                              int incy);
cublasStatus_t cublasCher_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const float *alpha, const cuComplex *x, int incx, cuComplex *A,
                             int lda);
cublasStatus_t cublasCher2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuComplex *alpha, const cuComplex *x, int incx,
                              const cuComplex *y, int incy, cuComplex *A, int lda);
cublasStatus_t cublasCtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const cuComplex *A, int lda,
                              cuComplex *x, int incx);
cublasStatus_t cublasCtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const cuComplex *A, int lda,
                              cuComplex *x, int incx);
cublasStatus_t cublasZgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
                              cuDoubleComplex *y, int incy);
cublasStatus_t cublasZgeru_v2(cublasHandle_t handle, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y,
                              int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZgerc_v2(cublasHandle_t handle, int m, int n, const cuDoubleComplex *alpha,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *y,
                              int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
                              cuDoubleComplex *y, int incy);
cublasStatus_t cublasZsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
                             cuDoubleComplex *A, int lda);
cublasStatus_t cublasZsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZhemv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
                              cuDoubleComplex *y, int incy);
cublasStatus_t cublasZher_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const double *alpha, const cuDoubleComplex *x, int incx,
                             cuDoubleComplex *A, int lda);
cublasStatus_t cublasZher2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
                              const cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *A, int lda,
                              cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const cuDoubleComplex *A, int lda,
                              cuDoubleComplex *x, int incx);

// Banded matrices, and triangles without the rest; T is the type of elements.
#define LOCKSTEP_CUBLAS_STORED(L, T)                                                               \
    cublasStatus_t cublas##L##gbmv_v2(cublasHandle_t handle, cublasOperation_t trans, int m,       \
                                      int n, int kl, int ku, const T *alpha, const T *A, int lda,  \
                                      const T *x, int incx, const T *beta, T *y, int incy);        \
    cublasStatus_t cublas##L##tbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,                \
                                      cublasOperation_t trans, cublasDiagType_t diag, int n,       \
                                      int k, const T *A, int lda, T *x, int incx);                 \
    cublasStatus_t cublas##L##tbsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,                \
                                      cublasOperation_t trans, cublasDiagType_t diag, int n,       \
                                      int k, const T *A, int lda, T *x, int incx);                 \
    cublasStatus_t cublas##L##tpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,                \
                                      cublasOperation_t trans, cublasDiagType_t diag, int n,       \
                                      const T *AP, T *x, int incx);                                \
    cublasStatus_t cublas##L##tpsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,                \
                                      cublasOperation_t trans, cublasDiagType_t diag, int n,       \
                                      const T *AP, T *x, int incx);                                \
    cublasStatus_t cublas##L##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,           \
                                    const T *AP, T *A, int lda);                                   \
    cublasStatus_t cublas##L##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,           \
                                    const T *A, int lda, T *AP);
LOCKSTEP_CUBLAS_STORED(S, float)
LOCKSTEP_CUBLAS_STORED(D, double)
LOCKSTEP_CUBLAS_STORED(C, cuComplex)
LOCKSTEP_CUBLAS_STORED(Z, cuDoubleComplex)

// The symmetric (s) and Hermitian (h) ones; R is the type of the factor of a rank-one update.
#define LOCKSTEP_CUBLAS_STORED_SYMMETRIC(L, s, T, R)                                               \
    cublasStatus_t cublas##L##s##bmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
                                        int k, const T *alpha, const T *A, int lda, const T *x,    \
                                        int incx, const T *beta, T *y, int incy);                  \
    cublasStatus_t cublas##L##s##pmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
                                        const T *alpha, const T *AP, const T *x, int incx,         \
                                        const T *beta, T *y, int incy);                            \
    cublasStatus_t cublas##L##s##pr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,        \
                                       const R *alpha, const T *x, int incx, T *AP);               \
    cublasStatus_t cublas##L##s##pr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
                                        const T *alpha, const T *x, int incx, const T *y,          \
                                        int incy, T *AP);
LOCKSTEP_CUBLAS_STORED_SYMMETRIC(S, s, float, float)
LOCKSTEP_CUBLAS_STORED_SYMMETRIC(D, s, double, double)
LOCKSTEP_CUBLAS_STORED_SYMMETRIC(C, h, cuComplex, float)
LOCKSTEP_CUBLAS_STORED_SYMMETRIC(Z, h, cuDoubleComplex, double)

// One triangle of a product of two matrices.
#define LOCKSTEP_CUBLAS_TRIANGLE(name, T, R)                                                       \
    cublasStatus_t cublas##name(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, int n, int k, const T *alpha, const T *A, \
                                int lda, const T *B, int ldb, const R *beta, T *C, int ldc);
LOCKSTEP_CUBLAS_TRIANGLE(Ssyrkx, float, float)
LOCKSTEP_CUBLAS_TRIANGLE(Dsyrkx, double, double)
LOCKSTEP_CUBLAS_TRIANGLE(Csyrkx, cuComplex, cuComplex)
LOCKSTEP_CUBLAS_TRIANGLE(Zsyrkx, cuDoubleComplex, cuDoubleComplex)
LOCKSTEP_CUBLAS_TRIANGLE(Cherkx, cuComplex, float)
LOCKSTEP_CUBLAS_TRIANGLE(Zherkx, cuDoubleComplex, double)

#define LOCKSTEP_CUBLAS_GEMM3M(L, T)                                                               \
    cublasStatus_t cublas##L##gemm3m(cublasHandle_t handle, cublasOperation_t transa,              \
                                     cublasOperation_t transb, int m, int n, int k,                \
                                     const T *alpha, const T *A, int lda, const T *B, int ldb,     \
                                     const T *beta, T *C, int ldc);
LOCKSTEP_CUBLAS_GEMM3M(C, cuComplex)
LOCKSTEP_CUBLAS_GEMM3M(Z, cuDoubleComplex)

// Matrices.
cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k, const float *alpha,
                              const float *A, int lda, const float *B, int ldb, const float *beta,
                              float *C, int ldc);
cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k, const float *alpha,
                                  const float *const A[], int lda, const float *const B[], int ldb,
                                  const float *beta, float *const C[], int ldc, int batchCount);
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const float *alpha, const float *A, int lda,
                                         long long strideA, const float *B, int ldb,
                                         long long strideB, const float *beta, float *C, int ldc,
                                         long long strideC, int batchCount);
cublasStatus_t cublasSsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const float *alpha, const float *A, int lda,
                              const float *B, int ldb, const float *beta, float *C, int ldc);
cublasStatus_t cublasSsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const float *alpha, const float *A, int lda,
                              const float *beta, float *C, int ldc);
cublasStatus_t cublasSsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const float *alpha,
                               const float *A, int lda, const float *B, int ldb, const float *beta,
                               float *C, int ldc);
cublasStatus_t cublasStrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const float *alpha, const float *A, int lda, const float *B, int ldb,
                              float *C, int ldc);
cublasStatus_t cublasStrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const float *alpha, const float *A, int lda, float *B, int ldb);
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const float *alpha,
                           const float *A, int lda, const float *beta, const float *B, int ldb,
                           float *C, int ldc);
cublasStatus_t cublasSdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                           const float *A, int lda, const float *x, int incx, float *C, int ldc);
cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k, const double *alpha,
                              const double *A, int lda, const double *B, int ldb,
                              const double *beta, double *C, int ldc);
cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const double *alpha, const double *const A[], int lda,
                                  const double *const B[], int ldb, const double *beta,
                                  double *const C[], int ldc, int batchCount);
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const double *alpha, const double *A, int lda,
                                         long long strideA, const double *B, int ldb,
                                         long long strideB, const double *beta, double *C, int ldc,
                                         long long strideC, int batchCount);
cublasStatus_t cublasDsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const double *alpha, const double *A, int lda,
                              const double *B, int ldb, const double *beta, double *C, int ldc);
cublasStatus_t cublasDsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const double *alpha, const double *A, int lda,
                              const double *beta, double *C, int ldc);
cublasStatus_t cublasDsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const double *alpha,
                               const double *A, int lda, const double *B, int ldb,
                               const double *beta, double *C, int ldc);
cublasStatus_t cublasDtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const double *alpha, const double *A, int lda, const double *B,
                              int ldb, double *C, int ldc);
cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const double *alpha, const double *A, int lda, double *B, int ldb);
cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const double *alpha,
                           const double *A, int lda, const double *beta, const double *B, int ldb,
                           double *C, int ldc);
cublasStatus_t cublasDdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                           const double *A, int lda, const double *x, int incx, double *C, int ldc);
cublasStatus_t cublasCgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k, const cuComplex *alpha,
                              const cuComplex *A, int lda, const cuComplex *B, int ldb,
                              const cuComplex *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const cuComplex *alpha, const cuComplex *const A[], int lda,
                                  const cuComplex *const B[], int ldb, const cuComplex *beta,
                                  cuComplex *const C[], int ldc, int batchCount);
cublasStatus_t cublasCgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const cuComplex *alpha, const cuComplex *A, int lda,
                                         long long strideA, const cuComplex *B, int ldb,
                                         long long strideB, const cuComplex *beta, cuComplex *C,
                                         int ldc, long long strideC, int batchCount);
cublasStatus_t cublasCsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *B, int ldb, const cuComplex *beta, cuComplex *C,
                              int ldc);
cublasStatus_t cublasCsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const cuComplex *alpha,
                               const cuComplex *A, int lda, const cuComplex *B, int ldb,
                               const cuComplex *beta, cuComplex *C, int ldc);
cublasStatus_t cublasChemm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *B, int ldb, const cuComplex *beta, cuComplex *C,
                              int ldc);
cublasStatus_t cublasCherk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const float *alpha, const cuComplex *A, int lda,
                              const float *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCher2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const cuComplex *alpha,
                               const cuComplex *A, int lda, const cuComplex *B, int ldb,
                               const float *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const cuComplex *alpha, const cuComplex *A, int lda,
                              const cuComplex *B, int ldb, cuComplex *C, int ldc);
cublasStatus_t cublasCtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const cuComplex *alpha, const cuComplex *A, int lda, cuComplex *B,
                              int ldb);
cublasStatus_t cublasCgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const cuComplex *alpha,
                           const cuComplex *A, int lda, const cuComplex *beta, const cuComplex *B,
                           int ldb, cuComplex *C, int ldc);
cublasStatus_t cublasCdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                           const cuComplex *A, int lda, const cuComplex *x, int incx, cuComplex *C,
                           int ldc);
cublasStatus_t cublasZgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              const cuDoubleComplex *B, int ldb, const cuDoubleComplex *beta,
                              cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const cuDoubleComplex *alpha, const cuDoubleComplex *const A[],
                                  int lda, const cuDoubleComplex *const B[], int ldb,
                                  const cuDoubleComplex *beta, cuDoubleComplex *const C[], int ldc,
                                  int batchCount);
cublasStatus_t cublasZgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const cuDoubleComplex *alpha, const cuDoubleComplex *A,
                                         int lda, long long strideA, const cuDoubleComplex *B,
                                         int ldb, long long strideB, const cuDoubleComplex *beta,
                                         cuDoubleComplex *C, int ldc, long long strideC,
                                         int batchCount);
cublasStatus_t cublasZsymm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A,
                              int lda, const cuDoubleComplex *B, int ldb,
                              const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const cuDoubleComplex *alpha, const cuDoubleComplex *A,
                              int lda, const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha,
                               const cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb,
                               const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZhemm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              int m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A,
                              int lda, const cuDoubleComplex *B, int ldb,
                              const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZherk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const double *alpha, const cuDoubleComplex *A, int lda,
                              const double *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZher2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
                               cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha,
                               const cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb,
                               const double *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZtrmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              const cuDoubleComplex *B, int ldb, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t transa, cublasDiagType_t diag, int m, int n,
                              const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
                              cuDoubleComplex *B, int ldb);
cublasStatus_t cublasZgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const cuDoubleComplex *alpha,
                           const cuDoubleComplex *A, int lda, const cuDoubleComplex *beta,
                           const cuDoubleComplex *B, int ldb, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                           const cuDoubleComplex *A, int lda, const cuDoubleComplex *x, int incx,
                           cuDoubleComplex *C, int ldc);
#ifdef __cplusplus
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half *alpha,
                           const __half *A, int lda, const __half *B, int ldb, const __half *beta,
                           __half *C, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *const A[], int lda,
                                  const __half *const B[], int ldb, const __half *beta,
                                  __half *const C[], int ldc, int batchCount);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *A, int lda,
                                         long long strideA, const __half *B, int ldb,
                                         long long strideB, const __half *beta, __half *C, int ldc,
                                         long long strideC, int batchCount);
#endif
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *A, cudaDataType typeA, int lda, const void *B,
                            cudaDataType typeB, int ldb, const void *beta, void *C,
                            cudaDataType typeC, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, long long strideA, const void *B,
                                          cudaDataType typeB, int ldb, long long strideB,
                                          const void *beta, void *C, cudaDataType typeC, int ldc,
                                          long long strideC, int batchCount,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const A[], cudaDataType typeA, int lda,
                                   const void *const B[], cudaDataType typeB, int ldb,
                                   const void *beta, void *const C[], cudaDataType typeC, int ldc,
                                   int batchCount, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *A, cudaDataType typeA, int lda, const void *B,
                             cudaDataType typeB, int ldb, const float *beta, void *C,
                             cudaDataType typeC, int ldc);

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                           int incx, const void *y, cudaDataType typeY, int incy, void *result,
                           cudaDataType typeResult, cudaDataType compute);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, const void *y, cudaDataType typeY, int incy, void *result,
                            cudaDataType typeResult, cudaDataType compute);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            const void *x, cudaDataType typeX, int incx, void *y,
                            cudaDataType typeY, int incy, cudaDataType compute);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            void *x, cudaDataType typeX, int incx, cudaDataType compute);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, void *result, cudaDataType typeResult, cudaDataType compute);

// Many small matrices.
#define LOCKSTEP_BATCHES(N, T)                                                                     \
    cublasStatus_t cublas##N##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda,    \
                                           int *P, int *info, int batchSize);                      \
    cublasStatus_t cublas##N##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n,  \
                                           int nrhs, const T *const A[], int lda, const int *P,    \
                                           T *const B[], int ldb, int *info, int batchSize);       \
    cublasStatus_t cublas##N##getriBatched(cublasHandle_t handle, int n, const T *const A[],       \
                                           int lda, const int *P, T *const C[], int ldc,           \
                                           int *info, int batchSize);                              \
    cublasStatus_t cublas##N##matinvBatched(cublasHandle_t handle, int n, const T *const A[],      \
                                            int lda, T *const inverse[], int ldInverse, int *info, \
                                            int batchSize);                                        \
    cublasStatus_t cublas##N##trsmBatched(                                                         \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha,              \
        const T *const A[], int lda, T *const B[], int ldb, int batchCount);                       \
    cublasStatus_t cublas##N##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, const T *alpha, const T *const A[], int lda,      \
                                          const T *const x[], int incx, const T *beta,             \
                                          T *const y[], int incy, int batchCount);                 \
    cublasStatus_t cublas##N##gemvStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha, const T *A,  \
        int lda, long long strideA, const T *x, int incx, long long strideX, const T *beta, T *y,  \
        int incy, long long strideY, int batchCount);
LOCKSTEP_BATCHES(S, float)
LOCKSTEP_BATCHES(D, double)
LOCKSTEP_BATCHES(C, cuComplex)
LOCKSTEP_BATCHES(Z, cuDoubleComplex)
#undef LOCKSTEP_BATCHES
#define LOCKSTEP_GROUPED(N, T)                                                                     \
    cublasStatus_t cublas##N##gemmGroupedBatched(                                                  \
        cublasHandle_t handle, const cublasOperation_t transa_array[],                             \
        const cublasOperation_t transb_array[], const int m_array[], const int n_array[],          \
        const int k_array[], const T alpha_array[], const T *const Aarray[],                       \
        const int lda_array[], const T *const Barray[], const int ldb_array[],                     \
        const T beta_array[], T *const Carray[], const int ldc_array[], int group_count,           \
        const int group_size[]);
LOCKSTEP_GROUPED(S, float)
LOCKSTEP_GROUPED(D, double)
#undef LOCKSTEP_GROUPED
cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int m_array[], const int n_array[],
    const int k_array[], const void *alpha_array, const void *const Aarray[], cudaDataType Atype,
    const int lda_array[], const void *const Barray[], cudaDataType Btype, const int ldb_array[],
    const void *beta_array, void *const Carray[], cudaDataType Ctype, const int ldc_array[],
    int group_count, const int group_size[], cublasComputeType_t computeType);

#ifdef __cplusplus
}

// The type to compute in as CUDA before 11 named it.
static inline cublasComputeType_t __lockstepComputeType(cudaDataType type)
{
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                      : CUBLAS_COMPUTE_32F;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, const void *B, cudaDataType typeB, int ldb,
                                          const void *beta, void *C, cudaDataType typeC, int ldc,
                                          cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, typeA, lda, B, typeB, ldb, beta,
                        C, typeC, ldc, __lockstepComputeType(compute), algorithm);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void *alpha, const void *A, cudaDataType typeA, int lda, long long strideA, const void *B,
    cudaDataType typeB, int ldb, long long strideB, const void *beta, void *C, cudaDataType typeC,
    int ldc, long long strideC, int batchCount, cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, typeA, lda,
                                      strideA, B, typeB, ldb, strideB, beta, C, typeC, ldc, strideC,
                                      batchCount, __lockstepComputeType(compute), algorithm);
}
static inline cublasStatus_t
cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    int m, int n, int k, const void *alpha, const void *const A[],
                    cudaDataType typeA, int lda, const void *const B[], cudaDataType typeB, int ldb,
                    const void *beta, void *const C[], cudaDataType typeC, int ldc, int batchCount,
                    cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, typeA, lda, B, typeB, ldb,
                               beta, C, typeC, ldc, batchCount, __lockstepComputeType(compute),
                               algorithm);
}
#endif

#endif
