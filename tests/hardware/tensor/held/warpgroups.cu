// SPDX-License-Identifier: Apache-2.0
// hgemm, style 4: a warpgroup that copies tiles by tensor map into four stages, and two that multiply them with wgmma, one product
// ahead; mbarriers say which stages are full and which are empty. Blocks of 128 x 128 x 128 bytes. Also of e4m3 and with a cluster
// of two blocks that share the tiles of b.
#include "held.h"

#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

constexpr int SIDE = 128, ROW_BYTES = 128, STAGES = 4, THREADS = 384;

struct Stage {
    uint8_t a[SIDE * ROW_BYTES], b[SIDE * ROW_BYTES];
};

struct Shared {
    Stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

__device__ void wait_for(uint32_t barrier, uint32_t parity)
{
    asm volatile("{\n\t.reg .pred done;\n\tagain:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
                 "@!done bra again;\n\t}" ::"r"(barrier),
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

__device__ void load_for_all(uint32_t to, const CUtensorMap *map, int x, int y, uint32_t barrier, uint16_t blocks)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
                 "l"(map), "r"(x), "r"(y), "r"(barrier), "h"(blocks)
                 : "memory");
}

// An arrival at the barrier that lies at this address in another block of the cluster.
__device__ void arrive_at(uint32_t barrier, uint32_t block)
{
    asm volatile("{\n\t.reg .b32 there;\n\tmapa.shared::cluster.u32 there, %0, %1;\n\t"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n\t}" ::"r"(barrier),
                 "r"(block)
                 : "memory");
}

// Rows of 128 bytes, swizzled, eight of them 1024 bytes apart.
__device__ uint64_t described(uint32_t address)
{
    return uint64_t((address & 0x3ffff) >> 4) | 1ull << 16 | uint64_t(1024 >> 4) << 32 | 1ull << 62;
}

#define D8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define MULTIPLY(instruction, signs)                                                                                   \
    asm volatile("{\n\t.reg .pred adds;\n\tsetp.ne.b32 adds, %66, 0;\n\t" instruction                                  \
                 " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                            \
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "                    \
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "                    \
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "                   \
                 "%64, %65, adds, " signs ";\n\t}"                                                                     \
                 : D8(0), D8(8), D8(16), D8(24), D8(32), D8(40), D8(48), D8(56)                                        \
                 : "l"(a), "l"(b), "r"(adds))

__device__ void multiply_add(float (&d)[64], uint64_t a, uint64_t b, int adds, half)
{
    MULTIPLY("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "1, 1, 0, 0");
}

__device__ void multiply_add(float (&d)[64], uint64_t a, uint64_t b, int adds, __nv_fp8_e4m3)
{
    MULTIPLY("wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3", "1, 1");
}

template <int BLOCKS> __device__ void meet()
{
    if (BLOCKS > 1)
        asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    else
        __syncthreads();
}

// One block's tile. The blocks of a cluster lie below each other and have the same tiles of b; each loads its share of them for all.
template <class Element, int BLOCKS>
__device__ void multiply_tiles(const CUtensorMap *map_a, const CUtensorMap *map_b, float *c, int n, int k)
{
    extern __shared__ uint8_t memory[];
    Shared &shared = *(Shared *)(((uintptr_t)memory + 1023) / 1024 * 1024);
    constexpr int TILE_K = ROW_BYTES / sizeof(Element), SHARE = SIDE / BLOCKS;
    int row = blockIdx.y * SIDE, column = blockIdx.x * SIDE, group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&shared.full[i])) : "memory");
            asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&shared.empty[i])), "n"(2 * BLOCKS) : "memory");
        }
        asm volatile("fence.mbarrier_init.release.cluster;\n\tfence.proxy.async;" ::: "memory");
    }
    meet<BLOCKS>();
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) {
            int rank = blockIdx.y % BLOCKS;
            for (int i = 0; i < k / TILE_K; i++) {
                Stage &stage = shared.stages[i % STAGES];
                uint32_t full = shared_address(&shared.full[i % STAGES]);
                wait_for(shared_address(&shared.empty[i % STAGES]), (i / STAGES & 1) ^ 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full), "r"((uint32_t)sizeof(Stage)) : "memory");
                load(shared_address(stage.a), map_a, i * TILE_K, row, full);
                uint32_t to = shared_address(stage.b) + rank * SHARE * ROW_BYTES;
                if (BLOCKS > 1)
                    load_for_all(to, map_b, i * TILE_K, column + rank * SHARE, full, (1 << BLOCKS) - 1);
                else
                    load(to, map_b, i * TILE_K, column, full);
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        float d[64];
        for (int i = 0; i < k / TILE_K; i++) {
            const Stage &stage = shared.stages[i % STAGES];
            uint64_t left = described(shared_address(stage.a) + (group - 1) * 64 * ROW_BYTES), right = described(shared_address(stage.b));
            wait_for(shared_address(&shared.full[i % STAGES]), i / STAGES & 1);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
            for (int inner = 0; inner < 4; inner++)
                multiply_add(d, left + inner * 2, right + inner * 2, i | inner, Element());
            asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 1;" ::: "memory");
            if (i > 0 && threadIdx.x % 128 < BLOCKS) {
                uint32_t empty = shared_address(&shared.empty[(i - 1) % STAGES]);
                if (BLOCKS > 1)
                    arrive_at(empty, threadIdx.x % 128);
                else
                    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(empty) : "memory");
            }
        }
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 64; i++)
            asm volatile("" : "+f"(d[i])::"memory"); // read only after the wait
        int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
        float *to = c + (row + (group - 1) * 64 + warp * 16 + lane / 4) * n + column + lane % 4 * 2;
