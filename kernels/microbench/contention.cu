// SPDX-License-Identifier: Apache-2.0
// What warps do to each other: compare-and-swap loops on one word, constant loads of several words,
// texture fetches, and what the first accesses and instructions of a launch cost.
#include "throughput.h"

// --- compare-and-swap

// Each thread adds once, by trying until nobody came in between; tries[thread] says how often.
__global__ void cas_loop(unsigned *word, unsigned *tries)
{
    unsigned seen = *(volatile unsigned *)word, expected, count = 0;
    do {
        expected = seen;
        seen = atomicCAS(word, expected, expected + 1);
        count++;
    } while (seen != expected);
    tries[blockIdx.x * blockDim.x + threadIdx.x] = count;
}

static void measure_cas()
{
    for (int blocks : sizes({1, 4, 16, 64, 132}, 2)) {
        for (int warps : sizes({1, 2, 4, 8, 16, 32}, 2)) {
            size_t threads = (size_t)blocks * (size_t)warps * 32;
            if (threads > 32768)
                continue;
            Buffer<unsigned> word(1), tries(threads);
            double us =
                event_us([&]() { cas_loop<<<blocks, 32 * warps>>>(word.data, tries.data); }, 0);
            double lanes = 0, most = 0;
            std::vector<unsigned> counts = tries.fetch();
            for (size_t first = 0; first < threads; first += 32) {
                unsigned longest = 0;
                for (size_t i = first; i < first + 32; i++) {
                    lanes += counts[i];
                    longest = std::max(longest, counts[i]);
                }
                most += longest;
            }
            std::string parameter = text("blocks=%d warps=%d", blocks, warps);
            row("cas_tries", parameter, lanes / (double)threads, "lanes for each addition");
            row("cas_requests", parameter, most / (double)threads, "warps for each addition");
            row("cas_rate", parameter, ratio(lanes / us, machine.clock_mhz), "lanes/cycle");
        }
    }
}

// --- constants

__constant__ unsigned constant_words[2048]; // each holds its own offset

template <int CHAINS>
__global__ void constant_loads(Span *spans, unsigned *result, int rounds, int words)
{
    unsigned x[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        x[c] = 4 * (threadIdx.x % (unsigned)words);
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < 16; i++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                x[c] = *(const unsigned *)((const char *)constant_words + x[c]);
        }
    });
    unsigned total = 0;
    for (int c = 0; c < CHAINS; c++)
        total += x[c];
    result[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

template <int CHAINS> static void measure_constants_of(int words, int warps)
{
    int rounds = machine.is_quick ? 2 : 32;
    Shape shape(warps);
    Buffer<Span> spans(shape.warps());
    Buffer<unsigned> result(32 * shape.warps());
    constant_loads<CHAINS><<<shape.blocks, shape.threads>>>(spans.data, result.data, rounds, words);
    row("constant_throughput", text("words=%d warps=%d ilp=%d", words, warps, CHAINS),
        16 * CHAINS * warp_rounds_per_cycle(spans.fetch(), rounds), "requests/cycle");
}

static void measure_constants()
{
    std::vector<unsigned> own(2048);
    for (unsigned i = 0; i < own.size(); i++)
        own[i] = 4 * i;
    CUDA(cudaMemcpyToSymbol(constant_words, own.data(), sizeof(unsigned) * own.size()));
    for (int words : sizes({1, 2, 3, 4, 8, 16, 32}, 2)) {
        for (int warps : sizes({1, 2, 4, 8, 16, 32}, 2)) {
            measure_constants_of<1>(words, warps);
            measure_constants_of<4>(words, warps);
        }
    }
}

// --- textures

// Where the lanes of a warp are: lane i is at (i % width, i / width) times the step.
struct Lanes {
    const char *name;
    int width, step;
};

// The texture is 0, so that each fetch goes where the one before went.
template <int CHAINS>
__global__ void fetches(Span *spans, unsigned *result, int rounds, cudaTextureObject_t image,
                        Lanes lanes)
{
    float x[CHAINS], y[CHAINS];
    int lane = (int)threadIdx.x % 32;
    for (int c = 0; c < CHAINS; c++) {
        x[c] = 0.5f + (float)(lane % lanes.width * lanes.step);
        y[c] = 0.5f + (float)(lane / lanes.width * lanes.step + (lanes.step > 1 ? 0 : c));
    }
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < 8; i++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                x[c] += tex2D<float>(image, x[c], y[c]);
        }
    });
    float total = 0;
    for (int c = 0; c < CHAINS; c++)
        total += x[c];
    result[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned)total;
}

