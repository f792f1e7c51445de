// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and singular values by Jacobi's rotations, a matrix a block. In every step, n / 2 rotations of
// disjoint pairs of columns; n - 1 steps (a round robin) meet every pair.
#pragma once
#include <cusolver/reflect.h>

namespace lockstep
{
LOCKSTEP_BOTH float precision_of(float)
{
    return 1.1920929e-7f;
}
LOCKSTEP_BOTH double precision_of(double)
{
    return 2.220446049250313e-16;
}

// (p, q) = (c p - s conjugate(phase) q, s phase p + c q)
template <class T> struct Rotation {
    typename Parts<T>::Real c, s, t;
    T phase;
    int p, q; // q == n: nothing to rotate
};

// Pair `pair` of step `step`: the last column stays, the others move on by one.
__device__ __forceinline__ void pair_of(int n, int step, int pair, int *p, int *q)
{
    int even = n + n % 2, others = even - 1;
    int first = (step + pair) % others, second = pair == 0 ? others : (step + others - pair) % others;
    *p = first < second ? first : second;
    *q = first < second ? second : first;
}

// The rotation that makes element (p, q) of a Hermitian 2 x 2 matrix zero (Golub and Van Loan, 8.5.2).
template <class T>
__device__ Rotation<T> rotation_of(typename Parts<T>::Real at_p, typename Parts<T>::Real at_q, T between, int p,
                                   int q)
{
    typedef typename Parts<T>::Real Real;
    Real size = root(real_of(between * conjugate(between)));
    if (size == 0 && !is_zero(between)) // its square is too small
        size = size_of(between);
    Real half = (at_q - at_p) / (2 * size), wide = half < 0 ? -half : half;
    Real t = wide > Real(1e18) ? 1 / (2 * wide) : 1 / (wide + root(1 + wide * wide));
    t = half < 0 ? -t : t;
    Real c = 1 / root(1 + t * t);
    return {c, t * c, t * size, between / made<T>(size), p, q};
}

template <class T> __device__ __forceinline__ void rotate(const Rotation<T> &r, T *p, T *q)
{
    T before = *p, c = made<T>(r.c), s = made<T>(r.s);
    *p = c * before - s * conjugate(r.phase) * *q;
    *q = s * r.phase * before + c * *q;
}

enum { JACOBI_BLOCK = FACTOR_BLOCK };

// The sum of squares beside the diagonal, of all elements where `with_diagonal`.
template <class T>
__device__ typename Parts<T>::Real squares_of(int n, const T *a, typename Parts<T>::Real scale, bool with_diagonal)
{
    typename Parts<T>::Real sum = 0;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
        T part = a[i] / made<T>(scale);
        if (with_diagonal || i % n != i / n)
            sum += real_of(part * conjugate(part));
    }
    return sum_of_block(sum);
}

// One 2 x 2 block of J' A J.
template <class T> __device__ void rotate_block(int n, T *a, const Rotation<T> &left, const Rotation<T> &right)
{
    T *pp = a + left.p + right.p * n, *qp = a + left.q + right.p * n, *pq = a + left.p + right.q * n,
      *qq = a + left.q + right.q * n;
    bool has_row = left.q < n, has_column = right.q < n;
    if (left.p == right.p) {
        if (has_row) {
            *pp = made<T>(real_of(*pp) - left.t);
            *qq = made<T>(real_of(*qq) + left.t);
            *pq = T{};
            *qp = T{};
        }
        return;
    }
    if (has_column) {
        rotate(right, pp, pq);
        if (has_row)
            rotate(right, qp, qq);
    }
    if (has_row) {
        Rotation<T> turned = left;
        turned.phase = conjugate(left.phase);
        rotate(turned, pp, qp);
        if (has_column)
            rotate(turned, pq, qq);
    }
}

// What a call of syevd or syevj asks for.
struct Sweeps {
    double tolerance; // of the norm beside the diagonal, relative to the matrix's
    int limit;
    bool has_vectors;
};

// What was reached: beside the diagonal, and after how many sweeps.
struct Reached {
    double residual;
    int sweeps;
};

