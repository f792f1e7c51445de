// SPDX-License-Identifier: Apache-2.0
// Matrices of which two of four elements are zero: packed on the host, multiplied by mma.sp, and compared with the sums of the
// whole matrices.
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>

constexpr int ROWS = 16, COLUMNS = 8, DEPTH = 32;

// Fragments of m16n8k32 as the PTX ISA has them. a: two of four elements of each row, place: their numbers in the row.
__global__ void multiply_bytes(const int8_t *a, const uint8_t *place, const int8_t *b, int *d)
{
    int lane = threadIdx.x, group = lane / 4, member = lane % 4;
    uint32_t packed[2] = {0, 0}, column[2] = {0, 0}, metadata = 0;
    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < 4; i++) {
            packed[r] |= (uint32_t)(uint8_t)a[(group + 8 * r) * DEPTH / 2 + member * 4 + i] << 8 * i;
            column[r] |= (uint32_t)(uint8_t)b[group * DEPTH + 16 * r + member * 4 + i] << 8 * i;
        }
    }
    for (int i = 0; i < 16; i++) { // the first two lanes of a group, a row each
        metadata |= (uint32_t)(place[(group + member % 2 * 8) * DEPTH / 2 + i] % 4) << 2 * i;
    }
    metadata = member < 2 ? metadata : 0xffffffff;
    int sum[4] = {1, 2, 3, 4};
    asm("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, "
        "%3}, %8, 0;"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(packed[0]), "r"(packed[1]), "r"(column[0]), "r"(column[1]), "r"(metadata));
    for (int i = 0; i < 4; i++) {
        d[(group + i / 2 * 8) * COLUMNS + member * 2 + i % 2] = sum[i] - (i + 1);
    }
}

__global__ void multiply_halves(const half *a, const uint8_t *place, const half *b, float *d)
{
    int lane = threadIdx.x, group = lane / 4, member = lane % 4;
    uint32_t packed[4], column[4], metadata = 0;
    for (int r = 0; r < 4; r++) {
        packed[r] = *(const uint32_t *)&a[(group + r % 2 * 8) * DEPTH / 2 + r / 2 * 8 + member * 2];
        column[r] = *(const uint32_t *)&b[group * DEPTH + r * 8 + member * 2];
    }
    for (int i = 0; i < 16; i++) { // the last two lanes of a group, eight elements of both rows each
        metadata |= (uint32_t)(place[(group + i / 8 * 8) * DEPTH / 2 + member % 2 * 8 + i % 8] % 4) << 2 * i;
    }
    metadata = member < 2 ? 0xffffffff : metadata;
    float sum[4] = {};
    asm("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, "
        "%3}, %12, 1;"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(packed[0]), "r"(packed[1]), "r"(packed[2]), "r"(packed[3]), "r"(column[0]), "r"(column[1]), "r"(column[2]),
          "r"(column[3]), "r"(metadata));
    for (int i = 0; i < 4; i++) {
        d[(group + i / 2 * 8) * COLUMNS + member * 2 + i % 2] = sum[i];
    }
}

static uint32_t state = 1;
static uint32_t draw(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

template <typename T> struct Matrices {
    T a[ROWS * DEPTH / 2], b[COLUMNS * DEPTH];
    uint8_t place[ROWS * DEPTH / 2];

    void fill()
    {
        for (int i = 0; i < ROWS * DEPTH / 4; i++) { // pairs of different, ascending places of a chunk of four
            int first = (int)draw(3), second = first + 1 + (int)draw((uint32_t)(3 - first)), chunk = i % (DEPTH / 4) * 4;
            place[2 * i] = (uint8_t)(chunk + first);
            place[2 * i + 1] = (uint8_t)(chunk + second);
        }
        for (T &x : a) {
            x = (T)(float)((int)draw(15) - 7);
        }
        for (T &x : b) {
            x = (T)(float)((int)draw(15) - 7);
        }
    }
    int sum(int row, int column) const
    {
        int sum = 0;
        for (int i = 0; i < DEPTH / 2; i++) {
            sum += (int)(float)a[row * DEPTH / 2 + i] * (int)(float)b[column * DEPTH + place[row * DEPTH / 2 + i]];
        }
        return sum;
    }
};

template <typename T, typename Sum>
static void run(const char *name, void (*kernel)(const T *, const uint8_t *, const T *, Sum *))
{
    Matrices<T> *matrices;
    Sum *d;
    int wrong = 0;
    cudaMallocManaged(&matrices, sizeof *matrices);
    cudaMallocManaged(&d, ROWS * COLUMNS * sizeof *d);
    for (int round = 0; round < 20; round++) {
        matrices->fill();
        kernel<<<1, 32>>>(matrices->a, matrices->place, matrices->b, d);
        cudaDeviceSynchronize();
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            wrong += d[i] != (Sum)matrices->sum(i / COLUMNS, i % COLUMNS);
        }
    }
    printf("%s: %s, %d wrong\n", name, cudaGetErrorString(cudaGetLastError()), wrong);
}

int main()
{
    run("bytes", multiply_bytes);
    run("halves", multiply_halves);
}
