// SPDX-License-Identifier: Apache-2.0
// Shared memory is cut into banks (32 today, 16 on the first GPUs), consecutive 32-bit words in
// consecutive banks. Lanes of a warp (on the first GPUs of half a warp) that want different words
// of one bank wait for each other. Most kernels here read, in lane i, element
// i * stride + k for each k from 0 to 31: the pattern stays the same, only its start moves.
//
// On 32 banks a stride of s words costs as many passes as the greatest common divisor of s and 32.
#include "lecture.h"

const int LANES = 32;
const int ELEMENTS = LANES * LANES; // the widest stride, 32, reaches the last one
const int BLOCK = 256;
const int BLOCKS = 128;

// Two words, each of stride 2. They are accessed as volatile, for else the compiler makes one
// access of 8 bytes of the two, which has no conflict.
struct Pair {
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

template <typename T> __device__ void set(T &element, int i)
{
    element = (T)number(i);
}
__device__ inline void set(float4 &element, int i)
{
    element = make_float4((float)number(i), 1, 2, 3);
}
__device__ inline void set(Pair &element, int i)
{
    volatile Pair &apart = element;
    apart.a = (float)number(i);
    apart.b = 6;
}
__device__ inline void set(Triple &element, int i)
{
    element.a = (float)number(i);
    element.b = 2;
    element.c = 4;
}

template <typename T> __device__ float value(T element)
{
    return (float)element;
}
__device__ inline float value(float4 element)
{
    return element.x + element.y + element.z + element.w;
}
__device__ inline float value(const volatile Pair &element)
{
    return element.a + element.b;
}
__device__ inline float value(Triple element)
{
    return element.a + element.b + element.c;
}

template <typename T> __device__ void fill(T *elements)
{
    for (int i = threadIdx.x; i < ELEMENTS; i += blockDim.x)
        set(elements[i], i);
    __syncthreads();
}

template <typename T> __global__ void read_with_stride(float *out, int stride)
{
    __shared__ T elements[ELEMENTS];
    fill(elements);
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
    fill(elements);
    int group = threadIdx.x % LANES / sharing;
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += elements[group + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Where the first lane starts is of no matter: neighbors still use neighboring banks.
__global__ void read_with_offset(float *out, int offset)
{
    __shared__ float elements[ELEMENTS];
    fill(elements);
    int lane = threadIdx.x % LANES;
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += elements[lane + offset + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Nor is it which lane reads which word: here partners have swapped, with (for mask 1) the lane
// beside them or (for mask 31) the lane at the other end.
__global__ void read_permuted(float *out, int mask)
{
    __shared__ float elements[ELEMENTS];
    fill(elements);
    int lane = threadIdx.x % LANES;
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += elements[(lane ^ mask) + LANES * k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each lane adds up a row of a table: at each step the warp reads a column. Rows as wide as there
// are banks put a whole column into one bank; one column more, never used, moves each row on by
// one.
template <int WIDTH> __global__ void sum_rows(float *out)
{
    __shared__ float table[LANES][WIDTH];
    for (int i = threadIdx.x; i < LANES * LANES; i += blockDim.x)
        set(table[i / LANES][i % LANES], i);
    __syncthreads();
    int row = threadIdx.x % LANES;
    float sum = 0;
#pragma unroll 1
    for (int column = 0; column < LANES; column++)
        sum += table[row][column];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each thread brings two words into shared memory. Two neighboring ones, as a processor with a
// cache of its own would like it, are stride 2 for the warp (volatile keeps the two stores apart).
__global__ void load_interleaved(const float *in, float *out)
{
    __shared__ volatile float words[2 * BLOCK];
    int t = threadIdx.x;
    in += blockIdx.x * 2 * BLOCK;
    words[2 * t] = in[2 * t];
    words[2 * t + 1] = in[2 * t + 1];
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = words[t] + words[t + BLOCK];
}

// Words a block's width apart are stride 1 for the warp, and coalesce in global memory too.
__global__ void load_blocked(const float *in, float *out)
{
    __shared__ volatile float words[2 * BLOCK];
    int t = threadIdx.x;
    in += blockIdx.x * 2 * BLOCK;
    words[t] = in[t];
    words[t + BLOCK] = in[t + BLOCK];
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = words[t] + words[t + BLOCK];
}

// The sum of 32 elements, `step` apart from `first` on; each has `rest` more in its other words.
static float sum_of(int first, int step, int rest)
{
    int sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += number(first + k * step) + rest;
    return (float)sum;
}

int main()
{
    std::vector<float> in(2 * BLOCKS * BLOCK);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (float)number((int)i);
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(BLOCKS * BLOCK);
    bool all_right = true;
    auto check = [&](const char *variant, auto expected) {
        if (refused(variant))
            return;
        std::vector<float> out = download(device_out, BLOCKS * BLOCK);
        bool is_right = true;
        for (int i = 0; i < BLOCKS * BLOCK; i++)
            is_right &= out[i] == expected(i);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, BLOCKS * BLOCK * sizeof(float)));
    };
    auto check_neighbors = [&](const char *variant, int rest) {
        check(variant, [=](int i) { return sum_of(i % LANES, 1, rest); });
    };
    char variant[64];

    for (int stride : {1, 2, 3, 4, 16, 32}) {
        snprintf(variant, sizeof variant, "read_with_stride<float>, stride %d", stride);
        read_with_stride<float><<<BLOCKS, BLOCK>>>(device_out, stride);
        check(variant, [=](int i) { return sum_of(i % LANES * stride, 1, 0); });
    }
    read_with_stride<float><<<BLOCKS, BLOCK>>>(device_out, 0);
    check("read_with_stride<float>, broadcast", [](int) { return sum_of(0, 1, 0); });
    for (int sharing : {2, 16}) {
        snprintf(variant, sizeof variant, "read_in_groups, %d lanes a word", sharing);
        read_in_groups<<<BLOCKS, BLOCK>>>(device_out, sharing);
        check(variant, [=](int i) { return sum_of(i % LANES / sharing, 1, 0); });
    }
    read_with_stride<char><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<char>, stride 1", 0);
    read_with_stride<double><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<double>, stride 1", 0);
    read_with_stride<float4><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<float4>, stride 1", 6);
    read_with_stride<Pair><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<Pair>, stride 1", 6);
    read_with_stride<Triple><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<Triple>, stride 1", 6);
    read_with_stride<short><<<BLOCKS, BLOCK>>>(device_out, 1);
    check_neighbors("read_with_stride<short>, stride 1", 0);

    for (int offset : {1, 5}) {
        snprintf(variant, sizeof variant, "read_with_offset, offset %d", offset);
        read_with_offset<<<BLOCKS, BLOCK>>>(device_out, offset);
        check(variant, [=](int i) { return sum_of(i % LANES + offset, 1, 0); });
    }
    for (int mask : {1, 31}) {
        snprintf(variant, sizeof variant, "read_permuted, mask %d", mask);
        read_permuted<<<BLOCKS, BLOCK>>>(device_out, mask);
        check(variant, [=](int i) { return sum_of(i % LANES ^ mask, LANES, 0); });
    }
    sum_rows<32><<<BLOCKS, BLOCK>>>(device_out);
    check("sum_rows, 32 words wide", [](int i) { return sum_of(i % LANES * LANES, 1, 0); });
    sum_rows<33><<<BLOCKS, BLOCK>>>(device_out);
    check("sum_rows, 33 words wide", [](int i) { return sum_of(i % LANES * LANES, 1, 0); });

    auto sum_of_two = [&](int i) {
        int first = i / BLOCK * 2 * BLOCK + i % BLOCK;
        return in[first] + in[first + BLOCK];
    };
    load_interleaved<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("load_interleaved", sum_of_two);
    load_blocked<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("load_blocked", sum_of_two);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
