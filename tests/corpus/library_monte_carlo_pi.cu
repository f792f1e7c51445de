// SPDX-License-Identifier: Apache-2.0
// Pi by random points, the way courses do it: a kernel that sets states up, one that uses and keeps them.
#include "library.h"

#include <curand_kernel.h>

enum { THREADS = 4096, POINTS = 64 };

__global__ void setup(curandState *states, unsigned long long seed)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, thread, 0, &states[thread]);
}

__global__ void throw_points(curandState *states, unsigned *inside)
{
    __shared__ unsigned sums[256];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[thread];
    unsigned hits = 0;
    for (int i = 0; i < POINTS; i++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        hits += x * x + y * y <= 1.0f;
    }
    states[thread] = state;
    sums[threadIdx.x] = hits;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(inside, sums[0]);
}

int main()
{
    curandState *states = on_device<curandState>(THREADS);
    unsigned *inside = on_device<unsigned>(1);
    setup<<<THREADS / 256, 256>>>(states, 1234);
    for (int round = 1; round <= 3; round++) {
        throw_points<<<THREADS / 256, 256>>>(states, inside);
        unsigned hits = to_host(inside, 1)[0], points = round * THREADS * POINTS;
        printf("%u of %u points: pi is about %.6f\n", hits, points, 4.0 * hits / points);
    }
}
