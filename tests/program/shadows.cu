// SPDX-License-Identifier: Apache-2.0
// What the host sees of variables that are on the device: as with nvcc, values of those that are const and of managed
// ones, and zeros of the others, unless it writes to them. Memory that cudaMalloc gives holds zeros, as on an H200.
#include <cstdio>

__constant__ float weights[3] = {1.0f / 9, 2, 3};
__device__ int counter = 5;
__constant__ const int seven = 7;
static __device__ int own = 6;
__constant__ constexpr int eight = 8;
const __device__ float both[2] = {1, 2};
__managed__ int shared_by_all = 9;
__device__ int *pointer = nullptr;
__device__ const char *text = "abc";
static __constant__ volatile double limit = 2.5;

__global__ void show(const int *memory, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum |= memory[i];
    }
    printf("kernel: %g %d %d %d %d %g %d %d %s %g, memory %d\n", weights[1], counter, seven, own, eight, both[1],
           shared_by_all, pointer == nullptr, text, limit, sum);
}

int main()
{
    int *memory;
    cudaMalloc(&memory, 4000);
    show<<<1, 1>>>(memory, 1000);
    cudaDeviceSynchronize();
    printf("host: %g %d %d %d %d %g %d %d %d %g\n", weights[1], counter, seven, own, eight, both[1], shared_by_all,
           pointer == nullptr, text == nullptr, (double)limit);
    counter = 11;
    int on_device = 0;
    cudaMemcpyFromSymbol(&on_device, counter, sizeof on_device);
    printf("host's own %d, the device's %d\n", counter, on_device);
}
