// SPDX-License-Identifier: Apache-2.0
// Longest common subsequences of many pairs of strings, a block a pair: three anti-diagonals rotate in
// shared memory; and the bit-parallel method, a thread a pair, checks them.
#include <string.h>

#include "corpus.h"

#define MAX_LENGTH 100

struct Pair {
    char a[MAX_LENGTH + 1];
    char b[MAX_LENGTH + 1];
    unsigned char length_a, length_b;
};

static_assert(sizeof(Pair) == 2 * MAX_LENGTH + 4, "no padding");

__global__ void lcs_diagonals(const Pair *pairs, unsigned short *lengths)
{
    __shared__ Pair pair;
    __shared__ unsigned short diagonals[3][MAX_LENGTH + 1];
    const char *source = reinterpret_cast<const char *>(&pairs[blockIdx.x]);
    char *destination = reinterpret_cast<char *>(&pair);
    for (unsigned i = threadIdx.x; i < sizeof(Pair); i += blockDim.x)
        destination[i] = source[i];
    for (unsigned i = threadIdx.x; i < 3 * (MAX_LENGTH + 1); i += blockDim.x)
        (&diagonals[0][0])[i] = 0;
    __syncthreads();

    const int m = pair.length_a, n = pair.length_b;
    unsigned short *oldest = diagonals[0], *old = diagonals[1], *now = diagonals[2];
    for (int d = 2; d <= m + n; ++d) {
        // Cell (i, d - i) is element i of its diagonal.
        for (int i = 1 + threadIdx.x; i <= m; i += blockDim.x) {
            const int j = d - i;
            if (j < 1 || j > n)
                continue;
            if (pair.a[i - 1] == pair.b[j - 1])
                now[i] = oldest[i - 1] + 1;
            else
                now[i] = old[i - 1] > old[i] ? old[i - 1] : old[i];
        }
        __syncthreads();
        unsigned short *reused = oldest;
        oldest = old;
        old = now;
        now = reused;
    }
    if (threadIdx.x == 0)
        lengths[blockIdx.x] = m && n ? old[m] : 0;
}

// Two words of 64 positions of a; a zero bit is a step of the length.
__global__ void lcs_bits(const Pair *pairs, unsigned short *lengths, int count)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= count)
        return;
    const Pair &pair = pairs[p];
    unsigned long long low = ~0ull, high = ~0ull;
    for (int j = 0; j < pair.length_b; j++) {
        unsigned long long match_low = 0, match_high = 0;
        for (int i = 0; i < pair.length_a; i++) {
            const unsigned long long equal = pair.a[i] == pair.b[j];
            if (i < 64)
                match_low |= equal << i;
            else
                match_high |= equal << (i - 64);
        }
        const unsigned long long u_low = low & match_low, u_high = high & match_high;
        const unsigned long long sum_low = low + u_low;
        const unsigned long long carry = sum_low < low;
        low = sum_low | (low - u_low);
        high = (high + u_high + carry) | (high - u_high);
    }
    int ones = __popcll(~low) + __popcll(~high);
    lengths[p] = (unsigned short)ones;
}

int main()
{
    const int count = 24;
    Random random(2020);
    std::vector<Pair> pairs(count);
    memset(pairs.data(), 0, count * sizeof(Pair));
    for (int p = 0; p < count; p++) {
        Pair *pair = &pairs[p];
        pair->length_a = (unsigned char)(p == 0 ? 0 : p == 1 ? MAX_LENGTH : random.next() % 101);
        pair->length_b = (unsigned char)(p == 1 ? MAX_LENGTH : random.next() % 101);
        for (int i = 0; i < pair->length_a; i++)
            pair->a[i] = (char)('a' + random.next() % (2 + p % 5));
        for (int j = 0; j < pair->length_b; j++)
            pair->b[j] = (char)('a' + random.next() % (2 + p % 5));
    }
    Pair *d_pairs = to_device(pairs);
    unsigned short *one = on_device<unsigned short>(count), *two = on_device<unsigned short>(count);
    lcs_diagonals<<<count, 64>>>(d_pairs, one);
    lcs_bits<<<1, 32>>>(d_pairs, two, count);
    std::vector<unsigned short> lengths = to_host(one, count);
    for (int p = 0; p < count; p++) {
        std::vector<int> row(pairs[p].length_b + 1);
        for (int i = 0; i < pairs[p].length_a; i++) {
            int diagonal = 0;
            for (int j = 1; j <= pairs[p].length_b; j++) {
                int above = row[j];
                row[j] = pairs[p].a[i] == pairs[p].b[j - 1] ? diagonal + 1
                                                            : std::max(row[j], row[j - 1]);
                diagonal = above;
            }
        }
        if (row.back() != lengths[p])
            printf("pair %d: %d, not %d\n", p, lengths[p], row.back());
    }
    print_hash("diagonals", lengths);
    print_hash("bits", two, count);
    CHECK(cudaFree(d_pairs));
    CHECK(cudaFree(one));
    CHECK(cudaFree(two));
    return 0;
}
