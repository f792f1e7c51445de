// SPDX-License-Identifier: Apache-2.0
// Variadic templates: recursion over a pack, fold expressions, sizeof..., packs of values and of types,
// a tuple of one's own, perfect forwarding to a functor, a kernel that takes any number of arrays.
#include "corpus.h"
#include <utility>

template <typename... T> __host__ __device__ auto sum(T... values) { return (values + ...); }
template <typename... T> __host__ __device__ auto sum_from(long start, T... values)
{
    return (start + ... + values);
}
template <typename... T> __host__ __device__ bool all_positive(T... values) { return ((values > 0) && ...); }
template <typename... T> __host__ __device__ int count_even(T... values)
{
    return (0 + ... + (values % 2 == 0 ? 1 : 0));
}

__host__ __device__ inline int largest(int a) { return a; }
template <typename... T> __host__ __device__ int largest(int a, T... rest)
{
    int other = largest(rest...);
    return a > other ? a : other;
}

template <typename... T> struct Tuple;
template <> struct Tuple<> {};
template <typename Head, typename... Tail> struct Tuple<Head, Tail...> : Tuple<Tail...> {
    Head head;
    __host__ __device__ Tuple(Head h, Tail... tail) : Tuple<Tail...>(tail...), head(h) {}
};
template <int I, typename Head, typename... Tail>
__host__ __device__ auto get(const Tuple<Head, Tail...> &tuple)
{
    if constexpr (I == 0)
        return tuple.head;
    else
        return get<I - 1>(static_cast<const Tuple<Tail...> &>(tuple));
}

template <int... COEFFICIENTS> __host__ __device__ int horner(int x)
{
    int result = 0;
    ((result = result * x + COEFFICIENTS), ...);
    return result;
}

template <typename F, typename... Arguments> __host__ __device__ auto call(F f, Arguments &&...arguments)
{
    return f(std::forward<Arguments>(arguments)...);
}

struct Mixer {
    int salt;
    __host__ __device__ int operator()(int a, int b, int c) const { return (a ^ b) + c * salt; }
    __host__ __device__ int operator()(int a) const { return a - salt; }
};

template <typename... Arrays> __global__ void gather(int *out, int n, const Arrays *...arrays)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)sum(arrays[i]...) + (int)sizeof...(arrays) * 1000000;
}

template <size_t... I> __host__ __device__ int dot(const int *a, const int *b, std::index_sequence<I...>)
{
    return ((a[I] * b[I]) + ...);
}

__host__ __device__ int work(const int *in)
{
    int a = in[0], b = in[1], c = in[2], d = in[3];
    Tuple<int, short, long long> tuple(a, (short)b, (long long)c * 1048576);
    int result = sum(a, b, c, d) + (int)sum_from(100l, a, (short)b, 'x');
    result += all_positive(a, b, c) ? 5 : 7;
    result = result * 3 + count_even(a, b, c, d) + largest(a, b, c, d);
    result ^= get<0>(tuple) + get<1>(tuple) + (int)(get<2>(tuple) >> 18);
    result += horner<3, -2, 5, 1>(a % 50) + horner<>(9) + horner<7>(b);
    result += call(Mixer{11}, a, b, c) + call(Mixer{d}, b);
    return result + dot(in, in + 4, std::make_index_sequence<4>());
}

__global__ void packs(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = work(in + i * 8);
}

int main()
{
    const int n = 3333;
    Random random(101);
    std::vector<int> in(n * 8), expected(n);
    for (auto &x : in)
        x = (int)(random.next() % 4001) - 2000;
    std::vector<short> shorts(n, 5);
    std::vector<float> floats(n);
    for (int i = 0; i < n; i++)
        floats[i] = (float)(i % 100) + 0.5f;
    int *din = to_device(in), *dout = on_device<int>(n);
    short *dshorts = to_device(shorts);
    float *dfloats = to_device(floats);
    packs<<<(n + 127) / 128, 128>>>(din, dout, n);
    for (int i = 0; i < n; i++)
        expected[i] = work(&in[i * 8]);
    printf("same: %d\n", expected == to_host(dout, n));
    print_hash("packs", dout, n);
    gather<<<(n + 127) / 128, 128>>>(dout, n, din);
    print_hash("one array", dout, n);
    gather<<<(n + 127) / 128, 128>>>(dout, n, din, dshorts, dfloats, din + 1);
    print_hash("four arrays", dout, n);
    return 0;
}
