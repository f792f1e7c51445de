// A launch lasts until its bulk copies are done, whether blocks wait for them or not. Run with a clock.
#include <cstdint>
#include <cstdio>

#define BLOCKS 2000
#define BYTES  16384

__global__ void store(char *memory, bool is_waiting)
{
    __shared__ __align__(128) char source[BYTES];
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\tcp.async.bulk.commit_group;" ::"l"(
                         memory + (size_t)blockIdx.x * BYTES),
                     "r"((uint32_t)__cvta_generic_to_shared(source)), "r"(BYTES)
                     : "memory");
        if (is_waiting) {
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
    }
}

static float milliseconds(char *memory, bool is_waiting)
{
    cudaEvent_t start, end;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventRecord(start);
    store<<<BLOCKS, 32>>>(memory, is_waiting);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float took = 0;
    cudaEventElapsedTime(&took, start, end);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    return took;
}

int main()
{
    char *memory;
    cudaMalloc(&memory, (size_t)BLOCKS * BYTES);
    float waiting = milliseconds(memory, true), leaving = milliseconds(memory, false);
    bool is_right = leaving > waiting * 0.7f && leaving < waiting * 1.3f;
    printf("%s\n", is_right ? "ok" : "the launch ended before its copies");
    if (!is_right) {
        printf("%f ms with a wait, %f ms without\n", waiting, leaving);
    }
    cudaFree(memory);
    return !is_right;
}
