// SPDX-License-Identifier: Apache-2.0
// What bulk copies take: plain ones and copies by tensor map, between global and shared memory.
// nvcc -arch=sm_90a bulk_rates.cu && ./a.out: rows of test,where,bytes,rows,blocks,copies,cycles,
// cycles for each copy of an SM. `rows` is what a tile has; plain copies have none. With an argument: only a few launches.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define RING_BYTES (128 * 1024)
#define SLOTS_MAX  64

enum Direction { LOAD, STORE, ADD };

struct Work {
    Direction direction;
    bool by_map, is_alone; // one copy under way at a time
    uint32_t bytes, rows;  // of a copy
    uint32_t copies;       // of a block
    uint64_t stride;       // of global memory from one copy to the next
    uint64_t span;         // after which a block begins again
    uint64_t block_stride; // from one block to the next
    uint64_t shift;        // from the first round to the second
};

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

__device__ void wait_for(uint32_t barrier, uint32_t parity)
{
    uint32_t is_done = 0;
    while (is_done == 0) {
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(barrier), "r"(parity)
                     : "memory");
    }
}

__device__ void load(const CUtensorMap *map, const Work &work, const uint8_t *memory, uint64_t at, uint32_t to,
                     uint32_t barrier)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(work.bytes) : "memory");
    if (work.by_map) {
        int row = (int)(at / (work.bytes / work.rows));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(map), "r"(barrier), "r"(0), "r"(row) : "memory");
    } else {
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                     "l"(memory + at), "r"(work.bytes), "r"(barrier) : "memory");
    }
}

__device__ void store(const Work &work, uint8_t *memory, uint64_t at, uint32_t from)
{
    if (work.direction == ADD) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(memory + at),
                     "r"(from), "r"(work.bytes) : "memory");
    } else {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(memory + at), "r"(from),
                     "r"(work.bytes) : "memory");
    }
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__global__ void copy(const __grid_constant__ CUtensorMap map, Work work, uint8_t *memory, long long *cycles)
{
    extern __shared__ __align__(1024) uint8_t ring[];
    __shared__ __align__(8) uint64_t words[SLOTS_MAX];
    if (threadIdx.x != 0) {
        return;
    }
    uint32_t slots = RING_BYTES / (work.bytes < 128 ? 128 : work.bytes);
    slots = work.is_alone ? 1 : slots > SLOTS_MAX ? SLOTS_MAX : slots;
    for (uint32_t i = 0; i < slots; i++) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&words[i])) : "memory");
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    uint64_t start = blockIdx.x * work.block_stride;
    uint32_t base = shared_address(ring), barrier = shared_address(words);
    long long begin = 0;
    for (int round = 0; round < 2; round++) { // the first one warms up what the span keeps in L2
        begin = clock64();
        uint64_t at = round * work.shift;
        for (uint32_t i = 0; i < work.copies; i++) {
            uint32_t slot = i % slots;
            uint32_t turn = i / slots + (uint32_t)round * ((work.copies + slots - 1 - slot) / slots);
            uint32_t place = base + slot * (work.bytes < 128 ? 128 : work.bytes);
            if (work.direction == LOAD) {
                if (i >= slots) {
                    wait_for(barrier + slot * 8, (turn - 1) & 1);
                }
                load(&map, work, memory, start + at, place, barrier + slot * 8);
            } else {
                store(work, memory, start + at, place);
                if (work.is_alone) {
                    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
                } else {
                    asm volatile("cp.async.bulk.wait_group.read 31;" ::: "memory");
                }
            }
            at += work.stride;
            at = at >= work.span ? at - work.span : at;
        }
        for (uint32_t i = 0; work.direction == LOAD && i < slots && i < work.copies; i++) {
            uint32_t count = (work.copies + slots - 1 - i) / slots;
            wait_for(barrier + i * 8, (count * (uint32_t)(round + 1) - 1) & 1);
        }
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    cycles[blockIdx.x] = clock64() - begin;
}

