// SPDX-License-Identifier: Apache-2.0
// Textures, surfaces and constant variables.
#include "check.h"

static const int SIDE = 16;
static cudaArray_t image;
static cudaTextureObject_t texture;
static cudaSurfaceObject_t surface;

// A SIDE x SIDE image of floats, of which the host writes the first `rows` rows.
static void prepare_image(int rows, cudaTextureFilterMode filter)
{
    static float texels[SIDE * SIDE];
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&image, &format, SIDE, SIDE, cudaArraySurfaceLoadStore);
    if (rows > 0) {
        cudaMemcpy2DToArray(image, 0, 0, texels, SIDE * sizeof(float), SIDE * sizeof(float), rows,
                            cudaMemcpyHostToDevice);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = image;
    cudaTextureDesc description = {};
    description.filterMode = filter;
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    cudaCreateSurfaceObject(&surface, &resource);
}

static void release_image()
{
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(image);
}

// Nobody has written the image.
// expect uninit-result
__global__ void never_written_wrong(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 1) * 2;
}
__global__ void never_written_right(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 1) * 2;
}

// Half of the rows are there; the filter blends the last of them with the next one.
// expect uninit-result
__global__ void blended_wrong(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 8.0f);
}
__global__ void blended_right(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 7.5f);
}

// expect uninit-branch
__global__ void from_surface_wrong(float *out, cudaSurfaceObject_t s)
{
    float value;
    surf2Dread(&value, s, threadIdx.x * 4, 9);
    if (value > 1) {
        atomicAdd(out, 1.0f);
    }
}
__global__ void from_surface_right(float *out, cudaSurfaceObject_t s)
{
    float value;
    surf2Dread(&value, s, threadIdx.x * 4, 3);
    if (value > 1) {
        atomicAdd(out, 1.0f);
    }
}

// expect race-texture
__global__ void after_surface_wrong(float *out, cudaSurfaceObject_t s, cudaTextureObject_t t)
{
    surf2Dwrite(1.0f + threadIdx.x, s, threadIdx.x * 4, 0);
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f);
}
__global__ void after_surface_right(float *out, cudaSurfaceObject_t s, cudaTextureObject_t t)
{
    surf2Dwrite(1.0f + threadIdx.x, s, threadIdx.x * 4, 0);
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f) + surf2Dread<float>(s, threadIdx.x * 4, 0);
}

// What a surface's store writes is initialized for the fetches of a later launch.
__global__ void fill(cudaSurfaceObject_t s, int rows)
{
    for (int y = 0; y < rows; y++) {
        surf2Dwrite(1.0f, s, threadIdx.x * 4, y);
    }
}
// expect uninit-result
__global__ void filled_wrong(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 12) + 1;
}
__global__ void filled_right(float *out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 12) + 1;
}

// expect uninit-address
__global__ void coordinate_wrong(float *out, const int *fresh, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, fresh[threadIdx.x] & 15, 0);
}
__global__ void coordinate_right(float *out, const int *fresh, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x & 15, 0);
}

// A blur in place: a thread reads what its neighbor writes.
// expect race
__global__ void in_place_wrong(cudaSurfaceObject_t s)
{
    float left, right;
    int x = threadIdx.x;
    surf2Dread(&left, s, x * 4, 0);
    surf2Dread(&right, s, (x + 1) % SIDE * 4, 0);
    surf2Dwrite(left + right, s, x * 4, 0);
}
__global__ void in_place_right(cudaSurfaceObject_t s)
{
    float left, right;
    int x = threadIdx.x;
    surf2Dread(&left, s, x * 4, 0);
    surf2Dread(&right, s, (x + 1) % SIDE * 4, 0);
    __syncthreads();
    surf2Dwrite(left + right, s, x * 4, 0);
}

// Blocks write the same texel.
// expect race-waw
__global__ void same_texel_wrong(cudaSurfaceObject_t s)
{
    surf2Dwrite((float)blockIdx.x, s, threadIdx.x * 4, 0);
}
__global__ void same_texel_right(cudaSurfaceObject_t s)
{
    surf2Dwrite((float)blockIdx.x, s, threadIdx.x * 4, blockIdx.x);
}

// A texture of plain memory that the same launch writes.
// expect race
__global__ void written_wrong(int *data, cudaTextureObject_t t)
{
    int next = tex1Dfetch<int>(t, (threadIdx.x + 40) % 64);
    data[threadIdx.x] = next;
}
__global__ void written_right(int *data, cudaTextureObject_t t)
{
    int next = tex1Dfetch<int>(t, (threadIdx.x + 40) % 64);
    data[threadIdx.x + 64] = next;
}

