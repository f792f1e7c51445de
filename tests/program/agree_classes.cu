// SPDX-License-Identifier: Apache-2.0
// Members with default initializers, what lambdas capture, conversions of classes, and what is read
// again for each element of a pack or each call, what detects an expression by decltype: device
// code and the host compute each case.
#include <cstdio>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

#define HD __host__ __device__

HD long long add(long long sum, long long value) { return sum * 131 + value; }

namespace aggregates {
struct A {
    int x = 3, y = x * 2;
    int z[3] = {x, y, x + y};
};
struct B {
    A a;
    int k = a.y + 1;
};
HD long long test(int t) {
    A a;
    A b{t};
    A c{t, 5};
    B d{{t, t + 1}};
    B e;
    long long s = add(add(a.y, b.y), c.z[2]);
    return add(add(add(s, d.k), e.k), b.z[1]);
}
} // namespace aggregates

namespace default_members {
struct M {
    int k;
    HD int twice() const { return k * 2; }
    int d = twice(), e = this->d + 1;
    int (*f)(int) = [](int x) { return x + 1; };
    int arr[2] = {d, e};
};
struct O {
    M m{5};
    M n = {m.e};
    int z = n.arr[1];
};
struct Q {
    int n;
    int m = [this] { return n * 3; }();
};
struct Outer {
    int x = 100;
    HD long long go(int t) {
        M m{t};
        O o;
        Q q{t};
        const M c{t + 1};
        M a[2] = {{1}, {t}};
        M *p = new M{t};
        long long s = add(add(m.e, o.z), add(q.m, c.arr[1]));
        s = add(s, a[1].e + p->e + m.f(x));
        delete p;
        return s;
    }
};
HD long long test(int t) {
    Outer o;
    return o.go(t);
}
} // namespace default_members

namespace new_with_list {
struct P {
    int a = 4, b;
    HD P(int b = 9) : b(b) {}
    HD ~P() {}
};
HD long long test(int t) {
    int *p = new int[t + 3]{t, 7};
    long long s = 0;
    for (int i = 0; i < t + 3; i++)
        s = add(s, p[i]);
    delete[] p;
    P *q = new P[t + 2]{1, P(5)};
    for (int i = 0; i < t + 2; i++)
        s = add(s, q[i].a * q[i].b);
    delete[] q;
    return s;
}
} // namespace new_with_list

namespace captured_packs {
template <class F> HD long long call(F f) { return f(2); }
template <class... T> HD long long sum(T... a) {
    auto f = [... v = a + 1](int k) { return ((long long)(0) + ... + (v * k)); };
    return call(f);
}
HD long long test(int t) { return sum(t, 2, 3LL, (char)t); }
} // namespace captured_packs

namespace copy_of_this {
struct S {
    int v;
    HD auto f() {
        return [*this]() mutable {
            v += 10;
            return v;
        };
    }
    HD long long g() const {
        auto a = [*this, k = 3] { return v * k; };
        return a();
    }
};
HD long long test(int t) {
    S s{t};
    auto c = s.f();
    s.v = 100;
    long long r = c();
    r = add(r, c());
    return add(r, s.g());
}
} // namespace copy_of_this

namespace const_captures {
HD int ov(int &) { return 1; }
HD int ov(const int &) { return 2; }
struct K {
    int v;
    HD int f() { return 1; }
    HD int f() const { return 2; }
};
HD long long test(int t) {
    const int c = t;
    const K k{3};
    K n{4};
    auto a = [c]() mutable { return ov(c); };
    auto b = [k]() mutable { return k.f(); };
    auto d = [n]() mutable { return n.f(); };
    auto e = [n] { return n.f(); };
    auto g = [v = c]() mutable { return ov(v); };
    auto h = [=]() mutable { return k.f() * 10 + ov(c); };
    auto a2 = a;
    return add(add(a() + b() * 10, d()), add(e() * 10 + g(), h() + a2()));
}
} // namespace const_captures

namespace conversion_templates {
template <class T> struct W {
    T v;
    template <class U> HD operator U() const { return (U)v + 1; }
    HD explicit operator bool() const { return v > 2; }
};
template <class T> struct X {
    T v;
    template <class U> HD operator X<U>() const { return {(U)v}; }
};
struct Any {
    template <class T> HD operator T() const { return T(7); }
};
HD long long test(int t) {
    W<float> w{t + 0.5f};
    int i = w;
    double d = w;
    X<int> x{t};
    X<double> y = x;
    long long s = add(add(i, (long long)(d * 8)), (long long)(y.v * 2));
    if (w)
        s++;
    short h = Any();
    return s + h;
}
} // namespace conversion_templates

