// SPDX-License-Identifier: Apache-2.0
// The Ising model in checkerboard updates with a counter-based generator (Philox 4x32-10) and thresholds as integers.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Philox {
    uint4 counter;
    uint2 key;
    __device__ static void round(uint4 &c, uint2 k)
    {
        uint32_t h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
        uint32_t h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
    }
    __device__ uint4 operator()() const
    {
        uint4 c = counter;
        uint2 k = key;
#pragma unroll
        for (int i = 0; i < 10; i++) {
            round(c, k);
            k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
        }
        return c;
    }
};

constexpr int L = 64;
__constant__ uint32_t threshold[2]; // for energy changes of 4 and 8

__global__ void known_answer(uint4 *out)
{
    out[0] = Philox{{0, 0, 0, 0}, {0, 0}}();
    out[1] = Philox{{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}}();
}

__global__ void update(signed char *spin, int colour, int sweep)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y, half = blockIdx.x * blockDim.x + threadIdx.x;
    int x = 2 * half + ((y + colour) & 1);
    Philox random = {make_uint4(half, y, colour, sweep), make_uint2(2024, 7)};
    int s = spin[y * L + x];
    int sum = spin[y * L + (x + 1) % L] + spin[y * L + (x + L - 1) % L] + spin[(y + 1) % L * L + x] + spin[(y + L - 1) % L * L + x];
    int change = 2 * s * sum;
    if (change <= 0 || random().x < threshold[change / 4 - 1])
        spin[y * L + x] = -s;
}

__global__ void measure(const signed char *spin, int *magnetisation, int *energy)
{
    int x = threadIdx.x, y = blockIdx.x, s = spin[y * L + x];
    int m = s, e = -s * (spin[y * L + (x + 1) % L] + spin[(y + 1) % L * L + x]);
    m = __reduce_add_sync(0xffffffff, m);
    e = __reduce_add_sync(0xffffffff, e);
    if (x % 32 == 0) {
        atomicAdd(magnetisation, m);
        atomicAdd(energy, e);
    }
}

int main()
{
    signed char *spin, *host = (signed char *)malloc(L * L);
    int *result, r[2];
    uint4 *known, k[2];
    cudaMalloc((void **)&spin, L * L);
    cudaMalloc((void **)&result, 2 * sizeof(int));
    cudaMalloc((void **)&known, sizeof k);
    known_answer<<<1, 1>>>(known);
    cudaMemcpy(k, known, sizeof k, cudaMemcpyDeviceToHost);
    printf("%08x %08x %08x %08x\n%08x %08x %08x %08x\n", k[0].x, k[0].y, k[0].z, k[0].w, k[1].x, k[1].y, k[1].z, k[1].w);
    for (double beta : {0.3, 0.44, 0.6}) {
        uint32_t t[2] = {(uint32_t)(exp(-4 * beta) * 65536) << 16, (uint32_t)(exp(-8 * beta) * 65536) << 16};
        cudaMemcpyToSymbol(threshold, t, sizeof t);
        cudaMemset(spin, 1, L * L);
        for (int sweep = 0; sweep < 12; sweep++)
            for (int colour = 0; colour < 2; colour++)
                update<<<dim3(1, L / 4), dim3(L / 2, 4)>>>(spin, colour, sweep);
        cudaMemset(result, 0, sizeof r);
        measure<<<L, L>>>(spin, result, result + 1);
        cudaMemcpy(r, result, sizeof r, cudaMemcpyDeviceToHost);
        cudaMemcpy(host, spin, L * L, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int i = 0; i < L * L; i++)
            hash = hash * 31 + (unsigned)(host[i] + 1);
        printf("beta %.2f: m %.6f e %.6f spins %08x\n", beta, (double)r[0] / (L * L), (double)r[1] / (L * L), hash);
    }
    cudaFree(spin), cudaFree(result), cudaFree(known);
    free(host);
    return 0;
}
