// SPDX-License-Identifier: Apache-2.0
// Huffman coding: the tree on the host with a priority queue, the bits packed by threads with atomicOr.
#include <cstdio>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

struct Code {
    unsigned bits;
    int length;
};
__constant__ Code codes[128];

struct Tree {
    int count, symbol;
    std::shared_ptr<Tree> zero, one;
};
struct Heavier {
    bool operator()(const std::shared_ptr<Tree> &a, const std::shared_ptr<Tree> &b) const
    {
        return a->count != b->count ? a->count > b->count : a->symbol > b->symbol;
    }
};

static void assign(const Tree *t, unsigned bits, int length, Code *table)
{
    if (!t->zero) {
        table[t->symbol] = {bits, length};
        return;
    }
    assign(t->zero.get(), bits << 1, length + 1, table);
    assign(t->one.get(), bits << 1 | 1, length + 1, table);
}

__global__ void lengths(const char *text, int n, unsigned *offsets)
{
    extern __shared__ unsigned sums[];
    const int t = threadIdx.x, per = (n + blockDim.x - 1) / blockDim.x;
    unsigned own = 0;
    for (int i = t * per; i < min(n, (t + 1) * per); i++)
        own += codes[(int)text[i]].length;
    sums[t] = own;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        unsigned v = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += v;
        __syncthreads();
    }
    unsigned at = sums[t] - own;
    for (int i = t * per; i < min(n, (t + 1) * per); i++) {
        offsets[i] = at;
        at += codes[(int)text[i]].length;
    }
    if (t == blockDim.x - 1)
        offsets[n] = sums[t];
}

__global__ void pack(const char *text, int n, const unsigned *offsets, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Code c = codes[text[i]];
    unsigned word = offsets[i] / 32, bit = offsets[i] % 32;
    unsigned long long wide = (unsigned long long)c.bits << (64 - c.length - bit);
    atomicOr(&out[word], (unsigned)(wide >> 32));
    if ((unsigned)wide)
        atomicOr(&out[word + 1], (unsigned)wide);
}

int main()
{
    std::string text;
    const char *words[] = {"the", "quick", "brown", "fox", "jumps", "over", "a", "lazy", "dog", "again", "and"};
    for (int i = 0; text.length() < 3000; i++)
        text += std::string(words[(i * i + 3 * i) % 11]) + (i % 13 == 12 ? ".\n" : " ");
    std::map<char, int> counts;
    for (char c : text)
        ++counts[c];
    std::priority_queue<std::shared_ptr<Tree>, std::vector<std::shared_ptr<Tree>>, Heavier> heap;
    for (auto [symbol, count] : counts)
        heap.push(std::make_shared<Tree>(Tree{count, symbol, {}, {}}));
    for (int id = 1000; heap.size() > 1; id++) {
        auto a = heap.top();
        heap.pop();
        auto b = heap.top();
        heap.pop();
        heap.push(std::make_shared<Tree>(Tree{a->count + b->count, id, a, b}));
    }
    Code table[128] = {};
    assign(heap.top().get(), 0, 0, table);
    cudaMemcpyToSymbol(codes, table, sizeof table);
    const int n = (int)text.size();
    char *d_text;
    unsigned *offsets, *out, total;
    cudaMalloc(&d_text, n);
    cudaMalloc(&offsets, (n + 1) * sizeof(unsigned));
    cudaMalloc(&out, n);
    cudaMemset(out, 0, n);
    cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice);
    lengths<<<1, 128, 128 * sizeof(unsigned)>>>(d_text, n, offsets);
    pack<<<(n + 127) / 128, 128>>>(d_text, n, offsets, out);
    cudaMemcpy(&total, offsets + n, sizeof total, cudaMemcpyDeviceToHost);
    std::vector<unsigned> stream(total / 32 + 2);
    cudaMemcpy(stream.data(), out, (total + 31) / 32 * 4, cudaMemcpyDeviceToHost);
    std::string back;
    const Tree *at = heap.top().get();
    for (unsigned i = 0; i < total; i++) {
        at = (stream[i / 32] >> (31 - i % 32) & 1 ? at->one : at->zero).get();
        if (!at->zero)
            back += (char)at->symbol, at = heap.top().get();
    }
    printf("%d letters, %u bits, decoded %s\n%08x %08x %08x ... %08x\n", n, total, back == text ? "right" : "WRONG", stream[0], stream[1], stream[2], stream[total / 32 - 1]);
    for (const auto &entry : counts)
        printf("%c%d ", entry.first < ' ' ? '?' : entry.first, table[(int)entry.first].length);
    printf("\n");
    cudaFree(d_text), cudaFree(offsets), cudaFree(out);
}
