// SPDX-License-Identifier: Apache-2.0
// Sobol's sequence for cuRAND's host API: direction vectors, and a kernel that makes the numbers of
// one dimension after those of another, each in the order of Gray codes.
#pragma once
#include <curand/joe_kuo.h>
#include <curand_kernel.h>

namespace lockstep
{
// A dimension has a vector for each bit of a word, one behind the other. Vector k is m_k in the top
// bits; those behind the polynomial's degree follow from the s before them (Bratley and Fox,
// Algorithm 659, ACM TOMS 14, 1988).
template <class Word> void sobol_fill(unsigned int dimensions, Word *vectors)
{
    const int bits = 8 * sizeof(Word);
    const unsigned short *number = sobol_numbers;
    for (int k = 0; k < bits; k++)
        vectors[k] = (Word)1 << (bits - 1 - k);
    for (unsigned int d = 1; d < dimensions; d++) {
        unsigned int polynomial = sobol_polynomials[d - 1];
        int degree = 31 - __builtin_clz(polynomial);
        Word *own = vectors + d * bits;
        for (int k = 0; k < degree; k++)
            own[k] = (Word)*number++ << (bits - 1 - k);
        for (int k = degree; k < bits; k++) {
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
template <class Word, class Distribution>
__global__ void curand_sobol(const Word *vectors, SobolStretch stretch, int step_log2,
                             Distribution distribution, typename Distribution::Value *output)
{
    const int bits = 8 * sizeof(Word);
    size_t point = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (point >= stretch.points)
        return;
    const Word *own = vectors + blockIdx.y * bits;
    Word index = (Word)(stretch.first + point), gray = index ^ index >> 1, word = 0;
    for (int k = 0; k < bits; k++)
        word ^= gray >> k & 1 ? own[k] : 0;
    typename Distribution::Value *out = output + blockIdx.y * stretch.points;
    for (; point < stretch.points; point += (size_t)1 << step_log2) {
        out[point] = distribution.quasi(word);
        int zero = __ffsll((long long)~(unsigned long long)(index >> step_log2)) - 1;
        word ^= own[step_log2 - 1] ^ own[step_log2 + zero >= bits ? bits - 1 : step_log2 + zero];
        index += (Word)1 << step_log2;
    }
}
} // namespace lockstep
