// SPDX-License-Identifier: Apache-2.0
// Inverses of many small matrices: cofactors by recursive templates, Cholesky in registers, and eigenvalues by Jacobi.
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

template <int N, class T> struct Mat {
    T m[N][N];
    __host__ __device__ constexpr T &operator()(int r, int c) { return m[r][c]; }
    __host__ __device__ constexpr const T &operator()(int r, int c) const { return m[r][c]; }
};

template <int N, class T> __device__ Mat<N - 1, T> minor_of(const Mat<N, T> &a, int row, int col)
{
    Mat<N - 1, T> out;
    for (int r = 0, i = 0; r < N; r++) {
        if (r == row)
            continue;
        for (int c = 0, j = 0; c < N; c++)
            if (c != col)
                out(i, j++) = a(r, c);
        i++;
    }
    return out;
}

template <int N, class T> __device__ T determinant(const Mat<N, T> &a)
{
    if constexpr (N == 1) {
        return a(0, 0);
    } else if constexpr (N == 2) {
        return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
    } else {
        T sum = 0;
        for (int c = 0; c < N; c++)
            sum += (c & 1 ? -a(0, c) : a(0, c)) * determinant(minor_of(a, 0, c));
        return sum;
    }
}

template <int N, class T> __global__ void invert(const Mat<N, T> *in, Mat<N, T> *out, T *det, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Mat<N, T> a = in[i];
    const T d = determinant(a);
    det[i] = d;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            T cofactor = determinant(minor_of(a, c, r));
            out[i](r, c) = ((r + c) % 2 ? -cofactor : cofactor) / d;
        }
}

template <class T> __global__ void cholesky(const Mat<3, T> *in, T *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Mat<3, T> a, l = {};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            a(r, c) = r == c ? T(1) : T(0);
            for (int k = 0; k < 3; k++)
                a(r, c) += in[i](r, k) * in[i](c, k);
        }
#pragma unroll
    for (int j = 0; j < 3; j++) {
        T s = a(j, j);
        for (int k = 0; k < j; k++)
            s -= l(j, k) * l(j, k);
        l(j, j) = std::sqrt(s);
        for (int r = j + 1; r < 3; r++) {
            T t = a(r, j);
            for (int k = 0; k < j; k++)
                t -= l(r, k) * l(j, k);
            l(r, j) = t / l(j, j);
        }
    }
    for (int sweep = 0; sweep < 5; sweep++) // Jacobi rotations
        for (auto [p, q] : {int2{0, 1}, int2{0, 2}, int2{1, 2}}) {
            if (a(p, q) == T(0))
                continue;
            T theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
            T t = copysign(T(1), theta) / (fabs(theta) + sqrt(theta * theta + 1));
            T c = rsqrt(t * t + 1), s = t * c;
            for (int k = 0; k < 3; k++) {
                T x = a(k, p), y = a(k, q);
                a(k, p) = c * x - s * y, a(k, q) = s * x + c * y;
            }
            for (int k = 0; k < 3; k++) {
                T x = a(p, k), y = a(q, k);
                a(p, k) = c * x - s * y, a(q, k) = s * x + c * y;
            }
        }
    result[2 * i] = l(0, 0) * l(1, 1) * l(2, 2);
    result[2 * i + 1] = fmax(a(0, 0), fmax(a(1, 1), a(2, 2)));
}

template <int N, class T> void run(const char *what)
{
    const int n = 60;
    Mat<N, T> host[n], *in, *out;
    T *det, h[2 * n];
    for (int i = 0; i < n * N * N; i++)
        host[i / (N * N)](i / N % N, i % N) = T((i * 37 + i / 11) % 64) / T(16) - (i % (N + 1) ? T(2) : T(-3));
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&det, sizeof h);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    invert<<<2, 32>>>(in, out, det, n);
    cudaMemcpy(h, det, n * sizeof(T), cudaMemcpyDeviceToHost);
    Mat<N, T> inverse[n];
    cudaMemcpy(inverse, out, sizeof inverse, cudaMemcpyDeviceToHost);
    const int digits = std::is_same_v<T, double> ? 17 : 9;
    printf("%s: det %.*g %.*g inverse %.*g %.*g\n", what, digits, (double)h[0], digits, (double)h[37], digits, (double)inverse[5](0, 1), digits, (double)inverse[59](1, 1));
    if constexpr (N == 3) {
        cholesky<<<2, 32>>>(in, det, n);
        cudaMemcpy(h, det, sizeof h, cudaMemcpyDeviceToHost);
        printf("%s: root of det %.*g, largest eigenvalue %.*g\n", what, digits, (double)h[8], digits, (double)h[9]);
    }
    cudaFree(in), cudaFree(out), cudaFree(det);
}

int main()
{
    run<2, float>("2 float");
    run<3, float>("3 float");
    run<3, double>("3 double");
    run<4, double>("4 double");
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        printf("%s\n", cudaGetErrorString(e));
    return e;
}
