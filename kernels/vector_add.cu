// SPDX-License-Identifier: Apache-2.0
// The first program: one thread for each element of a vector. Neighboring threads touch
// neighboring words, so each request of a warp (32 threads, 4 bytes each) moves four full sectors
// of 32 bytes. The last block is not full: 2^20 + 100 elements need a bounds check.
#include "lecture.h"

const int COUNT = (1 << 20) + 100;
const int BLOCK = 256;
const int BLOCKS_OF_STRIDE = 512; // 8 elements a thread

__global__ void vector_add(const float *a, const float *b, float *sum, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        sum[i] = a[i] + b[i];
}

// Darkens a picture in place: each pixel is multiplied by a factor.
__global__ void fade(float *pixels, float factor, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        pixels[i] = pixels[i] * factor;
}

// A grid of any size will do: each thread goes on, a whole grid further at a time, until the vector
// ends. Here the bounds check is the loop's condition.
__global__ void vector_add_grid_stride(const float *a, const float *b, float *sum, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum[i] = a[i] + b[i];
}

int main()
{
    std::vector<float> a(COUNT), b(COUNT), result(COUNT);
    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)(i % 1000);
        b[i] = 0.5f * (float)(i % 77);
    }

    // Device memory, and the way there.
    size_t size_bytes = COUNT * sizeof(float);
    float *device_a, *device_b, *device_sum;
    CUDA(cudaMalloc(&device_a, size_bytes));
    CUDA(cudaMalloc(&device_b, size_bytes));
    CUDA(cudaMalloc(&device_sum, size_bytes));
    CUDA(cudaMemcpy(device_a, a.data(), size_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(device_b, b.data(), size_bytes, cudaMemcpyHostToDevice));

    // As many blocks as cover all elements, and the result's way back.
    int blocks = (COUNT + BLOCK - 1) / BLOCK;
    vector_add<<<blocks, BLOCK>>>(device_a, device_b, device_sum, COUNT);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result.data(), device_sum, size_bytes, cudaMemcpyDeviceToHost));
    bool is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= result[i] == a[i] + b[i];
    bool all_right = report("vector_add", is_right);

    fade<<<blocks, BLOCK>>>(device_a, 0.25f, COUNT);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result.data(), device_a, size_bytes, cudaMemcpyDeviceToHost));
    is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= result[i] == a[i] * 0.25f;
    all_right &= report("fade", is_right);

    CUDA(cudaMemcpy(device_a, a.data(), size_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(device_sum, 0, size_bytes));
    vector_add_grid_stride<<<BLOCKS_OF_STRIDE, BLOCK>>>(device_a, device_b, device_sum, COUNT);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result.data(), device_sum, size_bytes, cudaMemcpyDeviceToHost));
    is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= result[i] == a[i] + b[i];
    all_right &= report("vector_add_grid_stride", is_right);

    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    CUDA(cudaFree(device_sum));
    return all_right ? 0 : 1;
}
