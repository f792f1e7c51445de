// SPDX-License-Identifier: Apache-2.0
// Loads that hit L1, and loads from shared memory, by their width and by which places the lanes read: cycles of one after
// another, and cycles that a load of an SM takes with eight of each warp under way and 1 to 32 warps. Then, which lines share a
// bank of tags: cycles of a load of line 0 and of line 2^bit + 0, 1, 2 and 3. nvcc -std=c++17 -arch=sm_90a.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

template <bool is_shared> using address = std::conditional_t<is_shared, uint32_t, uint64_t>;

template <bool is_shared, int width> __device__ uint32_t load(address<is_shared> p, uint32_t &sink)
{
    uint32_t a, b = 0, c = 0, d = 0;
    if constexpr (is_shared && width == 4)
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(p));
    else if constexpr (is_shared && width == 8)
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(p));
    else if constexpr (is_shared)
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(p));
    else if constexpr (width == 4)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(p));
    else if constexpr (width == 8)
        asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));
    else
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    sink ^= width == 4 ? a : b ^ c ^ d;
    return a;
}

constexpr int tile_bytes = 32768, apart = 2048; // between the eight loads of a round

template <bool is_shared> __device__ address<is_shared> start(const char *base)
{
    if constexpr (is_shared) {
        __shared__ __align__(16) char tile[tile_bytes];
        for (int i = threadIdx.x; i < tile_bytes / 4; i += blockDim.x)
            ((int *)tile)[i] = 0;
        __syncthreads();
        return (uint32_t)__cvta_generic_to_shared(tile);
    } else {
        return (uint64_t)base;
    }
}

// Everything that is loaded is 0.
template <bool is_shared, int width> __global__ void chain(const char *base, const int *offsets, uint32_t *out)
{
    address<is_shared> p = start<is_shared>(base) + offsets[threadIdx.x] * width;
    uint32_t sum = 0, sink = 0;
    for (int i = 0; i < 64; i++)
        sum += load<is_shared, width>(p + sum, sink);
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < 64; i++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            p += load<is_shared, width>(p, sink);
    long long end = clock64();
    if (threadIdx.x == 0)
        out[0] = uint32_t(end - begin);
    if (sink == 1)
        out[1] = 1;
}

template <bool is_shared, int width> __global__ void many(const char *base, const int *offsets, uint32_t *ends, uint32_t *begins)
{
    address<is_shared> p = start<is_shared>(base) + offsets[threadIdx.x % 32] * width;
    uint32_t sum = 0, sink = 0;
    for (int k = 0; k < 8; k++)
        sum += load<is_shared, width>(p + k * apart, sink);
    __syncthreads();
    uint32_t begin = clock();
#pragma unroll 1
    for (int i = 0; i < 64; i++) {
        uint32_t x[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            x[k] = load<is_shared, width>(p + k * apart, sink);
#pragma unroll
        for (int k = 0; k < 8; k++)
            sum += x[k];
        p += sum;
    }
    uint32_t end = clock();
    if (threadIdx.x % 32 == 0) {
        begins[threadIdx.x / 32] = begin;
        ends[threadIdx.x / 32] = end;
    }
    if (sink == 1)
        ends[40] = 1;
}

const char *patterns[] = {"one",      "consecutive", "pairs",      "eights",           "eight_addresses", "stride_2",  "stride_4",
                          "lines",    "two_near",    "four_lines", "four_lines_apart", "reversed",        "random_2k", "random_8k"};
char *base;
int *offsets;
uint32_t *out, *begins;

// In units of the width.
int offset(int pattern, int lane, int width, uint32_t &random)
{
    switch (pattern) {
    case 0: return 0;
    case 1: return lane;
    case 2: return lane / 2;
    case 3: return lane / 8;
    case 4: return lane % 8;
    case 5: return lane * 2;
    case 6: return lane * 4;
    case 7: return lane * 128 / width;
    case 8: return lane % 2 * 16;
    case 9: return lane % 4 * 128 / width;
    case 10: return lane % 4 * 144 / width;
    case 11: return 31 - lane;
    }
    random = random * 1664525 + 1013904223;
    return (random >> 16) % (pattern * 8 / width + 1 + (pattern == 12 ? 2048 : 8192) / width);
}

template <bool is_shared, int width> void measure(int pattern)
{
    static uint32_t random = 1;
    for (int i = 0; i < 32; i++)
        offsets[i] = offset(pattern, i, width, random);
    chain<is_shared, width><<<1, 32>>>(base, offsets, out);
    cudaDeviceSynchronize();
    printf("%s,%d,%s,%.2f", is_shared ? "shared" : "global", width, patterns[pattern], out[0] / 256.0);
    for (int warps : {1, 4, 8, 16, 32}) {
        many<is_shared, width><<<1, 32 * warps>>>(base, offsets, out, begins);
        cudaDeviceSynchronize();
        uint32_t first = begins[0], last = out[0];
        for (int i = 0; i < warps; i++) {
            first = (int)(begins[i] - first) < 0 ? begins[i] : first;
            last = (int)(out[i] - last) > 0 ? out[i] : last;
        }
        printf(",%.2f", (last - first) / (512.0 * warps));
    }
    printf("\n");
}

__global__ void pair(const char *base, uint64_t second, uint32_t *out)
{
    if (threadIdx.x > 1)
        return;
    uint64_t p = (uint64_t)base + (threadIdx.x == 0 ? 0 : second);
    uint32_t sink = 0;
    for (int i = 0; i < 8; i++)
        p += load<false, 4>(p, sink);
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < 32; i++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            p += load<false, 4>(p, sink);
    long long end = clock64();
    if (threadIdx.x == 0)
        out[0] = uint32_t(end - begin);
    if (sink == 1)
        out[1] = 1;
}

int main(int argc, char **argv)
{
    int bits = argc > 1 ? atoi(argv[1]) : 25; // of the numbers of lines
    cudaMalloc(&base, ((uint64_t)128 << bits) + 1024);
    cudaMemset(base, 0, ((uint64_t)128 << bits) + 1024);
    cudaMallocManaged(&offsets, 32 * sizeof *offsets);
    cudaMallocManaged(&out, 64 * sizeof *out);
    cudaMallocManaged(&begins, 32 * sizeof *begins);
    printf("memory,bytes,pattern,chain,warps_1,warps_4,warps_8,warps_16,warps_32\n");
    for (int pattern = 0; pattern < 14; pattern++) {
        measure<false, 4>(pattern);
        measure<false, 8>(pattern);
        measure<false, 16>(pattern);
    }
    for (int pattern = 0; pattern < 14; pattern++) {
        measure<true, 4>(pattern);
        measure<true, 8>(pattern);
        measure<true, 16>(pattern);
    }
    for (int bit = 2; bit < bits; bit++) {
        printf("tags,%d,", bit);
        for (uint64_t c = 0; c < 4; c++) {
            pair<<<1, 32>>>(base, ((UINT64_C(1) << bit) + c) * 128 + 4, out);
            cudaDeviceSynchronize();
            printf(",%.2f", out[0] / 128.0);
        }
        printf("\n");
    }
    return 0;
}
