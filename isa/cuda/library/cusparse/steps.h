// SPDX-License-Identifier: Apache-2.0
// The functions of cuSPARSE that take several calls, attributes of matrices, BSR and CSC; the end
// of cusparse.cu.
#pragma once

namespace
{
// Everything that is kept between calls is the descriptor's own. A size of 0 would look like a call
// for the size.
const size_t UNUSED_BYTES = 16;

bool is_elements(cudaDataType type)
{
    return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
}

size_t element_bytes(cudaDataType type)
{
    return type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
}

template <class D> cusparseStatus_t end(D *descr)
{
    REFUSE(descr != nullptr && !is_live(descr));
    if (descr != nullptr)
        forget(descr);
    return discard(descr);
}

template <class D> cusparseStatus_t give_size(cusparseStatus_t status, D *descr, size_t *size)
{
    CHECK(status);
    REFUSE(!is_live(descr) || size == nullptr);
    *size = UNUSED_BYTES;
    return CUSPARSE_STATUS_SUCCESS;
}

template <class D>
cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void *alpha, const cusparseSpMatDescr *a, const cusparseDnMatDescr &b,
                       const cusparseDnMatDescr &x, D *descr)
{
    REFUSE(!is_live(descr));
    if (!descr->is_analyzed)
        return CUSPARSE_STATUS_NOT_INITIALIZED; // as an H200's library
    FOR_TYPE(a->type, run_solve, handle, op_a, op_b, alpha, a, b, x, descr)
}

template <class D>
cusparseStatus_t analyze_for(cusparseHandle_t handle, const cusparseSpMatDescr *a, D *descr)
{
    REFUSE(!is_live(descr));
    cusparseStatus_t status = analyze_solve(handle, a, descr);
    descr->matrix = {a->rows, a->nnz, element_bytes(a->type)};
    return status;
}

// Later systems are solved with a copy of the new values.
template <class D>
cusparseStatus_t update(cusparseHandle_t handle, D *descr, const void *values, bool is_diagonal)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(descr) || !descr->is_analyzed || values == nullptr);
    void *&to = is_diagonal ? descr->diagonal : descr->values;
    size_t bytes = (size_t)(is_diagonal ? descr->matrix.rows : descr->matrix.nnz) *
                   descr->matrix.element_bytes;
    if (to == nullptr && cudaMalloc(&to, bytes) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    if (!is_diagonal) {
        cudaFree(descr->diagonal);
        descr->diagonal = nullptr;
    }
    cudaMemcpyAsync(to, values, bytes, cudaMemcpyDeviceToDevice, handle->stream);
    return launched();
}

cusparseStatus_t compute_sums(cusparseHandle_t handle, const cusparseSpMatDescr *a,
                              const cusparseSpMatDescr *b, cusparseSpGEMMDescr *descr){
    FOR_TYPE(a->type, compute_gemm, handle, a, b, descr)}

cusparseStatus_t store_values(cusparseHandle_t handle, const void *alpha, const void *beta,
                              cusparseSpMatDescr *c, cusparseSpGEMMDescr *descr){
    FOR_TYPE(c->type, store_gemm, handle, alpha, beta, c, descr)}

cusparseStatus_t
    check_sampled(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                  const void *alpha, const cusparseDnMatDescr *a, const cusparseDnMatDescr *b,
                  const void *beta, const cusparseSpMatDescr *c, cudaDataType compute)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(b) || !is_live(c) || alpha == nullptr || beta == nullptr ||
           !is_operation(op_a) || !is_operation(op_b));
    bool is_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
         is_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    REFUSE((is_a ? a->cols : a->rows) != c->rows ||
           (is_a ? a->rows : a->cols) != (is_b ? b->cols : b->rows) ||
           (is_b ? b->rows : b->cols) != c->cols);
    bool is_same =
        a->type == compute && b->type == compute && c->type == compute && is_elements(compute);
    return is_same && c->format == CUSPARSE_FORMAT_CSR ? CUSPARSE_STATUS_SUCCESS
                                                       : CUSPARSE_STATUS_NOT_SUPPORTED;
}
} // namespace

extern "C" {
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes)
{
    REFUSE(!is_live(matrix) || data == nullptr || bytes != sizeof(int) ||
           (unsigned)attribute > CUSPARSE_SPMAT_DIAG_TYPE);
    int value = *(const int *)data;
    REFUSE((unsigned)value > 1);
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = (cusparseFillMode_t)value;
    else
        matrix->diagonal = (cusparseDiagType_t)value;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t bytes)
{
    REFUSE(!is_live(matrix) || data == nullptr || bytes != sizeof(int) ||
           (unsigned)attribute > CUSPARSE_SPMAT_DIAG_TYPE);
    *(int *)data =
        attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)matrix->fill : (int)matrix->diagonal;
    return CUSPARSE_STATUS_SUCCESS;
}