namespace mixed_choices {
struct P {
    HD virtual int f() { return 1; }
};
struct Q : P {
    HD int f() override { return 2; }
};
HD long long test(int t) {
    unsigned char a = 200;
    short b = -3;
    auto x = t & 1 ? a : b;
    auto y = t & 2 ? 1u : -1;
    auto z = t & 4 ? 1.5f : 2;
    auto w = t & 1 ? 'a' : L'b';
    long long s = add(x, y > 0);
    s = add(s, (long long)(z * 2));
    s = add(s, w);
    P p;
    Q q;
    P &r = t & 1 ? p : q;
    s = add(s, r.f());
    int i = 1, j = 2;
    (t & 2 ? i : j) += 10;
    const char *c = t & 1 ? "yes" : "n";
    s = add(s, c[0]);
    int *n = t & 4 ? &i : nullptr;
    s = add(s, n ? *n : -1);
    s = add(s, (t > 3 ? -1 : 1u) > 0);
    s = add(s, sizeof(t ? 1 : 1LL));
    return add(s, i * j);
}
} // namespace mixed_choices

namespace const_choices {
HD long long test(int t) {
    int a = t;
    const int b = *&a + 3;
    const int &r = t & 1 ? a : b;
    a = 50;
    const int *p = &(t & 2 ? b : a);
    volatile int v = 3;
    int w = t & 1 ? v : a;
    return add(add(r, *p == 50), w);
}
} // namespace const_choices

namespace closures_in_folds {
template <class... A> HD long long f(A... a) {
    long long s = 0;
    (
        [&] {
            s = add(s, a);
            if (a > 3)
                s++;
        }(),
        ...);
    return s;
}
template <class F> __noinline__ HD long long run(F f) { return f(3); }
template <class... A> HD long long g(A... a) {
    long long s = 0;
    ((s = add(s, run([=](int k) { return (long long)(a)*k; }))), ...);
    long long d[] = {[&](int x) { return (long long)a + x; }(2)...};
    for (long long v : d)
        s = add(s, v);
    return s;
}
HD long long test(int t) {
    return add(f(t, 2, 5), g(t, 2, 4)) + add(f(t, 2.5, 'c'), g(t, 2.5, 3L));
}
} // namespace closures_in_folds

namespace default_closures {
HD int h(
    int x, int (*f)(int) = [](int y) { return y * 2; }) {
    return f(x);
}
HD long long test(int t) { return h(t) + h(t + 1) * 10; }
} // namespace default_closures

namespace detection {
template <class T, class = void> struct has_foo : std::false_type {};
template <class T>
struct has_foo<T, std::void_t<decltype(std::declval<T>().foo())>> : std::true_type {};
template <class T, class U, class = void> struct adds : std::false_type {};
template <class T, class U>
struct adds<T, U, decltype(void(std::declval<T>() + std::declval<U>()))> : std::true_type {};
struct Host {
    int foo();
};
int host(float);
struct Device {
    HD int foo() { return 1; }
};
struct Neither {};
template <class T> HD auto pick(T t, int) -> decltype(t.foo()) { return 1; }
template <class T> HD int pick(T, long) { return 2; }
HD long long test(int t) {
    long long s =
        has_foo<Host>::value * 100 + has_foo<Device>::value * 10 + has_foo<Neither>::value;
    s = add(s, adds<int, float>::value * 2 + adds<Host, int>::value);
    s = add(s, sizeof(host(t)) + sizeof(decltype(host(t))));
    return add(s, pick(Device(), 0) * 10 + pick(Neither(), 0));
}
} // namespace detection

namespace overloaded_closures {
template <class... Ts> struct Over : Ts... { using Ts::operator()...; };
template <class... Ts> Over(Ts...) -> Over<Ts...>;
HD long long test(int t) {
    int n = t;
    auto o = Over{[](int x) { return x + 1; }, [n](double d) { return d * 2 + n; },
                  [&](const char *) { return n++; }};
    long long s = (long long)(o(t) + o(1.5));
    s = add(s, o("x") + n);
    return s;
}
} // namespace overloaded_closures

namespace empty_bases {
struct E {};
struct F {
    HD F() {}
    HD int f() { return 3; }
};
struct A : E {
    int a;
};
struct B : E, A {
    int b;
};
struct C : F {
    int c = 4;
};
HD long long test(int t) {
    A a{{}, t};
    B b{{}, {{}, 2}, t};
    C c{{}, t};
    C d{};
    B e{E(), a, 5};
    return add(add(a.a, b.b * 10 + b.a), c.c + d.c * 10 + c.f() + e.a + e.b);
}
} // namespace empty_bases

