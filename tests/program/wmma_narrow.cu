// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma::experimental: products of integers of 4 bits and of single bits, compared with sums on the host.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
namespace narrow = nvcuda::wmma::experimental;

template <class T> __global__ void multiply(const unsigned *a, const unsigned *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> sums;
    static_assert(fa.num_elements == 8 && fa.num_storage_elements == 1, "eight in a word");
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::fill_fragment(sums, 3);
    wmma::mma_sync(sums, fa, fb, sums);
    wmma::store_matrix_sync(c, sums, 8, wmma::mem_row_major);
}

#ifndef BITS_AND
#define BITS_AND 1
#endif

__global__ void multiply_bits(const unsigned *a, const unsigned *b, int *different, int *common)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 128, narrow::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, narrow::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> sums;
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::fill_fragment(sums, 0);
    wmma::bmma_sync(sums, fa, fb, sums);
    wmma::store_matrix_sync(different, sums, 8, wmma::mem_col_major);
#if BITS_AND
    wmma::load_matrix_sync(sums, different, 8, wmma::mem_col_major);
    wmma::bmma_sync(sums, fa, fb, sums, narrow::bmmaBitOpAND, narrow::bmmaAccumulateOpPOPC);
    wmma::store_matrix_sync(common, sums, 8, wmma::mem_row_major);
#endif
}

static int nibble(const unsigned *words, int row, int i, bool is_signed)
{
    int value = words[row * 4 + i / 8] >> i % 8 * 4 & 15;
    return is_signed && value > 7 ? value - 16 : value;
}

static int wrong_nibbles(const unsigned *a, const unsigned *b, const int *c, bool is_signed)
{
    int wrong = 0;
    for (int place = 0; place < 64; place++) {
        int sum = 3;
        for (int i = 0; i < 32; i++) {
            sum += nibble(a, place / 8, i, is_signed) * nibble(b, place % 8, i, is_signed);
        }
        wrong += c[place] != sum;
    }
    return wrong;
}

static int wrong_bits(const unsigned *a, const unsigned *b, const int *different, const int *common)
{
    int wrong = 0;
    for (int place = 0; place < 64; place++) {
        int row = place / 8, column = place % 8, one = 0, both = 0;
        for (int i = 0; i < 4; i++) {
            one += __builtin_popcount(a[row * 4 + i] ^ b[column * 4 + i]);
            both += __builtin_popcount(a[row * 4 + i] & b[column * 4 + i]);
        }
        wrong += different[column * 8 + row] != one;
        wrong += BITS_AND && common[place] != one + both;
    }
    return wrong;
}

int main()
{
    unsigned *a, *b;
    int *c, *d;
    cudaMallocManaged(&a, 32 * sizeof *a);
    cudaMallocManaged(&b, 32 * sizeof *b);
    cudaMallocManaged(&c, 64 * sizeof *c);
    cudaMallocManaged(&d, 64 * sizeof *d);
    for (unsigned i = 0; i < 32; i++) {
        a[i] = i * 2654435761u + 12345;
        b[i] = i * 2246822519u ^ 0x5a5aa5a5;
    }
    multiply<narrow::precision::u4><<<1, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    printf("u4: %d wrong\n", wrong_nibbles(a, b, c, false));
    multiply<narrow::precision::s4><<<1, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    printf("s4: %d wrong\n", wrong_nibbles(a, b, c, true));
    multiply_bits<<<1, 32>>>(a, b, c, d);
    cudaDeviceSynchronize();
    printf("b1: %d wrong, %s\n", wrong_bits(a, b, c, d), cudaGetErrorName(cudaGetLastError()));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}
