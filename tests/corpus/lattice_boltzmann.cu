// SPDX-License-Identifier: Apache-2.0
// A D2Q9 lattice Boltzmann flow past a block with bounce-back walls, structure of arrays, float.
#include <cstdio>
#include <cstdlib>
#include <utility>

#define NX 64
#define NY 24
#define Q 9
__constant__ float w[Q] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__constant__ int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

__device__ __host__ __forceinline__ size_t at(int q, int x, int y) { return ((size_t)q * NY + y) * NX + x; }

__device__ float equilibrium(int q, float rho, float ux, float uy)
{
    float cu = 3.0f * (cx[q] * ux + cy[q] * uy);
    return w[q] * rho * (1.0f + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
}

__global__ void init(float *f)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    for (int q = 0; q < Q; ++q)
        f[at(q, x, y)] = equilibrium(q, 1.0f, 0.05f, 0.001f * (y % 5 - 2));
}

__global__ void collide_and_stream(const float *__restrict__ f, float *__restrict__ g, const unsigned char *solid, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float in[Q], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < Q; ++q) {
        int sx = (x - cx[q] + NX) % NX, sy = (y - cy[q] + NY) % NY;
        in[q] = solid[sy * NX + sx] ? f[at(opposite[q], x, y)] : f[at(q, sx, sy)];
        rho += in[q];
        ux += cx[q] * in[q];
        uy += cy[q] * in[q];
    }
    ux = ux / rho + 1e-4f, uy /= rho;
    for (int q = 0; q < Q; ++q)
        g[at(q, x, y)] = solid[y * NX + x] ? f[at(q, x, y)] : in[q] - omega * (in[q] - equilibrium(q, rho, ux, uy));
}

__global__ void moments(const float *f, const unsigned char *solid, float3 *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float3 m = {0, 0, 0};
    if (!solid[y * NX + x])
        for (int q = 0; q < Q; q++) {
            float v = f[at(q, x, y)];
            m.x += v, m.y += v * cx[q], m.z += v * cy[q];
        }
    out[y * NX + x] = m;
}

int main()
{
    static unsigned char solid[NX * NY];
    static float3 m[NX * NY];
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
            solid[y * NX + x] = y == 0 || y == NY - 1 || (x > 14 && x < 20 && y > 8 && y < 15);
    float *f, *g;
    unsigned char *ds;
    float3 *dm;
    cudaMalloc(&f, sizeof(float) * Q * NX * NY);
    cudaMalloc(&g, sizeof(float) * Q * NX * NY);
    cudaMalloc(&ds, sizeof solid);
    cudaMalloc(&dm, sizeof m);
    cudaMemcpy(ds, solid, sizeof solid, cudaMemcpyHostToDevice);
    dim3 grid(NX / 32, NY);
    init<<<grid, 32>>>(f);
    for (int step = 0; step < 20; step++) {
        collide_and_stream<<<grid, 32>>>(f, g, ds, 1.2f);
        std::swap(f, g);
    }
    moments<<<grid, 32>>>(f, ds, dm);
    cudaMemcpy(m, dm, sizeof m, cudaMemcpyDeviceToHost);
    double mass = 0, px = 0, py = 0;
    for (const float3 &c : m)
        mass += c.x, px += c.y, py += c.z;
    printf("mass %.12g momentum %.12g %.12g\n", mass, px, py);
    for (int x = 4; x < NX; x += 16)
        printf("%d: %.9g %.9g %.9g\n", x, m[12 * NX + x].x, m[12 * NX + x].y, m[12 * NX + x].z);
    cudaFree(f), cudaFree(g), cudaFree(ds), cudaFree(dm);
    return 0;
}
