// SPDX-License-Identifier: Apache-2.0
// C++ that nvcc takes and beginners write, which this compiler once refused.
#include <cstdio>
#include <type_traits>

__global__ void pointers(int **a, const int **b, const int *const *c, int *o)
{
    auto d = o[0] > 0 ? a : c;
    const volatile int *e = o[0] > 0 ? (volatile int *)o : (const int *)o;
    o[0] = (a == b) + (a == c) + (b < c) + (d == c);
    o[1] = *e;
}

template <class T, int * = nullptr> __device__ T one_more(T x) { return x + 1; }
template <class T, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr>
__device__ T two_more(T x)
{
    return x + 2;
}

__global__ void names(int *o, char4 a, uchar4 b, short2 c)
{
    std::make_unsigned<int>::type u = -1;
    o[0] = one_more(1) * 10 + two_more(1);
    o[1] = std::abs(-3) + (u > 0) + std::is_pointer<int *const>::value;
    o[2] = std::is_same<std::decay<int[3]>::type, int *>::value + std::is_reference<int &&>::value;
    o[3] = __dp4a(a, a, 3);
    o[4] = __dp4a(b, b, 3u);
    o[5] = __dp2a_lo(c, a, 1);
    o[6] = __dp2a_hi(c, a, 1);
}

struct Base {
    int x;
    __device__ Base(int a) : x(a) {}
    __device__ Base(int a, const int &b, int c = 4) : x(a * b + c) {}
};
struct Derived : Base {
    using Base::Base;
    int y = 7;
};
template <class T> struct Wrapped : T {
    using T::T;
    __device__ Wrapped(int a) : T(a + 1) {}
};
template <class T> struct Twice : Wrapped<T> {
    using Wrapped<T>::Wrapped;
};
__global__ void inherited(int *o)
{
    Derived a(3), b{2, 5};
    Wrapped<Base> c(4), d(4, 6);
    Twice<Base> e(4, 6, 1);
    o[0] = a.x + a.y;
    o[1] = b.x;
    o[2] = c.x;
    o[3] = d.x;
    o[4] = e.x;
}

__global__ void chain(int *o, int x)
{
#define TEN(n) ROW(n) ROW(n + 1) ROW(n + 2) ROW(n + 3) ROW(n + 4) ROW(n + 5) ROW(n + 6) ROW(n + 7) ROW(n + 8) ROW(n + 9)
#define ROW(n) else if (x == n) { if (o[1] < 0) return; o[0] = 3 * (n); }
    if (x < 0) {
        o[0] = -1;
    }
    TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)
    else { o[0] = -2; }
    o[2] = x;
}

static void print(int *device, int count)
{
    int host[7];
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) printf("%d ", host[i]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    cudaMemset(d, 0, 64);
    pointers<< <1, 1>> >(nullptr, nullptr, nullptr, d);
    print(d, 2);
    names<<<1, 1>>>(d, make_char4(1, -2, 3, -4), make_uchar4(255, 1, 2, 3), make_short2(100, -7));
    print(d, 7);
    inherited<<<1, 1>>>(d);
    print(d, 5);
    int inputs[] = {-5, 0, 63, 64, 65, 99, 100};
    for (int x : inputs) {
        chain<<<1, 1>>>(d, x);
        print(d, 3);
    }
}
