// SPDX-License-Identifier: Apache-2.0
// The 0/1 knapsack by dynamic programming, an item a launch with two rows, and the items by bits of a table.
#include <cstdio>
#include <vector>

__constant__ int c_weight[64];
__constant__ int c_value[64];

__global__ void item(const int *__restrict__ before, int *__restrict__ after, unsigned *taken, int k, int capacity)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    bool take = false;
    if (w <= capacity) {
        int best = before[w];
        if (w >= c_weight[k]) {
            int with = before[w - c_weight[k]] + c_value[k];
            take = with > best;
            best = take ? with : best;
        }
        after[w] = best;
    }
    unsigned bits = __ballot_sync(0xffffffff, take);
    if ((threadIdx.x & (warpSize - 1)) == 0)
        taken[k * (gridDim.x * blockDim.x / 32) + w / 32] = bits;
}

int main()
{
    const int items = 40, capacity = 3000, threads = 256, blocks = (capacity + threads) / threads;
    const int words = blocks * threads / 32;
    std::vector<int> weight(items), value(items), best(capacity + 1);
    for (int i = 0; i < items; i++) {
        weight[i] = 30 + (i * 53 + 17) % 190;
        value[i] = 10 + (i * i * 7 + 29) % 311;
    }
    cudaMemcpyToSymbol(c_weight, weight.data(), items * sizeof(int));
    cudaMemcpyToSymbol(c_value, value.data(), items * sizeof(int), 0, cudaMemcpyHostToDevice);
    int *row[2];
    unsigned *taken;
    for (int *&r : row) {
        cudaMalloc(&r, (capacity + 1) * sizeof(int));
        cudaMemset(r, 0, (capacity + 1) * sizeof(int));
    }
    cudaMalloc(&taken, items * words * sizeof(unsigned));
    for (int k = 0; k < items; k++)
        item<<<blocks, threads>>>(row[k & 1], row[~k & 1], taken, k, capacity);
    std::vector<unsigned> bits(items * words);
    cudaMemcpy(best.data(), row[items & 1], best.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(bits.data(), taken, bits.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    int left = capacity, sum = 0, count = 0;
    printf("items");
    for (int k = items - 1; k >= 0; k--)
        if (bits[k * words + left / 32] >> (left % 32) & 1u) {
            printf(" %d", k);
            sum += value[k];
            left -= weight[k];
            count++;
        }
    unsigned hash = 2166136261u;
    for (int b : best)
        hash = (hash ^ (unsigned)b) * 16777619u;
    printf("\nbest %d, from %d items %d, %d left, hash %08x\n", best[capacity], count, sum, left, hash);
    for (int *r : row)
        cudaFree(r);
    cudaFree(taken);
    return 0;
}
