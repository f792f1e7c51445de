// SPDX-License-Identifier: Apache-2.0
// Linear filtering of four texels, whose weights have 8 bits: the values of an H200 (driver 580); sRGB;
// resources that make no texture.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sample(cudaTextureObject_t t, float *o, float scale) { o[threadIdx.x] = tex2D<float>(t, (0.71f * threadIdx.x - 2.3f) * scale, 1.37f * scale); }
__global__ void fetch(cudaTextureObject_t t, float *o) { o[threadIdx.x] = tex1Dfetch<float>(t, (int)threadIdx.x - 2); }
__global__ void color(cudaTextureObject_t t, float4 *o) { o[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f); }
static float *out, host[32];
static void show(const char *name, int n)
{
    cudaMemcpy(host, out, 4 * n, cudaMemcpyDeviceToHost);
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %.7g", host[i]);
    printf("\n");
}
static const char *told(cudaError_t error)
{
    const char *name = cudaGetErrorName(error);
    cudaGetLastError();
    return error == cudaSuccess ? "ok" : name + sizeof "cudaError" - 1;
}
int main()
{
    const char *modes[] = {"wrap", "clamp", "mirror", "border"};
    float image[64], *linear;
    for (int i = 0; i < 64; i++)
        image[i] = i * 1.25f + i % 5;
    cudaMalloc(&out, 1024);
    cudaMalloc(&linear, 256);
    cudaMemcpy(linear, image, 256, cudaMemcpyHostToDevice);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), bytes = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array, colors, none;
    cudaMallocArray(&array, &format, 8, 8);
    cudaMemcpy2DToArray(array, 0, 0, image, 32, 32, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    how.borderColor[0] = 7.5f;
    for (int mode = 0; mode < 4; mode++) {
        how.addressMode[0] = how.addressMode[1] = (cudaTextureAddressMode)mode;
        cudaCreateTextureObject(&texture, &resource, &how, nullptr);
        sample<<<1, 16>>>(texture, out, 1 / 8.0f);
        show(modes[mode], 16);
        cudaDestroyTextureObject(texture);
    }
    // an H200 differs from the formula of sRGB by up to 2e-4
    unsigned char levels[32];
    for (int i = 0; i < 32; i++)
        levels[i] = 8 * i;
    cudaMallocArray(&colors, &bytes, 8, 1);
    cudaMemcpy2DToArray(colors, 0, 0, levels, 32, 32, 1, cudaMemcpyHostToDevice);
    resource.res.array.array = colors;
    how = cudaTextureDesc();
    how.readMode = cudaReadModeNormalizedFloat;
    how.sRGB = 1;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    color<<<1, 8>>>(texture, (float4 *)out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; i++) {
        double value = levels[i] / 255.0;
        value = i % 4 == 3 ? value : value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        wrong += std::fabs(host[i] - value) > 2e-4;
    }
    printf("sRGB: %d wrong\n", wrong);
    how = cudaTextureDesc();
    how.filterMode = cudaFilterModeLinear;
    printf("integers: filtered %s", told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
    how.filterMode = (cudaTextureFilterMode)5;
    printf(", by an unknown filter %s", told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
    resource.res.array.array = nullptr;
    printf(", no array %s\n", told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
    resource = cudaResourceDesc();
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = 40;
    resource.res.linear.devPtr = linear + 1;
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    printf("linear memory: at an odd place %s", told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
    resource.res.linear.devPtr = linear;
    printf(", filtered %s\n", told(cudaCreateTextureObject(&texture, &resource, &how, nullptr)));
    fetch<<<1, 14>>>(texture, out);
    show("fetched", 14);
    cudaSurfaceObject_t surface;
    printf("a surface of it %s\n", told(cudaCreateSurfaceObject(&surface, &resource)));
    cudaChannelFormatDesc gap = cudaCreateChannelDesc(32, 0, 32, 0, cudaChannelFormatKindFloat);
    cudaMipmappedArray_t mipmap;
    printf("arrays: a gap %s", told(cudaMallocArray(&none, &gap, 8, 8)));
    printf(", a cube of 5 faces %s", told(cudaMalloc3DArray(&none, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap)));
    printf(", no levels %s\n", told(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 0)));
}
