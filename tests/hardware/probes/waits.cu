// SPDX-License-Identifier: Apache-2.0
// What a barrier takes alone, after a load, store or atomic whose result is needed only behind it,
// and when the barriers of several blocks meet on an SM; and what reading special registers takes.
// traces/h200/probes/waits.csv has what an H200 printed.
#include <cstdio>

enum What { NOTHING, LDS, LDS_USED, STS, LDG, STG, ATOMS, SHUFFLE, LDG_USED, SHUFFLE_USED };
const char *names[] = {"nothing", "lds",   "lds used", "sts",      "ldg",
                       "stg",     "atoms", "shuffle",  "ldg used", "shuffle used"};

template <int WHAT> __global__ void barrier(unsigned *out, unsigned *memory)
{
    __shared__ unsigned s[2048];
    unsigned at = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x * 4, x = 0, sum = 0;
    s[threadIdx.x] = threadIdx.x;
    s[threadIdx.x + 1024] = 1;
    unsigned *mine = memory + blockIdx.x * 1024 + threadIdx.x;
    unsigned begin = 0, end = 0;
#pragma unroll 1
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
#pragma unroll 8
        for (int i = 0; i < 64; i++) {
            if (WHAT == LDS || WHAT == LDS_USED)
                asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(at) : "memory");
            if (WHAT == STS)
                asm volatile("st.volatile.shared.u32 [%1], %0;" ::"r"(sum), "r"(at) : "memory");
            if (WHAT == LDG || WHAT == LDG_USED)
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                             : "=r"(x)
                             : "l"(mine)
                             : "memory");
            if (WHAT == STG)
                asm volatile("st.global.u32 [%1], %0;" ::"r"(sum), "l"(mine) : "memory");
            if (WHAT == ATOMS)
                asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(x) : "r"(at) : "memory");
            if (WHAT == SHUFFLE || WHAT == SHUFFLE_USED)
                asm volatile("shfl.sync.idx.b32 %0, %1, 3, 31, -1;"
                             : "=r"(x)
                             : "r"(sum)
                             : "memory");
            if (WHAT == LDS_USED || WHAT == LDG_USED || WHAT == SHUFFLE_USED)
                asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(x));
            asm volatile("bar.sync 0;" ::: "memory");
            if (WHAT == LDS || WHAT == LDG || WHAT == ATOMS || WHAT == SHUFFLE)
                asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(x));
        }
        asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = end - begin;
    if (sum == 0x12345)
        out[1] = sum;
}

static unsigned *out, *memory;
template <int WHAT> void barriers()
{
    for (int warps : {1, 2, 4, 8, 16, 32}) {
        barrier<WHAT><<<1, warps * 32>>>(out, memory);
        unsigned t;
        cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost);
        printf("barrier,%s,%d,%.2f\n", names[WHAT], warps, t / 64.0);
    }
}

// Special registers of many warps.
template <int WHICH> __global__ void special(unsigned *times)
{
    unsigned begin, end, x, sum = 0;
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
#pragma unroll
        for (int i = 0; i < 32; i++) {
            if (WHICH == 0)
                asm volatile("mov.u32 %0, %%tid.x;" : "=r"(x)::"memory");
            if (WHICH == 1)
                asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x)::"memory");
            if (WHICH == 2)
                asm volatile("mov.u32 %0, %%laneid;" : "=r"(x)::"memory");
            if (WHICH == 3)
                asm volatile("mov.u32 %0, %%smid;" : "=r"(x)::"memory");
            if (WHICH == 4) {
                asm volatile("mov.u32 %0, %%tid.x;" : "=r"(x)::"memory");
                asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(x));
            } else
                sum += x;
        }
        __syncthreads();
        asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
    }
    if (threadIdx.x == 0)
        times[blockIdx.x] = end - begin;
    if (sum == 0x1234567)
        times[1] = sum;
}
template <int WHICH> void specials()
{
    const char *n[] = {"tid", "ctaid", "laneid", "smid", "tid used"};
    for (int warps : {1, 4, 8, 16, 32}) {
        special<WHICH><<<1, warps * 32>>>(out);
        unsigned t;
        cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost);
        printf("special,%s,%d,%.2f\n", n[WHICH], warps, t / 32.0);
    }
}

__global__ void several(unsigned *out)
{
    unsigned begin = 0, end = 0;
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
#pragma unroll 8
        for (int i = 0; i < 512; i++)
            asm volatile("bar.sync 0;" ::: "memory");
        asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = end - begin;
}

static void several_blocks()
{
    for (int blocks : {1, 2, 4, 8}) {
        for (int warps : {1, 4, 8}) {
            several<<<132 * blocks, warps * 32>>>(out); // so many on each of the 132 SMs of an H200
            unsigned t;
            cudaMemcpy(&t, out, 4, cudaMemcpyDeviceToHost);
            printf("barrier,%d blocks of an SM,%d,%.2f\n", blocks, warps, t / 512.0);
        }
    }
}

int main()
{
    cudaMalloc(&out, 8192);
    cudaMalloc(&memory, 1 << 22);
    puts("what,with,warps,cycles");
    barriers<NOTHING>();
    barriers<LDS>();
    barriers<LDS_USED>();
    barriers<STS>();
    barriers<LDG>();
    barriers<LDG_USED>();
    barriers<STG>();
    barriers<ATOMS>();
    barriers<SHUFFLE>();
    barriers<SHUFFLE_USED>();
    specials<0>();
    specials<1>();
    specials<2>();
    specials<3>();
    specials<4>();
    several_blocks();
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
