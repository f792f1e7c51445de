// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's functions: handles and settings, and one for each type.
#include <cusolver/solver.h>

using namespace lockstep;

struct cusolverDnParams {
    int unused;
};

// Of syevj and gesvdj; `reached` is in device memory.
struct JacobiInfo {
    Sweeps sweeps;
    Reached *reached;
};
struct syevjInfo : JacobiInfo {};
struct gesvdjInfo : JacobiInfo {};

namespace
{
const Sweeps AS_PRECISE = {0, 100, true};

template <class Info> cusolverStatus_t create_info(Info **info)
{
    REFUSE(info == nullptr);
    *info = new (std::nothrow) Info();
    if (*info == nullptr)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    (*info)->sweeps = AS_PRECISE;
    if (cudaMalloc(&(*info)->reached, sizeof(Reached)) != cudaSuccess) {
        delete *info;
        return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    cudaMemset((*info)->reached, 0, sizeof(Reached));
    born(*info);
    return CUSOLVER_STATUS_SUCCESS;
}

template <class Info> cusolverStatus_t destroy_info(Info *info)
{
    REFUSE(info != nullptr && !is_live(info));
    if (info != nullptr)
        cudaFree(info->reached);
    destroy(info);
    return CUSOLVER_STATUS_SUCCESS;
}

template <class Info> cusolverStatus_t get_reached(cusolverDnHandle_t handle, Info *info, Reached *reached)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(info));
    cudaStreamSynchronize(handle->stream);
    return cudaMemcpy(reached, info->reached, sizeof *reached, cudaMemcpyDeviceToHost) == cudaSuccess
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_EXECUTION_FAILED;
}

cusolverStatus_t give_size(cusolverDnHandle_t handle, bool is_good, size_t size, int *lwork)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_good || lwork == nullptr || size > INT_MAX);
    *lwork = (int)size;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t give_bytes(cusolverDnHandle_t handle, bool is_good, size_t count, cudaDataType type,
                            size_t *device_bytes, size_t *host_bytes)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_good || device_bytes == nullptr || host_bytes == nullptr);
    size_t element = type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
    *device_bytes = count * element;
    *host_bytes = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

bool is_size(int64_t n)
{
    return n >= 0 && n <= INT_MAX;
}

bool is_type(cudaDataType type)
{
    return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
}

cudaDataType real_type(cudaDataType type)
{
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
} // namespace

// Returns an expression of T, the type of elements, and R, its real type.
#define BY_TYPE(type, ...)                                                                                      \
    switch (type) {                                                                                             \
    case CUDA_R_32F: {                                                                                          \
        typedef float T, R;                                                                                     \
        return __VA_ARGS__;                                                                                     \
    }                                                                                                           \
    case CUDA_R_64F: {                                                                                          \
        typedef double T, R;                                                                                    \
        return __VA_ARGS__;                                                                                     \
    }                                                                                                           \
    case CUDA_C_32F: {                                                                                          \
        typedef ComplexFloat T;                                                                                 \
        typedef float R;                                                                                        \
        return __VA_ARGS__;                                                                                     \
    }                                                                                                           \
    case CUDA_C_64F: {                                                                                          \
        typedef ComplexDouble T;                                                                                \
        typedef double R;                                                                                       \
        return __VA_ARGS__;                                                                                     \
    }                                                                                                           \
    default:                                                                                                    \
        return CUSOLVER_STATUS_NOT_SUPPORTED;                                                                   \
    }

