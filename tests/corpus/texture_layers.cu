// SPDX-License-Identifier: Apache-2.0
// Textures with more than a plane: layered 2-D arrays, a mipmapped array whose levels a kernel makes through
// surfaces, and a cube map, sampled at points where linear filters are exact.
#include <cstdio>
#include <vector>
#include "corpus.h"

__global__ void fetch_layers(cudaTextureObject_t texture, int width, int height, int layers, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    for (int layer = 0; layer < layers; layer++)
        out[(layer * height + y) * width + x] = -tex2DLayered<float>(texture, (x + 0.5f) / width, (y + 0.5f) / height, layer) + layer;
}

__global__ void halve(cudaTextureObject_t finer, cudaSurfaceObject_t coarser, int size)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size || y >= size)
        return;
    float px = 1.0f / size;
    uchar4 sum[4];
    for (int i = 0; i < 4; i++) {
        float4 c = tex2D<float4>(finer, (x + 0.25f + 0.5f * (i & 1)) * px, (y + 0.25f + 0.5f * (i >> 1)) * px);
        sum[i] = make_uchar4(rintf(c.x * 255), rintf(c.y * 255), rintf(c.z * 255), rintf(c.w * 255));
    }
    uchar4 mean;
    mean.x = (sum[0].x + sum[1].x + sum[2].x + sum[3].x + 2) / 4;
    mean.y = (sum[0].y + sum[1].y + sum[2].y + sum[3].y + 2) / 4;
    mean.z = (sum[0].z + sum[1].z + sum[2].z + sum[3].z + 2) / 4;
    mean.w = (sum[0].w + sum[1].w + sum[2].w + sum[3].w + 2) / 4;
    surf2Dwrite(mean, coarser, x * sizeof(uchar4), y);
}

__global__ void sample_levels(cudaTextureObject_t texture, int levels, float4 *out)
{
    int i = threadIdx.x;
    float x = (i % 8 + 0.5f) / 8, y = (i / 8 + 0.5f) / 8;
    for (int level = 0; level < levels; level++)
        out[level * 64 + i] = tex2DLod<float4>(texture, x, y, (float)level);
}

__global__ void sample_cube(cudaTextureObject_t texture, const float3 *direction, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = texCubemap<float>(texture, direction[i].x, direction[i].y, direction[i].z);
}

static cudaTextureDesc description(cudaTextureReadMode mode, cudaTextureFilterMode filter)
{
    cudaTextureDesc desc;
    memset(&desc, 0, sizeof desc);
    for (auto &m : desc.addressMode)
        m = cudaAddressModeClamp;
    desc.normalizedCoords = 1;
    desc.readMode = mode;
    desc.filterMode = filter;
    return desc;
}

static void layered()
{
    const int width = 24, height = 10, layers = 5;
    std::vector<float> data(width * height * layers);
    for (size_t i = 0; i < data.size(); i++)
        data[i] = (float)(i * 7 % 101);
    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, layers), cudaArrayLayered));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(data.data(), width * sizeof(float), width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, height, layers);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc desc = description(cudaReadModeElementType, cudaFilterModeLinear);
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    float *out = on_device<float>(data.size());
    fetch_layers<<<dim3(3, 2), dim3(8, 8)>>>(texture, width, height, layers, out);
    std::vector<float> result = to_host(out, data.size());
    int wrong = 0;
    for (size_t i = 0; i < data.size(); i++)
        wrong += result[i] != -data[i] + i / (width * height);
    printf("layers: %d wrong, %g %g %g\n", wrong, result[0], result[300], result[1199]);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

static void mipmapped()
{
    const int size = 64;
    unsigned levels = 0;
    for (int s = size; s; s >>= 1)
        levels++;
    cudaExtent extent = make_cudaExtent(size, size, 0);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, extent, levels, cudaArraySurfaceLoadStore));
    std::vector<uchar4> image(size * size);
    for (int i = 0; i < size * size; i++)
        image[i] = make_uchar4(i % size * 4, i / size * 3, (i * 37) & 255, i % 3 * 100);
    cudaArray_t level;
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, 0));
    CHECK(cudaMemcpy2DToArray(level, 0, 0, image.data(), size * sizeof(uchar4), size * sizeof(uchar4), size, cudaMemcpyHostToDevice));
    for (unsigned l = 0; l + 1 < levels; l++) {
        cudaArray_t from, to;
        CHECK(cudaGetMipmappedArrayLevel(&from, mipmap, l));
        CHECK(cudaGetMipmappedArrayLevel(&to, mipmap, l + 1));
        cudaExtent finer;
        CHECK(cudaArrayGetInfo(nullptr, &finer, nullptr, from));
        cudaResourceDesc source = {}, target = {};
        source.resType = target.resType = cudaResourceTypeArray;
        source.res.array.array = from;
        target.res.array.array = to;
        cudaTextureDesc desc = description(cudaReadModeNormalizedFloat, cudaFilterModePoint);
        cudaTextureObject_t texture;
        cudaSurfaceObject_t surface;
        CHECK(cudaCreateTextureObject(&texture, &source, &desc, nullptr));
        CHECK(cudaCreateSurfaceObject(&surface, &target));
        int coarser = (int)finer.width / 2;
        halve<<<dim3((coarser + 15) / 16, (coarser + 15) / 16), dim3(16, 16)>>>(texture, surface, coarser);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaDestroySurfaceObject(surface));
        CHECK(cudaDestroyTextureObject(texture));
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureDesc desc = description(cudaReadModeNormalizedFloat, cudaFilterModePoint);
    desc.mipmapFilterMode = cudaFilterModePoint;
    desc.maxMipmapLevelClamp = (float)(levels - 1);
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    float4 *out = on_device<float4>(levels * 64);
    sample_levels<<<1, 64>>>(texture, (int)levels, out);
    std::vector<float4> result = to_host(out, levels * 64);
    for (unsigned l = 0; l < levels; l++) {
        int sum[4] = {0, 0, 0, 0};
        for (int i = 0; i < 64; i++) {
            const float4 &c = result[l * 64 + i];
            sum[0] += (int)(c.x * 255 + 0.5f), sum[1] += (int)(c.y * 255 + 0.5f);
            sum[2] += (int)(c.z * 255 + 0.5f), sum[3] += (int)(c.w * 255 + 0.5f);
        }
        printf("level %u: %d %d %d %d\n", l, sum[0], sum[1], sum[2], sum[3]);
    }
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeMipmappedArray(mipmap));
    CHECK(cudaFree(out));
}

static void cube()
{
    const int size = 4;
    std::vector<float> faces(6 * size * size);
    for (size_t i = 0; i < faces.size(); i++)
        faces[i] = 100.0f * (i / (size * size)) + i % (size * size);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(size, size, 6), cudaArrayCubemap));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(faces.data(), size * sizeof(float), size, size);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(size, size, 6);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc desc = description(cudaReadModeElementType, cudaFilterModePoint);
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    std::vector<float3> directions;
    for (int axis = 0; axis < 3; axis++)
        for (float sign : {1.0f, -1.0f}) {
            float d[3] = {0.3f, -0.6f, 0.2f};
            d[axis] = sign;
            directions.push_back(make_float3(d[0], d[1], d[2]));
        }
    float3 *d = to_device(directions);
    float *out = on_device<float>(6);
    sample_cube<<<1, 32>>>(texture, d, out, 6);
    printf("cube:");
    for (float v : to_host(out, 6))
        printf(" %g", v);
    printf("\n");
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
}

int main()
{
    layered();
    mipmapped();
    cube();
    return 0;
}
