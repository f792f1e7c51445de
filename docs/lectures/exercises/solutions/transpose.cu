// SPDX-License-Identifier: Apache-2.0
// A word of padding in each row: a column touches every bank once.
#include <cstdio>
#include <vector>

const int N = 128, TILE = 16;

__global__ void transpose(const float *in, float *out)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * N + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    std::vector<float> in(N * N), found(N * N);
    for (int i = 0; i < N * N; i++)
        in[i] = (float)i;
    float *from, *to;
    cudaMalloc(&from, N * N * sizeof(float));
    cudaMalloc(&to, N * N * sizeof(float));
    cudaMemcpy(from, in.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(from, to);
    cudaMemcpy(found.data(), to, N * N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    bool is_right = true;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            is_right &= found[y * N + x] == in[x * N + y];
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
