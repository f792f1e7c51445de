// SPDX-License-Identifier: Apache-2.0
// Thrust's engines on the host and the device: what CCCL's headers give under nvcc 13.
#include <cstdio>
#include <thrust/random.h>
__global__ void draw(unsigned long long *out)
{
    thrust::ranlux24 a(9);
    thrust::ranlux48 b(11);
    a.discard(1000);
    b.discard(50);
    for (int i = 0; i < 30; i++) {
        out[2 * i] = a();
        out[2 * i + 1] = b();
    }
}
int main()
{
    thrust::ranlux24 a, c(9);
    thrust::ranlux48 b, d(11);
    thrust::ranlux24_base e(5);
    thrust::ranlux48_base f(7);
    unsigned long long sums[4] = {}, *drawn;
    for (int i = 0; i < 1000; i++) {
        sums[0] = sums[0] * 31 + a();
        sums[1] = sums[1] * 31 + b();
        sums[2] = sums[2] * 31 + e();
        sums[3] = sums[3] * 31 + f();
    }
    printf("%llx %llx %llx %llx\n", sums[0], sums[1], sums[2], sums[3]);
    cudaMallocManaged(&drawn, 60 * sizeof *drawn);
    draw<<<1, 1>>>(drawn);
    cudaDeviceSynchronize();
    c.discard(1000);
    d.discard(50);
    int same = 0;
    for (int i = 0; i < 30; i++)
        same += (drawn[2 * i] == c()) + (drawn[2 * i + 1] == d());
    thrust::uniform_real_distribution<double> real;
    thrust::uniform_int_distribution<int> whole(0, 99);
    printf("%d the same, %.12f %d, at most %llu\n", same, real(b), whole(a), (unsigned long long)thrust::ranlux48::max);
    cudaFree(drawn);
}
