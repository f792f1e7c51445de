// SPDX-License-Identifier: Apache-2.0
// References and const: out parameters, references to array elements, to arrays, to shared and constant
// memory, returned references, const methods, mutable members, pointers to const and const pointers,
// rvalue references and moves.
#include "corpus.h"

struct Range {
    int low, high;
    mutable int reads;
    __host__ __device__ int width() const { return reads++, high - low; }
    __host__ __device__ int &end() { return high; }
    __host__ __device__ const int &end() const { return high; }
};

template <typename T> __host__ __device__ void exchange(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}

__host__ __device__ void sort3(int &a, int &b, int &c)
{
    if (b < a)
        exchange(a, b);
    if (c < b)
        exchange(b, c);
    if (b < a)
        exchange(a, b);
}

__host__ __device__ int &largest(int (&values)[4])
{
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (values[i] > values[best])
            best = i;
    return values[best];
}

template <typename T, int N> __host__ __device__ constexpr int length(const T (&)[N]) { return N; }

__host__ __device__ const int *find(const int *const first, const int *last, const int &wanted)
{
    const int *at = first;
    while (at != last && *at != wanted)
        ++at;
    return at;
}

__host__ __device__ int take(Range &&range) { return range.width() * 2; }
__host__ __device__ int take(const Range &range) { return range.width() * 3 + range.reads; }

__host__ __device__ void split(int value, int *quotient, int &remainder, const int divisor = 10)
{
    *quotient = value / divisor;
    remainder = value % divisor;
}

__host__ __device__ int work(const int *in, int i)
{
    int a = in[0], b = in[1], c = in[2], four[4] = {in[3], in[4], in[5], in[6]};
    sort3(a, b, c);
    largest(four) = -1;
    largest(four) += 1000;
    exchange(four[0], four[3]);
    Range range = {a, c, 0};
    const Range &view = range;
    range.end() += i % 3;
    int result = view.end() * 5 + take(range) + take(Range{b, c, 0}) + range.reads;
    int &&temporary = result + four[0];
    temporary ^= four[1];
    int quotient, remainder, other;
    split(temporary, &quotient, remainder);
    split(quotient, &quotient, other, 7);
    int &alias = other, *const pointer = &alias;
    *pointer += length(four);
    const int *found = find(in, in + 8, in[5]);
    return quotient * 10 + remainder + other * 100 + (int)(found - in) + four[2] + four[3];
}

__global__ void references(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = work(in + i * 8, i);
}

__constant__ int weights[4] = {1, -2, 4, -8};

__device__ int weighted(const int (&w)[4], const int &x) { return w[x & 3] * x; }

__device__ void accumulate(int &target, int value) { target += value; }

__global__ void shared_references(const int *in, int *out)
{
    __shared__ int tile[64];
    __shared__ int first;
    int &mine = tile[threadIdx.x];
    mine = weighted(weights, in[blockIdx.x * 64 + threadIdx.x]);
    if (threadIdx.x == 0)
        first = mine;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++)
        accumulate(sum, tile[(threadIdx.x * 8 + k) & 63]);
    const int &shared_first = first;
    int &target = out[blockIdx.x * 64 + threadIdx.x];
    target = sum;
    accumulate(target, shared_first);
}

int main()
{
    const int n = 4096;
    Random random(81);
    std::vector<int> in(n * 8), expected(n);
    for (auto &x : in)
        x = (int)(random.next() % 500);
    int *din = to_device(in), *dout = on_device<int>(n);
    references<<<n / 128, 128>>>(din, dout, n);
    for (int i = 0; i < n; i++)
        expected[i] = work(&in[i * 8], i);
    printf("same: %d\n", expected == to_host(dout, n));
    print_hash("references", dout, n);
    shared_references<<<n / 64, 64>>>(din, dout);
    print_hash("shared", dout, n);
    return 0;
}
