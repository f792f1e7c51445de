// SPDX-License-Identifier: Apache-2.0
// Copies by interleaved tensor maps, whose channels lie in slices of 16 or 32 bytes (NC/8HWC8): tiles with all swizzles and
// steps, in and out of bounds, there and back, and pixels in im2col mode. Compares with loops over the slices, and shows
// which maps are refused.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

enum { SHARED_BYTES = 32768, GLOBAL_BYTES = 1 << 20, TRIES = 1 << 16, EMPTY = 0xa5 };

struct Place {
    int at[5];
    unsigned short offset[3];
};

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

#define C3 "{%3, %4, %5}"
#define C4 "{%3, %4, %5, %6}"
#define C5 "{%3, %4, %5, %6, %7}"
#define PLACE "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4])
#define LOAD(dimensions, coordinates, mode, offsets)                                                             \
    asm volatile("cp.async.bulk.tensor." dimensions ".shared::cluster.global." mode                              \
                 ".mbarrier::complete_tx::bytes [%0], [%1, " coordinates "], [%2]" offsets ";" ::"r"(to),        \
                 "l"(&map), "r"(barrier), PLACE, "h"(p.offset[0]), "h"(p.offset[1]), "h"(p.offset[2])            \
                 : "memory")
#define STORE(dimensions, coordinates)                                                                           \
    asm volatile("cp.async.bulk.tensor." dimensions ".global.shared::cta.tile.bulk_group [%1, " coordinates      \
                 "], [%0];" ::"r"(to),                                                                           \
                 "l"(&map), "r"(barrier), PLACE                                                                  \
                 : "memory")

__device__ void load(const CUtensorMap &map, bool is_im2col, int rank, const Place &p, uint32_t to, uint32_t barrier)
{
    switch (rank + 10 * is_im2col) {
    case 3: LOAD("3d", C3, "tile", ""); break;
    case 4: LOAD("4d", C4, "tile", ""); break;
    case 5: LOAD("5d", C5, "tile", ""); break;
    case 13: LOAD("3d", C3, "im2col", ", {%8}"); break;
    case 14: LOAD("4d", C4, "im2col", ", {%8, %9}"); break;
    default: LOAD("5d", C5, "im2col", ", {%8, %9, %10}"); break;
    }
}

// What the tile's shared memory holds afterwards; if the copy never ends, nothing.
__global__ void load_tile(const __grid_constant__ CUtensorMap map, bool is_im2col, int rank, const __grid_constant__ Place p,
                          uint32_t bytes, uint8_t *out)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word), is_done = 0;
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = EMPTY;
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
        load(map, is_im2col, rank, p, shared_address(tile), barrier);
    }
    for (int i = 0; i < TRIES && is_done == 0; i++) {
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(barrier)
                     : "memory");
    }
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        out[i] = is_done != 0 ? tile[i] : 0x11;
    }
}

__global__ void store_tile(const __grid_constant__ CUtensorMap map, int rank, const __grid_constant__ Place p)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    uint32_t to = shared_address(tile), barrier = 0;
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = (uint8_t)(i * 7 + i / 256);
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        switch (rank) {
        case 3: STORE("3d", C3); break;
        case 4: STORE("4d", C4); break;
        default: STORE("5d", C5); break;
        }
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

struct Tensor {
    CUtensorMapDataType type;
    int element, rank, slice, swizzle, fill;
    bool is_im2col;
    cuuint64_t size[5], stride[4];
    cuuint32_t box[5], step[5], pixels;
    int lower[3], upper[3];
    Place place;
};

static uint8_t *global, *out;
static std::vector<uint8_t> memory(GLOBAL_BYTES);

static int random_of(int from, int to)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return from + (int)((state >> 8) % (uint32_t)(to - from + 1));
}

