// SPDX-License-Identifier: Apache-2.0
// Exercise "product" (EPFL): each thread reads a row and a column from global memory, 2 * 128 numbers. Let the
// threads of a block share what they load, so that each of them loads 2 * 8 numbers.
#include <cstdio>
#include <vector>

const int N = 128, TILE = 16;

__global__ void multiply(const int *a, const int *b, int *c)
{
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[row * N + k] * b[k * N + column];
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
