// SPDX-License-Identifier: Apache-2.0
// Exercise "coalescing" (MUNI): scale() reads and writes an array of structures, so that neighboring
// threads are 12 bytes apart. Change the layout of the particles, and scale(), so that it moves only x, and every
// transferred byte is used. The y and z of the particles stay on the GPU, and stay as they are.
#include <cstdio>
#include <vector>

const int COUNT = 16384, BLOCK = 128;

struct Particle {
    float x, y, z;
};

__global__ void scale(Particle *particles, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles[i].x *= factor;
}

int main()
{
    std::vector<Particle> host(COUNT);
    for (int i = 0; i < COUNT; i++)
        host[i] = {(float)i, i + 0.25f, i + 0.5f};
    Particle *particles;
    cudaMalloc(&particles, COUNT * sizeof(Particle));
    cudaMemcpy(particles, host.data(), COUNT * sizeof(Particle), cudaMemcpyHostToDevice);
    scale<<<COUNT / BLOCK, BLOCK>>>(particles, 2.0f);
    cudaMemcpy(host.data(), particles, COUNT * sizeof(Particle), cudaMemcpyDeviceToHost);
    cudaFree(particles);
    bool is_right = true;
    for (int i = 0; i < COUNT; i++)
        is_right &= host[i].x == 2.0f * i && host[i].y == i + 0.25f && host[i].z == i + 0.5f;
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