// Cycles of mbarrier instructions that find their phase complete, and of an arrival.
__global__ void barrier_latency(long long *cycles)
{
    __shared__ __align__(8) uint64_t word;
    uint32_t barrier = shared_address(&word);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    long long begin = clock64();
    for (int i = 0; i < 64; i++) {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
        wait_for(barrier, i & 1);
    }
    *cycles = (clock64() - begin) / 64;
}

// Cycles of a warp's copy of 512 bytes by cp.async and the wait for it, or of a load: from L2 after the first round.
enum Way { LOADED, CACHED, AROUND, COUNTED };

template <int way> __global__ void warp_copy(const uint8_t *memory, uint64_t stride, int rounds, long long *cycles, int *out)
{
    __shared__ __align__(16) uint8_t target[512];
    __shared__ __align__(8) uint64_t word;
    uint32_t to = shared_address(&target[threadIdx.x * 16]), barrier = shared_address(&word);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(barrier) : "memory");
    }
    __syncwarp();
    int sum = 0, turn = 0;
    long long begin = 0;
    for (int round = 0; round < rounds; round++) {
        begin = clock64();
        for (int i = 0; i < 64; i++) {
            const uint8_t *from = memory + i * stride + threadIdx.x * 16;
            if (way == LOADED) {
                int4 got;
                asm volatile("ld.global.v4.s32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                             : "l"(from)
                             : "memory");
                asm volatile("st.shared.v4.s32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(got.x), "r"(got.y), "r"(got.z),
                             "r"(got.w)
                             : "memory");
            } else if (way == AROUND) {
                asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
            } else {
                asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
            }
            if (way == COUNTED) {
                asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
                wait_for(barrier, turn++ & 1);
            } else if (way != LOADED) {
                asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
            }
            int got;
            asm volatile("ld.shared.s32 %0, [%1];" : "=r"(got) : "r"(to) : "memory");
            sum += got;
        }
    }
    if (threadIdx.x == 0) {
        *cycles = clock64() - begin;
    }
    out[threadIdx.x] = sum;
}

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        exit(1);
    }
}

static uint8_t *memory;
static long long *cycles;

static CUtensorMap map_of(const Work &work, uint64_t size_bytes)
{
    CUtensorMap map = {};
    if (!work.by_map) {
        return map;
    }
    void *encode = NULL;
    cudaDriverEntryPointQueryResult found;
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found));
    cuuint64_t row = work.bytes / work.rows;
    cuuint64_t sizes[2] = {row, size_bytes / row}, strides[1] = {row};
    cuuint32_t box[2] = {(cuuint32_t)row, work.rows}, steps[2] = {1, 1};
    CUtensorMapSwizzle swizzle = row == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                                 : row == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                             : CU_TENSOR_MAP_SWIZZLE_32B;
    CUresult result = ((decltype(&cuTensorMapEncodeTiled))encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, memory, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) {
        printf("cuTensorMapEncodeTiled: %d\n", (int)result);
        exit(1);
    }
    return map;
}

static void measure(const char *test, const char *where, int blocks, const Work &work, uint64_t size_bytes)
{
    CUtensorMap map = map_of(work, size_bytes);
    long long best = 1ll << 60;
    for (int i = 0; i < 3; i++) {
        copy<<<blocks, 32, RING_BYTES>>>(map, work, memory, cycles);
        check(cudaDeviceSynchronize());
        long long most = 0;
        for (int block = 0; block < blocks; block++) {
            most = cycles[block] > most ? cycles[block] : most;
        }
        best = most < best ? most : best;
    }
    printf("%s,%s,%u,%u,%d,%u,%lld,%.2f\n", test, where, work.bytes, work.by_map ? work.rows : 0, blocks, work.copies, best,
           (double)best / work.copies);
}

