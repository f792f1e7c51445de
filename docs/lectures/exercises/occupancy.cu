// SPDX-License-Identifier: Apache-2.0
// Exercise "occupancy" (UT): blocks of 8 x 8 threads fill two thirds of an SM of a G80, because it takes 8 blocks at
// most. Choose the tile so that the SM can be full, and say so with __launch_bounds__(threads, blocks).
#include <cstdio>
#include <vector>

const int N = 96, TILE = 8;

__global__ void multiply(const float *a, const float *b, float *c)
{
    __shared__ float part_a[TILE][TILE], part_b[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
#pragma unroll 1
    for (int tile = 0; tile < N; tile += TILE) {
        part_a[threadIdx.y][threadIdx.x] = a[y * N + tile + threadIdx.x];
        part_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * N + x];
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < TILE; k++)
            sum += part_a[threadIdx.y][k] * part_b[k][threadIdx.x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}

int main()
{
    std::vector<float> a(N * N), b(N * N), c(N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    float *on_device[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&on_device[i], N * N * sizeof(float));
    cudaMemcpy(on_device[0], a.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(on_device[1], b.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
    multiply<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(on_device[0], on_device[1], on_device[2]);
    cudaMemcpy(c.data(), on_device[2], N * N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        cudaFree(on_device[i]);
    bool is_right = true;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[y * N + k] * b[k * N + x];
            is_right &= c[y * N + x] == sum;
        }
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
