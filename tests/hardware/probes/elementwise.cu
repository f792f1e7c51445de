// SPDX-License-Identifier: Apache-2.0
// What does a kernel with one element per thread take, by the number of elements, of arrays, and by their distance?
#include <cstdio>

__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1.0f;
}
__global__ void scale(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 2.0f;
}
__global__ void in_place(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] * 2.0f;
}
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void saxpy(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 2.0f + b[i];
}

int main() {
    float *memory;
    size_t bytes = (size_t)1 << 30;
    cudaMalloc(&memory, bytes);
    cudaMemset(memory, 0, bytes);
    const int threads = 256;
    for (int shift = 18; shift <= 26; shift++) {
        int n = 1 << shift, blocks = n / threads;
        fill<<<blocks, threads>>>(memory, n);
        scale<<<blocks, threads>>>(memory, memory + n, n);
        in_place<<<blocks, threads>>>(memory, n);
        saxpy<<<blocks, threads>>>(memory, memory + n, n);
        add<<<blocks, threads>>>(memory, memory + n, memory + 2 * (size_t)n, n);
    }
    // Other distances between what is read and what is written, and other lengths.
    for (int more : {64, 1024, 4096, 65536, 1 << 19, 3 << 18})
        scale<<<4096, threads>>>(memory, memory + (1 << 20) + more, 1 << 20);
    for (int n : {1000000, 1500000, 3000000}) scale<<<(n + threads - 1) / threads, threads>>>(memory, memory + n, n);
    for (int size : {64, 128, 512, 1024}) scale<<<(1 << 20) / size, size>>>(memory, memory + (1 << 20), 1 << 20);
    return cudaDeviceSynchronize();
}
