// SPDX-License-Identifier: Apache-2.0
// An exclusive scan of any length by three kernels: scan of blocks, scan of the blocks' sums (which
// recurses on the host), addition of them; then a stream compaction that uses it.
#include "corpus.h"

#define THREADS 128
#define PER_THREAD 4
#define PER_BLOCK (THREADS * PER_THREAD)
#define FULL_MASK 0xffffffffu

__device__ __forceinline__ unsigned warp_inclusive(unsigned value)
{
#pragma unroll
    for (int delta = 1; delta < 32; delta <<= 1) {
        unsigned other = __shfl_up_sync(FULL_MASK, value, delta);
        if ((threadIdx.x & 31) >= delta)
            value += other;
    }
    return value;
}

__global__ void __launch_bounds__(THREADS)
    scan_blocks(const unsigned *__restrict__ in, unsigned *__restrict__ out,
                unsigned *__restrict__ sums, unsigned n)
{
    __shared__ unsigned warp_sums[THREADS / 32];
    const unsigned first = blockIdx.x * PER_BLOCK + threadIdx.x * PER_THREAD;
    unsigned items[PER_THREAD];
    unsigned total = 0;
#pragma unroll
    for (int k = 0; k < PER_THREAD; k++) {
        items[k] = total;
        total += first + k < n ? in[first + k] : 0;
    }
    const unsigned inclusive = warp_inclusive(total);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 31)
        warp_sums[warp] = inclusive;
    __syncthreads();
    unsigned before = inclusive - total;
    for (unsigned w = 0; w < warp; w++)
        before += warp_sums[w];
#pragma unroll
    for (int k = 0; k < PER_THREAD; k++)
        if (first + k < n)
            out[first + k] = items[k] + before;
    if (threadIdx.x == THREADS - 1)
        sums[blockIdx.x] = before + total;
}

__global__ void add_sums(unsigned *out, const unsigned *sums, unsigned n)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = sums[blockIdx.x];
    __syncthreads();
    for (unsigned k = threadIdx.x; k < PER_BLOCK; k += THREADS) {
        unsigned i = blockIdx.x * PER_BLOCK + k;
        if (i < n)
            out[i] += sum;
    }
}

static void scan(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
    unsigned *sums, *scanned;
    CHECK(cudaMalloc(&sums, blocks * sizeof(unsigned)));
    CHECK(cudaMalloc(&scanned, blocks * sizeof(unsigned)));
    scan_blocks<<<blocks, THREADS>>>(in, out, sums, n);
    if (blocks > 1) {
        scan(sums, scanned, blocks);
        add_sums<<<blocks, THREADS>>>(out, scanned, n);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(sums));
    CHECK(cudaFree(scanned));
}

__global__ void flag(const unsigned *in, unsigned *flags, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        flags[i] = (in[i] & 3) == 1;
}

__global__ void compact(const unsigned *in, const unsigned *flags, const unsigned *places,
                        unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flags[i])
        out[places[i]] = in[i];
}

int main()
{
    const unsigned sizes[] = {1, 31, 512, 513, 5000, 60001};
    Random random(99);
    for (unsigned n : sizes) {
        std::vector<unsigned> values(n);
        for (unsigned i = 0; i < n; i++)
            values[i] = random.next() & 1023;
        unsigned *in = to_device(values), *out = on_device<unsigned>(n);
        scan(in, out, n);
        std::vector<unsigned> result = to_host(out, n);
        unsigned sum = 0, wrong = 0;
        for (unsigned i = 0; i < n; sum += values[i++])
            wrong += result[i] != sum;
        printf("scan of %u: %u wrong\n", n, wrong);
        print_hash("scan", result);

        unsigned *flags = on_device<unsigned>(n), *kept = on_device<unsigned>(n);
        unsigned last_place, last_flag;
        flag<<<(n + 255) / 256, 256>>>(in, flags, n);
        scan(flags, out, n);
        compact<<<(n + 255) / 256, 256>>>(in, flags, out, kept, n);
        CHECK(cudaMemcpy(&last_place, out + n - 1, sizeof(unsigned), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(&last_flag, flags + n - 1, sizeof(unsigned), cudaMemcpyDeviceToHost));
        print_hash("compacted", kept, last_place + last_flag);
        cudaFree(in);
        cudaFree(out);
        cudaFree(flags);
        cudaFree(kept);
    }
    return 0;
}