template <int way> static void measure_warp(const char *name)
{
    struct Place {
        const char *where;
        uint64_t stride;
        int rounds;
    };
    const Place places[] = {{"l1", 512, 3}, {"l2", 16384, 3}, {"dram", 2u << 20, 1}};
    for (const Place &place : places) {
        long long best = 1ll << 60;
        for (int i = 0; i < 3; i++) {
            check(cudaMemset(memory + (256u << 20), i, 512u << 20)); // other lines fill L2
            warp_copy<way><<<1, 32>>>(memory, place.stride, place.rounds, cycles, (int *)(cycles + 1));
            check(cudaDeviceSynchronize());
            best = cycles[0] < best ? cycles[0] : best;
        }
        printf("%s,%s,512,0,1,64,%lld,%.2f\n", name, place.where, best, (double)best / 64);
    }
}

// A launch of each kind, for ncu.
static void launch_each(int sms)
{
    for (int i = 0; i < 4; i++) {
        Work work = {i == 2 ? STORE : i == 3 ? ADD : LOAD, i == 1, false, 8192, 64, 256, 8192, 2u << 20, 2u << 20};
        measure("counted", "dram", sms, work, 1ull << 30);
    }
}

int main(int argc, char **)
{
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    int sms = properties.multiProcessorCount;
    uint64_t all = 2ull << 30;
    check(cudaMalloc(&memory, all));
    check(cudaMemset(memory, 0, all));
    check(cudaMallocManaged(&cycles, 1024 * sizeof *cycles));
    check(cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, RING_BYTES));
    printf("test,where,bytes,rows,blocks,copies,cycles,each\n");
    if (argc > 1) {
        launch_each(sms);
        return 0;
    }
    const char *names[] = {"load", "store", "add"};
    for (int direction = LOAD; direction <= ADD; direction++) {
        for (uint32_t bytes = 16; bytes <= 65536; bytes *= bytes < 256 ? 2 : 4) {
            Work work = {(Direction)direction, false, true, bytes, 1, 64, bytes, 65536, 65536};
            work.span = bytes > 1024 ? (uint64_t)bytes * 64 : 65536;
            char test[32];
            snprintf(test, sizeof test, "%s_alone", names[direction]);
            measure(test, "l2", 1, work, all);
            if (direction == LOAD && bytes <= 16384) { // a line of its own in device memory each time
                Work cold = work;
                cold.stride = 1 << 20;
                cold.span = 1ull << 31;
                cold.shift = 1 << 19;
                cold.copies = 1000;
                measure(test, "dram", 1, cold, all);
            }
            snprintf(test, sizeof test, "%s_many", names[direction]);
            Work many = {(Direction)direction, false, false, bytes, 1, bytes > 4096 ? 512u : 2048u, bytes, 131072, 131072};
            measure(test, "l2", 1, many, all);
            measure(test, "l2", sms, many, all);
            if (bytes >= 1024) {
                Work stream = many;
                stream.copies = (8u << 20) / bytes;
                stream.span = 8u << 20;
                stream.block_stride = 8u << 20;
                measure(test, "dram", sms, stream, all);
            }
        }
    }
    for (uint32_t row = 32; row <= 128; row *= 2) {
        for (uint32_t rows = 1; rows <= 256; rows *= 4) {
            Work work = {LOAD, true, true, row * rows, rows, 64, row * rows, 65536, 65536};
            work.span = work.bytes > 1024 ? (uint64_t)work.bytes * 64 : 65536;
            measure("load_alone", "l2", 1, work, all);
            Work many = {LOAD, true, false, row * rows, rows, 1024, row * rows, 131072, 131072};
            measure("load_many", "l2", 1, many, all);
            measure("load_many", "l2", sms, many, all);
        }
    }
    measure_warp<LOADED>("ld_st");
    measure_warp<CACHED>("cp_async_ca");
    measure_warp<AROUND>("cp_async_cg");
    measure_warp<COUNTED>("cp_async_mbarrier");
    barrier_latency<<<1, 1>>>(cycles);
    check(cudaDeviceSynchronize());
    printf("arrive_and_wait,shared,8,0,1,1,%lld,%lld\n", cycles[0], cycles[0]);
    return 0;
}
