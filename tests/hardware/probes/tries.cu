// SPDX-License-Identifier: Apache-2.0
// How long does an mbarrier.try_wait suspend its warp? One warp arrives after so many cycles, another one repeats a test of
// the phase: without a time limit, with limits of 20, 1,000 and 1,000,000 ns, and test_wait. Prints the tests it took.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

#define TEST(name, text)                                                                                                  \
    __device__ bool name(uint32_t barrier)                                                                                \
    {                                                                                                                     \
        uint32_t is_done;                                                                                                 \
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier." text ";\n\tselp.u32 %0, 1, 0, p;\n\t}"                             \
                     : "=r"(is_done)                                                                                      \
                     : "r"(barrier)                                                                                       \
                     : "memory");                                                                                         \
        return is_done != 0;                                                                                              \
    }
TEST(without_limit, "try_wait.parity.shared::cta.b64 p, [%1], 0")
TEST(limit_20, "try_wait.parity.shared::cta.b64 p, [%1], 0, 20")
TEST(limit_1000, "try_wait.parity.shared::cta.b64 p, [%1], 0, 1000")
TEST(limit_1000000, "try_wait.parity.shared::cta.b64 p, [%1], 0, 1000000")
TEST(test_wait, "test_wait.parity.shared::cta.b64 p, [%1], 0")

__global__ void wait_for(int how, long long cycles, uint32_t *out)
{
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = (uint32_t)__cvta_generic_to_shared(&word), tries = 0;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    }
    __syncthreads();
    long long start = clock64();
    if (threadIdx.x < 32) {
        while (clock64() - start < cycles) {
        }
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
        }
    } else {
        bool is_done = false;
        while (!is_done) {
            tries++;
            is_done = how == 0   ? without_limit(barrier)
                      : how == 1 ? limit_20(barrier)
                      : how == 2 ? limit_1000(barrier)
                      : how == 3 ? limit_1000000(barrier)
                                 : test_wait(barrier);
        }
        out[0] = tries;
        out[1] = (uint32_t)(clock64() - start);
    }
}

int main()
{
    static const char *const names[] = {"try_wait", "try_wait 20", "try_wait 1000", "try_wait 1000000", "test_wait"};
    uint32_t *device, host[2];
    cudaMalloc(&device, sizeof host);
    for (int how = 0; how < 5; how++) {
        for (long long cycles = 100; cycles <= 100000000; cycles *= 10) {
            for (int round = 0; round < 2; round++) { // the second one counts
                wait_for<<<1, 64>>>(how, cycles, device);
                cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
            }
            printf("%s, %lld cycles: %u tries, %u cycles\n", names[how], cycles, host[0], host[1]);
        }
    }
}
