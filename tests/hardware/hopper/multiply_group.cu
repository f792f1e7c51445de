// SPDX-License-Identifier: Apache-2.0
// wgmma in all types, swizzles and layouts: random bytes in shared memory, multiplied through descriptors, and a hash of
// the sums of each block. nvcc -arch=sm_90a multiply_group.cu && ./a.out [blocks [file for the sums of block 0]]
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
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory")

#define SUMS8(c) c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define SUMS4(c) c(d[0]), c(d[1]), c(d[2]), c(d[3])
#define IN_F(x) "+f"(x)
#define IN_R(x) "+r"(x)

#define SHARED_F32(type, tail)                                                                     \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %10, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p" tail ";\n\t}"                      \
                 : SUMS8(IN_F)                                                                     \
                 : "l"(frame.a), "l"(frame.b), "r"(scale))
#define SHARED_S32(type, tail)                                                                     \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %10, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p" tail ";\n\t}"                      \
                 : SUMS8(IN_R)                                                                     \
                 : "l"(frame.a), "l"(frame.b), "r"(scale))
#define SHARED_F16(type, tail)                                                                     \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %6, 0;\n\twgmma.mma_async.sync.aligned." type    \
                 " {%0, %1, %2, %3}, %4, %5, p" tail ";\n\t}"                                      \
                 : SUMS4(IN_R)                                                                     \
                 : "l"(frame.a), "l"(frame.b), "r"(scale))
#define REGISTERS_F32(type, tail)                                                                  \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %13, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 " {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, p" tail ";\n\t}"     \
                 : SUMS8(IN_F)                                                                     \
                 : "r"(frame.r[0]), "r"(frame.r[1]), "r"(frame.r[2]), "r"(frame.r[3]), "l"(frame.b), "r"(scale))
#define REGISTERS_S32(type, tail)                                                                  \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %13, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 " {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, p" tail ";\n\t}"     \
                 : SUMS8(IN_R)                                                                     \
                 : "r"(frame.r[0]), "r"(frame.r[1]), "r"(frame.r[2]), "r"(frame.r[3]), "l"(frame.b), "r"(scale))

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
template <typename T, int COUNT>
struct Frame {
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
            hash += mixed_wide(bits_of(d[i]) + 0x9e3779b97f4a7c15ull * (threadIdx.x * COUNT + i + 1));
            if (blockIdx.x == 0) {
                sums[threadIdx.x * COUNT + i] = bits_of(d[i]);
            }
        }
        atomicAdd(&hashes[blockIdx.x], hash);
    }
};

#define KERNEL(name, T, COUNT, MULTIPLY, type, tail)                                               \
    __global__ void name(Job job, int scale, unsigned long long *hashes, uint32_t *sums)           \
    {                                                                                              \
        __shared__ alignas(1024) uint8_t memory[SHARED_BYTES];                                     \
        Frame<T, COUNT> frame;                                                                     \
        frame.prepare(job, memory);                                                                \
        T *d = frame.d;                                                                            \
        FENCE();                                                                                   \
        MULTIPLY(type, tail);                                                                      \
        WAIT();                                                                                    \
        frame.finish(hashes, sums);                                                                \
    }

KERNEL(f16_f32, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", 1, 1, 0, 0")
KERNEL(f16_f32_minus, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", -1, 1, 0, 0")
KERNEL(f16_f32_minus_b, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", 1, -1, 0, 0")
KERNEL(f16_f32_a, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", 1, 1, 1, 0")
KERNEL(f16_f32_b, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", 1, 1, 0, 1")
KERNEL(f16_f32_ab, float, 8, SHARED_F32, "m64n16k16.f32.f16.f16", ", 1, 1, 1, 1")
KERNEL(f16_f32_registers, float, 8, REGISTERS_F32, "m64n16k16.f32.f16.f16", ", 1, -1, 0")
KERNEL(f16_f32_registers_b, float, 8, REGISTERS_F32, "m64n16k16.f32.f16.f16", ", 1, 1, 1")
KERNEL(f16_f16, uint32_t, 4, SHARED_F16, "m64n16k16.f16.f16.f16", ", 1, 1, 0, 0")
KERNEL(bf16_f32, float, 8, SHARED_F32, "m64n16k16.f32.bf16.bf16", ", 1, 1, 0, 0")
KERNEL(bf16_f32_b, float, 8, SHARED_F32, "m64n16k16.f32.bf16.bf16", ", 1, 1, 0, 1")
KERNEL(tf32_f32, float, 8, SHARED_F32, "m64n16k8.f32.tf32.tf32", ", 1, 1")
KERNEL(tf32_f32_registers, float, 8, REGISTERS_F32, "m64n16k8.f32.tf32.tf32", ", 1, 1")
KERNEL(e4m3_f32, float, 8, SHARED_F32, "m64n16k32.f32.e4m3.e4m3", ", 1, 1")
KERNEL(e5m2_f32, float, 8, SHARED_F32, "m64n16k32.f32.e5m2.e5m2", ", 1, 1")
KERNEL(e4m3_e5m2_f32, float, 8, SHARED_F32, "m64n16k32.f32.e4m3.e5m2", ", 1, 1")
KERNEL(e4m3_f32_registers, float, 8, REGISTERS_F32, "m64n16k32.f32.e4m3.e4m3", ", -1, 1")
KERNEL(e4m3_f16, uint32_t, 4, SHARED_F16, "m64n16k32.f16.e4m3.e4m3", ", 1, 1")
KERNEL(e5m2_f16, uint32_t, 4, SHARED_F16, "m64n16k32.f16.e5m2.e5m2", ", 1, 1")
KERNEL(s8_s32, uint32_t, 8, SHARED_S32, "m64n16k32.s32.s8.s8", "")
KERNEL(u8_s32, uint32_t, 8, SHARED_S32, "m64n16k32.s32.u8.u8", "")
KERNEL(s8_u8_s32, uint32_t, 8, SHARED_S32, "m64n16k32.s32.s8.u8", "")
KERNEL(u8_s8_s32, uint32_t, 8, REGISTERS_S32, "m64n16k32.s32.u8.s8", "")
KERNEL(s8_s32_limited, uint32_t, 8, SHARED_S32, "m64n16k32.s32.satfinite.s8.s8", "")

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

