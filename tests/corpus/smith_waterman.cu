// SPDX-License-Identifier: Apache-2.0
// Local alignment with affine gaps (Smith-Waterman, Gotoh), one pair of sequences a warp, the diagonals by shuffles.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

constexpr int kQuery = 32, kTarget = 150, kPairs = 24;
struct Score {
    int value;
    short row, column;
};
struct Penalties {
    int match = 5, mismatch = -4, open = 10, extend = 1;
};

__device__ __forceinline__ Score better(const Score &a, const Score &b)
{
    if (a.value != b.value)
        return a.value > b.value ? a : b;
    return a.row * 1000 + a.column <= b.row * 1000 + b.column ? a : b;
}

__global__ void align(const char *queries, const char *targets, Penalties p, Score *best)
{
    const int lane = threadIdx.x & 31, pair = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (pair >= kPairs)
        return;
    const char mine = queries[pair * kQuery + lane];
    const char *target = targets + pair * kTarget;
    int h = 0, e = 0, f = 0, diagonal = 0;
    Score top = {0, 0, 0};
    for (int step = 0; step < kTarget + 31; ++step) {
        int up = __shfl_up_sync(0xffffffffu, h, 1), up_f = __shfl_up_sync(0xffffffffu, f, 1);
        if (lane == 0)
            up = up_f = 0;
        const int column = step - lane;
        if (column >= 0 && column < kTarget) {
            const int old_diagonal = diagonal;
            diagonal = up;
            e = max(h - p.open, e - p.extend);
            f = max(up - p.open, up_f - p.extend);
            h = old_diagonal + (mine == target[column] ? p.match : p.mismatch);
            h = max(max(h, 0), max(e, f));
            if (h > top.value)
                top = Score{h, (short)lane, (short)column};
        }
    }
    for (int offset = 16; offset; offset >>= 1) {
        Score other;
        other.value = __shfl_down_sync(~0u, top.value, offset);
        other.row = __shfl_down_sync(~0u, top.row, offset);
        other.column = __shfl_down_sync(~0u, top.column, offset);
        top = better(top, other);
    }
    if (!lane)
        best[pair] = top;
}

static Score reference(const std::string &q, const std::string &t, Penalties p)
{
    std::vector<std::vector<int>> H(q.size() + 1, std::vector<int>(t.size() + 1)), E = H, F = H;
    Score top{};
    for (size_t i = 1; i <= q.size(); i++)
        for (size_t j = 1; j <= t.size(); j++) {
            E[i][j] = std::max(H[i][j - 1] - p.open, E[i][j - 1] - p.extend);
            F[i][j] = std::max(H[i - 1][j] - p.open, F[i - 1][j] - p.extend);
            H[i][j] = std::max({0, E[i][j], F[i][j],
                                H[i - 1][j - 1] + (q[i - 1] == t[j - 1] ? p.match : p.mismatch)});
            if (H[i][j] > top.value)
                top = {H[i][j], short(i - 1), short(j - 1)};
        }
    return top;
}

int main()
{
    std::string queries, targets;
    uint64_t state = 88172645463325252ull;
    auto next = [&state]() {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state;
    };
    for (int i = 0; i < kPairs * kQuery; i++)
        queries += "ACGT"[next() % 4];
    for (int i = 0; i < kPairs * kTarget; i++) {
        int pair = i / kTarget, at = i % kTarget - 40;
        targets += at >= 0 && at < kQuery && next() % 6 ? queries[pair * kQuery + at] : "ACGT"[next() % 4];
    }
    char *dq, *dt;
    Score *ds, scores[kPairs];
    cudaMalloc(&dq, queries.size());
    cudaMalloc(&dt, targets.size());
    cudaMalloc(&ds, sizeof scores);
    cudaMemcpy(dq, queries.data(), queries.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dt, targets.data(), targets.size(), cudaMemcpyHostToDevice);
    align<<<(kPairs * 32 + 127) / 128, 128>>>(dq, dt, Penalties{}, ds);
    cudaMemcpy(scores, ds, sizeof scores, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < kPairs; i++) {
        Score s = reference(queries.substr(i * kQuery, kQuery), targets.substr(i * kTarget, kTarget), {});
        wrong += s.value != scores[i].value;
        std::cout << scores[i].value << '@' << scores[i].row << ',' << scores[i].column << (i % 8 == 7 ? '\n' : ' ');
    }
    std::cout << wrong << " wrong" << std::endl;
    cudaFree(dq), cudaFree(dt), cudaFree(ds);
    return wrong != 0;
}
