// SPDX-License-Identifier: Apache-2.0
// needs: -lcusparse
// cuSPARSE's generic API: a matrix from dense to compressed rows, products with a vector and with a matrix in both
// orders, transposed, by coordinates, and back to dense; numbers small enough for exact results.
#include <cusparse.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(func)                                                                           \
    {                                                                                              \
        cudaError_t status = (func);                                                               \
        if (status != cudaSuccess) {                                                               \
            printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status), status); \
            return EXIT_FAILURE;                                                                   \
        }                                                                                          \
    }
#define CHECK_CUSPARSE(func)                                                                       \
    {                                                                                              \
        cusparseStatus_t status = (func);                                                          \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                   \
            printf("CUSPARSE API failed at line %d with error: %s (%d)\n", __LINE__, cusparseGetErrorString(status), status); \
            return EXIT_FAILURE;                                                                   \
        }                                                                                          \
    }

static void show(const char *name, const std::vector<float> &v)
{
    double sum = 0;
    for (float f : v)
        sum += f;
    printf("%-12s %g %g %g .. %g, sum %g\n", name, v[0], v[1], v[2], v.back(), sum);
}

int main(void)
{
    const int rows = 60, cols = 45, wide = 4;
    std::vector<float> dense(rows * cols, 0.0f), x(cols), y(rows, 1.0f), z(rows);
    int expected = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            if ((r * 7 + c * 5) % 11 == 0 || r == c) {
                dense[r * cols + c] = (float)((r + 2 * c) % 9 - 4) + 0.5f;
                expected++;
            }
    for (int c = 0; c < cols; c++)
        x[c] = (float)(c % 6) - 2;
    for (int r = 0; r < rows; r++)
        z[r] = (float)(r % 5);

    float *d_dense, *d_x, *d_y, *d_z, *d_xt;
    CHECK_CUDA(cudaMalloc((void **)&d_dense, dense.size() * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void **)&d_x, cols * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void **)&d_xt, cols * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void **)&d_y, rows * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void **)&d_z, rows * sizeof(float)))
    CHECK_CUDA(cudaMemcpy(d_dense, dense.data(), dense.size() * sizeof(float), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), cols * sizeof(float), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_y, y.data(), rows * sizeof(float), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_z, z.data(), rows * sizeof(float), cudaMemcpyHostToDevice))

    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t matA;
    cusparseDnMatDescr_t matD;
    cusparseDnVecDescr_t vecX, vecY, vecZ, vecXt;
    void *buffer = NULL;
    size_t size = 0;
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseCreateDnMat(&matD, rows, cols, cols, d_dense, CUDA_R_32F, CUSPARSE_ORDER_ROW))
    int *offsets, *columns;
    float *values;
    CHECK_CUDA(cudaMalloc((void **)&offsets, (rows + 1) * sizeof(int)))
    CHECK_CUSPARSE(cusparseCreateCsr(&matA, rows, cols, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseDenseToSparse_bufferSize(handle, matD, matA, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size))
    CHECK_CUDA(cudaMalloc(&buffer, size))
    CHECK_CUSPARSE(cusparseDenseToSparse_analysis(handle, matD, matA, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer))
    int64_t got_rows, got_cols, nnz;
    CHECK_CUSPARSE(cusparseSpMatGetSize(matA, &got_rows, &got_cols, &nnz))
    printf("%lld x %lld, %lld not zero, expected %d\n", (long long)got_rows, (long long)got_cols, (long long)nnz, expected);
    CHECK_CUDA(cudaMalloc((void **)&columns, nnz * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void **)&values, nnz * sizeof(float)))
    CHECK_CUSPARSE(cusparseCsrSetPointers(matA, offsets, columns, values))
    CHECK_CUSPARSE(cusparseDenseToSparse_convert(handle, matD, matA, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer))
    std::vector<int> host_offsets(rows + 1), host_columns(nnz);
    std::vector<float> host_values(nnz);
    CHECK_CUDA(cudaMemcpy(host_offsets.data(), offsets, (rows + 1) * sizeof(int), cudaMemcpyDeviceToHost))
    CHECK_CUDA(cudaMemcpy(host_columns.data(), columns, nnz * sizeof(int), cudaMemcpyDeviceToHost))
    CHECK_CUDA(cudaMemcpy(host_values.data(), values, nnz * sizeof(float), cudaMemcpyDeviceToHost))
    printf("row 7 ends at %d, entry 20 is in column %d: %g\n", host_offsets[8], host_columns[20], host_values[20]);

    // y = 2 A x - y, then x' = A^T z
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecX, cols, d_x, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecXt, cols, d_xt, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecY, rows, d_y, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecZ, rows, d_z, CUDA_R_32F))
    float alpha = 2.0f, beta = -1.0f, one = 1.0f, zero = 0.0f;
    CHECK_CUDA(cudaFree(buffer))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, vecX, &beta, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size))
    CHECK_CUDA(cudaMalloc(&buffer, size + 1))
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, vecX, &beta, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    std::vector<float> result(rows), reference(rows);
    CHECK_CUDA(cudaMemcpy(result.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost))
    for (int r = 0; r < rows; r++) {
        reference[r] = -1;
        for (int c = 0; c < cols; c++)
            reference[r] += 2 * dense[r * cols + c] * x[c];
    }
    show("A x", result);
    printf("as on the host: %d\n", result == reference);
    CHECK_CUDA(cudaFree(buffer))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_TRANSPOSE, &one, matA, vecZ, &zero, vecXt, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size))
    CHECK_CUDA(cudaMalloc(&buffer, size + 1))
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, &one, matA, vecZ, &zero, vecXt, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    result.resize(cols);
    CHECK_CUDA(cudaMemcpy(result.data(), d_xt, cols * sizeof(float), cudaMemcpyDeviceToHost))
    show("A^T z", result);

    // By coordinates: the offsets become rows.
    std::vector<int> host_rows(nnz);
    for (int r = 0; r < rows; r++)
        for (int i = host_offsets[r]; i < host_offsets[r + 1]; i++)
            host_rows[i] = r;
    int *coo_rows;
    CHECK_CUDA(cudaMalloc((void **)&coo_rows, nnz * sizeof(int)))
    CHECK_CUDA(cudaMemcpy(coo_rows, host_rows.data(), nnz * sizeof(int), cudaMemcpyHostToDevice))
    cusparseSpMatDescr_t matCoo;
    CHECK_CUSPARSE(cusparseCreateCoo(&matCoo, rows, cols, nnz, coo_rows, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUDA(cudaFree(buffer))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matCoo, vecX, &zero, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size))
    CHECK_CUDA(cudaMalloc(&buffer, size + 1))
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matCoo, vecX, &zero, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    result.resize(rows);
    CHECK_CUDA(cudaMemcpy(result.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost))
    show("COO x", result);

    // C = A B with B and C in columns, and in rows.
    std::vector<float> b(cols * wide);
    for (size_t i = 0; i < b.size(); i++)
        b[i] = (float)(i % 7) - 3;
    float *d_b, *d_c;
    CHECK_CUDA(cudaMalloc((void **)&d_b, b.size() * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void **)&d_c, rows * wide * sizeof(float)))
    CHECK_CUDA(cudaMemcpy(d_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice))
    for (cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
        bool by_row = order == CUSPARSE_ORDER_ROW;
        cusparseDnMatDescr_t matB, matC;
        CHECK_CUSPARSE(cusparseCreateDnMat(&matB, cols, wide, by_row ? wide : cols, d_b, CUDA_R_32F, order))
        CHECK_CUSPARSE(cusparseCreateDnMat(&matC, rows, wide, by_row ? wide : rows, d_c, CUDA_R_32F, order))
        CHECK_CUDA(cudaFree(buffer))
        CHECK_CUSPARSE(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matA, matB, &zero, matC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &size))
        CHECK_CUDA(cudaMalloc(&buffer, size + 1))
        CHECK_CUSPARSE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matA, matB, &zero, matC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer))
        result.resize(rows * wide);
        CHECK_CUDA(cudaMemcpy(result.data(), d_c, result.size() * sizeof(float), cudaMemcpyDeviceToHost))
        show(by_row ? "A B by rows" : "A B by cols", result);
        CHECK_CUSPARSE(cusparseDestroyDnMat(matB))
        CHECK_CUSPARSE(cusparseDestroyDnMat(matC))
    }

    CHECK_CUDA(cudaMemset(d_dense, 0xff, dense.size() * sizeof(float)))
    CHECK_CUDA(cudaFree(buffer))
    CHECK_CUSPARSE(cusparseSparseToDense_bufferSize(handle, matA, matD, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size))
    CHECK_CUDA(cudaMalloc(&buffer, size + 1))
    CHECK_CUSPARSE(cusparseSparseToDense(handle, matA, matD, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer))
    std::vector<float> back(dense.size());
    CHECK_CUDA(cudaMemcpy(back.data(), d_dense, back.size() * sizeof(float), cudaMemcpyDeviceToHost))
    printf("back to dense: %s\n", back == dense ? "the same" : "different");
    CHECK_CUSPARSE(cusparseDestroySpMat(matA))
    CHECK_CUSPARSE(cusparseDestroySpMat(matCoo))
    CHECK_CUSPARSE(cusparseDestroyDnMat(matD))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecX))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecXt))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecY))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecZ))
    CHECK_CUSPARSE(cusparseDestroy(handle))
    return EXIT_SUCCESS;
}