// Batches: matrix b of the batch at a + b * a_stride. work: (2 n n + 2 n) elements of T for each. rotations: n
// for each. values: n real numbers, in ascending order. *info: n + 1 if `limit` sweeps were not enough.
template <class T>
__global__ void __launch_bounds__(JACOBI_BLOCK)
    jacobi_eigen(int n, T *a, long long ld, long long a_stride, bool is_lower, T *work, Rotation<T> *rotations,
                 typename Parts<T>::Real *values, Sweeps wish, int *info, Reached *reached)
{
    typedef typename Parts<T>::Real Real;
    long long square = (long long)n * n, matrix = blockIdx.x;
    a += matrix * a_stride, work += matrix * 2 * square, rotations += matrix * n, values += matrix * n;
    T *inner = work, *vectors = work + square;
    Real largest = 0;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
        int row = i % n, column = i / n;
        bool is_stored = is_lower ? row >= column : row <= column;
        T value = is_stored ? a[row + column * ld] : conjugate(a[column + row * ld]);
        inner[i] = row == column ? real_part(value) : value;
        vectors[i] = made<T>(row == column ? 1 : 0);
        Real size = size_of(inner[i]);
        largest = size > largest ? size : largest;
    }
    largest = largest_of_block(largest);
    Real scale = largest > 0 ? largest : 1, whole = squares_of(n, inner, scale, true), apart = 0;
    Real goal = (Real)(wish.tolerance > 0 ? wish.tolerance : precision_of(Real()));
    int pairs = (n + 1) / 2, steps = n + n % 2 - 1, sweep = 0;
    for (;; sweep++) {
        apart = squares_of(n, inner, scale, false);
        if (!(apart > goal * goal * whole) || sweep == wish.limit)
            break;
        for (int step = 0; step < steps; step++) {
            for (int pair = threadIdx.x; pair < pairs; pair += blockDim.x) {
                int p, q;
                pair_of(n, step, pair, &p, &q);
                T between = q < n ? inner[p + q * n] : T{};
                rotations[pair] = is_zero(between)
                                      ? Rotation<T>{1, 0, 0, T{}, p, q}
                                      : rotation_of(real_of(inner[p + p * n]), real_of(inner[q + q * n]), between, p, q);
            }
            __syncthreads();
            for (int i = threadIdx.x; i < pairs * pairs; i += blockDim.x)
                rotate_block(n, inner, rotations[i % pairs], rotations[i / pairs]);
            for (int i = threadIdx.x; i < n * pairs && wish.has_vectors; i += blockDim.x) {
                const Rotation<T> &rotation = rotations[i / n];
                if (rotation.q < n)
                    rotate(rotation, vectors + i % n + rotation.p * n, vectors + i % n + rotation.q * n);
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        Real value = real_of(inner[i + i * n]);
        int place = 0;
        for (int j = 0; j < n; j++) {
            Real other = real_of(inner[j + j * n]);
            place += other < value || (other == value && j < i);
        }
        values[place] = value;
        rotations[i].p = place;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n * n && wish.has_vectors; i += blockDim.x)
        a[i % n + rotations[i / n].p * ld] = vectors[i];
    if (threadIdx.x == 0) {
        info[matrix] = apart > goal * goal * whole ? n + 1 : 0;
        if (reached != nullptr)
            *reached = {(double)(scale * root(apart)), sweep};
    }
}

template <class T> __device__ T sum_of_warp(T value)
{
    __shared__ T values[JACOBI_BLOCK];
    __syncwarp();
    values[threadIdx.x] = value;
    for (unsigned int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (threadIdx.x % 32 < half)
            values[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + half];
    }
    __syncwarp();
    return values[threadIdx.x / 32 * 32];
}

// What the rotation of two columns needs: their squares and their product, as sums over a warp.
template <class T>
__device__ void products_of(int rows, const T *p, const T *q, typename Parts<T>::Real *at_p,
                            typename Parts<T>::Real *at_q, T *between)
{
    typename Parts<T>::Real first = 0, second = 0;
    T product{};
    for (int row = threadIdx.x % 32; row < rows; row += 32) {
        first += real_of(p[row] * conjugate(p[row]));
        second += real_of(q[row] * conjugate(q[row]));
        product = multiply_add(conjugate(p[row]), q[row], product);
    }
    *at_p = sum_of_warp(first);
    *at_q = sum_of_warp(second);
    *between = sum_of_warp(product);
}

// Rotates the columns of A (rows x n, close together) until they are orthogonal: A V = U S (Hestenes). V may
// be NULL. A's elements were divided by *scale. values: the columns' norms in descending order; places: of each column.
template <class T>
__global__ void __launch_bounds__(JACOBI_BLOCK)
    jacobi_singular(int rows, int n, T *a, T *v, const typename Parts<T>::Real *scale, typename Parts<T>::Real *values,
                    int *places, Sweeps wish, int *info, Reached *reached)
{
    typedef typename Parts<T>::Real Real;
    __shared__ int rotated;
    Real goal = (Real)(wish.tolerance > 0 ? wish.tolerance : precision_of(Real()) * root(Real(rows)));
    int pairs = (n + 1) / 2, steps = n + n % 2 - 1, sweep = 0, left = 1;
    for (; left != 0 && sweep < wish.limit; sweep++) {
        __syncthreads();
        if (threadIdx.x == 0)
            rotated = 0;
        for (int step = 0; step < steps; step++) {
            __syncthreads();
            for (int pair = threadIdx.x / 32; pair < pairs; pair += JACOBI_BLOCK / 32) {
                int p, q;
                Real at_p, at_q;
                T between;
                pair_of(n, step, pair, &p, &q);
                if (q >= n)
                    continue;
                products_of(rows, a + (long long)p * rows, a + (long long)q * rows, &at_p, &at_q, &between);
                if (!(size_of(between) > goal * root(at_p) * root(at_q)))
                    continue;
                Rotation<T> rotation = rotation_of(at_p, at_q, between, p, q);
                if (threadIdx.x % 32 == 0)
                    atomicExch(&rotated, 1);
                for (int row = threadIdx.x % 32; row < rows; row += 32)
                    rotate(rotation, a + row + (long long)p * rows, a + row + (long long)q * rows);
                for (int row = threadIdx.x % 32; row < n && v != nullptr; row += 32)
                    rotate(rotation, v + row + (long long)p * n, v + row + (long long)q * n);
                __syncwarp();
            }
        }
        __syncthreads();
        left = rotated;
    }
    __syncthreads();
    for (int column = threadIdx.x / 32; column < n; column += JACOBI_BLOCK / 32) {
        Real sum = 0;
        for (int row = threadIdx.x % 32; row < rows; row += 32) {
            T part = a[row + (long long)column * rows];
            sum += real_of(part * conjugate(part));
        }
        sum = sum_of_warp(sum);
        if (threadIdx.x % 32 == 0)
            values[n + column] = root(sum); // in the order of the columns
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int place = 0;
        for (int j = 0; j < n; j++)
            place += values[n + j] > values[n + i] || (values[n + j] == values[n + i] && j < i);
        places[i] = place;
        values[place] = *scale * values[n + i];
    }
    if (threadIdx.x == 0) {
        *info = left != 0 ? n + 1 : 0;
        if (reached != nullptr)
            *reached = {0, sweep};
    }
}

// The working copy of gesvd: A or, of a wide matrix, A', divided by its largest element, and V = 1.
template <class T>
__global__ void __launch_bounds__(JACOBI_BLOCK)
    prepare_singular(int rows, int n, const T *a, long long ld, bool is_turned, T *inner, T *v,
                     typename Parts<T>::Real *scale)
{
    typename Parts<T>::Real largest = 0;
    for (long long i = threadIdx.x; i < (long long)rows * n; i += JACOBI_BLOCK) {
        long long row = i % rows, column = i / rows;
        inner[i] = is_turned ? conjugate(a[column + row * ld]) : a[row + column * ld];
        largest = size_of(inner[i]) > largest ? size_of(inner[i]) : largest;
    }
    largest = largest_of_block(largest);
    largest = largest > 0 ? largest : 1;
    for (long long i = threadIdx.x; i < (long long)rows * n; i += JACOBI_BLOCK)
        inner[i] = inner[i] / made<T>(largest);
    for (int i = threadIdx.x; i < n * n && v != nullptr; i += JACOBI_BLOCK)
        v[i] = made<T>(i % n == i / n ? 1 : 0);
    if (threadIdx.x == 0)
        *scale = largest;
}

// Column i of `from` is column places[i] of `to` or, turned, the conjugate of its row. With values, it is divided by
// its norm, values[n + i]; columns of zeros are left out.
template <class T>
__global__ void place_columns(int rows, int n, const T *from, const int *places, const typename Parts<T>::Real *values,
                              T *to, long long ld, bool is_turned)
{
    int row = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (row >= rows || i >= n)
        return;
    T value = from[row + (long long)i * rows];
    int place = places[i];
    if (values != nullptr) {
        typename Parts<T>::Real size = values[n + i];
        if (!(size > 0))
            return;
        value = value / made<T>(size);
    }
    to[is_turned ? place + row * ld : row + place * ld] = is_turned ? conjugate(value) : value;
}
} // namespace lockstep
