// SPDX-License-Identifier: Apache-2.0
// A structure of arrays: the x of neighboring threads are neighbors.
#include <cstdio>
#include <vector>

const int COUNT = 16384, BLOCK = 128;

struct Particles {
    float *x, *y, *z;
};

__global__ void scale(Particles particles, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles.x[i] *= factor;
}

int main()
{
    std::vector<float> x(COUNT);
    for (int i = 0; i < COUNT; i++)
        x[i] = (float)i;
    Particles particles;
    cudaMalloc(&particles.x, COUNT * sizeof(float));
    cudaMemcpy(particles.x, x.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<COUNT / BLOCK, BLOCK>>>(particles, 2.0f);
    cudaMemcpy(x.data(), particles.x, COUNT * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(particles.x);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= x[i] == 2.0f * i;
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
