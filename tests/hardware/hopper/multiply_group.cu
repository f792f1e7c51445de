// SPDX-License-Identifier: Apache-2.0
// wgmma in all types, swizzles and layouts: random bytes in shared memory, multiplied through descriptors, and a hash of
// the sums of each block. nvcc -arch=sm_90a multiply_group.cu && ./a.out [blocks [file for the sums of block 0]]
#include "group.h"

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