namespace closures_of_macros {
#define TWO(t) ([](int x) { return x + 1; }(t) + [](int x) { return x * 3; }(t))
template <class F> __noinline__ HD int run(F f, int x) { return f(x); }
#define R2(t) (run([](int x) { return x + 1; }, t) * 100 + run([](int x) { return x * 3; }, t))
HD long long test(int t) { return add(TWO(t) + TWO(t + 1), R2(t) * R2(t + 2)); }
} // namespace closures_of_macros

namespace static_overloads {
struct S {
    HD static int f(int) { return 1; }
    HD int f(double) { return 2; }
    HD int g(long) const { return 3; }
    HD static int g(short) { return 4; }
    HD int g(int) { return 5; }
};
HD long long test(int t) {
    S s;
    const S c;
    short h = t;
    return add(add(s.f(t) * 10 + s.f(1.5), S::f(2)), s.g(h) * 100 + s.g(t) * 10 + c.g(5L)) + c.g(h);
}
} // namespace static_overloads

namespace variable_templates {
template <int N> constexpr int twice = (N + 1) * 2;
template <class T> constexpr T half = (T(1) + T(2)) / T(2);
template <int N> constexpr bool pow2 = (N & (N - 1)) == 0;
template <int... I> constexpr int sum = (I + ...);
template <int... I> constexpr bool any{(I || ...)};
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = (true);
template <class U, class... T> constexpr bool in = (same<U, T> || ...) && sizeof...(T) > 0;
struct S {
    template <class U> static constexpr int bits = (sizeof(U) * 8) - 1;
    static constexpr int k = (2 + 3) * 4;
};
HD long long test(int t) {
    return add(add(twice<4> + t, (long long)(half<float> * 2)),
               add(pow2<8> * 10 + pow2<6>, sum<1, 2, 5>)) +
           any<0, 1> * 7 + in<char, int, char> * 3 + in<char> + S::bits<short> * 100 + S::k;
}
} // namespace variable_templates

namespace inherited_defaults {
struct A {
    int x;
    HD A(int x = 1) : x(x) {}
    HD A(int a, int b) : x(a * b) {}
};
struct B : A {
    using A::A;
    int y = x * 2;
};
struct C : B {
    using B::B;
    HD C(int a) : B(a + 1) {}
};
HD long long test(int t) {
    B b, c(t), d(t, 3);
    C e(0), f(t), g(2, t);
    return add(add(b.x + b.y, c.x + c.y), add(d.y, e.y + f.y * 10 + g.y * 100));
}
} // namespace inherited_defaults

namespace list_ranges {
struct D {
    int v;
    int *n;
    HD D(int v, int *n) : v(v), n(n) {}
    HD D(const D &o) : v(o.v), n(o.n) { ++*n; }
    HD ~D() { *n += 10; }
};
HD long long test(int t) {
    long long s = 0;
    int n = 0;
    for (int x : {t, 2, 3}) {
        if (x == 2)
            continue;
        s = add(s, x);
    }
    for (auto x : {1.5f, 2.5f})
        s = add(s, (long long)(x * 2));
    for (const auto &p : {std::pair<int, int>{t, 1}, std::pair<int, int>{2, 3}})
        s = add(s, p.first * 10 + p.second);
    const char *w[2];
    int k = 0;
    for (const char *c : {"ab", "cd"})
        w[k++] = c;
    s = add(s, w[1][1] + k);
    for (const D &d : {D(t, &n), D(5, &n)})
        s = add(s, d.v + *d.n);
    return add(s, n);
}
} // namespace list_ranges

