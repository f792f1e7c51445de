// SPDX-License-Identifier: Apache-2.0
// Textures: rotation and scaling with linear filters, gathers from one-dimensional and linear memory, volumes, a lookup
// table, all with texture objects.
#include "suite.h"

__global__ void rotate(int w, int h, float sine, float cosine, cudaTextureObject_t image, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = x - w / 2, v = y - h / 2;
    out[y * w + x] = tex2D<float>(image, u * cosine - v * sine + w / 2, u * sine + v * cosine + h / 2);
}

__global__ void fetch(int n, const unsigned *index, cudaTextureObject_t table, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(table, index[i]);
}

__global__ void march(int w, int h, int d, cudaTextureObject_t volume, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float most = 0;
    for (int z = 0; z < d; z++)
        most = fmaxf(most, tex3D<float>(volume, x * 0.25f + 0.5f, y * 0.25f + 0.5f, z + 0.5f));
    out[y * w + x] = most;
}

__global__ void blur(int w, int h, cudaTextureObject_t image, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
    out[y * w + x] = sum / 25;
}

static cudaTextureObject_t texture_of(const cudaResourceDesc &resource, cudaTextureFilterMode filter)
{
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = cudaAddressModeClamp;
    description.filterMode = filter;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

int main()
{
    const int w = 640, h = 512, side = 64, n = 1 << 18;
    std::vector<float> host(side * side * side > w * h ? side * side * side : w * h);
    for (size_t i = 0; i < host.size(); i++)
        host[i] = hash(i) % 256;
    float *out = zeros<float>(w * h), *linear = floats(1 << 20, 1);
    unsigned *index = words(n, 1 << 20, 2);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t image, volume;
    CUDA(cudaMallocArray(&image, &format, w, h));
    CUDA(cudaMemcpy2DToArray(image, 0, 0, host.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
    CUDA(cudaMalloc3DArray(&volume, &format, make_cudaExtent(side, side, side)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host.data(), side * 4, side, side);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(side, side, side);
    copy.kind = cudaMemcpyHostToDevice;
    CUDA(cudaMemcpy3D(&copy));
    cudaResourceDesc from_image = {}, from_volume = {}, from_memory = {};
    from_image.resType = from_volume.resType = cudaResourceTypeArray;
    from_image.res.array.array = image;
    from_volume.res.array.array = volume;
    from_memory.resType = cudaResourceTypeLinear;
    from_memory.res.linear.devPtr = linear;
    from_memory.res.linear.desc = format;
    from_memory.res.linear.sizeInBytes = 4 << 20;
    cudaTextureObject_t smooth = texture_of(from_image, cudaFilterModeLinear), nearest = texture_of(from_image, cudaFilterModePoint);
    cudaTextureObject_t space = texture_of(from_volume, cudaFilterModeLinear), table = texture_of(from_memory, cudaFilterModePoint);
    dim3 grid(w / 32, h / 8), block(32, 8);
    rotate<<<grid, block>>>(w, h, 0.5f, 0.8660254f, smooth, out);
    show("rotate 30 degrees", out, w * h);
    rotate<<<grid, block>>>(w, h, 1, 0, nearest, out);
    show("rotate 90 degrees", out, w * h);
    rotate<<<dim3(w / 8, h / 8), dim3(8, 8)>>>(w, h, 0.7071068f, 0.7071068f, nearest, out);
    show("rotate 45 degrees 8x8", out, w * h);
    fetch<<<n / 256, 256>>>(n, index, table, out);
    show("fetch anywhere", out, n);
    march<<<dim3(8, 16), dim3(32, 16)>>>(256, 256, side, space, out);
    show("march", out, 256 * 256);
    blur<<<grid, block>>>(w, h, nearest, out);
    show("blur", out, w * h);
    return 0;
}
