// SPDX-License-Identifier: Apache-2.0
// Copies by tensor maps in im2col mode: the examples of the PTX ISA, random maps of three to five dimensions, all swizzles,
// to two blocks, and back; and which maps are refused. Prints a hash of what each copy wrote.
// nvcc -arch=sm_90a copy_im2col.cu && ./a.out [first case [last case [file for the bytes]]]
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define SHARED_BYTES 16384
#define GLOBAL_BYTES (1 << 20)

struct Place {
    int at[5];
    unsigned short offset[3];
};

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

__device__ void wait_for(uint32_t barrier)
{
    uint32_t is_done = 0;
    while (is_done == 0) {
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(barrier)
                     : "memory");
    }
}

#define C3       "{%3, %4, %5}"
#define C4       "{%3, %4, %5, %6}"
#define C5       "{%3, %4, %5, %6, %7}"
#define O3       "{%8}"
#define O4       "{%8, %9}"
#define O5       "{%8, %9, %10}"
#define PLACES   "r"(place.at[0]), "r"(place.at[1]), "r"(place.at[2]), "r"(place.at[3]), "r"(place.at[4])
#define OFFSETS  "h"(place.offset[0]), "h"(place.offset[1]), "h"(place.offset[2])
#define LOAD(dimensions, coordinates, offsets)                                                     \
    asm volatile("cp.async.bulk.tensor." dimensions                                                \
                 ".shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, " coordinates \
                 "], [%2], " offsets ";" ::"r"(to),                                                \
                 "l"(&map), "r"(barrier), PLACES, OFFSETS                                          \
                 : "memory")
#define LOAD_TWICE(dimensions, coordinates, offsets)                                               \
    asm volatile("cp.async.bulk.tensor." dimensions                                                \
                 ".shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster"  \
                 " [%0], [%1, " coordinates "], [%2], " offsets ", %11;" ::"r"(to),                \
                 "l"(&map), "r"(barrier), PLACES, OFFSETS, "h"((uint16_t)3)                        \
                 : "memory")
#define STORE(start, dimensions, coordinates)                                                      \
    asm volatile(start dimensions ".global.shared::cta" coordinates ::"r"(from), "l"(&map), "r"(0), \
                 PLACES                                                                            \
                 : "memory")

__device__ void prepare(uint8_t *tile, uint32_t barrier)
{
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = 0xa5;
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
}

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place place, uint32_t bytes, uint8_t *out)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word), to = shared_address(tile);
    prepare(tile, barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
        switch (rank) {
        case 3: LOAD("3d", C3, O3); break;
        case 4: LOAD("4d", C4, O4); break;
        default: LOAD("5d", C5, O5); break;
        }
    }
    wait_for(barrier);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        out[i] = tile[i];
    }
}

__global__ void __cluster_dims__(2, 1, 1)
    load_twice(const __grid_constant__ CUtensorMap map, Place place, uint32_t bytes, uint8_t *out)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word), to = shared_address(tile);
    prepare(tile, barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
    }
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        LOAD_TWICE("4d", C4, O4);
    }
    wait_for(barrier);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES / 2; i += blockDim.x) {
        out[blockIdx.x * SHARED_BYTES / 2 + i] = tile[i];
    }
}

#define WRITE(dimensions, coordinates)                                                             \
    STORE("cp.async.bulk.tensor.", dimensions, ".im2col_no_offs.bulk_group [%1, " coordinates "], [%0];")
#define ADD(dimensions, coordinates)                                                               \
    STORE("cp.reduce.async.bulk.tensor.", dimensions, ".add.im2col_no_offs.bulk_group [%1, " coordinates "], [%0];")

