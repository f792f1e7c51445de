// SPDX-License-Identifier: Apache-2.0
// The first kernel: guarded thread, float arithmetic, integer and double variants.
template <typename T> __device__ T axpy(T a, T x, T y) { return a * x + y; }
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = axpy(a, x[i], y[i]);
}
__global__ void daxpy(int n, double a, const double *__restrict__ x, double *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = axpy(a, x[i], y[i]);
}
__global__ __launch_bounds__(256, 2) void integers(int *a, unsigned *b, long long *c, short *d,
                                                   unsigned char *e, int n)
{
    int i = threadIdx.x;
    a[i] = a[i] / n + a[i] % 7;
    b[i] = b[i] / 3u + (b[i] >> 5) + __umulhi(b[i], 17u);
    c[i] = c[i] * n - (c[i] << (i & 31)) + c[i] / (n + 1);
    d[i] = (short)(d[i] * 3 + e[i]);
    e[i] = (unsigned char)(e[i] ^ (d[i] & 0x3f) | ~a[i]);
}
