// SPDX-License-Identifier: Apache-2.0
// Threads of one warp that order each other by locks, flags and links: each step is a fence and an atomic or volatile
// access.
#include <cstdio>

__device__ int lock, total, account_lock[4], account[4];

__device__ void acquire(int *which)
{
    while (atomicCAS(which, 0, 1) != 0) {
    }
    __threadfence();
}
__device__ void release(int *which)
{
    __threadfence();
    atomicExch(which, 0);
}

__global__ void add_in_turn()
{
    for (bool is_done = false; !is_done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            total += threadIdx.x;
            release(&lock);
            is_done = true;
        }
    }
}

// Two locks, always in the same order.
__global__ void transfer()
{
    int from = threadIdx.x % 4, to = (from + 1) % 4;
    int first = from < to ? from : to, second = from < to ? to : from;
    for (int turn = 0; turn < 32; turn++) {
        if (threadIdx.x == turn) {
            acquire(&account_lock[first]);
            acquire(&account_lock[second]);
            account[from] -= 1;
            account[to] += 1;
            release(&account_lock[second]);
            release(&account_lock[first]);
        }
    }
}

__global__ void hand_over(int *out)
{
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0) {
        flag = 0;
    }
    __syncwarp();
    if (threadIdx.x == 31) {
        data = 5;
        __threadfence_block();
        flag = 1;
    } else if (threadIdx.x == 0) {
        while (!flag) {
        }
        __threadfence_block();
        out[0] = data;
    }
}

struct Node {
    int key, left, right;
};

// A node is written, then published by the link to it.
__global__ void insert(Node *nodes, int count)
{
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own == 0 || own >= count) {
        return;
    }
    nodes[own] = {own * 37 % 64, -1, -1};
    __threadfence();
    for (int at = 0;;) {
        int *link = own * 37 % 64 < *(volatile int *)&nodes[at].key ? &nodes[at].left : &nodes[at].right;
        int old = atomicCAS(link, -1, own);
        if (old == -1) {
            break;
        }
        __threadfence();
        at = old;
    }
}

int main()
{
    int *out;
    Node *nodes, root = {0, -1, -1};
    cudaMalloc(&out, sizeof *out);
    cudaMalloc(&nodes, 64 * sizeof *nodes);
    cudaMemcpy(nodes, &root, sizeof root, cudaMemcpyHostToDevice);
    add_in_turn<<<2, 32>>>();
    transfer<<<1, 32>>>();
    hand_over<<<1, 32>>>(out);
    insert<<<2, 32>>>(nodes, 64);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
    cudaFree(nodes);
}
