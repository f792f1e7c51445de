// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's functions: handles, descriptors, checks of arguments, and a launch for each type. Those that need
// several calls are in steps.h.
#include <cusparse/convert.h>
#include <cusparse/gemm.h>
#include <cusparse/incomplete.h>
#include <cusparse/sampled.h>
#include <cusparse/solve.h>

using namespace lockstep;

namespace
{
template <class T> void give(T *to, T value)
{
    if (to != nullptr)
        *to = value;
}

// A descriptor that is const only in its interface is the same.
template <class T, class D> cusparseStatus_t keep(D *to, const T &value)
{
    REFUSE(to == nullptr);
    *to = born(new (std::nothrow) T(value));
    return *to == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

template <class T> cusparseStatus_t discard(const T *descriptor)
{
    REFUSE(descriptor != nullptr && !is_live(descriptor));
    destroy(descriptor);
    return CUSPARSE_STATUS_SUCCESS;
}

bool is_sparse_type(cusparseIndexType_t first, cusparseIndexType_t second, cusparseIndexBase_t base)
{
    return (first == CUSPARSE_INDEX_32I || first == CUSPARSE_INDEX_64I) &&
           (second == CUSPARSE_INDEX_32I || second == CUSPARSE_INDEX_64I) && (unsigned)base <= 1;
}

template <class D>
cusparseStatus_t create_matrix(D *matrix, cusparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz,
                               const void *first, const void *second, const void *values,
                               cusparseIndexType_t first_type, cusparseIndexType_t second_type,
                               cusparseIndexBase_t base, cudaDataType type)
{
    REFUSE(rows < 0 || cols < 0 || nnz < 0 || !is_sparse_type(first_type, second_type, base));
    return keep(matrix, cusparseSpMatDescr{format, rows, cols, nnz, (void *)first, (void *)second, (void *)values,
                                           first_type, second_type, base, type});
}

template <class P>
cusparseStatus_t get_matrix(const cusparseSpMatDescr *a, cusparseFormat_t format, int64_t *rows, int64_t *cols,
                            int64_t *nnz, P *first, P *second, P *values, cusparseIndexType_t *first_type,
                            cusparseIndexType_t *second_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    REFUSE(!is_live(a) || a->format != format);
    give(rows, a->rows), give(cols, a->cols), give(nnz, a->nnz);
    give(first, (P)a->first), give(second, (P)a->second), give(values, (P)a->values);
    give(first_type, a->first_type), give(second_type, a->second_type), give(base, a->base), give(type, a->type);
    return CUSPARSE_STATUS_SUCCESS;
}

template <class D, class P> cusparseStatus_t get_values(const D *descriptor, P *values)
{
    REFUSE(!is_live(descriptor) || values == nullptr);
    *values = descriptor->values;
    return CUSPARSE_STATUS_SUCCESS;
}

template <class D> cusparseStatus_t set_values(D *descriptor, void *values)
{
    REFUSE(!is_live(descriptor));
    descriptor->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format, void *first, void *second,
                              void *values)
{
    REFUSE(!is_live(matrix) || matrix->format != format);
    matrix->first = first, matrix->second = second, matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

// What SpMV and SpMM have in common; in SpMV b and c have one column.
cusparseStatus_t check_product(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                               const void *alpha, const cusparseSpMatDescr *a, const cusparseDnMatDescr &b,
                               const void *beta, const cusparseDnMatDescr &c, cudaDataType compute)
{
    CHECK_HANDLE(handle);
    REFUSE(alpha == nullptr || beta == nullptr || !is_operation(op_a) || !is_operation(op_b));
    bool is_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, is_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    REFUSE((is_a ? a->cols : a->rows) != c.rows || (is_a ? a->rows : a->cols) != (is_b ? b.cols : b.rows) ||
           (is_b ? b.rows : b.cols) != c.cols);
    bool is_plain = compute == CUDA_R_32F || compute == CUDA_R_64F || compute == CUDA_C_32F || compute == CUDA_C_64F;
    bool is_conjugated = op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    REFUSE(is_conjugated && compute != CUDA_C_32F && compute != CUDA_C_64F); // as an H200's library does
    if (a->format == CUSPARSE_FORMAT_BSR && is_a)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    bool is_same = a->type == b.type && is_plain && a->type == compute && c.type == compute;
    bool is_half = a->type == b.type && compute == CUDA_R_32F && (a->type == CUDA_R_16F || a->type == CUDA_R_16BF) &&
                   (c.type == a->type || c.type == CUDA_R_32F);
    return is_same || is_half ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

struct Call {
    cusparseHandle_t handle;
    const cusparseSpMatDescr *a;
    cusparseOperation_t op_a, op_b;
    const void *alpha, *beta;
};

template <class In, class Out, class T>
cusparseStatus_t call(const Call &from, const cusparseDnMatDescr &b, const cusparseDnMatDescr &c)
{
    Product p = {lines_of(from.a), c.rows, c.cols, from.op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                 from.op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
    Dense<In> right = dense_of<In>(&b, from.op_b != CUSPARSE_OPERATION_NON_TRANSPOSE);
    Dense<Out> result = dense_of<Out>(&c, false);
    if (from.a->format == CUSPARSE_FORMAT_BSR)
        return multiply_blocks<In, Out, T>(from.handle, from.a, p, right, result, from.alpha, from.beta);
    return multiply<In, Out, T>(from.handle, from.a, p, from.op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, right, result,
                                from.alpha, from.beta);
}

cusparseStatus_t call_type(const Call &from, const cusparseDnMatDescr &b, const cusparseDnMatDescr &c)
{
    bool is_float = c.type == CUDA_R_32F;
    switch (b.type) {
    case CUDA_R_32F: return call<float, float, float>(from, b, c);
    case CUDA_R_64F: return call<double, double, double>(from, b, c);
    case CUDA_C_32F: return call<ComplexFloat, ComplexFloat, ComplexFloat>(from, b, c);
    case CUDA_C_64F: return call<ComplexDouble, ComplexDouble, ComplexDouble>(from, b, c);
    case CUDA_R_16F:
        return is_float ? call<__half, float, float>(from, b, c) : call<__half, __half, float>(from, b, c);
    case CUDA_R_16BF:
        return is_float ? call<__nv_bfloat16, float, float>(from, b, c)
                        : call<__nv_bfloat16, __nv_bfloat16, float>(from, b, c);
    default: return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
}

cusparseDnMatDescr column(const cusparseDnVecDescr *x)
{
    return {x->size, 1, x->size, x->values, x->type, CUSPARSE_ORDER_COL};
}

cusparseStatus_t check_vectors(cusparseHandle_t handle, const cusparseSpVecDescr *x, const cusparseDnVecDescr *y)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(x) || !is_live(y) || x->size != y->size || x->type != y->type);
    return CUSPARSE_STATUS_SUCCESS;
}

Indices indices_of(const cusparseSpVecDescr *x)
{
    return {x->indices, is_wide(x->index_type), (int)x->base};
}

template <class T>
cusparseStatus_t axpby(cusparseHandle_t handle, const void *alpha, const cusparseSpVecDescr *x, const void *beta,
                       cusparseDnVecDescr *y)
{
    T *to = (T *)y->values;
    if (y->size > 0)
        vector_scale<T><<<blocks_for(y->size), SPARSE_BLOCK, 0, handle->stream>>>(y->size, scalar<T>(handle, beta), to);
    if (x->nnz > 0)
        vector_add<T><<<blocks_for(x->nnz), SPARSE_BLOCK, 0, handle->stream>>>(
            x->nnz, scalar<T>(handle, alpha), indices_of(x), (const T *)x->values, to);
    return launched();
}

template <class T>
cusparseStatus_t gather(cusparseHandle_t handle, const cusparseDnVecDescr *y, cusparseSpVecDescr *x)
{
    if (x->nnz > 0)
        vector_gather<T><<<blocks_for(x->nnz), SPARSE_BLOCK, 0, handle->stream>>>(
            x->nnz, indices_of(x), (const T *)y->values, (T *)x->values);
    return launched();
}

template <class T>
cusparseStatus_t scatter(cusparseHandle_t handle, const cusparseSpVecDescr *x, cusparseDnVecDescr *y)
{
    if (x->nnz > 0)
        vector_scatter<T><<<blocks_for(x->nnz), SPARSE_BLOCK, 0, handle->stream>>>(
            x->nnz, indices_of(x), (const T *)x->values, (T *)y->values);
    return launched();
}

template <class T>
cusparseStatus_t rotate(cusparseHandle_t handle, const void *c, const void *s, cusparseSpVecDescr *x, cusparseDnVecDescr *y)
{
    if (x->nnz > 0)
        vector_rotate<T><<<blocks_for(x->nnz), SPARSE_BLOCK, 0, handle->stream>>>(
            x->nnz, scalar<T>(handle, c), scalar<T>(handle, s), indices_of(x), (T *)x->values, (T *)y->values);
    return launched();
}

// A stream that is captured does not wait for the result.
template <class T>
cusparseStatus_t dot(cusparseHandle_t handle, cusparseOperation_t op, const cusparseSpVecDescr *x,
                     const cusparseDnVecDescr *y, void *result)
{
    bool is_host = handle->pointers == CUSPARSE_POINTER_MODE_HOST;
    T *to = (T *)result;
    if (is_host && cudaMallocAsync(&to, sizeof(T), handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    vector_dot<T><<<1, SPARSE_BLOCK, 0, handle->stream>>>(x->nnz, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                                                          indices_of(x), (const T *)x->values,
                                                          (const T *)y->values, to);
    cusparseStatus_t status = launched();
    if (is_host) {
        cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
        cudaStreamIsCapturing(handle->stream, &capture);
        cudaMemcpyAsync(result, to, sizeof(T), cudaMemcpyDeviceToHost, handle->stream);
        cudaFreeAsync(to, handle->stream);
        if (capture == cudaStreamCaptureStatusNone)
            cudaStreamSynchronize(handle->stream);
    }
    return status;
}

cusparseStatus_t check_dense(cusparseHandle_t handle, const cusparseSpMatDescr *a, const cusparseDnMatDescr *b)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(b) || a->rows != b->rows || a->cols != b->cols || a->type != b->type);
    return a->format == CUSPARSE_FORMAT_BSR ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}

template <class T>
cusparseStatus_t to_dense(cusparseHandle_t handle, const cusparseSpMatDescr *a, cusparseDnMatDescr *b)
{
    Lines lines = lines_of(a);
    Dense<T> dense = dense_of<T>(b, false);
    if (b->rows * b->cols > 0)
        dense_clear<T><<<blocks_for(b->rows * b->cols), SPARSE_BLOCK, 0, handle->stream>>>(b->rows, b->cols, dense);
    if (lines.count > 0)
        sparse_to_dense<T><<<blocks_for(lines.count), SPARSE_BLOCK, 0, handle->stream>>>(lines, (const T *)a->values, dense);
    return launched();
}

// The lines of the dense matrix as the sparse one stores them, and their offsets in the buffer.
bool is_columns(const cusparseSpMatDescr *b)
{
    return b->format == CUSPARSE_FORMAT_CSC;
}

int64_t line_count(const cusparseSpMatDescr *b)
{
    return is_columns(b) ? b->cols : b->rows;
}

template <class T>
cusparseStatus_t analyze(cusparseHandle_t handle, const cusparseDnMatDescr *a, cusparseSpMatDescr *b, void *buffer)
{
    long long lines = line_count(b), length = is_columns(b) ? b->rows : b->cols, *counts = (long long *)buffer;
    long long nnz = 0;
    if (lines > 0)
        dense_count<T><<<blocks_for(lines), SPARSE_BLOCK, 0, handle->stream>>>(lines, length, dense_of<T>(a, is_columns(b)), counts);
    dense_offsets<<<1, SCAN_BLOCK, 0, handle->stream>>>(lines, counts);
    if (b->format != CUSPARSE_FORMAT_COO)
        store_offsets<<<blocks_for(lines + 1), SPARSE_BLOCK, 0, handle->stream>>>(lines + 1, counts, lines_of(b).first);
    cudaMemcpyAsync(&nnz, counts + lines, sizeof nnz, cudaMemcpyDeviceToHost, handle->stream);
    cudaStreamSynchronize(handle->stream);
    b->nnz = nnz;
    return launched();
}

template <class T>
cusparseStatus_t convert(cusparseHandle_t handle, const cusparseDnMatDescr *a, cusparseSpMatDescr *b, void *buffer)
{
    long long lines = line_count(b), length = is_columns(b) ? b->rows : b->cols;
    if (lines > 0)
        dense_to_sparse<T><<<blocks_for(lines), SPARSE_BLOCK, 0, handle->stream>>>(
            lines, length, dense_of<T>(a, is_columns(b)), (const long long *)buffer, lines_of(b), (T *)b->values);
    return launched();
}

// Calls a template for the type of elements.
#define FOR_TYPE(type, function, ...)                                                              \
    switch (type) {                                                                                \
    case CUDA_R_32F: return function<float>(__VA_ARGS__);                                          \
    case CUDA_R_64F: return function<double>(__VA_ARGS__);                                         \
    case CUDA_C_32F: return function<ComplexFloat>(__VA_ARGS__);                                   \
    case CUDA_C_64F: return function<ComplexDouble>(__VA_ARGS__);                                  \
    default: return CUSPARSE_STATUS_NOT_SUPPORTED;                                                 \
    }
#define CHECK(call)                                                                                \
    if (cusparseStatus_t status_ = (call))                                                         \
    return status_
} // namespace

extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    return keep(handle, cusparseContext{});
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    if (handle != nullptr) // none is no error
        CHECK_HANDLE(handle);
    destroy(handle);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
    CHECK_HANDLE(handle);
    REFUSE(version == nullptr);
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    static const int parts[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
    REFUSE(value == nullptr || (unsigned)type > PATCH_LEVEL);
    *value = parts[type];
    return CUSPARSE_STATUS_SUCCESS;
}

#define STATUSES                                                                                   \
    STATUS(SUCCESS, "success")                                                                     \
    STATUS(NOT_INITIALIZED, "initialization error")                                                \
    STATUS(ALLOC_FAILED, "allocation failure")                                                     \
    STATUS(INVALID_VALUE, "invalid value")                                                         \
    STATUS(ARCH_MISMATCH, "architecture mismatch")                                                 \
    STATUS(MAPPING_ERROR, "texture mapping error")                                                 \
    STATUS(EXECUTION_FAILED, "kernel launch failure")                                              \
    STATUS(INTERNAL_ERROR, "internal error")                                                       \
    STATUS(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported")                                 \
    STATUS(ZERO_PIVOT, "zero pivot")                                                               \
    STATUS(NOT_SUPPORTED, "operation not supported")                                               \
    STATUS(INSUFFICIENT_RESOURCES, "insufficient resources")

const char *cusparseGetErrorName(cusparseStatus_t status)
{
    switch (status) {
#define STATUS(name, text)                                                                         \
    case CUSPARSE_STATUS_##name: return "CUSPARSE_STATUS_" #name;
        STATUSES
#undef STATUS
    }
    return "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
    switch (status) {
#define STATUS(name, text)                                                                         \
    case CUSPARSE_STATUS_##name: return text;
        STATUSES
#undef STATUS
    }
    return "unrecognized error code";
}

#define SETTING(name, Type, member)                                                                \
    cusparseStatus_t cusparseSet##name(cusparseHandle_t handle, Type value)                        \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        handle->member = value;                                                                    \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseGet##name(cusparseHandle_t handle, Type *value)                       \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        REFUSE(value == nullptr);                                                                  \
        *value = handle->member;                                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
SETTING(Stream, cudaStream_t, stream)
SETTING(PointerMode, cusparsePointerMode_t, pointers)

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr)
{
    return keep(descr, cusparseMatDescr{});
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descr)
{
    return discard(descr);
}

#define MATRIX_SETTING(name, Type, member)                                                         \
    cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t descr, Type value)                    \
    {                                                                                              \
        REFUSE(!is_live(descr));                                                                   \
        descr->member = value;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    Type cusparseGetMat##name(const cusparseMatDescr_t descr)                                      \
    {                                                                                              \
        return is_live(descr) ? descr->member : Type();                                            \
    }
MATRIX_SETTING(Type, cusparseMatrixType_t, type)
MATRIX_SETTING(FillMode, cusparseFillMode_t, fill)
MATRIX_SETTING(DiagType, cusparseDiagType_t, diagonal)
MATRIX_SETTING(IndexBase, cusparseIndexBase_t, base)

// For each descriptor two forms: C is Const and K const, or both are nothing.
#define DESCRIPTORS(C, K)                                                                          \
    cusparseStatus_t cusparseCreate##C##SpVec(                                                     \
        cusparse##C##SpVecDescr_t *vector, int64_t size, int64_t nnz, K void *indices,             \
        K void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base,                  \
        cudaDataType type)                                                                         \
    {                                                                                              \
        REFUSE(size < 0 || nnz < 0 || nnz > size || !is_sparse_type(index_type, index_type, base)); \
        return keep(vector, cusparseSpVecDescr{size, nnz, (void *)indices, (void *)values,         \
                                               index_type, base, type});                           \
    }                                                                                              \
    cusparseStatus_t cusparse##C##SpVecGet(                                                        \
        cusparse##C##SpVecDescr_t vector, int64_t *size, int64_t *nnz, K void **indices,           \
        K void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base,               \
        cudaDataType *type)                                                                        \
    {                                                                                              \
        REFUSE(!is_live(vector));                                                                  \
        give(size, vector->size), give(nnz, vector->nnz), give(base, vector->base);                \
        give(indices, (K void *)vector->indices), give(values, (K void *)vector->values);          \
        give(index_type, vector->index_type), give(type, vector->type);                            \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseCreate##C##DnVec(cusparse##C##DnVecDescr_t *vector, int64_t size,     \
                                              K void *values, cudaDataType type)                   \
    {                                                                                              \
        REFUSE(size < 0);                                                                          \
        return keep(vector, cusparseDnVecDescr{size, (void *)values, type});                       \
    }                                                                                              \
    cusparseStatus_t cusparse##C##DnVecGet(cusparse##C##DnVecDescr_t vector, int64_t *size,        \
                                           K void **values, cudaDataType *type)                    \
    {                                                                                              \
        REFUSE(!is_live(vector));                                                                  \
        give(size, vector->size), give(values, (K void *)vector->values), give(type, vector->type); \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseCreate##C##DnMat(cusparse##C##DnMatDescr_t *matrix, int64_t rows,     \
                                              int64_t cols, int64_t ld, K void *values,            \
                                              cudaDataType type, cusparseOrder_t order)            \
    {                                                                                              \
        bool is_row = order == CUSPARSE_ORDER_ROW;                                                 \
        REFUSE(rows < 0 || cols < 0 || ld < (is_row ? cols : rows));                               \
        REFUSE(!is_row && order != CUSPARSE_ORDER_COL);                                            \
        return keep(matrix, cusparseDnMatDescr{rows, cols, ld, (void *)values, type, order});      \
    }                                                                                              \
    cusparseStatus_t cusparse##C##DnMatGet(cusparse##C##DnMatDescr_t matrix, int64_t *rows,        \
                                           int64_t *cols, int64_t *ld, K void **values,            \
                                           cudaDataType *type, cusparseOrder_t *order)             \
    {                                                                                              \
        REFUSE(!is_live(matrix));                                                                  \
        give(rows, matrix->rows), give(cols, matrix->cols), give(ld, matrix->ld);                  \
        give(values, (K void *)matrix->values), give(type, matrix->type);                          \
        give(order, matrix->order);                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseCreate##C##Coo(                                                       \
        cusparse##C##SpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,                \
        K void *row_indices, K void *column_indices, K void *values,                               \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)               \
    {                                                                                              \
        return create_matrix(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices,            \
                             column_indices, values, index_type, index_type, base, type);          \
    }                                                                                              \
    cusparseStatus_t cusparse##C##CooGet(                                                          \
        cusparse##C##SpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,              \
        K void **row_indices, K void **column_indices, K void **values,                            \
        cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)            \
    {                                                                                              \
        return get_matrix(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices,               \
                          column_indices, values, index_type, index_type, base, type);             \
    }                                                                                              \
    COMPRESSED(Csr, CSR, C, K)                                                                     \
    COMPRESSED(Csc, CSC, C, K)
