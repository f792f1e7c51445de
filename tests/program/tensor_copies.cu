// SPDX-License-Identifier: Apache-2.0
// Hopper's copies as CUDA's documents write them: tiles by tensor map with cuda::device::experimental, bulk copies that a
// cuda::barrier counts, multicast to a cluster, a ring of stages and remote stores with cuda::ptx. Each is compared with
// what the host computes.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;

enum { ROWS = 16, COLUMNS = 32, TILE = ROWS * COLUMNS, BLOCKS = 4, STAGES = 3, THREADS = 128 };

// One tile a block is loaded, changed and stored; columns and rows outside the matrix come as zeros and are not written.
__global__ void add_tiles(const __grid_constant__ CUtensorMap map, int first_column, int first_row)
{
    __shared__ alignas(128) int tile[ROWS][COLUMNS];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bar;
    int x = first_column + (int)blockIdx.x * COLUMNS, y = first_row + (int)blockIdx.y * ROWS;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = (int)threadIdx.x; i < TILE; i += (int)blockDim.x) {
        tile[i / COLUMNS][i % COLUMNS] += i;
    }
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
        (&bar)->~barrier();
    }
}

// Three arrays come by the three ways that a barrier counts; an array of barriers, whose phases are awaited by parity.
__global__ void add_arrays(const int *a, const int *b, const int *c, int *sum)
{
    __shared__ alignas(16) int parts[3][THREADS];
    __shared__ barrier bars[3];
    if (threadIdx.x < 3) {
        init(&bars[threadIdx.x], threadIdx.x == 2 ? blockDim.x + 1 : blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    size_t first = (size_t)blockIdx.x * THREADS;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(parts[0], a + first, sizeof parts[0], bars[0]);
        cuda::device::barrier_expect_tx(bars[0], sizeof parts[0]);
        cuda::device::memcpy_async_tx(parts[1], b + first, cuda::aligned_size_t<16>(sizeof parts[1]), bars[1]);
        cuda::device::barrier_expect_tx(bars[1], sizeof parts[1]);
        cuda::memcpy_async(parts[2], c + first, cuda::aligned_size_t<16>(sizeof parts[2]), bars[2]);
        (void)bars[2].arrive();
    }
    for (int i = 0; i < 3; i++) {
        (void)bars[i].arrive();
        bars[i].wait_parity(false);
    }
    parts[0][threadIdx.x] += parts[1][threadIdx.x] + parts[2][threadIdx.x];
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(sum + first, parts[0], sizeof parts[0]);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
    if (threadIdx.x % 2 == 0) { // half of the threads leave, and the others complete the next phases alone
        bars[0].arrive_and_drop();
    } else {
        bars[0].arrive_and_wait();
        bars[0].arrive_and_wait();
    }
}

// Each block of a cluster loads its part of a row of tiles for all of them.
__global__ __cluster_dims__(BLOCKS, 1, 1) void share_tiles(const __grid_constant__ CUtensorMap map, int *out)
{
    __shared__ alignas(128) int tiles[BLOCKS][ROWS][COLUMNS];
    __shared__ uint64_t bar;
    unsigned rank = ptx::get_sreg_cluster_ctarank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof tiles);
    }
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tiles[rank], &map, {(int)rank * COLUMNS, 0},
                                  &bar, (uint16_t)((1 << BLOCKS) - 1));
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    for (int i = (int)threadIdx.x; i < BLOCKS * TILE; i += (int)blockDim.x) {
        out[rank * BLOCKS * TILE + i] = tiles[i / TILE][i / COLUMNS % ROWS][i % COLUMNS];
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

// Warp 0 copies one part after the other into a ring of stages; the others add what is there and give the stage back.
__global__ void sum_parts(const int *in, long long *sums, int count)
{
    __shared__ alignas(128) int ring[STAGES][THREADS];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], THREADS);
        }
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; threadIdx.x == 0 && i < count; i++) {
            int stage = i % STAGES, parity = i / STAGES & 1;
            while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &empty[stage], parity ^ 1)) {
            }
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage],
                                           sizeof ring[stage]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ring[stage], in + i * THREADS, sizeof ring[stage],
                               &full[stage]);
        }
        return;
    }
    long long sum = 0;
    int own = (int)threadIdx.x - 32;
    for (int i = 0; i < count; i++) {
        int stage = i % STAGES, parity = i / STAGES & 1;
        while (!ptx::mbarrier_try_wait_parity(&full[stage], parity, 1000)) {
        }
        sum += ring[stage][own];
        ptx::mbarrier_arrive(&empty[stage]);
    }
    sums[own] = sum;
}

