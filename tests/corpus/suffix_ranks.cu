// SPDX-License-Identifier: Apache-2.0
// A suffix array by doubling: ranks of pairs sorted by a bitonic network of 64-bit keys in shared memory.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

template <typename Key, int N> __device__ void bitonic(Key *keys)
{
    for (int size = 2; size <= N; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
                int i = 2 * t - (t & (stride - 1)), j = i + stride;
                bool up = (i & size) == 0;
                Key a = keys[i], b = keys[j];
                if ((a > b) == up)
                    keys[i] = b, keys[j] = a;
            }
            __syncthreads();
        }
}

template <int N> __global__ void suffixes(const char *text, int n, int *array, int *rounds)
{
    __shared__ unsigned long long keys[N];
    __shared__ int rank[2 * N];
    __shared__ int distinct;
    for (int i = threadIdx.x; i < 2 * N; i += blockDim.x)
        rank[i] = i < n ? text[i] + 1 : 0;
    __syncthreads();
    int round = 0;
    for (int h = 1;; h *= 2) {
        round++;
        for (int i = threadIdx.x; i < N; i += blockDim.x)
            keys[i] = i < n ? (unsigned long long)rank[i] << 40 | (unsigned long long)rank[i + h] << 16 | i : ~0ull;
        __syncthreads();
        bitonic<unsigned long long, N>(keys);
        // New ranks: one more than the number of smaller pairs (n is small: the sorted place of the first equal).
        if (threadIdx.x == 0)
            distinct = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            int first = i;
            while (first > 0 && keys[first - 1] >> 16 == keys[i] >> 16)
                first--;
            rank[keys[i] & 0xffff] = first + 1;
            if (first == i)
                atomicAdd(&distinct, 1);
        }
        __syncthreads();
        bool done = distinct == n || h >= n;
        __syncthreads();
        if (done)
            break;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        array[rank[i] - 1] = i;
    if (threadIdx.x == 0)
        *rounds = round;
}

__global__ void common_prefixes(const char *text, int n, const int *array, int *lcp)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i == 0)
        lcp[0] = 0;
    if (i == 0 || i >= n)
        return;
    const char *a = text + array[i - 1], *b = text + array[i], *end = text + n;
    int k = 0;
    while (a + k < end && b + k < end && a[k] == b[k])
        ++k;
    lcp[i] = k;
}

int main()
{
    std::string text = "mississippi the missing mississippian misses ";
    for (int i = 0; i < 4; i++)
        text += text.substr(3 * i, 60) + char('k' + i);
    const int n = (int)text.size();
    if (n > 512)
        return 1;
    char *d;
    int *array, *lcp, *rounds, r;
    cudaMalloc(&d, n);
    cudaMalloc(&array, n * sizeof(int));
    cudaMalloc(&lcp, n * sizeof(int));
    cudaMalloc(&rounds, sizeof(int));
    cudaMemcpy(d, text.data(), n, cudaMemcpyHostToDevice);
    suffixes<512><<<1, 128>>>(d, n, array, rounds);
    common_prefixes<<<(n + 63) / 64, 64>>>(d, n, array, lcp);
    std::vector<int> a(n), l(n), expected(n);
    cudaMemcpy(a.data(), array, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(l.data(), lcp, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&r, rounds, sizeof r, cudaMemcpyDeviceToHost);
    std::iota(expected.begin(), expected.end(), 0);
    std::sort(expected.begin(), expected.end(), [&](int x, int y) { return text.compare(x, n, text, y, n) < 0; });
    int best = (int)(std::max_element(l.begin(), l.end()) - l.begin());
    printf("n %d, rounds %d, array %s, substrings %d\n", n, r, a == expected ? "right" : "WRONG", n * (n + 1) / 2 - std::accumulate(l.begin(), l.end(), 0));
    printf("longest repeat %d: \"%s\"\n", l[best], text.substr(a[best], l[best]).c_str());
    cudaFree(d), cudaFree(array), cudaFree(lcp), cudaFree(rounds);
    return 0;
}