static const Layout plain = {descriptor(0, 128, 256, 0), descriptor(8192, 128, 256, 0)};
static const Layout plain_wide = {descriptor(128, 2048, 144, 0), descriptor(8192, 512, 1024, 0)};
static const Layout by32 = {descriptor(0, 16, 256, 3), descriptor(8192, 16, 256, 3)};
static const Layout by64 = {descriptor(0, 16, 512, 2), descriptor(8192 + 32, 16, 512, 2)};
static const Layout by128 = {descriptor(32, 16, 1024, 1), descriptor(16384 + 96, 16, 1024, 1)};
static const Layout by128_wide = {descriptor(0, 4096, 2048, 1), descriptor(20480, 512, 3072, 1)};
static const Layout moved = {descriptor(256, 16, 1024, 1, 2), descriptor(16384, 16, 1024, 1)};
static const Layout moved_unsaid = {descriptor(256, 16, 1024, 1), descriptor(16384, 16, 1024, 1)};
static const Layout high_plain = {descriptor(0, 256, 512, 0), descriptor(8192, 128, 256, 0)};
static const Layout high32 = {descriptor(0, 1024, 512, 3), descriptor(8192, 256, 512, 3)};
static const Layout high64 = {descriptor(0, 2048, 1024, 2), descriptor(8192, 512, 1024, 2)};
static const Layout high128 = {descriptor(0, 2048, 4096, 1), descriptor(16384, 1024, 2048, 1)};

int main(int count, char **arguments)
{
    blocks = count > 1 ? (uint32_t)atoi(arguments[1]) : blocks;
    file = count > 2 ? fopen(arguments[2], "wb") : NULL;
    cudaMalloc(&sums, 128 * 8 * sizeof *sums);
    cudaMalloc(&hashes, blocks * sizeof *hashes);
    const Floats f16 = {5, 10}, bf16 = {8, 7}, f32 = {8, 23}, e4m3 = {4, 3}, e5m2 = {5, 2}, whole = {0, 0};
#define RUN(kernel, ...) run(#kernel, kernel, __VA_ARGS__)
#define LAYOUT(layout) #layout, layout
    for (int mode = 0; mode < 3; mode++) {
        RUN(f16_f32, f16, f32, mode, 1, LAYOUT(by32));
        RUN(f16_f16, f16, f16, mode, 1, LAYOUT(by32));
        RUN(bf16_f32, bf16, f32, mode, 1, LAYOUT(by32));
        RUN(tf32_f32, f32, f32, mode, 1, LAYOUT(by32));
        RUN(tf32_f32_registers, f32, f32, mode, 1, LAYOUT(by32));
        RUN(e4m3_f32, e4m3, f32, mode, 1, LAYOUT(by32));
        RUN(e4m3_f32_registers, e4m3, f32, mode, 1, LAYOUT(by32));
        RUN(e5m2_f32, e5m2, f32, mode, 1, LAYOUT(by32));
        RUN(e4m3_f16, e4m3, f16, mode, 1, LAYOUT(by32));
        RUN(e5m2_f16, e5m2, f16, mode, 1, LAYOUT(by32));
    }
    RUN(e4m3_e5m2_f32, e4m3, f32, 0, 1, LAYOUT(by32));
    RUN(f16_f32_minus, f16, f32, 1, 1, LAYOUT(by32));
    RUN(f16_f32_minus, f16, f32, 2, 1, LAYOUT(by32));
    RUN(f16_f32_minus_b, f16, f32, 1, 0, LAYOUT(by32));
    RUN(f16_f32_registers, f16, f32, 1, 1, LAYOUT(by32));
    RUN(s8_s32, whole, whole, 0, 1, LAYOUT(by32));
    RUN(u8_s32, whole, whole, 0, 0, LAYOUT(by32));
    RUN(s8_u8_s32, whole, whole, 0, 1, LAYOUT(by32));
    RUN(u8_s8_s32, whole, whole, 0, 1, LAYOUT(by32));
    RUN(s8_s32_limited, whole, whole, 0, 1, LAYOUT(by32));
    RUN(f16_f32, f16, f32, 0, 0, LAYOUT(plain));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(plain));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(plain_wide));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by64));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by128));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by128_wide));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(moved));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(moved_unsaid));
    RUN(tf32_f32, f32, f32, 0, 1, LAYOUT(by128));
    RUN(s8_s32, whole, whole, 0, 1, LAYOUT(by64));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high_plain));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high32));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high64));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high128));
    RUN(f16_f32_a, f16, f32, 0, 1, LAYOUT(by128));
    RUN(f16_f32_b, f16, f32, 0, 1, LAYOUT(by128));
    RUN(f16_f32_registers_b, f16, f32, 0, 1, LAYOUT(high64));
    RUN(bf16_f32_b, bf16, f32, 0, 1, LAYOUT(by64));
    if (file != NULL) {
        fclose(file);
    }
    return 0;
}
