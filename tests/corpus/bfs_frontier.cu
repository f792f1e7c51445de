// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: level by level over all vertices as the benchmark suites do it, and by queues
// of frontier vertices with a block's own queue in shared memory.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus.h"

#define MAX_THREADS_PER_BLOCK 128

// Structure to hold a node information
struct Node {
    int starting;
    int no_of_edges;
};

__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask,
                       int *g_updating, bool *g_graph_visited, int *g_cost, int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        for (int i = g_graph_nodes[tid].starting;
             i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
            int id = g_graph_edges[i];
            if (!g_graph_visited[id]) {
                atomicExch(&g_cost[id], g_cost[tid] + 1); // all that write here agree
                atomicExch(&g_updating[id], 1);
            }
        }
    }
}

__global__ void Kernel2(bool *g_graph_mask, int *g_updating, bool *g_graph_visited, int *g_over,
                        int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_updating[tid]) {
        g_graph_mask[tid] = true;
        g_graph_visited[tid] = true;
        atomicOr(g_over, 1);
        g_updating[tid] = 0;
    }
}

#define QUEUE 96

__global__ void frontier_kernel(const Node *nodes, const int *edges, const int *frontier, int size,
                                int *next, int *next_size, int *level, int depth)
{
    __shared__ int queue[QUEUE];
    __shared__ int count, base;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) {
        const Node *node = &nodes[frontier[i]];
        for (int e = node->starting; e < node->starting + node->no_of_edges; e++) {
            int other = edges[e];
            if (atomicCAS(&level[other], -1, depth) == -1) {
                int place = atomicAdd(&count, 1);
                if (place < QUEUE)
                    queue[place] = other;
                else
                    next[atomicAdd(next_size, 1)] = other; /* the block's queue is full */
            }
        }
    }
    __syncthreads();
    int used = min(count, QUEUE);
    if (threadIdx.x == 0)
        base = atomicAdd(next_size, used);
    __syncthreads();
    for (int k = threadIdx.x; k < used; k += blockDim.x)
        next[base + k] = queue[k];
}

int main(int argc, char **argv)
{
    const int no_of_nodes = 3000;
    std::vector<Node> h_graph_nodes(no_of_nodes);
    std::vector<int> h_graph_edges;
    Random random(33);
    for (int i = 0; i < no_of_nodes; i++) {
        h_graph_nodes[i].starting = (int)h_graph_edges.size();
        h_graph_nodes[i].no_of_edges = i % 100 == 7 ? 60 : random.next() % 5;
        for (int e = 0; e < h_graph_nodes[i].no_of_edges; e++)
            h_graph_edges.push_back((i + random.next() % 700) % no_of_nodes);
    }

    Node *d_nodes = to_device(h_graph_nodes);
    int *d_edges = to_device(h_graph_edges);
    bool *d_mask, *d_visited;
    int *d_updating = on_device<int>(no_of_nodes), *d_cost, *d_over = on_device<int>(1);
    CHECK(cudaMalloc((void **)&d_mask, sizeof(bool) * no_of_nodes));
    CHECK(cudaMalloc((void **)&d_visited, sizeof(bool) * no_of_nodes));
    CHECK(cudaMalloc((void **)&d_cost, sizeof(int) * no_of_nodes));
    CHECK(cudaMemset(d_mask, 0, sizeof(bool) * no_of_nodes));
    CHECK(cudaMemset(d_visited, 0, sizeof(bool) * no_of_nodes));
    CHECK(cudaMemset(d_cost, 0xff, sizeof(int) * no_of_nodes));
    const bool yes = true;
    int zero = 0;
    const int first = 7; // a vertex with many edges
    CHECK(cudaMemcpy(d_mask + first, &yes, sizeof(bool), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_visited + first, &yes, sizeof(bool), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_cost + first, &zero, sizeof(int), cudaMemcpyHostToDevice));

    int blocks = (no_of_nodes + MAX_THREADS_PER_BLOCK - 1) / MAX_THREADS_PER_BLOCK, k = 0, over;
    do {
        over = 0;
        CHECK(cudaMemcpy(d_over, &over, sizeof(int), cudaMemcpyHostToDevice));
        Kernel<<<blocks, MAX_THREADS_PER_BLOCK>>>(d_nodes, d_edges, d_mask, d_updating, d_visited,
                                                  d_cost, no_of_nodes);
        Kernel2<<<blocks, MAX_THREADS_PER_BLOCK>>>(d_mask, d_updating, d_visited, d_over,
                                                   no_of_nodes);
        CHECK(cudaMemcpy(&over, d_over, sizeof(int), cudaMemcpyDeviceToHost));
        k++;
    } while (over);
    printf("Kernel Executed %d times\n", k);
    std::vector<int> cost = to_host(d_cost, no_of_nodes);
    print_hash("levels", cost);

    int *frontier = on_device<int>(no_of_nodes), *next = on_device<int>(no_of_nodes);
    int *next_size = on_device<int>(1), size = 1, depth = 0;
    CHECK(cudaMemset(d_cost, 0xff, sizeof(int) * no_of_nodes));
    CHECK(cudaMemcpy(d_cost + first, &zero, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(frontier, &first, sizeof(int), cudaMemcpyHostToDevice));
    printf("frontiers:");
    while (size > 0) {
        printf(" %d", size);
        CHECK(cudaMemcpy(next_size, &zero, sizeof(int), cudaMemcpyHostToDevice));
        frontier_kernel<<<(size + 63) / 64, 64>>>(d_nodes, d_edges, frontier, size, next, next_size,
                                                  d_cost, ++depth);
        CHECK(cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost));
        int *swap = frontier;
        frontier = next;
        next = swap;
    }
    printf("\nequal: %s\n", to_host(d_cost, no_of_nodes) == cost ? "yes" : "NO");
    cudaFree(d_nodes);
    cudaFree(d_edges);
    cudaFree(d_mask);
    cudaFree(d_visited);
    cudaFree(d_updating);
    cudaFree(d_cost);
    cudaFree(d_over);
    cudaFree(frontier);
    cudaFree(next);
    cudaFree(next_size);
    return 0;
}
