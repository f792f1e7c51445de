// SPDX-License-Identifier: Apache-2.0
// Constant memory answers one address at a time: a warp whose lanes agree reads as fast as from a
// register, lanes that differ are served one address after the other. Global memory beside it
// serves lanes that differ at once, if they are neighbors.
#include "lecture.h"

const int ENTRIES = 256; // a power of two
const int ROUNDS = 16;
const int COUNT = 1 << 18;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;

__constant__ float constant_table[ENTRIES];

// All lanes read the same entry each round.
__global__ void read_uniform(float *out, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += constant_table[(first + round) % ENTRIES];
    out[i] = sum;
}

// Lanes read `distinct` different entries each round.
__global__ void read_indexed(float *out, int distinct)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = threadIdx.x % distinct;
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += constant_table[(mine + round) % ENTRIES];
    out[i] = sum;
}

// The same reads from global memory.
__global__ void read_global(const float *table, float *out, int distinct)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = threadIdx.x % distinct;
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += table[(mine + round) % ENTRIES];
    out[i] = sum;
}

int main()
{
    std::vector<float> table(ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        table[i] = (float)(i * i % 251);
    CUDA(cudaMemcpyToSymbol(constant_table, table.data(), ENTRIES * sizeof(float)));
    float *device_table = upload(table);
    float *device_out = device_zeros<float>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, int first, int distinct) {
        if (refused(variant))
            return;
        std::vector<float> out = download(device_out, COUNT);
        bool is_right = true;
        for (int i = 0; i < COUNT; i++) {
            float sum = 0;
            for (int round = 0; round < ROUNDS; round++)
                sum += table[(first + i % BLOCK % distinct + round) % ENTRIES];
            is_right &= out[i] == sum;
        }
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(float)));
    };

    read_uniform<<<BLOCKS, BLOCK>>>(device_out, 5);
    check("read_uniform", 5, 1);
    for (int distinct : {1, 2, 4, 8, 16, 32}) {
        char variant[64];
        snprintf(variant, sizeof variant, "read_indexed, %d distinct", distinct);
        read_indexed<<<BLOCKS, BLOCK>>>(device_out, distinct);
        check(variant, 0, distinct);
    }
    read_global<<<BLOCKS, BLOCK>>>(device_table, device_out, 32);
    check("read_global, 32 distinct", 0, 32);

    CUDA(cudaFree(device_table));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
