// SPDX-License-Identifier: Apache-2.0
// Names and overloads that mean the same in device code as on the host: each case is a function
// that both compute.
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
    X(member_default_uses_later_member)                                                            \
    X(sfinae)                                                                                      \
    X(overload_ranks)                                                                              \
    X(partial_order)                                                                               \
    X(using_merge)                                                                                 \
    X(hidden_friend)                                                                               \
    X(using_ns)                                                                                    \
    X(int_conv_overloads)                                                                          \
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