namespace class_templates {
template <class T> class Opt {
    bool has = false;
    alignas(T) unsigned char b[sizeof(T)];

  public:
    HD Opt() {}
    HD Opt(T v) : has(true) { new (b) T(v); }
    HD Opt(const Opt &o) : has(o.has) {
        if (has)
            new (b) T(*o);
    }
    HD ~Opt() {
        if (has)
            reinterpret_cast<T *>(b)->~T();
    }
    HD explicit operator bool() const { return has; }
    HD const T &operator*() const { return *reinterpret_cast<const T *>(b); }
    HD T value_or(T d) const { return has ? **this : d; }
    template <class F> HD auto map(F f) const -> Opt<decltype(f(std::declval<T>()))> {
        if (has)
            return f(**this);
        return {};
    }
};
struct L {
    int v;
    int *c;
    HD L(int v, int *c) : v(v), c(c) { ++*c; }
    HD L(const L &o) : v(o.v), c(o.c) { *c += 100; }
    HD ~L() { *c += 10000; }
};
template <class... Ts> struct Over : Ts... { using Ts::operator()...; };
template <class... Ts> Over(Ts...) -> Over<Ts...>;
template <class T, int N> struct Arr {
    T d[N];
    HD constexpr T &operator[](int i) { return d[i]; }
    HD constexpr const T &operator[](int i) const { return d[i]; }
    HD constexpr int size() const { return N; }
    HD constexpr T *begin() { return d; }
    HD constexpr T *end() { return d + N; }
};
template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>;
HD long long test(int t) {
    int c = 0;
    {
        Opt<L> a{L(t, &c)}, b = a, n;
        if (n)
            c++;
        c += (*b).v;
    }
    Opt<int> i(t);
    auto j = i.map([](int x) { return x * 2.5; });
    long long s = add(c, (long long)(j.value_or(1) * 2));
    auto o = Over{[](int x) { return x + 1; }, [](double d) { return d * 2; },
                  [](const char *) { return 7; }};
    s = add(s, (long long)(o(t) + o(1.5) + o("x")));
    Arr a{t, 2, 3};
    for (auto &x : a)
        x *= 2;
    return add(s, a[0] + a[2] * a.size());
}
} // namespace class_templates

namespace early_destructors {
struct T {
    int *c;
    int k;
    HD T(int *c, int k) : c(c), k(k) {}
    HD ~T() { *c = *c * 10 + k; }
};
struct H {
    T a, b;
    int *c;
    HD H(int *c) : a(c, 1), b(c, 2), c(c) {}
    HD ~H() {
        if (*c > 50)
            return;
        *c += 7;
    }
};
HD int early(int *c, int t) {
    T a(c, 3);
    if (t & 1)
        return *c;
    {
        T b(c, 4);
        if (t & 2)
            return *c + 1;
    }
    for (int i = 0; i < 3; i++) {
        T d(c, 5);
        if (i == 1)
            break;
    }
    return *c;
}
HD long long test(int t) {
    int c = 0;
    int r = early(&c, t);
    { H h(&c); }
    c %= 1000;
    const T &k = T(&c, 6);
    c++;
    T *p = new T(&c, 7);
    delete p;
    return add(r, c + k.k);
}
} // namespace early_destructors

namespace variadic {
template <class F, class... A> HD constexpr int count_if(F f, A... a) {
    return (0 + ... + (f(a) ? 1 : 0));
}
template <class T, class... R> HD T mn(T a, R... r) {
    if constexpr (sizeof...(r) == 0)
        return a;
    else {
        T b = mn(r...);
        return b < a ? b : a;
    }
}
template <class... T> HD auto last(T... t) { return (t, ...); }
template <int... I> HD int poly(int x) {
    int p = 1, s = 0;
    ((s += I * p, p *= x), ...);
    return s;
}
template <class... T> struct S {
    static constexpr int total = (sizeof(T) + ... + 0);
    template <class U> static constexpr bool has = (std::is_same<T, U>::value || ...);
};
template <template <class...> class C, class... A> HD int tt(C<A...>) { return sizeof...(A); }
template <class... A> HD bool all(A... a) { return (... && a); }
template <class... A, class = std::enable_if_t<(std::is_integral_v<A> && ...)>>
HD int onlyint(A... a) {
    return (a ^ ...);
}
HD int onlyint(double) { return -1; }
HD long long test(int t) {
    return add(add(count_if([=](auto x) { return x > t; }, 1, 2.5, 7L, 'a'), mn(5, t, 9)),
               add(last(1, 2.5, t), poly<1, 2, 3>(t))) +
           S<int, char, double>::total * 100 + S<int, char>::has<char> +
           tt(S<int, int, int>()) * 1000 + all(true, t > 1, 1) + onlyint(t, 5, 9) * 7 +
           onlyint(2.5);
}
} // namespace variadic

