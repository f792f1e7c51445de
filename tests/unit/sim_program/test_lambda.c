// SPDX-License-Identifier: Apache-2.0
#include "sim/program/lambda.h"

#include "tests/test.h"

#include <string.h>

static Text lifted;

static bool lift(const char *text)
{
    Diagnostics diagnostics = {0};
    lifted.size_bytes = 0;
    bool is_lifted = lambda_lift(text, strlen(text), "a.cu", &lifted, &diagnostics);
    EXPECT_EQ(diagnostics.error_count, 0);
    diagnostics_clear(&diagnostics);
    return is_lifted;
}

static bool has(const char *part)
{
    return strstr(text_string(&lifted), part) != NULL;
}

TEST(text_without_lambdas_for_the_device_stays)
{
    EXPECT(!lift("int main() { auto f = [](int i) { return i; }; int a[3]; a[0] = f(1); }"));
    EXPECT(!lift("// [] __device__ () {}\nint main() { }"));
    EXPECT(!lift("__global__ void k(int *x) { auto f = [=] __device__(int i) { return *x; }; }"));
    EXPECT(!lift("int main() { auto f = [] __device__ ("));
    EXPECT(!lift(""));
}

TEST(a_lambda_becomes_a_structure_before_its_function)
{
    EXPECT(lift("int g;\nint main()\n{\n  float *y, a = 2;\n"
                "  k<<<1, 1>>>([=] __device__(int i) {\n    y[i] = a * g;\n  });\n}\n"));
    EXPECT(has("template <class __lockstep_0, class __lockstep_1> struct __lockstep_lambda_0 { "
               "__lockstep_0 y; __lockstep_1 a; __device__ auto operator()(int i) const {\n"
               "#line 5 \"a.cu\"\n                                     \n    y[i] = a * g;\n  } "
               "};\n#line 2 \"a.cu\"\nint main()"));
    EXPECT(has("k<<<1, 1>>>(__lockstep_lambda_0<typename __lockstep_value<decltype(y)>::type, "
               "typename __lockstep_value<decltype(a)>::type>{y, a}\n\n   );\n}\n"));
}

TEST(what_the_lambda_declares_is_not_captured)
{
    EXPECT(lift("void f(float *x, int i)\n{ int t = 0; g([=] __device__(int i) { float t = x[i]; "
                "float *p = x; for (int j = 0; j < 3; j++) p[j] = t; }); }"));
    EXPECT(has("{x}"));
}

TEST(a_name_is_local_only_where_its_declaration_is_in_scope)
{
    EXPECT(lift("const int n = 100; void f() { int *o, n = 5, s; g([=] __device__(int i) { "
                "int s = 0; for (int n = 0; n < 2; n++) s += n; o[i] = n + s; }); }"));
    EXPECT(has("{o, n}"));
    EXPECT(lift("void f(int n, int m, float q) { g([=] __device__(int i) { { float n, *m = 0; "
                "if (float q = n) q++; else h(q, m); } return n + m; }); }"));
    EXPECT(has("{n, m}"));
    EXPECT(lift("void f(int n, int q) { g([=] __device__(int i) { auto h = [](int n) { return n; "
                "}; auto [q, r] = p; return h(q); }); }"));
    EXPECT(!has("{n"));
    EXPECT(!has("{q"));
    EXPECT(lift("int n; void f() { { int n = 1; } for (int n : v) { h(n); } "
                "g([=] __device__(int i) { return n; }); }"));
    EXPECT(has("__lockstep_lambda_0<0>{}"));
    EXPECT(lift("void f(int a, int b) { g([=] __device__(int i) { V w{a * b, i}; }); }"));
    EXPECT(has("{a, b}"));
}

TEST(a_call_with_an_address_declares_nothing)
{
    EXPECT(lift("void f(int *o, int s) { g([=] __device__(int i) { atomicAdd(&o[i], s); }); }"));
    EXPECT(has("{o, s}"));
    EXPECT(lift("void f(int o) { g([=] __device__(int i) { h(&o); h(*o, 1); T(*o); }); }"));
    EXPECT(has("{o}"));
    EXPECT(lift("void f(int o, int p) { g([=] __device__(int i) { int (*o)(int) = h, (&p)[3] = "
                "q; o(p[0]); }); }"));
    EXPECT(has("<0>{}"));
}

