// SPDX-License-Identifier: Apache-2.0
// Texture objects over arrays, linear and pitched memory: point and linear filters, clamping and wrapping,
// normalised coordinates and values; surfaces that are read and written.
#include "corpus.h"

#define WIDTH 64
#define HEIGHT 32

__global__ void sample(cudaTextureObject_t texture, float *out, float dx, float dy, float step)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * WIDTH + x] = tex2D<float>(texture, x * step + dx, y * step + dy);
}

__global__ void fetch(cudaTextureObject_t texture, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float4>(texture, (i * 5) % n);
}

__global__ void bytes(cudaTextureObject_t texture, float *out)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * blockDim.x + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

__global__ void integers(cudaTextureObject_t texture, int *out)
{
    int2 v = tex1D<int2>(texture, threadIdx.x + 0.5f);
    out[threadIdx.x] = v.x * 3 - v.y;
}

__global__ void checker(cudaSurfaceObject_t surface)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float value;
    surf2Dread(&value, surface, x * (int)sizeof(float), y);
    surf2Dwrite((x + y) & 1 ? -value : value * 2.0f, surface, x * (int)sizeof(float), y);
}

static cudaTextureObject_t make(const cudaResourceDesc &resource, cudaTextureAddressMode address,
                                cudaTextureFilterMode filter, cudaTextureReadMode read, int normalized)
{
    cudaTextureDesc description;
    memset(&description, 0, sizeof description);
    description.addressMode[0] = description.addressMode[1] = address;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

int main()
{
    Random random(381);
    std::vector<float> image(WIDTH * HEIGHT);
    for (float &x : image)
        x = (float)(random.next() % 256);
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channel, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), WIDTH * sizeof(float), WIDTH * sizeof(float), HEIGHT,
                              cudaMemcpyHostToDevice));
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    float *out = on_device<float>(WIDTH * HEIGHT);
    const dim3 grid(WIDTH / 16, HEIGHT / 8), block(16, 8);

    cudaTextureObject_t point =
        make(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, 0);
    sample<<<grid, block>>>(point, out, -3.25f, 2.75f, 1.0f);
    auto result = to_host(out, image.size());
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int sx = x - 4 < 0 ? 0 : x - 4, sy = y + 2 > HEIGHT - 1 ? HEIGHT - 1 : y + 2;
            wrong += result[y * WIDTH + x] != image[sy * WIDTH + sx];
        }
    printf("wrong points: %d\n", wrong);
    print_hash("point", result);

    cudaTextureObject_t linear =
        make(resource, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, 0);
    sample<<<grid, block>>>(linear, out, 0.25f, 0.875f, 0.5f);
    print_hash("linear", out, image.size()); // weights of 8 bits times bytes: exact in float

    cudaTextureObject_t wrapped = make(resource, cudaAddressModeWrap, cudaFilterModePoint, cudaReadModeElementType, 1);
    sample<<<grid, block>>>(wrapped, out, 0.5f / WIDTH, 0.5f / HEIGHT, 1.0f / 32);
    print_hash("wrapped", out, image.size());

    cudaSurfaceObject_t surface = 0;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    checker<<<grid, block>>>(surface);
    CHECK(cudaGetLastError());
    std::vector<float> back(image.size());
    CHECK(cudaMemcpy2DFromArray(back.data(), WIDTH * sizeof(float), array, 0, 0, WIDTH * sizeof(float), HEIGHT,
                                cudaMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        wrong += back[i] != ((i % WIDTH + i / WIDTH) & 1 ? -image[i] : image[i] * 2.0f);
    printf("wrong on the surface: %d\n", wrong);
    print_hash("surface", back);

    // Linear memory of float4.
    const int n = 500;
    std::vector<float4> four(n);
    for (int i = 0; i < n; i++)
        four[i] = make_float4((float)i, i * 0.5f, -i, 1.0f);
    float4 *dfour = to_device(four), *ofour = on_device<float4>(n);
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dfour;
    resource.res.linear.desc = cudaCreateChannelDesc<float4>();
    resource.res.linear.sizeInBytes = n * sizeof(float4);
    cudaTextureObject_t fetched = make(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, 0);
    fetch<<<4, 128>>>(fetched, ofour, n);
    print_hash("fetched", ofour, n);

    // Bytes read as normalised floats from pitched memory.
    unsigned char *pitched;
    size_t pitch;
    std::vector<unsigned char> grey(WIDTH * 16);
    for (auto &x : grey)
        x = (unsigned char)random.next();
    CHECK(cudaMallocPitch(&pitched, &pitch, WIDTH, 16));
    CHECK(cudaMemcpy2D(pitched, pitch, grey.data(), WIDTH, WIDTH, 16, cudaMemcpyHostToDevice));
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.pitchInBytes = pitch;
    resource.res.pitch2D.width = WIDTH;
    resource.res.pitch2D.height = 16;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    cudaTextureObject_t normal =
        make(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, 0);
    bytes<<<16, WIDTH>>>(normal, out);
    print_rounded("normalised", out, WIDTH * 16, 6);

    // An array of pairs of integers.
    std::vector<int2> pairs(64);
    for (int i = 0; i < 64; i++)
        pairs[i] = make_int2(i * i, -i);
    cudaChannelFormatDesc two = cudaCreateChannelDesc<int2>();
    cudaArray_t line;
    CHECK(cudaMallocArray(&line, &two, 64));
    CHECK(cudaMemcpy2DToArray(line, 0, 0, pairs.data(), 64 * sizeof(int2), 64 * sizeof(int2), 1, cudaMemcpyHostToDevice));
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = line;
    cudaTextureObject_t ints = make(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, 0);
    integers<<<1, 64>>>(ints, (int *)out);
    print_hash("integers", (int *)out, 64);

    for (cudaTextureObject_t t : {point, linear, wrapped, fetched, normal, ints})
        CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(line));
    return 0;
}