namespace promotions {
HD int f(char) { return 1; }
HD int f(unsigned char) { return 2; }
HD int f(short) { return 3; }
HD int f(int) { return 4; }
HD int f(unsigned) { return 5; }
HD int f(long) { return 6; }
HD int f(unsigned long) { return 7; }
HD int f(long long) { return 8; }
HD int f(float) { return 9; }
HD int f(double) { return 10; }
HD int f(bool) { return 11; }
HD int f(const char *) { return 12; }
HD int f(const void *) { return 13; }
HD int f(signed char) { return 14; }
HD int f(unsigned short) { return 15; }
HD int f(wchar_t) { return 16; }
HD int f(decltype(nullptr)) { return 17; }
enum E { e1 };
enum class S : short { s };
enum L : unsigned char { l1 };
struct B {
    int b : 4;
    unsigned c : 9;
    long long d : 40;
    bool e : 1;
};
HD long long test(int t) {
    char c = t;
    short h = t;
    unsigned char uc = 1;
    B b{};
    float fl = 1;
    long long s = f(c);
    s = s * 20 + f(h);
    s = s * 20 + f(c + c);
    s = s * 20 + f(uc << 1);
    s = s * 20 + f(e1);
    s = s * 20 + f('a');
    s = s * 20 + f("x");
    s = s * 20 + f(&t);
    s = s * 20 + f(nullptr);
    long long q = f(-h);
    q = q * 20 + f(~uc);
    q = q * 20 + f(!h);
    q = q * 20 + f(fl * 2);
    q = q * 20 + f(fl * 2.0);
    q = q * 20 + f(1u + 1L);
    q = q * 20 + f(sizeof c);
    q = q * 20 + f(h ? c : uc);
    q = q * 20 + f(l1);
    q = q * 20 + f(L'a');
    long long r = f(b.b);
    r = r * 20 + f(b.c);
    r = r * 20 + f(b.e);
    r = r * 20 + f(t < 1);
    r = r * 20 + f(c++);
    r = r * 20 + f(+c);
    r = r * 20 + f(0x80000000);
    r = r * 20 + f(2147483648);
    long long u = f(c ? 1 : 1u);
    u = u * 20 + f(uc += 1);
    u = u * 20 + f((h, uc));
    u = u * 20 + f(&c);
    u = u * 20 + f(1.f / 2);
    u = u * 20 + f(h * 1u);
    u = u * 20 + f(b.c + 1);
    u = u * 20 + f(b.c << 1);
    u = u * 20 + f('a' + 'b');
    return add(add(s, q), add(r, u));
}
} // namespace promotions

namespace counted_packs {
template <class... T> struct Row {
    int which;
    template <class H, class... R, typename std::enable_if<sizeof...(R) + 1 == sizeof...(T), int>::type = 0>
    HD Row(H, R...) : which(1) {}
    template <class... R> HD Row(const Row<R...> &) : which(2) {}
};
template <class... R, typename std::enable_if<sizeof...(R) == 2, int>::type = 0> HD int two(R...) { return 5; }
template <class... R, std::enable_if_t<sizeof...(R) != 2> * = nullptr> HD int two(R...) { return 6; }
HD long long test(int t) {
    Row<int, float> a(t, 2.0f);
    Row<double, double> b(a);
    return add(add(add(a.which, b.which), two(t, 1)), two(t));
}
} // namespace counted_packs

#define CASES(X)                                                                                   \
    X(aggregates)                                                                                  \
    X(default_members)                                                                             \
    X(new_with_list)                                                                               \
    X(captured_packs)                                                                              \
    X(copy_of_this)                                                                                \
    X(const_captures)                                                                              \
    X(conversion_templates)                                                                        \
    X(mixed_choices)                                                                               \
    X(const_choices)                                                                               \
    X(closures_in_folds)                                                                           \
    X(default_closures)                                                                            \
    X(counted_packs)                                                                               \
    X(detection)                                                                                   \
    X(overloaded_closures)                                                                         \
    X(empty_bases)                                                                                 \
    X(closures_of_macros)                                                                          \
    X(static_overloads)                                                                            \
    X(variable_templates)                                                                          \
    X(inherited_defaults)                                                                          \
    X(list_ranges)                                                                                 \
    X(class_templates)                                                                             \
    X(early_destructors)                                                                           \
    X(variadic)                                                                                    \
    X(promotions)

struct Case {
    const char *name;
    long long (*compute)(int);
};
static const Case cases[] = {
#define ROW(name) {#name, name::test},
    CASES(ROW)
#undef ROW
};
enum { COUNT = sizeof cases / sizeof *cases, INPUTS = 4 };

__global__ void compute(long long *results) {
    long long *result = results + threadIdx.x;
#define COMPUTE(name)                                                                              \
    *result = name::test(threadIdx.x);                                                             \
    result += INPUTS;
    CASES(COMPUTE)
#undef COMPUTE
}

int main() {
    long long *results;
    int wrong = 0;
    cudaMallocManaged(&results, COUNT * INPUTS * sizeof *results);
    compute<<<1, INPUTS>>>(results);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        return 1;
    }
    for (int i = 0; i < COUNT * INPUTS; i++) {
        long long expected = cases[i / INPUTS].compute(i % INPUTS);
        if (results[i] != expected) {
            printf("%s(%d): %lld on the device, %lld on the host\n", cases[i / INPUTS].name,
                   i % INPUTS, results[i], expected);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
