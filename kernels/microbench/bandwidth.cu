// SPDX-License-Identifier: Apache-2.0
// Bandwidth of the whole chip, from L2 and from device memory: against warps, bytes in flight, SMs
// in use, distance between sectors, and for the access patterns of a naive transpose.
#include "microbench.h"

enum Mode { READ, WRITE, COPY };
static const char *const mode_names[] = {"read", "write", "copy"};

__device__ __forceinline__ unsigned word_of(unsigned x)
{
    return x;
}
__device__ __forceinline__ unsigned word_of(const uint4 &x)
{
    return x.x ^ x.y ^ x.z ^ x.w;
}
__device__ __forceinline__ void set_word(unsigned &x, unsigned value)
{
    x = value;
}
__device__ __forceinline__ void set_word(uint4 &x, unsigned value)
{
    x = make_uint4(value, value, value, value);
}

// All threads side by side walk through `count` elements, LOADS at a time, `passes` times. Loads
// skip L1. count is a multiple of LOADS times the threads of the grid.
template <typename T, int LOADS, Mode MODE>
__global__ void stream(T *to, const T *from, size_t count, int passes)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t index = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    T values[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; k++)
        set_word(values[k], threadIdx.x);
    for (int pass = 0; pass < passes; pass++) {
#pragma unroll 1
        for (size_t i = index; i < count; i += LOADS * threads) {
            if (MODE ==
                READ) { // what came the round before is used up now: LOADS are always in flight
#pragma unroll
                for (int k = 0; k < LOADS; k++)
                    sum ^= word_of(values[k]);
            }
            if (MODE != WRITE) {
#pragma unroll
                for (int k = 0; k < LOADS; k++)
                    values[k] = __ldcg(&from[i + (size_t)k * threads]);
            }
            if (MODE != READ) {
#pragma unroll
                for (int k = 0; k < LOADS; k++)
                    to[i + (size_t)k * threads] = values[k];
            }
        }
    }
#pragma unroll
    for (int k = 0; k < LOADS; k++)
        sum ^= word_of(values[k]);
    if (MODE == READ && sum == 0x12345678) // never
        set_word(to[0], sum);
}

// The memory that is streamed; each test starts where the one before ended, so that none finds its
// data in L2.
struct Arena {
    Buffer<char> memory;
    size_t offset = 0;
    explicit Arena(size_t bytes) : memory(bytes)
    {
    }
    char *take(size_t bytes)
    {
        if (offset + bytes > memory.count)
            offset = 0;
        char *start = memory.data + offset;
        offset += bytes;
        return start;
    }
};

struct Grid {
    int sms, warps; // of each SM
    int blocks() const
    {
        return sms * (warps > 32 ? 2 : 1);
    }
    int threads() const
    {
        return 32 * std::min(warps, 32);
    }
    // So much shared memory that no more blocks than wanted fit on an SM.
    size_t shared_bytes() const
    {
        return machine.is_quick ? 0 : machine.shared_optin_bytes / (warps > 32 ? 2 : 1) - 2048;
    }
};

// GB/s of reads plus writes through `footprint` bytes of each array, `passes` times. The footprint
// is rounded to what all threads take at once.
template <typename T, int LOADS, Mode MODE>
static double bandwidth(Arena &arena, Grid grid, size_t &footprint, int passes)
{
    CUDA(cudaFuncSetAttribute(stream<T, LOADS, MODE>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              (int)grid.shared_bytes()));
    int resident = 0;
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stream<T, LOADS, MODE>,
                                                       grid.threads(), grid.shared_bytes()));
    if (grid.blocks() > resident * grid.sms)
        return 0;
    size_t round = (size_t)grid.blocks() * (size_t)grid.threads() * LOADS;
    size_t count = std::max((footprint / sizeof(T) + round / 2) / round, (size_t)1) * round;
    footprint = count * sizeof(T);
    bool is_resident = passes > 1;
    size_t arrays = MODE == COPY ? 2 : 1;
    T *kept = is_resident ? (T *)arena.take(arrays * count * sizeof(T)) : nullptr;
    double us = event_us(
        [&]() {
            T *from = is_resident ? kept : (T *)arena.take(arrays * count * sizeof(T));
            T *to = MODE == COPY ? from + count : from;
            stream<T, LOADS, MODE>
                <<<grid.blocks(), grid.threads(), grid.shared_bytes()>>>(to, from, count, passes);
        },
        machine.is_quick ? 0 : 2);
    return ratio((double)arrays * (double)count * sizeof(T) * passes / 1e3, us);
}

