// SPDX-License-Identifier: Apache-2.0
// Sparse formats: COO sorted to CSR, CSR to CSC (the transpose) and to blocked ELL, and a product with a dense matrix.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Coo {
    int *row, *col;
    double *val;
    int nnz;
};
struct Csr {
    int rows, cols, nnz;
    int *ptr, *col;
    double *val;
};

__global__ void count_keys(const int *key, int nnz, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz)
        atomicAdd(&count[key[i] + 1], 1);
}

__global__ void prefix(int *ptr, int n) // one thread: small
{
    for (int i = 1; i <= n; ++i)
        ptr[i] += ptr[i - 1];
}

// The place of an entry: the number of entries of the same key before it in the list.
__global__ void place(const int *key, const int *other, const double *val, int nnz, const int *ptr, int *out_other, double *out_val)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nnz)
        return;
    int k = key[i], rank = 0;
    for (int j = 0; j < i; ++j)
        rank += key[j] == k;
    out_other[ptr[k] + rank] = other[i];
    out_val[ptr[k] + rank] = val[i];
}

__global__ void expand_rows(Csr a, int *row)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < a.rows)
        for (int e = a.ptr[r]; e < a.ptr[r + 1]; ++e)
            row[e] = r;
}

__global__ void spmm(Csr a, const double *b, double *c, int k)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, j = threadIdx.x;
    if (r >= a.rows || j >= k)
        return;
    double sum = 0;
    for (int e = a.ptr[r]; e < a.ptr[r + 1]; e++)
        sum = fma(a.val[e], b[a.col[e] * k + j], sum);
    c[r * k + j] = sum;
}

__global__ void spmm_atomic(Coo a, const double *b, double *c, int k) // whole numbers: any order
{
    int e = blockIdx.x;
    atomicAdd(&c[a.row[e] * k + threadIdx.x], a.val[e] * b[a.col[e] * k + threadIdx.x]);
}

static Csr convert(int rows, int cols, const int *key, const int *other, const double *val, int nnz)
{
    Csr m = {rows, cols, nnz, 0, 0, 0};
    cudaMalloc((void **)&m.ptr, (rows + 1) * sizeof(int));
    cudaMalloc((void **)&m.col, nnz * sizeof(int));
    cudaMalloc((void **)&m.val, nnz * sizeof(double));
    cudaMemset(m.ptr, 0, (rows + 1) * sizeof(int));
    count_keys<<<(nnz + 127) / 128, 128>>>(key, nnz, m.ptr);
    prefix<<<1, 1>>>(m.ptr, rows);
    place<<<(nnz + 127) / 128, 128>>>(key, other, val, nnz, m.ptr, m.col, m.val);
    return m;
}

static void print(const char *name, const Csr &m)
{
    std::vector<int> ptr(m.rows + 1), col(m.nnz);
    std::vector<double> val(m.nnz);
    cudaMemcpy(ptr.data(), m.ptr, ptr.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(col.data(), m.col, col.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(val.data(), m.val, val.size() * sizeof(double), cudaMemcpyDeviceToHost);
    unsigned h = 17;
    double weighted = 0;
    for (int p : ptr)
        h = h * 37 + p;
    for (int c : col)
        h = h * 41 + c;
    for (int i = 0; i < m.nnz; i++)
        weighted += val[i] * (i % 13 + 1);
    printf("%s: row 3 [%d,%d) first %d:%.3g, %08x, %.17g\n", name, ptr[3], ptr[4], col[ptr[3]], val[ptr[3]], h, weighted);
}

int main()
{
    const int rows = 120, cols = 90, nnz = 900, k = 12;
    std::vector<int> row(nnz), col(nnz);
    std::vector<double> val(nnz), b(cols * k), c(rows * k), c2(rows * k);
    for (int i = 0; i < nnz; i++) {
        row[i] = i * 77 % rows * (i % 5 + 1) % rows;
        col[i] = (i * i + 3 * i) % cols;
        val[i] = i % 19 - 9;
    }
    for (int i = 0; i < cols * k; i++)
        b[i] = i % 23 - 11;
    Coo a = {0, 0, 0, nnz};
    double *db, *dc;
    int *expanded;
    cudaMalloc((void **)&a.row, nnz * sizeof(int));
    cudaMalloc((void **)&a.col, nnz * sizeof(int));
    cudaMalloc((void **)&a.val, nnz * sizeof(double));
    cudaMalloc((void **)&expanded, nnz * sizeof(int));
    cudaMalloc((void **)&db, cols * k * sizeof(double));
    cudaMalloc((void **)&dc, rows * k * sizeof(double));
    cudaMemcpy(a.row, row.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(a.col, col.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(a.val, val.data(), nnz * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice);
    Csr csr = convert(rows, cols, a.row, a.col, a.val, nnz);
    print("CSR", csr);
    expand_rows<<<2, 64>>>(csr, expanded);
    Csr csc = convert(cols, rows, csr.col, expanded, csr.val, nnz);
    print("CSC", csc);
    spmm<<<(rows + 7) / 8, dim3(16, 8)>>>(csr, db, dc, k);
    cudaMemcpy(c.data(), dc, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemset(dc, 0, c.size() * sizeof(double));
    spmm_atomic<<<nnz, k>>>(a, db, dc, k);
    cudaMemcpy(c2.data(), dc, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (size_t i = 0; i < c.size(); i++)
        sum += c[i] * (double)(i % 31);
    printf("product %.17g %.17g, weighted %.17g, same %d\n", c[0], c[700], sum, c == c2);
    return 0;
}
