// SPDX-License-Identifier: Apache-2.0
#include "front_test.h"

#define STORE(value) "__global__ void k(long *p) { *p = " value "; }"

static const char *instantiated(const char *text, const char *name)
{
    SyntaxOptions options = {.instantiations = &name, .instantiation_count = 1};
    Checked *checked = front_check(text, &options);
    return checked->diagnostics.error_count > 0 ? text_string(&checked->messages)
           : checked->tree->function_count == 0 ? ""
                                                : checked->tree->functions[0]->mangled;
}

TEST(kernel_templates_are_instantiated_by_text)
{
    EXPECT_TEXT(instantiated("template <unsigned B> __global__ void reduce(int *p) { *p = B; }",
                             "reduce<256u>"),
                "_Z6reduceILj256EEvPi");
    EXPECT_TEXT(instantiated("namespace n { enum Mode { A, B }; template <class T, Mode M>"
                             "__global__ void scale(T *p) { *p = M; } }",
                             "n::scale<float, (n::Mode)1>"),
                "_ZN1n5scaleIfLNS_4ModeE1EEEvPT_");
    EXPECT(strstr(instantiated("__device__ int x;", "missing<int>"), "'missing' is not declared") !=
           NULL);
}

TEST(explicit_instantiations_and_specializations_are_kernels)
{
    SyntaxOptions options = {0};
    Checked *checked = front_check("template <class T> __global__ void f(T *p);"
                                   "template <class T> __global__ void f(T *p) { *p = 1; }"
                                   "template __global__ void f<float>(float *);"
                                   "template <> __global__ void f<double>(double *p) { *p = 2; }",
                                   &options);
    EXPECT_EQ(checked->diagnostics.error_count, 0u);
    EXPECT_EQ(checked->tree->function_count, 2u);
}

TEST(kernel_templates_are_listed_in_order_of_the_source)
{
    SyntaxOptions options = {0};
    Checked *checked = front_check(
        "template <class T> __global__ void b(T *p) { *p = 1; }"
        "template <class T> __global__ void declared_only(T *p);"
        "template <class T> __device__ void helper(T *p) { *p = 1; }"
        "template <class T> struct Shape { T x; };"
        "namespace n { namespace { template <int N> __global__ void a(int *p) { *p = N; } } }"
        "template <class T, class U> __global__ void b(T *p, U *q) { *p = *q; }"
        "__global__ void plain(int *p) { *p = 3; }",
        &options);
    EXPECT_EQ(checked->tree->kernel_template_count, 2u);
    EXPECT_TEXT(checked->tree->kernel_templates[0], "b");
    EXPECT_TEXT(checked->tree->kernel_templates[1], "n::a");
}

TEST(class_templates_take_values_defaults_and_specializations)
{
    EXPECT_EQ(front_value("template <class T, int N = 4> struct A { T d[N]; };"
                          "template <class T> struct A<T *, 2> { char c[9]; };"
                          "template <> struct A<char, 1> { char c[100]; };" STORE(
                              "sizeof(A<int>) + sizeof(A<int *, 2>) + sizeof(A<char, 1>)")),
              16 + 9 + 100);
}

TEST(the_more_special_partial_specialization_wins)
{
    EXPECT_EQ(front_value("template <class A, class B> struct S { enum { v = 1 }; };"
                          "template <class A, class B> struct S<A *, B> { enum { v = 2 }; };"
                          "template <class A> struct S<A *, A *> { enum { v = 3 }; };" STORE(
                              "S<int, int>::v * 100 + S<int *, int>::v * 10 + "
                              "S<int *, int *>::v")),
              123);
}

TEST(recursion_through_templates_ends_at_its_specialization)
{
    EXPECT_EQ(front_value("template <int N> struct F { static const int v = N * F<N - 1>::v; };"
                          "template <> struct F<0> { static const int v = 1; };" STORE("F<5>::v")),
              120);
}

TEST(endless_recursion_is_an_error)
{
    EXPECT(front_errors("template <int N> struct F { static const int v = F<N + 1>::v; };"
                        "__global__ void k(int *p) { *p = F<0>::v; }") > 0);
}

TEST(traits_and_alias_templates_choose_functions)
{
    const char *traits =
        "template <bool B, class T = void> struct enable_if {};"
        "template <class T> struct enable_if<true, T> { typedef T type; };"
        "template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;"
        "template <class T> struct is_int { static constexpr bool value = false; };"
        "template <> struct is_int<int> { static constexpr bool value = true; };"
        "template <class T> constexpr bool is_int_v = is_int<T>::value;"
        "template <class T, enable_if_t<is_int_v<T>, int> = 0>"
        "__device__ constexpr int f(T) { return 1; }"
        "template <class T, enable_if_t<!is_int_v<T>, int> = 0>"
        "__device__ constexpr int f(T) { return 2; }"
        "constexpr int a = f(3), b = f(2.0f);" STORE("a * 10 + b");
    EXPECT_EQ(front_value(traits), 12);
}

TEST(arguments_are_deduced)
{
    EXPECT_EQ(
        front_value("template <class T, int N> __device__ constexpr int length(const T (&)[N])"
                    "{ return N; }"
                    "template <class T> __device__ constexpr T most(T a, T b)"
                    "{ return a > b ? a : b; }"
                    "constexpr int t[7] = {}; constexpr int n = length(t);"
                    "constexpr int m = most<int>(3, 4L);" STORE("n * 10 + m")),
        74);
}

TEST(packs_expand)
{
    EXPECT_EQ(front_value("__device__ constexpr int sum() { return 0; }"
                          "template <class T, class... R> __device__ constexpr int sum(T a, R... r)"
                          "{ return a + sum(r...) + sizeof...(R) * 100; }"
                          "constexpr int x = sum(1, 2, 3);" STORE("x")),
              306);
    EXPECT_EQ(front_value("template <class... T> struct Tuple {};"
                          "template <class H, class... R> struct Tuple<H, R...> : Tuple<R...>"
                          "{ H head; };" STORE("sizeof(Tuple<int, char, double>)")),
              16);
}

TEST(members_of_templates_may_be_defined_outside)
{
    EXPECT_EQ(front_errors("template <class T, int N> struct A { T d[N]; __device__ T sum() const;"
                           "  template <class U> __device__ U get(int i) const; };"
                           "template <class T, int N> __device__ T A<T, N>::sum() const"
                           "{ T s = 0; for (int i = 0; i < N; i++) s += d[i]; return s; }"
                           "template <class T, int N> template <class U>"
                           "__device__ U A<T, N>::get(int i) const { return (U)d[i]; }"
                           "__global__ void k(float *p, A<float, 4> a)"
                           "{ p[0] = a.sum() + a.get<int>(1); }"),
              0u);
}

TEST(template_template_parameters_are_bound)
{
    EXPECT_TEXT(instantiated("template <class T> struct Op { __device__ T operator()(T a, T b)"
                             "{ return a + b; } };"
                             "template <class T, template <class> class F>"
                             "__global__ void apply(T *p) { F<T> f; p[0] = f(p[1], p[2]); }",
                             "apply<float, Op>"),
                "_Z5applyIf2OpEvPT_");
}

TEST(errors_in_instances_say_where_from)
{
    const char *messages = front_print("template <class T> __device__ void f(T t) { t.x = 1; }"
                                       "__global__ void k() { f(3); }");
    EXPECT(strstr(messages, "in instantiation of 'f<int>' required here") != NULL);
}
