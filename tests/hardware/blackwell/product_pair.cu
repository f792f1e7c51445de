// SPDX-License-Identifier: Apache-2.0
// The product of product.cu by pairs of blocks (.cta_group::2): each block copies its half of A's rows and of B's
// columns, a thread of the first one multiplies for both, and each takes the sums of its rows from its own tensor
// memory. The copies of both blocks complete the first one's mbarriers; commits arrive in both. No GPU has run it yet.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define ROWS    256
#define COLUMNS 256
#define DEPTH   320
#define TILE_M  128 // of a block
#define TILE_N  64  // likewise
#define TILE_K  64 // 128 bytes
#define STAGES  3
#define SUMS    128 // columns of tensor memory

// Sums in f32, f16 factors, their elements side by side along k (PTX ISA, "Instruction descriptor").
#define PRODUCT (1u << 4 | 2 * TILE_N / 8 << 17 | 2 * TILE_M / 16 << 24)

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
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [%0], [%1, {%2, %3}], [%4];" ::
                     "r"(to),
                 "l"(map), "r"(x), "r"(y), "r"(barrier)
                 : "memory");
}

// Rows of 128 bytes, swizzled, eight of them 1024 bytes (PTX ISA, "Shared memory descriptor").
__device__ uint64_t described(uint32_t address)
{
    return (uint64_t)((address & 0x3ffff) >> 4) | 1ull << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 46 | 2ull << 61;
}

__device__ void multiply(uint32_t d, uint64_t a, uint64_t b, bool is_added)
{
    asm volatile("{\n\t.reg .pred added;\n\tsetp.ne.u32 added, %4, 0;\n\t"
                 "tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, added;\n\t}" ::"r"(d),
                 "l"(a), "l"(b), "r"(PRODUCT), "r"((uint32_t)is_added)
                 : "memory");
}

__device__ void commit(uint32_t barrier)
{
    asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(barrier),
                 "h"((uint16_t)3)
                 : "memory");
}

// The address of what the first block of the pair has there.
__device__ uint32_t of_first(uint32_t address)
{
    uint32_t mapped;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(mapped) : "r"(address));
    return mapped;
}

__device__ uint32_t rank()
{
    uint32_t found;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(found));
    return found;
}

__device__ void sync_pair()
{
    asm volatile("tcgen05.fence::before_thread_sync;\n\tbarrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;\n\t"
                 "tcgen05.fence::after_thread_sync;" ::: "memory");
}

__device__ void read_sums(uint32_t (&d)[8], uint32_t from)
{
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];\n\t"
                 "tcgen05.wait::ld.sync.aligned;"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
                 : "r"(from)
                 : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192)
    product(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *c)
{
    extern __shared__ __align__(1024) uint8_t memory[];
    Stage *stages = (Stage *)(((uintptr_t)memory + 1023) / 1024 * 1024);
    __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES], done;
    __shared__ uint32_t place;
    int row = blockIdx.x * TILE_M, column = blockIdx.y * 2 * TILE_N, warp = threadIdx.x / 32;
    bool is_first = rank() == 0;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[i])) : "memory");
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&empty[i])) : "memory");
        }
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&done)) : "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    if (warp == 0) {
        asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;\n\t"
                     "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::"r"(shared_address(&place)),
                     "r"(SUMS)
                     : "memory");
    }
    sync_pair();
    uint32_t sums = place;
    if (threadIdx.x == 128) { // copies
        for (int k = 0; k < DEPTH / TILE_K; k++) {
            int stage = k % STAGES;
            uint32_t barrier = of_first(shared_address(&full[stage]));
            wait_for(shared_address(&empty[stage]), (k / STAGES & 1) ^ 1);
            if (is_first) {
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&full[stage])),
                             "r"((uint32_t)(2 * sizeof(Stage)))
                             : "memory");
            }
            load(shared_address(stages[stage].a), &map_a, k * TILE_K, row, barrier);
            load(shared_address(stages[stage].b), &map_b, k * TILE_K, column + rank() * TILE_N, barrier);
        }
    } else if (threadIdx.x == 160 && is_first) { // multiplies for both
        for (int k = 0; k < DEPTH / TILE_K; k++) {
            int stage = k % STAGES;
            wait_for(shared_address(&full[stage]), k / STAGES & 1);
            asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
            for (int i = 0; i < TILE_K; i += 16) {
                multiply(sums, described(shared_address(stages[stage].a) + i * 2),
                         described(shared_address(stages[stage].b) + i * 2), k + i > 0);
            }
            commit(shared_address(&empty[stage]));
        }
        commit(shared_address(&done));
    } else if (warp < 4) { // takes the sums
        wait_for(shared_address(&done), 0);
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
        for (int j = 0; j < 2 * TILE_N; j += 8) {
            uint32_t d[8];
            read_sums(d, sums + ((uint32_t)warp * 32 << 16) + j);
            for (int i = 0; i < 8; i++) {
                c[(row + threadIdx.x) * COLUMNS + column + j + i] = __uint_as_float(d[i]);
            }
        }
    }
    __syncwarp();
    sync_pair();
    if (warp == 0) {
        asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(sums),
                     "r"(SUMS)
                     : "memory");
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
    product<<<dim3(ROWS / TILE_M, COLUMNS / TILE_N / 2), 192, bytes>>>(map_of(encode, device_a, ROWS, TILE_M),
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
