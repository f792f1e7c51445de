// SPDX-License-Identifier: Apache-2.0
// What the programs that multiply with wgmma share: random bits in shared memory and registers, one
// product of each block, and a hash of its sums.
#ifndef GROUP_H
#define GROUP_H
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SHARED_BYTES 32768

struct Floats {
    int exponent_bits, fraction_bits; // 0: integers
};

// Two matrices by descriptor, without the address of shared memory.
struct Layout {
    uint64_t a, b;
};

struct Job {
    Floats elements, sums;
    int mode;
    Layout layout;
};

__host__ __device__ constexpr uint64_t descriptor(uint64_t start, uint64_t leading, uint64_t stride,
                                                  uint64_t swizzle, uint64_t base = 0)
{
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | base << 49 | swizzle << 62;
}

__device__ uint32_t mixed(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__device__ uint64_t mixed_wide(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ull;
    return x ^ x >> 33;
}

// mode 0: exponents near 1; 1: far apart; 2: any bits, infinities and NaNs seldom
__device__ uint32_t random_float(Floats floats, int mode, uint32_t random)
{
    uint32_t extra = mixed(random ^ 0x9e3779b9u);
    int bits = 1 + floats.exponent_bits + floats.fraction_bits;
    uint32_t all = (1u << floats.exponent_bits) - 1, bias = all / 2;
    uint32_t raw = bits == 32 ? random : random & ((1u << bits) - 1);
    uint32_t exponent = raw >> floats.fraction_bits & all;
    if (mode == 0) {
        exponent = bias - 2 + extra % 5;
    } else if (mode == 1) {
        uint32_t reach = bias < 20 ? bias - 1 : 20;
        exponent = bias - reach + extra % (2 * reach + 1);
    } else if (exponent == all && (extra & 255) != 0) {
        exponent = 0;
    }
    if (mode != 2 && (extra >> 16 & 31) == 0) {
        return 0;
    }
    return (raw & ~(all << floats.fraction_bits)) | exponent << floats.fraction_bits;
}

__device__ uint32_t random_word(Floats floats, int mode, uint32_t seed)
{
    uint32_t bits = 1 + floats.exponent_bits + floats.fraction_bits, word = 0;
    if (floats.exponent_bits == 0) {
        return mixed(seed);
    }
    for (uint32_t at = 0; at < 32; at += bits) {
        word |= random_float(floats, mode, mixed(seed + at * 0x01000193u)) << at;
    }
    return word;
}

__device__ uint64_t placed(uint64_t description, const void *base)
{
    return description + ((uint32_t)__cvta_generic_to_shared(base) >> 4);
}

#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define WAIT()                                                                                     \
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::         \
                     : "memory")

#define SUMS8(c) c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define SUMS4(c) c(d[0]), c(d[1]), c(d[2]), c(d[3])
#define IN_F(x)  "+f"(x)
#define IN_R(x)  "+r"(x)

__device__ uint32_t bits_of(float x)
{
    return __float_as_uint(x);
}
__device__ uint32_t bits_of(uint32_t x)
{
    return x;
}
// Reads of the sums must not move before the wait.
__device__ void keep(float &x)
{
    asm volatile("" : "+f"(x)::"memory");
}
__device__ void keep(uint32_t &x)
{
    asm volatile("" : "+r"(x)::"memory");
}
__device__ void set_bits(float *x, uint32_t bits)
{
    *x = __uint_as_float(bits);
}
__device__ void set_bits(uint32_t *x, uint32_t bits)
{
    *x = bits;
}

// What each kernel does around its instruction.
template <typename T, int COUNT> struct Frame {
    T d[COUNT];
    uint32_t r[4];
    uint64_t a, b;

    __device__ void prepare(const Job &job, uint8_t *memory)
    {
        uint32_t seed = mixed(blockIdx.x * 977u + job.mode) + threadIdx.x;
        for (uint32_t i = threadIdx.x; i < SHARED_BYTES / 4; i += blockDim.x) {
            ((uint32_t *)memory)[i] = random_word(job.elements, job.mode, mixed(seed) + i * 31u);
        }
        for (int i = 0; i < COUNT; i++) {
            set_bits(&d[i], random_word(job.sums, job.mode, mixed(seed + 7777u * (i + 1))));
        }
        for (int i = 0; i < 4; i++) {
            r[i] = random_word(job.elements, job.mode, mixed(seed + 31337u * (i + 1)));
        }
        a = placed(job.layout.a, memory);
        b = placed(job.layout.b, memory);
        asm volatile("fence.proxy.async;" ::: "memory");
        __syncthreads();
    }

    __device__ void finish(unsigned long long *hashes, uint32_t *sums)
    {
        unsigned long long hash = 0;
        for (int i = 0; i < COUNT; i++) {
            keep(d[i]);
            hash +=
                mixed_wide(bits_of(d[i]) + 0x9e3779b97f4a7c15ull * (threadIdx.x * COUNT + i + 1));
            if (blockIdx.x == 0) {
                sums[threadIdx.x * COUNT + i] = bits_of(d[i]);
            }
        }
        atomicAdd(&hashes[blockIdx.x], hash);
    }
};

typedef void Kernel(Job job, int scale, unsigned long long *hashes, uint32_t *sums);

static uint32_t *sums;
static unsigned long long *hashes;
static FILE *file;
static uint32_t blocks = 1;

static void run(const char *name, Kernel *kernel, Floats elements, Floats sum, int mode, int scale,
                const char *layout_name, Layout layout)
{
    Job job = {elements, sum, mode, layout};
    cudaMemset(hashes, 0, blocks * sizeof *hashes);
    cudaMemset(sums, 0, 128 * 8 * sizeof *sums);
    kernel<<<blocks, 128>>>(job, scale, hashes, sums);
    std::vector<unsigned long long> all(blocks);
    std::vector<uint32_t> first(128 * 8);
    cudaMemcpy(all.data(), hashes, blocks * sizeof *hashes, cudaMemcpyDeviceToHost);
    cudaMemcpy(first.data(), sums, first.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    unsigned long long digest = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        digest = digest * 1099511628211ull + all[i];
    }
    printf("%-20s %-12s mode %d scale %d: %016llx", name, layout_name, mode, scale, all[0]);
    printf(blocks > 1 ? " %016llx\n" : "\n", digest);
    if (cudaGetLastError() != cudaSuccess) {
        printf("FAILED\n");
        exit(1);
    }
    if (file != NULL) {
        fwrite(first.data(), sizeof(uint32_t), first.size(), file);
    }
}

#endif
