// SPDX-License-Identifier: Apache-2.0
// Copies by tensor map: tiles of one to five dimensions, all swizzles, element types and strides, out of bounds, to
// several blocks, back, reduced; and which maps are refused. Prints a hash of what each copy wrote.
// nvcc -arch=sm_90a copy_tiles.cu && ./a.out [first case [last case [file for the bytes]]]
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

#define C1 "{%3}"
#define C2 "{%3, %4}"
#define C3 "{%3, %4, %5}"
#define C4 "{%3, %4, %5, %6}"
#define C5 "{%3, %4, %5, %6, %7}"
#define PLACES "r"(place.at[0]), "r"(place.at[1]), "r"(place.at[2]), "r"(place.at[3]), "r"(place.at[4])
#define LOAD(dimensions, coordinates)                                                              \
    asm volatile("cp.async.bulk.tensor." dimensions                                                \
                 ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " coordinates \
                 "], [%2];" ::"r"(to),                                                             \
                 "l"(&map), "r"(barrier), PLACES                                                   \
                 : "memory")
#define STORE(start, dimensions, coordinates)                                                      \
    asm volatile(start dimensions ".global.shared::cta" coordinates ::"r"(from), "l"(&map), "r"(0), \
                 PLACES                                                                            \
                 : "memory")

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place place, uint32_t bytes, uint8_t *out)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word), to = shared_address(tile);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = 0xa5;
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
        switch (rank) {
        case 1: LOAD("1d", C1); break;
        case 2: LOAD("2d", C2); break;
        case 3: LOAD("3d", C3); break;
        case 4: LOAD("4d", C4); break;
        default: LOAD("5d", C5); break;
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
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = 0xa5;
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
    }
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                     ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to),
                     "l"(&map), "r"(barrier), "r"(place.at[0]), "r"(place.at[1]), "h"((uint16_t)3)
                     : "memory");
    }
    wait_for(barrier);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES / 2; i += blockDim.x) {
        out[blockIdx.x * SHARED_BYTES / 2 + i] = tile[i];
    }
}

#define REDUCE(operation) STORE("cp.reduce.async.bulk.tensor.", "2d", "." operation ".tile.bulk_group [%1, " C2 "], [%0];")
#define WRITE(dimensions, coordinates)                                                             \
    STORE("cp.async.bulk.tensor.", dimensions, ".tile.bulk_group [%1, " coordinates "], [%0];")

__global__ void store(const __grid_constant__ CUtensorMap map, int rank, int operation, Place place, uint32_t seed)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    uint32_t from = shared_address(tile);
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES / 4; i += blockDim.x) {
        uint32_t x = (i + seed) * 2654435761u;
        ((uint32_t *)tile)[i] = (x ^ x >> 15) & 0xbfffbfffu;
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        switch (operation * 10 + rank) {
        case 1: WRITE("1d", C1); break;
        case 2: WRITE("2d", C2); break;
        case 3: WRITE("3d", C3); break;
        case 4: WRITE("4d", C4); break;
        case 5: WRITE("5d", C5); break;
        case 12: REDUCE("add"); break;
        case 22: REDUCE("min"); break;
        case 32: REDUCE("max"); break;
        case 42: REDUCE("inc"); break;
        case 52: REDUCE("dec"); break;
        case 62: REDUCE("and"); break;
        case 72: REDUCE("or"); break;
        default: REDUCE("xor"); break;
        }
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

struct Tensor {
    int type, rank;
    cuuint64_t size[5];
    cuuint32_t box[5], step[5];
    int swizzle, fill;
    Place place;
    int padding; // of each stride, bytes
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
        next = (next * tensor.size[i] + 15) / 16 * 16 + tensor.padding;
        stride[i] = next;
    }
    return encode(map, (CUtensorMapDataType)tensor.type, tensor.rank, global, tensor.size, stride, tensor.box, tensor.step,
                  CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)tensor.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                  (CUtensorMapFloatOOBfill)tensor.fill);
}

static uint32_t bytes_of(const Tensor &tensor)
{
    uint32_t bytes = element_bytes[tensor.type];
    for (int i = 0; i < tensor.rank; i++) {
        uint32_t step = i == 0 ? 1 : tensor.step[i]; // that of the first is ignored
        bytes *= (tensor.box[i] + step - 1) / step;
    }
    return bytes;
}

