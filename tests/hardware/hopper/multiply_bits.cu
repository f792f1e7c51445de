// SPDX-License-Identifier: Apache-2.0
// wgmma of single bits (and, popcount): random bits in shared memory, multiplied through descriptors, and a hash of the sums
// of each block. nvcc -arch=sm_90a multiply_bits.cu && ./a.out [blocks [file for the sums of block 0]]
#include "group.h"

#define SHARED_B1(type)                                                                            \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %10, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 ".and.popc {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p;\n\t}"                     \
                 : SUMS8(IN_R)                                                                     \
                 : "l"(frame.a), "l"(frame.b), "r"(scale))
#define REGISTERS_B1(type)                                                                         \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %13, 0;\n\twgmma.mma_async.sync.aligned." type   \
                 ".and.popc {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, p;\n\t}"    \
                 : SUMS8(IN_R)                                                                     \
                 : "r"(frame.r[0]), "r"(frame.r[1]), "r"(frame.r[2]), "r"(frame.r[3]), "l"(frame.b), "r"(scale))

#define KERNEL(name, MULTIPLY, type)                                                               \
    __global__ void name(Job job, int scale, unsigned long long *hashes, uint32_t *sums)           \
    {                                                                                              \
        __shared__ alignas(1024) uint8_t memory[SHARED_BYTES];                                     \
        Frame<uint32_t, 8> frame;                                                                  \
        frame.prepare(job, memory);                                                                \
        uint32_t *d = frame.d;                                                                     \
        FENCE();                                                                                   \
        MULTIPLY(type);                                                                            \
        WAIT();                                                                                    \
        frame.finish(hashes, sums);                                                                \
    }

KERNEL(b1_s32, SHARED_B1, "m64n16k256.s32.b1.b1")
KERNEL(b1_s32_registers, REGISTERS_B1, "m64n16k256.s32.b1.b1")

static const Layout plain = {descriptor(0, 128, 256, 0), descriptor(8192, 128, 256, 0)};
static const Layout by32 = {descriptor(0, 16, 256, 3), descriptor(8192, 16, 256, 3)};
static const Layout by64 = {descriptor(0, 16, 512, 2), descriptor(8192 + 32, 16, 512, 2)};
static const Layout by128 = {descriptor(32, 16, 1024, 1), descriptor(16384 + 96, 16, 1024, 1)};

int main(int count, char **arguments)
{
    blocks = count > 1 ? (uint32_t)atoi(arguments[1]) : blocks;
    file = count > 2 ? fopen(arguments[2], "wb") : NULL;
    cudaMalloc(&sums, 128 * 8 * sizeof *sums);
    cudaMalloc(&hashes, blocks * sizeof *hashes);
    const Floats whole = {0, 0};
#define RUN(kernel, ...) run(#kernel, kernel, __VA_ARGS__)
#define LAYOUT(layout) #layout, layout
    RUN(b1_s32, whole, whole, 0, 1, LAYOUT(plain));
    RUN(b1_s32, whole, whole, 0, 0, LAYOUT(by32));
    RUN(b1_s32, whole, whole, 0, 1, LAYOUT(by32));
    RUN(b1_s32, whole, whole, 0, 1, LAYOUT(by64));
    RUN(b1_s32, whole, whole, 0, 1, LAYOUT(by128));
    RUN(b1_s32_registers, whole, whole, 0, 1, LAYOUT(plain));
    RUN(b1_s32_registers, whole, whole, 0, 1, LAYOUT(by128));
    if (file != NULL) {
        fclose(file);
    }
    return 0;
}
