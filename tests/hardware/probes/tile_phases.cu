// SPDX-License-Identifier: Apache-2.0
// Where a block's time goes in each round of a wgmma GEMM: cycles of its first thread, the mean of
// all blocks. plain: loads and stores; the proxy fence; the barrier; the product and a barrier.
// copied: cp.async; the wait for them; the fence and the barrier; the product and a barrier.
// single: the start of two copies by tensor map; the wait for them; the product; the barrier. cold:
// after other data went through L2; warm: a second time. traces/h200/probes/tile_phases.txt has
// what an H200 printed. nvcc -std=c++17 -O3 -gencode arch=compute_90a,code=sm_90a
#include <cuda.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int K = 64, THREADS = 128; // of a tile; of a block

#define D8(i)                                                                                      \
    "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]),    \
        "+f"(d[i + 6]), "+f"(d[i + 7])
#define D32(i) D8(i), D8(i + 8), D8(i + 16), D8(i + 24)

__device__ void multiply(float (&d)[32], uint64_t a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, "
                 "%7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, "
                 "%23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;"
                 : D32(0)
                 : "l"(a), "l"(b));
}

__device__ void multiply(float (&d)[128], uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, "
        "%9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
        "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, "
        "%45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, "
        "%63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, "
        "%81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, "
        "%99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, "
        "%114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, 1, 1, 1, 0, 0;"
        : D32(0), D32(32), D32(64), D32(96)
        : "l"(a), "l"(b));
}

__device__ uint32_t shared_address(const void *pointer)
{
    return uint32_t(__cvta_generic_to_shared(pointer));
}

// Rows of 128 bytes, swizzled, eight of them 1024 bytes apart.
__device__ uint64_t described(const half *tile)
{
    return uint64_t((shared_address(tile) & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

__device__ int swizzled(int row, int piece)
{
    return row * K + (piece ^ (row & 7)) * 8;
}

template <int N> __device__ void multiply_tiles(float (&d)[N / 2], const half *a, const half *b)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int i = 0; i < 4; i++)
        multiply(d, described(a + 16 * i), described(b + 16 * i));
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::
                     : "memory");
}

struct Phases {
    long long total[4] = {}, last;

    __device__ Phases()
    {
        last = clock64();
    }
    __device__ void end(int phase)
    {
        if (threadIdx.x == 0) {
            long long now = clock64();
            total[phase] += now - last;
            last = now;
        }
    }
    template <int N> __device__ void leave(const float (&d)[N], float *c, long long *times)
    {
        int block = blockIdx.y * gridDim.x + blockIdx.x;
        for (int i = 0; i < N; i++)
            c[(block * N + i) * THREADS + threadIdx.x] = d[i];
        for (int i = 0; threadIdx.x == 0 && i < 4; i++)
            times[block * 4 + i] = total[i];
    }
};

__device__ void fence()
{
    asm volatile("fence.proxy.async;" ::: "memory");
}

template <int N>
__global__ void __launch_bounds__(THREADS)
    plain(const half *a, const half *b, float *c, int k, long long *times)
{
    __shared__ alignas(1024) half tile_a[64 * K], tile_b[N * K];
    int row = blockIdx.y * 64, column = blockIdx.x * N;
    float d[N / 2] = {};
    Phases phases;
    for (int k0 = 0; k0 < k; k0 += K) {
        for (int i = threadIdx.x; i < 64 * 8; i += THREADS)
            *(uint4 *)&tile_a[swizzled(i / 8, i % 8)] =
                *(const uint4 *)&a[(row + i / 8) * k + k0 + i % 8 * 8];
        for (int i = threadIdx.x; i < N * 8; i += THREADS)
            *(uint4 *)&tile_b[swizzled(i / 8, i % 8)] =
                *(const uint4 *)&b[(column + i / 8) * k + k0 + i % 8 * 8];
        phases.end(0);
        fence();
        phases.end(1);
        __syncthreads();
        phases.end(2);
        multiply_tiles<N>(d, tile_a, tile_b);
        __syncthreads();
        phases.end(3);
    }
    phases.leave(d, c, times);
}

__device__ void copy(half *to, const half *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

template <int N>
__global__ void __launch_bounds__(THREADS)
    copied(const half *a, const half *b, float *c, int k, long long *times)
{
    __shared__ alignas(1024) half tile_a[64 * K], tile_b[N * K];
    int row = blockIdx.y * 64, column = blockIdx.x * N;
    float d[N / 2] = {};
    Phases phases;
    for (int k0 = 0; k0 < k; k0 += K) {
        for (int i = threadIdx.x; i < 64 * 8; i += THREADS)
            copy(&tile_a[swizzled(i / 8, i % 8)], &a[(row + i / 8) * k + k0 + i % 8 * 8]);
        for (int i = threadIdx.x; i < N * 8; i += THREADS)
            copy(&tile_b[swizzled(i / 8, i % 8)], &b[(column + i / 8) * k + k0 + i % 8 * 8]);
        phases.end(0);
        asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
        phases.end(1);
        fence();
        __syncthreads();
        phases.end(2);
        multiply_tiles<N>(d, tile_a, tile_b);
        __syncthreads();
        phases.end(3);
    }
    phases.leave(d, c, times);
}

__device__ void copy_tile(half *to, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(shared_address(to)),
                 "l"(map), "r"(shared_address(barrier)), "r"(x), "r"(y)
                 : "memory");
}

