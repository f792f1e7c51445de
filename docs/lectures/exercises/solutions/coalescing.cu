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
    std::vector<float> x(COUNT), y(COUNT), z(COUNT);
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = i + 0.25f;
        z[i] = i + 0.5f;
    }
    size_t bytes = COUNT * sizeof(float);
    Particles particles;
    cudaMalloc(&particles.x, bytes);
    cudaMalloc(&particles.y, bytes);
    cudaMalloc(&particles.z, bytes);
    cudaMemcpy(particles.x, x.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(particles.y, y.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(particles.z, z.data(), bytes, cudaMemcpyHostToDevice);
    scale<<<COUNT / BLOCK, BLOCK>>>(particles, 2.0f);
    cudaMemcpy(x.data(), particles.x, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), particles.y, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(z.data(), particles.z, bytes, cudaMemcpyDeviceToHost);
    cudaFree(particles.x);
    cudaFree(particles.y);
    cudaFree(particles.z);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= x[i] == 2.0f * i && y[i] == i + 0.25f && z[i] == i + 0.5f;
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
