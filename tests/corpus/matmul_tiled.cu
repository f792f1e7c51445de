// SPDX-License-Identifier: Apache-2.0
// The product by tiles in shared memory, the tile's width a template parameter, matrices a struct as in
// the programming guide; edges are padded with zeros.
#include <cmath>

#include "corpus.h"

template <typename T> struct Matrix {
    int width;
    int height;
    T *elements;
};

template <typename T> __device__ inline T element(const Matrix<T> &m, int row, int col)
{
    return row < m.height && col < m.width ? m.elements[row * m.width + col] : T(0);
}

template <int TILE, typename T>
__global__ void multiply(const Matrix<T> a, const Matrix<T> b, Matrix<T> c)
{
    __shared__ T as[TILE][TILE];
    __shared__ T bs[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;

    T value = T(0);
    for (int tile = 0; tile < (a.width + TILE - 1) / TILE; ++tile) {
        as[threadIdx.y][threadIdx.x] = element(a, row, tile * TILE + threadIdx.x);
        bs[threadIdx.y][threadIdx.x] = element(b, tile * TILE + threadIdx.y, col);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            value += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < c.height && col < c.width)
        c.elements[row * c.width + col] = value;
}

template <int TILE, typename T> void test(const char *name, int m, int k, int n)
{
    Random random(TILE);
    std::vector<T> a(m * k), b(k * n);
    for (auto &x : a)
        x = static_cast<T>(random.uniform() * 16 - 8);
    for (auto &x : b)
        x = static_cast<T>(random.uniform() * 16 - 8);
    Matrix<T> da{k, m, to_device(a)}, db{n, k, to_device(b)}, dc{n, m, on_device<T>(m * n)};

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    multiply<TILE><<<grid, block>>>(da, db, dc);
    std::vector<T> c = to_host(dc.elements, m * n);

    // The padding adds zeros, which change no sum.
    int wrong = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            T sum = 0;
            for (int l = 0; l < k; l++)
                sum = (T)std::fma(a[i * k + l], b[l * n + j], sum);
            wrong += sum != c[i * n + j];
        }
    }
    printf("%s: %d wrong\n", name, wrong);
    print_hash(name, c);
    CHECK(cudaFree(da.elements));
    CHECK(cudaFree(db.elements));
    CHECK(cudaFree(dc.elements));
}

int main()
{
    test<8, float>("tile 8", 60, 50, 70);
    test<16, float>("tile 16", 100, 120, 90);
    test<32, float>("tile 32", 96, 64, 128);
    test<16, double>("tile 16 double", 50, 40, 33);
    test<8, int>("tile 8 int", 25, 33, 47);
    return 0;
}