// Enough rounds of what is in flight for some 400 latencies, at the most 2 GB.
static size_t dram_footprint(Grid grid, size_t bytes_per_thread)
{
    size_t in_flight = (size_t)grid.sms * (size_t)grid.warps * 32 * bytes_per_thread;
    return machine.is_quick ? in_flight : std::min((size_t)2 << 30, 400 * in_flight);
}

template <typename T, int LOADS, Mode MODE> static double dram_row(Arena &arena, Grid grid)
{
    size_t footprint = dram_footprint(grid, LOADS * sizeof(T));
    double gbs = bandwidth<T, LOADS, MODE>(arena, grid, footprint, 1);
    if (gbs == 0)
        return 0;
    row("dram_bandwidth",
        text("mode=%s sms=%d warps=%d loads=%d bytes=%d", mode_names[MODE], grid.sms, grid.warps,
             LOADS, (int)sizeof(T)),
        gbs, "GB/s");
    return gbs;
}

static std::vector<int> warp_counts()
{
    return sizes({1, 2, 4, 8, 16, 32, 64}, 1);
}

static std::vector<int> sm_counts()
{
    int all = machine.sm_count;
    return sizes({1, 2, 4, 8, 16, 33 * all / 132, 66 * all / 132, 99 * all / 132, all}, 2);
}

static Grid whole_chip(int warps)
{
    return Grid{machine.is_quick ? 2 : machine.sm_count, std::min(warps, machine.warps_per_sm)};
}

static void measure_dram(Arena &arena)
{
    double most = 0;
    for (int warps : warp_counts()) {
        Grid grid = whole_chip(warps);
        dram_row<unsigned, 1, READ>(arena, grid);
        dram_row<unsigned, 2, READ>(arena, grid);
        dram_row<unsigned, 4, READ>(arena, grid);
        dram_row<unsigned, 8, READ>(arena, grid);
        dram_row<uint4, 1, READ>(arena, grid);
        dram_row<uint4, 2, READ>(arena, grid);
        most = std::max(most, dram_row<uint4, 4, READ>(arena, grid));
        most = std::max(most, dram_row<uint4, 8, READ>(arena, grid));
        dram_row<unsigned, 1, WRITE>(arena, grid);
        dram_row<uint4, 2, WRITE>(arena, grid);
        dram_row<uint4, 4, WRITE>(arena, grid);
        dram_row<unsigned, 1, COPY>(arena, grid);
        dram_row<unsigned, 2, COPY>(arena, grid);
        dram_row<unsigned, 4, COPY>(arena, grid);
        dram_row<uint4, 2, COPY>(arena, grid);
        dram_row<uint4, 4, COPY>(arena, grid);
    }
    key("memory_gbs", most, "GB/s");
    for (int sms : sm_counts()) {
        dram_row<uint4, 4, READ>(arena, Grid{sms, 32});
        dram_row<uint4, 4, WRITE>(arena, Grid{sms, 32});
    }
}

template <typename T, int LOADS, Mode MODE>
static double l2_row(Arena &arena, Grid grid, size_t footprint)
{
    size_t total = (size_t)grid.sms << 24; // 16 MB for each SM
    int passes = machine.is_quick ? 2 : (int)std::max(total / footprint, (size_t)2);
    double gbs = bandwidth<T, LOADS, MODE>(arena, grid, footprint, passes);
    if (gbs == 0)
        return 0;
    row("l2_bandwidth",
        text("mode=%s footprint=%zu sms=%d warps=%d loads=%d bytes=%d", mode_names[MODE], footprint,
             grid.sms, grid.warps, LOADS, (int)sizeof(T)),
        gbs, "GB/s");
    return gbs;
}

static void measure_l2(Arena &arena)
{
    double most = 0;
    for (int megabytes : sizes({1, 4, 8, 16, 24, 32, 40, 48, 56, 64, 96}, 1)) {
        size_t footprint = machine.is_quick ? 1 << 16 : (size_t)megabytes << 20;
        Grid grid = whole_chip(32);
        most = std::max(most, l2_row<uint4, 2, READ>(arena, grid, footprint));
        l2_row<uint4, 2, WRITE>(arena, grid, footprint);
        l2_row<uint4, 2, COPY>(arena, grid, footprint / 2);
        l2_row<unsigned, 4, READ>(arena, grid, footprint);
    }
    size_t footprint = machine.is_quick ? 1 << 16 : 16 << 20;
    for (int warps : warp_counts()) {
        most = std::max(most, l2_row<uint4, 4, READ>(arena, whole_chip(warps), footprint));
        l2_row<uint4, 2, READ>(arena, whole_chip(warps), footprint);
        l2_row<unsigned, 1, READ>(arena, whole_chip(warps), footprint);
        l2_row<uint4, 2, WRITE>(arena, whole_chip(warps), footprint);
        l2_row<unsigned, 1, COPY>(arena, whole_chip(warps), footprint / 2);
    }
    key("l2_gbs", most, "GB/s");
    for (int sms : sm_counts()) {
        l2_row<uint4, 4, READ>(arena, Grid{sms, 32}, footprint);
        l2_row<uint4, 4, WRITE>(arena, Grid{sms, 32}, footprint);
    }
    for (int warps : {1, 2, 4, 8, 16, 32})
        l2_row<uint4, 4, READ>(arena, Grid{1, warps}, machine.is_quick ? 1 << 16 : 1 << 20);
}

