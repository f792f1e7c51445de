// SPDX-License-Identifier: Apache-2.0
// A block loads one pair of tiles after another; each number in shared memory is used 16 times.
#include <cstdio>
#include <vector>

const int N = 128, TILE = 16;

__global__ void multiply(const int *a, const int *b, int *c)
{
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    __shared__ int left[TILE][TILE], right[TILE][TILE];
    int sum = 0;
    for (int start = 0; start < N; start += TILE) {
        left[threadIdx.y][threadIdx.x] = a[row * N + start + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * N + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

int main()
{
    std::vector<int> a(N * N), b(N * N), c(N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = i * 37 % 101;
        b[i] = i * 53 % 97;
    }
    size_t bytes = N * N * sizeof(int);
    int *on_device[3];
    for (int *&matrix : on_device)
        cudaMalloc(&matrix, bytes);
    cudaMemcpy(on_device[0], a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(on_device[1], b.data(), bytes, cudaMemcpyHostToDevice);
    multiply<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(on_device[0], on_device[1], on_device[2]);
    cudaMemcpy(c.data(), on_device[2], bytes, cudaMemcpyDeviceToHost);
    for (int *matrix : on_device)
        cudaFree(matrix);
    bool is_right = true;
    for (int i = 0; i < N * N; i++) {
        int sum = 0;
        for (int k = 0; k < N; k++)
            sum += a[i / N * N + k] * b[k * N + i % N];
        is_right &= c[i] == sum;
    }
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