#define COMPRESSED(Name, FORMAT, C, K)                                                             \
    cusparseStatus_t cusparseCreate##C##Name(                                                      \
        cusparse##C##SpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,                \
        K void *offsets, K void *indices, K void *values, cusparseIndexType_t offset_type,         \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)               \
    {                                                                                              \
        return create_matrix(matrix, CUSPARSE_FORMAT_##FORMAT, rows, cols, nnz, offsets, indices,  \
                             values, offset_type, index_type, base, type);                         \
    }                                                                                              \
    cusparseStatus_t cusparse##C##Name##Get(                                                       \
        cusparse##C##SpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,              \
        K void **offsets, K void **indices, K void **values, cusparseIndexType_t *offset_type,     \
        cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)            \
    {                                                                                              \
        return get_matrix(matrix, CUSPARSE_FORMAT_##FORMAT, rows, cols, nnz, offsets, indices,     \
                          values, offset_type, index_type, base, type);                            \
    }
DESCRIPTORS(, )
DESCRIPTORS(Const, const)

#define VALUES(Name)                                                                               \
    cusparseStatus_t cusparseDestroy##Name(cusparseConst##Name##Descr_t descr)                     \
    {                                                                                              \
        return discard(descr);                                                                     \
    }                                                                                              \
    cusparseStatus_t cusparse##Name##GetValues(cusparse##Name##Descr_t descr, void **values)       \
    {                                                                                              \
        return get_values(descr, values);                                                          \
    }                                                                                              \
    cusparseStatus_t cusparseConst##Name##GetValues(cusparseConst##Name##Descr_t descr,            \
                                                    const void **values)                           \
    {                                                                                              \
        return get_values(descr, values);                                                          \
    }                                                                                              \
    cusparseStatus_t cusparse##Name##SetValues(cusparse##Name##Descr_t descr, void *values)        \
    {                                                                                              \
        return set_values(descr, values);                                                          \
    }
