// SPDX-License-Identifier: Apache-2.0
// The wave equation in two dimensions on pitched memory: leapfrog, tiles with a halo, an absorbing sponge.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE_X 16
#define TILE_Y 8

__device__ __forceinline__ float *row(float *base, size_t pitch, int y) { return (float *)((char *)base + y * pitch); }

__global__ void step(float *before, float *now, float *after, size_t pitch, int width, int height, float c2)
{
    __shared__ float tile[TILE_Y + 2][TILE_X + 2];
    const int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool in = x < width && y < height;
    tile[ty][tx] = in ? row(now, pitch, y)[x] : 0.0f;
    if (threadIdx.x == 0)
        tile[ty][0] = x > 0 && y < height ? row(now, pitch, y)[x - 1] : 0.0f;
    if (threadIdx.x == TILE_X - 1)
        tile[ty][TILE_X + 1] = x + 1 < width && y < height ? row(now, pitch, y)[x + 1] : 0.0f;
    if (threadIdx.y == 0)
        tile[0][tx] = y > 0 && x < width ? row(now, pitch, y - 1)[x] : 0.0f;
    if (threadIdx.y == TILE_Y - 1)
        tile[TILE_Y + 1][tx] = y + 1 < height && x < width ? row(now, pitch, y + 1)[x] : 0.0f;
    __syncthreads();
    if (!in)
        return;
    float laplace = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4.0f * tile[ty][tx];
    int edge = min(min(x, width - 1 - x), min(y, height - 1 - y));
    float damp = edge < 6 ? 1.0f - 0.02f * (6 - edge) : 1.0f;
    row(after, pitch, y)[x] = damp * (2.0f * tile[ty][tx] - row(before, pitch, y)[x] + c2 * laplace);
}

int main(void)
{
    const int width = 75, height = 50, steps = 30;
    const size_t line = width * sizeof(float);
    float *field[3], *host = (float *)malloc(width * height * sizeof(float));
    size_t pitch = 0;
    for (int i = 0; i < 3; i++) {
        if (cudaMallocPitch((void **)&field[i], &pitch, line, height) != cudaSuccess)
            return fprintf(stderr, "no memory\n"), 1;
        cudaMemset2D(field[i], pitch, 0, line, height);
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            host[y * width + x] = (float)exp(-0.05 * ((x - 30) * (x - 30) + (y - 20) * (y - 20)));
    cudaMemcpy2D(field[0], pitch, host, line, line, height, cudaMemcpyHostToDevice);
    cudaMemcpy2D(field[1], pitch, field[0], pitch, line, height, cudaMemcpyDeviceToDevice);
    dim3 threads(TILE_X, TILE_Y), blocks((width + TILE_X - 1) / TILE_X, (height + TILE_Y - 1) / TILE_Y);
    for (int s = 0; s < steps; s++) {
        step<<<blocks, threads>>>(field[0], field[1], field[2], pitch, width, height, 0.25f);
        float *oldest = field[0];
        field[0] = field[1];
        field[1] = field[2];
        field[2] = oldest;
        if (s % 10 == 9) {
            float probe[4];
            cudaMemcpy2D(probe, 2 * sizeof(float), (char *)field[1] + 20 * pitch + 30 * sizeof(float), pitch, 2 * sizeof(float), 2, cudaMemcpyDeviceToHost);
            printf("step %d: %.9g %.9g %.9g %.9g\n", s + 1, probe[0], probe[1], probe[2], probe[3]);
        }
    }
    cudaMemcpy2D(host, line, field[1], pitch, line, height, cudaMemcpyDeviceToHost);
    double sum = 0, squares = 0;
    float largest = -1e30f;
    for (int i = 0; i < width * height; i++) {
        sum += host[i];
        squares += (double)host[i] * host[i];
        largest = fmaxf(largest, host[i]);
    }
    printf("sum %.12g squares %.12g largest %.9g, pitch is a multiple of 512: %d\n", sum, squares, largest, pitch % 512 == 0);
    for (int i = 0; i < 3; i++)
        cudaFree(field[i]);
    free(host);
    return 0;
}
