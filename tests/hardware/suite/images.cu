// SPDX-License-Identifier: Apache-2.0
// Images: Sobel, median of nine, a bilateral filter, integral rows, connected labels, color histograms, morphology, a
// distance along columns, block matching.
#include "suite.h"

__global__ void sobel(int w, int h, const unsigned char *in, unsigned char *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    auto at = [&](int dx, int dy) { return int(in[(y + dy) * w + x + dx]); };
    int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    out[y * w + x] = min(int(sqrtf(gx * gx + gy * gy)), 255);
}

__global__ void median(int w, int h, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    float v[9];
#pragma unroll
    for (int i = 0; i < 9; i++)
        v[i] = in[(y + i / 3 - 1) * w + x + i % 3 - 1];
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
        for (int k = 8; k > i; k--) {
            float a = fminf(v[k - 1], v[k]), b = fmaxf(v[k - 1], v[k]);
            v[k - 1] = a;
            v[k] = b;
        }
    out[y * w + x] = v[4];
}

__global__ void bilateral(int w, int h, int radius, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float here = in[y * w + x], sum = 0, weights = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);
            float there = in[v * w + u], d = there - here, weight = __expf(-(dx * dx + dy * dy) * 0.1f - d * d * 4);
            sum += weight * there;
            weights += weight;
        }
    out[y * w + x] = sum / weights;
}

// One block a row: pixels become sums of all to their left.
__global__ void integral_rows(int w, const float *in, float *out)
{
    __shared__ float s[256];
    float before = 0;
    for (int base = 0; base < w; base += 256) {
        int t = threadIdx.x;
        s[t] = in[size_t(blockIdx.x) * w + base + t];
        for (int step = 1; step < 256; step *= 2) {
            __syncthreads();
            float left = t >= step ? s[t - step] : 0;
            __syncthreads();
            s[t] += left;
        }
        __syncthreads();
        out[size_t(blockIdx.x) * w + base + t] = before + s[t];
        before += s[255];
        __syncthreads();
    }
}

__global__ void integral_columns(int w, int h, float *data)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < h; y++)
        data[y * w + x] = sum += data[y * w + x];
}

// A pixel takes the least label of its neighbors of one color, once.
__global__ void labels(int w, int h, const unsigned char *color, const int *in, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
    int least = in[i];
    if (x > 0 && color[i - 1] == color[i])
        least = min(least, in[i - 1]);
    if (x < w - 1 && color[i + 1] == color[i])
        least = min(least, in[i + 1]);
    if (y > 0 && color[i - w] == color[i])
        least = min(least, in[i - w]);
    if (y < h - 1 && color[i + w] == color[i])
        least = min(least, in[i + w]);
    out[i] = in[least] < least ? in[least] : least;
}

__global__ void color_histogram(int n, const uchar4 *in, unsigned *out)
{
    __shared__ unsigned bins[768];
    for (int i = threadIdx.x; i < 768; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = in[i];
        atomicAdd(&bins[p.x], 1);
        atomicAdd(&bins[256 + p.y], 1);
        atomicAdd(&bins[512 + p.z], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 768; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}

// The shift of least absolute difference for blocks of 16 x 16; a warp a shift.
__global__ void match_blocks(int w, const unsigned char *a, const unsigned char *b, int *out)
{
    __shared__ int best;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
    if (threadIdx.x == 0)
        best = 0x7fffffff;
    __syncthreads();
    for (int shift = warp; shift < 64; shift += 8) {
        int dx = shift % 8, dy = shift / 8, sum = 0;
        for (int i = lane; i < 64; i += 32) {
            int x = i % 4 * 4, y = i / 4;
            unsigned u = *(const unsigned *)&a[(y0 + y) * w + x0 + x], v = 0;
            for (int k = 3; k >= 0; k--)
                v = v << 8 | b[(y0 + y + dy) * w + x0 + x + dx + k];
            for (int k = 0; k < 32; k += 8)
                sum += abs(int(u >> k & 255) - int(v >> k & 255));
        }
        sum = __reduce_add_sync(~0u, sum);
        if (lane == 0)
            atomicMin(&best, sum * 64 + shift);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = best;
}

int main()
{
    const int w = 768, h = 512, n = w * h;
    unsigned char *bytes = filled<unsigned char>(n + 8 * w, [](unsigned i) { return hash(i / 16) % 256; }), *edges = zeros<unsigned char>(n);
    unsigned char *colors = filled<unsigned char>(n, [](unsigned i) { return hash(i / 8) % 2; });
    float *in = floats(n, 1), *out = zeros<float>(n);
    int *label = filled<int>(n, [](unsigned i) { return int(i); });
    dim3 grid(w / 32, h / 8), block(32, 8);
    sobel<<<grid, block>>>(w, h, bytes, edges);
    show("sobel", edges, n);
    median<<<grid, block>>>(w, h, in, out);
    show("median", out, n);
    median<<<dim3(w / 128, h), 128>>>(w, h, in, out);
    show("median 128x1", out, n);
    bilateral<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(w, h, 3, in, out);
    show("bilateral", out, n);
    integral_rows<<<h, 256>>>(w, in, out);
    show("integral_rows", out, n);
    integral_columns<<<w / 64, 64>>>(w, h, out);
    show("integral_columns", out, n);
    labels<<<grid, block>>>(w, h, colors, label, (int *)out);
    show("labels", (int *)out, n);
    unsigned *bins = zeros<unsigned>(768);
    color_histogram<<<200, 128>>>(n / 4, (uchar4 *)bytes, bins);
    show("color_histogram", bins, 768);
    match_blocks<<<dim3(w / 16 - 1, h / 16 - 1), 256>>>(w, bytes, bytes + 2 * w + 5, (int *)out);
    show("match_blocks", (int *)out, (w / 16 - 1) * (h / 16 - 1));
    return 0;
}
