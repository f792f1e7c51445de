// SPDX-License-Identifier: Apache-2.0
// C++ that means the same in device code as on the host: each case is a function that both compute.
#include <cstdio>

#define HD __host__ __device__

namespace names_overload {
HD int f(double) { return 1; }
template <class T> HD int g(T) { return f(1); }
HD int f(int) { return 2; }
HD long long test() { return g(1) * 10 + f(1); }
} // namespace names_overload

namespace names_var {
static const int k = 5;
namespace N {
template <class T> HD int g(T) { return k; }
static const int k2 = 7;
} // namespace N
namespace N {
static const int k = 9;
}
HD long long test() { return N::g(1); }
} // namespace names_var

namespace names_adl {
namespace A {
struct S {
    int v;
};
} // namespace A
template <class T> HD int g(T t) { return f(t); }
namespace A {
HD int f(S s) { return s.v + 1; }
} // namespace A
HD long long test() { return g(A::S{3}); }
} // namespace names_adl

namespace names_builtin_no_adl {
HD int f(long) { return 1; }
template <class T> HD int g(T t) { return f(t); }
HD int f(int) { return 2; }
HD long long test() { return g(3); }
} // namespace names_builtin_no_adl

namespace names_global_class_adl {
struct S {
    int v;
};
HD int f(...) { return 1; }
template <class T> HD int g(T t) { return f(t); }
HD int f(S) { return 2; }
HD long long test() { return g(S{3}); }
} // namespace names_global_class_adl

namespace names_class_member {
HD int f(double) { return 1; }
template <class T> struct C {
    HD int m() { return f(3); }
    HD int n(T t) { return f(t); }
};
HD int f(int) { return 2; }
HD long long test() {
    C<int> c;
    return c.m() * 10 + c.n(3);
}
} // namespace names_class_member

namespace names_base {
HD int f() { return 1; }
template <class T> struct B {
    HD int f() { return 2; }
};
template <class T> struct D : B<T> {
    HD int g() { return f(); }
    HD int h() { return this->f(); }
};
HD long long test() {
    D<int> d;
    return d.g() * 10 + d.h();
}
} // namespace names_base

namespace names_basevar {
static const int x = 1;
template <class T> struct B { int x = 2; };
template <class T> struct D : B<T> {
    HD int g() { return x; }
    HD int h() { return this->x; }
};
HD long long test() {
    D<int> d;
    return d.g() * 10 + d.h();
}
} // namespace names_basevar

namespace names_basetype {
typedef int t;
template <class T> struct B { typedef char t; };
template <class T> struct D : B<T> {
    HD int g() { return sizeof(t); }
    HD int h() { return sizeof(typename B<T>::t); }
};
HD long long test() {
    D<int> d;
    return d.g() * 10 + d.h();
}
} // namespace names_basetype

namespace names_template_overload {
template <class T> HD int f(T) { return 1; }
template <class T> HD int g(T t) { return f(t) * 10 + f(&t); }
template <class T> HD int f(T *) { return 2; }
HD long long test() { return g(1); }
} // namespace names_template_overload

namespace names_template_adl {
struct S {};
template <class T> HD int f(T) { return 1; }
template <class T> HD int g(T t) { return f(t) * 10 + f(&t); }
template <class T> HD int f(T *) { return 2; }
HD long long test() { return g(S{}); }
} // namespace names_template_adl

namespace names_lambda {
HD int f(double) { return 1; }
template <class T> HD int g(T) {
    auto l = [](auto x) { return f(x) * 10 + f(1); };
    return l(2);
}
HD int f(int) { return 2; }
HD long long test() { return g(1); }
} // namespace names_lambda

namespace names_specialization {
template <class T> struct V { static const int value = 1; };
template <class T> HD int g(T) { return V<T>::value * 10 + V<T *>::value; }
template <class T> struct V<T *> { static const int value = 2; };
template <> struct V<int> { static const int value = 3; };
HD long long test() { return g(1); }
} // namespace names_specialization

namespace names_default_arg {
HD int f(double) { return 1; }
template <class T> HD int g(T t, int x = f(1)) { return x; }
HD int f(int) { return 2; }
HD long long test() { return g(1); }
} // namespace names_default_arg

namespace names_using {
namespace A {
HD int f(double) { return 1; }
} // namespace A
using A::f;
template <class T> HD int g(T) { return f(1); }
namespace A {
HD int f(int) { return 2; }
} // namespace A
HD long long test() { return g(1) * 10 + A::f(1); }
} // namespace names_using

namespace names_sizeof {
struct X {
    char c[3];
};
namespace N {
template <class T> HD int g(T) { return sizeof(X); }
struct X {
    char c[5];
};
template <class T> HD int h(T) { return sizeof(X); }
} // namespace N
HD long long test() { return N::g(1) * 10 + N::h(1); }
} // namespace names_sizeof

namespace names_nontemplate_inline_member {
HD int f(double) { return 1; }
struct C {
    HD int m() { return f(3); }
};
HD int f(int) { return 2; }
HD long long test() {
    C c;
    return c.m() * 10 + f(3);
}
} // namespace names_nontemplate_inline_member

