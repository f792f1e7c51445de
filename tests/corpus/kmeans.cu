// SPDX-License-Identifier: Apache-2.0
// k-means in the plane: assignment to the nearest centre, sums by atomics on shared memory in fixed point so
// that every order gives the same, new centres, until nothing moves.
#include "corpus.h"

const int K = 8, DIMENSIONS = 2;

__constant__ int centres[K][DIMENSIONS];

struct Sums {
    long long position[K][DIMENSIONS];
    int count[K];
};

__global__ void assign(const int2 *points, int *labels, int n, Sums *sums, int *changed)
{
    __shared__ unsigned long long position[K][DIMENSIONS];
    __shared__ int count[K];
    int t = threadIdx.x;
    if (t < K * DIMENSIONS)
        position[t / DIMENSIONS][t % DIMENSIONS] = 0;
    if (t < K)
        count[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int2 p = points[i];
        long long nearest = 0x7fffffffffffffffll;
        int label = -1;
        for (int k = 0; k < K; k++) {
            long long dx = p.x - centres[k][0], dy = p.y - centres[k][1];
            long long distance = dx * dx + dy * dy;
            if (distance < nearest) {
                nearest = distance;
                label = k;
            }
        }
        if (labels[i] != label) {
            labels[i] = label;
            atomicAdd(changed, 1);
        }
        atomicAdd(&position[label][0], (unsigned long long)(long long)p.x);
        atomicAdd(&position[label][1], (unsigned long long)(long long)p.y);
        atomicAdd(&count[label], 1);
    }
    __syncthreads();
    if (t < K * DIMENSIONS)
        atomicAdd((unsigned long long *)&sums->position[t / DIMENSIONS][t % DIMENSIONS],
                  position[t / DIMENSIONS][t % DIMENSIONS]);
    if (t < K)
        atomicAdd(&sums->count[t], count[t]);
}

int main()
{
    const int n = 6000;
    Random random(421);
    std::vector<int2> points(n);
    for (int i = 0; i < n; i++) {
        int cluster = (int)(random.next() % 5);
        points[i].x = cluster * 20000 + (int)(random.next() % 15000);
        points[i].y = (cluster * 37 % 5) * 18000 - (int)(random.next() % 15000);
    }
    int host[K][DIMENSIONS];
    for (int k = 0; k < K; k++) {
        host[k][0] = points[k * 700].x;
        host[k][1] = points[k * 700].y;
    }
    int2 *dpoints = to_device(points);
    int *labels = to_device(std::vector<int>(n, -1)), *dchanged = on_device<int>(1);
    Sums *dsums = on_device<Sums>(1), sums;
    for (int turn = 0; turn < 30; turn++) {
        int changed;
        CHECK(cudaMemcpyToSymbol(centres, host, sizeof host));
        CHECK(cudaMemset(dsums, 0, sizeof(Sums)));
        CHECK(cudaMemset(dchanged, 0, sizeof(int)));
        assign<<<12, 128>>>(dpoints, labels, n, dsums, dchanged);
        CHECK(cudaMemcpy(&sums, dsums, sizeof sums, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(&changed, dchanged, sizeof changed, cudaMemcpyDeviceToHost));
        for (int k = 0; k < K; k++)
            for (int d = 0; d < DIMENSIONS && sums.count[k]; d++)
                host[k][d] = (int)(sums.position[k][d] / sums.count[k]);
        printf("turn %d: %d changed\n", turn, changed);
        if (!changed)
            break;
    }
    int total = 0;
    for (int k = 0; k < K; k++) {
        printf("centre %d: (%d, %d) of %d\n", k, host[k][0], host[k][1], sums.count[k]);
        total += sums.count[k];
    }
    printf("all: %d\n", total == n);
    print_hash("labels", labels, n);
    return 0;
}