template <int N>
__global__ void __launch_bounds__(THREADS)
    single(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *c,
           int k, long long *times)
{
    __shared__ alignas(1024) half tile_a[64 * K], tile_b[N * K];
    __shared__ uint64_t barrier;
    uint32_t at = shared_address(&barrier), phase = 0;
    float d[N / 2] = {};
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
        fence();
    }
    __syncthreads();
    Phases phases;
    for (int k0 = 0; k0 < k; k0 += K, phase ^= 1) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at),
                         "n"(sizeof tile_a + sizeof tile_b)
                         : "memory");
            copy_tile(tile_a, &a, &barrier, k0, blockIdx.y * 64);
            copy_tile(tile_b, &b, &barrier, k0, blockIdx.x * N);
        }
        phases.end(0);
        asm volatile("{\n\t.reg .pred done;\n\tagain:\n\tmbarrier.try_wait.parity.shared::cta.b64 "
                     "done, [%0], %1;\n\t"
                     "@!done bra again;\n\t}" ::"r"(at),
                     "r"(phase)
                     : "memory");
        phases.end(1);
        multiply_tiles<N>(d, tile_a, tile_b);
        phases.end(2);
        __syncthreads();
        phases.end(3);
    }
    phases.leave(d, c, times);
}

__global__ void flush(int *words, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        words[i] = i;
}

static half *a, *b;
static float *c;
static long long *times;
static int *others, count_of_others;

static CUtensorMap map_of(void *matrix, int rows, int columns, unsigned tile_rows)
{
    typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                               const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                               const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                               CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
    void *encode;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                     &found);
    CUtensorMap map;
    const cuuint64_t size[] = {cuuint64_t(columns), cuuint64_t(rows)},
                     stride[] = {cuuint64_t(columns) * sizeof(half)};
    const cuuint32_t box[] = {K, tile_rows}, step[] = {1, 1};
    if (((Encode)encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box, step,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        exit(1);
    return map;
}

static void show(const char *name, int n, int blocks, int k, bool is_warm)
{
    cudaDeviceSynchronize();
    std::vector<long long> host(blocks * 4);
    cudaMemcpy(host.data(), times, host.size() * sizeof host[0], cudaMemcpyDeviceToHost);
    double mean[4] = {};
    for (size_t i = 0; i < host.size(); i++)
        mean[i % 4] += double(host[i]) / blocks / (k / K);
    printf("%-8s N %3d grid %4d K %4d %s  %7.0f %7.0f %7.0f %7.0f  sum %7.0f\n", name, n, blocks, k,
           is_warm ? "warm" : "cold", mean[0], mean[1], mean[2], mean[3],
           mean[0] + mean[1] + mean[2] + mean[3]);
    flush<<<264, 256>>>(others, count_of_others);
    cudaDeviceSynchronize();
}

template <int N> static void run(int m, int n, int k)
{
    dim3 grid(n / N, m / 64);
    int blocks = grid.x * grid.y;
    CUtensorMap map_a = map_of(a, m, k, 64), map_b = map_of(b, n, k, N);
    for (int rounds = 1; rounds <= 2; rounds++) {
        for (int i = 0; i < rounds; i++)
            plain<N><<<grid, THREADS>>>(a, b, c, k, times);
        show("plain", N, blocks, k, rounds == 2);
        for (int i = 0; i < rounds; i++)
            copied<N><<<grid, THREADS>>>(a, b, c, k, times);
        show("copied", N, blocks, k, rounds == 2);
        for (int i = 0; i < rounds; i++)
            single<N><<<grid, THREADS>>>(map_a, map_b, c, k, times);
        show("single", N, blocks, k, rounds == 2);
    }
}

int main(int count, char **arguments)
{
    count_of_others = count > 1 ? atoi(arguments[1]) : 1 << 25; // words that go through L2
    cudaMalloc(&times, 1 << 20);
    cudaMalloc(&others, sizeof(int) * size_t(count_of_others));
    const int sizes[][3] = {{64, 256, 512}, {512, 512, 512}, {1536, 1536, 1024}};
    for (auto [m, n, k] : sizes) {
        cudaMalloc(&a, sizeof(half) * m * k);
        cudaMalloc(&b, sizeof(half) * n * k);
        cudaMalloc(&c, sizeof(float) * m * n);
        cudaMemset(a, 0, sizeof(half) * m * k);
        cudaMemset(b, 0, sizeof(half) * n * k);
        run<64>(m, n, k);
        run<256>(m, n, k);
        cudaFree(a);
        cudaFree(b);
        cudaFree(c);
    }
}