namespace names_nontemplate_function {
HD int f(double) { return 1; }
HD int g() { return f(3); }
HD int f(int) { return 2; }
HD long long test() { return g() * 10 + f(3); }
} // namespace names_nontemplate_function

namespace body_later_variable {
static const int v = 4;
namespace M {
HD int g() { return v; }
static const int v = 9;
} // namespace M
HD long long test() { return M::g(); }
} // namespace body_later_variable

namespace default_arg_later {
HD int f(double) { return 1; }
HD int g(int x = f(1)) { return x; }
HD int f(int) { return 2; }
HD long long test() { return g(); }
} // namespace default_arg_later

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

namespace member_default_uses_later_member {
struct S {
    int a = g(1);
    HD static int g(double) { return 1; }
    HD static int g(int) { return 2; }
};
HD long long test() {
    S s;
    return s.a;
}
} // namespace member_default_uses_later_member

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

namespace sfinae {
template <bool B, class T = void> struct en {};
template <class T> struct en<true, T> { typedef T type; };
template <class...> using vt = void;
template <class T, class = void> struct has_x { static constexpr bool v = false; };
template <class T> struct has_x<T, vt<decltype(T::x)>> { static constexpr bool v = true; };
template <class T> HD typename en<(sizeof(T) > 4), int>::type f(T) { return 1; }
template <class T> HD typename en<(sizeof(T) <= 4), int>::type f(T) { return 2; }
template <class T> HD auto g(T t, int) -> decltype(t.size()) { return t.size(); }
template <class T> HD int g(T, long) { return -1; }
struct X {
    int x;
};
struct Z {
    HD int size() const { return 9; }
};
HD long long test() {
    return has_x<X>::v * 10000 + has_x<Z>::v * 1000 + f(1) * 100 + f(1.0) * 10 + g(Z{}, 0) +
           g(3, 0);
}
} // namespace sfinae

namespace overload_ranks {
HD int f(int) { return 1; }
HD int f(long) { return 2; }
HD int f(double) { return 3; }
HD int f(unsigned) { return 4; }
HD int f(char) { return 5; }
HD int f(bool) { return 6; }
HD int f(const void *) { return 7; }
HD int f(...) { return 8; }
HD long long test() {
    short s = 1;
    float x = 1;
    char c = 1;
    unsigned char uc = 1;
    int *p = &(int &)*(new int);
    long long r = f(s) * 10 + f(x);
    r = r * 10 + f(c);
    r = r * 10 + f(uc);
    r = r * 10 + f(p);
    r = r * 10 + f('a');
    r = r * 10 + f(true);
    r = r * 10 + f(1u);
    r = r * 10 + f(nullptr == p);
    r = r * 10 + f(1L);
    delete p;
    return r;
}
} // namespace overload_ranks

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

namespace partial_order {
template <class T, class U> struct P { static const int v = 1; };
template <class T> struct P<T, T> { static const int v = 2; };
template <class T> struct P<T, int> { static const int v = 3; };
template <> struct P<int, int> { static const int v = 4; };
template <class T, class U> struct P<T *, U *> { static const int v = 5; };
template <class R, class... A> struct P<R(A...), void> { static const int v = 10 + sizeof...(A); };
template <class T, int N> struct P<T[N], void> { static const int v = N; };
HD long long test() {
    return P<char, long>::v * 1000000LL + P<long, long>::v * 100000 + P<long, int>::v * 10000 +
           P<int, int>::v * 1000 + P<int *, char *>::v * 100 + P<int(int, char), void>::v +
           P<int[7], void>::v * 10000000LL;
}
} // namespace partial_order

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

namespace using_merge {
namespace A {
HD int f(double) { return 2; }
HD int g(int) { return 5; }
struct S {
    int v;
};
HD int operator+(S a, int b) { return a.v + b; }
} // namespace A
HD int f(int) { return 1; }
HD int g(int) { return 6; }
namespace B {
HD int f(char) { return 3; }
} // namespace B
namespace D {
using namespace B;
HD int f(const char *) { return 4; }
HD int u() { return f("x"); }
} // namespace D
using namespace A;
struct T {
    int v;
};
HD int operator+(T a, int b) { return a.v * b; }
HD long long test() {
    T t{3};
    A::S s{4};
    return f(1) * 1000 + f(1.5) * 100 + D::u() * 10000 + (t + 5) * 1000000 + (s + 5) * 100000000LL;
}
} // namespace using_merge

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

namespace hidden_friend {
namespace Q {
struct S {
    int v;
    friend HD int peek(S s) { return s.v; }
    friend HD int peek(S s, int k) { return s.v * k; }
};
HD int peek(int x) { return -x; }
} // namespace Q
HD long long test() {
    Q::S s{6};
    return peek(s) * 100 + peek(s, 3) + Q::peek(5);
}
} // namespace hidden_friend

