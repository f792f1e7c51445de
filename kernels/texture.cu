// SPDX-License-Identifier: Apache-2.0
// A texture is read through a cache that keeps neighbors in two dimensions together. Lanes along a
// row and lanes along a column cost the same there, while in global memory a column touches a
// sector for each lane. GPUs without a cache for global memory (cc 1.x) gain most; on current ones
// L1 does as well for rows, and what remains are free clamping at the border and interpolation.
#include "lecture.h"

const int SIDE = 1024;
const int TILE_X = 32, TILE_Y = 8;

__device__ int column()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ int row()
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}

// Lanes read along a row. Texel centers lie at halves.
__global__ void rows_texture(cudaTextureObject_t image, float *out)
{
    int x = column(), y = row();
    out[y * SIDE + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

// Lanes read along a column: the transpose comes out.
__global__ void columns_texture(cudaTextureObject_t image, float *out)
{
    int x = column(), y = row();
    out[y * SIDE + x] = tex2D<float>(image, y + 0.5f, x + 0.5f);
}

__global__ void columns_global(const float *image, float *out)
{
    int x = column(), y = row();
    out[y * SIDE + x] = image[x * SIDE + y];
}

__global__ void rows_global(const float *image, float *out)
{
    int x = column(), y = row();
    out[y * SIDE + x] = image[y * SIDE + x];
}

// A warp reads a tile of 8 x 4: near in both dimensions.
__device__ int tile_column()
{
    return blockIdx.x * blockDim.x + threadIdx.y % 4 * 8 + threadIdx.x % 8;
}

__device__ int tile_row()
{
    return blockIdx.y * blockDim.y + threadIdx.y / 4 * 4 + threadIdx.x / 8;
}

__global__ void tiles_texture(cudaTextureObject_t image, float *out)
{
    int x = tile_column(), y = tile_row();
    out[y * SIDE + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

__global__ void tiles_global(const float *image, float *out)
{
    int x = tile_column(), y = tile_row();
    out[y * SIDE + x] = image[y * SIDE + x];
}

// Lanes read far from each other: no cache helps.
__host__ __device__ inline int scattered(int i)
{
    return (int)((unsigned)i * 2654435761u % (SIDE * SIDE));
}

__global__ void scattered_texture(cudaTextureObject_t image, float *out)
{
    int to = row() * SIDE + column(), from = scattered(to);
    out[to] = tex2D<float>(image, from % SIDE + 0.5f, from / SIDE + 0.5f);
}

__global__ void scattered_global(const float *image, float *out)
{
    int to = row() * SIDE + column();
    out[to] = image[scattered(to)];
}

// The sum of 3 x 3 neighbors; the texture unit clamps coordinates at the border.
__global__ void blur_texture(cudaTextureObject_t image, float *out)
{
    int x = column(), y = row();
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
    out[y * SIDE + x] = sum;
}

__global__ void blur_global(const float *image, float *out)
{
    int x = column(), y = row();
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int at_x = min(max(x + dx, 0), SIDE - 1);
            int at_y = min(max(y + dy, 0), SIDE - 1);
            sum += image[at_y * SIDE + at_x];
        }
    }
    out[y * SIDE + x] = sum;
}

// Half as wide and high: one filtered fetch at the corner of four texels is their mean.
__global__ void shrink_texture(cudaTextureObject_t image, float *out)
{
    int x = column(), y = row();
    out[y * (SIDE / 2) + x] = tex2D<float>(image, 2 * x + 1.0f, 2 * y + 1.0f);
}

static cudaTextureObject_t texture_over(cudaArray_t array, cudaTextureFilterMode filter)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = filter;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    return texture;
}

static std::vector<float> image(SIDE *SIDE);

// The image with its border continued outside.
static float pixel(int x, int y)
{
    x = std::min(std::max(x, 0), SIDE - 1);
    y = std::min(std::max(y, 0), SIDE - 1);
    return image[y * SIDE + x];
}

static float blurred(int x, int y)
{
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += pixel(x + dx, y + dy);
    return sum;
}

static float shrunk(int x, int y)
{
    return (pixel(2 * x, 2 * y) + pixel(2 * x + 1, 2 * y) + pixel(2 * x, 2 * y + 1) +
            pixel(2 * x + 1, 2 * y + 1)) /
           4;
}

int main()
{
    for (int i = 0; i < SIDE * SIDE; i++)
        image[i] = (float)(i % 1021); // sums stay exact
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    size_t row_bytes = SIDE * sizeof(float);
    CUDA(cudaMallocArray(&array, &format, SIDE, SIDE));
    CUDA(cudaMemcpy2DToArray(array, 0, 0, image.data(), row_bytes, row_bytes, SIDE,
                             cudaMemcpyHostToDevice));
    cudaTextureObject_t points = texture_over(array, cudaFilterModePoint);
    cudaTextureObject_t smooth = texture_over(array, cudaFilterModeLinear);
    float *device_image = upload(image);
    float *device_out = device_zeros<float>(SIDE * SIDE);
    bool all_right = true;
    auto check = [&](const char *variant, int side, auto expected) {
        if (refused(variant))
            return;
        std::vector<float> out = download(device_out, SIDE * SIDE);
        bool is_right = true;
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++)
                is_right &= out[y * side + x] == expected(x, y);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, SIDE * SIDE * sizeof(float)));
    };

    dim3 block(TILE_X, TILE_Y), grid(SIDE / TILE_X, SIDE / TILE_Y);
    rows_texture<<<grid, block>>>(points, device_out);
    check("rows_texture", SIDE, [](int x, int y) { return pixel(x, y); });
    columns_texture<<<grid, block>>>(points, device_out);
    check("columns_texture", SIDE, [](int x, int y) { return pixel(y, x); });
    columns_global<<<grid, block>>>(device_image, device_out);
    check("columns_global", SIDE, [](int x, int y) { return pixel(y, x); });
    blur_texture<<<grid, block>>>(points, device_out);
    check("blur_texture", SIDE, blurred);
    blur_global<<<grid, block>>>(device_image, device_out);
    check("blur_global", SIDE, blurred);
    shrink_texture<<<dim3(grid.x / 2, grid.y / 2), block>>>(smooth, device_out);
    check("shrink_texture", SIDE / 2, shrunk);

    auto from_afar = [](int x, int y) { return image[scattered(y * SIDE + x)]; };
    rows_global<<<grid, block>>>(device_image, device_out);
    check("rows_global", SIDE, pixel);
    tiles_texture<<<grid, block>>>(points, device_out);
    check("tiles_texture", SIDE, pixel);
    tiles_global<<<grid, block>>>(device_image, device_out);
    check("tiles_global", SIDE, pixel);
    scattered_texture<<<grid, block>>>(points, device_out);
    check("scattered_texture", SIDE, from_afar);
    scattered_global<<<grid, block>>>(device_image, device_out);
    check("scattered_global", SIDE, from_afar);

    CUDA(cudaDestroyTextureObject(points));
    CUDA(cudaDestroyTextureObject(smooth));
    CUDA(cudaFreeArray(array));
    CUDA(cudaFree(device_image));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
