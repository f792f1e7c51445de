// SPDX-License-Identifier: Apache-2.0
// Tiles that compute capability 10.0 brought: of values of 4 and 6 bits, and with atoms of 32 and 64 bytes in the swizzle of
// 128. Each is loaded and stored, partly outside the tensor, and compared with the tables of the PTX ISA ("Swizzling
// Modes", "Sub-byte Types").
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

enum { ROWS = 12, LINE = 128, ROOM = ROWS * LINE, PITCH = 192, TENSOR_ROWS = 9, EMPTY = 0x5a };

__global__ void copy(const __grid_constant__ CUtensorMap map, bool is_load, int column, uint32_t bytes, uint8_t *tiles)
{
    __shared__ alignas(1024) uint8_t tile[ROOM];
    __shared__ alignas(8) uint64_t word;
    uint32_t at = (uint32_t)__cvta_generic_to_shared(tile), barrier = (uint32_t)__cvta_generic_to_shared(&word);
    for (int i = threadIdx.x; i < ROOM; i += blockDim.x) {
        tile[i] = is_load ? EMPTY : tiles[i];
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (is_load) {
        uint32_t is_done = 0;
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
            asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
                         "[%2];" ::"r"(at),
                         "l"(&map), "r"(barrier), "r"(column), "r"(-1)
                         : "memory");
        }
        while (is_done == 0) {
            asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                         "selp.u32 %0, 1, 0, p;\n\t}"
                         : "=r"(is_done)
                         : "r"(barrier)
                         : "memory");
        }
        for (int i = threadIdx.x; i < ROOM; i += blockDim.x) {
            tiles[i] = tile[i];
        }
    } else if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(at), "l"(&map),
                     "r"(column), "r"(0)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// A type: values in a row of the tile, bytes of 16 of them in global and in shared memory.
struct Kind {
    CUtensorMapDataType type;
    int values, packed, room;
};

static const Kind words = {CU_TENSOR_MAP_DATA_TYPE_UINT32, 32, 64, 64}, dense = {CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 256, 8, 8},
                  four = {CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, 128, 8, 16},
                  six = {CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, 128, 12, 16};

static uint8_t *global, *tiles;

static CUresult encode(CUtensorMap *map, const Kind &kind, CUtensorMapSwizzle swizzle, cuuint64_t columns, int box, int offset,
                       CUtensorMapFloatOOBfill fill)
{
    const cuuint64_t size[] = {columns, TENSOR_ROWS}, stride[] = {PITCH};
    const cuuint32_t boxes[] = {(cuuint32_t)box, ROWS}, step[] = {1, 1};
    return cuTensorMapEncodeTiled(map, kind.type, 2, global + offset, size, stride, boxes, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                  swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}

// Where a byte of the tile's rows lies in shared memory: which piece of 16 bytes comes to which place of a line.
static int place_of(int byte, CUtensorMapSwizzle swizzle)
{
    static const char *const atom_16[] = {"01234567", "10325476", "23016745", "32107654",
                                          "45670123", "54761032", "67452301", "76543210"};
    static const char *const atom_32[] = {"01234567", "23016745", "45670123", "67452301"};
    static const char *const atom_64[] = {"01234567", "45670123"};
    int line = byte / LINE, piece = byte % LINE / 16, flip = 0;
    const char *row = atom_16[0];
    switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_128B: row = atom_16[line % 8]; break;
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B: flip = line % 2 * 8; // falls through
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B: row = atom_32[line % 4]; break;
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B: row = atom_64[line % 2]; break;
    default: break;
    }
    return line * LINE + (row[piece] - '0') * 16 + (byte % 16 ^ flip);
}

// A byte of a tile's row in shared memory, stored: of values of 6 bits, 12 bytes are made of 16.
static int packed_byte(const std::vector<uint8_t> &tile, const Kind &kind, CUtensorMapSwizzle swizzle, int row, int byte)
{
    int begin = row * LINE + byte / kind.packed * kind.room, value = 0;
    if (kind.packed == kind.room) {
        return tile[place_of(row * LINE + byte, swizzle)];
    }
    for (int bit = 0; bit < 8; bit++) {
        int at = byte % kind.packed * 8 + bit;
        value |= (tile[place_of(begin + at / 6, swizzle)] >> at % 6 & 1) << bit;
    }
    return value;
}