namespace using_ns {
namespace A {
HD int f(int) { return 1; }
static const int k = 3;
} // namespace A
namespace B {
HD int f(double) { return 2; }
inline namespace V {
HD int g() { return 9; }
} // namespace V
} // namespace B
namespace C {
using namespace A;
using namespace B;
HD int h() { return f(1) * 10 + f(1.5) + k + g() * 100; }
} // namespace C
HD long long test() {
    namespace X = B::V;
    return C::h() * 10 + X::g() + C::f(2);
}
} // namespace using_ns

namespace int_conv_overloads {
HD int f(long long) { return 1; }
HD int f(unsigned long long) { return 2; }
HD int g(float) { return 3; }
HD int g(double) { return 4; }
HD int h(int, double) { return 5; }
HD int h(double, int) { return 6; }
HD int h(long, long) { return 7; }
HD int i(short) { return 8; }
HD int i(int) { return 9; }
enum E { X };
HD int j(E) { return 1; }
HD int j(int) { return 2; }
HD int m(char *) { return 1; }
HD int m(const char *) { return 2; }
HD int m(bool) { return 3; }
HD long long test() {
    char c = 0;
    char buf[2] = "a";
    return f(1LL) * 1000000 + f(1ull) * 100000 + g(1.0f) * 10000 + h(1, 1.0) * 1000 + i(c) * 100 +
           j(X) * 10 + m("x") + m(buf) * 10000000 + j(c) * 100000000LL +
           m(nullptr ? true : false) * 1000000000LL;
}
} // namespace int_conv_overloads

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

namespace static_assert_traits {
template <class A, class B> struct same { static constexpr bool v = false; };
template <class A> struct same<A, A> { static constexpr bool v = true; };
HD long long test() {
    int i = 0;
    const int c = 0;
    int &r = i;
    auto a = c;
    auto &b = c;
    const auto d = i;
    auto &&e = i;
    auto &&f = 5;
    decltype(auto) g = (i);
    short s = 0;
    auto p = s + s;
    auto q = true ? 1 : 'a';
    auto t = 'a' + 'b';
    auto l = 1L + 1u;
    auto fl = 1.0f + 1;
    auto un = 1u - 2;
    return same<decltype(a), int>::v + same<decltype(b), const int &>::v * 2 +
           same<decltype(d), const int>::v * 4 + same<decltype(e), int &>::v * 8 +
           same<decltype(f), int &&>::v * 16 + same<decltype(g), int &>::v * 32 +
           same<decltype(p), int>::v * 64 + same<decltype(q), int>::v * 128 +
           same<decltype(t), int>::v * 256 + same<decltype(l), long>::v * 512 +
           same<decltype(fl), float>::v * 1024 + same<decltype(un), unsigned>::v * 2048 +
           same<decltype(r), int &>::v * 4096 + same<decltype(&c), const int *>::v * 8192 +
           same<decltype("ab"), const char(&)[3]>::v * 16384;
}
} // namespace static_assert_traits

namespace extern_c_two {
namespace A {
extern "C" HD int twice(int x);
}
namespace B {
extern "C" HD int twice(int x);
}
extern "C" HD int twice(int x) { return 2 * x; }
HD long long test() { return A::twice(3) + B::twice(4); }
} // namespace extern_c_two

#define CASES(X)                                                                                   \
    X(names_overload)                                                                              \
    X(names_var)                                                                                   \
    X(names_adl)                                                                                   \
    X(names_builtin_no_adl)                                                                        \
    X(names_global_class_adl)                                                                      \
    X(names_class_member)                                                                          \
    X(names_base)                                                                                  \
    X(names_basevar)                                                                               \
    X(names_basetype)                                                                              \
    X(names_template_overload)                                                                     \
    X(names_template_adl)                                                                          \
    X(names_lambda)                                                                                \
    X(names_specialization)                                                                        \
    X(names_default_arg)                                                                           \
    X(names_using)                                                                                 \
    X(names_sizeof)                                                                                \
    X(names_nontemplate_inline_member)                                                             \
    X(names_nontemplate_function)                                                                  \
    X(body_later_variable)                                                                         \
    X(default_arg_later)                                                                           \
    X(member_default_init_later)                                                                   \
    X(member_default_uses_later_member)                                                            \
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
    X(sfinae)                                                                                      \
    X(overload_ranks)                                                                              \
    X(duff)                                                                                        \
    X(decltype_auto)                                                                               \
    X(ternary_types)                                                                               \
    X(partial_order)                                                                               \
    X(udl_more)                                                                                    \
    X(flex_string)                                                                                 \
    X(null_casts)                                                                                  \
    X(decltype_enclosed)                                                                           \
    X(using_merge)                                                                                 \
    X(str_overload)                                                                                \
    X(compound_float)                                                                              \
    X(hidden_friend)                                                                               \
    X(using_ns)                                                                                    \
    X(int_conv_overloads)                                                                          \
    X(bitfield_union)                                                                              \
    X(static_assert_traits)                                                                        \
    X(extern_c_two)

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
