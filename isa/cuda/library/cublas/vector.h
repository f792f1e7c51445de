// SPDX-License-Identifier: Apache-2.0
// Kernels of cuBLAS level 1: one thread an element in strides of the grid, and reductions in two
// steps whose order is fixed.
#pragma once
#include <cublas/number.h>

namespace lockstep
{
enum { VECTOR_BLOCK = 256, VECTOR_BLOCKS = 64 };

// The elements of this thread.
#define LOCKSTEP_EACH(i, n)                                                                        \
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;                    \
         i += (long long)gridDim.x * blockDim.x)

template <class T>
__global__ void axpy(long long n, Scalar<T> alpha, Vector<const T> x, Vector<T> y)
{
    T factor = alpha.get();
    LOCKSTEP_EACH(i, n) y[i] = multiply_add(factor, x[i], y[i]);
}

template <class T> __global__ void copy(long long n, Vector<const T> x, Vector<T> y)
{
    LOCKSTEP_EACH(i, n) y[i] = x[i];
}

template <class T> __global__ void swap(long long n, Vector<T> x, Vector<T> y)
{
    LOCKSTEP_EACH(i, n)
    {
        T value = x[i];
        x[i] = y[i];
        y[i] = value;
    }
}

template <class T, class Factor>
__global__ void scal(long long n, Scalar<Factor> alpha, Vector<T> x)
{
    T factor = Convert<T, Factor>::of(alpha.get());
    LOCKSTEP_EACH(i, n) x[i] = factor * x[i];
}

template <class T>
__global__ void rot(long long n, Vector<T> x, Vector<T> y, Scalar<T> c, Scalar<T> s)
{
    T cosine = c.get(), sine = s.get();
    LOCKSTEP_EACH(i, n)
    {
        T a = x[i], b = y[i];
        x[i] = cosine * a + sine * b;
        y[i] = cosine * b - sine * a;
    }
}

// The modified rotation of Lawson, Hanson, Kincaid and Krogh, whose flag says which of h are given.
template <class T> struct Modified {
    T flag, h11, h21, h12, h22;
};
template <class T>
__global__ void rotm(long long n, Vector<T> x, Vector<T> y, Scalar<Modified<T>> given)
{
    Modified<T> h = given.get();
    if (h.flag == -2)
        return;
    if (h.flag == 0)
        h.h11 = h.h22 = 1;
    if (h.flag == 1) {
        h.h12 = 1;
        h.h21 = -1;
    }
    LOCKSTEP_EACH(i, n)
    {
        T a = x[i], b = y[i];
        x[i] = h.h11 * a + h.h12 * b;
        y[i] = h.h21 * a + h.h22 * b;
    }
}

// Reductions: a partial value of the elements, how two partial values join, and the result.
template <class T, bool is_conjugated> struct Dot {
    typedef T Partial;
    typedef T Result;
    Vector<const T> x, y;
    __device__ T none() const
    {
        return T{};
    }
    __device__ T take(T sum, long long i) const
    {
        return multiply_add(is_conjugated ? conjugate(x[i]) : x[i], y[i], sum);
    }
    __device__ T join(T a, T b) const
    {
        return a + b;
    }
    __device__ T result(T sum) const
    {
        return sum;
    }
};

template <class T> struct Asum {
    typedef typename Parts<T>::Real Partial;
    typedef Partial Result;
    Vector<const T> x;
    __device__ Partial none() const
    {
        return 0;
    }
    __device__ Partial take(Partial sum, long long i) const
    {
        return sum + size_of(x[i]);
    }
    __device__ Partial join(Partial a, Partial b) const
    {
        return a + b;
    }
    __device__ Result result(Partial sum) const
    {
        return sum;
    }
};

// A sum of squares as scale^2 * sum, which overflows only where the norm does.
template <class R> struct Squares {
    R scale, sum;
};
template <class T> struct Norm {
    typedef typename Parts<T>::Real Real;
    typedef Squares<Real> Partial;
    typedef Real Result;
    Vector<const T> x;
    __device__ Partial none() const
    {
        return {0, 1};
    }
    __device__ Partial join(Partial a, Partial b) const
    {
        if (a.scale < b.scale || b.scale != b.scale) {
            Partial c = a;
            a = b;
            b = c;
        }
        if (b.scale == 0)
            return a;
        Real ratio = b.scale / a.scale;
        return {a.scale, a.scale == b.scale ? a.sum + b.sum : a.sum + b.sum * ratio * ratio};
    }
    __device__ Partial add(Partial a, Real value) const
    {
        return value == 0 ? a : join(a, {size_of(value), 1});
    }
    __device__ Partial take_one(Partial a, Real value) const
    {
        return add(a, value);
    }
    __device__ Partial take_one(Partial a, Complex<Real> value) const
    {
        return add(add(a, value.x), value.y);
    }
    __device__ Partial take(Partial a, long long i) const
    {
        return take_one(a, x[i]);
    }
    __device__ Result result(Partial a) const
    {
        return a.scale == 0 ? 0 : a.scale * (Real)sqrt(a.sum);
    }
};

template <class R> struct Place {
    R value;
    int index; // 0: none
};
template <class T, bool is_largest> struct Extreme {
    typedef Place<typename Parts<T>::Real> Partial;
    typedef int Result;
    Vector<const T> x;
    __device__ Partial none() const
    {
        return {0, 0};
    }
    __device__ Partial join(Partial a, Partial b) const
    {
        if (a.index == 0 || b.index == 0)
            return a.index == 0 ? b : a;
        if (a.value == b.value)
            return a.index < b.index ? a : b;
        return (is_largest ? a.value > b.value : a.value < b.value) ? a : b;
    }
    __device__ Partial take(Partial a, long long i) const
    {
        return join(a, {size_of(x[i]), (int)i + 1});
    }
    __device__ Result result(Partial a) const
    {
        return a.index;
    }
};

// The block's partial value, in thread 0.
template <class Reduction>
__device__ typename Reduction::Partial join_block(const Reduction &reduction,
                                                  typename Reduction::Partial mine)
{
    __shared__ typename Reduction::Partial all[VECTOR_BLOCK];
    all[threadIdx.x] = mine;
    for (unsigned int half = VECTOR_BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            all[threadIdx.x] = reduction.join(all[threadIdx.x], all[threadIdx.x + half]);
    }
    return threadIdx.x == 0 ? all[0] : mine;
}

template <class Reduction>
__global__ void reduce(Reduction reduction, long long n, typename Reduction::Partial *partial)
{
    typename Reduction::Partial mine = reduction.none();
    LOCKSTEP_EACH(i, n) mine = reduction.take(mine, i);
    mine = join_block(reduction, mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

template <class Reduction>
__global__ void reduce_last(Reduction reduction, int count,
                            const typename Reduction::Partial *partial,
                            typename Reduction::Result *result)
{
    typename Reduction::Partial mine = reduction.none();
    if (threadIdx.x < count)
        mine = partial[threadIdx.x];
    mine = join_block(reduction, mine);
    if (threadIdx.x == 0)
        *result = reduction.result(mine);
}
} // namespace lockstep
