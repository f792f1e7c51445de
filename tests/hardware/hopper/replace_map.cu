// SPDX-License-Identifier: Apache-2.0
// Tensor maps that a kernel changes: each field of a map replaced in shared or global memory, published with the fences of
// the tensor map proxy, and used by a copy. Prints a hash of each tile.
// nvcc -arch=sm_90a replace_map.cu && ./a.out [first case [last case [file for the bytes]]]
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SHARED_BYTES 16384
#define GLOBAL_BYTES (1 << 20)

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

struct Shape {
    int rank;
    uint32_t bytes; // of the tile
    int at[3];
};

struct Values {
    uint64_t wide;
    uint32_t narrow;
};

#define FIELD(space, name, type, constraint, value)                                                \
    asm volatile("tensormap.replace.tile." name "." space ".b1024." type " [%0], %1;" ::ADDRESS_##space(map), \
                 constraint(value)                                                                 \
                 : "memory")
#define ORDINAL(name, type, ordinal, constraint, value)                                            \
    asm volatile("tensormap.replace.tile." name ".shared::cta.b1024." type " [%0], " #ordinal ", %1;" ::"r"(map), \
                 constraint(value)                                                                 \
                 : "memory")
#define CONSTANT(name, value)                                                                      \
    asm volatile("tensormap.replace.tile." name ".shared::cta.b1024.b32 [%0], " #value ";" ::"r"(map) : "memory")

enum Change {
    NOTHING,
    ADDRESS,
    RANK_TO_3,
    RANK_TO_2,
    BOX_0,
    BOX_1,
    SIZE_0,
    SIZE_1,
    STRIDE_0,
    STRIDE_1,
    STEP_0,
    STEP_1,
    TYPE_U16,
    TYPE_F32,
    TYPE_FTZ,
    TYPE_F64,
    TYPE_BF16,
    TYPE_TF32,
    SWIZZLE_NONE,
    SWIZZLE_32,
    SWIZZLE_64,
    SWIZZLE_128,
    FILL_ZERO,
    FILL_NAN,
    SEVERAL,
    CHANGES
};

__device__ void change_shared(uint32_t map, int change, Values values)
{
    switch (change) {
    case ADDRESS:
        asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(map), "l"(values.wide)
                     : "memory");
        break;
    case RANK_TO_3:
    case RANK_TO_2:
        asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "r"(values.narrow) : "memory");
        break;
    case BOX_0: ORDINAL("box_dim", "b32", 0, "r", values.narrow); break;
    case BOX_1: ORDINAL("box_dim", "b32", 1, "r", values.narrow); break;
    case SIZE_0: ORDINAL("global_dim", "b32", 0, "r", values.narrow); break;
    case SIZE_1: ORDINAL("global_dim", "b32", 1, "r", values.narrow); break;
    case STRIDE_0: ORDINAL("global_stride", "b64", 0, "l", values.wide); break;
    case STRIDE_1: ORDINAL("global_stride", "b64", 1, "l", values.wide); break;
    case STEP_0: ORDINAL("element_stride", "b32", 0, "r", values.narrow); break;
    case STEP_1: ORDINAL("element_stride", "b32", 1, "r", values.narrow); break;
    case TYPE_U16: CONSTANT("elemtype", 1); break;
    case TYPE_F32: CONSTANT("elemtype", 7); break;
    case TYPE_FTZ: CONSTANT("elemtype", 8); break;
    case TYPE_F64: CONSTANT("elemtype", 9); break;
    case TYPE_BF16: CONSTANT("elemtype", 10); break;
    case TYPE_TF32: CONSTANT("elemtype", 11); break;
    case SWIZZLE_NONE: CONSTANT("swizzle_mode", 0); break;
    case SWIZZLE_32: CONSTANT("swizzle_mode", 1); break;
    case SWIZZLE_64: CONSTANT("swizzle_mode", 2); break;
    case SWIZZLE_128: CONSTANT("swizzle_mode", 3); break;
    case FILL_ZERO: CONSTANT("fill_mode", 0); break;
    case FILL_NAN: CONSTANT("fill_mode", 1); break;
    case SEVERAL:
        ORDINAL("box_dim", "b32", 0, "r", values.narrow);
        ORDINAL("box_dim", "b32", 1, "r", values.narrow);
        CONSTANT("interleave_layout", 0);
        CONSTANT("swizzle_mode", 1);
        break;
    default: break;
    }
}