TEST(a_comparison_declares_nothing)
{
    EXPECT(lift("void f(int n, int q, int r) { g([=] __device__(int i) { if (i < n && i > q) "
                "h(q); for (int j = 0; j < n || j > r; j++) h(r); }); }"));
    EXPECT(has("{n, q, r}"));
    EXPECT(lift("void f(int n) { g([=] __device__(int i) { F<int &&, G<int &>> n; h(n); }); }"));
    EXPECT(has("<0>{}"));
}

TEST(arrays_and_objects_are_copied)
{
    EXPECT(lift("void f() { float a[3]; g([=] __device__(int i) { return a[i]; }); }"));
    EXPECT(has("auto &a = __lockstep_kept_0.at;"));
    EXPECT(has("{__lockstep_keep(a)}"));
    EXPECT(lift("struct S { int m; void f() { g([*this] __device__(int i) { this->m += m; }); } "
                "};"));
    EXPECT(has("{*this}"));
    EXPECT(has("(&__lockstep_this)"));
    EXPECT(has("__lockstep_this."));
    EXPECT(lift("struct B { int b; }; struct S : B { void f(); }; void S::f() { g([=] "
                "__device__(int i) { b = i; }); }"));
    EXPECT(has("{this}"));
    EXPECT(has("__lockstep_this->"));
    EXPECT(lift("struct S { int m; void f() { g([=] __device__(int i = m) { m = i; }); } };"));
    EXPECT(has("{this}"));
}

static const char *refusal(const char *text)
{
    static char message[256];
    Diagnostics diagnostics = {0};
    lambda_lift(text, strlen(text), "a.cu", &lifted, &diagnostics);
    snprintf(message, sizeof message, "%u:%u %s", diagnostics.items[0].position.line,
             diagnostics.items[0].position.column, diagnostics.items[0].message);
    EXPECT_EQ(diagnostics.error_count, 1);
    diagnostics_clear(&diagnostics);
    return message;
}

TEST(parameters_that_are_auto_make_a_template)
{
    EXPECT(lift("void f() { g([] __device__(auto i, const auto &v) { }); }"));
    EXPECT(has("template <class __lockstep_auto_0, class __lockstep_auto_1> __device__ auto "
               "operator()( __lockstep_auto_0 i, const __lockstep_auto_1 &v) const {"));
}

TEST(what_can_not_be_captured_is_refused_by_name)
{
    EXPECT(strstr(refusal("void f() {\n g([&] __device__() {}); }"), "2:5 ") != NULL);
    EXPECT(strstr(refusal("void f(int a) { g([=, &a] __device__() {}); }"), "reference") != NULL);
    EXPECT(strstr(refusal("void f(A... a) { g([a...] __device__() {}); }"), "pack") != NULL);
    EXPECT(strstr(refusal("void f(int a) { g([b{a}] __device__() {}); }"), "this form") != NULL);
    EXPECT(strstr(refusal("class S { int m; void f() { g([=] __device__() { m; }); } };"),
                  "private") != NULL);
}

TEST(captures_are_taken_as_they_are_listed)
{
    EXPECT(
        lift("void f() { g([a, n = h(1, 2)]__host__ __device__() mutable->int { return a; }); }"));
    EXPECT(has("__host__ __device__ auto operator()() ->int{\n"));
    EXPECT(has("decltype(h(1, 2))>::type>{a, h(1, 2)}"));
}

TEST(parameters_of_the_template_around_are_passed_on)
{
    EXPECT(lift("template <typename T, int N = 3> void f(T a)\n"
                "{ g([=] __device__(int i) { T b = a; }); }"));
    EXPECT(has("template <typename T, class __lockstep_0> struct __lockstep_lambda_0"));
    EXPECT(has("__lockstep_lambda_0<T, typename __lockstep_value<decltype(a)>::type>{a}"));
    text_destroy(&lifted);
}
