// SPDX-License-Identifier: Apache-2.0
// Many patterns in one text: Rabin-Karp with rolling hashes, and Knuth-Morris-Pratt with overlapping pieces.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

const unsigned BASE = 257, LONGEST = 16;
struct Pattern {
    char text[LONGEST];
    int length, failure[LONGEST];
    unsigned hash, high; // high: BASE^(length-1)
};

__global__ void rabin_karp(const char *text, int n, const Pattern *patterns, int *found, int piece)
{
    __shared__ Pattern p;
    if (threadIdx.x == 0)
        p = patterns[blockIdx.y];
    __syncthreads();
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * piece, end = min(begin + piece, n - p.length + 1);
    if (begin >= end)
        return;
    unsigned hash = 0;
    for (int i = 0; i < p.length; i++)
        hash = hash * BASE + (unsigned char)text[begin + i];
    int count = 0;
    for (int at = begin; at < end; at++) {
        if (hash == p.hash) {
            bool same = true;
            for (int i = 0; same && i < p.length; i++)
                same = text[at + i] == p.text[i];
            count += same;
        }
        if (at + 1 < end)
            hash = (hash - (unsigned char)text[at] * p.high) * BASE + (unsigned char)text[at + p.length];
    }
    if (count)
        atomicAdd(&found[blockIdx.y], count);
}

__global__ void knuth_morris_pratt(const char *text, int n, const Pattern *patterns, int *found, int *last, int piece)
{
    const Pattern &p = patterns[blockIdx.y];
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * piece, end = min(begin + piece + p.length - 1, n), state = 0;
    for (int i = begin; i < end; i++) {
        while (state > 0 && p.text[state] != text[i])
            state = p.failure[state - 1];
        if (p.text[state] == text[i])
            state++;
        if (state == p.length) {
            atomicAdd(found + blockIdx.y, 1);
            atomicMax(last + blockIdx.y, i - p.length + 1);
            state = p.failure[state - 1];
        }
    }
}

int main()
{
    using namespace std::literals;
    std::string text;
    for (unsigned i = 0, s = 3; i < 6000; i++) {
        s = s * 1103515245u + 12345u;
        text += "ab"[s >> 16 & 1];
        if ((s >> 20 & 63) == 0)
            text += "needle";
    }
    const std::string_view wanted[] = {"needle"sv, "abab"sv, "aaaa"sv, "bbabba"sv, "edleb"sv, "abaabaabaab"sv, "zzz"sv, "b"sv};
    std::vector<Pattern> patterns;
    for (auto w : wanted) {
        Pattern p{};
        p.length = (int)w.copy(p.text, LONGEST);
        p.high = 1;
        for (int i = 0; i < p.length; i++) {
            p.hash = p.hash * BASE + (unsigned char)p.text[i];
            if (i) {
                p.high *= BASE;
                int k = p.failure[i - 1];
                while (k && p.text[k] != p.text[i])
                    k = p.failure[k - 1];
                p.failure[i] = k + (p.text[k] == p.text[i]);
            }
        }
        patterns.push_back(p);
    }
    const int n = (int)text.size(), count = (int)patterns.size(), piece = 40, threads = 64;
    char *d_text;
    Pattern *d_patterns;
    int *d_found, found[3][8] = {};
    static_assert(sizeof(wanted) / sizeof(*wanted) == 8, "one counter each");
    cudaMalloc(&d_text, n);
    cudaMalloc(&d_patterns, count * sizeof(Pattern));
    cudaMalloc(&d_found, sizeof found);
    cudaMemset(d_found, 0, sizeof found);
    cudaMemset(d_found + 16, 0xff, 8 * sizeof(int));
    cudaMemcpy(d_text, text.c_str(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_patterns, patterns.data(), count * sizeof(Pattern), cudaMemcpyHostToDevice);
    dim3 grid((n + piece * threads - 1) / (piece * threads), count);
    rabin_karp<<<grid, threads>>>(d_text, n, d_patterns, d_found, piece);
    knuth_morris_pratt<<<grid, threads>>>(d_text, n, d_patterns, d_found + 8, d_found + 16, piece);
    cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) {
        int expected = 0;
        for (size_t at = text.find(wanted[i]); at != std::string::npos; at = text.find(wanted[i], at + 1))
            expected++;
        printf("%-12s %d %d last %d, expected %d\n", patterns[i].text, found[0][i], found[1][i], found[2][i], expected);
    }
    cudaFree(d_text), cudaFree(d_patterns), cudaFree(d_found);
    return 0;
}
