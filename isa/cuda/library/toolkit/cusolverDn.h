// SPDX-License-Identifier: Apache-2.0
// cuSOLVER for dense matrices in its plain forms, answered by isa/cuda/library/cusolver.
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include <cublas_v2.h>
#include <cusolver_common.h>

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t; // of functions that are not there
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;

typedef enum {
    CUSOLVERDN_GETRF = 0,
    CUSOLVERDN_POTRF = 1,
    CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode);

// Functions that there are for S, D, C and Z: T is the type of elements, R the real one.
#define LOCKSTEP_CUSOLVER(X, T, R)                                                                 \
    cusolverStatus_t cusolverDn##X##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *lwork);       \
    cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *work, int lwork, int *info);           \
    cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int nrhs, const T *A, int lda, T *B, int ldb,            \
                                          int *info);                                              \
    cusolverStatus_t cusolverDn##X##potri_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *lwork);       \
    cusolverStatus_t cusolverDn##X##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *work, int lwork, int *info);           \
    cusolverStatus_t cusolverDn##X##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *A[], int lda, int *info, int batch);    \
    cusolverStatus_t cusolverDn##X##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int nrhs, T *A[], int lda, T *B[],         \
                                                 int ldb, int *info, int batch);                   \
    cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *lwork);                   \
    cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *work, int *ipiv, int *info);                          \
    cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t handle, cublasOperation_t trans,      \
                                          int n, int nrhs, const T *A, int lda, const int *ipiv,   \
                                          T *B, int ldb, int *info);                               \
    cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *lwork);                   \
    cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *tau, T *work, int lwork, int *info);                  \
    cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int *lwork);                                  \
    cusolverStatus_t cusolverDn##X##gesvd(                                                         \
        cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A,        \
        int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work, int lwork, R *rwork, int *info);   \
    cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, const T *A,     \
        int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork,                 \
        gesvdjInfo_t params);                                                                      \
    cusolverStatus_t cusolverDn##X##gesvdj(                                                        \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T *A, int lda,  \
        R *S, T *U, int ldu, T *V, int ldv, T *work, int lwork, int *info, gesvdjInfo_t params);   \
    cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const T *A, int lda,      \
        const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork, gesvdjInfo_t params,     \
        int batchSize);                                                                            \
    cusolverStatus_t cusolverDn##X##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *A, int lda, R *S,      \
        T *U, int ldu, T *V, int ldv, T *work, int lwork, int *info, gesvdjInfo_t params,          \
        int batchSize);
LOCKSTEP_CUSOLVER(S, float, float)
LOCKSTEP_CUSOLVER(D, double, double)
LOCKSTEP_CUSOLVER(C, cuComplex, float)
LOCKSTEP_CUSOLVER(Z, cuDoubleComplex, double)
#undef LOCKSTEP_CUSOLVER

// Functions whose names differ between real and complex types: orgqr, ungqr; ormqr, unmqr; syevd,
// heevd.
#define LOCKSTEP_CUSOLVER(X, ORTHO, SYMM, T, R)                                                    \
    cusolverStatus_t cusolverDn##X##ORTHO##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n, \
                                                          int k, const T *A, int lda,              \
                                                          const T *tau, int *lwork);               \
    cusolverStatus_t cusolverDn##X##ORTHO##gqr(cusolverDnHandle_t handle, int m, int n, int k,     \
                                               T *A, int lda, const T *tau, T *work, int lwork,    \
                                               int *info);                                         \
    cusolverStatus_t cusolverDn##X##ORTHO##mqr_bufferSize(                                         \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, const T *C, int ldc, int *lwork);                \
    cusolverStatus_t cusolverDn##X##ORTHO##mqr(                                                    \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int lwork, int *info);   \
    cusolverStatus_t cusolverDn##X##SYMM##evd_bufferSize(                                          \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *lwork);                                              \
    cusolverStatus_t cusolverDn##X##SYMM##evd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,   \
                                              cublasFillMode_t uplo, int n, T *A, int lda, R *W,   \
                                              T *work, int lwork, int *info);                      \
    cusolverStatus_t cusolverDn##X##SYMM##evj_bufferSize(                                          \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *lwork, syevjInfo_t params);                          \
    cusolverStatus_t cusolverDn##X##SYMM##evj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,   \
                                              cublasFillMode_t uplo, int n, T *A, int lda, R *W,   \
                                              T *work, int lwork, int *info, syevjInfo_t params);  \
    cusolverStatus_t cusolverDn##X##SYMM##evjBatched_bufferSize(                                   \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *lwork, syevjInfo_t params, int batch);               \
    cusolverStatus_t cusolverDn##X##SYMM##evjBatched(                                              \
        cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A,     \
        int lda, R *W, T *work, int lwork, int *info, syevjInfo_t params, int batch);
LOCKSTEP_CUSOLVER(S, or, sy, float, float)
LOCKSTEP_CUSOLVER(D, or, sy, double, double)
LOCKSTEP_CUSOLVER(C, un, he, cuComplex, float)
LOCKSTEP_CUSOLVER(Z, un, he, cuDoubleComplex, double)
#undef LOCKSTEP_CUSOLVER

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int is_sorted);
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                             double *residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info,
                                           int *sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int is_sorted);
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                              double *residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                            int *sweeps);

// The interface whose calls name the type: sizes of 64 bits, work areas in bytes.
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type_a,
                                             const void *A, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type_a, void *A,
                                  int64_t lda, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType type_a, const void *A, int64_t lda,
                                  cudaDataType type_b, void *B, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type_a,
                                             const void *A, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type_a, void *A, int64_t lda,
                                  int64_t *ipiv, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType type_a, const void *A, int64_t lda,
                                  const int64_t *ipiv, cudaDataType type_b, void *B, int64_t ldb,
                                  int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type_a,
                                             const void *A, int64_t lda, cudaDataType type_tau,
                                             const void *tau, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type_a, void *A, int64_t lda,
                                  cudaDataType type_tau, void *tau, cudaDataType compute,
                                  void *device_work, size_t device_bytes, void *host_work,
                                  size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type_a, const void *A,
                                             int64_t lda, cudaDataType type_w, const void *W,
                                             cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type_a, void *A, int64_t lda, cudaDataType type_w,
                                  void *W, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt,
    int64_t m, int64_t n, cudaDataType type_a, const void *A, int64_t lda, cudaDataType type_s,
    const void *S, cudaDataType type_u, const void *U, int64_t ldu, cudaDataType type_vt,
    const void *VT, int64_t ldvt, cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  cudaDataType type_a, void *A, int64_t lda, cudaDataType type_s,
                                  void *S, cudaDataType type_u, void *U, int64_t ldu,
                                  cudaDataType type_vt, void *VT, int64_t ldvt,
                                  cudaDataType compute, void *device_work, size_t device_bytes,
                                  void *host_work, size_t host_bytes, int *info);
#ifdef __cplusplus
}
#endif

#endif