extern "C" {
cusolverStatus_t cusolverGetVersion(int *version)
{
    REFUSE(version == nullptr);
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    REFUSE(handle == nullptr);
    *handle = born(new (std::nothrow) cusolverDnContext{nullptr, CUSOLVER_DETERMINISTIC_RESULTS});
    return *handle == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    CHECK_HANDLE(handle);
    destroy(handle);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
    CHECK_HANDLE(handle);
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream)
{
    CHECK_HANDLE(handle);
    REFUSE(stream == nullptr);
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode)
{
    CHECK_HANDLE(handle);
    REFUSE(mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS);
    handle->mode = mode;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode)
{
    CHECK_HANDLE(handle);
    REFUSE(mode == nullptr);
    *mode = handle->mode;
    return CUSOLVER_STATUS_SUCCESS;
}

// X: the letter; C: the type in the interface; T: the one that is computed with; R: its real type.
#define FUNCTIONS(X, C, T, R)                                                                                   \
    cusolverStatus_t cusolverDn##X##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                                     C *, int lda, int *lwork)                                  \
    {                                                                                                           \
        return give_size(handle, is_fill(uplo) && n >= 0 && is_leading(lda, n), 1, lwork);                      \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, C *a,        \
                                          int lda, C *, int, int *info)                                         \
    {                                                                                                           \
        return run_potrf(handle, uplo, n, (T *)a, lda, info);                                                   \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,    \
                                          const C *a, int lda, C *b, int ldb, int *info)                        \
    {                                                                                                           \
        return run_potrs(handle, uplo, n, nrhs, (const T *)a, lda, (T *)b, ldb, info);                          \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                                     C *, int lda, int *lwork)                                  \
    {                                                                                                           \
        return give_size(handle, is_fill(uplo) && n >= 0 && is_leading(lda, n), (size_t)n *n, lwork);           \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, C *a,        \
                                          int lda, C *work, int lwork, int *info)                               \
    {                                                                                                           \
        return run_potri(handle, uplo, n, (T *)a, lda, (T *)work, lwork, info);                                 \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,       \
                                                 C *a[], int lda, int *info, int batch)                         \
    {                                                                                                           \
        return run_potrf_batch(handle, uplo, n, (T *const *)a, lda, info, batch);                               \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,       \
                                                 int nrhs, C *a[], int lda, C *b[], int ldb, int *info,         \
                                                 int batch)                                                     \
    {                                                                                                           \
        return run_potrs_batch(handle, uplo, n, nrhs, (T *const *)a, lda, (T *const *)b, ldb, info, batch);     \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, C *, int lda,     \
                                                     int *lwork)                                                \
    {                                                                                                           \
        return give_size(handle, m >= 0 && n >= 0 && is_leading(lda, m), 1, lwork);                             \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n, C *a, int lda, C *,          \
                                          int *pivots, int *info)                                               \
    {                                                                                                           \
        return run_getrf(handle, m, n, (T *)a, lda, pivots, info);                                              \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,  \
                                          const C *a, int lda, const int *pivots, C *b, int ldb, int *info)     \
    {                                                                                                           \
        return run_getrs(handle, trans, n, nrhs, (const T *)a, lda, pivots, (T *)b, ldb, info);                 \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, C *, int lda,     \
                                                     int *lwork)                                                \
    {                                                                                                           \
        return give_size(handle, m >= 0 && n >= 0 && is_leading(lda, m), 1, lwork);                             \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t handle, int m, int n, C *a, int lda, C *tau, C *,  \
                                          int, int *info)                                                       \
    {                                                                                                           \
        return run_geqrf(handle, m, n, (T *)a, lda, (T *)tau, info);                                            \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int *lwork)       \
    {                                                                                                           \
        return give_size(handle, n >= 0 && m >= n, singular_work(m, n), lwork);                                 \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,       \
                                          int m, int n, C *a, int lda, R *s, C *u, int ldu, C *vt, int ldvt,    \
                                          C *work, int lwork, R *, int *info)                                   \
    {                                                                                                           \
        return run_gesvd(handle, jobu, jobvt, m, n, (T *)a, lda, s, (T *)u, ldu, (T *)vt, ldvt, (T *)work,      \
                         lwork < 0 ? 0 : (size_t)lwork, info);                                                  \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(                                                          \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int, int m, int n, const C *, int lda, const R *,    \
        const C *, int, const C *, int, int *lwork, gesvdjInfo_t info)                                          \
    {                                                                                                           \
        bool is_good = is_mode(mode) && m >= 0 && n >= 0 && is_leading(lda, m) && is_live(info);                \
        return give_size(handle, is_good, singular_work(m, n), lwork);                                          \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int econ, int m,  \
                                           int n, C *a, int lda, R *s, C *u, int ldu, C *v, int ldv, C *work,   \
                                           int lwork, int *info, gesvdjInfo_t wish)                             \
    {                                                                                                           \
        REFUSE(!is_live(wish) || lwork < 0);                                                                    \
        return run_gesvdj(handle, mode, econ, m, n, (T *)a, lda, s, (T *)u, ldu, (T *)v, ldv, (T *)work, lwork, \
                          info, wish->sweeps, wish->reached);                                                   \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize(                                                   \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, const C *, int lda, const R *,         \
        const C *, int, const C *, int, int *lwork, gesvdjInfo_t info, int batch)                               \
    {                                                                                                           \
        bool is_good = is_mode(mode) && m >= 0 && n >= 0 && m <= BATCHED_MAX && n <= BATCHED_MAX &&             \
                       is_leading(lda, m) && batch >= 0;                                                        \
        return give_size(handle, is_good && is_live(info), singular_work(m, n), lwork);                         \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##gesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode, int m,     \
                                                  int n, C *a, int lda, R *s, C *u, int ldu, C *v, int ldv,     \
                                                  C *work, int lwork, int *info, gesvdjInfo_t wish, int batch)  \
    {                                                                                                           \
        REFUSE(!is_live(wish) || lwork < 0);                                                                    \
        return run_gesvdj_batch(handle, mode, m, n, (T *)a, lda, s, (T *)u, ldu, (T *)v, ldv, (T *)work, lwork, \
                                info, wish->sweeps, batch);                                                     \
    }
FUNCTIONS(S, float, float, float)
FUNCTIONS(D, double, double, double)
FUNCTIONS(C, cuComplex, ComplexFloat, float)
FUNCTIONS(Z, cuDoubleComplex, ComplexDouble, double)
#undef FUNCTIONS

#define FUNCTIONS(X, ORTHO, SYMM, C, T, R)                                                                      \
    cusolverStatus_t cusolverDn##X##ORTHO##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,       \
                                                          const C *, int lda, const C *, int *lwork)            \
    {                                                                                                           \
        return give_size(handle, n >= 0 && m >= n && k >= 0 && k <= n && is_leading(lda, m), 1, lwork);         \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##ORTHO##gqr(cusolverDnHandle_t handle, int m, int n, int k, C *a, int lda,   \
                                               const C *tau, C *, int, int *info)                               \
    {                                                                                                           \
        return run_orgqr(handle, m, n, k, (T *)a, lda, (const T *)tau, info);                                   \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##ORTHO##mqr_bufferSize(                                                      \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t, int m, int n, int k, const C *,    \
        int lda, const C *, const C *, int ldc, int *lwork)                                                     \
    {                                                                                                           \
        int long_side = side == CUBLAS_SIDE_LEFT ? m : n;                                                       \
        bool is_good = m >= 0 && n >= 0 && k >= 0 && k <= long_side && is_leading(lda, long_side) &&            \
                       is_leading(ldc, m);                                                                      \
        return give_size(handle, is_good, 1, lwork);                                                            \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##ORTHO##mqr(cusolverDnHandle_t handle, cublasSideMode_t side,                \
                                               cublasOperation_t trans, int m, int n, int k, const C *a,        \
                                               int lda, const C *tau, C *c, int ldc, C *, int, int *info)       \
    {                                                                                                           \
        return run_ormqr(handle, side, trans, m, n, k, (const T *)a, lda, (const T *)tau, (T *)c, ldc, info);   \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,     \
                                                         cublasFillMode_t uplo, int n, const C *, int lda,      \
                                                         const R *, int *lwork)                                 \
    {                                                                                                           \
        bool is_good = is_mode(mode) && is_fill(uplo) && n >= 0 && is_leading(lda, n);                          \
        return give_size(handle, is_good, eigen_work<T>(n, 1), lwork);                                          \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evd(cusolverDnHandle_t handle, cusolverEigMode_t mode,                \
                                              cublasFillMode_t uplo, int n, C *a, int lda, R *w, C *work,       \
                                              int lwork, int *info)                                             \
    {                                                                                                           \
        return run_syev(handle, mode, uplo, n, (T *)a, lda, w, (T *)work, lwork < 0 ? 0 : (size_t)lwork, info,  \
                        AS_PRECISE, nullptr, 1);                                                                \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,     \
                                                         cublasFillMode_t uplo, int n, const C *a, int lda,     \
                                                         const R *w, int *lwork, syevjInfo_t info)              \
    {                                                                                                           \
        REFUSE(!is_live(info));                                                                                 \
        return cusolverDn##X##SYMM##evd_bufferSize(handle, mode, uplo, n, a, lda, w, lwork);                    \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evj(cusolverDnHandle_t handle, cusolverEigMode_t mode,                \
                                              cublasFillMode_t uplo, int n, C *a, int lda, R *w, C *work,       \
                                              int lwork, int *info, syevjInfo_t wish)                           \
    {                                                                                                           \
        REFUSE(!is_live(wish));                                                                                 \
        return run_syev(handle, mode, uplo, n, (T *)a, lda, w, (T *)work, lwork < 0 ? 0 : (size_t)lwork, info,  \
                        wish->sweeps, wish->reached, 1);                                                        \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evjBatched_bufferSize(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, const C *, int lda,    \
        const R *, int *lwork, syevjInfo_t info, int batch)                                                     \
    {                                                                                                           \
        bool is_good = is_mode(mode) && is_fill(uplo) && n >= 0 && is_leading(lda, n) && batch >= 0;            \
        return give_size(handle, is_good && is_live(info), eigen_work<T>(n, batch), lwork);                     \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##X##SYMM##evjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode,         \
                                                     cublasFillMode_t uplo, int n, C *a, int lda, R *w,         \
                                                     C *work, int lwork, int *info, syevjInfo_t wish,           \
                                                     int batch)                                                 \
    {                                                                                                           \
        REFUSE(!is_live(wish));                                                                                 \
        return run_syev(handle, mode, uplo, n, (T *)a, lda, w, (T *)work, lwork < 0 ? 0 : (size_t)lwork, info,  \
                        wish->sweeps, nullptr, batch);                                                          \
    }
FUNCTIONS(S, or, sy, float, float, float)
FUNCTIONS(D, or, sy, double, double, double)
FUNCTIONS(C, un, he, cuComplex, ComplexFloat, float)
FUNCTIONS(Z, un, he, cuDoubleComplex, ComplexDouble, double)
#undef FUNCTIONS

#define SETTINGS(CREATE, DESTROY, INFO)                                                                         \
    cusolverStatus_t cusolverDn##CREATE(INFO##Info_t *info)                                                     \
    {                                                                                                           \
        return create_info(info);                                                                               \
    }                                                                                                           \
    cusolverStatus_t cusolverDn##DESTROY(INFO##Info_t info)                                                     \
    {                                                                                                           \
        return destroy_info(info);                                                                              \
    }                                                                                                           \
    cusolverStatus_t cusolverDnX##INFO##SetTolerance(INFO##Info_t info, double tolerance)                       \
    {                                                                                                           \
        REFUSE(!is_live(info));                                                                                 \
        info->sweeps.tolerance = tolerance;                                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                                         \
    }                                                                                                           \
    cusolverStatus_t cusolverDnX##INFO##SetMaxSweeps(INFO##Info_t info, int sweeps)                             \
    {                                                                                                           \
        REFUSE(!is_live(info) || sweeps < 0);                                                                   \
        info->sweeps.limit = sweeps;                                                                            \
        return CUSOLVER_STATUS_SUCCESS;                                                                         \
    }                                                                                                           \
    cusolverStatus_t cusolverDnX##INFO##SetSortEig(INFO##Info_t info, int)                                      \
    {                                                                                                           \
        REFUSE(!is_live(info));                                                                                 \
        return CUSOLVER_STATUS_SUCCESS;                                                                         \
    }                                                                                                           \
    cusolverStatus_t cusolverDnX##INFO##GetResidual(cusolverDnHandle_t handle, INFO##Info_t info,               \
                                                    double *residual)                                           \
    {                                                                                                           \
        Reached reached;                                                                                        \
        REFUSE(residual == nullptr);                                                                            \
        cusolverStatus_t status = get_reached(handle, info, &reached);                                          \
        if (status == CUSOLVER_STATUS_SUCCESS)                                                                  \
            *residual = reached.residual;                                                                       \
        return status;                                                                                          \
    }                                                                                                           \
    cusolverStatus_t cusolverDnX##INFO##GetSweeps(cusolverDnHandle_t handle, INFO##Info_t info, int *sweeps)    \
    {                                                                                                           \
        Reached reached;                                                                                        \
        REFUSE(sweeps == nullptr);                                                                              \
        cusolverStatus_t status = get_reached(handle, info, &reached);                                          \
        if (status == CUSOLVER_STATUS_SUCCESS)                                                                  \
            *sweeps = reached.sweeps;                                                                           \
        return status;                                                                                          \
    }
SETTINGS(CreateSyevjInfo, DestroySyevjInfo, syevj)
SETTINGS(CreateGesvdjInfo, DestroyGesvdjInfo, gesvdj)
#undef SETTINGS

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)
{
    REFUSE(params == nullptr);
    *params = born(new (std::nothrow) cusolverDnParams());
    return *params == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)
{
    REFUSE(params != nullptr && !is_live(params));
    destroy(params);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t, cusolverAlgMode_t)
{
    REFUSE(!is_live(params));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type, const void *, int64_t lda, cudaDataType,
                                             size_t *device_bytes, size_t *host_bytes)
{
    bool is_good = is_fill(uplo) && is_size(n) && is_leading(lda, n) && is_type(type);
    return give_bytes(handle, is_good, 1, type, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType, void *, size_t, void *,
                                  size_t, int *info)
{
    REFUSE(!is_size(n));
    BY_TYPE(type, run_potrf(handle, uplo, (int)n, (T *)a, lda, info))
}

cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType type, const void *a, int64_t lda, cudaDataType type_b,
                                  void *b, int64_t ldb, int *info)
{
    REFUSE(!is_size(n) || !is_size(nrhs) || type != type_b);
    BY_TYPE(type, run_potrs(handle, uplo, (int)n, (int)nrhs, (const T *)a, lda, (T *)b, ldb, info))
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                             cudaDataType type, const void *, int64_t lda, cudaDataType,
                                             size_t *device_bytes, size_t *host_bytes)
{
    bool is_good = is_size(m) && is_size(n) && is_leading(lda, m) && is_type(type);
    return give_bytes(handle, is_good, 1, type, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, int64_t *pivots, cudaDataType, void *,
                                  size_t, void *, size_t, int *info)
{
    REFUSE(!is_size(m) || !is_size(n));
    BY_TYPE(type, run_getrf(handle, (int)m, (int)n, (T *)a, lda, pivots, info))
}

cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasOperation_t trans, int64_t n,
                                  int64_t nrhs, cudaDataType type, const void *a, int64_t lda, const int64_t *pivots,
                                  cudaDataType type_b, void *b, int64_t ldb, int *info)
{
    REFUSE(!is_size(n) || !is_size(nrhs) || type != type_b);
    BY_TYPE(type, run_getrs(handle, trans, (int)n, (int)nrhs, (const T *)a, lda, pivots, (T *)b, ldb, info))
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                             cudaDataType type, const void *, int64_t lda, cudaDataType, const void *,
                                             cudaDataType, size_t *device_bytes, size_t *host_bytes)
{
    bool is_good = is_size(m) && is_size(n) && is_leading(lda, m) && is_type(type);
    return give_bytes(handle, is_good, 1, type, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType type_tau, void *tau,
                                  cudaDataType, void *, size_t, void *, size_t, int *info)
{
    REFUSE(!is_size(m) || !is_size(n) || type != type_tau);
    BY_TYPE(type, run_geqrf(handle, (int)m, (int)n, (T *)a, lda, (T *)tau, info))
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t mode,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *,
                                             int64_t lda, cudaDataType, const void *, cudaDataType,
                                             size_t *device_bytes, size_t *host_bytes)
{
    bool is_good = is_mode(mode) && is_fill(uplo) && is_size(n) && is_leading(lda, n) && is_type(type);
    return give_bytes(handle, is_good, eigen_work<float>(n, 1), type, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t mode,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType type_w, void *w, cudaDataType, void *work, size_t bytes, void *,
                                  size_t, int *info)
{
    REFUSE(!is_size(n) || type_w != real_type(type));
    BY_TYPE(type, run_syev(handle, mode, uplo, (int)n, (T *)a, lda, (R *)w, (T *)work, bytes / sizeof(T), info,
                           AS_PRECISE, nullptr, 1))
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, signed char, signed char,
                                             int64_t m, int64_t n, cudaDataType type, const void *, int64_t lda,
                                             cudaDataType, const void *, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, int64_t, cudaDataType, size_t *device_bytes,
                                             size_t *host_bytes)
{
    bool is_good = is_size(m) && is_size(n) && m >= n && is_leading(lda, m) && is_type(type);
    return give_bytes(handle, is_good, singular_work(m, n), type, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu, signed char jobvt,
                                  int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType type_s,
                                  void *s, cudaDataType type_u, void *u, int64_t ldu, cudaDataType type_vt, void *vt,
                                  int64_t ldvt, cudaDataType, void *work, size_t bytes, void *, size_t, int *info)
{
    REFUSE(!is_size(m) || !is_size(n) || type_s != real_type(type) || type_u != type || type_vt != type);
    BY_TYPE(type, run_gesvd(handle, jobu, jobvt, (int)m, (int)n, (T *)a, lda, (R *)s, (T *)u, ldu, (T *)vt, ldvt,
                            (T *)work, bytes / sizeof(T), info))
}
} // extern "C"
