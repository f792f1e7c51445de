// SPDX-License-Identifier: Apache-2.0
// Work done while compiling: constexpr functions, tables built by constexpr constructors, if constexpr,
// static_assert, constants as template arguments and array sizes.
#include "corpus.h"

__host__ __device__ constexpr unsigned power(unsigned base, int exponent)
{
    unsigned result = 1;
    for (int i = 0; i < exponent; ++i)
        result *= base;
    return result;
}

__host__ __device__ constexpr int logarithm2(int n) { return n <= 1 ? 0 : 1 + logarithm2(n / 2); }

static_assert(power(3, 5) == 243, "power");
static_assert(logarithm2(1024) == 10);

struct CrcTable {
    unsigned entry[256];
    constexpr CrcTable() : entry()
    {
        for (unsigned i = 0; i < 256; i++) {
            unsigned value = i;
            for (int bit = 0; bit < 8; bit++)
                value = (value & 1) ? 0xEDB88320u ^ (value >> 1) : value >> 1;
            entry[i] = value;
        }
    }
};

__constant__ CrcTable crc_table = CrcTable();
constexpr CrcTable host_table;
static_assert(host_table.entry[1] == 0x77073096u);

constexpr int kBlock = 1 << logarithm2(200);
constexpr double kThird = 1.0 / 3.0;
constexpr float kScale = (float)(kThird * 3.0);

__global__ void checksums(const unsigned char *text, unsigned *out, int length, int n)
{
    int i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= n)
        return;
    unsigned crc = ~0u;
    for (int k = 0; k < length; k++)
        crc = crc_table.entry[(crc ^ text[i * length + k]) & 0xff] ^ (crc >> 8);
    out[i] = ~crc;
}

template <typename T> __device__ unsigned describe(T value)
{
    constexpr bool narrow = sizeof(T) < 4;
    if constexpr (narrow)
        return (unsigned)value * 3u + 1u;
    else if constexpr (sizeof(T) == 8)
        return (unsigned)(value >> 32) ^ (unsigned)value;
    else {
        static_assert(sizeof(T) == 4);
        return (unsigned)value + 7u;
    }
}

template <int N> __device__ int steps_to_one()
{
    if constexpr (N == 1)
        return 0;
    else
        return 1 + steps_to_one<(N % 2 ? 3 * N + 1 : N / 2)>();
}

__global__ void choices(unsigned *out)
{
    __shared__ unsigned tile[power(2, 3)][kBlock / 8 + 1];
    constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
    static constexpr unsigned char weights[8] = {1, 10, 100, 3, 30, 9, 90, 27};
    int row = threadIdx.x / 16, column = threadIdx.x % 16;
    tile[row][column] = primes[row] * weights[(row + column) & 7];
    __syncthreads();
    unsigned value = tile[column & 7][row] + (unsigned)(kScale * column);
    value += describe((short)-row) ^ describe(value) ^ describe(0x123456789abcdefll * row);
    out[threadIdx.x] = value + steps_to_one<27>() + power(7, 4);
}

int main()
{
    static_assert(kBlock == 128, "a power of two");
    const int n = 3000, length = 64;
    Random random(61);
    std::vector<unsigned char> text(n * length);
    for (auto &c : text)
        c = (unsigned char)random.next();
    unsigned char *dtext = to_device(text);
    unsigned *dout = on_device<unsigned>(n);
    checksums<<<(n + kBlock - 1) / kBlock, kBlock>>>(dtext, dout, length, n);
    auto result = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        unsigned crc = ~0u;
        for (int k = 0; k < length; k++)
            crc = host_table.entry[(crc ^ text[i * length + k]) & 0xff] ^ (crc >> 8);
        wrong += result[i] != ~crc;
    }
    printf("wrong checksums: %d\n", wrong);
    print_hash("checksums", result);
    choices<<<1, kBlock>>>(dout);
    print_hash("choices", dout, kBlock);
    return 0;
}
