// SPDX-License-Identifier: Apache-2.0
// Objects, conversions and initial values that are the same in device code as on the host: each case
// is a function that both compute.
#include <cstdio>

#define HD __host__ __device__

namespace member_default_init_later {
HD int f(double) { return 1; }
struct S {
    int a = f(1);
};
HD int f(int) { return 2; }
HD long long test() {
    S s;
    return s.a;
}
} // namespace member_default_init_later

namespace pmd_basic {
struct S {
    int a;
    int b;
    double c;
};
HD long long test() {
    S s{1, 2, 3.5};
    int S::*p = &S::b;
    s.*p = 9;
    S *q = &s;
    p = &S::a;
    double S::*d = &S::c;
    return s.b * 100 + q->*p * 10 + (long long)(q->*d * 2);
}
} // namespace pmd_basic

namespace pmd_template {
struct P {
    float x, y, z;
};
template <float P::*M> HD float sum(const P *p, int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += p[i].*M;
    return s;
}
template <class C, class T> HD T get(const C &c, T C::*m) { return c.*m; }
HD long long test() {
    P p[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    return sum<&P::y>(p, 3) * 100 + get(p[1], &P::z);
}
} // namespace pmd_template

namespace pmd_null {
struct S {
    int a, b;
};
HD long long test() {
    int S::*p = nullptr;
    int r = p == nullptr;
    p = &S::a;
    r = r * 10 + (p != nullptr);
    r = r * 10 + (p == &S::a);
    r = r * 10 + (p ? 1 : 0);
    return r * 10 + sizeof p;
}
} // namespace pmd_null

namespace udl {
HD constexpr long long operator""_k(unsigned long long v) { return v * 1000; }
HD constexpr double operator""_half(long double v) { return (double)v / 2; }
HD int operator""_len(const char *, size_t n) { return n; }
HD long long test() { return 5_k + (long long)(3.0_half * 10) + "hello"_len; }
} // namespace udl

namespace flex_array {
struct S {
    int n;
    int a[];
};
__device__ S s = {3, {10, 20, 30}};
HD long long test() {
#ifdef __CUDA_ARCH__
    long long r = 0;
    for (int i = 0; i < s.n; i++)
        r += s.a[i];
    return r;
#else
    return 60;
#endif
}
} // namespace flex_array

namespace flex_array_designated {
struct S {
    int n;
    int a[];
};
__device__ S s = {.n = 2, .a = {10, 20}};
__constant__ S c = {2, {7, 8}};
HD long long test() {
#ifdef __CUDA_ARCH__
    return s.a[0] + s.a[1] + c.a[1] + sizeof(s);
#else
    return 42;
#endif
}
} // namespace flex_array_designated

namespace init_order {
struct L {
    int v;
    HD L(int x, int &log) : v(x) { log = log * 10 + x; }
};
struct S {
    L a, b, c;
    HD S(int &log) : c(3, log), a(1, log), b(2, log) {}
};
HD long long test() {
    int log = 0;
    S s(log);
    return log * 10 + s.a.v;
}
} // namespace init_order

namespace copy_elision {
struct C {
    int *n;
    HD C(int *n) : n(n) { ++*n; }
    HD C(const C &o) : n(o.n) { *n += 100; }
    HD C(C &&o) : n(o.n) { *n += 10000; }
};
HD C make(int *n) { return C(n); }
HD C named(int *n) {
    C c(n);
    return c;
}
HD C pass(C c) { return c; }
HD long long test() {
    int n = 0;
    C a = make(&n);
    int x = n;
    C b = pass(a);
    int y = n;
    C d = C(C(&n));
    return x * 100000000LL + y * 10LL + n % 7;
}
} // namespace copy_elision

namespace bitfield_promote {
struct B {
    unsigned a : 3;
    int b : 5;
    unsigned c : 31;
    unsigned long long d : 40;
    bool e : 1;
    signed char f : 4;
};
HD long long test() {
    B x{7, -3, 0x7fffffff, 0xffffffffffULL, true, -8};
    long long r = 0;
    r += (x.a - 8 < 0);
    r = r * 2 + (x.c - 0x7fffffff - 1 < 0);
    r = r * 2 + (~x.a < 0);
    r = r * 2 + ((x.d << 24) == 0);
    x.b += 20;
    r = r * 100 + x.b;
    x.a++;
    r = r * 10 + x.a;
    x.f -= 1;
    r = r * 100 + x.f;
    r = r * 10 + x.e;
    return r + sizeof(B) * 1000000;
}
} // namespace bitfield_promote

namespace enum_base {
enum E : unsigned char { A = 250, B, C = 255 };
enum class F : short { X = -1, Y };
enum G { P = -1, Q = 5 };
enum H { BIG = 0x80000000u };
HD long long test() {
    E e = E(A + 10);
    F f = static_cast<F>(70000);
    G g = P;
    return (int)e * 1000000LL + (int)(short)f * 100 + (g < 0) * 10 + (BIG > 0) +
           sizeof(E) * 10000000000LL + (H(BIG) > P);
}
} // namespace enum_base

namespace structured {
struct P {
    int a;
    double b;
    char c[3];
};
HD long long test() {
    P p{1, 2.5, {3, 4, 5}};
    auto [a, b, c] = p;
    auto &[x, y, z] = p;
    x = 9;
    z[1] = 7;
    int arr[3] = {1, 2, 3};
    auto [u, v, w] = arr;
    auto &[uu, vv, ww] = arr;
    vv = 8;
    const auto &[k1, k2, k3] = p;
    return a * 1000000 + p.a * 100000 + c[1] * 10000 + p.c[1] * 1000 + v * 100 + arr[1] * 10 + k1 +
           (int)(b * 2 + y + k2 + u + w + uu + ww + z[0] + k3[2]);
}
} // namespace structured

namespace lambda_caps {
HD long long test() {
    int x = 1, y = 2;
    auto f = [=, &y](int k) mutable {
        x += k;
        y += x;
        return x;
    };
    int r = f(1);
    r = r * 10 + f(1);
    auto g = [z = x + 10, &q = y] {
        q++;
        return z;
    };
    r = r * 100 + g();
    auto h = f;
    r = r * 10 + h(1) + f(5);
    return r * 10000LL + x * 1000 + y;
}
} // namespace lambda_caps

namespace rangefor {
struct R {
    int a[4];
    struct It {
        const int *p;
        HD int operator*() const { return *p * 2; }
        HD It &operator++() {
            p += 2;
            return *this;
        }
        HD bool operator!=(const It &o) const { return p < o.p; }
    };
    HD It begin() const { return {a}; }
    HD It end() const { return {a + 4}; }
};
HD long long test() {
    int r = 0;
    for (int v : R{{1, 2, 3, 4}})
        r = r * 100 + v;
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto &row : m)
        for (auto &e : row)
            e *= 2;
    int s = 0;
    for (const auto &row : m)
        for (int e : row)
            s = s * 3 + e;
    return r * 100000 + s;
}
} // namespace rangefor