static CUresult encode(const Tensor &t, CUtensorMap *map)
{
    auto interleave = t.slice == 16 ? CU_TENSOR_MAP_INTERLEAVE_16B : CU_TENSOR_MAP_INTERLEAVE_32B;
    auto swizzle = (CUtensorMapSwizzle)t.swizzle;
    auto fill = (CUtensorMapFloatOOBfill)t.fill;
    return t.is_im2col
               ? cuTensorMapEncodeIm2col(map, t.type, t.rank, global, t.size, t.stride, t.lower, t.upper, 16, t.pixels, t.step,
                                         interleave, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill)
               : cuTensorMapEncodeTiled(map, t.type, t.rank, global, t.size, t.stride, t.box, t.step, interleave, swizzle,
                                        CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}

// Where a byte of the tile lies in shared memory.
static uint32_t place_of(const Tensor &t, uint32_t byte)
{
    uint32_t pieces = t.swizzle == 0 ? 0 : (2u << (t.swizzle - 1)) - 1;
    return byte ^ (byte >> 7 & pieces) << 4;
}

// The address of a slice; -1: outside.
static int64_t address_of(const Tensor &t, const int64_t at[5])
{
    int64_t address = at[0] * t.slice;
    for (int i = 0; i < t.rank; i++) {
        if (at[i] < 0 || at[i] >= (int64_t)t.size[i]) {
            return -1;
        }
        address += i > 0 ? at[i] * (int64_t)t.stride[i - 1] : 0;
    }
    return address;
}

// The slices of the tile, one after the other.
static std::vector<int64_t> tile_slices(const Tensor &t)
{
    std::vector<int64_t> slices;
    uint32_t count[5] = {1, 1, 1, 1, 1};
    for (int i = 0; i < t.rank; i++) {
        count[i] = i == t.rank - 2 ? 1 : (t.box[i] + t.step[i] - 1) / t.step[i]; // one slice of channels
    }
    for (uint32_t i = 0; i < count[0] * count[1] * count[2] * count[3] * count[4]; i++) {
        int64_t at[5];
        uint32_t rest = i;
        for (int d = 0; d < t.rank; d++) {
            at[d] = t.place.at[d] + (int64_t)(rest % count[d]) * t.step[d];
            rest /= count[d];
        }
        slices.push_back(address_of(t, at));
    }
    return slices;
}

static std::vector<int64_t> pixel_slices(const Tensor &t)
{
    std::vector<int64_t> slices;
    int64_t pixel[5], at[5];
    for (int d = 0; d < t.rank; d++) {
        pixel[d] = t.place.at[d];
    }
    for (uint32_t i = 0; i < t.pixels; i++) {
        for (int d = 0; d < t.rank; d++) {
            at[d] = pixel[d] + (d < t.rank - 2 ? t.place.offset[d] : 0);
        }
        slices.push_back(address_of(t, at));
        int d = 0;
        for (; d < t.rank - 2; d++) {
            pixel[d] += t.step[d];
            if (pixel[d] <= (int64_t)t.size[d] - 1 + t.upper[d]) {
                break;
            }
            pixel[d] = t.lower[d];
        }
        pixel[t.rank - 1] += d == t.rank - 2 ? t.step[t.rank - 1] : 0;
    }
    return slices;
}

static void fill_global()
{
    for (uint32_t i = 0; i < GLOBAL_BYTES; i++) {
        memory[i] = (uint8_t)(i * 2654435761u >> 24);
    }
    cudaMemcpy(global, memory.data(), GLOBAL_BYTES, cudaMemcpyHostToDevice);
}

static bool differs(const Tensor &t, const char *what, const uint8_t *device, const std::vector<uint8_t> &expected)
{
    std::vector<uint8_t> got(expected.size());
    cudaMemcpy(got.data(), device, got.size(), cudaMemcpyDeviceToHost);
    size_t i = 0;
    while (i < got.size() && got[i] == expected[i]) {
        i++;
    }
    if (i < got.size()) {
        fprintf(stderr, "%s of slices of %d, rank %d, swizzle %d, box %u %u %u %u %u step %u %u %u %u %u at %d %d: byte %zu\n", what,
                t.slice, t.rank, t.swizzle, t.box[0], t.box[1], t.box[2], t.box[3], t.box[4], t.step[0], t.step[1],
                t.step[2], t.step[3], t.step[4], t.place.at[0], t.place.at[1], i);
    }
    return i < got.size();
}

static bool is_load_wrong(const Tensor &t, const CUtensorMap &map)
{
    std::vector<int64_t> slices = t.is_im2col ? pixel_slices(t) : tile_slices(t);
    std::vector<uint8_t> expected(SHARED_BYTES, EMPTY);
    uint32_t bytes = (uint32_t)slices.size() * t.slice;
    for (uint32_t i = 0; i < bytes; i++) {
        int64_t slice = slices[i / t.slice];
        uint8_t outside = t.fill == 0 ? 0 : i % 2 == 0 ? 0xf7 : 0x7f;
        expected[place_of(t, i)] = slice < 0 ? outside : memory[slice + i % t.slice];
    }
    load_tile<<<1, 128>>>(map, t.is_im2col, t.rank, t.place, bytes, out);
    return differs(t, t.is_im2col ? "pixels" : "tile", out, expected);
}

static bool is_store_wrong(const Tensor &t, const CUtensorMap &map)
{
    std::vector<int64_t> slices = tile_slices(t);
    std::vector<uint8_t> expected = memory;
    for (uint32_t i = 0; i < slices.size() * t.slice; i++) {
        uint32_t place = place_of(t, i);
        if (slices[i / t.slice] >= 0) {
            expected[slices[i / t.slice] + i % t.slice] = (uint8_t)(place * 7 + place / 256);
        }
    }
    store_tile<<<1, 128>>>(map, t.rank, t.place);
    bool is_wrong = differs(t, "stored tile", global, expected);
    fill_global();
    return is_wrong;
}

static Tensor random_tensor(int slice, bool is_im2col, bool is_store)
{
    static const CUtensorMapDataType types[] = {CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
                                                CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_UINT64};
    Tensor t = {};
    int type = random_of(0, 3);
    t.type = types[type];
    t.element = 1 << type;
    t.rank = random_of(3, 5);
    t.slice = slice;
    t.is_im2col = is_im2col;
    t.swizzle = slice == 32 ? CU_TENSOR_MAP_SWIZZLE_32B : random_of(0, 3);
    t.fill = type == 1 || type == 2 ? random_of(0, 1) : 0;
    cuuint64_t stride = slice;
    for (int i = 0; i < t.rank; i++) {
        t.size[i] = random_of(3, 9);
        stride = (stride * t.size[i] + slice * random_of(0, 2) + 31) / 32 * 32;
        t.stride[i < 4 ? i : 3] = i < 4 ? stride : t.stride[3];
        t.box[i] = i == 0 ? 16u / t.element * random_of(1, t.element > 2 ? 4 : 1) : random_of(1, 3);
        t.step[i] = random_of(0, 3) == 0 ? random_of(2, 8) : 1;
        t.place.at[i] = is_store ? random_of(0, 4) : random_of(-3, 8);
    }
    t.pixels = random_of(1, 70);
    for (int i = 0; is_im2col && i < t.rank - 2; i++) {
        t.lower[i] = random_of(-2, 0);
        t.upper[i] = random_of(-2, 1);
        t.place.at[i] = random_of(t.lower[i], (int)t.size[i] - 1 + t.upper[i]);
        t.place.offset[i] = random_of(0, 2);
    }
    t.place.at[t.rank - 1] = is_im2col ? random_of(0, 2) : t.place.at[t.rank - 1];
    return t;
}

static void compare(const char *name, int slice, bool is_im2col, bool is_store, int count)
{
    int refused = 0, wrong = 0;
    for (int i = 0; i < count; i++) {
        Tensor t = random_tensor(slice, is_im2col, is_store);
        CUtensorMap map;
        if (encode(t, &map) != CUDA_SUCCESS) {
            refused++;
        } else {
            wrong += is_store ? is_store_wrong(t, map) : is_load_wrong(t, map);
        }
    }
    printf("%s, slices of %d bytes: %d refused, %d of %d wrong, %s\n", name, slice, refused, wrong, count,
           cudaGetErrorName(cudaGetLastError()));
}

// One thing is changed at a time in a map that is accepted.
static void show_refusals(int slice)
{
    Tensor base = {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 4, slice, CU_TENSOR_MAP_SWIZZLE_32B, 0, false,
                   {9, 9, 9, 9, 9}, {576, 4128, 8224, 16416}, {16, 3, 2, 2, 1}, {1, 1, 1, 1, 1}, 8, {0}, {0}, {}};
    CUtensorMap map;
    printf("slices of %d bytes: %d", slice, (int)encode(base, &map));
    for (int change = 0; change < 12; change++) {
        Tensor t = base;
        switch (change) {
        case 0: t.rank = 2; break;
        case 1: t.stride[0] = 592; break;
        case 2: t.box[0] = 3; break;
        case 3: t.box[0] = 256; break;
        case 4: t.box[0] = 264; break;
        case 5: t.step[0] = 9; break;
        case 6: t.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE; break;
        case 7: t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B; break;
        case 8: t.box[1] = t.box[3] = 256; break;
        case 9: t.box[1] = 256, t.box[2] = 1, t.box[3] = 28; break; // 224 KB of elements
        case 10: t.box[1] = 256, t.box[2] = 1, t.box[3] = 29; break;
        default: t.box[1] = 256, t.box[2] = 29, t.box[3] = 1; break;
        }
        printf(" %d", (int)encode(t, &map));
    }
    global += 16;
    printf(" %d\n", (int)encode(base, &map));
    global -= 16;
}

int main()
{
    cudaMalloc(&global, GLOBAL_BYTES);
    cudaMalloc(&out, SHARED_BYTES);
    fill_global();
    for (int slice = 16; slice <= 32; slice *= 2) {
        show_refusals(slice);
        compare("tiles", slice, false, false, 60);
        compare("stored tiles", slice, false, true, 20);
        compare("pixels", slice, true, false, 60);
    }
    return 0;
}
