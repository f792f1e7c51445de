// SPDX-License-Identifier: Apache-2.0
// Sudoku: candidates by constraint propagation with a thread a cell until nothing changes, then a check.
#include <iostream>
#include <string>
#include <cstring>
using namespace std;

const char *puzzles[] = {
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
    "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "100000000000000000000000000000000000000000000000000000000000000000000000000000000"};

__device__ bool same_unit(int a, int b)
{
    return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

__global__ void propagate(char (*board)[81], int *rounds, int *valid)
{
    __shared__ unsigned short mask[81];
    const int c = threadIdx.x;
    char *cells = board[blockIdx.x];
    if (c < 81)
        mask[c] = cells[c] == '0' ? 0x1ff : 1 << (cells[c] - '1');
    __syncthreads();
    int round = 0, changed = 1;
    while (changed) {
        unsigned m = 0;
        if (c < 81) {
            m = mask[c];
            unsigned seen[3] = {0, 0, 0};
            for (int o = 0; o < 81; o++) {
                if (o == c || !same_unit(o, c))
                    continue;
                unsigned other = mask[o];
                if (__popc(other) == 1)
                    m &= ~other;
                if (o / 9 == c / 9)
                    seen[0] |= other;
                if (o % 9 == c % 9)
                    seen[1] |= other;
                if (o / 27 == c / 27 && o % 9 / 3 == c % 9 / 3)
                    seen[2] |= other;
            }
            for (unsigned s : seen) // a digit that fits nowhere else in a unit
                if (m & ~s)
                    m = m & ~s;
        }
        changed = __syncthreads_or(c < 81 && m != mask[c]);
        if (c < 81)
            mask[c] = m;
        __syncthreads();
        round++;
    }
    bool ok = true;
    if (c < 81) {
        cells[c] = __popc(mask[c]) == 1 ? '0' + __ffs(mask[c]) : '.';
        for (int o = 0; o < 81; o++)
            if (o != c && same_unit(o, c) && mask[o] == mask[c])
                ok = false;
    }
    int solved = __syncthreads_and(c >= 81 || (ok && __popc(mask[c]) == 1)), known = __syncthreads_count(c < 81 && __popc(mask[c]) == 1);
    if (c == 0) {
        rounds[blockIdx.x] = round;
        valid[blockIdx.x] = solved ? 81 : -known;
    }
}

int main()
{
    const int n = sizeof(puzzles) / sizeof(puzzles[0]);
    char(*d)[81], host[n][81];
    int *dr, *dv, rounds[n], valid[n];
    for (int i = 0; i < n; i++)
        memcpy(host[i], puzzles[i], 81);
    cudaMalloc((void **)&d, sizeof host);
    cudaMalloc((void **)&dr, sizeof rounds);
    cudaMalloc((void **)&dv, sizeof valid);
    cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
    propagate<<<n, 96>>>(d, dr, dv);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(rounds, dr, sizeof rounds, cudaMemcpyDeviceToHost);
    cudaMemcpy(valid, dv, sizeof valid, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        cout << string(host[i], 81) << " rounds " << rounds[i] << " result " << valid[i] << endl;
    cudaFree(d);
    cudaFree(dr);
    cudaFree(dv);
}
