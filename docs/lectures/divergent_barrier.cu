// SPDX-License-Identifier: Apache-2.0
// A mistake to look at: the barrier of the block waits for all threads, and only every second one
// comes. The others wait for their warp.
#include <cstdio>

__global__ void meet_halfway(int *out)
{
    __shared__ int values[64];
    int t = threadIdx.x;
    values[t] = t;
    if (t % 2 == 0) {
        __syncthreads();
        values[t] += values[63 - t];
    }
    __syncwarp();
    out[t] = values[t ^ 1];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    meet_halfway<<<1, 64>>>(out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
