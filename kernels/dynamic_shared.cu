// SPDX-License-Identifier: Apache-2.0
// Shared memory whose size the launch chooses: there is a single extern array, and a kernel that
// wants several cuts them out of it. Each must start at a multiple of its element's size. Cut from
// the widest type to the narrowest this takes no thought; in another order the gaps must be
// counted.
#include "lecture.h"

const int BLOCK = 128;
const int BLOCKS = 64;

extern __shared__ float4 dynamic_memory[]; // its type aligns its start to 16 bytes

// The shorts a first, then the floats b, then the ints c; `per_array` elements each. An odd number
// of shorts would end in the middle of a word, where no float may start.
__global__ void split_counting_gaps(int *out, int per_array)
{
    int shorts = (per_array + 1) / 2 * 2;
    short *a = (short *)dynamic_memory;
    float *b = (float *)&a[shorts];
    int *c = (int *)&b[per_array];
    for (int k = threadIdx.x; k < per_array; k += blockDim.x) {
        a[k] = (short)(k + blockIdx.x);
        b[k] = (float)(2 * k);
        c[k] = k * k;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < per_array; k += blockDim.x) {
        int opposite = per_array - 1 - k;
        out[blockIdx.x * per_array + k] = a[opposite] + (int)b[opposite] + c[opposite];
    }
}

// The same three arrays from the widest element to the narrowest: every start is aligned.
__global__ void split_by_width(int *out, int per_array)
{
    float *b = (float *)dynamic_memory;
    int *c = (int *)&b[per_array];
    short *a = (short *)&c[per_array];
    for (int k = threadIdx.x; k < per_array; k += blockDim.x) {
        a[k] = (short)(k + blockIdx.x);
        b[k] = (float)(2 * k);
        c[k] = k * k;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < per_array; k += blockDim.x) {
        int opposite = per_array - 1 - k;
        out[blockIdx.x * per_array + k] = a[opposite] + (int)b[opposite] + c[opposite];
    }
}

// A static array beside the dynamic one: the sizes add up, and the launch names only the latter.
__global__ void reverse_twice(int *out, int per_array)
{
    __shared__ int fixed[BLOCK];
    int *flexible = (int *)dynamic_memory;
    int t = threadIdx.x;
    fixed[t] = t * 3 + blockIdx.x;
    __syncthreads();
    flexible[t] = fixed[BLOCK - 1 - t];
    __syncthreads();
    if (t < per_array)
        out[blockIdx.x * per_array + t] = flexible[BLOCK - 1 - t];
}

int main()
{
    const int most = 1024;
    int *device_out = device_zeros<int>(BLOCKS * most);
    bool all_right = true;
    auto check = [&](const char *variant, int per_array, auto expected) {
        if (refused(variant))
            return;
        std::vector<int> out = download(device_out, BLOCKS * per_array);
        bool is_right = true;
        for (int block = 0; block < BLOCKS; block++)
            for (int k = 0; k < per_array; k++)
                is_right &= out[block * per_array + k] == expected(block, k);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, BLOCKS * most * sizeof(int)));
    };
    char variant[64];

    for (int per_array : {100, 333, most}) {
        auto sum = [=](int block, int k) {
            int opposite = per_array - 1 - k;
            return opposite + block + 2 * opposite + opposite * opposite;
        };
        size_t bytes = per_array * (sizeof(float) + sizeof(int) + sizeof(short));
        size_t gap = per_array % 2 * sizeof(short);
        snprintf(variant, sizeof variant, "split_counting_gaps, %d elements each", per_array);
        split_counting_gaps<<<BLOCKS, BLOCK, bytes + gap>>>(device_out, per_array);
        check(variant, per_array, sum);
        snprintf(variant, sizeof variant, "split_by_width, %d elements each", per_array);
        split_by_width<<<BLOCKS, BLOCK, bytes>>>(device_out, per_array);
        check(variant, per_array, sum);
    }
    reverse_twice<<<BLOCKS, BLOCK, BLOCK * sizeof(int)>>>(device_out, BLOCK);
    check("reverse_twice, static and dynamic", BLOCK,
          [](int block, int k) { return k * 3 + block; });

    // More than 48 KB, which only some GPUs have, must be asked for before the launch.
    const int wide = 80 * 1024;
    cudaError_t error =
        cudaFuncSetAttribute(reverse_twice, cudaFuncAttributeMaxDynamicSharedMemorySize, wide);
    if (error == cudaSuccess) {
        reverse_twice<<<BLOCKS, BLOCK, wide>>>(device_out, BLOCK);
        check("reverse_twice, 80 KB", BLOCK, [](int block, int k) { return k * 3 + block; });
    } else {
        refused("reverse_twice, 80 KB");
    }

    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