// One word of one sector every `stride` bytes; each thread four of them at a time. Counts sectors.
template <Mode MODE> __global__ void one_sector(unsigned *memory, size_t count, size_t stride)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned sum = 0;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += 4 * threads) {
#pragma unroll
        for (size_t k = 0; k < 4; k++) {
            size_t index = i + k * threads;
            if (index >= count)
                continue;
            if (MODE == READ)
                sum ^= __ldcg(&memory[index * stride / 4]);
            else
                memory[index * stride / 4] = threadIdx.x;
        }
    }
    if (MODE == READ && sum == 0x12345678)
        memory[0] = sum;
}

static void measure_sectors(Arena &arena)
{
    int blocks = machine.is_quick ? 4 : 8 * machine.sm_count;
    for (int stride : sizes({32, 64, 128, 256, 512, 1024, 2048, 4096}, 2)) {
        size_t bytes = std::min(arena.memory.count, (size_t)stride << 22);
        size_t count = machine.is_quick ? 1024 : bytes / (size_t)stride;
        for (Mode mode : {READ, WRITE}) {
            flush_l2();
            unsigned *memory = (unsigned *)arena.memory.data;
            double us = event_us(
                [&]() {
                    if (mode == READ)
                        one_sector<READ><<<blocks, 256>>>(memory, count, (size_t)stride);
                    else
                        one_sector<WRITE><<<blocks, 256>>>(memory, count, (size_t)stride);
                },
                0);
            row("sector_bandwidth",
                text("mode=%s stride=%d sectors=%zu", mode_names[mode], stride, count),
                ratio(32.0 * (double)count / 1e3, us), "GB/s");
        }
    }
}

// The same reads from L2: 2^18 sectors, which have been read before.
static void measure_l2_sectors(Arena &arena)
{
    int blocks = machine.is_quick ? 4 : 8 * machine.sm_count;
    size_t count = machine.is_quick ? 1024 : 1 << 18;
    unsigned *memory = (unsigned *)arena.memory.data;
    for (int stride : sizes({32, 64, 128}, 2)) {
        double us = event_us(
            [&]() {
                for (int pass = 0; pass < 4; pass++)
                    one_sector<READ><<<blocks, 256>>>(memory, count, (size_t)stride);
            },
            machine.is_quick ? 0 : 2);
        row("l2_sector_bandwidth", text("mode=read stride=%d sectors=%zu", stride, count),
            ratio(4 * 32.0 * (double)count / 1e3, us), "GB/s");
    }
}

// Reads of sectors that lie anywhere in 32 MB of L2, `passes` times; the threads of a warp far from
// each other.
__global__ void scattered_sectors(unsigned *memory, unsigned sectors, int passes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int pass = 0; pass < passes; pass++) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            i = i * 2654435761u + 12345;
            sum ^= __ldcg(&memory[(size_t)((i >> 4) % sectors) * 8]);
        }
    }
    if (sum == 0x12345678)
        memory[0] = sum;
}

static void measure_scattered(Arena &arena)
{
    for (int warps : sizes({8, 16, 32, 64}, 1)) {
        Grid grid = whole_chip(warps);
        for (int sectors : sizes({1 << 17, 1 << 20}, 1)) {
            int passes = machine.is_quick ? 1 : 64;
            unsigned *memory = (unsigned *)arena.memory.data;
            double us = event_us(
                [&]() {
                    scattered_sectors<<<grid.blocks(), grid.threads()>>>(memory, (unsigned)sectors,
                                                                         passes);
                },
                machine.is_quick ? 0 : 2);
            double count = 4.0 * passes * grid.blocks() * grid.threads();
            row("l2_scattered_bandwidth", text("warps=%d sectors=%d", warps, sectors),
                ratio(32.0 * count / 1e3, us), "GB/s");
        }
    }
}

