// SPDX-License-Identifier: Apache-2.0
// Tiles and coalesced groups exchange values of any type.
#include <cooperative_groups.h>
#include <cstdio>

#if CUDART_VERSION < 12000
#error "the runtime's version is not known to device code"
#endif

namespace cg = cooperative_groups;
struct Particle {
    double mass;
    int id;
};

__global__ void exchange(uint4 *out, Particle *particles, int *last)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned x = threadIdx.x;
    out[x] = tile.shfl_xor(make_uint4(x, x * 2, x * 3, x * 4), 1);
    Particle particle = {x * 0.5, (int)x};
    particles[x] = tile.shfl_down(particle, 2);
    if (x % 3 == 0) {
        cg::coalesced_group third = cg::coalesced_threads();
        last[x] = third.shfl(particle, third.size() - 1).id;
    }
}

int main()
{
    uint4 *out;
    Particle *particles;
    int *last;
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&particles, 32 * sizeof *particles);
    cudaMallocManaged(&last, 32 * sizeof *last);
    exchange<<<1, 32>>>(out, particles, last);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%u %u %u %u\n", out[6].x, out[6].y, out[6].z, out[6].w);
    printf("%g %d, %g %d, %d\n", particles[4].mass, particles[4].id, particles[15].mass,
           particles[15].id, last[9]);
    return 0;
}