template <int CHAINS>
static void measure_fetches_of(cudaTextureObject_t image, Lanes lanes, int warps)
{
    int rounds = machine.is_quick ? 2 : 32;
    Shape shape(warps);
    Buffer<Span> spans(shape.warps());
    Buffer<unsigned> result(32 * shape.warps());
    fetches<CHAINS><<<shape.blocks, shape.threads>>>(spans.data, result.data, rounds, image, lanes);
    row("texture_throughput", text("lanes=%s warps=%d ilp=%d", lanes.name, warps, CHAINS),
        8 * CHAINS * warp_rounds_per_cycle(spans.fetch(), rounds), "requests/cycle");
}

static void measure_textures()
{
    const int side = 128;
    std::vector<float> nothing(side * side, 0.0f);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA(cudaMallocArray(&array, &format, side, side));
    CUDA(cudaMemcpy2DToArray(array, 0, 0, nothing.data(), side * sizeof(float),
                             side * sizeof(float), side, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t image;
    CUDA(cudaCreateTextureObject(&image, &resource, &description, nullptr));
    const Lanes all[] = {{"row", 32, 1},       {"tile_8x4", 8, 1},    {"column", 1, 1},
                         {"one_texel", 32, 0}, {"apart_by_4", 32, 4}, {"tiles_apart_by_8", 8, 8}};
    for (const Lanes &lanes : all) {
        for (int warps : sizes({1, 2, 4, 8, 16, 32}, 2)) {
            measure_fetches_of<1>(image, lanes, warps);
            measure_fetches_of<4>(image, lanes, warps);
        }
    }
    CUDA(cudaDestroyTextureObject(image));
    CUDA(cudaFreeArray(array));
}

// What filtering costs: fetches from one, two and three dimensions, of one to four numbers, of the
// nearest texels or between them. The lanes stand side by side, half a texel off the texels'
// centers.
template <typename T, int DIMENSIONS, int CHAINS>
__global__ void filtered(Span *spans, unsigned *result, int rounds, cudaTextureObject_t image)
{
    float x[CHAINS], y = 3, z = 5;
    for (int c = 0; c < CHAINS; c++)
        x[c] = (float)(threadIdx.x % 32 + 4 * (unsigned)c);
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < 8; i++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++) {
                T got = DIMENSIONS == 3   ? tex3D<T>(image, x[c], y, z)
                        : DIMENSIONS == 2 ? tex2D<T>(image, x[c], y)
                                          : tex1D<T>(image, x[c]);
                x[c] += *(float *)&got;
            }
        }
    });
    float total = 0;
    for (int c = 0; c < CHAINS; c++)
        total += x[c];
    result[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned)total;
}

template <typename T, int DIMENSIONS, int CHAINS>
static void measure_filter_row(cudaTextureObject_t image, const char *filter, int warps)
{
    int rounds = machine.is_quick ? 2 : 32;
    Shape shape(warps);
    Buffer<Span> spans(shape.warps());
    Buffer<unsigned> result(32 * shape.warps());
    filtered<T, DIMENSIONS, CHAINS>
        <<<shape.blocks, shape.threads>>>(spans.data, result.data, rounds, image);
    row("texture_filter_throughput",
        text("dimensions=%d bytes=%d filter=%s warps=%d ilp=%d", DIMENSIONS, (int)sizeof(T), filter,
             warps, CHAINS),
        8 * CHAINS * warp_rounds_per_cycle(spans.fetch(), rounds), "requests/cycle");
}