// Each block stores and adds into the next one of its cluster, which waits for the bytes.
__global__ __cluster_dims__(BLOCKS, 1, 1) void pass_on(int *out)
{
    __shared__ int passed[32], total;
    __shared__ uint64_t bar;
    unsigned rank = ptx::get_sreg_cluster_ctarank(), next = (rank + 1) % BLOCKS;
    if (threadIdx.x == 0) {
        total = 0;
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 64 * sizeof(int));
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    uint32_t their_bar, their_place, their_total; // addresses in the next block
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(their_bar) : "r"((uint32_t)__cvta_generic_to_shared(&bar)), "r"(next));
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(their_place)
        : "r"((uint32_t)__cvta_generic_to_shared(&passed[threadIdx.x])), "r"(next));
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(their_total)
        : "r"((uint32_t)__cvta_generic_to_shared(&total)), "r"(next));
    uint64_t *remote = (uint64_t *)__cvta_shared_to_generic(their_bar);
    ptx::st_async((int *)__cvta_shared_to_generic(their_place), (int)(rank * 100 + threadIdx.x), remote);
    ptx::red_async(ptx::op_add, (int *)__cvta_shared_to_generic(their_total), (int)(threadIdx.x * (rank + 1)), remote);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {
    }
    out[rank * 33 + threadIdx.x] = passed[threadIdx.x];
    if (threadIdx.x == 0) {
        out[rank * 33 + 32] = total;
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

// The bits and lanes of functions on registers.
__global__ void registers(uint32_t *out)
{
    uint32_t lane = ptx::get_sreg_laneid(), a = 0x00f0a000u + lane;
    bool is_inside = false;
    uint32_t shuffled = ptx::shfl_sync_down(lane, is_inside, 4, 31, ~0u);
    out[lane] = ptx::bfind(a) + 100 * ptx::bfind_shiftamt((int32_t)~a) + 10000 * shuffled + (is_inside ? 1000000 : 0);
    out[32 + lane] = ptx::shl(a, lane) ^ (uint32_t)ptx::shr(-(int32_t)a, 3) ^ ptx::bmsk_clamp(lane, 5) ^
                     ptx::prmt(a, ~a, 0x5140 + lane) ^ ptx::get_sreg_lanemask_lt();
}

static CUtensorMap make_map(int *matrix, unsigned columns, unsigned rows)
{
    void *entry = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &status);
    auto encode = (PFN_cuTensorMapEncodeTiled_v12000)entry;
    CUtensorMap map{};
    uint64_t size[2] = {columns, rows}, stride[1] = {columns * sizeof(int)};
    uint32_t box[2] = {COLUMNS, ROWS}, step[2] = {1, 1};
    CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, size, stride, box, step,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("map %d, ", (int)result);
    return map;
}

static int *numbers(int count, int factor)
{
    int *values = nullptr;
    cudaMallocManaged(&values, count * sizeof(int));
    for (int i = 0; i < count; i++) {
        values[i] = i * factor % 1013;
    }
    return values;
}

static void finish(const char *name, int wrong)
{
    printf("%s: %d wrong, %s\n", name, wrong, cudaGetErrorName(cudaGetLastError()));
}

static void test_tiles()
{
    const int columns = 72, rows = 40;
    int *matrix = numbers(columns * rows, 7);
    std::vector<int> wanted(matrix, matrix + columns * rows);
    CUtensorMap map = make_map(matrix, columns, rows);
    add_tiles<<<dim3(3, 3), THREADS>>>(map, -4, -2);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < columns * rows; i++) {
        int x = i % columns + 4, y = i / columns + 2;
        wrong += matrix[i] != wanted[i] + y % ROWS * COLUMNS + x % COLUMNS;
    }
    finish("tiles", wrong);
}

static void test_arrays()
{
    int count = 5 * THREADS, wrong = 0;
    int *a = numbers(count, 3), *b = numbers(count, 5), *c = numbers(count, 11), *sum = numbers(count, 0);
    add_arrays<<<5, THREADS>>>(a, b, c, sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; i++) {
        wrong += sum[i] != a[i] + b[i] + c[i];
    }
    finish("arrays", wrong);
}

static void test_shared_tiles()
{
    const int columns = BLOCKS * COLUMNS;
    int *matrix = numbers(columns * ROWS, 13), *out = numbers(BLOCKS * BLOCKS * TILE, 0), wrong = 0;
    CUtensorMap map = make_map(matrix, columns, ROWS);
    share_tiles<<<BLOCKS, THREADS>>>(map, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCKS * BLOCKS * TILE; i++) {
        int x = i / TILE % BLOCKS * COLUMNS + i % COLUMNS, y = i / COLUMNS % ROWS;
        wrong += out[i] != matrix[y * columns + x];
    }
    finish("multicast", wrong);
}

static void test_ring()
{
    const int count = 11;
    int *in = numbers(count * THREADS, 17), wrong = 0;
    long long *sums = nullptr;
    cudaMallocManaged(&sums, THREADS * sizeof(long long));
    sum_parts<<<1, 32 + THREADS>>>(in, sums, count);
    cudaDeviceSynchronize();
    for (int i = 0; i < THREADS; i++) {
        long long sum = 0;
        for (int k = 0; k < count; k++) {
            sum += in[k * THREADS + i];
        }
        wrong += sums[i] != sum;
    }
    finish("ring", wrong);
}

static void test_pass_on()
{
    int *out = numbers(BLOCKS * 33, 0), wrong = 0;
    pass_on<<<BLOCKS, 32>>>(out);
    cudaDeviceSynchronize();
    for (int rank = 0; rank < BLOCKS; rank++) {
        int before = (rank + BLOCKS - 1) % BLOCKS;
        for (int i = 0; i < 32; i++) {
            wrong += out[rank * 33 + i] != before * 100 + i;
        }
        wrong += out[rank * 33 + 32] != 496 * (before + 1);
    }
    finish("cluster", wrong);
}

int main()
{
    test_tiles();
    test_arrays();
    test_shared_tiles();
    test_ring();
    test_pass_on();
    uint32_t *out = (uint32_t *)numbers(64, 0);
    registers<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 64; i++) {
        hash = (hash ^ out[i]) * 16777619u;
    }
    printf("registers: %u %u %08x\n", out[1], out[31], hash);
}
