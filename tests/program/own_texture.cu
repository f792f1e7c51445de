// SPDX-License-Identifier: Apache-2.0
// CUDA had templates called texture and surface until version 12; now the names are free.
#include <cstdio>

__device__ __host__ float texture(float u, float v) { return u + v; }
struct surface {
    float a;
};
namespace scene {
template <class T> struct texture {
    T scale;
};
} // namespace scene
__global__ void k(float *o, scene::texture<float> t) {
    surface s{0.5f};
    o[0] = texture(1, 2) * t.scale + s.a;
}

int main()
{
    float *d, h;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d, scene::texture<float>{2});
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h, texture(3, 4));
}
