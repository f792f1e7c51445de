// SPDX-License-Identifier: Apache-2.0
// Laplace's equation on a square by Jacobi iterations between two grids until no point changes by more
// than the tolerance; the largest change is an atomic maximum over the bits of the floats.
#include <stdio.h>

#include "corpus.h"

#define N 34
#define AT(i, j) ((i)*N + (j))

__global__ void jacobi(const float *old, float *now, unsigned int *largest)
{
    __shared__ unsigned int block_largest;
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;

    if (threadIdx.x == 0 && threadIdx.y == 0)
        block_largest = 0;
    __syncthreads();
    if (i < N - 1 && j < N - 1) {
        float value = 0.25f * (old[AT(i - 1, j)] + old[AT(i + 1, j)] + old[AT(i, j - 1)] +
                               old[AT(i, j + 1)]);
        now[AT(i, j)] = value;
        /* The bits of floats that are not negative order as the floats do. */
        atomicMax(&block_largest, __float_as_uint(fabsf(value - old[AT(i, j)])));
    }
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
        atomicMax(largest, block_largest);
}

static float host_step(const float *old, float *now)
{
    float largest = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            now[AT(i, j)] = 0.25f * (old[AT(i - 1, j)] + old[AT(i + 1, j)] + old[AT(i, j - 1)] +
                                     old[AT(i, j + 1)]);
            float change = now[AT(i, j)] - old[AT(i, j)];
            if (change < 0)
                change = -change;
            if (change > largest)
                largest = change;
        }
    return largest;
}

int main(int argc, char *argv[])
{
    const float tolerance = 1e-2f;
    float *a, *b, *h_a, *h_b, *swap;
    unsigned int *largest;
    float change = 0.0f;
    int iterations = 0;

    CHECK(cudaMallocManaged(&a, N * N * sizeof(float)));
    CHECK(cudaMallocManaged(&b, N * N * sizeof(float)));
    CHECK(cudaMallocManaged(&largest, sizeof(unsigned int)));
    h_a = (float *)calloc(N * N, sizeof(float));
    h_b = (float *)calloc(N * N, sizeof(float));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float value = i == 0 ? 100.0f : j == N - 1 ? 3.0f * i : 0.0f;
            a[AT(i, j)] = b[AT(i, j)] = h_a[AT(i, j)] = h_b[AT(i, j)] = value;
        }

    dim3 block(16, 8);
    dim3 grid((N - 2 + 15) / 16, (N - 2 + 7) / 8);
    int different = 0;
    do {
        *largest = 0;
        jacobi<<<grid, block>>>(a, b, largest);
        CHECK(cudaDeviceSynchronize());
        memcpy(&change, largest, sizeof(float));
        different += change != host_step(h_a, h_b);
        swap = a, a = b, b = swap;
        swap = h_a, h_a = h_b, h_b = swap;
        iterations++;
    } while (change > tolerance && iterations < 1000);

    printf("%d iterations, last change %.9g, %d steps differ\n", iterations, change, different);
    for (int i = 0; i < N * N; i++)
        different += a[i] != h_a[i];
    printf("%s\n", different ? "DIFFERENT" : "same as on the host");
    print_hash("temperature", std::vector<float>(a, a + N * N));
    cudaFree(a);
    cudaFree(b);
    cudaFree(largest);
    free(h_a);
    free(h_b);
    return different != 0;
}