namespace virtual_ctor {
struct B {
    int r;
    HD B() { r = f(); }
    HD virtual int f() const { return 1; }
    HD virtual ~B() {}
};
struct D : B {
    int q;
    HD D() { q = f(); }
    HD int f() const override { return 2; }
};
HD long long test() {
    D d;
    B b(d);
    return d.r * 1000 + d.q * 100 + b.f() * 10 + static_cast<B &>(d).f();
}
} // namespace virtual_ctor

namespace duff {
HD int f(int n) {
    int r = 0, k = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            r++;
        case 3:
            r += 10;
        case 2:
            r += 100;
        case 1:
            r += 1000;
        } while (--k > 0);
    }
    return r;
}
HD long long test() { return f(5) * 100000LL + f(7); }
} // namespace duff

namespace decltype_auto {
struct S {
    int v;
    HD int &ref() { return v; }
    HD int val() const { return v; }
};
template <class F> HD decltype(auto) call(F f) { return f(); }
HD long long test() {
    S s{4};
    decltype(auto) r = s.ref();
    r = 6;
    auto c = s.ref();
    c = 9;
    decltype((s.v)) q = s.v;
    q++;
    call([&]() -> int & { return s.v; }) += 10;
    return s.v * 100 + c + sizeof(decltype(s.val()));
}
} // namespace decltype_auto

namespace ternary_types {
HD long long test() {
    bool c = true;
    unsigned u = 1;
    int i = -1;
    short s = -2;
    auto a = c ? i : u;
    auto b = c ? s : (char)1;
    auto d = c ? 1 : 2.5;
    const int *p = nullptr;
    int k = 3;
    auto q = c ? &k : p;
    return (a > 0) * 1000 + sizeof(b) * 100 + sizeof(d) * 10 + *q + ((c ? i : 0u) > 5) * 10000 +
           (b < 0) * 100000;
}
} // namespace ternary_types

