// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: inputs whose sums are not exact, so that the order and
// the cutting off of additions show in the result's bits; a hash of these bits; and a sample of the
// result compared with sums in double precision.
#ifndef HELD_H
#define HELD_H

#include "../../suite/suite.h"

#include <cmath>
#include <cstdint>

// Element i of a matrix: up to 2^digits in size before it is divided by 2^digits to 2^(digits + 7).
inline float number(size_t i, unsigned seed, int digits)
{
    unsigned h = hash(unsigned(i) + seed * 0x9e3779b9u);
    int whole = int(h & ((2u << digits) - 1)) - (1 << digits);
    return std::ldexp(float(whole), -digits - int(h >> 16 & 7));
}

template <class T> T *matrix(size_t count, unsigned seed, int digits)
{
    return filled<T>(count, [=](unsigned i) { return T(number(i, seed, digits)); });
}

// Prints the hash of c's bits, and how many of 509 sampled elements are farther from sum(row,
// column) than `tolerance` times the sum of the sizes of what was added: sum(row, column, size)
// returns the one and sets the other.
template <class Out, class Sum>
void report(const char *name, const Out *c, int rows, int columns, double tolerance, Sum sum)
{
    std::vector<Out> host = fetch(c, size_t(rows) * columns);
    unsigned long long bits = 14695981039346656037ull;
    const unsigned char *bytes = (const unsigned char *)host.data();
    for (size_t i = 0; i < host.size() * sizeof(Out); i++)
        bits = (bits ^ bytes[i]) * 1099511628211ull;
    int wrong = 0;
    for (unsigned i = 0; i < 509; i++) {
        unsigned at = hash(i) % unsigned(host.size());
        double size = 0, right = sum(int(at / columns), int(at % columns), size);
        wrong += !(std::fabs(double(host[at]) - right) <= tolerance * size);
    }
    printf("%-32s %016llx %d wrong\n", name, bits, wrong);
}

// The sum of a product of matrices made by matrix(): a by rows (seed 1), b by rows or by columns
// (seed 2).
inline auto product_sum(int n, int k, int digits, bool b_by_columns)
{
    return [=](int row, int column, double &size) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
            double term =
                double(number(size_t(row) * k + i, 1, digits)) *
                number(b_by_columns ? size_t(column) * k + i : size_t(i) * n + column, 2, digits);
            sum += term;
            size += std::fabs(term);
        }
        return sum;
    };
}

struct Size {
    int m, n, k;
};
constexpr Size SIZES[] = {{512, 512, 512}, {1024, 1024, 512}, {2048, 2048, 1024}};

__device__ inline uint32_t shared_address(const void *pointer)
{
    return uint32_t(__cvta_generic_to_shared(pointer));
}

__device__ inline void load_matrices(uint32_t (&to)[4], uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(address)
                 : "memory");
}

__device__ inline void load_transposed(uint32_t (&to)[4], uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(address)
                 : "memory");
}

__device__ inline void multiply_halves(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                       uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
                 "%7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ inline void copy_async(uint32_t to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

__device__ inline void commit_copies()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int PENDING> __device__ inline void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
}

#endif
