// SPDX-License-Identifier: Apache-2.0
// Exercise "halo" (SHEF): each thread reads its eight neighbors from global memory. Load a tile with
// its rim of one element into shared memory, its loads spread over the threads of the block, and
// read the neighbors there.
#include <cstdio>
#include <vector>

const int N = 64, DIM = 8; // outputs; the picture has a rim of one more on each side

__global__ void gather(const int *in, int *out)
{
    int x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
    int sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            if (dx != 1 || dy != 1)
                sum += in[(y + dy) * (N + 2) + x + dx];
    out[y * N + x] = sum;
}

int main()
{
    std::vector<int> in((N + 2) * (N + 2)), out(N * N);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (int)(i * 37 % 101);
    int *from, *to;
    cudaMalloc(&from, in.size() * sizeof(int));
    cudaMalloc(&to, out.size() * sizeof(int));
    cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    gather<<<dim3(N / DIM, N / DIM), dim3(DIM, DIM)>>>(from, to);
    cudaMemcpy(out.data(), to, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    bool is_right = true;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int sum = -in[(y + 1) * (N + 2) + x + 1];
            for (int dy = 0; dy < 3; dy++)
                for (int dx = 0; dx < 3; dx++)
                    sum += in[(y + dy) * (N + 2) + x + dx];
            is_right &= out[y * N + x] == sum;
        }
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
