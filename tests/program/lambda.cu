// SPDX-License-Identifier: Apache-2.0
// Lambdas for the device: captures by value, of all and of some, with initializers, in templates.
#include <cstdio>
#include <vector>
// a comment with __device__ [=] __device__ () {
namespace util {
template <typename F> __global__ void for_each_kernel(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
template <typename F> void for_each(int n, F f) { for_each_kernel<<<(n + 127) / 128, 128>>>(n, f); }
}
__device__ float bias = 1.0f;
template <typename T> void run(T factor)
{
    T *z;
    cudaMallocManaged(&z, 64 * sizeof(T));
    util::for_each(64, [z, factor] __device__ (int i) mutable { T local = factor * T(i); z[i] = local; });
    cudaDeviceSynchronize();
    printf("z %g\n", (double)z[63]);
}
template <typename T> void add_to(T *__restrict__ to, const T *__restrict__ const from)
{
    auto loop = [=] __device__ (int i) { to[i] += from[i]; };
    util::for_each(64, loop);
    cudaDeviceSynchronize();
    printf("restricted %g\n", (double)to[63]);
}
int main(int argc, char **argv)
{
    const int n = 1000;
    const float a = 2.5f;
    float *x, *y, sum = 0;
    cudaMallocManaged(&x, n * sizeof(float)); cudaMallocManaged(&y, n * sizeof(float));
    for (int i = 0; i < n; i++) x[i] = (float)i, y[i] = 0;
    util::for_each(n, [=] __device__ (int i) { y[i] = a * x[i] + bias; });
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) sum += y[i];
    printf("%s %g\n", cudaGetErrorString(error), sum);
    auto twice = [m = a * 2, x] __host__ __device__ (int i) -> float {
        // comment }
        float *p = x + i;
        return *p * m;
    };
    util::for_each_kernel<<<4, 256>>>(n, [=] __device__ (int i) { y[i] = twice(i); if (i == 5) printf("five %d\n", __LINE__); });
    cudaDeviceSynchronize();
    printf("%g %g\n", y[10], twice(10));
    run(3.0f); run(4);
    add_to(y, x);
    util::for_each_kernel<<<1, 1>>>(1, [] __device__ (int i) { printf("none\n"); });
    cudaDeviceSynchronize();
}
