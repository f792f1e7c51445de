// SPDX-License-Identifier: Apache-2.0
// N queens with bit masks: the first rows on the host, one partial board a thread with its own stack.
#include <cstdio>
#include <cstdint>
#include <vector>

struct Board {
    uint32_t columns, left, right;
    int weight;
};

__global__ void nqueens(const Board *boards, int count, int n, int depth, unsigned long long *solutions, unsigned *deepest)
{
    extern __shared__ uint32_t stack[]; // 3 words a level and thread
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long found = 0;
    unsigned visited = 0;
    if (id < count) {
        const uint32_t full = (1u << n) - 1;
        Board b = boards[id];
        uint32_t free_[16], cols[16], ld[16];
        int level = 0;
        cols[0] = b.columns, ld[0] = b.left;
        uint32_t *rd = stack + threadIdx.x * 16;
        rd[0] = b.right;
        free_[0] = full & ~(cols[0] | ld[0] | rd[0]);
        while (level >= 0) {
            if (!free_[level]) {
                --level;
                continue;
            }
            uint32_t bit = free_[level] & -free_[level];
            free_[level] ^= bit;
            visited++;
            if (level + depth + 1 == n) {
                found++;
            } else {
                cols[level + 1] = cols[level] | bit;
                ld[level + 1] = (ld[level] | bit) << 1;
                rd[level + 1] = (rd[level] | bit) >> 1;
                level++;
                free_[level] = full & ~(cols[level] | ld[level] | rd[level]);
            }
        }
        found *= b.weight;
    }
    for (int o = 16; o; o >>= 1)
        found += __shfl_xor_sync(0xffffffff, found, o);
    unsigned most = __reduce_max_sync(0xffffffff, visited);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(solutions, found);
        atomicMax(deepest, most);
    }
}

static void expand(std::vector<Board> &out, int n, int depth, int row, Board b)
{
    if (row == depth) {
        out.push_back(b);
        return;
    }
    uint32_t open = ((1u << n) - 1) & ~(b.columns | b.left | b.right);
    if (row == 0)
        open &= (1u << ((n + 1) / 2)) - 1; // mirror images count twice
    for (; open; open &= open - 1) {
        uint32_t bit = open & -open;
        int weight = row == 0 ? (n % 2 && bit == 1u << (n / 2) ? 1 : 2) : b.weight;
        expand(out, n, depth, row + 1, {b.columns | bit, (b.left | bit) << 1, (b.right | bit) >> 1, weight});
    }
}

int main()
{
    unsigned long long *solutions;
    unsigned *deepest;
    cudaMallocManaged(&solutions, sizeof *solutions);
    cudaMallocManaged(&deepest, sizeof *deepest);
    for (int n = 5; n <= 9; n++) {
        std::vector<Board> boards;
        const int depth = n < 7 ? 2 : 3;
        expand(boards, n, depth, 0, Board{});
        Board *d;
        cudaMalloc(&d, boards.size() * sizeof(Board));
        cudaMemcpy(d, boards.data(), boards.size() * sizeof(Board), cudaMemcpyDefault);
        *solutions = 0, *deepest = 0;
        nqueens<<<((int)boards.size() + 63) / 64, 64, 64 * 16 * sizeof(uint32_t)>>>(d, (int)boards.size(), n, depth, solutions, deepest);
        cudaDeviceSynchronize();
        printf("%2d queens: %zu starts, %llu solutions, most steps %u\n", n, boards.size(), *solutions, *deepest);
        cudaFree(d);
    }
    cudaFree(solutions);
    cudaFree(deepest);
    return 0;
}