__device__ void change_global(CUtensorMap *map, int change, Values values)
{
    if (change == ADDRESS) {
        asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(values.wide)
                     : "memory");
    } else if (change == SIZE_0) {
        asm volatile("tensormap.replace.tile.global_dim.b1024.b32 [%0], 0, %1;" ::"l"(map), "r"(values.narrow) : "memory");
    }
}

// Copies `from` to `to` with the change made in shared memory, or in global memory.
__global__ void replace(const __grid_constant__ CUtensorMap from, CUtensorMap *to, int change, bool is_global, Values values)
{
    __shared__ alignas(128) CUtensorMap map;
    if (is_global) {
        if (threadIdx.x == 0) {
            change_global(to, change, values);
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
        }
        return;
    }
    ((uint32_t *)&map)[threadIdx.x] = ((const uint32_t *)&from)[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0) {
        change_shared(shared_address(&map), change, values);
    }
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(
                     to),
                 "r"(shared_address(&map))
                 : "memory");
}

__global__ void load(const CUtensorMap *map, Shape shape, uint8_t *out)
{
    __shared__ alignas(1024) uint8_t tile[SHARED_BYTES];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word), to = shared_address(tile), is_done = 0;
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        tile[i] = 0xa5;
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(shape.bytes) : "memory");
        if (shape.rank == 2) {
            asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
                         "[%2];" ::"r"(to),
                         "l"(map), "r"(barrier), "r"(shape.at[0]), "r"(shape.at[1])
                         : "memory");
        } else {
            asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, "
                         "%5}], [%2];" ::"r"(to),
                         "l"(map), "r"(barrier), "r"(shape.at[0]), "r"(shape.at[1]), "r"(shape.at[2])
                         : "memory");
        }
    }
    for (int i = 0; i < 100000 && is_done == 0; i++) { // a wrong size must not wait for ever
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(barrier)
                     : "memory");
    }
    for (uint32_t i = threadIdx.x; i < SHARED_BYTES; i += blockDim.x) {
        out[i] = tile[i];
    }
    if (threadIdx.x == 0) {
        out[SHARED_BYTES] = (uint8_t)is_done;
    }
}

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static Encode encode;
static int first = 0, last = 1 << 30, cases;
static uint8_t *global, *out;
static CUtensorMap *changed;
static FILE *file;

static void show(const char *name)
{
    cudaError_t error = cudaDeviceSynchronize();
    std::vector<uint8_t> all(SHARED_BYTES + 1);
    cudaMemcpy(all.data(), out, all.size(), cudaMemcpyDeviceToHost);
    uint64_t hash = 14695981039346656037ull;
    for (uint32_t i = 0; i < SHARED_BYTES; i++) {
        hash = (hash ^ all[i]) * 1099511628211ull;
    }
    printf("%s: %016llx%s%s%s\n", name, (unsigned long long)hash, all[SHARED_BYTES] ? "" : ", other bytes",
           error == cudaSuccess ? "" : " ", error == cudaSuccess ? "" : cudaGetErrorName(error));
    fflush(stdout);
    if (file != NULL) {
        fwrite(all.data(), 1, SHARED_BYTES, file);
    }
    if (error != cudaSuccess) {
        fprintf(stderr, "%d\n", cases); // where to go on
        exit(1);
    }
}