static void fill_global()
{
    std::vector<uint32_t> words(GLOBAL_BYTES / 4);
    for (uint32_t i = 0; i < words.size(); i++) {
        uint32_t x = (i + 1) * 747796405u;
        x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
        words[i] = (x ^ x >> 22) & (i % 13 == 0 ? 0x807fffffu : 0xbfffbfffu);
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
    if (error != cudaSuccess) {
        exit(1);
    }
    if (file != NULL) {
        fwrite(all.data(), 1, bytes < SHARED_BYTES ? bytes : SHARED_BYTES, file);
    }
}

static const char *name_of(const char *what, const Tensor &t)
{
    static char text[128];
    snprintf(text, sizeof text, "%s type %d rank %d swizzle %d fill %d at %d %d %d %d %d", what, t.type, t.rank, t.swizzle,
             t.fill, t.place.at[0], t.place.at[1], t.place.at[2], t.place.at[3], t.place.at[4]);
    return text;
}

static void try_load(const Tensor &tensor)
{
    if (!is_wanted()) {
        return;
    }
    CUtensorMap map;
    CUresult result = map_of(tensor, &map);
    if (result != CUDA_SUCCESS) {
        printf("%s: refused, %d\n", name_of("load", tensor), (int)result);
        return;
    }
    load<<<1, 128>>>(map, tensor.rank, tensor.place, bytes_of(tensor), out);
    show(name_of("load", tensor), out, SHARED_BYTES);
}

static void try_store(const Tensor &tensor, int operation)
{
    if (!is_wanted()) {
        return;
    }
    CUtensorMap map;
    CUresult result = map_of(tensor, &map);
    char text[32];
    snprintf(text, sizeof text, "store %d", operation);
    if (result != CUDA_SUCCESS) {
        printf("%s: refused, %d\n", name_of(text, tensor), (int)result);
        return;
    }
    fill_global();
    store<<<1, 128>>>(map, tensor.rank, operation, tensor.place, (uint32_t)operation);
    show(name_of(text, tensor), global, 65536);
}

static const Tensor base = {7, 2, {64, 32, 4, 3, 2}, {16, 8, 1, 1, 1}, {1, 1, 1, 1, 1}, 0, 0, {{4, 2, 0, 0, 0}}, 16};

static void loads()
{
    for (int swizzle = 0; swizzle < 4; swizzle++) { // rows as long as the swizzle, and shorter
        Tensor t = base;
        t.swizzle = swizzle;
        for (uint32_t columns = 4; columns <= (swizzle == 1 ? 8u : swizzle == 2 ? 16u : 32u); columns *= 2) {
            t.box[0] = columns;
            try_load(t);
        }
    }
    for (int type = 0; type < 13; type++) { // at each distance from 16 bytes
        for (int at = 0; at < 16 && type == 0; at++) {
            Tensor t = base;
            t.type = type;
            t.box[0] = 32;
            t.place = {{at, 3}};
            try_load(t);
            t.place = {{at - 16, 3}};
            try_load(t);
        }
        Tensor t = base;
        t.type = type;
        t.fill = type >= 6;
        t.box[0] = 64 / element_bytes[type];
        t.place = {{16, 28}};
        try_load(t);
        t.place = {{48, -2}};
        try_load(t);
    }
    for (int type = 0; type < 13; type++) {
        Tensor t = base;
        t.type = type;
        t.fill = type >= 6;
        t.box[0] = 64 / element_bytes[type];
        t.place = {{-3, 28}};
        try_load(t);
        t.swizzle = 3;
        t.place = {{50, -2}};
        try_load(t);
    }
    for (int rank = 1; rank <= 5; rank++) {
        for (int swizzle = 0; swizzle < 4; swizzle++) {
            Tensor t = base;
            t.rank = rank;
            t.swizzle = swizzle;
            const cuuint32_t box[] = {8, rank > 2 ? 4u : 8u, 2, 2, 2};
            memcpy(t.box, box, sizeof box);
            t.place = {{61, 3, 3, -1, 1}};
            try_load(t);
            t.place = {{3, 30, -1, 2, 0}};
            try_load(t);
        }
    }
    for (uint32_t step = 1; step <= 8; step++) {
        Tensor t = base;
        t.rank = 3;
        t.box[1] = 9;
        t.box[2] = 4;
        t.step[1] = step;
        t.step[2] = 2;
        try_load(t);
        t.place = {{-1, -2, 1}};
        try_load(t);
        t.step[0] = step;
        try_load(t);
    }
}

static void stores()
{
    for (int rank = 1; rank <= 5; rank++) {
        for (int swizzle = 0; swizzle < 4; swizzle++) {
            Tensor t = base;
            t.rank = rank;
            t.swizzle = swizzle;
            const cuuint32_t box[] = {8, rank > 2 ? 4u : 8u, 2, 2, 2};
            memcpy(t.box, box, sizeof box);
            t.place = {{rank == 1 ? 60 : 58, 3, 3, -1, 1}};
            try_store(t, 0);
        }
    }
    Tensor stepped = base;
    stepped.step[1] = 3;
    try_store(stepped, 0);
    static const struct Reduction {
        int type, operation;
    } reductions[] = {{2, 1}, {3, 1}, {4, 1}, {6, 1}, {7, 1}, {9, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {9, 2},
                      {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {9, 3}, {2, 4}, {2, 5}, {2, 6}, {4, 6}, {2, 7}, {4, 7},
                      {2, 8}, {4, 8}};
    for (const Reduction &reduction : reductions) {
        Tensor t = base;
        t.type = reduction.type;
        t.box[0] = 32 / element_bytes[t.type];
        t.place = {{(int)t.size[0] - 3, 5}};
        try_store(t, reduction.operation);
    }
}

static void several()
{
    for (int swizzle = 0; swizzle < 4; swizzle++) {
        if (!is_wanted()) {
            continue;
        }
        Tensor t = base;
        t.swizzle = swizzle;
        t.box[0] = 8;
        CUtensorMap map;
        map_of(t, &map);
        load_twice<<<2, 128>>>(map, t.place, bytes_of(t), out);
        show(name_of("two blocks", t), out, SHARED_BYTES);
    }
}

static void refusals()
{
    CUtensorMap map;
    const cuuint64_t size[] = {64, 32, 4, 3, 2}, none[] = {0, 32, 4, 3, 2}, many[] = {1ull << 32, 32},
                     more[] = {(1ull << 32) + 1, 32};
    const cuuint64_t stride[] = {256, 8192, 32768, 98304}, odd[] = {264, 8192, 32768, 98304}, far[] = {1ull << 40, 8192},
                     near[] = {16, 32};
    const cuuint32_t box[] = {16, 8, 1, 1, 1}, big[] = {16, 257}, zero[] = {0, 8}, wide[] = {64, 8}, thin[] = {3, 8},
                     huge[] = {256, 256};
    const cuuint32_t step[] = {1, 1, 1, 1, 1}, long_step[] = {1, 9}, no_step[] = {1, 0}, first_step[] = {2, 1};
#define TRY(...) printf("%s: %d\n", #__VA_ARGS__, (int)encode(&map, __VA_ARGS__))
#define T(x) CU_TENSOR_MAP_DATA_TYPE_##x
    const CUtensorMapInterleave in = CU_TENSOR_MAP_INTERLEAVE_NONE;
    const CUtensorMapSwizzle sw = CU_TENSOR_MAP_SWIZZLE_NONE;
    const CUtensorMapL2promotion l2 = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    const CUtensorMapFloatOOBfill oob = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 0, global, size, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 6, global, size, stride, box, step, in, sw, l2, oob);
    TRY((CUtensorMapDataType)99, 2, global, size, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, NULL, size, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global + 8, size, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, NULL, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, NULL, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 1, global, size, NULL, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, NULL, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, NULL, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, none, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, many, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 1, global, many, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 1, global, more, stride, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, odd, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, far, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, near, box, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, big, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, zero, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, thin, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, huge, step, in, sw, l2, oob);
    TRY(T(UINT8), 2, global, size, stride, huge, step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, long_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, no_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, first_step, in, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, wide, step, in, CU_TENSOR_MAP_SWIZZLE_128B, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, CU_TENSOR_MAP_SWIZZLE_32B, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, CU_TENSOR_MAP_SWIZZLE_64B, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, (CUtensorMapSwizzle)9, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, (CUtensorMapInterleave)3, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_16B, sw, l2, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, sw, (CUtensorMapL2promotion)4, oob);
    TRY(T(FLOAT32), 2, global, size, stride, box, step, in, sw, l2, (CUtensorMapFloatOOBfill)2);
    TRY(T(INT32), 2, global, size, stride, box, step, in, sw, l2, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("no map: %d\n", (int)encode(NULL, T(FLOAT32), 2, global, size, stride, box, step, in, sw, l2, oob));
    alignas(64) uint8_t room[sizeof map + 64];
    printf("map not aligned: %d\n",
           (int)encode((CUtensorMap *)(room + 16), T(FLOAT32), 2, global, size, stride, box, step, in, sw, l2, oob));
}

int main(int count, char **arguments)
{
    first = count > 1 ? atoi(arguments[1]) : first;
    last = count > 2 ? atoi(arguments[2]) : last;
    file = count > 3 ? fopen(arguments[3], "ab") : NULL;
    cudaDriverEntryPointQueryResult found;
    cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found);
    if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) {
        printf("no cuTensorMapEncodeTiled\n");
        return 1;
    }
    cudaMalloc(&global, GLOBAL_BYTES);
    cudaMalloc(&out, SHARED_BYTES);
    fill_global();
    if (is_wanted()) {
        refusals();
    }
    loads();
    several();
    stores();
    if (file != NULL) {
        fclose(file);
    }
    return first < cases ? 0 : 2;
}
