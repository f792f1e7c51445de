// SPDX-License-Identifier: Apache-2.0
// C++ that the device's compiler must understand as the host's does: which of several function
// templates a call means. The host's results are the expected ones.
#include <cstdio>

#define BOTH __host__ __device__

template <class T> struct C {
    T v;
};
template <class T, class U> struct P {
    T a;
    U b;
};
template <int N> struct I {
};
template <class T, int N> struct A {
};
template <class T> BOTH int f(T, T, T)
{
    return 1;
}
template <class T> BOTH int f(C<T>, C<T>, C<T>)
{
    return 2;
}
template <class T> BOTH int g(C<T>)
{
    return 1;
}
template <class T> BOTH int g(C<C<T>>)
{
    return 2;
}
template <class T> BOTH int g(T)
{
    return 3;
}
template <class T, class U> BOTH int h(P<T, U>)
{
    return 1;
}
template <class T> BOTH int h(P<T, T>)
{
    return 2;
}
template <class T> BOTH int h(P<T, int>)
{
    return 3;
}
template <class T> BOTH int k(T *)
{
    return 1;
}
template <class T> BOTH int k(const T *)
{
    return 2;
}
template <class T> BOTH int k(T **)
{
    return 3;
}
template <class T> BOTH int k(C<T> *)
{
    return 4;
}
template <class T, int N> BOTH int m(A<T, N>)
{
    return 1;
}
template <class T> BOTH int m(A<T, 4>)
{
    return 2;
}
template <int N> BOTH int m(A<float, N>)
{
    return 3;
}
template <class T> BOTH int n(T)
{
    return 1;
}
template <class T, class... R> BOTH int n(T, R...)
{
    return 2;
}
template <class... R> BOTH int n(R...)
{
    return 3;
}
template <class T, class U> BOTH int n(T, U)
{
    return 4;
}
template <class T> BOTH int q(T &)
{
    return 1;
}
template <class T> BOTH int q(const T &)
{
    return 2;
}
template <class T> BOTH int q(T &&)
{
    return 3;
}
template <class T, int N> BOTH int r(T (&)[N])
{
    return 1;
}
template <class T> BOTH int r(T *const &)
{
    return 2;
}
template <class T> BOTH int r(const T &)
{
    return 3;
}
template <class T> BOTH int s(T (*)(T))
{
    return 1;
}
template <class T, class U> BOTH int s(T (*)(U))
{
    return 2;
}
template <template <class> class TT, class T> BOTH int t(TT<T>)
{
    return 1;
}
template <class T> BOTH int t(C<T>)
{
    return 2;
}
template <class... T> BOTH int u(P<T...>)
{
    return 1;
}
template <class T, class U> BOTH int u(P<T, U>)
{
    return 2;
}
template <class T> BOTH int w(T, int)
{
    return 1;
}
template <class T> BOTH int w(T, T)
{
    return 2;
}
template <class T> BOTH int w(C<T>, int)
{
    return 3;
}
template <class T> struct Id {
    using type = T;
};
template <class T> BOTH int x(T, typename Id<T>::type)
{
    return 1;
}
template <class T> BOTH int x(T *, typename Id<T>::type *)
{
    return 2;
}
template <class T> BOTH int y(T)
{
    return 1;
}
template <class T> BOTH int y(T *)
{
    return 2;
}
template <class T, class U> BOTH int y(T (*)(U))
{
    return 3;
}
template <class T, class... U> BOTH int z(T, U...)
{
    return 1;
}
template <class T, class... U> BOTH int z(C<T>, U...)
{
    return 2;
}
BOTH int plain(int)
{
    return 0;
}
BOTH int wide(long)
{
    return 0;
}

struct First {
    BOTH int call(int)
    {
        return 1;
    }
    BOTH int call(float)
    {
        return 2;
    }
    BOTH int get(int) const
    {
        return 3;
    }
};
struct Second {
    BOTH int call(short)
    {
        return 4;
    }
};
struct Third : First, Second {
    using First::call;
    using First::get;
    using Second::call;
    BOTH int call(int)
    {
        return 5;
    }
    BOTH int get(int)
    {
        return 6;
    }
};

// A parameter of this type is a pointer, whose target is deduced alone.
BOTH int shortest(const int (&)[1])
{
    return 1;
}
BOTH int shortest(const int (&)[2])
{
    return 2;
}
BOTH int shortest(const int (&)[4])
{
    return 4;
}
template <class T, int N> BOTH int count(const T (&)[N])
{
    return N * 10 + (int)sizeof(T);
}
template <class T> BOTH int count_four(const T (&values)[4])
{
    return (int)values[1] * 10 + (int)sizeof(T);
}
template <int N, class T> BOTH T last(const T values[N], T more)
{
    return values[N - 1] + more;
}

BOTH int choose(int *out)
{
    int i = 0;
    const int two[2] = {10, 20};
    Third third;
    const Third fixed = {};
    C<int> c = {};
    C<C<int>> cc = {};
    P<int, float> pf = {};
    P<float, float> pff = {};
    P<float, int> pfi = {};
    int *p = nullptr;
    const int *cp = nullptr;
    int **pp = nullptr;
    C<int> *pc = nullptr;
    const C<int> *cpc = nullptr;
    const int ci = 0;
    const int values[] = {f(1, 2, 3),
                          f(c, c, c),
                          f(cc, cc, cc),
                          g(c),
                          g(cc),
                          g(1),
                          h(pf),
                          h(pff),
                          h(pfi),
                          k(p),
                          k(cp),
                          k(pp),
                          k(pc),
                          k(cpc),
                          m(A<int, 3>{}),
                          m(A<int, 4>{}),
                          m(A<float, 3>{}),
                          n(1),
                          n(1, 2),
                          n(1, 2, 3),
                          n(),
                          q(i),
                          q(ci),
                          q(3),
                          r(p),
                          r(i),
                          s(plain),
                          s(wide),
                          t(c),
                          u(pf),
                          w(c, 1),
                          w(1.0, 1),
                          x(1, 2),
                          x(p, p),
                          y(plain),
                          y(p),
                          y(1),
                          z(c, 1, 2),
                          z(c),
                          z(1),
                          third.call(1),
                          third.call(1.0f),
                          third.call((short)1),
                          third.get(1),
                          fixed.get(1),
                          last<2>(two, 1),
                          last<1>(&two[0], 1),
                          shortest({i}),
                          shortest({i, 2}),
                          shortest({1, 2, i}),
                          count({1.0, 2.0, 3.0}),
                          count_four({(char)3, (char)2}),
                          (int)sizeof(__SIZE_TYPE__),
                          __INT_MAX__ - 2147483646,
                          (int)(__FLT_EPSILON__ * 8388608 + __DBL_MIN__ / __DBL_MAX__)};
    for (int value : values) {
        out[i++] = value;
    }
    return i;
}

__global__ void kernel(int *out)
{
    choose(out);
}

int main()
{
    int *device, mine[64], expected[64];
    cudaMalloc(&device, sizeof mine);
    kernel<<<1, 1>>>(device);
    cudaMemcpy(mine, device, sizeof mine, cudaMemcpyDeviceToHost);
    int count = choose(expected), wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += mine[i] != expected[i];
        printf("%d ", mine[i]);
    }
    printf("\n%d of %d differ\n", wrong, count);
    return 0;
}
