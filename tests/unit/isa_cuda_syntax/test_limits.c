// SPDX-License-Identifier: Apache-2.0
// Sizes that multiply and types that need themselves: refused in words, in little time and memory.
#include "front_test.h"

static Text source;

static const char *doubled(const char *first, const char *each, const char *last, uint32_t times)
{
    source.size_bytes = 0;
    text_put(&source, first);
    for (uint32_t i = 1; i <= times; i++) {
        for (const char *at = each; *at != '\0';
             at++) { // # is this line's number, @ the one before
            if (*at == '#' || *at == '@') {
                text_printf(&source, "%u", *at == '#' ? i : i - 1);
            } else {
                text_add(&source, at, 1);
            }
        }
    }
    text_put(&source, last);
    return text_string(&source);
}

TEST(types_may_double_many_times)
{
    EXPECT_EQ(front_errors(doubled("template <class A, class B> struct P { A *a; B *b; };"
                                   "typedef P<int, int> T0;",
                                   "typedef P<T@, T@> T#;",
                                   "__global__ void k(int *o, T60 *p) { o[0] = sizeof *p; }", 60)),
              0u);
    EXPECT_EQ(front_errors(doubled("typedef int F0();", "typedef F@ *F#(F@ *, F@ *);",
                                   "__global__ void k(F60 *f) {}", 60)),
              0u);
    EXPECT(strstr(front_first_error(doubled("typedef int F0();", "typedef F@ *F#(F@ *, F@ *);",
                                            "__global__ void k(F60 *f) { int x = f; }", 60)),
                  "cannot convert") != NULL);
}

TEST(objects_have_a_largest_size)
{
    EXPECT_TEXT(front_first_error(doubled("struct S0 { int a; };", "struct S# { S@ a, b; };",
                                          "__global__ void k(S70 *p) {}", 70)),
                "'S39' is too large: an object has at most 2^40 bytes");
    EXPECT_TEXT(front_first_error("__device__ int a[1ull << 60];"),
                "array is too large: an object has at most 2^40 bytes");
    EXPECT_TEXT(front_first_error("__device__ char b[1ull << 40] = \"x\";"),
                "'char[1099511627776]' is too large for an initial value: at most 64 MiB");
}

TEST(a_class_cannot_hold_itself)
{
    const char *kernel = " __global__ void k() {}";
    static const char *const texts[] = {
        "struct S { S s; };", "struct S { S s[2]; };", "struct S { int a; const S s; };",
        "template <class T> struct S { S<T> s; }; struct U { S<int> s; };"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        source.size_bytes = 0;
        text_printf(&source, "%s%s", texts[i], kernel);
        EXPECT(strstr(front_first_error(text_string(&source)), "incomplete type") != NULL);
    }
    EXPECT_TEXT(front_first_error("struct S : S {}; __global__ void k() {}"),
                "base class 'S' has incomplete type");
    EXPECT(strstr(front_first_error("struct S { int a[sizeof(S)]; };"
                                    "__global__ void k(S *s) { s->a[0] = 1; }"),
                  "'sizeof' applied to incomplete type 'S'") != NULL);
    EXPECT_EQ(front_errors("struct S { S *a[2]; static S b; S &c; }; __global__ void k(S *s) {}"),
              0u);
}

TEST(functions_declared_by_their_type_have_no_value)
{
    EXPECT_TEXT(front_first_error("typedef int F(int); __device__ F f{};"),
                "'f' has function type and cannot be initialized");
    EXPECT_TEXT(front_first_error("typedef int F(int); __device__ F f = 3;"),
                "'f' has function type and cannot be initialized");
    EXPECT_EQ(
        front_errors("typedef int F(int); __device__ F f; __device__ int f(int x) { return x; }"
                     "struct S { __device__ F g; }; __device__ int S::g(int x) { return x; }"
                     "__global__ void k(int *o, S s) { o[0] = f(1) + s.g(2); }"),
        0u);
}

TEST(a_member_of_unknown_bound_has_a_value_in_static_variables_only)
{
    static const char wanted[] =
        "flexible array member ('char[]') cannot be initialized; give it a size";
    EXPECT_TEXT(front_first_error("struct S { int a; char b[]; };"
                                  "__global__ void k() { S c = {1, \"xyz\"}; }"),
                wanted);
    EXPECT_TEXT(front_first_error("struct S { int a; char b[]; };"
                                  "__global__ void k() { S c = {1, {2, 3}}; }"),
                wanted);
    EXPECT_EQ(front_errors("struct S { int a; char b[]; }; __device__ S c = {1, {2, 3}};"), 0u);
}

TEST(names_in_ptx_are_never_cut)
{
    EXPECT_TEXT(front_first_error(doubled("typedef int T0;", "typedef T@ *T#;",
                                          "__global__ void k(T300 a) {}", 300)),
                "the mangled name of 'k' is too long");
}

TEST(tables_are_as_long_as_their_list)
{
    EXPECT_EQ(front_errors(doubled("__device__ int t[] = {0", ", #",
                                   "}; __global__ void k(int *o) {"
                                   " o[0] = t[o[1]]; }",
                                   20000)),
              0u);
}

TEST(else_ifs_do_not_nest)
{
    static const char first[] = "__device__ int f(int x) { if (x == 0) return 0;";
    EXPECT_EQ(front_errors(doubled(first, " else if (x == #) return #;",
                                   " else return -1; }"
                                   "__global__ void k(int *o) { o[0] = f(o[1]); }",
                                   5000)),
              0u);
    EXPECT_EQ(front_errors(doubled("__global__ void k(int *o, int x) { if (x == 0) o[0] = 0;",
                                   " else if (x == #) o[0] = #;", " else o[0] = 9; }", 5000)),
              0u);
}
