// SPDX-License-Identifier: Apache-2.0
// cuda::atomic and cuda::atomic_ref with scopes and orders: counters, a flag that hands data from block to
// block, a compare-exchange loop, fetch_min and fetch_max, fences, a barrier of one's own.
#include "corpus.h"
#include <cuda/atomic>

__global__ void counters(const int *in, int *out, int n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]), largest(out[1]), smallest(out[2]);
    cuda::atomic_ref<int, cuda::thread_scope_system> bits(out[3]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    sum.fetch_add(in[i], cuda::memory_order_relaxed);
    largest.fetch_max(in[i], cuda::memory_order_relaxed);
    smallest.fetch_min(in[i], cuda::std::memory_order_relaxed);
    bits.fetch_or(1 << (in[i] & 15));
    cuda::atomic_ref<int, cuda::thread_scope_device> product(out[4]);
    int old = product.load(cuda::memory_order_relaxed);
    while (!product.compare_exchange_weak(old, (int)((unsigned)old * 3u), cuda::memory_order_relaxed))
        ;
    sum++;
    sum -= 1;
}

__global__ void pass_on(int *data, unsigned *turn, int rounds)
{
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*turn);
    if (threadIdx.x == 0)
        for (int r = 0; r < rounds; r++) {
            unsigned mine = r * gridDim.x + blockIdx.x;
            while (flag.load(cuda::memory_order_acquire) != mine)
                ;
            *data = (*data * 5 + (int)blockIdx.x + 1) & 0xfffff;
            flag.store(mine + 1, cuda::memory_order_release);
        }
}

__global__ void block_scope(const int *in, int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
    if (threadIdx.x == 0)
        count.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + threadIdx.x] & 1)
        count.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count.load() + (count.exchange(7) == 7 ? 1000 : 0);
}

struct GridBarrier {
    cuda::atomic<unsigned, cuda::thread_scope_device> arrived;
    cuda::atomic<unsigned, cuda::thread_scope_device> generation;
    __device__ void wait(unsigned expected)
    {
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned now = generation.load(cuda::memory_order_relaxed);
            if (arrived.fetch_add(1, cuda::memory_order_acq_rel) == expected - 1) {
                arrived.store(0, cuda::memory_order_relaxed);
                generation.fetch_add(1, cuda::memory_order_release);
            } else {
                while (generation.load(cuda::memory_order_acquire) == now)
                    ;
            }
        }
        __syncthreads();
    }
};

__global__ void phases(GridBarrier *barrier, int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int phase = 0; phase < 6; phase++) {
        b[i] = (a[(i + 1) % n] + a[(i + n - 1) % n] + phase) & 0xffff;
        barrier->wait(gridDim.x);
        int *t = a;
        a = b;
        b = t;
    }
}

int main()
{
    const int n = 1024;
    Random random(351);
    std::vector<int> in(n), other;
    int start[5] = {0, -1, 1 << 30, 0, 1};
    for (auto &x : in)
        x = (int)(random.next() % 5000);
    int *din = to_device(in), *dout = to_device(std::vector<int>(start, start + 5)), *db = on_device<int>(n);
    counters<<<n / 128, 128>>>(din, dout, n);
    auto out = to_host(dout, 5);
    int sum = 0;
    unsigned power = 1;
    for (int x : in)
        sum += x, power *= 3;
    printf("%d %d %d %d %d\n", out[0] == sum, out[1], out[2], out[3], out[4] == (int)power);
    unsigned *turn = on_device<unsigned>(1);
    CHECK(cudaMemset(dout, 0, 4));
    pass_on<<<8, 32>>>(dout, turn, 5);
    printf("passed on: %d\n", to_host(dout, 1)[0]);
    block_scope<<<4, 256>>>(din, dout);
    print_hash("odd", dout, 4);
    GridBarrier *barrier = on_device<GridBarrier>(1);
    phases<<<8, 128>>>(barrier, din, db, n);
    for (int phase = 0; phase < 6; phase++) {
        other = in;
        for (int i = 0; i < n; i++)
            in[i] = (other[(i + 1) % n] + other[(i + n - 1) % n] + phase) & 0xffff;
    }
    printf("phases: %s\n", to_host(din, n) == in ? "same" : "different");
    print_hash("phases", din, n);
    return 0;
}
