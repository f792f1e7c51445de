// SPDX-License-Identifier: Apache-2.0
// Merge of sorted arrays by co-ranks: each thread finds by binary search where its share of the result
// begins in both inputs, then merges in sequence; a merge sort is made of it.
#include <algorithm>

#include "corpus.h"

// How many of the first k results come from A.
template <typename T>
__device__ int co_rank(int k, const T *A, int m, const T *B, int n)
{
    int i = k < m ? k : m;
    int j = k - i;
    int i_low = 0 > (k - n) ? 0 : k - n;
    int j_low = 0 > (k - m) ? 0 : k - m;
    int delta;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            delta = ((i - i_low + 1) >> 1);
            j_low = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            delta = ((j - j_low + 1) >> 1);
            i_low = i;
            i = i + delta;
            j = j - delta;
        } else {
            active = false;
        }
    }
    return i;
}

template <typename T>
__device__ void merge_sequential(const T *A, int m, const T *B, int n, T *C)
{
    int i = 0, j = 0, k = 0;
    while ((i < m) && (j < n)) {
        if (A[i] <= B[j])
            C[k++] = A[i++];
        else
            C[k++] = B[j++];
    }
    while (j < n)
        C[k++] = B[j++];
    while (i < m)
        C[k++] = A[i++];
}

template <typename T>
__global__ void merge_basic_kernel(const T *A, int m, const T *B, int n, T *C)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int elementsPerThread = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
    int k_curr = min(tid * elementsPerThread, m + n);
    int k_next = min((tid + 1) * elementsPerThread, m + n);
    int i_curr = co_rank(k_curr, A, m, B, n);
    int i_next = co_rank(k_next, A, m, B, n);
    int j_curr = k_curr - i_curr;
    int j_next = k_next - i_next;
    merge_sequential(&A[i_curr], i_next - i_curr, &B[j_curr], j_next - j_curr, &C[k_curr]);
}

// One pass of a merge sort: a thread places one element of a pair of runs.
__global__ void merge_runs(const unsigned *in, unsigned *out, int n, int run)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int start = i / (2 * run) * (2 * run);
    const int m = min(run, n - start), other = max(min(run, n - start - run), 0);
    const int k = i - start;
    const int a = co_rank(k, in + start, m, in + start + m, other), b = k - a;
    const bool from_a = b >= other || (a < m && in[start + a] <= in[start + m + b]);
    out[i] = from_a ? in[start + a] : in[start + m + b];
}

template <typename T> void test_merge(const char *name, int m, int n)
{
    Random random(m);
    std::vector<T> a(m), b(n), c(m + n);
    std::generate(a.begin(), a.end(), [&] { return static_cast<T>(random.next() % 5000); });
    std::generate(b.begin(), b.end(), [&] { return static_cast<T>(random.next() % 7000); });
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    T *d_a = to_device(a), *d_b = to_device(b), *d_c = on_device<T>(m + n);
    merge_basic_kernel<<<3, 128>>>(d_a, m, d_b, n, d_c);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    printf("%s: %s\n", name, c == to_host(d_c, m + n) ? "merged" : "WRONG");
    print_hash(name, d_c, m + n);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

int main()
{
    test_merge<int>("int", 5000, 3211);
    test_merge<float>("float", 100, 4000);
    test_merge<unsigned char>("bytes", 1000, 999);

    const int n = 6000;
    Random random(8);
    std::vector<unsigned> keys(n);
    for (unsigned &key : keys)
        key = random.next();
    unsigned *in = to_device(keys), *out = on_device<unsigned>(n);
    for (int run = 1; run < n; run *= 2) {
        merge_runs<<<(n + 127) / 128, 128>>>(in, out, n, run);
        std::swap(in, out);
    }
    std::sort(keys.begin(), keys.end());
    printf("merge sort: %s\n", keys == to_host(in, n) ? "sorted" : "WRONG");
    print_hash("merge sort", in, n);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
