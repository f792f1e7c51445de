// SPDX-License-Identifier: Apache-2.0
#include "sim/program/lambda.h"

#include "tests/test.h"

#include <string.h>

static Text lifted;

static bool lift(const char *text)
{
    lifted.size_bytes = 0;
    return lambda_lift(text, strlen(text), "a.cu", &lifted);
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
               "    y[i] = a * g;\n  } };\n#line 2 \"a.cu\"\nint main()"));
    EXPECT(has("k<<<1, 1>>>(__lockstep_lambda_0<typename __lockstep_value<decltype(y)>::type, "
               "typename __lockstep_value<decltype(a)>::type>{y, a}\n\n);\n}\n"));
}

TEST(what_the_lambda_declares_is_not_captured)
{
    EXPECT(lift("void f(float *x, int i)\n{ int t = 0; g([=] __device__(int i) { float t = x[i]; "
                "float *p = x; for (int j = 0; j < 3; j++) p[j] = t; }); }"));
    EXPECT(has("{x}"));
}

TEST(captures_are_taken_as_they_are_listed)
{
    EXPECT(
        lift("void f() { g([a, n = h(1, 2)]__host__ __device__() mutable->int { return a; }); }"));
    EXPECT(has("__host__ __device__ auto operator()() ->int{ return a; }"));
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

TEST_MAIN()
