// SPDX-License-Identifier: Apache-2.0
// A matrix product as Hopper's kernels are written: one warpgroup copies tiles by tensor map into a ring of
// swizzled buffers, two others multiply them with wgmma; mbarriers tell which buffers are full and which are empty.
// Small whole numbers, so that every order of additions gives the same sums.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef ROWS
#define ROWS    256
#define COLUMNS 128
#define DEPTH   320
#endif
#define TILE_M  128 // two warpgroups of 64 rows
#define TILE_N  64
#define TILE_K  64 // 128 bytes
#define STAGES  3

struct Stage {
    __half a[TILE_M * TILE_K], b[TILE_N * TILE_K];
};

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

__device__ void wait_for(uint32_t barrier, uint32_t parity)
{
    asm volatile("{\n\t.reg .pred done;\n\tagain:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t@!done bra again;\n\t}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

__device__ void load(uint32_t to, const CUtensorMap *map, int x, int y, uint32_t barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
                     "r"(to),
                 "l"(map), "r"(x), "r"(y), "r"(barrier)
                 : "memory");
}

__device__ uint64_t described(uint32_t address)
{
    return (uint64_t)((address & 0x3ffff) >> 4) | 1ull << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 62;
}

__device__ void multiply(float (&d)[8][4], uint64_t a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, "
                 "%12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]), "+f"(d[1][0]), "+f"(d[1][1]),
                   "+f"(d[1][2]), "+f"(d[1][3]), "+f"(d[2][0]), "+f"(d[2][1]), "+f"(d[2][2]), "+f"(d[2][3]),
                   "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]), "+f"(d[4][0]), "+f"(d[4][1]),
                   "+f"(d[4][2]), "+f"(d[4][3]), "+f"(d[5][0]), "+f"(d[5][1]), "+f"(d[5][2]), "+f"(d[5][3]),
                   "+f"(d[6][0]), "+f"(d[6][1]), "+f"(d[6][2]), "+f"(d[6][3]), "+f"(d[7][0]), "+f"(d[7][1]),
                   "+f"(d[7][2]), "+f"(d[7][3])
                 : "l"(a), "l"(b));
}

__global__ void __launch_bounds__(384)
    product(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *c)
{
    extern __shared__ __align__(1024) uint8_t memory[];
    Stage *stages = (Stage *)(((uintptr_t)memory + 1023) / 1024 * 1024);
    __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
    int row = blockIdx.y * TILE_M, column = blockIdx.x * TILE_N, group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[i])) : "memory");
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(shared_address(&empty[i])) : "memory");
        }
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            for (int k = 0; k < DEPTH / TILE_K; k++) {
                int stage = k % STAGES;
                uint32_t barrier = shared_address(&full[stage]);
                wait_for(shared_address(&empty[stage]), (k / STAGES & 1) ^ 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                             "r"((uint32_t)sizeof(Stage))
                             : "memory");
                load(shared_address(stages[stage].a), &map_a, k * TILE_K, row, barrier);
                load(shared_address(stages[stage].b), &map_b, k * TILE_K, column, barrier);
            }
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float d[8][4] = {};
    for (int k = 0; k < DEPTH / TILE_K; k++) {
        int stage = k % STAGES;
        wait_for(shared_address(&full[stage]), k / STAGES & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int i = 0; i < TILE_K; i += 16) {
            multiply(d, described(shared_address(&stages[stage].a[(group - 1) * 64 * TILE_K]) + i * 2),
                     described(shared_address(stages[stage].b) + i * 2));
        }
        asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (threadIdx.x % 128 == 0) {
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty[stage])) : "memory");
        }
    }
    int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
    int first = row + (group - 1) * 64 + warp * 16 + lane / 4;
    for (int j = 0; j < 8; j++) {
        for (int i = 0; i < 4; i++) {
            c[(first + i / 2 * 8) * COLUMNS + column + j * 8 + lane % 4 * 2 + i % 2] = d[j][i];
        }
    }
}

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static CUtensorMap map_of(Encode encode, __half *matrix, uint64_t rows, uint32_t tile_rows)
{
    CUtensorMap map;
    const cuuint64_t size[] = {DEPTH, rows}, stride[] = {DEPTH * sizeof(__half)};
    const cuuint32_t box[] = {TILE_K, tile_rows}, step[] = {1, 1};
    if (encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        printf("no map\n");
        exit(1);
    }
    return map;
}

static int value(int matrix, int line, int k)
{
    return (line * 7 + k * (matrix + 3) + line * k % 5) % 9 - 4;
}

int main()
{
    Encode encode = NULL;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found);
    std::vector<__half> a(ROWS * DEPTH), b(COLUMNS * DEPTH);
    for (int k = 0; k < DEPTH; k++) {
        for (int i = 0; i < ROWS; i++) {
            a[i * DEPTH + k] = __float2half((float)value(0, i, k));
        }
        for (int i = 0; i < COLUMNS; i++) {
            b[i * DEPTH + k] = __float2half((float)value(1, i, k));
        }
    }
    __half *device_a, *device_b;
    float *device_c;
    cudaMalloc(&device_a, a.size() * sizeof(__half));
    cudaMalloc(&device_b, b.size() * sizeof(__half));
    cudaMalloc(&device_c, ROWS * COLUMNS * sizeof(float));
    cudaMemcpy(device_a, a.data(), a.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(device_b, b.data(), b.size() * sizeof(__half), cudaMemcpyHostToDevice);
    int bytes = STAGES * sizeof(Stage) + 1024;
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    product<<<dim3(COLUMNS / TILE_N, ROWS / TILE_M), 384, bytes>>>(map_of(encode, device_a, ROWS, TILE_M),
                                                                   map_of(encode, device_b, COLUMNS, TILE_N), device_c);
    std::vector<float> c(ROWS * COLUMNS);
    cudaError_t error = cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            int sum = 0;
            for (int k = 0; k < DEPTH; k++) {
                sum += value(0, i, k) * value(1, j, k);
            }
            wrong += c[i * COLUMNS + j] != (float)sum;
        }
    }
    cudaFree(device_a);
    cudaFree(device_b);
    cudaFree(device_c);
    printf("%s, %d wrong\n", cudaGetErrorName(error), wrong);
    return wrong != 0;
}
