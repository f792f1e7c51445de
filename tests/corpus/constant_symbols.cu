// SPDX-License-Identifier: Apache-2.0
// Constant memory: scalars, arrays, structs with arrays in them, initialised and set by the host, partly and
// with offsets, read uniformly and per lane, addresses and sizes by symbol.
#include "corpus.h"
#include <cstddef>

struct Material {
    float density;
    int layers[3];
    char code;
    double limits[2];
};

__constant__ int scale;
__constant__ float filter[9] = {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f};
__constant__ Material materials[4] = {{1.5f, {1, 2, 3}, 'a', {0.5, 1.5}}, {2.5f, {4, 5}, 'b', {-1.0}}};
__constant__ unsigned char permutation[256];
__constant__ const short powers[] = {1, 10, 100, 1000, 10000};
__constant__ struct {
    int width, height;
    unsigned long long seed;
} settings = {64, 48, 0x1234567890abcdefull};

__global__ void blur(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= settings.width || y >= settings.height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int sx = min(max(x + dx, 0), settings.width - 1), sy = min(max(y + dy, 0), settings.height - 1);
            sum = fmaf(filter[(dy + 1) * 3 + dx + 1], in[sy * settings.width + sx], sum);
        }
    out[y * settings.width + x] = sum * (float)scale;
}

__global__ void mixed(const int *in, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Material &m = materials[in[i] & 3];
    const Material copy = materials[(in[i] >> 2) & 3];
    double value = m.density;
    value = value * m.layers[i % 3] + copy.code;
    value += m.limits[i & 1];
    value += permutation[in[i] & 255] * powers[i % 5];
    out[i] = value + (double)(settings.seed >> (i & 63) & 1) + copy.layers[2];
}

int main()
{
    const int n = 4096;
    Random random(221);
    std::vector<int> in(n);
    std::vector<float> image(64 * 48);
    for (auto &x : in)
        x = (int)random.next();
    for (auto &x : image)
        x = random.uniform();
    unsigned char shuffled[256];
    for (int i = 0; i < 256; i++)
        shuffled[i] = (unsigned char)(i * 167 + 13);
    int three = 3;
    CHECK(cudaMemcpyToSymbol(scale, &three, sizeof three));
    CHECK(cudaMemcpyToSymbol(permutation, shuffled, sizeof shuffled));
    Material last = {9.75f, {7, 8, 9}, 'z', {2.0, -4.0}};
    CHECK(cudaMemcpyToSymbol(materials, &last, sizeof last, 3 * sizeof last));
    CHECK(cudaMemcpyToSymbol(materials, &last.limits, sizeof last.limits,
                             2 * sizeof last + offsetof(Material, limits), cudaMemcpyHostToDevice));

    float *dimage = to_device(image), *dout = on_device<float>(image.size());
    blur<<<dim3(4, 6), dim3(16, 8)>>>(dimage, dout);
    print_hash("blur", dout, image.size());
    int *din = to_device(in);
    double *dreal = on_device<double>(n);
    mixed<<<n / 128, 128>>>(din, dreal, n);
    print_hash("mixed", dreal, n);

    Material back[4];
    CHECK(cudaMemcpyFromSymbol(back, materials, sizeof back));
    for (const Material &m : back)
        printf("%g %d %d %d %d %g %g\n", m.density, m.layers[0], m.layers[1], m.layers[2], m.code, m.limits[0],
               m.limits[1]);
    size_t size = 0;
    void *address = nullptr;
    CHECK(cudaGetSymbolSize(&size, filter));
    CHECK(cudaGetSymbolAddress(&address, filter));
    float sharpen[9] = {0, -1, 0, -1, 5, -1, 0, -1, 0};
    printf("filter: %zu bytes, address %s\n", size, address ? "found" : "missing");
    CHECK(cudaMemcpy(address, sharpen, sizeof sharpen, cudaMemcpyHostToDevice));
    blur<<<dim3(4, 6), dim3(16, 8)>>>(dimage, dout);
    print_hash("sharpened", dout, image.size());
    return 0;
}
