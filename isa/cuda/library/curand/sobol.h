// SPDX-License-Identifier: Apache-2.0
// Sobol's sequence for cuRAND's host API: direction vectors, and a kernel that makes the numbers of
// one dimension after those of another, each in the order of Gray codes.
#pragma once
#include <curand/joe_kuo.h>
#include <curand_kernel.h>

namespace lockstep
{
// Vector k is m_k in the top bits; those behind the polynomial's degree follow from the s before
// them (Bratley and Fox, Algorithm 659, ACM TOMS 14, 1988).
inline void sobol_fill(unsigned int dimensions, curandDirectionVectors32_t *vectors)
{
    const unsigned short *number = sobol_numbers;
    for (int k = 0; k < 32; k++)
        vectors[0][k] = 1u << (31 - k);
    for (unsigned int d = 1; d < dimensions; d++) {
        unsigned int polynomial = sobol_polynomials[d - 1];
        int degree = 31 - __builtin_clz(polynomial);
        unsigned int *own = vectors[d];
        for (int k = 0; k < degree; k++)
            own[k] = (unsigned int)*number++ << (31 - k);
        for (int k = degree; k < 32; k++) {
            own[k] = own[k - degree] ^ own[k - degree] >> degree;
            for (int i = 1; i < degree; i++)
                own[k] ^= polynomial >> (degree - i) & 1 ? own[k - i] : 0;
        }
    }
}

// The points from `first` on, in each dimension; `points` of them.
struct SobolStretch {
    unsigned long long first;
    size_t points;
};

// blockIdx.y is the dimension. A thread makes every 2^step_log2-th point: the Gray codes of two
// such points differ in bit step_log2 - 1 and in the bit of the first zero of the number above it.
template <class Distribution>
__global__ void curand_sobol(const curandDirectionVectors32_t *vectors, SobolStretch stretch,
                             int step_log2, Distribution distribution,
                             typename Distribution::Value *output)
{
    size_t point = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (point >= stretch.points)
        return;
    const unsigned int *own = vectors[blockIdx.y];
    unsigned int index = (unsigned int)(stretch.first + point), gray = index ^ index >> 1, word = 0;
    for (int k = 0; k < 32; k++)
        word ^= gray >> k & 1 ? own[k] : 0;
    typename Distribution::Value *out = output + blockIdx.y * stretch.points;
    for (; point < stretch.points; point += (size_t)1 << step_log2) {
        out[point] = distribution.quasi(word);
        int zero = __ffs((int)~(index >> step_log2)) - 1;
        word ^= own[step_log2 - 1] ^ own[step_log2 + zero > 31 ? 31 : step_log2 + zero];
        index += 1u << step_log2;
    }
}
} // namespace lockstep
