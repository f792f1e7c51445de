// SPDX-License-Identifier: Apache-2.0
// Blocks that take over others which have not begun (clusterlaunchcontrol), each with a task of its own length.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

constexpr int BLOCKS = 1000, THREADS = 64;

__device__ uint32_t next_block(uint64_t *answer, uint64_t *barrier, uint32_t phase)
{
    uint32_t to = (uint32_t)__cvta_generic_to_shared(answer), arrived = (uint32_t)__cvta_generic_to_shared(barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(arrived) : "memory");
        asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(to),
                     "r"(arrived)
                     : "memory");
    }
    uint32_t is_done = 0, block = UINT32_MAX;
    while (is_done == 0) {
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(arrived), "r"(phase)
                     : "memory");
    }
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b128 a;\n\tld.shared.b128 a, [%1];\n\t"
                 "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, a;\n\t"
                 "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %0, a;\n\t}"
                 : "+r"(block)
                 : "r"(to)
                 : "memory");
    return block;
}

__global__ void work(int *done, int *begun)
{
    __shared__ __align__(16) uint64_t answer[2];
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"((uint32_t)__cvta_generic_to_shared(&barrier)) : "memory");
        atomicAdd(begun, 1);
    }
    uint32_t phase = 0;
    for (uint32_t block = blockIdx.x; block != UINT32_MAX; phase ^= 1) {
        __syncthreads();
        int sum = 0;
        for (uint32_t i = 0; i < block % 7 * 10; i++) {
            sum += (int)(i ^ threadIdx.x);
        }
        atomicAdd(&done[block], sum < 0 ? 2 : 1);
        block = next_block(answer, &barrier, phase);
    }
}

int main()
{
    std::vector<int> done(BLOCKS + 1);
    int *device;
    cudaMalloc(&device, done.size() * sizeof(int));
    cudaMemset(device, 0, done.size() * sizeof(int));
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
    work<<<BLOCKS, THREADS, 100 << 10>>>(device, device + BLOCKS);
    cudaMemcpy(done.data(), device, done.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < BLOCKS; i++) {
        wrong += done[i] != THREADS;
    }
    cudaFree(device);
    printf("%d wrong, %d blocks began, %s\n", wrong, done[BLOCKS], cudaGetErrorName(cudaGetLastError()));
    return 0;
}
