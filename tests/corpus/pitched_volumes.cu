// SPDX-License-Identifier: Apache-2.0
// Volumes: cudaMalloc3D, cudaMemcpy3D of boxes, a CUDA array, and 3-D textures with point and linear filters.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#define CUDA(call) check(#call, call)
static void check(const char *what, cudaError_t e)
{
    if (e != cudaSuccess) {
        char text[300];
        snprintf(text, sizeof text, "%s: %s", what, cudaGetErrorString(e));
        throw std::runtime_error(text);
    }
}

__global__ void fill(cudaPitchedPtr volume, cudaExtent extent)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    char *slice = (char *)volume.ptr + z * volume.pitch * extent.height;
    ((float *)(slice + y * volume.pitch))[x] = x + 100.0f * y + 0.25f * z * z;
}

__global__ void blur(cudaPitchedPtr in, cudaPitchedPtr out, int3 size)
{
    auto at = [&](const cudaPitchedPtr &p, int x, int y, int z) -> float & {
        return *(float *)((char *)p.ptr + (z * p.ysize + y) * p.pitch + x * sizeof(float));
    };
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    float sum = 0;
    for (int d = -1; d <= 1; d++)
        sum += at(in, min(max(x + d, 0), size.x - 1), y, z) + at(in, x, min(max(y + d, 0), size.y - 1), z) +
               at(in, x, y, min(max(z + d, 0), size.z - 1));
    at(out, x, y, z) = sum / 9.0f;
}

__global__ void sample(cudaTextureObject_t nearest, cudaTextureObject_t linear, float2 *out, int n, float3 from, float3 step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = from.x + i * step.x, y = from.y + i * step.y, z = from.z + i * step.z;
        out[i] = make_float2(tex3D<float>(nearest, x, y, z), tex3D<float>(linear, x, y, z));
    }
}

int main()
try {
    const int w = 20, h = 12, d = 6;
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaPitchedPtr a, b;
    CUDA(cudaMalloc3D(&a, extent));
    CUDA(cudaMalloc3D(&b, extent));
    CUDA(cudaMemset3D(b, 0, extent));
    fill<<<dim3(h, d), w>>>(a, extent);
    blur<<<dim3(h, d), w>>>(a, b, make_int3(w, h, d));

    // A box of the volume to the host.
    float box[3][4][5];
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    p.srcPtr = b;
    p.srcPos = make_cudaPos(7 * sizeof(float), 3, 2);
    p.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], 5, 4);
    p.extent = make_cudaExtent(5 * sizeof(float), 4, 3);
    p.kind = cudaMemcpyDeviceToHost;
    CUDA(cudaMemcpy3D(&p));
    double sum = 0;
    for (auto &slice : box)
        for (auto &row : slice)
            for (float v : row)
                sum += v;
    printf("box %.9g %.9g %.9g sum %.12g, pitches alike: %d\n", box[0][0][0], box[1][2][3], box[2][3][4], sum, a.pitch == b.pitch);

    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d)));
    cudaMemcpy3DParms q = {};
    q.srcPtr = b;
    q.dstArray = array;
    q.extent = make_cudaExtent(w, h, d);
    q.kind = cudaMemcpyDeviceToDevice;
    CUDA(cudaMemcpy3D(&q));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture = {};
    for (auto &mode : texture.addressMode)
        mode = cudaAddressModeClamp;
    texture.readMode = cudaReadModeElementType;
    cudaTextureObject_t nearest, linear;
    CUDA(cudaCreateTextureObject(&nearest, &resource, &texture, nullptr));
    texture.filterMode = cudaFilterModeLinear;
    texture.addressMode[0] = cudaAddressModeBorder;
    CUDA(cudaCreateTextureObject(&linear, &resource, &texture, nullptr));
    const int n = 50;
    float2 *out;
    std::vector<float2> host(n);
    CUDA(cudaMalloc(&out, n * sizeof(float2)));
    sample<<<2, 32>>>(nearest, linear, out, n, make_float3(-1.25f, -0.5f, 0.5f), {0.5f, 0.25f, 0.125f});
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(host.data(), out, n * sizeof(float2), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i += 7)
        printf("%.9g/%.9g ", host[i].x, host[i].y);
    printf("\n");
    cudaExtent asked;
    unsigned flags;
    cudaChannelFormatDesc got;
    CUDA(cudaArrayGetInfo(&got, &asked, &flags, array));
    printf("array %zu x %zu x %zu of %d bits, flags %u\n", asked.width, asked.height, asked.depth, got.x, flags);
    CUDA(cudaDestroyTextureObject(nearest));
    CUDA(cudaDestroyTextureObject(linear));
    CUDA(cudaFreeArray(array));
    CUDA(cudaFree(a.ptr)), CUDA(cudaFree(b.ptr)), CUDA(cudaFree(out));
    return 0;
} catch (const std::runtime_error &e) {
    puts(e.what());
    return 1;
}
