// SPDX-License-Identifier: Apache-2.0
// Persistent threads: blocks live until a shared queue is empty, each task may append four more (a quadtree that
// splits cells with too many points), and a counter of open tasks tells when all is done.
#include <cstdio>
#include <algorithm>
#include <vector>
#include "corpus.h"

#define CAPACITY 16
#define MAX_DEPTH 10
#define MAX_TASKS 4096

struct Cell {
    unsigned x, y, depth; // corner in units of the cell's size
    int count;
    int is_leaf;
};

struct Queue {
    Cell cells[MAX_TASKS];
    int ready[MAX_TASKS];
    int head, tail, open;
};

__device__ bool take(Queue *queue, int &task)
{
    for (;;) {
        int head = *(volatile int *)&queue->head;
        if (head < *(volatile int *)&queue->tail && head < MAX_TASKS) {
            if (atomicCAS(&queue->head, head, head + 1) == head) {
                while (*(volatile int *)&queue->ready[head] == 0) {
                }
                __threadfence();
                task = head;
                return true;
            }
        } else if (atomicAdd(&queue->open, 0) == 0) {
            return false;
        } else {
            __nanosleep(100);
        }
    }
}

__device__ void append(Queue *queue, const Cell &cell)
{
    int at = atomicAdd(&queue->tail, 1);
    if (at >= MAX_TASKS)
        __trap();
    queue->cells[at] = cell;
    __threadfence();
    atomicExch(&queue->ready[at], 1);
}

__global__ void work(Queue *queue, const ushort2 *points, int n)
{
    __shared__ int task, counts[5];
    __shared__ bool is_open;
    for (;;) {
        if (threadIdx.x == 0)
            is_open = take(queue, task);
        if (threadIdx.x < 5)
            counts[threadIdx.x] = 0;
        __syncthreads();
        if (!is_open)
            return;
        Cell cell = queue->cells[task];
        unsigned shift = 16 - cell.depth;
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            unsigned x = points[i].x, y = points[i].y;
            if (x >> shift == cell.x && y >> shift == cell.y) {
                unsigned quadrant = (x >> (shift - 1) & 1) | (y >> (shift - 1) & 1) << 1;
                atomicAdd(&counts[quadrant], 1);
                atomicAdd(&counts[4], 1);
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            bool splits = counts[4] > CAPACITY && cell.depth < MAX_DEPTH;
            queue->cells[task].count = counts[4];
            queue->cells[task].is_leaf = !splits;
            if (splits) {
                atomicAdd(&queue->open, 4);
                for (unsigned q = 0; q < 4; q++)
                    append(queue, Cell{cell.x * 2 + (q & 1), cell.y * 2 + (q >> 1), cell.depth + 1, -1, 0});
            }
            __threadfence();
            atomicSub(&queue->open, 1);
        }
        __syncthreads();
    }
}

int main()
{
    const int n = 3000;
    Random random(42);
    std::vector<ushort2> points(n);
    for (int i = 0; i < n; i++) {
        unsigned a = random.next() & 0xffff, b = random.next() & 0xffff;
        if (i % 3 == 0)
            a = 20000 + a / 64, b = 45000 + b / 128; // a cluster
        else if (i % 3 == 1)
            b = std::min(65535u, (a * a >> 16) + b / 256); // a curve
        points[i] = make_ushort2((unsigned short)a, (unsigned short)b);
    }
    Queue *queue;
    CHECK(cudaMallocManaged(&queue, sizeof *queue));
    memset(queue, 0, sizeof *queue);
    queue->cells[0] = Cell{0, 0, 0, -1, 0};
    queue->ready[0] = 1;
    queue->tail = queue->open = 1;
    ushort2 *d_points = to_device(points);
    work<<<8, 64>>>(queue, d_points, n);
    CHECK(cudaDeviceSynchronize());

    int leaves[MAX_DEPTH + 1] = {}, in_leaves = 0, inner = 0;
    std::vector<unsigned long long> codes;
    for (int i = 0; i < queue->tail; i++) {
        const Cell &c = queue->cells[i];
        if (c.is_leaf) {
            leaves[c.depth]++;
            in_leaves += c.count;
            codes.push_back((unsigned long long)c.depth << 48 | (unsigned long long)c.x << 32 | c.y << 16 | (unsigned)c.count);
        } else {
            inner++;
        }
    }
    std::sort(codes.begin(), codes.end());
    printf("%d cells: %d inner, %d points in leaves, %d taken, %d open\n", queue->tail, inner, in_leaves, queue->head, queue->open);
    for (int d = 0; d <= MAX_DEPTH; d++)
        printf("depth %d: %d leaves\n", d, leaves[d]);
    print_hash("leaves", codes);
    CHECK(cudaFree(queue));
    return 0;
}
