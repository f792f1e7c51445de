// SPDX-License-Identifier: Apache-2.0
// cuda::barrier and cuda::pipeline: a sum in two phases, tiles copied ahead by every thread, and
// tiles copied by half of the warps for the other half. The same barrier by its primitives, which half of the threads leave;
// a barrier of all blocks in global memory, one that calls a function after each phase, and waits that end after a time.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>

#include <cstdio>
#include <utility>

namespace cg = cooperative_groups;
constexpr int tile = 64, tiles = 8;

__global__ void phases(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int part[128], staged[128];
    int thread = threadIdx.x;
    if (thread == 0) {
        init(&bar, blockDim.x);
    }
    __syncthreads();
    cuda::memcpy_async(&staged[thread], &in[thread], sizeof(int), bar);
    bar.arrive_and_wait();
    part[thread] = staged[127 - thread];
    auto token = bar.arrive();
    int own = thread * 1000;
    bar.wait(std::move(token));
    out[thread] = part[(thread + 1) % 128] + own;
}

__global__ void ahead(const int *in, int *out)
{
    __shared__ int stage[2][tile];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const auto shape = cuda::aligned_size_t<alignof(int)>(sizeof(int));
    int thread = threadIdx.x, sum = 0;
    for (int i = 0, next = 0; i < tiles; i++) {
        for (; next < tiles && next < i + 2; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[next % 2][thread], &in[next * tile + thread], shape, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += stage[i % 2][tile - 1 - thread] * (i + 1);
        __syncthreads();
        pipe.consumer_release();
    }
    out[thread] = sum;
}

__global__ void roles(const int *in, int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int stage[2][tile];
    auto block = cg::this_thread_block();
    bool is_consumer = threadIdx.x < tile;
    int thread = threadIdx.x % tile, sum = 0;
    auto pipe = cuda::make_pipeline(block, &state,
                                    is_consumer ? cuda::pipeline_role::consumer
                                                : cuda::pipeline_role::producer);
    for (int i = 0; i < tiles; i++) {
        if (is_consumer) {
            pipe.consumer_wait();
            sum += stage[i % 2][tile - 1 - thread] * (i + 1);
            pipe.consumer_release();
        } else {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[i % 2][thread], &in[i * tile + thread], sizeof(int), pipe);
            pipe.producer_commit();
        }
    }
    if (is_consumer) {
        out[thread] = sum;
    }
}

// The first round in which the value is odd: thread 0 alone reads and writes it before the barrier.
__global__ void first_odd(const int *in, int *out)
{
    __shared__ int first;
    if (threadIdx.x == 0) {
        first = 0;
    }
    __syncthreads();
    for (int i = 0; i < tile; i++) {
        if (in[i] % 2 != 0 && threadIdx.x == 0 && first == 0) {
            first = i + 1;
        }
        __syncthreads();
    }
    out[threadIdx.x] = first;
}

__global__ void primitives(const int *in, int *out)
{
    __shared__ __mbarrier_t bar;
    __shared__ int part[64];
    int thread = threadIdx.x;
    if (thread == 0) {
        __mbarrier_init(&bar, 64);
    }
    __syncthreads();
    part[thread] = in[thread];
    if (thread % 2 == 1) {
        __mbarrier_arrive_and_drop(&bar);
    } else {
        __mbarrier_token_t token = __mbarrier_arrive(&bar);
        while (!__mbarrier_test_wait(&bar, token)) {
        }
        part[thread] += part[thread + 1];
        __mbarrier_arrive(&bar);
        while (!__mbarrier_test_wait_parity(&bar, true)) {
        }
        out[thread] = part[62 - thread];
    }
    __syncthreads();
    if (thread == 0) {
        __mbarrier_inval(&bar);
    }
}

__device__ cuda::barrier<cuda::thread_scope_device> of_blocks;

__global__ void begin(int blocks)
{
    init(&of_blocks, blocks);
}