// A map of 3 dimensions of words, changed, then a tile loaded with it.
static void try_change(const char *name, int change, Values values, uint32_t bytes, int swizzle = 0, bool is_global = false,
                       int rank = 3, CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT32, int fill = 0)
{
    const cuuint64_t size[] = {64, 32, 4}, stride[] = {272, 272 * 32};
    const cuuint32_t box[] = {8, 6, 2}, step[] = {1, 2, 1};
    CUtensorMap map;
    if (cases++ < first || cases - 1 > last) {
        return;
    }
    int rank_of_map = change == RANK_TO_3 ? 2 : 3;
    CUresult result =
        encode(&map, type, rank_of_map, global, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)fill);
    if (result != CUDA_SUCCESS) {
        printf("%s: refused, %d\n", name, (int)result);
        return;
    }
    cudaMemcpy(changed, &map, sizeof map, cudaMemcpyHostToDevice);
    replace<<<1, 32>>>(map, changed, change, is_global, values);
    bool is_type = change >= TYPE_U16 && change <= TYPE_TF32; // starts at a multiple of 16 bytes of each, and ends outside
    load<<<1, 128>>>(changed, Shape{rank, bytes, {is_type ? 56 : 60, 5, is_type ? 3 : 1}}, out);
    show(name);
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
    cudaMalloc(&out, SHARED_BYTES + 1);
    cudaMalloc(&changed, sizeof *changed);
    std::vector<uint32_t> words(GLOBAL_BYTES / 4);
    for (uint32_t i = 0; i < words.size(); i++) {
        words[i] = 0x40000000u + i;
    }
    cudaMemcpy(global, words.data(), GLOBAL_BYTES, cudaMemcpyHostToDevice);
    const uint32_t whole = 8 * 3 * 2 * 4;
    const auto f32 = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    try_change("nothing", NOTHING, {0, 0}, whole);
    try_change("address", ADDRESS, {(uint64_t)(global + 65536), 0}, whole);
    try_change("address in global memory", ADDRESS, {(uint64_t)(global + 65536), 0}, whole, 0, true);
    try_change("rank 3", RANK_TO_3, {0, 2}, 8 * 3 * 4);
    try_change("rank 2", RANK_TO_2, {0, 1}, 8 * 3 * 4, 0, false, 2);
    try_change("box 0 of 16", BOX_0, {0, 16}, 2 * whole);
    try_change("box 0 of 4", BOX_0, {0, 4}, whole / 2);
    try_change("box 1 of 3", BOX_1, {0, 3}, 8 * 2 * 2 * 4);
    try_change("box 1 of 4", BOX_1, {0, 4}, 8 * 2 * 2 * 4);
    try_change("size 0 of 62", SIZE_0, {0, 62}, whole);
    try_change("size 0 of 68", SIZE_0, {0, 68}, whole);
    try_change("size 0 of 62 in global memory", SIZE_0, {0, 62}, whole, 0, true);
    try_change("size 1 of 7", SIZE_1, {0, 7}, whole);
    try_change("stride 0 of 512", STRIDE_0, {512, 0}, whole);
    try_change("stride 1 of 4096", STRIDE_1, {4096, 0}, whole);
    try_change("step 0 of 2", STEP_0, {0, 2}, whole);
    try_change("step 1 of 1", STEP_1, {0, 1}, 2 * whole);
    try_change("step 1 of 3", STEP_1, {0, 3}, 8 * 2 * 2 * 4);
    try_change("u16", TYPE_U16, {0, 0}, whole / 2);
    try_change("f32", TYPE_F32, {0, 0}, whole, 0, false, 3, f32, 1);
    try_change("f32.ftz", TYPE_FTZ, {0, 0}, whole, 0, false, 3, f32, 1);
    try_change("f64", TYPE_F64, {0, 0}, 2 * whole, 0, false, 3, f32, 1);
    try_change("bf16", TYPE_BF16, {0, 0}, whole / 2, 0, false, 3, f32, 1);
    try_change("tf32", TYPE_TF32, {0, 0}, whole, 0, false, 3, f32, 1);
    try_change("no swizzle", SWIZZLE_NONE, {0, 0}, whole, 3);
    try_change("swizzle of 32", SWIZZLE_32, {0, 0}, whole);
    try_change("swizzle of 64", SWIZZLE_64, {0, 0}, whole);
    try_change("swizzle of 128", SWIZZLE_128, {0, 0}, whole);
    try_change("zeros outside", FILL_ZERO, {0, 0}, whole, 0, false, 3, f32, 1);
    try_change("NaNs outside", FILL_NAN, {0, 0}, whole, 0, false, 3, f32, 0);
    try_change("several", SEVERAL, {0, 4}, 4 * 2 * 2 * 4);
    if (file != NULL) {
        fclose(file);
    }
    return 0;
}