static int wrong_with(const Kind &kind, CUtensorMapSwizzle swizzle, bool is_load, int column)
{
    int columns = kind.type == words.type ? 40 : 256, row_bytes = kind.values / 16 * kind.packed;
    row_bytes = kind.type == words.type ? LINE : row_bytes;
    int bits = row_bytes * 8 / kind.values, first = column * bits / 8, inside = columns * bits / 8;
    std::vector<uint8_t> memory(PITCH * TENSOR_ROWS), tile(ROOM), got;
    for (size_t i = 0; i < memory.size(); i++) {
        memory[i] = (uint8_t)(i * 37 + i / 256);
    }
    for (size_t i = 0; i < tile.size(); i++) {
        tile[i] = is_load ? EMPTY : (uint8_t)(i * 29 + i / 256 + 7);
    }
    cudaMemcpy(global, memory.data(), memory.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(tiles, tile.data(), tile.size(), cudaMemcpyHostToDevice);
    CUtensorMap map;
    if (encode(&map, kind, swizzle, columns, kind.values, 0, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        return -1;
    }
    copy<<<1, 128>>>(map, is_load, column, row_bytes * ROWS, tiles);
    for (int row = 0; row < ROWS; row++) {
        for (int byte = 0; byte < row_bytes; byte++) {
            int y = is_load ? row - 1 : row, x = first + byte;
            bool is_inside = y >= 0 && y < TENSOR_ROWS && x >= 0 && x < inside;
            if (!is_load && is_inside) {
                memory[y * PITCH + x] = (uint8_t)packed_byte(tile, kind, swizzle, row, byte);
            } else if (is_load) {
                int place = row * LINE + byte / kind.packed * kind.room + byte % kind.packed;
                tile[place_of(place, swizzle)] = is_inside ? memory[y * PITCH + x] : 0;
            }
        }
    }
    std::vector<uint8_t> &expected = is_load ? tile : memory;
    got.resize(expected.size());
    cudaMemcpy(got.data(), is_load ? tiles : global, got.size(), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i++) {
        wrong += got[i] != expected[i];
    }
    return wrong;
}

int main()
{
    const CUtensorMapSwizzle none = CU_TENSOR_MAP_SWIZZLE_NONE, all = CU_TENSOR_MAP_SWIZZLE_128B,
                             atom_32 = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
                             flip = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B,
                             atom_64 = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B;
    const CUtensorMapFloatOOBfill zeros = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
                                  nans = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    cudaMalloc(&global, 4096);
    cudaMalloc(&tiles, ROOM);
    CUtensorMap map;
    printf("encoded %d %d %d %d\n", (int)encode(&map, four, none, 256, 128, 0, zeros), (int)encode(&map, six, none, 256, 128, 0, zeros),
           (int)encode(&map, dense, none, 256, 32, 0, zeros), (int)encode(&map, words, atom_64, 40, 32, 0, zeros));
    printf("refused %d %d %d %d %d %d %d %d\n", (int)encode(&map, four, none, 192, 128, 0, zeros),
           (int)encode(&map, four, none, 256, 64, 0, zeros), (int)encode(&map, four, none, 256, 128, 16, zeros),
           (int)encode(&map, four, atom_64, 256, 128, 0, zeros), (int)encode(&map, six, flip, 256, 128, 0, zeros),
           (int)encode(&map, six, none, 256, 128, 0, nans), (int)encode(&map, dense, none, 255, 32, 0, zeros),
           (int)encode(&map, dense, none, 256, 16, 0, zeros));
    static const struct {
        const char *name;
        const Kind &kind;
        CUtensorMapSwizzle swizzle;
        bool is_load, is_store;
    } cases[] = {{"u32, atoms of 32 bytes", words, atom_32, true, true},
                 {"u32, atoms of 32 bytes, flipped", words, flip, true, true},
                 {"u32, atoms of 64 bytes", words, atom_64, true, true},
                 {"16U4_ALIGN8B, swizzled", dense, all, true, true},
                 {"16U4_ALIGN8B, atoms of 32 bytes", dense, atom_32, true, true},
                 {"16U4_ALIGN16B", four, none, true, false},
                 {"16U4_ALIGN16B, swizzled", four, all, true, false},
                 {"16U4_ALIGN16B, atoms of 32 bytes", four, atom_32, true, false},
                 {"16U6_ALIGN16B", six, none, true, true},
                 {"16U6_ALIGN16B, swizzled", six, all, true, true},
                 {"16U6_ALIGN16B, atoms of 32 bytes", six, atom_32, true, true},
                 {"16U6_ALIGN16B, atoms of 64 bytes", six, atom_64, false, true}};
    for (const auto &c : cases) {
        int step = c.kind.values == 32 ? 16 : 128;
        printf("%s:", c.name);
        for (int column = -step; column <= 2 * step && c.is_load; column += step) {
            printf(" %d", wrong_with(c.kind, c.swizzle, true, column));
        }
        for (int column = 0; column <= 2 * step && c.is_store; column += step) {
            printf(" %d", wrong_with(c.kind, c.swizzle, false, column));
        }
        printf(" wrong, %s\n", cudaGetErrorName(cudaGetLastError()));
    }
    return 0;
}