// Writes of words that lie anywhere in `sectors` sectors, one of each warp's lanes beside another
// (or `together` lanes in one sector); atomics without a result in their place.
enum Scatter { STORE, REDUCE };

template <Scatter KIND>
__global__ void scatter_words(unsigned *memory, unsigned sectors, unsigned together, int passes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, word = i % together;
    unsigned place = i / together;
    for (int pass = 0; pass < passes; pass++) {
        place = place * 2654435761u + 12345;
        unsigned *to = &memory[(size_t)((place >> 4) % sectors) * 8 + word];
        if (KIND == STORE)
            *to = pass;
        else
            atomicAdd(to, 1u);
    }
}

// Reads that leave nothing but themselves in L2, all of it as it is in memory.
__global__ void read_all(const uint4 *memory, size_t count, unsigned *result)
{
    unsigned sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum ^= word_of(__ldcg(&memory[i]));
    if (sum == 0x12345678)
        *result = sum;
}

static void read_through(const char *data, size_t bytes)
{
    read_all<<<machine.sm_count * 4, 512>>>((const uint4 *)data, bytes / 16, (unsigned *)data);
}

// The sectors written a cycle, of all SMs, where L2 holds the memory and where it holds something
// else.
template <Scatter KIND> static void measure_scattered_writes_of(Arena &arena)
{
    unsigned *memory = (unsigned *)arena.memory.data;
    char *elsewhere = arena.memory.data + arena.memory.count / 2;
    size_t other_bytes = std::min(arena.memory.count / 2, (size_t)256 << 20);
    for (int sectors : sizes({1 << 15, 1 << 18, 1 << 20, 1 << 22}, 1)) {
        for (unsigned together : {1u, 8u}) {
            for (int is_held : {1, 0}) {
                for (int passes : sizes({1, 2, 4, 8, 16}, 1)) {
                    double least = 1e30;
                    for (int repeat = 0; repeat < (machine.is_quick ? 1 : 4); repeat++) {
                        read_through(elsewhere, other_bytes);
                        if (is_held)
                            read_through((char *)memory, (size_t)sectors * 32);
                        least = std::min(
                            least, event_us(
                                       [&]() {
                                           scatter_words<KIND><<<machine.sm_count * 2, 1024>>>(
                                               memory, (unsigned)sectors, together, passes);
                                       },
                                       0));
                    }
                    row("scattered_write_time",
                        text("kind=%s sectors=%d together=%u held=%d passes=%d",
                             KIND == STORE ? "st" : "red", sectors, together, is_held, passes),
                        least, "us");
                }
            }
        }
    }
}

// The naive transpose: rows in, columns out, or the other way round (by reads along columns).
__global__ void transpose(float *to, const float *from, int n, bool is_column_read)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < n && y < n) {
        size_t across = (size_t)y * (size_t)n + (size_t)x, down = (size_t)x * (size_t)n + (size_t)y;
        to[is_column_read ? across : down] = from[is_column_read ? down : across];
    }
}

static void measure_transpose(Arena &arena)
{
    for (int n : sizes({256, 4000, 4096, 8192}, 1)) {
        n = machine.is_quick ? 64 : n;
        for (int height : {8, 16, 32}) {
            for (int is_column_read : {0, 1}) {
                dim3 block((unsigned)(height == 16 ? 16 : 32), (unsigned)height);
                dim3 grid(((unsigned)n + block.x - 1) / block.x,
                          ((unsigned)n + block.y - 1) / block.y);
                float *from = (float *)arena.take(2 * sizeof(float) * (size_t)n * (size_t)n);
                flush_l2();
                double us = event_us(
                    [&]() {
                        transpose<<<grid, block>>>(from + (size_t)n * (size_t)n, from, n,
                                                   is_column_read != 0);
                    },
                    0);
                row("transpose",
                    text("n=%d block=%ux%u column_read=%d", n, block.x, block.y, is_column_read),
                    ratio(8.0 * n * n / 1e3, us), "GB/s");
            }
        }
    }
}

void measure_bandwidth()
{
    size_t bytes = machine.is_quick ? 16 << 20 : (size_t)6 << 30;
    while (bytes > machine.memory_bytes / 2)
        bytes /= 2;
    Arena arena(bytes);
    measure_dram(arena);
    measure_l2(arena);
    measure_sectors(arena);
    measure_l2_sectors(arena);
    measure_scattered(arena);
    measure_scattered_writes_of<STORE>(arena);
    measure_scattered_writes_of<REDUCE>(arena);
    measure_transpose(arena);
}
