// SPDX-License-Identifier: Apache-2.0
// wgmma with sparse matrices a, in all types, selectors, swizzles and layouts: random bytes, random metadata, and a hash of the
// sums of each block. nvcc -arch=sm_90a multiply_sparse.cu && ./a.out [blocks [file for the sums of block 0]]
#include "group.h"

#define EIGHT " {%0, %1, %2, %3, %4, %5, %6, %7}, "
#define FOUR  " {%0, %1, %2, %3}, "
#define BEGIN(scale) "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, " scale ", 0;\n\twgmma.mma_async.sp.sync.aligned."
#define IN_SHARED "l"(frame.a), "l"(frame.b), "r"(e), "r"(scale)
#define IN_REGISTERS                                                                               \
    "r"(frame.r[0]), "r"(frame.r[1]), "r"(frame.r[2]), "r"(frame.r[3]), "l"(frame.b), "r"(e), "r"(scale)

#define SHARED_F32(type, tail)                                                                     \
    asm volatile(BEGIN("%11") type EIGHT "%8, %9, %10, " tail ";\n\t}" : SUMS8(IN_F) : IN_SHARED)
#define SHARED_S32(type, tail)                                                                     \
    asm volatile(BEGIN("%11") type EIGHT "%8, %9, %10, " tail ";\n\t}" : SUMS8(IN_R) : IN_SHARED)
#define SHARED_F16(type, tail)                                                                     \
    asm volatile(BEGIN("%7") type FOUR "%4, %5, %6, " tail ";\n\t}" : SUMS4(IN_R) : IN_SHARED)
#define REGISTERS_F32(type, tail)                                                                  \
    asm volatile(BEGIN("%14") type EIGHT "{%8, %9, %10, %11}, %12, %13, " tail ";\n\t}"             \
                 : SUMS8(IN_F)                                                                     \
                 : IN_REGISTERS)
#define REGISTERS_S32(type, tail)                                                                  \
    asm volatile(BEGIN("%14") type EIGHT "{%8, %9, %10, %11}, %12, %13, " tail ";\n\t}"             \
                 : SUMS8(IN_R)                                                                     \
                 : IN_REGISTERS)

// Eight pairs of different, increasing indices; of tf32 a pair is one element.
__device__ uint32_t random_metadata(const Job &job)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t random = mixed(blockIdx.x * 977u + job.mode + threadIdx.x * 65599u + i * 0x01000193u);
        bool is_tf32 = job.elements.fraction_bits == 23;
        word |= (is_tf32 ? 0xe4u >> random % 2 * 4 : 0xedc984u >> random % 6 * 4) % 16 << 4 * i;
    }
    return word;
}

#define KERNEL(name, T, COUNT, MULTIPLY, type, tail)                                               \
    __global__ void name(Job job, int scale, unsigned long long *hashes, uint32_t *sums)           \
    {                                                                                              \
        __shared__ alignas(1024) uint8_t memory[SHARED_BYTES];                                     \
        Frame<T, COUNT> frame;                                                                     \
        frame.prepare(job, memory);                                                                \
        uint32_t e = random_metadata(job);                                                         \
        T *d = frame.d;                                                                            \
        FENCE();                                                                                   \
        MULTIPLY(type, tail);                                                                      \
        WAIT();                                                                                    \
        frame.finish(hashes, sums);                                                                \
    }

KERNEL(f16_f32, float, 8, SHARED_F32, "m64n16k32.f32.f16.f16", "0, p, 1, 1, 0, 0")
KERNEL(f16_f32_1, float, 8, SHARED_F32, "m64n16k32.f32.f16.f16", "1, p, 1, 1, 0, 0")
KERNEL(f16_f32_minus, float, 8, SHARED_F32, "m64n16k32.f32.f16.f16", "0, p, -1, 1, 0, 0")
KERNEL(f16_f32_ab, float, 8, SHARED_F32, "m64n16k32.f32.f16.f16", "0, p, 1, 1, 1, 1")
KERNEL(f16_f32_registers, float, 8, REGISTERS_F32, "m64n16k32.f32.f16.f16", "0, p, 1, 1, 0")
KERNEL(f16_f32_registers_1, float, 8, REGISTERS_F32, "m64n16k32.f32.f16.f16", "1, p, 1, -1, 1")
KERNEL(f16_f16, uint32_t, 4, SHARED_F16, "m64n16k32.f16.f16.f16", "0, p, 1, 1, 0, 0")
KERNEL(bf16_f32, float, 8, SHARED_F32, "m64n16k32.f32.bf16.bf16", "0, p, 1, 1, 0, 0")
KERNEL(bf16_f32_registers, float, 8, REGISTERS_F32, "m64n16k32.f32.bf16.bf16", "0, p, 1, 1, 0")
KERNEL(tf32_f32, float, 8, SHARED_F32, "m64n16k16.f32.tf32.tf32", "0, p, 1, 1")
KERNEL(tf32_f32_1, float, 8, SHARED_F32, "m64n16k16.f32.tf32.tf32", "1, p, 1, 1")
KERNEL(tf32_f32_registers, float, 8, REGISTERS_F32, "m64n16k16.f32.tf32.tf32", "1, p, 1, 1")
KERNEL(e4m3_f32, float, 8, SHARED_F32, "m64n16k64.f32.e4m3.e4m3", "0, p, 1, 1")
KERNEL(e5m2_f32, float, 8, SHARED_F32, "m64n16k64.f32.e5m2.e5m2", "0, p, 1, 1")
KERNEL(e4m3_e5m2_f32, float, 8, SHARED_F32, "m64n16k64.f32.e4m3.e5m2", "0, p, 1, 1")
KERNEL(e5m2_e4m3_f32_registers, float, 8, REGISTERS_F32, "m64n16k64.f32.e5m2.e4m3", "0, p, -1, 1")
KERNEL(e4m3_f16, uint32_t, 4, SHARED_F16, "m64n16k64.f16.e4m3.e4m3", "0, p, 1, 1")
KERNEL(e5m2_f16, uint32_t, 4, SHARED_F16, "m64n16k64.f16.e5m2.e5m2", "0, p, 1, 1")
KERNEL(s8_s32, uint32_t, 8, SHARED_S32, "m64n16k64.s32.s8.s8", "0, p")
KERNEL(u8_s32, uint32_t, 8, SHARED_S32, "m64n16k64.s32.u8.u8", "0, p")
KERNEL(s8_u8_s32, uint32_t, 8, SHARED_S32, "m64n16k64.s32.s8.u8", "0, p")
KERNEL(u8_s8_s32_registers, uint32_t, 8, REGISTERS_S32, "m64n16k64.s32.u8.s8", "0, p")
KERNEL(s8_s32_limited, uint32_t, 8, SHARED_S32, "m64n16k64.s32.satfinite.s8.s8", "0, p")

