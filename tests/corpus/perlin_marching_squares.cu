// SPDX-License-Identifier: Apache-2.0
// Perlin noise with octaves, and its contour lines by marching squares: count, scan, emit with a packed table.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace noise
{
__constant__ uint8_t permutation[512];
namespace detail
{
__device__ inline float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
__device__ inline float lerp(float t, float a, float b) { return a + t * (b - a); }
__device__ inline float gradient(int hash, float x, float y, float z)
{
    int h = hash & 15;
    float u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}
} // namespace detail

__device__ float perlin(float x, float y, float z)
{
    using namespace detail;
    const uint8_t *p = permutation;
    int X = (int)floorf(x) & 255, Y = (int)floorf(y) & 255, Z = (int)floorf(z) & 255;
    x -= floorf(x), y -= floorf(y), z -= floorf(z);
    float u = fade(x), v = fade(y), w = fade(z);
    int A = p[X] + Y, AA = p[A] + Z, AB = p[A + 1] + Z, B = p[X + 1] + Y, BA = p[B] + Z, BB = p[B + 1] + Z;
    return lerp(w, lerp(v, lerp(u, gradient(p[AA], x, y, z), gradient(p[BA], x - 1, y, z)), lerp(u, gradient(p[AB], x, y - 1, z), gradient(p[BB], x - 1, y - 1, z))),
                lerp(v, lerp(u, gradient(p[AA + 1], x, y, z - 1), gradient(p[BA + 1], x - 1, y, z - 1)),
                     lerp(u, gradient(p[AB + 1], x, y - 1, z - 1), gradient(p[BB + 1], x - 1, y - 1, z - 1))));
}
} // namespace noise

__global__ void field(float *out, int side, float z)
{
    int x = threadIdx.x, y = blockIdx.x;
    float sum = 0, amplitude = 1, frequency = 3.7f / side;
    for (int octave = 0; octave < 4; octave++, amplitude *= 0.5f, frequency *= 2.03f)
        sum += amplitude * noise::perlin(x * frequency, y * frequency, z + octave);
    out[y * side + x] = sum;
}

// Edges of a cell: 0 bottom, 1 right, 2 top, 3 left; two bits an edge, four edges a case.
__device__ const uint8_t segments[16] = {0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0};
__constant__ unsigned char ends[16][4] = {{0}, {3, 0}, {0, 1}, {3, 1}, {1, 2}, {3, 0, 1, 2}, {0, 2}, {3, 2}, {2, 3}, {2, 0}, {0, 1, 2, 3}, {2, 1}, {1, 3}, {1, 0}, {0, 3}, {0}};

__device__ int kind(const float *f, int side, int cell, float level)
{
    const float *c = f + cell / (side - 1) * side + cell % (side - 1);
    return (c[0] > level) | (c[1] > level) << 1 | (c[side + 1] > level) << 2 | (c[side] > level) << 3;
}

__device__ float2 crossing(const float *f, int side, int cell, int edge, float level)
{
    int x = cell % (side - 1), y = cell / (side - 1);
    int ax = x + (edge == 1), ay = y + (edge == 2), bx = x + (edge != 3), by = y + (edge != 0);
    float a = f[ay * side + ax], b = f[by * side + bx], t = (level - a) / (b - a);
    return make_float2(ax + t * (bx - ax), ay + t * (by - ay));
}

__global__ void count(const float *f, int side, float level, int *counts)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell < (side - 1) * (side - 1))
        counts[cell] = segments[kind(f, side, cell, level)];
}

__global__ void exclusive_scan(int *data, int n, int *total)
{
    const int lane = threadIdx.x;
    int carry = 0;
    for (int base = 0; base < n; base += 32) {
        int own = base + lane < n ? data[base + lane] : 0, v = own;
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += other;
        }
        if (base + lane < n)
            data[base + lane] = carry + v - own;
        carry += __shfl_sync(0xffffffff, v, 31);
    }
    if (!lane)
        *total = carry;
}

__global__ void emit(const float *f, int side, float level, const int *offsets, float4 *lines)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= (side - 1) * (side - 1))
        return;
    int k = kind(f, side, cell, level);
    for (int s = 0; s < segments[k]; s++) {
        float2 a = crossing(f, side, cell, ends[k][2 * s], level), b = crossing(f, side, cell, ends[k][2 * s + 1], level);
        lines[offsets[cell] + s] = make_float4(a.x, a.y, b.x, b.y);
    }
}

int main()
{
    const int side = 64, cells = (side - 1) * (side - 1), blocks = (cells + 127) / 128;
    uint8_t table[512];
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)i;
    for (unsigned i = 255, s = 9; i > 0; i--) {
        s = s * 1664525u + 1013904223u;
        std::swap(table[i], table[(s >> 8) % (i + 1)]);
    }
    memcpy(table + 256, table, 256);
    cudaMemcpyToSymbol(noise::permutation, table, sizeof table);
    float *f;
    int *offsets, *total, n;
    float4 *lines;
    cudaMalloc(&f, side * side * sizeof(float));
    cudaMalloc(&offsets, cells * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    field<<<side, side>>>(f, side, 0.35f);
    std::vector<float> host(side * side);
    cudaMemcpy(host.data(), f, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : host)
        sum += v;
    printf("noise %.9g %.9g sum %.12g\n", host[77], host[40 * side + 21], sum);
    for (float level : {-0.2f, 0.0f, 0.3f}) {
        count<<<blocks, 128>>>(f, side, level, offsets);
        exclusive_scan<<<1, 32>>>(offsets, cells, total);
        cudaMemcpy(&n, total, sizeof n, cudaMemcpyDeviceToHost);
        std::vector<float4> l(n);
        cudaMalloc(&lines, (n + 1) * sizeof(float4));
        emit<<<blocks, 128>>>(f, side, level, offsets, lines);
        cudaMemcpy(l.data(), lines, n * sizeof(float4), cudaMemcpyDeviceToHost);
        double x = 0, y = 0;
        for (auto &s : l)
            x += s.x - s.z * 0.5, y += s.y - s.w * 0.25;
        printf("level %g: %d segments, %.12g %.12g\n", level, n, x, y);
        cudaFree(lines);
    }
    cudaFree(f), cudaFree(offsets), cudaFree(total);
}
