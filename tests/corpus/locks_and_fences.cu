// SPDX-License-Identifier: Apache-2.0
// A spin lock by atomicCAS taken by one lane a warp, a lock per bucket, a ticket lock, and the sum whose last
// block adds the parts of the others after __threadfence.
#include "corpus.h"

struct Lock {
    int *state;
    __device__ void take()
    {
        while (atomicCAS(state, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void release()
    {
        __threadfence();
        atomicExch(state, 0);
    }
};

__global__ void locked_sum(const int *in, Lock lock, volatile long long *total, int n)
{
    int value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        value += in[i];
    for (int offset = 16; offset; offset /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    if (threadIdx.x % 32 == 0) {
        lock.take();
        total[0] = total[0] + value;
        total[1] = total[1] + 1;
        lock.release();
    }
}

// Per lane, the loop with the work inside so that lanes of one warp cannot wait for one another.
__global__ void bucket_lists(const int *in, int *locks, volatile int *counts, volatile int *sums, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bucket = in[i] % buckets;
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[bucket], 0, 1) == 0) {
            __threadfence();
            counts[bucket] = counts[bucket] + 1;
            sums[bucket] = sums[bucket] + in[i];
            __threadfence();
            atomicExch(&locks[bucket], 0);
            done = true;
        }
    }
}

__global__ void ticket_lock(unsigned *ticket, volatile unsigned *serving, volatile unsigned *sequence)
{
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(ticket, 1u);
        while (*serving != mine)
            ;
        __threadfence();
        sequence[mine] = mine * mine;
        __threadfence();
        *serving = mine + 1;
    }
}

__device__ unsigned arrived = 0;

__global__ void single_pass_sum(const int *in, volatile long long *parts, long long *result, int n)
{
    __shared__ long long part[128];
    __shared__ bool last;
    long long sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int step = 64; step; step /= 2) {
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        long long total = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            total += parts[b];
        *result = total;
    }
}

int main()
{
    const int n = 16384;
    Random random(271);
    std::vector<int> in(n);
    long long expected = 0;
    for (auto &x : in)
        expected += x = (int)(random.next() % 100000);
    int *din = to_device(in);
    Lock lock = {on_device<int>(1)};
    long long *total = on_device<long long>(2), *parts = on_device<long long>(32), *result = on_device<long long>(1);
    locked_sum<<<16, 128>>>(din, lock, total, n);
    auto sums = to_host(total, 2);
    printf("locked: %d, %lld turns\n", sums[0] == expected, sums[1]);

    const int buckets = 37;
    int *locks = on_device<int>(buckets), *counts = on_device<int>(buckets), *bucket_sums = on_device<int>(buckets);
    bucket_lists<<<16, 128>>>(din, locks, counts, bucket_sums, 2000, buckets);
    print_hash("counts", counts, buckets);
    print_hash("bucket sums", bucket_sums, buckets);

    unsigned *ticket = on_device<unsigned>(1), *serving = on_device<unsigned>(1), *sequence = on_device<unsigned>(24);
    ticket_lock<<<24, 32>>>(ticket, serving, sequence);
    print_hash("sequence", sequence, 24);

    for (int round = 0; round < 3; round++) {
        CHECK(cudaMemset(result, 0, sizeof(long long)));
        single_pass_sum<<<32, 128>>>(din, parts, result, n);
        printf("single pass: %d\n", to_host(result, 1)[0] == expected);
    }
    return 0;
}
