// SPDX-License-Identifier: Apache-2.0
// Accesses that leave their allocation but not its page find zeros and what was written there, as on
// an H200. (There, the second allocation begins at first[128].)
#include <cstdio>

__global__ void climb(int *data, int n)
{
    for (int i = 0; i < n; i++) {
        data[i + 1] = data[i] + 1;
    }
}

__global__ void look(const int *first, int *out)
{
    out[0] = first[100];
    out[1] = first[128];
    out[2] = first[200];
}

__global__ void count(int *data)
{
    atomicAdd(&data[1000], 1);
    atomicAdd(&data[1000], 1);
    if (data[1000] == 2) {
        data[0] = 5;
    }
}

__global__ void far(int *data)
{
    data[1 << 20] = 1;
}

int main()
{
    int *first, *second, *out, host[100], seen[3];
    cudaMalloc(&first, 400);
    cudaMalloc(&second, 400);
    cudaMalloc(&out, 12);
    for (int round = 0; round < 3; round++) { // is told once
        climb<<<1, 1>>>(first, 130);
    }
    cudaMemcpy(host, second, 400, cudaMemcpyDeviceToHost);
    printf("%d %s\n", host[0], cudaGetErrorName(cudaDeviceSynchronize()));
    look<<<1, 1>>>(first, out);
    cudaMemcpy(seen, out, 12, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", seen[0], seen[1], seen[2]);
    count<<<1, 1>>>(second);
    cudaMemcpy(host, second, 400, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    far<<<1, 1>>>(first);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