template <typename T, int DIMENSIONS> static void measure_filter_of()
{
    const size_t side = 64;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array;
    cudaExtent extent = make_cudaExtent(side, DIMENSIONS > 1 ? side : 0, DIMENSIONS > 2 ? side : 0);
    CUDA(cudaMalloc3DArray(&array, &format, extent));
    size_t rows = DIMENSIONS > 1 ? side : 1, layers = DIMENSIONS > 2 ? side : 1;
    std::vector<T> nothing(side * rows * layers, T());
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(nothing.data(), side * sizeof(T), side, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(side, rows, layers);
    copy.kind = cudaMemcpyHostToDevice;
    CUDA(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    for (bool is_linear : {false, true}) {
        cudaTextureDesc description = {};
        for (cudaTextureAddressMode &mode : description.addressMode)
            mode = cudaAddressModeClamp;
        description.filterMode = is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
        description.readMode = cudaReadModeElementType;
        cudaTextureObject_t image;
        CUDA(cudaCreateTextureObject(&image, &resource, &description, nullptr));
        for (int warps : sizes({1, 4, 16, 32}, 1)) {
            measure_filter_row<T, DIMENSIONS, 1>(image, is_linear ? "linear" : "point", warps);
            measure_filter_row<T, DIMENSIONS, 4>(image, is_linear ? "linear" : "point", warps);
        }
        CUDA(cudaDestroyTextureObject(image));
    }
    CUDA(cudaFreeArray(array));
}

static void measure_filters()
{
    measure_filter_of<float, 1>();
    measure_filter_of<float, 2>();
    measure_filter_of<float, 3>();
    measure_filter_of<float2, 2>();
    measure_filter_of<float4, 2>();
    measure_filter_of<float4, 3>();
}

// --- the first of everything

enum { LOADS = 4, STRETCHES = 4, FIRSTS = 1 + LOADS + STRETCHES };

// One warp of each SM: loads of lines 64 KB apart, which nobody has touched, one after the other;
// then a straight stretch of 512 additions (8 KB of code), several times.
__global__ void firsts(Clock *cycles, unsigned *result, const unsigned *memory, float x)
{
    Clock *mine = cycles + blockIdx.x * FIRSTS;
    Clock begin = clock_now();
    mine[0] = globaltimer_now();
    const unsigned *at = memory + (size_t)blockIdx.x * (LOADS << 14);
    unsigned sum = 0;
#pragma unroll
    for (int i = 0; i < LOADS; i++) {
        Clock before = clock_now(), after;
        unsigned value;
        asm volatile("{ .reg .pred p;\n\t"
                     "ld.global.u32 %0, [%2];\n\t"
                     "setp.ne.u32 p, %0, 0;\n\t"
                     "@p trap;\n\t" // never: so that the clock is read when the value is there
                     "mov.u64 %1, %%clock64; }"
                     : "=r"(value), "=l"(after)
                     : "l"(at + (i << 14))
                     : "memory");
        sum += value;
        mine[1 + i] = after - before;
    }
#pragma unroll 1
    for (int i = 0; i < STRETCHES; i++) {
        Clock before = clock_now();
#pragma unroll
        for (int k = 0; k < 512; k++)
            asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(1.5f));
        mine[1 + LOADS + i] = clock_now() - before;
    }
    result[blockIdx.x] = sum + (unsigned)x + (unsigned)begin;
}

static void measure_firsts()
{
    int blocks = machine.is_quick ? 2 : machine.sm_count;
    Buffer<Clock> cycles((size_t)blocks * FIRSTS);
    Buffer<unsigned> result((size_t)blocks), memory((size_t)blocks * (LOADS << 14));
    for (int run = 0; run < 2; run++) {
        flush_l2();
        firsts<<<blocks, 32>>>(cycles.data, result.data, memory.data, 0.5f);
        std::vector<Clock> times = cycles.fetch();
        for (int what = 1; what < FIRSTS; what++) {
            std::vector<Clock> sorted;
            for (int block = 0; block < blocks; block++)
                sorted.push_back(times[(size_t)(block * FIRSTS + what)]);
            std::sort(sorted.begin(), sorted.end());
            std::string name = what <= LOADS ? text("run=%d load=%d", run, what)
                                             : text("run=%d stretch=%d", run, what - LOADS);
            for (int percent : {0, 50, 100})
                row("first", text("%s percentile=%d", name.c_str(), percent),
                    (double)sorted[(sorted.size() - 1) * (size_t)percent / 100], "cycles");
        }
    }
}

void measure_contention()
{
    measure_firsts();
    measure_cas();
    measure_constants();
    measure_textures();
    measure_filters();
}
