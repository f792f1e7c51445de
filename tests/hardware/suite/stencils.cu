// SPDX-License-Identifier: Apache-2.0
// Stencils: one and two dimensions from global and shared memory, seven points in three, marching through planes with
// registers, the game of life in bytes, and a wide convolution whose weights are constants.
#include "suite.h"

__global__ void line(int n, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 && i < n - 2)
        out[i] = 0.25f * in[i - 2] + in[i - 1] - 3 * in[i] + in[i + 1] + 0.25f * in[i + 2];
}

__global__ void five_points(int w, int h, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

template <int X, int Y> __global__ void nine_points_shared(int w, int h, const float *in, float *out)
{
    __shared__ float tile[Y + 2][X + 2];
    int x0 = blockIdx.x * X - 1, y0 = blockIdx.y * Y - 1;
    for (int i = threadIdx.y * X + threadIdx.x; i < (X + 2) * (Y + 2); i += X * Y) {
        int x = min(max(x0 + i % (X + 2), 0), w - 1), y = min(max(y0 + i / (X + 2), 0), h - 1);
        tile[i / (X + 2)][i % (X + 2)] = in[y * w + x];
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[(y0 + 1 + threadIdx.y) * w + x0 + 1 + threadIdx.x] = sum / 9;
}

__global__ void seven_points(int w, int h, int d, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= w - 1 || y >= h - 1 || z >= d - 1)
        return;
    size_t i = (size_t(z) * h + y) * w + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - size_t(w) * h] + in[i + size_t(w) * h] - 6 * in[i];
}

// A thread walks through the planes; the values behind and ahead stay in registers.
__global__ void marching(int w, int h, int d, const float *in, float *out)
{
    __shared__ float plane[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    size_t step = size_t(w) * h, i = size_t(y) * w + x;
    float behind = in[i], now = in[i + step], ahead;
    for (int z = 1; z < d - 1; z++) {
        ahead = in[i + (z + 1) * step];
        __syncthreads();
        plane[ty][tx] = now;
        if (threadIdx.x == 0)
            plane[ty][0] = x > 0 ? in[i + z * step - 1] : 0;
        if (threadIdx.x == 31)
            plane[ty][33] = x < w - 1 ? in[i + z * step + 1] : 0;
        if (threadIdx.y == 0)
            plane[0][tx] = y > 0 ? in[i + z * step - w] : 0;
        if (threadIdx.y == 15)
            plane[17][tx] = y < h - 1 ? in[i + z * step + w] : 0;
        __syncthreads();
        out[i + z * step] = behind + ahead + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] - 6 * now;
        behind = now;
        now = ahead;
    }
}

__global__ void life(int w, int h, const unsigned char *in, unsigned char *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int around = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                around += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = around == 3 || (around == 2 && in[y * w + x]);
}

__constant__ float weights[17];

__global__ void convolve_rows(int w, const float *in, float *out)
{
    __shared__ float row[256 + 16];
    int x = blockIdx.x * 256 + threadIdx.x;
    const float *line = in + size_t(blockIdx.y) * w;
    for (int i = threadIdx.x; i < 272; i += 256) {
        int at = int(blockIdx.x) * 256 + i - 8;
        row[i] = at >= 0 && at < w ? line[at] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 17; i++)
        sum += weights[i] * row[threadIdx.x + i];
    out[size_t(blockIdx.y) * w + x] = sum;
}

int main()
{
    const int w = 1024, h = 768, d = 64;
    float *in = floats(size_t(256) * 256 * d, 1), *out = zeros<float>(size_t(256) * 256 * d);
    unsigned char *cells = filled<unsigned char>(w * h, [](unsigned i) { return hash(i) % 3 == 0; }), *next = zeros<unsigned char>(w * h);
    float host[17];
    for (int i = 0; i < 17; i++)
        host[i] = 1.0f / (1 + abs(i - 8));
    CUDA(cudaMemcpyToSymbol(weights, host, sizeof host));
    line<<<2000000 / 160, 160>>>(2000000, in, out);
    show("line", out, 2000000);
    five_points<<<dim3(w / 64, h / 4), dim3(64, 4)>>>(w, h, in, out);
    show("five_points 64x4", out, w * h);
    five_points<<<dim3(w / 8, h / 8), dim3(8, 8)>>>(w, h, in, out);
    show("five_points 8x8", out, w * h);
    nine_points_shared<32, 8><<<dim3(w / 32, h / 8), dim3(32, 8)>>>(w, h, in, out);
    show("nine_points_shared 32x8", out, w * h);
    nine_points_shared<16, 16><<<dim3(w / 16, h / 16), dim3(16, 16)>>>(w, h, in, out);
    show("nine_points_shared 16x16", out, w * h);
    seven_points<<<dim3(256 / 32, 256 / 8, d), dim3(32, 8)>>>(256, 256, d, in, out);
    show("seven_points", out, size_t(256) * 256 * d);
    marching<<<dim3(8, 16), dim3(32, 16)>>>(256, 256, d, in, out);
    show("marching", out, size_t(256) * 256 * d);
    life<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(w, h, cells, next);
    show("life", next, w * h);
    convolve_rows<<<dim3(w / 256, h), 256>>>(w, in, out);
    show("convolve_rows", out, w * h);
    return 0;
}
