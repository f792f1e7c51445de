// SPDX-License-Identifier: Apache-2.0
// Shared memory is cut into banks (32 today, 16 on the first GPUs), consecutive 32-bit words in
// consecutive banks. Lanes of a warp that want different words of one bank wait for each other.
// Here lane i reads element i * stride + k for k = 0 ... 31: the pattern stays the same, only its
// start moves. On 32 banks a stride of s words costs as many passes as the greatest common divisor
// of s and 32.
#include "lecture.h"

const int LANES = 32;
const int ELEMENTS = LANES * LANES; // the widest stride, 32, reaches the last one
const int BLOCK = 256;
const int BLOCKS = 128;

struct Pair { // two words, aligned as one word: read by two loads of stride 2
    float a, b;
};
struct Triple {
    float a, b, c;
};

// What element i holds, as a number that a char can hold, and how an element is read as a number.
__host__ __device__ inline int number(int i)
{
    return i % 61;
}

__device__ inline void set(char &element, int i)
{
    element = (char)number(i);
}
__device__ inline void set(float &element, int i)
{
    element = (float)number(i);
}
__device__ inline void set(double &element, int i)
{
    element = (double)number(i);
}
__device__ inline void set(float4 &element, int i)
{
    element = make_float4((float)number(i), 1, 2, 3);
}
__device__ inline void set(Pair &element, int i)
{
    element.a = (float)number(i);
    element.b = 6;
}
__device__ inline void set(Triple &element, int i)
{
    element.a = (float)number(i);
    element.b = 2;
    element.c = 4;
}

__device__ inline float value(char element)
{
    return (float)element;
}
__device__ inline float value(float element)
{
    return element;
}
__device__ inline float value(double element)
{
    return (float)element;
}
__device__ inline float value(float4 element)
{
    return element.x + element.y + element.z + element.w;
}
__device__ inline float value(Pair element)
{
    return element.a + element.b;
}
__device__ inline float value(Triple element)
{
    return element.a + element.b + element.c;
}

template <typename T> __global__ void read_with_stride(float *out, int stride)
{
    __shared__ T elements[ELEMENTS];
    for (int i = threadIdx.x; i < ELEMENTS; i += blockDim.x)
        set(elements[i], i);
    __syncthreads();
    int lane = threadIdx.x % LANES;
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += value(elements[lane * stride + k]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All lanes of a group of `sharing` lanes read the same word, each group the next one.
__global__ void read_in_groups(float *out, int sharing)
{
    __shared__ float elements[ELEMENTS];
    for (int i = threadIdx.x; i < ELEMENTS; i += blockDim.x)
        set(elements[i], i);
    __syncthreads();
    int group = threadIdx.x % LANES / sharing;
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += elements[group + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// `step` elements lie between the first elements of neighbouring groups of `sharing` lanes; each
// element has `rest` more in its other words.
static bool is_right(const float *device_out, int step, int sharing, int rest)
{
    std::vector<float> out = download(device_out, BLOCKS * BLOCK);
    for (int i = 0; i < BLOCKS * BLOCK; i++) {
        int expected = 0;
        for (int k = 0; k < LANES; k++)
            expected += number(i % LANES / sharing * step + k) + rest;
        if (out[i] != (float)expected)
            return false;
    }
    return true;
}

int main()
{
    float *device_out = device_zeros<float>(BLOCKS * BLOCK);
    bool all_right = true;
    auto check = [&](const char *variant, int step, int sharing, int rest) {
        all_right &= report(variant, is_right(device_out, step, sharing, rest));
        CUDA(cudaMemset(device_out, 0, BLOCKS * BLOCK * sizeof(float)));
    };

    for (int stride : {1, 2, 3, 4, 16, 32}) {
        char variant[64];
        snprintf(variant, sizeof variant, "read_with_stride<float>, stride %d", stride);
        read_with_stride<float><<<BLOCKS, BLOCK>>>(device_out, stride);
        check(variant, stride, 1, 0);
    }
    read_with_stride<float><<<BLOCKS, BLOCK>>>(device_out, 0);
    check("read_with_stride<float>, broadcast", 0, 1, 0);
    read_in_groups<<<BLOCKS, BLOCK>>>(device_out, 2);
    check("read_in_groups, 2 lanes a word", 1, 2, 0);
    read_in_groups<<<BLOCKS, BLOCK>>>(device_out, 16);
    check("read_in_groups, 16 lanes a word", 1, 16, 0);
    read_with_stride<char><<<BLOCKS, BLOCK>>>(device_out, 1);
    check("read_with_stride<char>, stride 1", 1, 1, 0);
    read_with_stride<double><<<BLOCKS, BLOCK>>>(device_out, 1);
    check("read_with_stride<double>, stride 1", 1, 1, 0);
    read_with_stride<float4><<<BLOCKS, BLOCK>>>(device_out, 1);
    check("read_with_stride<float4>, stride 1", 1, 1, 6);
    read_with_stride<Pair><<<BLOCKS, BLOCK>>>(device_out, 1);
    check("read_with_stride<Pair>, stride 1", 1, 1, 6);
    read_with_stride<Triple><<<BLOCKS, BLOCK>>>(device_out, 1);
    check("read_with_stride<Triple>, stride 1", 1, 1, 6);

    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
