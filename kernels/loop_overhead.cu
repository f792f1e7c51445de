// SPDX-License-Identifier: Apache-2.0
// A short loop spends most of its instructions on itself: on the counter, the comparison, the jump
// and the addresses. Each thread here adds up COUNT words of a column: one load and one addition
// apiece are the work. Unrolled, by the compiler or by hand, several share one counter and jump.
// Divide the executed warp instructions by COUNT and by the warps to see what an addition costs.
#include "lecture.h"

const int COLUMNS = 1 << 14; // a thread each
const int BLOCK = 256;
const int COUNT = 64; // words in a column

__global__ void sum_rolled(const int *in, int *out)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < COUNT; i++)
        sum += in[i * COLUMNS + column];
    out[column] = sum;
}

// The compiler repeats the body TIMES times in each round. COUNT is known to it: at 64 nothing is
// left of the loop, and every address is the first one and a constant.
template <int TIMES> __global__ void sum_unrolled(const int *in, int *out)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll TIMES
    for (int i = 0; i < COUNT; i++)
        sum += in[i * COLUMNS + column];
    out[column] = sum;
}

// By hand, for those who cannot tell the compiler. COUNT is a multiple of 4.
__global__ void sum_unrolled_by_hand(const int *in, int *out)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < COUNT; i += 4) {
        sum += in[i * COLUMNS + column];
        sum += in[(i + 1) * COLUMNS + column];
        sum += in[(i + 2) * COLUMNS + column];
        sum += in[(i + 3) * COLUMNS + column];
    }
    out[column] = sum;
}

// Where nobody knows how often the loop runs, an unrolled one needs a second loop for the rest.
__global__ void sum_any_count(const int *in, int *out, int count)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll 4
    for (int i = 0; i < count; i++)
        sum += in[i * COLUMNS + column];
    out[column] = sum;
}

int main()
{
    std::vector<int> in(COUNT * COLUMNS), expected(COLUMNS, 0);
    for (int i = 0; i < COUNT * COLUMNS; i++) {
        in[i] = i % 89 - 30;
        expected[i % COLUMNS] += in[i];
    }
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COLUMNS);
    bool all_right = true;
    auto check = [&](const char *variant) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(device_out, COLUMNS) == expected);
        CUDA(cudaMemset(device_out, 0, COLUMNS * sizeof(int)));
    };

    int blocks = COLUMNS / BLOCK;
    sum_rolled<<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_rolled");
    sum_unrolled<2><<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_unrolled<2>");
    sum_unrolled<4><<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_unrolled<4>");
    sum_unrolled<8><<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_unrolled<8>");
    sum_unrolled<COUNT><<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_unrolled<COUNT>");
    sum_unrolled_by_hand<<<blocks, BLOCK>>>(device_in, device_out);
    check("sum_unrolled_by_hand");
    sum_any_count<<<blocks, BLOCK>>>(device_in, device_out, COUNT);
    check("sum_any_count");

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
