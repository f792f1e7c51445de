// SPDX-License-Identifier: Apache-2.0
// Templates over types and values: one kernel for many element types, tile sizes as parameters, and
// full and partial specialisations that choose constants and operations.
#include "corpus.h"

template <typename T> struct Limits;
template <> struct Limits<int> {
    static const int lowest = -2147483647 - 1;
    typedef long long Wide;
};
template <> struct Limits<unsigned> {
    static const unsigned lowest = 0;
    typedef unsigned long long Wide;
};
template <> struct Limits<short> {
    static const short lowest = -32768;
    typedef int Wide;
};

template <typename T> struct Limits<T *> {
    static const int lowest = -7;
    typedef typename Limits<T>::Wide Wide;
};

template <typename T, int COUNT> struct Small {
    T value[COUNT];
    __host__ __device__ T largest() const
    {
        T best = Limits<T>::lowest;
        for (int i = 0; i < COUNT; i++)
            best = value[i] > best ? value[i] : best;
        return best;
    }
};

template <typename T> struct Small<T, 1> {
    T value[1];
    __host__ __device__ T largest() const { return value[0] + 1; }
};

template <typename T, int COUNT>
__global__ void window_maximum(const T *in, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Small<T, COUNT> window;
    for (int k = 0; k < COUNT; k++)
        window.value[k] = in[(i + k) % n];
    out[i] = window.largest();
}

template <typename T, int BLOCK> __global__ void block_sum(const T *in, typename Limits<T>::Wide *out)
{
    typedef typename Limits<T>::Wide Wide;
    __shared__ Wide part[BLOCK];
    part[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

template <bool NEGATE, typename A, typename B = A> __global__ void convert(const A *in, B *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (B)(NEGATE ? -in[i] : in[i]);
}

template <unsigned N> struct Factorial {
    enum { value = N * Factorial<N - 1>::value };
};
template <> struct Factorial<0> {
    enum { value = 1 };
};

template <unsigned N> __global__ void factorials(unsigned *out)
{
    out[threadIdx.x] = Factorial<N>::value + threadIdx.x + Limits<int *>::lowest;
}

template <typename T> void run(const char *name, unsigned seed)
{
    const int n = 1 << 14;
    Random random(seed);
    std::vector<T> in(n);
    for (T &value : in)
        value = (T)(random.next() * 77u);
    T *din = to_device(in), *dout = on_device<T>(n);
    typename Limits<T>::Wide *sums = on_device<typename Limits<T>::Wide>(n / 128);
    printf("-- %s\n", name);
    window_maximum<T, 5><<<(n + 127) / 128, 128>>>(din, dout, n);
    std::vector<T> result = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        T best = in[i];
        for (int k = 1; k < 5; k++)
            best = in[(i + k) % n] > best ? in[(i + k) % n] : best;
        wrong += best != result[i];
    }
    printf("wrong maxima: %d\n", wrong);
    print_hash("window of 5", result);
    window_maximum<T, 1><<<(n + 127) / 128, 128>>>(din, dout, n);
    print_hash("window of 1", dout, n);
    block_sum<T, 128><<<n / 128, 128>>>(din, sums);
    print_hash("sums", sums, n / 128);
    convert<true><<<n / 256, 256>>>(din, dout, n);
    print_hash("negated", dout, n);
    double *wide = on_device<double>(n);
    convert<false, T, double><<<n / 256, 256>>>(din, wide, n);
    print_hash("as double", wide, n);
    CHECK(cudaFree(din));
    CHECK(cudaFree(dout));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(wide));
}

int main()
{
    run<int>("int", 3);
    run<unsigned>("unsigned", 4);
    run<short>("short", 5);
    unsigned *out = on_device<unsigned>(64);
    factorials<5><<<1, 32>>>(out);
    factorials<10><<<1, 32>>>(out + 32);
    print_hash("factorials", out, 64);
    CHECK(cudaFree(out));
    return 0;
}