__global__ void blocks(int *parts, int *out)
{
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1;
        of_blocks.arrive_and_wait();
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) {
            sum += *(volatile int *)&parts[i];
        }
        out[blockIdx.x] = sum;
    }
}

struct Count {
    int *phases;
    __device__ void operator()() noexcept { *phases += 1; }
};

__global__ void count(int *out)
{
    using counting = cuda::barrier<cuda::thread_scope_block, Count>;
    __shared__ int phases;
    __shared__ unsigned long long room[(sizeof(counting) + 7) / 8];
    counting *bar = reinterpret_cast<counting *>(room);
    if (threadIdx.x == 0) {
        phases = 0;
        init(bar, blockDim.x, Count{&phases});
    }
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        bar->arrive_and_wait();
        out[threadIdx.x * 3 + i] = phases;
        bar->arrive_and_wait();
    }
}

__global__ void timed(int *out)
{
#if __CUDA_ARCH__ < 300 // without a timer
    out[threadIdx.x] = threadIdx.x < 64;
    out[64] = 0;
#else
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        out[64] = bar.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(200));
    }
    __syncthreads();
    auto token = bar.arrive();
    while (!bar.try_wait_for(std::move(token), cuda::std::chrono::microseconds(1))) {
    }
    out[threadIdx.x] = bar.try_wait_parity_until(false, cuda::std::chrono::system_clock::now() + cuda::std::chrono::seconds(1));
#endif
}

// A block of one column: each thread has an element of its own.
__global__ void column(const int *in, int *out)
{
    __shared__ int row[4];
    int i = threadIdx.y;
    row[i] = in[i];
    for (int r = 0; r < 3; r++) {
        row[i] = row[i] * 3 + r;
    }
    out[i] = row[i];
}

int main()
{
    cudaError_t error = cudaSuccess;
    int *in, *out;
    cudaMallocManaged(&in, tile * tiles * sizeof(int));
    cudaMallocManaged(&out, 3 * 128 * sizeof(int));
    for (int i = 0; i < tile * tiles; i++) {
        in[i] = i * 7 % 101;
    }
    phases<<<1, 128>>>(in, out);
    ahead<<<1, tile>>>(in, out + 128);
    roles<<<1, 2 * tile>>>(in, out + 256);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    int wrong = 0;
    for (int i = 0; i < tile; i++) {
        int sum = 0;
        for (int t = 0; t < tiles; t++) {
            sum += in[t * tile + tile - 1 - i] * (t + 1);
        }
        wrong += out[128 + i] != sum || out[256 + i] != sum;
        wrong += out[i] != in[127 - i - 1] + i * 1000;
    }
    printf("%d wrong, %d %d\n", wrong, out[5], out[130]);
    first_odd<<<1, 64>>>(in, out);
    error = cudaDeviceSynchronize();
    printf("%s, %d\n", cudaGetErrorString(error), out[63]);
    column<<<1, dim3(1, 4)>>>(in, out);
    error = cudaDeviceSynchronize();
    printf("%s, %d\n", cudaGetErrorString(error), out[3]);
    primitives<<<1, 64>>>(in, out);
    error = cudaDeviceSynchronize();
    printf("%s, %d\n", cudaGetErrorString(error), out[10] - in[52] - in[53]);
    begin<<<1, 1>>>(8);
    blocks<<<8, 32>>>(in, out);
    error = cudaDeviceSynchronize();
    printf("%s, %d %d\n", cudaGetErrorString(error), out[0], out[7]);
    count<<<1, 64>>>(out);
    error = cudaDeviceSynchronize();
    printf("%s, %d %d %d\n", cudaGetErrorString(error), out[0], out[1], out[191]);
    timed<<<1, 64>>>(out);
    error = cudaDeviceSynchronize();
    printf("%s, %d %d %d\n", cudaGetErrorString(error), out[64], out[0], out[63]);
    return wrong;
}
