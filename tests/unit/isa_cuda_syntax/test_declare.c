// SPDX-License-Identifier: Apache-2.0
#include "front_test.h"

#define STORE(value) "__global__ void k(long *p) { *p = " value "; }"

TEST(declarators_are_read_inside_out)
{
    EXPECT_TEXT(front_print("__device__ int (*table[3])(const float *, char);"
                            "__device__ int (*rows)[4]; __device__ int *columns[2];"),
                "variable global table : int (*[3])(const float *, char)\n"
                "variable global rows : int (*)[4]\n"
                "variable global columns : int *[2]\n");
}

TEST(a_kernel_is_named_as_nvcc_names_it)
{
    const char *printed = front_print("__global__ void f(float *a, int n) {}"
                                      "extern \"C\" __global__ void g() {}"
                                      "namespace a { static __global__ void h() {} }");
    EXPECT(strstr(printed, "_Z1fPfi(") != NULL);
    EXPECT(strstr(printed, "kernel g(") != NULL);
    EXPECT(strstr(printed, "_ZN1a") != NULL);
}

TEST(constants_of_namespaces_are_values)
{
    EXPECT_EQ(
        front_value(
            "const int n = 4; constexpr int m = n * 3; enum { A, B = 7, C };"
            "enum class K : unsigned char { W = sizeof(struct P { short a; }), X = W };" STORE(
                "n + m + C + (int)K::X")),
        4 + 12 + 8 + 2);
}

TEST(constexpr_functions_are_evaluated)
{
    EXPECT_EQ(front_value("__host__ __device__ constexpr int ceil_div(int a, int b)"
                          "{ return (a + b - 1) / b; }"
                          "constexpr int tiles = ceil_div(100, 32);" STORE("tiles")),
              4);
}

TEST(attributes_give_alignment_and_bounds)
{
    EXPECT_EQ(front_value("struct __align__(16) A { float x; };"
                          "struct alignas(32) B { int y; };"
                          "struct C { char c; int i; } __attribute__((packed));" STORE(
                              "sizeof(A) + sizeof(B) + alignof(B)")),
              16 + 32 + 32);
    SyntaxOptions options = {0};
    Checked *checked =
        front_check("__global__ void __launch_bounds__(128 * 2, 3) k() {}", &options);
    EXPECT_EQ(checked->tree->functions[0]->max_threads, 256u);
    EXPECT_EQ(checked->tree->functions[0]->min_blocks, 3u);
}

TEST(variables_live_in_their_spaces)
{
    EXPECT_TEXT(front_print("__constant__ int c[2] = {1, 2}; __device__ float d;"),
                "variable constant c : int[2] = 01000000 02000000\n"
                "variable global d : float\n");
    const char *printed = front_print("__global__ void k() { __shared__ int s[4]; s[0] = 1; "
                                      "extern __shared__ char x[]; x[0] = 2; }");
    EXPECT(strstr(printed, "variable shared") != NULL);
    EXPECT(strstr(printed, "variable shared extern") != NULL);
}

TEST(host_code_is_skipped)
{
    EXPECT_EQ(front_errors("static std::vector<int> v; int main(int n, char **a) {"
                           "  k<<<1, 2>>>(v.data()); try { } catch (...) {} return 0; }"
                           "template <class T> std::map<T, int> m(T t) { return {}; }"
                           "namespace fs = std::filesystem; using std::cout;"
                           "struct H { std::string s; virtual ~H(); };"),
              0u);
}

TEST(device_code_that_uses_the_host_says_why)
{
    EXPECT_TEXT(front_first_error("int counter; __global__ void k() { counter = 1; }"),
                "'counter' is host code: a host variable; declare it __device__ or pass it to the "
                "kernel");
    EXPECT(strstr(front_first_error("struct H { std::string s; }; __global__ void k() { H h; }"),
                  "'H' is host code: 'std' is not declared") != NULL);
}

TEST(independent_errors_are_all_reported)
{
    EXPECT_EQ(front_errors("__device__ int f() { return 1 }\n"
                           "__device__ int g(flaot x) { return 2; }\n"
                           "__device__ int h() { return missing; }\n"
                           "__device__ int fine() { return 3; }\n"),
              3u);
    EXPECT_TEXT(front_first_error("__device__ int g(flaot x) { return 2; }"),
                "'flaot' is not declared");
}

TEST(a_kernel_returns_nothing)
{
    EXPECT_TEXT(front_first_error("__global__ int k() { return 1; }"),
                "a __global__ function must have a void return type");
}

TEST(default_arguments_are_filled_in)
{
    EXPECT_EQ(front_value("__host__ __device__ constexpr int f(int a, int b = 5);"
                          "__host__ __device__ constexpr int f(int a, int b) { return a * b; }"
                          "constexpr int x = f(3);" STORE("x")),
              15);
}

TEST(namespaces_open_aliases_and_using)
{
    EXPECT_EQ(front_value("namespace a { namespace b { const int x = 2; }"
                          "inline namespace v { const int y = 3; } namespace { const int z = 4; } }"
                          "namespace c = a::b; using c::x; using namespace a;" STORE("x + y + z")),
              9);
}

TEST(static_assertions_are_checked)
{
    EXPECT_EQ(front_errors("static_assert(sizeof(long) == 8, \"LP64\");"), 0u);
    EXPECT_TEXT(front_first_error("static_assert(sizeof(int) == 8, \"no\");"),
                "static assertion failed: \"no\"");
}

TEST(nesting_has_a_limit)
{
    static char text[40000];
    strcpy(text, "__device__ int ");
    for (int i = 0; i < 5000; i++) {
        strcat(text, "(*");
    }
    EXPECT(front_errors(text) > 0);
}
