// SPDX-License-Identifier: Apache-2.0
// A sum that blocks hand on through L2: each one waits for the one before it with __ldcg, and publishes its own with
// __stcg, a flag and a sum in 64 bits, as CUB's scans do.
#include <cstdio>

__global__ void hand_on(unsigned long long *state, int *sums)
{
    if (threadIdx.x != 0)
        return;
    unsigned long long before = 0;
    if (blockIdx.x > 0) {
        do {
            before = __ldcg(state + blockIdx.x - 1);
        } while (before >> 32 == 0);
    }
    int sum = (int)before + blockIdx.x + 1;
    __stcg(state + blockIdx.x, 1ull << 32 | (unsigned)sum);
    sums[blockIdx.x] = sum;
}

int main()
{
    unsigned long long *state;
    int *sums, last;
    cudaMalloc(&state, 40 * sizeof *state);
    cudaMalloc(&sums, 40 * sizeof *sums);
    cudaMemset(state, 0, 40 * sizeof *state);
    hand_on<<<40, 32>>>(state, sums);
    cudaMemcpy(&last, sums + 39, sizeof last, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(cudaGetLastError()), last);
    cudaFree(state);
    cudaFree(sums);
}
