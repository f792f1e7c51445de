// SPDX-License-Identifier: Apache-2.0
// Variables in device memory: scalars and arrays with and without initial values, pointers to one another,
// read and written by kernels and by the host through symbols, kept from launch to launch, static ones in
// functions, a pointer set by the host.
#include "corpus.h"

__device__ int launches = 100;
__device__ unsigned totals[64];
__device__ float table[2][3] = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};
__device__ int *current = &launches;
__device__ unsigned *history[2] = {totals, totals + 32};
__device__ volatile int latest;
static __device__ long long big = -1234567890123ll;
__device__ int *list;

struct Node {
    int value;
    Node *next;
};
__device__ Node third = {30, nullptr};
__device__ Node second = {20, &third};
__device__ Node first = {10, &second};

__device__ int next_ticket()
{
    static int ticket = 7;
    return atomicAdd(&ticket, 3);
}

__global__ void step(int amount)
{
    int t = threadIdx.x;
    history[blockIdx.x][t] += amount * (t + 1);
    if (blockIdx.x == 0 && t == 0) {
        *current += 1;
        latest = amount;
        big += latest;
        table[amount & 1][2] *= 2.0f;
    }
}

__global__ void tickets(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = next_ticket();
}

__global__ void follow(int *out)
{
    int k = 0;
    for (Node *node = &first; node; node = node->next)
        out[k++] = node->value;
    second.next = nullptr;
    third.value = 99;
    out[k] = third.value + (list ? list[1] : 0);
}

int main()
{
    for (int i = 1; i <= 5; i++)
        step<<<2, 32>>>(i);
    int count = 0, last = 0;
    long long wide = 0;
    float host_table[6];
    CHECK(cudaMemcpyFromSymbol(&count, launches, sizeof count));
    CHECK(cudaMemcpyFromSymbol(&last, latest, sizeof last));
    CHECK(cudaMemcpyFromSymbol(&wide, big, sizeof wide));
    CHECK(cudaMemcpyFromSymbol(host_table, table, sizeof host_table));
    printf("%d launches, latest %d, big %lld\n", count, last, wide);
    for (float x : host_table)
        printf("%g ", x);
    printf("\n");

    unsigned *address = nullptr;
    CHECK(cudaGetSymbolAddress((void **)&address, totals));
    print_hash("totals", address, 64);
    CHECK(cudaMemset(address + 16, 0, 16 * sizeof(unsigned)));
    step<<<2, 32>>>(7);
    std::vector<unsigned> half(32);
    CHECK(cudaMemcpyFromSymbol(half.data(), totals, 32 * sizeof(unsigned), 16 * sizeof(unsigned)));
    print_hash("middle", half);
    for (int i = 0; i < 32; i++)
        if (half[i] != (i < 16 ? 7u * (i + 17) : 22u * (i - 15)))
            printf("wrong at %d: %u\n", i, half[i]);

    int values[4] = {5, 6, 7, 8};
    int *buffer;
    CHECK(cudaMalloc((void **)&buffer, sizeof values));
    CHECK(cudaMemcpy(buffer, values, sizeof values, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(list, &buffer, sizeof buffer));
    int *out = on_device<int>(8);
    follow<<<1, 1>>>(out);
    for (int x : to_host(out, 4))
        printf("%d ", x);
    follow<<<1, 1>>>(out);
    for (int x : to_host(out, 4))
        printf("%d ", x);
    tickets<<<1, 1>>>(out);
    tickets<<<1, 1>>>(out + 4);
    for (int x : to_host(out, 8))
        printf("%d ", x);
    size_t size;
    CHECK(cudaGetSymbolSize(&size, history));
    printf("\nhistory has %zu bytes\n", size);
    return 0;
}