#pragma unroll
        for (int i = 0; i < 16; i++) {
            *(float2 *)(to + i * 8) = make_float2(d[i * 4], d[i * 4 + 1]);
            *(float2 *)(to + 8 * n + i * 8) = make_float2(d[i * 4 + 2], d[i * 4 + 3]);
        }
    }
    if (BLOCKS > 1)
        meet<BLOCKS>(); // no block leaves while another one arrives at its barriers
}

template <class Element>
__global__ void __launch_bounds__(THREADS)
    multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *c, int n, int k)
{
    multiply_tiles<Element, 1>(&map_a, &map_b, c, n, k);
}

__global__ void __launch_bounds__(THREADS) __cluster_dims__(1, 2, 1)
    multiply_in_pairs(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *c, int n, int k)
{
    multiply_tiles<half, 2>(&map_a, &map_b, c, n, k);
}

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static CUtensorMap map_of(void *matrix, int rows, int columns, unsigned tile_rows, int element_bytes)
{
    Encode encode = NULL;
    cudaDriverEntryPointQueryResult found;
    CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found));
    CUtensorMap map;
    const cuuint64_t size[] = {cuuint64_t(columns), cuuint64_t(rows)}, stride[] = {cuuint64_t(columns) * element_bytes};
    const cuuint32_t box[] = {cuuint32_t(ROW_BYTES / element_bytes), tile_rows}, step[] = {1, 1};
    if (encode(&map, element_bytes == 1 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box,
               step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        printf("no map\n");
        exit(1);
    }
    return map;
}

template <class Element, class Kernel>
static void run(const char *name, Kernel kernel, Size s, int digits, double tolerance, unsigned blocks)
{
    int bytes = sizeof(Shared) + 1024;
    CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    Element *a = matrix<Element>(size_t(s.m) * s.k, 1, digits), *b = matrix<Element>(size_t(s.n) * s.k, 2, digits);
    float *c = zeros<float>(size_t(s.m) * s.n);
    kernel<<<dim3(s.n / SIDE, s.m / SIDE), THREADS, bytes>>>(map_of(a, s.m, s.k, SIDE, sizeof(Element)),
                                                             map_of(b, s.n, s.k, SIDE / blocks, sizeof(Element)), c, s.n, s.k);
    report(name, c, s.m, s.n, tolerance, product_sum(s.n, s.k, digits, true));
}

int main()
{
    for (Size s : SIZES)
        run<half>("warpgroups", multiply<half>, s, 7, 1e-6, 1);
    for (Size s : {SIZES[1], SIZES[2]})
        run<half>("warpgroups in pairs", multiply_in_pairs, s, 7, 1e-6, 2);
    for (Size s : {SIZES[1], SIZES[2]})
        run<__nv_fp8_e4m3>("warpgroups of e4m3", multiply<__nv_fp8_e4m3>, s, 2, 1e-3, 1);
    return 0;
}
