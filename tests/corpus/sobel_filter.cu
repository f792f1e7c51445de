// SPDX-License-Identifier: Apache-2.0
// Edges of a picture: uchar4 colors to gray, Sobel's operator from global memory, from a shared tile
// with a halo, and from a texture that clamps at the border.
#include <cmath>

#include "corpus.h"

#define TILE_W 16
#define TILE_H 12

// Weights of 299, 587 and 114 thousandths.
__global__ void gray(const uchar4 *in, unsigned char *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const uchar4 c = in[y * width + x];
    out[y * width + x] = (unsigned char)((299 * c.x + 587 * c.y + 114 * c.z) / 1000);
}

__device__ unsigned char magnitude(unsigned char ul, unsigned char um, unsigned char ur,
                                   unsigned char ml, unsigned char mr, unsigned char ll,
                                   unsigned char lm, unsigned char lr)
{
    short Horz = ur + 2 * mr + lr - ul - 2 * ml - ll;
    short Vert = ul + 2 * um + ur - ll - 2 * lm - lr;
    int squared = Horz * Horz + Vert * Vert;
    float value = sqrtf((float)squared);
    if (value > 255.0f)
        return 255;
    return (unsigned char)value;
}

__device__ __forceinline__ int clamped(int value, int low, int high)
{
    return max(low, min(value, high));
}

__global__ void sobel(const unsigned char *in, unsigned char *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
#define PIXEL(dx, dy)                                                                              \
    in[clamped(y + (dy), 0, height - 1) * width + clamped(x + (dx), 0, width - 1)]
    out[y * width + x] = magnitude(PIXEL(-1, -1), PIXEL(0, -1), PIXEL(1, -1), PIXEL(-1, 0),
                                   PIXEL(1, 0), PIXEL(-1, 1), PIXEL(0, 1), PIXEL(1, 1));
#undef PIXEL
}

__global__ void sobel_shared(const unsigned char *in, unsigned char *out, int width, int height)
{
    __shared__ unsigned char tile[TILE_H + 2][TILE_W + 2];
    const int x0 = blockIdx.x * TILE_W, y0 = blockIdx.y * TILE_H;
    const int thread = threadIdx.y * TILE_W + threadIdx.x;
    for (int k = thread; k < (TILE_H + 2) * (TILE_W + 2); k += TILE_H * TILE_W) {
        const int ty = k / (TILE_W + 2), tx = k % (TILE_W + 2);
        tile[ty][tx] = in[clamped(y0 + ty - 1, 0, height - 1) * width +
                          clamped(x0 + tx - 1, 0, width - 1)];
    }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    if (x < width && y < height)
        out[y * width + x] =
            magnitude(tile[ty - 1][tx - 1], tile[ty - 1][tx], tile[ty - 1][tx + 1],
                      tile[ty][tx - 1], tile[ty][tx + 1], tile[ty + 1][tx - 1], tile[ty + 1][tx],
                      tile[ty + 1][tx + 1]);
}

__global__ void sobel_texture(cudaTextureObject_t tex, unsigned char *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    unsigned char around[3][3];
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            around[dy][dx] = tex2D<unsigned char>(tex, (float)(x + dx) - 0.5f, (float)(y + dy) - 0.5f);
    out[y * width + x] = magnitude(around[0][0], around[0][1], around[0][2], around[1][0],
                                   around[1][2], around[2][0], around[2][1], around[2][2]);
}

int main()
{
    const int width = 150, height = 101, n = width * height;
    std::vector<uchar4> picture(n);
    Random random(1968);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const int dx = x - 70, dy = y - 50;
            const bool disc = dx * dx + dy * dy < 900;
            picture[y * width + x] =
                make_uchar4(disc ? 220 : x, (x / 20 + y / 20) % 2 ? 90 : y,
                            (unsigned char)(random.next() % 20), 255);
        }
    }
    uchar4 *d_picture = to_device(picture);
    unsigned char *d_gray = on_device<unsigned char>(n), *d_edges = on_device<unsigned char>(n);
    dim3 block(TILE_W, TILE_H);
    dim3 grid((width + TILE_W - 1) / TILE_W, (height + TILE_H - 1) / TILE_H);
    gray<<<grid, block>>>(d_picture, d_gray, width, height);
    print_hash("gray", d_gray, n);
    sobel<<<grid, block>>>(d_gray, d_edges, width, height);
    std::vector<unsigned char> edges = to_host(d_edges, n);
    print_hash("global", edges);
    CHECK(cudaMemset(d_edges, 0, n));
    sobel_shared<<<grid, block>>>(d_gray, d_edges, width, height);
    print_hash("shared", d_edges, n);

    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    CHECK(cudaMallocArray(&array, &format, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, d_gray, width, width, height, cudaMemcpyDeviceToDevice));
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description;
    memset(&description, 0, sizeof(description));
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    CHECK(cudaMemset(d_edges, 0, n));
    sobel_texture<<<grid, block>>>(texture, d_edges, width, height);
    printf("texture: %s\n", to_host(d_edges, n) == edges ? "same" : "DIFFERENT");

    // On the host.
    std::vector<unsigned char> g = to_host(d_gray, n);
    int wrong = 0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int p[3][3];
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    p[dy + 1][dx + 1] = g[std::min(std::max(y + dy, 0), height - 1) * width +
                                          std::min(std::max(x + dx, 0), width - 1)];
            int h = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
            int v = p[0][0] + 2 * p[0][1] + p[0][2] - p[2][0] - 2 * p[2][1] - p[2][2];
            int expected = std::min((int)std::sqrt((float)(h * h + v * v)), 255);
            wrong += expected != edges[y * width + x];
        }
    }
    printf("wrong: %d\n", wrong);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(d_picture));
    CHECK(cudaFree(d_gray));
    CHECK(cudaFree(d_edges));
    return 0;
}
