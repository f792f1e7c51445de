// SPDX-License-Identifier: Apache-2.0
// CRC-32 of many records: bit by bit, by a table in constant memory, by the table in shared memory, and
// four bytes at once by four tables; the table is made at compile time.
#include <array>
#include <cstdint>

#include "corpus.h"

struct Tables {
    uint32_t entry[4][256];
};

constexpr Tables make_tables()
{
    Tables tables{};
    for (uint32_t n = 0; n < 256; ++n) {
        uint32_t c = n;
        for (int bit = 0; bit < 8; ++bit)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        tables.entry[0][n] = c;
    }
    for (uint32_t n = 0; n < 256; ++n)
        for (int t = 1; t < 4; ++t) {
            const uint32_t before = tables.entry[t - 1][n];
            tables.entry[t][n] = tables.entry[0][before & 0xff] ^ (before >> 8);
        }
    return tables;
}

constexpr Tables host_tables = make_tables();
static_assert(host_tables.entry[0][1] == 0x77073096u, "the well-known table");

__constant__ Tables tables;

struct BitByBit {
    __device__ static uint32_t crc(const uint8_t *data, int length)
    {
        uint32_t crc = ~0u;
        while (length--) {
            crc ^= *data++;
#pragma unroll
            for (int bit = 0; bit < 8; ++bit)
                crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1u));
        }
        return ~crc;
    }
};

struct ByTable {
    __device__ static uint32_t crc(const uint8_t *data, int length)
    {
        uint32_t crc = ~0u;
        for (int i = 0; i < length; ++i)
            crc = tables.entry[0][(crc ^ data[i]) & 0xff] ^ (crc >> 8);
        return ~crc;
    }
};

struct FourBytes {
    __device__ static uint32_t crc(const uint8_t *data, int length)
    {
        uint32_t crc = 0xffffffffu;
        auto one = [&crc](uint8_t byte) {
            crc = tables.entry[0][(crc ^ byte) & 0xff] ^ (crc >> 8);
        };
        for (; length > 0 && (reinterpret_cast<uintptr_t>(data) & 3) != 0; --length)
            one(*data++);
        for (; length >= 4; length -= 4, data += 4) {
            crc ^= *reinterpret_cast<const uint32_t *>(data);
            crc = tables.entry[3][crc & 0xff] ^ tables.entry[2][(crc >> 8) & 0xff] ^
                  tables.entry[1][(crc >> 16) & 0xff] ^ tables.entry[0][crc >> 24];
        }
        while (length-- > 0)
            one(*data++);
        return ~crc;
    }
};

template <typename Method>
__global__ void crc_records(const uint8_t *data, const int *starts, uint32_t *crcs, int records)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < records)
        crcs[r] = Method::crc(data + starts[r], starts[r + 1] - starts[r]);
}

__global__ void crc_shared(const uint8_t *data, const int *starts, uint32_t *crcs, int records)
{
    __shared__ uint32_t table[256];
    for (int n = threadIdx.x; n < 256; n += blockDim.x)
        table[n] = tables.entry[0][n];
    __syncthreads();
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records)
        return;
    uint32_t crc = ~0u;
    for (int i = starts[r]; i < starts[r + 1]; ++i)
        crc = table[static_cast<uint8_t>(crc ^ data[i])] ^ (crc >> 8);
    crcs[r] = ~crc;
}

int main()
{
    const int records = 600;
    Random random(32);
    std::vector<int> starts{0};
    for (int r = 0; r < records; ++r)
        starts.push_back(starts.back() + (int)(random.next() % 70));
    std::vector<uint8_t> data(starts.back());
    for (auto &byte : data)
        byte = static_cast<uint8_t>(random.next());
    memcpy(data.data() + starts[1], "123456789", 9);
    starts[2] = std::max(starts[2], starts[1] + 9); // keeps the rising order or shortens the third
    for (int r = 3; r <= records; ++r)
        starts[r] = std::max(starts[r], starts[r - 1]);

    CHECK(cudaMemcpyToSymbol(tables, &host_tables, sizeof(Tables)));
    uint8_t *d_data = to_device(data);
    int *d_starts = to_device(starts);
    uint32_t *d_crcs = on_device<uint32_t>(records);
    const dim3 block(96), grid((records + 95) / 96);
    std::array<std::vector<uint32_t>, 4> results;

    crc_records<BitByBit><<<grid, block>>>(d_data, d_starts, d_crcs, records);
    results[0] = to_host(d_crcs, records);
    crc_records<ByTable><<<grid, block>>>(d_data, d_starts, d_crcs, records);
    results[1] = to_host(d_crcs, records);
    crc_records<FourBytes><<<grid, block>>>(d_data, d_starts, d_crcs, records);
    results[2] = to_host(d_crcs, records);
    crc_shared<<<grid, block>>>(d_data, d_starts, d_crcs, records);
    results[3] = to_host(d_crcs, records);
    for (const auto &result : results)
        print_hash("crcs", result);

    int wrong = 0;
    for (int r = 0; r < records; ++r) {
        uint32_t crc = ~0u;
        for (int i = starts[r]; i < starts[r + 1]; ++i)
            crc = host_tables.entry[0][(crc ^ data[i]) & 0xff] ^ (crc >> 8);
        for (const auto &result : results)
            wrong += result[r] != ~crc;
    }
    printf("wrong: %d\n", wrong);

    // The check value of the catalogues.
    const int nine[] = {starts[1], starts[1] + 9};
    CHECK(cudaMemcpy(d_starts, nine, sizeof nine, cudaMemcpyHostToDevice));
    crc_records<FourBytes><<<1, 1>>>(d_data, d_starts, d_crcs, 1);
    printf("123456789: %08x\n", to_host(d_crcs, 1)[0]);
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_starts));
    CHECK(cudaFree(d_crcs));
    return 0;
}
