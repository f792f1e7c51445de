// SPDX-License-Identifier: Apache-2.0
// A product of each type and shape by one warp, 1000 times, for ncu: how many operations the
// profiler counts, and for how long the tensor cores are busy.
// nvcc -gencode=arch=compute_90a,code=sm_90a operations.cu && ncu --metrics ... ./a.out
#include <cstdint>
#include <cstdio>

#define PRODUCTS 1000

#define D4        "{%0, %1, %2, %3}, "
#define A4        "{%4, %5, %6, %7}, "
#define A2        "{%4, %5}, "
#define B2        "{%8, %9}, "
#define B1        "{%8}, "
#define B4        "{%8, %9, %8, %9}, "
#define SUMS      "{%0, %1, %2, %3}"

#define INTEGERS(name, text)                                                                       \
    __global__ void name(int *out)                                                                 \
    {                                                                                              \
        int d[4] = {};                                                                             \
        uint32_t a = threadIdx.x, b = out[0];                                                      \
        for (int i = 0; i < PRODUCTS; i++) {                                                       \
            asm volatile(text                                                                      \
                         : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                          \
                         : "r"(a), "r"(a), "r"(a), "r"(a), "r"(b), "r"(b), "r"(0x44444444));       \
        }                                                                                          \
        out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];                                              \
    }

INTEGERS(f16_m16n8k16, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " D4 A4 B2 SUMS ";")
INTEGERS(f16_m16n8k8, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " D4 A2 B1 SUMS ";")
INTEGERS(bf16_m16n8k16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 " D4 A4 B2 SUMS ";")
INTEGERS(tf32_m16n8k8, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 " D4 A4 B2 SUMS ";")
INTEGERS(e4m3_m16n8k32, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 " D4 A4 B2 SUMS ";")
INTEGERS(s8_m16n8k32, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 " D4 A4 B2 SUMS ";")
INTEGERS(s4_m16n8k64, "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 " D4 A4 B2 SUMS ";")
INTEGERS(b1_m16n8k256, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc " D4 A4 B2 SUMS ";")
INTEGERS(sparse_f16_m16n8k32,
         "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 " D4 A4 B4 SUMS ", %10, 0x0;")
INTEGERS(sparse_s8_m16n8k64,
         "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 " D4 A4 B4 SUMS ", %10, 0x0;")

__global__ void f64_m8n8k4(int *out)
{
    double d[2] = {}, a = threadIdx.x, b = out[0];
    for (int i = 0; i < PRODUCTS; i++) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(d[0]), "+d"(d[1])
                     : "d"(a), "d"(b));
    }
    out[threadIdx.x] = (int)(d[0] + d[1]);
}

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    void (*const kernels[])(int *) = {f16_m16n8k16, f16_m16n8k8,  bf16_m16n8k16,       tf32_m16n8k8,
                                      e4m3_m16n8k32, s8_m16n8k32, s4_m16n8k64,         b1_m16n8k256,
                                      sparse_f16_m16n8k32, sparse_s8_m16n8k64, f64_m8n8k4};
    for (auto kernel : kernels) {
        kernel<<<1, 32>>>(out);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
