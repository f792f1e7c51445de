// SPDX-License-Identifier: Apache-2.0
// What a vector load promises of its address holds only where it is reached: loads before it stay as they are.
#include <cstdio>

__constant__ float table[16];

__device__ float more(const float *p)
{
    float4 v = *(const float4 *)p;
    return v.x * v.y + v.z * v.w;
}

__global__ void constants(int i, float *o)
{
    const float *p = table + i;
    *o = p[0] + p[1] * 2 + p[2] * 3 + p[3] * 4;
    if (i % 4 == 0)
        *o += more(p);
}

__global__ void globals(const float *__restrict__ p, float *__restrict__ o)
{
    *o = p[0] + p[1] * 2 + p[2] * 3 + p[3] * 4;
    if ((size_t)p % 16 == 0)
        *o += more(p);
}

int main()
{
    float numbers[16], *p, *o;
    for (int i = 0; i < 16; i++)
        numbers[i] = (float)i;
    cudaMemcpyToSymbol(table, numbers, sizeof numbers);
    cudaMallocManaged(&p, sizeof numbers);
    cudaMallocManaged(&o, 2 * sizeof(float));
    for (int i = 0; i < 16; i++)
        p[i] = (float)i;
    for (int i = 0; i < 5; i++) {
        constants<<<1, 1>>>(i, o);
        globals<<<1, 1>>>(p + i, o + 1);
        cudaError_t error = cudaDeviceSynchronize();
        printf("%d: %g %g %s\n", i, o[0], o[1], cudaGetErrorName(error));
    }
}