static const Layout plain = {descriptor(0, 128, 256, 0), descriptor(8192, 128, 512, 0)};
static const Layout by32_64 = {descriptor(0, 16, 256, 3), descriptor(8192, 16, 512, 2)};
static const Layout by64_128 = {descriptor(32, 16, 512, 2), descriptor(8192 + 64, 16, 1024, 1)};
static const Layout by128 = {descriptor(96, 16, 1024, 1), descriptor(16384, 16, 1024, 1)};
static const Layout by32 = {descriptor(0, 16, 256, 3), descriptor(8192, 16, 256, 3)};
static const Layout by32_far = {descriptor(0, 16, 256, 3), descriptor(8192, 1024, 256, 3)};
static const Layout high_plain = {descriptor(0, 256, 512, 0), descriptor(8192, 128, 256, 0)};
static const Layout high32 = {descriptor(0, 1024, 512, 3), descriptor(8192, 256, 512, 3)};
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
        RUN(f16_f32, f16, f32, mode, 1, LAYOUT(by32_64));
        RUN(f16_f32_registers, f16, f32, mode, 1, LAYOUT(by32_64));
        RUN(f16_f16, f16, f16, mode, 1, LAYOUT(by32_64));
        RUN(bf16_f32, bf16, f32, mode, 1, LAYOUT(by32_64));
        RUN(bf16_f32_registers, bf16, f32, mode, 1, LAYOUT(by32_64));
        RUN(tf32_f32, f32, f32, mode, 1, LAYOUT(by32_64));
        RUN(tf32_f32_registers, f32, f32, mode, 1, LAYOUT(by32_64));
        RUN(e4m3_f32, e4m3, f32, mode, 1, LAYOUT(by32_64));
        RUN(e5m2_f32, e5m2, f32, mode, 1, LAYOUT(by32_64));
        RUN(e4m3_f16, e4m3, f16, mode, 1, LAYOUT(by32_64));
        RUN(e5m2_f16, e5m2, f16, mode, 1, LAYOUT(by32_64));
    }
    RUN(f16_f32_1, f16, f32, 0, 1, LAYOUT(by32_64));
    RUN(f16_f32_registers_1, f16, f32, 1, 1, LAYOUT(high32));
    RUN(tf32_f32_1, f32, f32, 0, 0, LAYOUT(by32_64));
    RUN(f16_f32_minus, f16, f32, 2, 1, LAYOUT(by32_64));
    RUN(e4m3_e5m2_f32, e4m3, f32, 0, 1, LAYOUT(by32_64));
    RUN(e5m2_e4m3_f32_registers, e5m2, f32, 0, 1, LAYOUT(by32_64));
    RUN(s8_s32, whole, whole, 0, 1, LAYOUT(by32_64));
    RUN(u8_s32, whole, whole, 0, 0, LAYOUT(by32_64));
    RUN(s8_u8_s32, whole, whole, 0, 1, LAYOUT(by32_64));
    RUN(u8_s8_s32_registers, whole, whole, 0, 1, LAYOUT(by32_64));
    RUN(s8_s32_limited, whole, whole, 0, 1, LAYOUT(by32_64));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(plain));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by64_128));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by128));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by32));
    RUN(f16_f32, f16, f32, 0, 1, LAYOUT(by32_far));
    RUN(tf32_f32, f32, f32, 0, 1, LAYOUT(plain));
    RUN(tf32_f32, f32, f32, 0, 1, LAYOUT(by128));
    RUN(e4m3_f32, e4m3, f32, 0, 1, LAYOUT(by64_128));
    RUN(s8_s32, whole, whole, 0, 1, LAYOUT(plain));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high_plain));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high32));
    RUN(f16_f32_ab, f16, f32, 0, 1, LAYOUT(high128));
    if (file != NULL) {
        fclose(file);
    }
    return 0;
}
