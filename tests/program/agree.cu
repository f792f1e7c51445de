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
    X(pmd_null)

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
