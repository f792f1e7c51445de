// SPDX-License-Identifier: Apache-2.0
// Gravity among bodies: all pairs from global memory, and by tiles of positions in shared memory as in
// GPU Gems 3; positions are float4 with the mass in w.
#include "corpus.h"

#define EPS2 0.01f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    // r_ij  [3 FLOPS]
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    // distSqr = dot(r_ij, r_ij) + EPS^2  [6 FLOPS]
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float invDist = rsqrtf(distSqr);
    float invDistCube = invDist * invDist * invDist;
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__device__ float3 tile_calculation(float4 myPosition, float3 accel)
{
    extern __shared__ float4 shPosition[];
#pragma unroll 8
    for (int i = 0; i < blockDim.x; i++)
        accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
    return accel;
}

__global__ void calculate_forces(float4 *globalX, float4 *globalA, int N)
{
    extern __shared__ float4 shPosition[];
    float3 acc = {0.0f, 0.0f, 0.0f};
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 myPosition = globalX[gtid];
    for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = globalX[idx];
        __syncthreads();
        acc = tile_calculation(myPosition, acc);
        __syncthreads();
    }
    float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
    globalA[gtid] = acc4;
}

__global__ void forces_direct(const float4 *x, float4 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 sum = make_float3(0, 0, 0);
    for (int j = 0; j < n; j++)
        sum = bodyBodyInteraction(x[i], x[j], sum);
    a[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

__global__ void integrate(float4 *x, float3 *v, const float4 *a, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        v[i].x += a[i].x * dt;
        v[i].y += a[i].y * dt;
        v[i].z += a[i].z * dt;
        x[i].x += v[i].x * dt;
        x[i].y += v[i].y * dt;
        x[i].z += v[i].z * dt;
    }
}

int main()
{
    const int n = 512, block = 128, steps = 3;
    Random random(6);
    std::vector<float4> bodies(n);
    for (int i = 0; i < n; i++)
        bodies[i] = make_float4(1 + 10 * random.uniform(), 1 + 10 * random.uniform(),
                                1 + 10 * random.uniform(), 0.5f + random.uniform());
    float4 *x = to_device(bodies), *a, *direct;
    float3 *v;
    CHECK(cudaMalloc(&a, n * sizeof(float4)));
    CHECK(cudaMalloc(&direct, n * sizeof(float4)));
    CHECK(cudaMalloc(&v, n * sizeof(float3)));
    CHECK(cudaMemset(v, 0, n * sizeof(float3)));

    forces_direct<<<n / block, block>>>(x, direct, n);
    for (int step = 0; step < steps; step++) {
        calculate_forces<<<n / block, block, block * sizeof(float4)>>>(x, a, n);
        if (step == 0) {
            std::vector<float4> one = to_host(direct, n), two = to_host(a, n);
            float worst = 0;
            for (int i = 0; i < n; i++)
                worst = std::max(worst, std::abs(one[i].x - two[i].x));
            printf("tiles agree: %s\n", worst < 1e-3f ? "yes" : "NO");
        }
        integrate<<<n / block, block>>>(x, v, a, 0.01f, n);
    }
    print_rounded("positions and masses", (float *)x, 4 * n, 5);
    std::vector<float4> end = to_host(x, n);
    double mass = 0, moment = 0;
    for (const float4 &body : end) {
        mass += body.w;
        moment += (double)body.w * body.x;
    }
    printf("center of mass: %.4g\n", moment / mass);
    CHECK(cudaFree(x));
    CHECK(cudaFree(a));
    CHECK(cudaFree(direct));
    CHECK(cudaFree(v));
    return 0;
}
