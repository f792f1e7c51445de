// SPDX-License-Identifier: Apache-2.0
// From cc 7.0 on, lanes on different paths meet at warp collectives that name the same mask, each
// with its own operands. An H200 printed the lines of the first five.
#include <cstdio>

enum Kind { SHUFFLE, BALLOT, REDUCE, MATCH, BARRIER, CALLED, PAIRS, IN_LOOPS, KINDS };

static __device__ __noinline__ unsigned deep(unsigned value)
{
    return __shfl_xor_sync(~0u, value, 1);
}

__global__ void meet(unsigned *out, Kind kind)
{
    __shared__ volatile unsigned left[32], right[32];
    unsigned lane = threadIdx.x, r = 0, pair = 3u << (lane & 30);
    bool is_odd = lane & 1;
    if (is_odd) {
        left[lane] = 1;
        switch (kind) {
        case SHUFFLE: r = __shfl_xor_sync(~0u, lane, 1); break;
        case BALLOT: r = __ballot_sync(~0u, 1); break;
        case REDUCE: r = __reduce_add_sync(~0u, 1); break;
        case MATCH: r = __match_any_sync(~0u, 5); break;
        case BARRIER: __syncwarp(); r = right[lane - 1]; break;
        case CALLED: r = deep(lane); break;
        case PAIRS: r = __shfl_xor_sync(pair, lane, 1); break;
        default:
            for (unsigned i = 0; i < lane; i++) {
                r += __shfl_xor_sync(pair, i, 1);
            }
        }
    } else {
        right[lane] = 2;
        switch (kind) {
        case SHUFFLE: r = __shfl_xor_sync(~0u, lane + 100, 1); break;
        case BALLOT: r = __ballot_sync(~0u, lane > 7); break;
        case REDUCE: r = __reduce_add_sync(~0u, 100); break;
        case MATCH: r = __match_any_sync(~0u, 5); break;
        case BARRIER: __syncwarp(); r = left[lane + 1]; break;
        case CALLED: r = __shfl_xor_sync(~0u, lane + 100, 1); break;
        case PAIRS: r = __shfl_xor_sync(pair, lane + 100, 1); break;
        default:
            for (unsigned i = 0; i < lane + 1; i++) {
                r += __shfl_xor_sync(pair, i * 2, 1);
            }
        }
    }
    out[lane] = r;
}

__global__ void stranger(unsigned *out)
{
    if (threadIdx.x < 16) {
        out[threadIdx.x] = __shfl_sync(0xffff0000, threadIdx.x, 16);
    } else {
        out[threadIdx.x + 100] = 1;
    }
}

int main()
{
    unsigned *out;
    cudaMallocManaged(&out, 1024);
    for (int kind = 0; kind < KINDS; kind++) {
        meet<<<1, 32>>>(out, (Kind)kind);
        printf("%d %s:", kind, cudaGetErrorName(cudaDeviceSynchronize()));
        for (int i = 0; i < 8; i++) {
            printf(" %x", out[i]);
        }
        printf("\n");
    }
    stranger<<<1, 32>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
