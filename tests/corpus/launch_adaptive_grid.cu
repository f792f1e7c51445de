// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// Adaptive quadrature: blocks refine cells of a grid in which the integrand is rough. Sums and the report are made by tail
// launches, which see what all refinements wrote; one tail launch launches the next round of itself.
#include <cstdio>

constexpr int cells = 16;
constexpr double tolerance = 1e-7;

__device__ double parts[cells];
__device__ unsigned evaluations, refinements;
__device__ double total;

__device__ double integrand(double x) { return x < 0.3 ? x * x : 1.0 / (x * x * x + 0.125); }

__device__ double simpson(double from, double to)
{
    double middle = 0.5 * (from + to);
    return (to - from) / 6.0 * (integrand(from) + 4.0 * integrand(middle) + integrand(to));
}

__global__ void refine(double from, double to, double whole, int cell, int depth)
{
    double middle = 0.5 * (from + to);
    double left = simpson(from, middle), right = simpson(middle, to);
    atomicAdd(&evaluations, 6u);
    double difference = left + right - whole;
    if (depth == 9 || difference * difference < tolerance * tolerance) {
        parts[cell] += left + right; // the refinements of a cell are in one stream: one after another
        return;
    }
    atomicAdd(&refinements, 1u);
    refine<<<1, 1>>>(from, middle, left, cell, depth + 1);
    refine<<<1, 1>>>(middle, to, right, cell, depth + 1);
}

__global__ void sum(int round)
{
    if (round == 0) total = 0.0;
    total += parts[round];
    if (round + 1 < cells) {
        sum<<<1, 1, 0, cudaStreamTailLaunch>>>(round + 1);
    } else {
        printf("total %.9f\n", total);
    }
}

__global__ void start()
{
    double from = (double)blockIdx.x / cells, to = (double)(blockIdx.x + 1) / cells;
    refine<<<1, 1>>>(from, to, simpson(from, to), blockIdx.x, 0);
    if (blockIdx.x == 0) {
        sum<<<1, 1, 0, cudaStreamTailLaunch>>>(0);
    }
}

int main()
{
    start<<<cells, 1>>>();
    cudaError_t error = cudaDeviceSynchronize();
    unsigned made, asked;
    cudaMemcpyFromSymbol(&made, refinements, sizeof made);
    cudaMemcpyFromSymbol(&asked, evaluations, sizeof asked);
    printf("%s: %u refinements, %u evaluations\n", cudaGetErrorString(error), made, asked);
    return 0;
}