// Constant variables, which the host writes. Each kernel has its own: what was written once stays.
__constant__ int forgotten[4], copied[4], partly[4], by_address[4];
__constant__ int one_value, one_value_set;
__constant__ int initialized[4] = {1, 2, 3, 4};

// expect constant-unwritten
__global__ void table_wrong(int *out)
{
    out[threadIdx.x] = forgotten[threadIdx.x & 3];
}
__global__ void table_right(int *out)
{
    out[threadIdx.x] = copied[threadIdx.x & 3];
}

// expect constant-unwritten
__global__ void scalar_wrong(int *out)
{
    if (threadIdx.x < one_value) {
        out[threadIdx.x] = 1;
    }
}
__global__ void scalar_right(int *out)
{
    if (threadIdx.x < one_value_set) {
        out[threadIdx.x] = initialized[threadIdx.x & 3] + by_address[threadIdx.x & 3] +
                           partly[threadIdx.x & 3];
    }
}

static cudaTextureObject_t plain(const int *data, int count)
{
    cudaTextureObject_t made;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)data;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = count * sizeof(int);
    cudaTextureDesc description = {};
    cudaCreateTextureObject(&made, &resource, &description, nullptr);
    return made;
}

int main(int argc, char **argv)
{
    selected = argc > 1 ? atoi(argv[1]) : -1;
    float *floats;
#define IMAGE(number, rows, filter, ...)                                                           \
    RUN(number, prepare_image(rows, filter); floats = (float *)out; __VA_ARGS__;                   \
        cudaDeviceSynchronize(); release_image())
    IMAGE(0, 0, cudaFilterModePoint, never_written_wrong<<<1, 16>>>(floats, texture));
    IMAGE(1, SIDE, cudaFilterModePoint, never_written_right<<<1, 16>>>(floats, texture));
    IMAGE(2, 8, cudaFilterModeLinear, blended_wrong<<<1, 16>>>(floats, texture));
    IMAGE(3, 8, cudaFilterModeLinear, blended_right<<<1, 16>>>(floats, texture));
    IMAGE(4, 8, cudaFilterModePoint, from_surface_wrong<<<1, 16>>>(floats, surface));
    IMAGE(5, 8, cudaFilterModePoint, from_surface_right<<<1, 16>>>(floats, surface));
    IMAGE(6, 8, cudaFilterModePoint, fill<<<1, 16>>>(surface, 12);
          filled_wrong<<<1, 16>>>(floats, texture));
    IMAGE(7, 8, cudaFilterModePoint, fill<<<1, 16>>>(surface, 13);
          filled_right<<<1, 16>>>(floats, texture));
    IMAGE(8, SIDE, cudaFilterModePoint, coordinate_wrong<<<1, 16>>>(floats, fresh, texture));
    IMAGE(9, SIDE, cudaFilterModePoint, coordinate_right<<<1, 16>>>(floats, fresh, texture));
    IMAGE(10, SIDE, cudaFilterModePoint, in_place_wrong<<<1, 16>>>(surface));
    IMAGE(11, SIDE, cudaFilterModePoint, in_place_right<<<1, 16>>>(surface));
    IMAGE(12, SIDE, cudaFilterModePoint, same_texel_wrong<<<2, 16>>>(surface));
    IMAGE(13, SIDE, cudaFilterModePoint, same_texel_right<<<2, 16>>>(surface));
    cudaTextureObject_t ints;
    RUN(14, ints = plain(in, 64); written_wrong<<<1, 64>>>(in, ints); cudaDestroyTextureObject(ints));
    RUN(15, ints = plain(in, 64); written_right<<<1, 64>>>(in, ints); cudaDestroyTextureObject(ints));
    int values[4] = {4, 3, 2, 1};
    void *address;
    RUN(16, (table_wrong<<<1, 64>>>(out)));
    RUN(17, cudaMemcpyToSymbol(copied, values, sizeof values); (table_right<<<1, 64>>>(out)));
    RUN(18, (scalar_wrong<<<1, 64>>>(out)));
    // Part of an array is enough: the rest may well be zeros on purpose.
    RUN(19, cudaMemcpyToSymbol(one_value_set, values, sizeof(int));
        cudaMemcpyToSymbol(partly, values, sizeof(int));
        cudaGetSymbolAddress(&address, by_address); cudaMemset(address, 0, sizeof values);
        (scalar_right<<<1, 64>>>(out)));
    IMAGE(20, SIDE, cudaFilterModePoint, after_surface_wrong<<<1, 16>>>(floats, surface, texture));
    IMAGE(21, SIDE, cudaFilterModePoint, after_surface_right<<<1, 16>>>(floats, surface, texture));
    return 0;
}
