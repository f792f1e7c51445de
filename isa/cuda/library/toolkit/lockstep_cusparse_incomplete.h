// SPDX-License-Identifier: Apache-2.0
// A part of cusparse.h: incomplete factors.
#ifndef LOCKSTEP_CUSPARSE_INCOMPLETE_H
#define LOCKSTEP_CUSPARSE_INCOMPLETE_H

#ifdef __cplusplus
#include <cuComplex.h>
#else
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#endif

typedef enum {
    CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
    CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;

typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;

#ifdef __cplusplus
extern "C" {
#endif
#define LOCKSTEP_INCOMPLETE(X, name, T)                                                            \
    cusparseStatus_t cusparse##X##name##_bufferSize(                                               \
        cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, T *values,        \
        const int *offsets, const int *columns, name##Info_t info, int *size);                     \
    cusparseStatus_t cusparse##X##name##_analysis(                                                 \
        cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, const T *values,  \
        const int *offsets, const int *columns, name##Info_t info, cusparseSolvePolicy_t policy,   \
        void *buffer);                                                                             \
    cusparseStatus_t cusparse##X##name(cusparseHandle_t handle, int m, int nnz,                    \
                                       const cusparseMatDescr_t descr, T *values,                  \
                                       const int *offsets, const int *columns, name##Info_t info,  \
                                       cusparseSolvePolicy_t policy, void *buffer);
#define LOCKSTEP_INCOMPLETES(Name, name)                                                           \
    cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info);                               \
    cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info);                               \
    cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, name##Info_t info,       \
                                                 int *position);                                   \
    LOCKSTEP_INCOMPLETE(S, name, float)                                                            \
    LOCKSTEP_INCOMPLETE(D, name, double)                                                           \
    LOCKSTEP_INCOMPLETE(C, name, cuComplex)                                                        \
    LOCKSTEP_INCOMPLETE(Z, name, cuDoubleComplex)
LOCKSTEP_INCOMPLETES(Csrilu02, csrilu02)
LOCKSTEP_INCOMPLETES(Csric02, csric02)
#undef LOCKSTEP_INCOMPLETES
#undef LOCKSTEP_INCOMPLETE
#ifdef __cplusplus
}
#endif

#endif
