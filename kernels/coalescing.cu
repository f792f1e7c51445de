// SPDX-License-Identifier: Apache-2.0
// Which words of global memory a warp touches decides how many transactions it takes. All kernels
// produce one float a thread; they differ in where the warp's lanes read. On current GPUs a request
// costs one sector of 32 bytes for each that it touches: 4 when 32 lanes read neighboring floats,
// 32 at the worst.
#include "lecture.h"

#include <cstring>

const int COUNT = 1 << 18;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;
const int WIDEST_STRIDE = 32;

struct Particle {
    float x, y, z, mass;
};

__global__ void copy_with_offset(const float *in, float *out, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + offset];
}

__global__ void copy_with_stride(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

// Neighbors swap: the same sectors in another order.
__global__ void copy_permuted(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ 1];
}

// Only every second lane takes part.
__global__ void copy_partial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0)
        out[i] = in[i];
}

// An array of structures: each of the four loads leaves 12 bytes between the words of neighboring
// lanes.
__global__ void sum_structures(const Particle *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].x + in[i].y + in[i].z + in[i].mass;
}

// A structure of arrays: the same data, four coalesced loads.
__global__ void sum_arrays(const float *x, const float *y, const float *z, const float *mass,
                           float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i] + z[i] + mass[i];
}

// The array of structures again, each structure by one load of 16 bytes.
__global__ void sum_float4(const float4 *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 particle = in[i];
    out[i] = particle.x + particle.y + particle.z + particle.w;
}

// Words of 1, 2, 4, 8 or 16 bytes. Up to 4 bytes a warp's request is one or a few sectors; with 8
// or 16 it is served by halves or quarters of the warp, each as wide as a full request of floats.
template <typename Word> __global__ void copy_words(const Word *in, Word *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

static float number(size_t i)
{
    return (float)(i % 1021); // sums of four stay exact
}

template <typename Word> static bool check_words(const char *variant, const float *device_in)
{
    Word *device_out = device_zeros<Word>(COUNT);
    copy_words<<<BLOCKS, BLOCK>>>((const Word *)device_in, device_out);
    if (refused(variant))
        return true;
    std::vector<Word> in = download((const Word *)device_in, COUNT);
    std::vector<Word> out = download(device_out, COUNT);
    CUDA(cudaFree(device_out));
    return report(variant, memcmp(in.data(), out.data(), COUNT * sizeof(Word)) == 0);
}

int main()
{
    std::vector<float> in((size_t)COUNT * WIDEST_STRIDE);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = number(i);
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, auto expected) {
        std::vector<float> out = download(device_out, COUNT);
        bool is_right = true;
        for (int i = 0; i < COUNT; i++)
            is_right &= out[i] == expected((size_t)i);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(float)));
    };
    char variant[64];

    for (int offset : {0, 1, 8, 16, 33}) {
        snprintf(variant, sizeof variant, "copy_with_offset, offset %d", offset);
        copy_with_offset<<<BLOCKS, BLOCK>>>(device_in, device_out, offset);
        check(variant, [&](size_t i) { return number(i + offset); });
    }
    for (int stride : {2, 3, 4, 8, 32}) {
        snprintf(variant, sizeof variant, "copy_with_stride, stride %d", stride);
        copy_with_stride<<<BLOCKS, BLOCK>>>(device_in, device_out, stride);
        check(variant, [&](size_t i) { return number(i * stride); });
    }
    copy_permuted<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("copy_permuted", [](size_t i) { return number(i ^ 1); });
    copy_partial<<<BLOCKS, BLOCK>>>(device_in, device_out);
    check("copy_partial", [](size_t i) { return i % 2 == 0 ? number(i) : 0.0f; });

    auto structure_sum = [](size_t i) {
        return number(4 * i) + number(4 * i + 1) + number(4 * i + 2) + number(4 * i + 3);
    };
    sum_structures<<<BLOCKS, BLOCK>>>((const Particle *)device_in, device_out);
    check("sum_structures", structure_sum);
    sum_arrays<<<BLOCKS, BLOCK>>>(device_in, device_in + COUNT, device_in + 2 * COUNT,
                                  device_in + 3 * COUNT, device_out);
    check("sum_arrays", [](size_t i) {
        return number(i) + number(i + COUNT) + number(i + 2 * COUNT) + number(i + 3 * COUNT);
    });
    sum_float4<<<BLOCKS, BLOCK>>>((const float4 *)device_in, device_out);
    check("sum_float4", structure_sum);

    all_right &= check_words<char>("copy_words<char>, 1 byte", device_in);
    all_right &= check_words<short>("copy_words<short>, 2 bytes", device_in);
    all_right &= check_words<float>("copy_words<float>, 4 bytes", device_in);
    all_right &= check_words<float2>("copy_words<float2>, 8 bytes", device_in);
    all_right &= check_words<float4>("copy_words<float4>, 16 bytes", device_in);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
