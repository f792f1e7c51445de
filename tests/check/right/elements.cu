// SPDX-License-Identifier: Apache-2.0
// Threads read three elements of each vector while others write the fourth: no race, though the compiler loads whole vectors
// where no checker watches.
#include <cstdio>

__global__ void share(float4 *p, float *o)
{
    int i = threadIdx.x;
    if (i < 32)
        o[i] = p[i].x + p[i].z + p[i].w;
    else
        p[i - 32].y = i;
}

int main()
{
    float4 *p;
    float *o;
    cudaMalloc(&p, 512);
    cudaMalloc(&o, 128);
    cudaMemset(p, 0, 512);
    share<<<1, 64>>>(p, o);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
    cudaFree(o);
}