namespace udl_more {
namespace units {
HD constexpr double operator""_km(long double v) { return (double)v * 1000; }
HD constexpr double operator""_km(unsigned long long v) { return (double)v * 1000; }
struct W {
    int n;
};
HD constexpr W operator""_w(unsigned long long v) { return W{(int)v + 1}; }
HD int operator"" _raw(const char *s) {
    int n = 0;
    while (*s)
        n = n * 100 + *s++;
    return n;
}
} // namespace units
using namespace units;
HD long long test() {
    constexpr double d = 2_km;
    return (long long)(1.5_km + d) * 100 + (0x10_w).n + 12_raw + (1'0_w).n;
}
} // namespace udl_more

namespace flex_string {
struct S {
    int n;
    char text[];
};
struct E {
    int x;
    short y;
};
struct T {
    short n;
    E e[];
};
__device__ S s = {3, "abc"};
__device__ T t = {2, {{1, 2}, {3, 4}}};
__device__ const S u = {1};
struct P {
    const S *s;
};
__device__ P p = {&s};
HD int get(const S *s, int i) { return s->text[i]; }
HD long long test() {
#ifdef __CUDA_ARCH__
    return get(&s, 1) * 1000 + t.e[1].y * 100 + t.e[0].x * 10 + sizeof(s) + sizeof(t) +
           p.s->text[2] + u.n + s.text[3];
#else
    return 'b' * 1000 + 4 * 100 + 10 + sizeof(S) + sizeof(T) + 'c' + 1;
#endif
}
} // namespace flex_string

namespace null_casts {
struct A {
    int a = 1;
};
struct B {
    int b = 2;
};
struct C : A, B {
    int c;
};
HD long long test() {
    C *c = nullptr;
    B *b = c;
    B *volatile vb = nullptr;
    C *d = static_cast<C *>(vb);
    C *volatile vc = nullptr;
    B *e = vc;
    const B *f = static_cast<const B *>(vc);
    return (b == nullptr) * 1000 + (d == nullptr) * 100 + (e == nullptr) * 10 + (f == nullptr);
}
} // namespace null_casts

namespace decltype_enclosed {
struct S {
    int v;
};
HD decltype(auto) f(S &s) { return (s.v); }
HD decltype(auto) g(S &s) { return s.v; }
HD decltype(auto) h(S &s) { return (s).v; }
template <class A, class B> struct same { static constexpr bool v = false; };
template <class A> struct same<A, A> { static constexpr bool v = true; };
HD long long test() {
    S s{3};
    f(s) = 5;
    decltype(auto) a = (s.v);
    a++;
    decltype(auto) b = s.v;
    b++;
    decltype((s).v) c = 9;
    c++;
    return s.v * 1000 + b + same<decltype(f(s)), int &>::v * 100 +
           same<decltype(g(s)), int>::v * 200 + same<decltype(h(s)), int>::v * 400 +
           same<decltype((s.v)), int &>::v * 10;
}
} // namespace decltype_enclosed

namespace str_overload {
HD int m(char *) { return 1; }
HD int m(const char *) { return 2; }
HD int n(void *) { return 1; }
HD int n(const void *) { return 2; }
HD long long test() {
    const int a[2] = {1, 2};
    int b[2] = {1, 2};
    char c[2] = "x";
    return m("x") * 1000 + n(a) * 100 + n(b) * 10 + m(c);
}
} // namespace str_overload

namespace compound_float {
HD long long test() {
    int i = 7;
    i *= 1.5;
    int j = 5;
    j += 0.9;
    j -= 0.2f;
    char c = 100;
    c += 100;
    unsigned char u = 250;
    u += 10;
    short s = 30000;
    s *= 2;
    i <<= 2;
    unsigned k = 1;
    k -= 2;
    long l = 1;
    l <<= 40;
    int m = -17;
    m /= 4;
    m %= 3;
    float f = 16777216;
    f += 1;
    bool b = true;
    b += 5;
    b &= 2;
    return i + j * 100 + c * 10000 + u * 7 + s * 3LL + (k >> 28) * 1000003LL + l + m +
           (long long)f + b;
}
} // namespace compound_float

namespace bitfield_union {
union U {
    struct {
        unsigned a : 4, b : 12, c : 16;
    } f;
    unsigned w;
};
struct S {
    int a : 1;
    unsigned : 0;
    unsigned b : 9;
    int : 3;
    long long c : 50;
    bool d : 1;
    enum E : unsigned char { P = 1, Q = 3 } e : 3;
};
HD long long test() {
    U u;
    u.w = 0x12345678;
    u.f.b = 0xabc;
    u.f.a -= 9;
    S s{};
    s.a = 1;
    s.b = 1023;
    s.c = -5;
    s.d = 2;
    s.e = S::Q;
    s.c -= 1LL << 40;
    s.b <<= 1;
    return u.w + s.a * 10LL + s.b + s.c + s.d + s.e + sizeof(S) * 3;
}
} // namespace bitfield_union

namespace list_init_ctor {
struct S {
    int n;
    HD S() : n(0) {}
    HD S(int a) : n(1) {}
    HD S(int a, int b) : n(2) {}
    HD S(double a, int b) : n(3) {}
};
struct W {
    S a[3];
    S b;
};
HD int f(S s) { return s.n; }
HD S g() { return {1, 2}; }
HD long long test() {
    S a{}, b{1}, c{1, 2}, d = {2.5, 1}, e = {};
    W w{{1, {1, 2}}, {1.5, 2}};
    return a.n + b.n * 10 + c.n * 100 + d.n * 1000 + e.n + f({1, 2}) * 10000 + g().n * 100000 +
           w.a[1].n * 1000000 + w.a[2].n + w.b.n * 10000000;
}
} // namespace list_init_ctor

namespace const_propagation {
struct P {
    int *p;
    int v;
    HD int *get() { return p; }
    HD const int *get() const { return p; }
    HD int &ref() const { return *p; }
    mutable int n = 0;
    HD int count() const { return ++n; }
};
HD int pick(const int *) { return 1; }
HD int pick(int *) { return 2; }
HD long long test() {
    int x = 5;
    P a{&x, 1};
    const P b{&x, 2};
    b.ref() = 9;
    b.count();
    return pick(a.get()) * 1000 + pick(b.get()) * 100 + x * 10 + b.count() + pick(&a.v) * 10000 +
           pick(&b.v) * 100000;
}
} // namespace const_propagation

namespace variadic_ctor {
struct V {
    int a[5];
    int n;
    template <class... T> HD V(T... t) : a{int(t)...}, n(sizeof...(T)) {}
};
template <class... B> struct Mix : B... {
    int own = 1;
    HD Mix(B... b) : B(b)... {}
    HD int total() const { return (B::get() + ... + own); }
};
struct X {
    int v;
    HD int get() const { return v; }
};
struct Y {
    int w;
    HD int get() const { return w * 10; }
};
HD long long test() {
    V v(1, 2.9, 'a');
    Mix<X, Y> m(X{3}, Y{4});
    return v.a[1] * 1000 + v.a[2] + v.n * 100000 + m.total() * 1000000 + v.a[4];
}
} // namespace variadic_ctor

namespace tuple_impl {
template <int... I> struct seq {};
template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {};
template <int... I> struct mk<0, I...> { using type = seq<I...>; };
template <int I, class T> struct leaf { T v; };
template <class S, class... T> struct impl;
template <int... I, class... T> struct impl<seq<I...>, T...> : leaf<I, T>... {
    HD impl(T... t) : leaf<I, T>{t}... {}
};
template <class... T> struct tup : impl<typename mk<sizeof...(T)>::type, T...> {
    using impl<typename mk<sizeof...(T)>::type, T...>::impl;
};
template <int I, class T> HD T &get(leaf<I, T> &l) { return l.v; }
template <class... T> tup(T...) -> tup<T...>;
HD long long test() {
    tup<int, double, char> t(1, 2.5, 'c');
    get<0>(t) = 7;
    return get<0>(t) * 1000 + (int)(get<1>(t) * 2) * 10 + (get<2>(t) == 'c') + sizeof(t) * 100000;
}
} // namespace tuple_impl

#define CASES(X)                                                                                   \
    X(member_default_init_later)                                                                   \
    X(pmd_basic)                                                                                   \
    X(pmd_template)                                                                                \
    X(pmd_null)                                                                                    \
    X(udl)                                                                                         \
    X(flex_array)                                                                                  \
    X(flex_array_designated)                                                                       \
    X(init_order)                                                                                  \
    X(copy_elision)                                                                                \
    X(bitfield_promote)                                                                            \
    X(enum_base)                                                                                   \
    X(structured)                                                                                  \
    X(lambda_caps)                                                                                 \
    X(rangefor)                                                                                    \
    X(virtual_ctor)                                                                                \
    X(duff)                                                                                        \
    X(decltype_auto)                                                                               \
    X(ternary_types)                                                                               \
    X(udl_more)                                                                                    \
    X(flex_string)                                                                                 \
    X(null_casts)                                                                                  \
    X(decltype_enclosed)                                                                           \
    X(str_overload)                                                                                \
    X(compound_float)                                                                              \
    X(bitfield_union)                                                                              \
    X(list_init_ctor)                                                                              \
    X(const_propagation)                                                                           \
    X(variadic_ctor)                                                                               \
    X(tuple_impl)

struct Case {
    const char *name;
    long long (*compute)();
};
static const Case cases[] = {
#define ROW(name) {#name, name::test},
    CASES(ROW)
#undef ROW
};
enum { COUNT = sizeof cases / sizeof *cases };

__global__ void compute(long long *results) {
#define COMPUTE(name) *results++ = name::test();
    CASES(COMPUTE)
#undef COMPUTE
}

int main() {
    long long *results;
    int wrong = 0;
    cudaMallocManaged(&results, COUNT * sizeof *results);
    compute<<<1, 1>>>(results);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        return 1;
    }
    for (int i = 0; i < COUNT; i++) {
        long long expected = cases[i].compute();
        if (results[i] != expected) {
            printf("%s: %lld on the device, %lld on the host\n", cases[i].name, results[i],
                   expected);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