VALUES(SpVec)
VALUES(DnVec)
VALUES(SpMat)
VALUES(DnMat)

#define POINTERS(Name, FORMAT)                                                                     \
    cusparseStatus_t cusparse##Name##SetPointers(cusparseSpMatDescr_t matrix, void *first,         \
                                                 void *second, void *values)                       \
    {                                                                                              \
        return set_pointers(matrix, CUSPARSE_FORMAT_##FORMAT, first, second, values);              \
    }
POINTERS(Csr, CSR)
POINTERS(Csc, CSC)
POINTERS(Coo, COO)

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t *base)
{
    REFUSE(!is_live(vector) || base == nullptr);
    *base = vector->base;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t *base)
{
    REFUSE(!is_live(matrix) || base == nullptr);
    *base = matrix->base;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format)
{
    REFUSE(!is_live(matrix) || format == nullptr);
    *format = matrix->format;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz)
{
    REFUSE(!is_live(matrix));
    give(rows, matrix->rows), give(cols, matrix->cols), give(nnz, matrix->nnz);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x,
                               const void *beta, cusparseDnVecDescr_t y)
{
    CHECK(check_vectors(handle, x, y));
    REFUSE(alpha == nullptr || beta == nullptr);
    FOR_TYPE(x->type, axpby, handle, alpha, x, beta, y)
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
    CHECK(check_vectors(handle, x, y));
    FOR_TYPE(x->type, gather, handle, y, x)
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    CHECK(check_vectors(handle, x, y));
    FOR_TYPE(x->type, scatter, handle, x, y)
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s, cusparseSpVecDescr_t x,
                             cusparseDnVecDescr_t y)
{
    CHECK(check_vectors(handle, x, y));
    REFUSE(c == nullptr || s == nullptr);
    FOR_TYPE(x->type, rotate, handle, c, s, x, y)
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseConstSpVecDescr_t x,
                                         cusparseConstDnVecDescr_t y, const void *, cudaDataType, size_t *size)
{
    CHECK(check_vectors(handle, x, y));
    REFUSE(size == nullptr);
    *size = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, void *)
{
    CHECK(check_vectors(handle, x, y));
    REFUSE(result == nullptr);
    if (compute != x->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    FOR_TYPE(compute, dot, handle, op, x, y, result)
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void *)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(x) || !is_live(y));
    cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    CHECK(check_product(handle, op, plain, alpha, a, column(x), beta, column(y), compute));
    return call_type({handle, a, op, plain, alpha, beta}, column(x), column(y));
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t, size_t *size)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(x) || !is_live(y) || size == nullptr);
    *size = 0;
    return check_product(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, column(x), beta, column(y), compute);
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t algorithm, void *)
{
    size_t size;
    return cusparseSpMV_bufferSize(handle, op, alpha, a, x, beta, y, compute, algorithm, &size);
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                              const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                              void *)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(b) || !is_live(c));
    CHECK(check_product(handle, op_a, op_b, alpha, a, *b, beta, *c, compute));
    return call_type({handle, a, op_a, op_b, alpha, beta}, *b, *c);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
                                         cudaDataType compute, cusparseSpMMAlg_t, size_t *size)
{
    CHECK_HANDLE(handle);
    REFUSE(!is_live(a) || !is_live(b) || !is_live(c) || size == nullptr);
    *size = 0;
    return check_product(handle, op_a, op_b, alpha, a, *b, beta, *c, compute);
}

cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
                                         cudaDataType compute, cusparseSpMMAlg_t algorithm, void *)
{
    size_t size;
    return cusparseSpMM_bufferSize(handle, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, &size);
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, size_t *size)
{
    CHECK(check_dense(handle, a, b));
    REFUSE(size == nullptr);
    *size = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                                       cusparseSparseToDenseAlg_t, void *)
{
    CHECK(check_dense(handle, a, b));
    FOR_TYPE(a->type, to_dense, handle, a, b)
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, size_t *size)
{
    CHECK(check_dense(handle, b, a));
    REFUSE(size == nullptr);
    *size = (size_t)(line_count(b) + 1) * sizeof(long long);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    CHECK(check_dense(handle, b, a));
    REFUSE(buffer == nullptr);
    FOR_TYPE(a->type, analyze, handle, a, b, buffer)
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    CHECK(check_dense(handle, b, a));
    REFUSE(buffer == nullptr);
    FOR_TYPE(a->type, convert, handle, a, b, buffer)
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int nnz, int rows, int *offsets,
                                  cusparseIndexBase_t base)
{
    CHECK_HANDLE(handle);
    REFUSE(nnz < 0 || rows < 0 || offsets == nullptr || (row_indices == nullptr && nnz > 0));
    rows_to_offsets<<<blocks_for((long long)rows + 1), SPARSE_BLOCK, 0, handle->stream>>>(
        Indices{(void *)row_indices, false, (int)base}, nnz, rows, Indices{offsets, false, (int)base});
    return launched();
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int rows, int *row_indices,
                                  cusparseIndexBase_t base)
{
    CHECK_HANDLE(handle);
    REFUSE(nnz < 0 || rows < 0 || offsets == nullptr || (row_indices == nullptr && nnz > 0));
    if (rows > 0)
        offsets_to_rows<<<blocks_for(rows), SPARSE_BLOCK, 0, handle->stream>>>(
            Indices{(void *)offsets, false, (int)base}, rows, Indices{row_indices, false, (int)base});
    return launched();
}
}

#include <cusparse/steps.h>
