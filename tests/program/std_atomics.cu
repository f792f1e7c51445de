// SPDX-License-Identifier: Apache-2.0
// <cuda/atomic> alone has cuda::std::atomic, which host and device share in managed memory.
#include <cuda/atomic>

#include <cstdio>

struct Shared {
    cuda::std::atomic<int> total;
    cuda::atomic<int, cuda::thread_scope_device> threads;
};

__global__ void add(Shared *shared)
{
    shared->total.fetch_add((int)threadIdx.x, cuda::std::memory_order_relaxed);
    shared->threads += 1;
}

int main()
{
    Shared *shared;
    cudaMallocManaged(&shared, sizeof *shared);
    shared->total = 5;
    shared->threads.store(0);
    add<<<2, 32>>>(shared);
    cudaDeviceSynchronize();
    printf("%d %d\n", shared->total.load(cuda::std::memory_order_acquire), shared->threads.load());
    return 0;
}