__global__ void store(const __grid_constant__ CUtensorMap map, int rank, int operation, Place place, uint32_t seed)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    uint32_t from = shared_address(tile);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES / 4; i += blockDim.x) {
        ((uint32_t *)tile)[i] = 0x01000000u + i + seed;
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        switch (operation * 10 + rank) {
        case 3: WRITE("3d", C3); break;
        case 4: WRITE("4d", C4); break;
        case 5: WRITE("5d", C5); break;
        default: ADD("4d", C4); break;
        }
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const int *, const int *, cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
                           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

struct Tensor {
    int type, rank;
    cuuint64_t size[5];
    int lower[3], upper[3];
    cuuint32_t channels, pixels, step[5];
    int swizzle, fill;
    Place place;
};

static Encode encode;
static int first = 0, last = 1 << 30, cases;

// Whether the next case is wanted. A case that fails leaves nothing for those after it.
static bool is_wanted()
{
    cases++;
    return cases - 1 >= first && cases - 1 <= last;
}

static uint8_t *global, *out;
static FILE *file;

static const uint32_t element_bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

static CUresult map_of(const Tensor &tensor, CUtensorMap *map)
{
    cuuint64_t stride[5], next = element_bytes[tensor.type];
    for (int i = 0; i < tensor.rank; i++) {
        next = (next * tensor.size[i] + 15) / 16 * 16 + 16;
        stride[i] = next;
    }
    return encode(map, (CUtensorMapDataType)tensor.type, tensor.rank, global, tensor.size, stride, tensor.lower,
                  tensor.upper, tensor.channels, tensor.pixels, tensor.step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                  (CUtensorMapSwizzle)tensor.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                  (CUtensorMapFloatOOBfill)tensor.fill);
}

static void fill_global()
{
    std::vector<uint32_t> words(GLOBAL_BYTES / 4);
    for (uint32_t i = 0; i < words.size(); i++) {
        words[i] = i + 1;
    }
    cudaMemcpy(global, words.data(), GLOBAL_BYTES, cudaMemcpyHostToDevice);
}

static void show(const char *what, const uint8_t *from, uint32_t bytes)
{
    cudaError_t error = cudaDeviceSynchronize();
    std::vector<uint8_t> all(bytes);
    cudaMemcpy(all.data(), from, bytes, cudaMemcpyDeviceToHost);
    uint64_t hash = 14695981039346656037ull;
    for (uint8_t byte : all) {
        hash = (hash ^ byte) * 1099511628211ull;
    }
    printf("%s: %016llx%s%s\n", what, (unsigned long long)hash, error == cudaSuccess ? "" : " ",
           error == cudaSuccess ? "" : cudaGetErrorName(error));
    fflush(stdout);
    if (file != NULL) {
        fwrite(all.data(), 1, bytes, file);
    }
    if (error != cudaSuccess) {
        fprintf(stderr, "%d\n", cases); // where to go on
        exit(1);
    }
}

static const char *name_of(const char *what, const Tensor &t)
{
    static char text[256];
    snprintf(text, sizeof text,
             "%s type %d rank %d of %d %d %d %d %d box %d %d %d to %d %d %d, %u x %u step %u %u %u, swizzle %d at %d %d %d %d "
             "%d + %d %d %d",
             what, t.type, t.rank, (int)t.size[0], (int)t.size[1], (int)t.size[2], (int)t.size[3], (int)t.size[4],
             t.lower[0], t.lower[1], t.lower[2], t.upper[0], t.upper[1], t.upper[2], t.pixels, t.channels, t.step[1],
             t.step[2], t.step[3], t.swizzle, t.place.at[0], t.place.at[1], t.place.at[2], t.place.at[3], t.place.at[4],
             t.place.offset[0], t.place.offset[1], t.place.offset[2]);
    return text;
}

static uint32_t bytes_of(const Tensor &t)
{
    return t.pixels * t.channels * element_bytes[t.type];
}

static void try_load(const Tensor &tensor, bool is_twice = false)
{
    if (!is_wanted()) {
        return;
    }
    CUtensorMap map;
    CUresult result = map_of(tensor, &map);
    if (result != CUDA_SUCCESS) {
        printf("%s: refused, %d\n", name_of("load", tensor), (int)result);
    } else if (is_twice) {
        load_twice<<<2, 128>>>(map, tensor.place, bytes_of(tensor), out);
        show(name_of("two blocks", tensor), out, SHARED_BYTES);
    } else {
        load<<<1, 128>>>(map, tensor.rank, tensor.place, bytes_of(tensor), out);
        show(name_of("load", tensor), out, SHARED_BYTES);
    }
}

static void try_store(const Tensor &tensor, int operation)
{
    if (!is_wanted()) {
        return;
    }
    CUtensorMap map;
    CUresult result = map_of(tensor, &map);
    if (result != CUDA_SUCCESS) {
        printf("%s: refused, %d\n", name_of("store", tensor), (int)result);
        return;
    }
    fill_global();
    store<<<1, 128>>>(map, tensor.rank, operation, tensor.place, (uint32_t)operation);
    show(name_of(operation == 0 ? "store" : "add", tensor), global, 65536);
    fill_global();
}

// The examples of the PTX ISA, with fewer channels and words as elements.
static const Tensor example = {2,  4,  {16, 9, 14, 8, 1}, {-1, -1, 0}, {-1, -1, 0}, 8, 64, {1, 1, 1, 1, 1}, 0,
                               0, {{4, 7, 4, 0, 0}, {0, 0, 0}}};

static void examples()
{
    Tensor t = example;
    try_load(t);
    t.lower[0] = t.lower[1] = 0;
    t.upper[0] = t.upper[1] = -2;
    t.place.at[1] = 6;
    t.place.offset[0] = t.place.offset[1] = 2;
    try_load(t);
    t = example;
    t.size[1] = 8;
    t.pixels = 32;
    t.step[1] = t.step[2] = 2;
    t.place = {{4, 5, 5, 0, 0}, {1, 1, 0}};
    try_load(t);
    t.place = {{4, 6, 4, 0, 0}, {1, 1, 0}}; // the other phase of the steps
    try_load(t);
    for (int swizzle = 0; swizzle < 4; swizzle++) { // rows as long as the swizzle, and shorter
        for (uint32_t channels = 4; channels <= (swizzle == 1 ? 8u : swizzle == 2 ? 16u : 32u); channels *= 2) {
            t = example;
            t.size[0] = 40;
            t.swizzle = swizzle;
            t.channels = channels;
            t.place.offset[0] = 1;
            try_load(t);
        }
    }
}

static void edges()
{
    Tensor t = example;
    t.place = {{12, 0, 0, 7, 0}, {0, 1, 0}}; // channels that end, a batch that ends
    t.pixels = 200;
    try_load(t);
    t.type = 7;
    t.fill = 1;
    try_load(t);
    t = example;
    t.place = {{-4, -1, -1, -1, 0}, {0, 0, 0}}; // before the first image
    t.pixels = 250;
    try_load(t);
    t = example;
    t.pixels = 10;
    try_load(t);
    t.pixels = 1;
    try_load(t);
    const int wide[][2] = {{8, 12}, {9, 4}, {4, 13}, {20, 20}, {-2, 3}, {3, -2}, {-5, -5}}; // outside of the box
    for (auto &at : wide) {
        t = example;
        t.pixels = 100;
        t.place.at[1] = at[0];
        t.place.at[2] = at[1];
        try_load(t);
    }
    t = example;
    t.type = 7;
    t.fill = 1;
    t.place = {{4, -1, -1, 1, 0}, {0, 0, 0}};
    try_load(t);
    for (int type = 0; type < 13; type++) {
        t = example;
        t.type = type;
        t.size[0] = 64;
        t.channels = 64 / element_bytes[type];
        t.place.at[0] = 16;
        try_load(t);
    }
    for (int swizzle = 0; swizzle < 4; swizzle++) {
        t = example;
        t.swizzle = swizzle;
        try_load(t, true);
    }
}

static uint32_t state = 12345;

static int random_of(int low, int high)
{
    state = state * 1664525u + 1013904223u;
    return low + (int)((state >> 8) % (uint32_t)(high - low + 1));
}

static Tensor random_tensor(bool is_store)
{
    Tensor t = example;
    t.rank = random_of(3, 5);
    t.size[0] = 4 * random_of(2, 5);
    t.channels = 4 * random_of(1, 3);
    t.pixels = random_of(1, 200);
    t.swizzle = random_of(0, 3);
    t.channels = t.swizzle == 1 && t.channels > 8 ? 8 : t.channels;
    t.place.at[0] = 4 * random_of(is_store ? 0 : -1, 3);
    for (int i = 0; i < 5; i++) {
        bool is_image = i > 0 && i + 1 < t.rank;
        t.size[i] = i == 0 ? t.size[0] : is_image ? random_of(3, t.rank == 5 ? 6 : 10) : random_of(1, 5);
        t.step[i] = is_image ? random_of(1, 3) : i == 0 ? 1 : 3;
        t.place.at[i] = i == 0 ? t.place.at[0] : random_of(is_store ? 0 : -1, (int)t.size[i] - 1);
        if (is_image) {
            t.lower[i - 1] = is_store ? random_of(0, 1) : random_of(-2, 1);
            t.upper[i - 1] = is_store ? random_of(-1, 0) : random_of(-2, 2);
            int reach = (int)t.size[i] - 1 + t.upper[i - 1];
            if (reach < t.lower[i - 1]) {
                t.upper[i - 1] = 0;
                reach = (int)t.size[i] - 1;
            }
            t.place.at[i] = random_of(t.lower[i - 1], reach);
            t.place.offset[i - 1] = is_store ? 0 : random_of(0, 4);
        }
    }
    return t;
}

static void randoms()
{
    for (int i = 0; i < 80; i++) {
        try_load(random_tensor(false));
    }
}

static void stores()
{
    for (int i = 0; i < 30; i++) {
        Tensor t = random_tensor(true);
        try_store(t, 0);
        if (t.rank == 4) {
            try_store(t, 1);
        }
    }
}

static void refusals()
{
    CUtensorMap map;
    const cuuint64_t size[] = {64, 32, 16, 8, 4};
    const cuuint64_t stride[] = {256, 8192, 131072, 1048576}, odd[] = {264, 8192, 32768, 98304};
    const cuuint32_t step[] = {1, 1, 1, 1, 1}, long_step[] = {1, 9, 1, 1, 1}, no_step[] = {1, 0, 1, 1, 1},
                     last_step[] = {1, 1, 1, 3, 3};
    const int zero[] = {0, 0, 0}, low3[] = {-32768, 0, 0}, lower3[] = {-32769, 0, 0}, low4[] = {-128, -128, 0},
              lower4[] = {-129, 0, 0}, low5[] = {-16, -16, -16}, lower5[] = {-17, 0, 0}, high5[] = {15, 15, 15},
              higher5[] = {16, 0, 0}, high4[] = {127, 127, 0}, higher4[] = {0, 128, 0}, empty[] = {-32, 0, 0},
              nearly[] = {-31, 0, 0};
#define TRY(...) printf("%s: %d\n", #__VA_ARGS__, (int)encode(&map, __VA_ARGS__))
#define T(x) CU_TENSOR_MAP_DATA_TYPE_##x
    const CUtensorMapInterleave in = CU_TENSOR_MAP_INTERLEAVE_NONE;
    const CUtensorMapSwizzle sw = CU_TENSOR_MAP_SWIZZLE_NONE;
    const CUtensorMapL2promotion l2 = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    const CUtensorMapFloatOOBfill oob = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 64, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, zero, zero, 8, 64, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 6, global, size, stride, zero, zero, 8, 64, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global + 8, size, stride, zero, zero, 8, 64, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, odd, zero, zero, 8, 64, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 256, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 257, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 0, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 3, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 0, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 1024, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 1025, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 256, 1024, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 64, 8, step, in, CU_TENSOR_MAP_SWIZZLE_128B, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 32, 8, step, in, CU_TENSOR_MAP_SWIZZLE_128B, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 8, long_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 8, no_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 8, last_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 3, global, size, stride, low3, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 3, global, size, stride, lower3, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, low4, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, lower4, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 5, global, size, stride, low5, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 5, global, size, stride, lower5, zero, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 5, global, size, stride, zero, high5, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 5, global, size, stride, zero, higher5, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, high4, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, higher4, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 3, global, size, stride, zero, nearly, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 3, global, size, stride, zero, empty, 8, 8, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 4, global, size, stride, zero, zero, 8, 8, step, CU_TENSOR_MAP_INTERLEAVE_16B, sw, l2, oob);
    TRY(T(INT32), 4, global, size, stride, zero, zero, 8, 8, step, in, sw, l2,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("no map: %d\n", (int)encode(NULL, T(FLOAT32), 4, global, size, stride, zero, zero, 8, 8, step, in, sw, l2, oob));
}

int main(int count, char **arguments)
{
    first = count > 1 ? atoi(arguments[1]) : first;
    last = count > 2 ? atoi(arguments[2]) : last;
    file = count > 3 ? fopen(arguments[3], "ab") : NULL;
    cudaDriverEntryPointQueryResult found;
    cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", (void **)&encode, 12000, cudaEnableDefault, &found);
    if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) {
        printf("no cuTensorMapEncodeIm2col\n");
        return 1;
    }
    cudaMalloc(&global, GLOBAL_BYTES);
    cudaMalloc(&out, SHARED_BYTES);
    fill_global();
    if (is_wanted()) {
        refusals();
    }
    examples();
    edges();
    randoms();
    stores();
    if (file != NULL) {
        fclose(file);
    }
    return first < cases ? 0 : 2;
}
