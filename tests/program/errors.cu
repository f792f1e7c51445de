// SPDX-License-Identifier: Apache-2.0
// The error of each way in which a kernel can stop (one run for each: a process gets no further), and
// the limits of the stack and of device-side malloc. An H200 gave the same; it is silent about a pointer that free() never gave, which stops a
// kernel here.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

__device__ int forever(int depth)
{
    volatile int frame[32];
    frame[depth & 31] = depth;
    return forever(depth + 1) + frame[(depth + 1) & 31];
}

__device__ int down(int depth)
{
    volatile int frame[32];
    frame[depth & 31] = depth;
    return depth == 0 ? 0 : down(depth - 1) + frame[depth & 31];
}

__global__ void trapped()
{
    if (threadIdx.x == 3)
        __trap();
}
__global__ void breakpoint() { __brkpt(); }
__global__ void freed_twice()
{
    int *p = (int *)malloc(16);
    free(p);
    free(p);
}
__global__ void freed_inside() { free((char *)malloc(16) + 4); }
__global__ void recursive(int *out) { *out = forever(0); }
__global__ void deep(int *out) { *out = down(400); }
// 16 bytes of stack for each call in ptxas 13.0's code.
__device__ float sum(const float *values, int count) { return count == 0 ? 0 : values[0] + sum(values + 1, count - 1); }
__global__ void shallow(float *values) { values[0] = sum(values, 60); }
__global__ void synchronized(int *out)
{
    cooperative_groups::this_grid().sync();
    *out = 1;
}
__global__ void misaligned(char *out) { *(int *)(out + 2) = 1; }
__global__ void null_pointer() { atomicAdd((int *)nullptr, 1); }
__global__ void takes_all(int *count)
{
    while (malloc(1 << 20) != nullptr)
        ++*count;
}
__global__ void prints(const char *none)
{
    printf("%s|%d|%.2f\n", none, 1, 2.5);
}

static const char *chosen;

template <typename... Types> static void run(const char *name, void (*kernel)(Types...), void *argument)
{
    if (strcmp(name, chosen) != 0)
        return;
    void *arguments[] = {&argument};
    cudaLaunchKernel((const void *)kernel, dim3(2), dim3(32), arguments, 0, nullptr);
    printf("%s: %s\n", name, cudaGetErrorName(cudaDeviceSynchronize()));
}

static void *memory()
{
    void *at;
    cudaMalloc(&at, 4096);
    return at;
}

static void fill_heap(size_t size)
{
    int *count, host = 0;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, size);
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    takes_all<<<1, 1>>>(count);
    cudaMemcpy(&host, count, sizeof host, cudaMemcpyDeviceToHost);
    printf("heap of %zu MB: %s\n", size >> 20,
           host > (int)(size >> 20) * 3 / 4 - 1 && host <= (int)(size >> 20) ? "taken" : "?");
    printf("limit after use: %s\n",
           cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 2 * size)));
    cudaDeviceReset();
}

static void recurse(size_t stack)
{
    int *sum, host = 0;
    printf("stack of %zu: %s, ", stack,
           cudaGetErrorName(cudaDeviceSetLimit(cudaLimitStackSize, stack)));
    cudaMalloc(&sum, sizeof *sum);
    deep<<<1, 32>>>(sum);
    printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    printf(host == 400 * 401 / 2 ? ", summed\n" : "\n");
    cudaDeviceReset();
}

static void recurse_in_small_frames()
{
    float *values, host = 0;
    cudaMalloc(&values, 60 * sizeof *values);
    cudaMemset(values, 0, 60 * sizeof *values);
    shallow<<<1, 32>>>(values);
    printf("60 calls: %s\n", cudaGetErrorName(cudaMemcpy(&host, values, sizeof host, cudaMemcpyDeviceToHost)));
}

int main(int count, char **arguments)
{
    chosen = count > 1 ? arguments[1] : "";
    run("trap", trapped, nullptr);
    run("breakpoint", breakpoint, nullptr);
    run("double_free", freed_twice, nullptr);
    run("stray_free", freed_inside, nullptr);
    run("recursion", recursive, memory());
    run("grid_sync", synchronized, memory());
    run("misaligned", misaligned, memory());
    run("null", null_pointer, nullptr);
    if (count > 1)
        return 0;
    prints<<<1, 1>>>(nullptr);
    cudaDeviceSynchronize();
    recurse_in_small_frames();
    recurse(128 << 10);
    fill_heap(8 << 20);
    fill_heap(64 << 20);
    recurse(1024);
    return 0;
}
