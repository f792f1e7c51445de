// SPDX-License-Identifier: Apache-2.0
// A reaction-diffusion automaton on two surfaces that take turns: reads that clamp, that are zero outside and that
// trap nowhere, short2 and float elements, a 3-D surface, and a texture over the same array with tex2Dgather.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define W 48
#define H 32

static void must(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) {
        fprintf(stdout, "%s(%d): %s\n", file, line, cudaGetErrorName(e));
        std::abort();
    }
}
#define MUST(x) must((x), __FILE__, __LINE__)

__global__ void seed(cudaSurfaceObject_t s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < W && y < H) {
        bool inside = abs(x - W / 2) < 5 && abs(y - H / 2) < 4;
        surf2Dwrite(make_short2(inside ? 2048 : 4096, inside ? 1024 + 16 * (x % 3) : 0), s, x * (int)sizeof(short2), y);
    }
}

// Gray-Scott in fixed point of 12 bits.
__global__ void step(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int feed, int kill)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    int lu = 0, lv = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            short2 n = surf2Dread<short2>(from, (x + dx) * (int)sizeof(short2), y + dy, cudaBoundaryModeClamp);
            int weight = dx == 0 && dy == 0 ? -20 : (dx == 0 || dy == 0) ? 4 : 1;
            lu += weight * n.x, lv += weight * n.y;
        }
    short2 c;
    surf2Dread(&c, from, x * (int)sizeof(short2), y);
    int u = c.x, v = c.y;
    int uvv = (int)(((long long)u * v * v) >> 24);
    u += (lu / 20) * 655 / 4096 * 6 - uvv + (feed * (4096 - u) >> 12);
    v += (lv / 20) * 327 / 4096 * 6 + uvv - ((feed + kill) * v >> 12);
    u = min(max(u, 0), 4096), v = min(max(v, 0), 4096);
    surf2Dwrite(make_short2((short)u, (short)v), to, x * (int)sizeof(short2), y, cudaBoundaryModeZero);
}

__global__ void edges(cudaSurfaceObject_t s, int *out)
{
    int i = threadIdx.x - 2;
    short2 zero = surf2Dread<short2>(s, i * (int)sizeof(short2), 0, cudaBoundaryModeZero);
    short2 clamp = surf2Dread<short2>(s, i * (int)sizeof(short2), -5, cudaBoundaryModeClamp);
    out[2 * threadIdx.x] = zero.x * 10000 + zero.y;
    out[2 * threadIdx.x + 1] = clamp.x * 10000 + clamp.y;
}

__global__ void gather(cudaTextureObject_t t, float4 *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * blockDim.x + x] = tex2Dgather<float4>(t, x * 3 + 1.0f, y * 3 + 1.0f, 0);
}

__global__ void ramp(cudaSurfaceObject_t s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    surf2Dwrite<float>(x * 0.5f + y, s, x * sizeof(float), y);
}

__global__ void fill_volume(cudaSurfaceObject_t s, int depth)
{
    for (int z = 0; z < depth; z++)
        surf3Dwrite(make_uchar4(threadIdx.x, threadIdx.y, z, threadIdx.x ^ threadIdx.y ^ z), s, threadIdx.x * sizeof(uchar4), threadIdx.y, z);
    __syncthreads();
}

__global__ void sum_volume(cudaSurfaceObject_t s, int depth, unsigned *sum)
{
    unsigned mine = 0;
    for (int z = 0; z < depth; z++) {
        uchar4 c = surf3Dread<uchar4>(s, threadIdx.x * sizeof(uchar4), threadIdx.y, z);
        mine += c.x + 3 * c.y + 5 * c.z + 7 * c.w;
    }
    atomicAdd(sum, mine);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc desc = {};
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array;
    cudaSurfaceObject_t surface;
    MUST(cudaCreateSurfaceObject(&surface, &desc));
    return surface;
}

int main()
{
    cudaArray_t arrays[2], plane, volume;
    cudaChannelFormatDesc pair = cudaCreateChannelDesc<short2>();
    for (auto &a : arrays)
        MUST(cudaMallocArray(&a, &pair, W, H, cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t from = surface_of(arrays[0]), to = surface_of(arrays[1]);
    dim3 block(16, 8), grid((W + 15) / 16, (H + 7) / 8);
    seed<<<grid, block>>>(from);
    std::vector<short2> host(W * H);
    for (int i = 1; i <= 40; i++) {
        step<<<grid, block>>>(from, to, 225, 266);
        std::swap(from, to);
        if (i % 10 == 0) {
            MUST(cudaMemcpy2DFromArray(host.data(), W * sizeof(short2), arrays[0], 0, 0, W * sizeof(short2), H, cudaMemcpyDeviceToHost));
            long u = 0, v = 0;
            for (short2 c : host)
                u += c.x, v += c.y;
            printf("step %d: u %ld v %ld, middle %d %d\n", i, u, v, host[H / 2 * W + W / 2].x, host[H / 2 * W + W / 2].y);
        }
    }
    int *out, result[16];
    MUST(cudaMalloc(&out, sizeof result));
    edges<<<1, 8>>>(from, out);
    MUST(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    for (int r : result)
        printf("%d ", r);
    printf("\n");

    cudaChannelFormatDesc single = cudaCreateChannelDesc<float>();
    MUST(cudaMallocArray(&plane, &single, 32, 32, cudaArraySurfaceLoadStore | cudaArrayTextureGather));
    cudaSurfaceObject_t s = surface_of(plane);
    ramp<<<dim3(2, 32), 16>>>(s);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = plane;
    cudaTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    MUST(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    float4 *gathered, corners[6];
    MUST(cudaMalloc(&gathered, sizeof corners));
    gather<<<1, dim3(3, 2)>>>(texture, gathered);
    MUST(cudaMemcpy(corners, gathered, sizeof corners, cudaMemcpyDeviceToHost));
    for (float4 c : corners)
        printf("(%g %g %g %g) ", c.x, c.y, c.z, c.w);
    printf("\n");

    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
    MUST(cudaMalloc3DArray(&volume, &bytes, make_cudaExtent(16, 8, 4), cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t sv = surface_of(volume);
    unsigned *sum, total;
    MUST(cudaMalloc(&sum, sizeof *sum));
    MUST(cudaMemset(sum, 0, sizeof *sum));
    fill_volume<<<1, dim3(16, 8)>>>(sv, 4);
    sum_volume<<<1, dim3(16, 8)>>>(sv, 4, sum);
    MUST(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost));
    printf("volume %u\n", total);
    for (cudaSurfaceObject_t o : {from, to, s, sv})
        MUST(cudaDestroySurfaceObject(o));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(arrays[0]));
    MUST(cudaFreeArray(arrays[1]));
    MUST(cudaFreeArray(plane));
    MUST(cudaFreeArray(volume));
    return 0;
}
