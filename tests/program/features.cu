// SPDX-License-Identifier: Apache-2.0
// What the lectures use beside loads, stores and arithmetic, for runs with a clock and without one:
// cooperative groups, clusters, atomics, textures, a spin lock and printf.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void reduce_tile(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int sum = (int)block.thread_rank();
    for (int distance = 8; distance > 0; distance /= 2)
        sum += tile.shfl_down(sum, distance);
    if (tile.thread_rank() == 0)
        out[block.thread_rank() / 16] = sum;
}

__global__ void __cluster_dims__(4, 1, 1) ask_neighbor(int *out)
{
    __shared__ int rank;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        rank = (int)cluster.block_rank() * 10;
    cluster.sync();
    int *neighbor = cluster.map_shared_rank(&rank, (cluster.block_rank() + 1) % 4);
    if (threadIdx.x == 0)
        out[blockIdx.x] = *neighbor;
    cluster.sync();
}

__global__ void count_all(int *out)
{
    atomicAdd(&out[0], 1);
    atomicMax(&out[1], (int)(blockIdx.x * blockDim.x + threadIdx.x));
    atomicInc((unsigned *)&out[2], 99);
    atomicXor(&out[3], 1 << threadIdx.x % 8);
}

__global__ void fetch(cudaTextureObject_t texture, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(texture, (int)threadIdx.x * 3);
}

// A lock that threads of several blocks and of one warp take in turn.
__global__ void spin(int *lock, int *out)
{
    bool is_done = false;
    while (!is_done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            ((volatile int *)out)[0] += 1;
            __threadfence();
            atomicExch(lock, 0);
            is_done = true;
        }
    }
}

__global__ void speak()
{
    if (threadIdx.x % 32 == 0)
        printf("block %d, warp %d\n", (int)blockIdx.x, (int)threadIdx.x / 32);
}

static void show(const char *name, const int *out)
{
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %d %d %d %d %s\n", name, out[0], out[1], out[2], out[3], cudaGetErrorString(error));
    cudaMemset((void *)out, 0, 64 * sizeof(int));
}

int main()
{
    int *out, *lock, *texels;
    cudaMallocManaged(&out, 64 * sizeof(int));
    cudaMallocManaged(&texels, 64 * sizeof(int));
    cudaMalloc(&lock, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(out, 0, 64 * sizeof(int));
    for (int i = 0; i < 64; i++)
        texels[i] = i * i;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = texels;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = 64 * sizeof(int);
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);

    reduce_tile<<<1, 64>>>(out);
    show("tiles of 16", out);
    ask_neighbor<<<4, 160>>>(out);
    show("cluster", out);
    count_all<<<8, 96>>>(out);
    show("atomics", out);
    fetch<<<1, 16>>>(texture, out);
    show("texture", out);
    spin<<<4, 64>>>(lock, out);
    show("spin lock", out);
    speak<<<2, 64>>>();
    return cudaDeviceSynchronize();
}
