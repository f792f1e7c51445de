// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector in compressed rows: a thread a row, a warp a row with shuffles, and groups
// of any size a row by cooperative groups.
#include <cooperative_groups.h>

#include "corpus.h"

namespace cg = cooperative_groups;

template <typename ValueType, typename IndexType = int> struct CsrMatrix {
    IndexType num_rows = 0, num_cols = 0;
    IndexType *row_offsets = nullptr;
    IndexType *column_indices = nullptr;
    ValueType *values = nullptr;
};

template <typename IndexType, typename ValueType>
__global__ void spmv_csr_scalar(const CsrMatrix<ValueType, IndexType> matrix, const ValueType *x,
                                ValueType *y)
{
    const IndexType grid_size = gridDim.x * blockDim.x;
    for (IndexType row = blockDim.x * blockIdx.x + threadIdx.x; row < matrix.num_rows;
         row += grid_size) {
        ValueType sum = 0;
        const IndexType row_end = matrix.row_offsets[row + 1];
        for (IndexType jj = matrix.row_offsets[row]; jj < row_end; jj++)
            sum += matrix.values[jj] * x[matrix.column_indices[jj]];
        y[row] = sum;
    }
}

template <typename IndexType, typename ValueType>
__global__ void spmv_csr_vector(const CsrMatrix<ValueType, IndexType> matrix, const ValueType *x,
                                ValueType *y)
{
    const int lane = threadIdx.x & 31;
    const IndexType row = (blockDim.x * blockIdx.x + threadIdx.x) / 32;
    if (row >= matrix.num_rows) // the same for all of a warp
        return;
    ValueType sum = 0;
    for (IndexType jj = matrix.row_offsets[row] + lane; jj < matrix.row_offsets[row + 1]; jj += 32)
        sum += matrix.values[jj] * __ldg(&x[matrix.column_indices[jj]]);
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

template <int GroupSize, typename IndexType, typename ValueType>
__global__ void spmv_csr_groups(const CsrMatrix<ValueType, IndexType> matrix, const ValueType *x,
                                ValueType *y)
{
    auto block = cg::this_thread_block();
    auto group = cg::tiled_partition<GroupSize>(block);
    const IndexType groups = gridDim.x * (block.size() / GroupSize);
    for (IndexType row = blockIdx.x * (block.size() / GroupSize) + block.thread_rank() / GroupSize;
         row < matrix.num_rows; row += groups) {
        ValueType sum = 0;
        for (IndexType jj = matrix.row_offsets[row] + group.thread_rank();
             jj < matrix.row_offsets[row + 1]; jj += group.size())
            sum += matrix.values[jj] * x[matrix.column_indices[jj]];
        for (int offset = group.size() / 2; offset > 0; offset /= 2)
            sum += group.shfl_xor(sum, offset);
        if (group.thread_rank() == 0)
            y[row] = sum;
    }
}

template <typename T> void test(const char *name)
{
    const int rows = 1500, columns = 1200;
    Random random(404);
    std::vector<int> offsets{0}, indices;
    std::vector<T> values, x(columns);
    for (int row = 0; row < rows; row++) {
        const int length = random.next() % (row % 50 == 0 ? 200 : 12);
        int column = random.next() % 5;
        for (int k = 0; k < length && column < columns; k++) {
            indices.push_back(column);
            values.push_back((T)(random.uniform() - 0.5f));
            column += 1 + random.next() % 6;
        }
        offsets.push_back((int)indices.size());
    }
    for (T &value : x)
        value = (T)random.uniform();

    CsrMatrix<T> matrix;
    matrix.num_rows = rows;
    matrix.num_cols = columns;
    matrix.row_offsets = to_device(offsets);
    matrix.column_indices = to_device(indices);
    matrix.values = to_device(values);
    T *d_x = to_device(x), *d_y = on_device<T>(rows);

    printf("%s: %zu values that are not zero\n", name, values.size());
    spmv_csr_scalar<<<8, 128>>>(matrix, d_x, d_y);
    print_hash("scalar", d_y, rows);
    spmv_csr_vector<int, T><<<(rows * 32 + 127) / 128, 128>>>(matrix, d_x, d_y);
    print_hash("vector", d_y, rows);
    spmv_csr_groups<8><<<16, 128>>>(matrix, d_x, d_y);
    print_hash("groups of 8", d_y, rows);
    spmv_csr_groups<4><<<10, 96>>>(matrix, d_x, d_y);
    print_hash("groups of 4", d_y, rows);

    std::vector<T> y = to_host(d_y, rows);
    double worst = 0;
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int jj = offsets[row]; jj < offsets[row + 1]; jj++)
            sum += (double)values[jj] * x[indices[jj]];
        worst = std::max(worst, std::abs(sum - (double)y[row]));
    }
    printf("close to the host's: %s\n", worst < 1e-4 ? "yes" : "NO");
    CHECK(cudaFree(matrix.row_offsets));
    CHECK(cudaFree(matrix.column_indices));
    CHECK(cudaFree(matrix.values));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
}

int main()
{
    test<float>("float");
    test<double>("double");
    return 0;
}
