// SPDX-License-Identifier: Apache-2.0
// Particles: all pairs from global memory and from tiles, with rsqrtf, with sqrtf and a division, in double; cells of a grid;
// distances to centers as k-means has them; a Mandelbrot set; Monte Carlo; Black-Scholes.
#include "suite.h"

__device__ void pull(float4 from, float4 to, float3 &a)
{
    float x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    float r = rsqrtf(x * x + y * y + z * z + 0.01f), s = to.w * r * r * r;
    a.x += x * s;
    a.y += y * s;
    a.z += z * s;
}

__global__ void all_pairs(int n, const float4 *body, float3 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float3 a = make_float3(0, 0, 0);
    for (int k = 0; k < n; k++)
        pull(me, body[k], a);
    out[i] = a;
}

template <int TILE> __global__ void all_pairs_tiled(int n, const float4 *body, float3 *out)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = body[i];
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        tile[threadIdx.x] = body[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; k++)
            pull(me, tile[k], a);
        __syncthreads();
    }
    out[i] = a;
}

__global__ void all_pairs_divided(int n, const float4 *body, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        float x = body[k].x - me.x, y = body[k].y - me.y;
        sum += body[k].w / sqrtf(x * x + y * y + 0.01f);
    }
    out[i] = sum;
}

__global__ void all_pairs_double(int n, const double2 *body, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double2 me = body[i];
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double x = body[k].x - me.x, y = body[k].y - me.y;
        sum += x * x + y * y;
    }
    out[i] = sum;
}

// The particles of the 27 cells around one's own; eight to a cell.
__global__ void cells(int side, const float4 *body, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, cell = i / 8;
    int x = cell % side, y = cell / side % side, z = cell / side / side;
    float4 me = body[i];
    float sum = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (x + dx < 0 || y + dy < 0 || z + dz < 0 || x + dx >= side || y + dy >= side || z + dz >= side)
                    continue;
                int other = ((z + dz) * side + y + dy) * side + x + dx;
                for (int k = 0; k < 8; k++) {
                    float4 p = body[other * 8 + k];
                    float d = (p.x - me.x) * (p.x - me.x) + (p.y - me.y) * (p.y - me.y) + (p.z - me.z) * (p.z - me.z);
                    if (d < 1)
                        sum += 1 - d;
                }
            }
    out[i] = sum;
}

__global__ void nearest_center(int centers, const float4 *point, const float4 *center, int *out)
{
    __shared__ float4 c[64];
    if (threadIdx.x < centers)
        c[threadIdx.x] = center[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
    float4 p = point[i];
    float least = 1e30f;
    for (int k = 0; k < centers; k++) {
        float x = p.x - c[k].x, y = p.y - c[k].y, z = p.z - c[k].z, w = p.w - c[k].w, d = x * x + y * y + z * z + w * w;
        if (d < least) {
            least = d;
            best = k;
        }
    }
    out[i] = best;
}

__global__ void mandelbrot(int w, int h, int limit, int *out)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float cx = 3.0f * px / w - 2, cy = 2.0f * py / h - 1, x = 0, y = 0;
    while (k < limit && x * x + y * y < 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        k++;
    }
    out[py * w + px] = k;
}

__global__ void monte_carlo(int tries, unsigned *inside)
{
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1, found = 0;
    for (int i = 0; i < tries; i++) {
        s = s * 1664525u + 1013904223u;
        float x = (s >> 8) * (1.0f / (1 << 24));
        s = s * 1664525u + 1013904223u;
        float y = (s >> 8) * (1.0f / (1 << 24));
        found += x * x + y * y < 1;
    }
    atomicAdd(inside, found);
}

__device__ float normal(float d)
{
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

__global__ void black_scholes(int n, const float *price, float *call)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = 50 + 10 * price[i], strike = 55, t = 0.5f, root = sqrtf(t), v = 0.3f, r = 0.02f;
    float d = (logf(s / strike) + (r + 0.5f * v * v) * t) / (v * root);
    call[i] = s * normal(d) - strike * expf(-r * t) * normal(d - v * root);
}

int main()
{
    const int n = 4096, side = 16;
    float4 *body = (float4 *)floats(4 * 262144, 1);
    float3 *force = zeros<float3>(262144);
    float *out = (float *)force;
    all_pairs<<<n / 128, 128>>>(n, body, force);
    show("all_pairs", out, 3 * n);
    all_pairs_tiled<256><<<n / 256, 256>>>(n, body, force);
    show("all_pairs_tiled 256", out, 3 * n);
    all_pairs_tiled<64><<<n / 64, 64>>>(n, body, force);
    show("all_pairs_tiled 64", out, 3 * n);
    all_pairs_divided<<<n / 64, 64>>>(1024, body, out);
    show("all_pairs_divided", out, n);
    all_pairs_double<<<n / 128, 128>>>(1024, (double2 *)filled<double>(2 * n, [](unsigned i) { return hash(i) % 1024 / 1024.0; }), (double *)out);
    show("all_pairs_double", (double *)out, n);
    cells<<<side * side * side * 8 / 128, 128>>>(side, body, out);
    show("cells", out, side * side * side * 8);
    nearest_center<<<262144 / 256, 256>>>(50, body, body + 1000, (int *)out);
    show("nearest_center", (int *)out, 262144);
    mandelbrot<<<dim3(640 / 16, 480 / 16), dim3(16, 16)>>>(640, 480, 200, (int *)out);
    show("mandelbrot 16x16", (int *)out, 640 * 480);
    mandelbrot<<<dim3(640 / 64, 480 / 2), dim3(64, 2)>>>(640, 480, 64, (int *)out);
    show("mandelbrot 64x2", (int *)out, 640 * 480);
    CUDA(cudaMemset(out, 0, 4));
    monte_carlo<<<300, 200>>>(100, (unsigned *)out);
    show("monte_carlo", (unsigned *)out, 1);
    black_scholes<<<(500000 + 127) / 128, 128>>>(500000, (float *)body, out);
    show("black_scholes", out, 500000);
    return 0;
}
