// SPDX-License-Identifier: Apache-2.0
// One cp.async of one warp under patterns of global and shared offsets: a launch each, to be counted by ncu.
//   patterns: printed as CSV, one row a launch: size, active lanes as a mask, 32 global offsets, 32 shared offsets
#include <cstdint>
#include <cstdio>
#include <cstdlib>

template <int SIZE> __global__ void copy(const char *from, const int *global_offset, const int *shared_offset, unsigned mask)
{
    extern __shared__ __align__(128) char to[];
    int lane = threadIdx.x;
    const char *source = from + global_offset[lane];
    uint32_t target = (uint32_t)__cvta_generic_to_shared(to) + shared_offset[lane];
    if (mask >> lane & 1) {
        if (SIZE == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(source));
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target), "l"(source), "n"(SIZE));
    }
    asm volatile("cp.async.wait_all;");
}

__global__ void copy_through_l1(const char *from, const int *global_offset, const int *shared_offset, unsigned mask)
{
    extern __shared__ __align__(128) char to[];
    int lane = threadIdx.x;
    uint32_t target = (uint32_t)__cvta_generic_to_shared(to) + shared_offset[lane];
    if (mask >> lane & 1)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(target), "l"(from + global_offset[lane]));
    asm volatile("cp.async.wait_all;");
}

static uint32_t state = 12345;
static uint32_t draw(uint32_t n) { state = state * 1664525u + 1013904223u; return (state >> 8) % n; }

int main()
{
    char *from; int *g, *s;
    cudaMalloc(&from, 1 << 20); cudaMalloc(&g, 128); cudaMalloc(&s, 128);
    cudaMemset(from, 1, 1 << 20);
    printf("launch,size,l1,mask,global,shared\n");
    int launch = 0;
    for (int form = 0; form < 4; form++)
        for (int pattern = 0; pattern < 28; pattern++) {
            int size = form == 0 ? 4 : form == 1 ? 8 : 16, go[32], so[32];
            unsigned mask = 0xffffffffu;
            for (int i = 0; i < 32; i++) {
                int gi = i, si = i; // in units of size
                switch (pattern) {
                case 0: break;
                case 1: si = i * 2; break;
                case 2: si = i * 4; break;
                case 3: si = i * 8; break;
                case 4: si = i * 32; break;
                case 5: gi = i * 2; break;
                case 6: gi = i * 4; break;
                case 7: gi = i * 8; break;
                case 8: gi = i * 32; break;
                case 9: gi = i * 32; si = i * 32; break;
                case 10: gi = 0; break;
                case 11: gi = i / 2; break;
                case 12: gi = i % 8 * 8; break;
                case 13: gi = i ^ 1; break;
                case 14: si = i ^ 5; break;
                case 15: si = (i * 5) % 32; break;
                case 16: gi = (i * 13) % 32; break;
                case 17: mask = 0x0000ffffu; break;
                case 18: mask = 0x55555555u; break;
                case 19: mask = 1; break;
                case 20: mask = 0; break;
                case 21: gi = i / 4 * 64 + i % 4; break;          // rows of four, far apart
                case 22: gi = i / 16 * 64 + i % 16; break;
                case 23: gi = i / 4 * 64 + i % 4; si = i / 4 * 4 + (i % 4 ^ (i / 8 & 3)); break;
                case 24: si = i / 4 * 12 + i % 4; break;
                default: gi = draw(256); si = draw(256); mask = pattern == 27 ? draw(1 << 24) * 256 + draw(256) : mask; break;
                }
                go[i] = gi * size; so[i] = si * size;
            }
            if (pattern == 25) for (int i = 0; i < 32; i++) so[i] = i * size;      // random global
            if (pattern == 26) for (int i = 0; i < 32; i++) go[i] = i * size;      // random shared
            cudaMemcpy(g, go, 128, cudaMemcpyHostToDevice); cudaMemcpy(s, so, 128, cudaMemcpyHostToDevice);
            if (form == 0) copy<4><<<1, 32, 32768>>>(from, g, s, mask);
            if (form == 1) copy<8><<<1, 32, 32768>>>(from, g, s, mask);
            if (form == 2) copy<16><<<1, 32, 32768>>>(from, g, s, mask);
            if (form == 3) copy_through_l1<<<1, 32, 32768>>>(from, g, s, mask);
            cudaError_t e = cudaDeviceSynchronize(); if (e) { printf("%s\n", cudaGetErrorString(e)); return 1; }
            printf("%d,%d,%d,%08x,", launch++, size, form != 2, mask);
            for (int i = 0; i < 32; i++) printf("%d%c", go[i], i == 31 ? ',' : ' ');
            for (int i = 0; i < 32; i++) printf("%d%c", so[i], i == 31 ? '\n' : ' ');
        }
}
