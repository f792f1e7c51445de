// SPDX-License-Identifier: Apache-2.0
// The kernel of cuBLAS level 3: C = alpha op(A) op(B) + beta C, in tiles of 64 x 64 that a block
// keeps in registers, 4 x 4 a thread, while slices of A and B pass through shared memory.
// Symmetric, Hermitian and triangular operands differ in how their elements are found alone; rank
// updates write one triangle.
#pragma once
#include <cublas/matrix.h>

namespace lockstep
{
enum { TILE = 64, DEPTH = 16, EACH = 4, TILE_SIDE = TILE / EACH };

template <class Out> struct Target {
    Out *at;
    long long ld, stride;
    Out *const *list;
    Update update;
    bool is_hermitian; // the diagonal is real
    __device__ __forceinline__ Out *of(unsigned int batch) const
    {
        return list == nullptr ? at + batch * stride : list[batch];
    }
};

template <class In, class Out, class Inner, class Factor>
__global__ void __launch_bounds__(TILE_SIDE *TILE_SIDE)
    gemm(int m, int n, int k, Scalar<Factor> alpha, Matrix<In> a, Matrix<In> b, Scalar<Factor> beta,
         Target<Out> c)
{
    __shared__ Inner slice_a[DEPTH][TILE + 1], slice_b[DEPTH][TILE + 1];
    Inner factor = Convert<Inner, Factor>::of(alpha.get()),
          rest = Convert<Inner, Factor>::of(beta.get());
    const In *from_a = a.of(blockIdx.z), *from_b = b.of(blockIdx.z);
    Out *to = c.of(blockIdx.z);
    int row = blockIdx.x * TILE, column = blockIdx.y * TILE;
    unsigned int thread = threadIdx.y * TILE_SIDE + threadIdx.x;
    Inner sum[EACH][EACH];
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++)
            sum[i][j] = Inner{};
    for (int start = 0; start < k && !is_zero(factor); start += DEPTH) {
        // Neighboring threads take neighbors in memory: along rows of A, along the depth of B,
        // unless they are transposed.
        for (unsigned int i = thread; i < TILE * DEPTH; i += TILE_SIDE * TILE_SIDE) {
            int along = a.is_transposed ? i / DEPTH : i % TILE,
                depth = a.is_transposed ? i % DEPTH : i / TILE;
            bool is_inside = row + along < m && start + depth < k;
            slice_a[depth][along] =
                is_inside ? Convert<Inner, In>::of(a.get(from_a, row + along, start + depth))
                          : Inner{};
            along = b.is_transposed ? i % TILE : i / DEPTH,
            depth = b.is_transposed ? i / TILE : i % DEPTH;
            is_inside = column + along < n && start + depth < k;
            slice_b[depth][along] =
                is_inside ? Convert<Inner, In>::of(b.get(from_b, start + depth, column + along))
                          : Inner{};
        }
        __syncthreads();
#pragma unroll
        for (int depth = 0; depth < DEPTH; depth++) {
            Inner left[EACH], right[EACH];
            for (int i = 0; i < EACH; i++) {
                left[i] = slice_a[depth][threadIdx.x + i * TILE_SIDE];
                right[i] = slice_b[depth][threadIdx.y + i * TILE_SIDE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] = multiply_add(left[i], right[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < EACH; j++) {
        for (int i = 0; i < EACH; i++) {
            long long r = row + threadIdx.x + i * TILE_SIDE,
                      s = column + threadIdx.y + j * TILE_SIDE;
            if (r >= m || s >= n || !is_updated<Inner>(c.update, r, s))
                continue;
            Inner value = factor * sum[i][j];
            if (!is_zero(rest))
                value = multiply_add(rest, Convert<Inner, Out>::of(to[r + s * c.ld]), value);
            if (c.is_hermitian && r == s)
                value = real_part(value);
            to[r + s * c.ld] = Convert<Out, Inner>::of(value);
        }
    }
}
} // namespace lockstep
