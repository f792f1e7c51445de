// SPDX-License-Identifier: Apache-2.0
// A box filter by running sums and a bilateral filter with weights in constant memory, uchar4 pictures.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

typedef unsigned char uchar;
const int RADIUS = 3;
__constant__ float spatial[(2 * RADIUS + 1) * (2 * RADIUS + 1)];

__device__ float4 to_float(uchar4 c) { return make_float4(c.x / 255.0f, c.y / 255.0f, c.z / 255.0f, c.w / 255.0f); }
__device__ uchar4 to_bytes(float4 c)
{
    return make_uchar4((uchar)(__saturatef(c.x) * 255.0f + 0.5f), (uchar)(__saturatef(c.y) * 255.0f + 0.5f),
                       (uchar)(__saturatef(c.z) * 255.0f + 0.5f), (uchar)(__saturatef(fabsf(c.w)) * 255.0f));
}
__device__ float distance2(float4 a, float4 b)
{
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z);
}

__global__ void bilateral(const uchar4 *in, uchar4 *out, float *weights, int w, int h, float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float4 center = to_float(in[y * w + x]), t = {0.f, 0.f, 0.f, 0.f};
    float sum = 0.0f;
    for (int i = -RADIUS; i <= RADIUS; i++)
        for (int j = -RADIUS; j <= RADIUS; j++) {
            int xx = max(0, min(w - 1, x + j)), yy = max(0, min(h - 1, y + i));
            float4 c = to_float(in[yy * w + xx]);
            float factor = spatial[(i + RADIUS) * (2 * RADIUS + 1) + j + RADIUS] * expf(-distance2(c, center) / (2 * range * range));
            t.x += factor * c.x;
            t.y += factor * c.y;
            t.z += factor * c.z;
            t.w += factor * c.w;
            sum += factor;
        }
    weights[y * w + x] = sum;
    out[y * w + x] = to_bytes(make_float4(t.x / sum, t.y / sum, t.z / sum, t.w / sum));
}

__global__ void box_rows(const uchar4 *in, float *out, int w, int h, int r)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h)
        return;
    const uchar4 *line = in + y * w;
    const float scale = 1.0f / (float)((r << 1) + 1);
    float t = line[0].x * (r + 1.0f);
    for (int x = 0; x < r; x++)
        t += line[x].x;
    for (int x = 0; x < w; x++) {
        t += line[min(x + r, w - 1)].x;
        out[y * w + x] = t * scale;
        t -= line[x - r < 0 ? 0 : x - r].x;
    }
}

int main()
{
    const int w = 60, h = 40;
    std::vector<uchar4> image(w * h), result(w * h);
    std::vector<float> weights(w * h), box(w * h);
    for (int i = 0; i < w * h; i++) {
        int x = i % w, y = i / w;
        image[i] = {(uchar)(x * 4 + (x * y) % 9), (uchar)(x > 30 ? 200 - y : 40 + y % 5), (uchar)((x * x + y * y) / 21), 255};
    }
    float table[49];
    for (int i = 0; i < 49; i++)
        table[i] = expf(-((i / 7 - 3) * (i / 7 - 3) + (i % 7 - 3) * (i % 7 - 3)) / 8.0f);
    cudaMemcpyToSymbol(spatial, table, sizeof table);
    uchar4 *in, *out;
    float *dw;
    cudaMalloc(&in, w * h * sizeof(uchar4));
    cudaMalloc(&out, w * h * sizeof(uchar4));
    cudaMalloc(&dw, w * h * sizeof(float));
    cudaMemcpy(in, image.data(), w * h * sizeof(uchar4), cudaMemcpyHostToDevice);
    bilateral<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, dw, w, h, 0.1f);
    cudaMemcpy(result.data(), out, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost);
    cudaMemcpy(weights.data(), dw, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    unsigned hash = 5381;
    for (uchar4 c : result)
        hash = hash * 33 + (c.x | c.y << 8 | c.z << 16 | (unsigned)c.w << 24);
    double sum = 0;
    for (float f : weights)
        sum += f;
    printf("bilateral %08x weights %.12g first %.9g [31,20] %.9g\n", hash, sum, weights[0], weights[20 * w + 31]);
    box_rows<<<1, 64>>>(in, dw, w, h, 4);
    cudaMemcpy(box.data(), dw, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    printf("box %.9g %.9g %.9g\n", box[0], box[17 * w + 30], box[w * h - 1]);
    cudaFree(in), cudaFree(out), cudaFree(dw);
    return 0;
}
