// SPDX-License-Identifier: Apache-2.0
// What findings call memory. Each comment says what the variable of the line's finding is called.
#include <cuda_runtime.h>

struct Body {
    float position[3], mass;
};

struct Tile : Body {
    struct {
        short x, y;
    } pairs[2];
};

template <typename T> struct View {
    int size;
    struct {
        T *data;
    } inner;
};

__device__ Body world[4];

__global__ void race(Body *bodies, View<float4> view, int i)
{
    __shared__ Tile tiles[2][2];
    Body own;
    tiles[1][i].pairs[1].y = threadIdx.x; // tiles[1][0].pairs[1].y
    tiles[1][i].mass = threadIdx.x;       // tiles[1][0].mass
    bodies[1].position[2] = threadIdx.x;  // bodies[1].position[2]
    world[3].mass = threadIdx.x;          // world[3].mass
    view.inner.data[2] = make_float4(threadIdx.x, 0, 0, 0); // view.inner.data[2]
    view.inner.data[i].z = threadIdx.x;   // view.inner.data[0].z
    own.position[i] = 0;
    bodies[i].mass = own.position[i + 1] + 1; // own.position[1]
}

int main()
{
    Body *bodies;
    View<float4> view;
    view.size = 3;
    cudaMalloc(&bodies, 2 * sizeof(Body));
    cudaMalloc(&view.inner.data, 3 * sizeof(float4));
    race<<<1, 2>>>(bodies, view, 0);
    cudaDeviceSynchronize();
    cudaFree(bodies);
    cudaFree(view.inner.data);
}
