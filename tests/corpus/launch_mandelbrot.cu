// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// The Mandelbrot set by Mariani and Silver: a block looks at the border of its square; a square with a uniform border is
// filled, a small one computed point by point, any other divided by a launch of four blocks.
#include <cstdio>
#include <cstdlib>

constexpr int size = 256, most_steps = 128, divided = 2, smallest = 16, threads = 64;

__host__ __device__ int steps_at(int x, int y)
{
    float cx = -1.5f + 2.0f * (float)x / (float)size, cy = -1.0f + 2.0f * (float)y / (float)size;
    float zx = cx, zy = cy;
    int steps = 0;
    while (steps < most_steps && zx * zx + zy * zy < 4.0f) {
        float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
        steps++;
    }
    return steps;
}

__global__ void fill(int *steps, int x0, int y0, int side, int value)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < side) steps[(y0 + y) * size + x0 + x] = value;
}

__global__ void compute(int *steps, int x0, int y0, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < side) steps[(y0 + y) * size + x0 + x] = steps_at(x0 + x, y0 + y);
}

__global__ void divide(int *steps, int x0, int y0, int side, int *launches)
{
    x0 += side * blockIdx.x;
    y0 += side * blockIdx.y;
    __shared__ int least, most;
    if (threadIdx.x == 0) least = most_steps + 1, most = -1;
    __syncthreads();
    for (int i = threadIdx.x; i < side; i += blockDim.x) {
        int edges[4] = {steps_at(x0 + i, y0), steps_at(x0 + i, y0 + side - 1), steps_at(x0, y0 + i),
                        steps_at(x0 + side - 1, y0 + i)};
        for (int value : edges) {
            atomicMin(&least, value);
            atomicMax(&most, value);
        }
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    dim3 grid((side + threads - 1) / threads, side);
    if (least == most) {
        fill<<<grid, threads, 0, cudaStreamFireAndForget>>>(steps, x0, y0, side, least);
        atomicAdd(&launches[0], 1);
    } else if (side > smallest) {
        divide<<<dim3(divided, divided), threads>>>(steps, x0, y0, side / divided, launches);
        atomicAdd(&launches[1], 1);
    } else {
        compute<<<grid, threads>>>(steps, x0, y0, side);
        atomicAdd(&launches[2], 1);
    }
}

int main()
{
    int *steps, *launches;
    cudaMallocManaged(&steps, size * size * sizeof(int));
    cudaMallocManaged(&launches, 3 * sizeof(int));
    launches[0] = launches[1] = launches[2] = 0;
    divide<<<dim3(4, 4), threads>>>(steps, 0, 0, size / 4, launches);
    cudaError_t error = cudaDeviceSynchronize();
    long sum = 0;
    for (int i = 0; i < size * size; i++) {
        sum += steps[i];
    }
    printf("%s: %d fills, %d divisions, %d squares\n", cudaGetErrorString(error), launches[0], launches[1], launches[2]);
    printf("sum %ld, center %d, corner %d\n", sum, steps[size * size / 2 + size / 2], steps[0]);
    return 0;
}