#define BLOCKED(C, K)                                                                              \
    cusparseStatus_t cusparseCreate##C##Bsr(                                                       \
        cusparse##C##SpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,                \
        int64_t block_rows, int64_t block_cols, K void *offsets, K void *indices, K void *values,  \
        cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base, \
        cudaDataType type, cusparseOrder_t order)                                                  \
    {                                                                                              \
        REFUSE(rows < 0 || cols < 0 || nnz < 0 || block_rows <= 0 || block_cols <= 0 ||            \
               !is_sparse_type(offset_type, index_type, base));                                    \
        return keep(matrix, cusparseSpMatDescr{                                                    \
                                CUSPARSE_FORMAT_BSR, rows * block_rows, cols * block_cols,         \
                                nnz * block_rows * block_cols, (void *)offsets, (void *)indices,   \
                                (void *)values, offset_type, index_type, base, type,               \
                                CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, block_rows, \
                                block_cols, order});                                               \
    }
BLOCKED(, )
BLOCKED(Const, const)
#undef BLOCKED

// SpSV and SpSM: the arguments that differ, and how they become matrices.
#define SOLVE(NAME, OPERATIONS, RIGHT, LEFT, OP_B, AS_MATRIX)                                      \
    cusparseStatus_t cusparse##NAME##_createDescr(cusparse##NAME##Descr_t *descr)                  \
    {                                                                                              \
        return keep(descr, cusparse##NAME##Descr{});                                               \
    }                                                                                              \
    cusparseStatus_t cusparse##NAME##_destroyDescr(cusparse##NAME##Descr_t descr)                  \
    {                                                                                              \
        return end(descr);                                                                         \
    }                                                                                              \
    static cusparseStatus_t check_##NAME(cusparseHandle_t handle, OPERATIONS, const void *alpha,   \
                                         cusparseConstSpMatDescr_t a, RIGHT b, LEFT x,             \
                                         cudaDataType compute)                                     \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        REFUSE(!is_live(a) || !is_live(b) || !is_live(x));                                         \
        return check_solve(handle, op_a, OP_B, alpha, a, AS_MATRIX(b), AS_MATRIX(x), compute);     \
    }                                                                                              \
    cusparseStatus_t cusparse##NAME##_bufferSize(                                                  \
        cusparseHandle_t handle, OPERATIONS, const void *alpha, cusparseConstSpMatDescr_t a,       \
        RIGHT b, LEFT x, cudaDataType compute, cusparse##NAME##Alg_t,                              \
        cusparse##NAME##Descr_t descr, size_t *size)                                               \
    {                                                                                              \
        return give_size(check_##NAME(handle, OP_A_AND_B_##NAME, alpha, a, b, x, compute), descr,  \
                         size);                                                                    \
    }                                                                                              \
    cusparseStatus_t cusparse##NAME##_analysis(                                                    \
        cusparseHandle_t handle, OPERATIONS, const void *alpha, cusparseConstSpMatDescr_t a,       \
        RIGHT b, LEFT x, cudaDataType compute, cusparse##NAME##Alg_t,                              \
        cusparse##NAME##Descr_t descr, void *)                                                     \
    {                                                                                              \
        CHECK(check_##NAME(handle, OP_A_AND_B_##NAME, alpha, a, b, x, compute));                   \
        return analyze_for(handle, a, descr);                                                      \
    }                                                                                              \
    cusparseStatus_t cusparse##NAME##_solve(cusparseHandle_t handle, OPERATIONS,                   \
                                            const void *alpha, cusparseConstSpMatDescr_t a,        \
                                            RIGHT b, LEFT x, cudaDataType compute,                 \
                                            cusparse##NAME##Alg_t, cusparse##NAME##Descr_t descr)  \
    {                                                                                              \
        CHECK(check_##NAME(handle, OP_A_AND_B_##NAME, alpha, a, b, x, compute));                   \
        return solve(handle, op_a, OP_B, alpha, a, AS_MATRIX(b), AS_MATRIX(x), descr);             \
    }                                                                                              \
    cusparseStatus_t cusparse##NAME##_updateMatrix(cusparseHandle_t handle,                        \
                                                   cusparse##NAME##Descr_t descr, void *values,    \
                                                   cusparse##NAME##Update_t part)                  \
    {                                                                                              \
        return update(handle, descr, values, part != 0);                                           \
    }
#define OP_A_AND_B_SpSV op_a
#define OP_A_AND_B_SpSM op_a, op_b
#define ONE_OPERATION   cusparseOperation_t op_a
#define TWO_OPERATIONS  cusparseOperation_t op_a, cusparseOperation_t op_b
SOLVE(SpSV, ONE_OPERATION, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
      CUSPARSE_OPERATION_NON_TRANSPOSE, column)
SOLVE(SpSM, TWO_OPERATIONS, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t, op_b, *)

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)
{
    return keep(descr, cusparseSpGEMMDescr{});
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
    return end(descr);
}

#define GEMM                                                                                       \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,               \
        const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,       \
        cusparseSpGEMMDescr_t descr
static cusparseStatus_t check_gemm_factors(cusparseStatus_t status, const void *alpha,
                                           const void *beta, cudaDataType compute,
                                           cusparseConstSpMatDescr_t a)
{
    CHECK(status);
    REFUSE(alpha == nullptr || beta == nullptr);
    return a->type == compute && is_elements(compute) ? CUSPARSE_STATUS_SUCCESS
                                                      : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(GEMM, size_t *size, void *buffer)
{
    CHECK(check_gemm_factors(check_gemm(handle, op_a, op_b, a, b, c, descr), alpha, beta, compute,
                             a));
    CHECK(give_size(CUSPARSE_STATUS_SUCCESS, descr, size));
    return buffer == nullptr ? CUSPARSE_STATUS_SUCCESS : estimate(handle, a, b, descr);
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *count)
{
    REFUSE(!is_live(descr) || count == nullptr);
    *count = descr->products;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(GEMM, float fraction, size_t *size, void *buffer,
                                               size_t *compute_size)
{
    CHECK(check_gemm_factors(check_gemm(handle, op_a, op_b, a, b, c, descr), alpha, beta, compute,
                             a));
    REFUSE(!(fraction > 0 && fraction <= 1) || (buffer != nullptr && compute_size == nullptr));
    CHECK(give_size(CUSPARSE_STATUS_SUCCESS, descr, size));
    give(compute_size, UNUSED_BYTES);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_compute(GEMM, size_t *size, void *buffer)
{
    CHECK(check_gemm_factors(check_gemm(handle, op_a, op_b, a, b, c, descr), alpha, beta, compute,
                             a));
    REFUSE(descr->first == nullptr);
    CHECK(give_size(CUSPARSE_STATUS_SUCCESS, descr, size));
    if (buffer == nullptr)
        return CUSPARSE_STATUS_SUCCESS;
    CHECK(compute_sums(handle, a, b, descr));
    c->nnz = descr->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_copy(GEMM)
{
    CHECK(check_gemm_factors(check_gemm(handle, op_a, op_b, a, b, c, descr), alpha, beta, compute,
                             a));
    REFUSE(descr->columns == nullptr);
    CHECK(store_shape(handle, c, descr));
    return store_values(handle, alpha, beta, c, descr);
}

#define REUSE                                                                                      \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,          \
        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(REUSE, size_t *size, void *buffer)
{
    CHECK(give_size(check_gemm(handle, op_a, op_b, a, b, c, descr), descr, size));
    return buffer == nullptr ? CUSPARSE_STATUS_SUCCESS : estimate(handle, a, b, descr);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(REUSE, size_t *size2, void *buffer2, size_t *size3,
                                         void *buffer3, size_t *size4, void *buffer4)
{
    CHECK(check_gemm(handle, op_a, op_b, a, b, c, descr));
    REFUSE(descr->first == nullptr || size2 == nullptr || size3 == nullptr || size4 == nullptr);
    *size2 = *size3 = *size4 = UNUSED_BYTES;
    if (buffer2 == nullptr || buffer3 == nullptr || buffer4 == nullptr)
        return CUSPARSE_STATUS_SUCCESS;
    CHECK(compute_sums(handle, a, b, descr));
    c->nnz = descr->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMMreuse_copy(REUSE, size_t *size, void *buffer)
{
    CHECK(give_size(check_gemm(handle, op_a, op_b, a, b, c, descr), descr, size));
    REFUSE(descr->columns == nullptr);
    return buffer == nullptr ? CUSPARSE_STATUS_SUCCESS : store_shape(handle, c, descr);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(GEMM)
{
    CHECK(check_gemm_factors(check_gemm(handle, op_a, op_b, a, b, c, descr), alpha, beta, compute,
                             a));
    REFUSE(descr->columns == nullptr);
    CHECK(compute_sums(handle, a, b, descr));
    return store_values(handle, alpha, beta, c, descr);
}

#define SAMPLED                                                                                    \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,                   \
        const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,               \
        const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t
cusparseStatus_t cusparseSDDMM_bufferSize(SAMPLED, size_t *size)
{
    return give_size(check_sampled(handle, op_a, op_b, alpha, a, b, beta, c, compute), c, size);
}

cusparseStatus_t cusparseSDDMM_preprocess(SAMPLED, void *)
{
    return check_sampled(handle, op_a, op_b, alpha, a, b, beta, c, compute);
}

cusparseStatus_t cusparseSDDMM(SAMPLED, void *)
{
    CHECK(check_sampled(handle, op_a, op_b, alpha, a, b, beta, c, compute));
    FOR_TYPE(compute, run_sampled, handle, op_a, op_b, alpha, a, b, beta, c)
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int rows, int columns,
                                               int nnz, const void *, const int *, const int *,
                                               void *, int *, int *, cudaDataType type,
                                               cusparseAction_t, cusparseIndexBase_t,
                                               cusparseCsr2CscAlg_t, size_t *size)
{
    CHECK_HANDLE(handle);
    REFUSE(rows < 0 || columns < 0 || nnz < 0 || size == nullptr);
    *size = UNUSED_BYTES;
    return is_elements(type) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int rows, int columns, int nnz,
                                    const void *values, const int *offsets, const int *indices,
                                    void *csc_values, int *csc_offsets, int *csc_indices,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *)
{
    CHECK_HANDLE(handle);
    REFUSE(rows < 0 || columns < 0 || nnz < 0 || offsets == nullptr || csc_offsets == nullptr);
    void *to = action == CUSPARSE_ACTION_NUMERIC ? csc_values : nullptr;
    Indices from_rows = {(void *)offsets, false, (int)base},
            from_columns = {(void *)indices, false, (int)base};
    Indices to_offsets = {csc_offsets, false, (int)base}, to_rows = {csc_indices, false, (int)base};
    FOR_TYPE(type, run_transpose, handle, rows, columns, nnz, values, from_rows, from_columns, to,
             to_offsets, to_rows)
}

#define INCOMPLETE(X, name, C, T, kernel)                                                          \
    cusparseStatus_t cusparse##X##name##_bufferSize(                                               \
        cusparseHandle_t handle, int rows, int nnz, const cusparseMatDescr_t descr, C *,           \
        const int *, const int *, name##Info_t info, int *size)                                    \
    {                                                                                              \
        CHECK(check_incomplete(handle, rows, nnz, descr));                                         \
        REFUSE(!is_live(info) || size == nullptr);                                                 \
        *size = (int)UNUSED_BYTES;                                                                 \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##X##name##_analysis(                                                 \
        cusparseHandle_t handle, int rows, int nnz, const cusparseMatDescr_t descr, const C *,     \
        const int *offsets, const int *columns, name##Info_t info, cusparseSolvePolicy_t, void *)  \
    {                                                                                              \
        CHECK(check_incomplete(handle, rows, nnz, descr));                                         \
        REFUSE(!is_live(info));                                                                    \
        return analyze_incomplete(handle, rows, descr, offsets, columns, info);                    \
    }                                                                                              \
    cusparseStatus_t cusparse##X##name(                                                            \
        cusparseHandle_t handle, int rows, int nnz, const cusparseMatDescr_t descr, C *values,     \
        const int *offsets, const int *columns, name##Info_t info, cusparseSolvePolicy_t, void *)  \
    {                                                                                              \
        CHECK(check_incomplete(handle, rows, nnz, descr));                                         \
        REFUSE(!is_live(info) || info->diagonals == nullptr);                                      \
        if (rows > 0)                                                                              \
            kernel<T><<<1, 32, 0, handle->stream>>>(rows_of(rows, descr, offsets, columns, info),  \
                                                    (T *)values);                                  \
        return launched();                                                                         \
    }
#define INCOMPLETES(Name, name, kernel)                                                            \
    cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info)                                \
    {                                                                                              \
        return keep(info, name##Info{});                                                           \
    }                                                                                              \
    cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info)                                \
    {                                                                                              \
        return end(info);                                                                          \
    }                                                                                              \
    cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, name##Info_t info,       \
                                                 int *position)                                    \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        REFUSE(!is_live(info));                                                                    \
        return zero_pivot(handle, info, position);                                                 \
    }                                                                                              \
    INCOMPLETE(S, name, float, float, kernel)                                                      \
    INCOMPLETE(D, name, double, double, kernel)                                                    \
    INCOMPLETE(C, name, cuComplex, ComplexFloat, kernel)                                           \
    INCOMPLETE(Z, name, cuDoubleComplex, ComplexDouble, kernel)
INCOMPLETES(Csrilu02, csrilu02, incomplete_lu)
INCOMPLETES(Csric02, csric02, incomplete_cholesky)
}
