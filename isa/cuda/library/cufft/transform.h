// SPDX-License-Identifier: Apache-2.0
// The kernels of cuFFT. A transform gathers its input into a dense array of complex numbers, passes
// over it once for each prime factor (or 4) of each dimension's length, by Stockham's order, which
// needs no bit reversal, and scatters what the type asks for.
#pragma once
#include <cufft.h>

namespace lockstep
{
template <class Real> struct Pair {
    typedef float2 Type;
};
template <> struct Pair<double> {
    typedef double2 Type;
};

// Where the elements of a batch lie; sizes and embedding of dimensions beyond the rank are 1.
struct Layout {
    long long embed[3];
    long long stride, distance;
    __device__ long long at(long long batch, long long x, long long y, long long z) const
    {
        return batch * distance + ((x * embed[1] + y) * embed[2] + z) * stride;
    }
};

struct Box {
    long long n[3], batch;
    __host__ __device__ long long volume() const
    {
        return n[0] * n[1] * n[2];
    }
};

enum { FFT_BLOCK = 256 };

template <class Real>
__global__ void fft_gather(Box box, Layout layout, const void *input, bool is_real,
                           typename Pair<Real>::Type *dense)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= box.volume() * box.batch) {
        return;
    }
    long long z = i % box.n[2], y = i / box.n[2] % box.n[1],
              x = i / (box.n[2] * box.n[1]) % box.n[0];
    long long at = layout.at(i / box.volume(), x, y, z);
    typename Pair<Real>::Type value;
    if (is_real) {
        value.x = ((const Real *)input)[at];
        value.y = 0;
    } else {
        value = ((const typename Pair<Real>::Type *)input)[at];
    }
    dense[i] = value;
}

// The whole spectrum of real numbers from its half.
template <class Real>
__global__ void fft_gather_half(Box box, Layout layout, const typename Pair<Real>::Type *input,
                                typename Pair<Real>::Type *dense)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= box.volume() * box.batch) {
        return;
    }
    long long z = i % box.n[2], y = i / box.n[2] % box.n[1],
              x = i / (box.n[2] * box.n[1]) % box.n[0];
    bool is_other = z > box.n[2] / 2;
    if (is_other) {
        x = x == 0 ? 0 : box.n[0] - x;
        y = y == 0 ? 0 : box.n[1] - y;
        z = box.n[2] - z;
    }
    typename Pair<Real>::Type value = input[layout.at(i / box.volume(), x, y, z)];
    value.y = is_other ? -value.y : value.y;
    dense[i] = value;
}

// depth: how much of the last dimension is written.
template <class Real>
__global__ void fft_scatter(Box box, Layout layout, long long depth, bool is_real,
                            const typename Pair<Real>::Type *dense, void *output)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= box.n[0] * box.n[1] * depth * box.batch) {
        return;
    }
    long long z = i % depth, y = i / depth % box.n[1], x = i / (depth * box.n[1]) % box.n[0];
    long long batch = i / (depth * box.n[1] * box.n[0]), at = layout.at(batch, x, y, z);
    typename Pair<Real>::Type value =
        dense[batch * box.volume() + (x * box.n[1] + y) * box.n[2] + z];
    if (is_real) {
        ((Real *)output)[at] = value.x;
    } else {
        ((typename Pair<Real>::Type *)output)[at] = value;
    }
}

// The root of unity e^(2 pi i k / n), by half turns.
__device__ __forceinline__ float2 fft_root(float, long long k, long long n)
{
    float2 root;
    sincospif((float)(2 * k) / (float)n, &root.y, &root.x);
    return root;
}
__device__ __forceinline__ double2 fft_root(double, long long k, long long n)
{
    double2 root;
    sincospi((double)(2 * k) / (double)n, &root.y, &root.x);
    return root;
}

template <class T> __device__ __forceinline__ T fft_times(T a, T b)
{
    T product;
    product.x = a.x * b.x - a.y * b.y;
    product.y = a.x * b.y + a.y * b.x;
    return product;
}

template <class T> __device__ __forceinline__ T fft_sum(T a, T b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}

template <class T> __device__ __forceinline__ T fft_difference(T a, T b)
{
    a.x -= b.x;
    a.y -= b.y;
    return a;
}

// One pass along an axis: lines of n numbers that lie `step` apart. Numbers are combined by `radix`
// after `done`, the product of the radices of earlier passes.
struct Pass {
    long long n, step, done, radix, total; // total: of all numbers
    int direction;
};

// Radix 2 and 4, by one thread for each group.
template <class Real, int radix>
__global__ void fft_small_pass(Pass pass, const typename Pair<Real>::Type *from,
                               typename Pair<Real>::Type *to)
{
    typedef typename Pair<Real>::Type T;
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, groups = pass.n / radix;
    if (i >= pass.total / radix) {
        return;
    }
    // Neighboring threads take neighboring numbers, along the line or across.
    long long inner = i % pass.step, j = i / pass.step % groups, outer = i / (pass.step * groups);
    long long base = outer * pass.n * pass.step + inner, k = j % pass.done;
    T v[radix];
    for (int r = 0; r < radix; r++) {
        v[r] = from[base + (j + r * groups) * pass.step];
        if (r > 0 && k > 0) {
            v[r] = fft_times(v[r], fft_root(Real(), pass.direction * k * r, pass.done * radix));
        }
    }
    if (radix == 2) {
        T sum = fft_sum(v[0], v[1]);
        v[1] = fft_difference(v[0], v[1]);
        v[0] = sum;
    } else {
        T even = fft_sum(v[0], v[2]), odd = fft_sum(v[1], v[radix - 1]);
        T left = fft_difference(v[0], v[2]), right = fft_difference(v[1], v[radix - 1]), turned;
        turned.x = -pass.direction * right.y; // a quarter turn
        turned.y = pass.direction * right.x;
        v[0] = fft_sum(even, odd);
        v[1] = fft_sum(left, turned);
        v[2] = fft_difference(even, odd);
        v[radix - 1] = fft_difference(left, turned);
    }
    long long first = (j / pass.done) * pass.done * radix + k;
    for (int r = 0; r < radix; r++) {
        to[base + (first + r * pass.done) * pass.step] = v[r];
    }
}

// Any radix, by one thread for each number of the result.
template <class Real>
__global__ void fft_pass(Pass pass, const typename Pair<Real>::Type *from,
                         typename Pair<Real>::Type *to)
{
    typedef typename Pair<Real>::Type T;
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, groups = pass.n / pass.radix;
    if (i >= pass.total) {
        return;
    }
    long long inner = i % pass.step, place = i / pass.step % pass.n,
              outer = i / (pass.step * pass.n);
    long long base = outer * pass.n * pass.step + inner;
    long long k = place % pass.done, s = place / pass.done % pass.radix;
    long long j = place / (pass.done * pass.radix) * pass.done + k, whole = pass.done * pass.radix;
    long long turn = (k + s * pass.done) % whole, angle = 0;
    T sum = from[base + j * pass.step];
    for (long long r = 1; r < pass.radix; r++) {
        angle = angle + turn >= whole ? angle + turn - whole : angle + turn;
        T value = from[base + (j + r * groups) * pass.step];
        sum = fft_sum(sum, fft_times(value, fft_root(Real(), pass.direction * angle, whole)));
    }
    to[base + place * pass.step] = sum;
}
} // namespace lockstep
