// SPDX-License-Identifier: Apache-2.0
// Which function a call means, C++17 [over.match].
#include "express_test.h"

#define FUNCTIONS                                                                                  \
    "struct B {}; struct D : B {}; namespace n { struct V {}; __device__ int inner(V)"             \
    " { return 0; } }"                                                                             \
    "__device__ int fn(int) { return 1; } __device__ int fn(double) { return 2; }"                 \
    "__device__ int fn(const B &) { return 3; } __device__ int fn(const void *) { return 4; }"     \
    "__device__ int rv(int &) { return 1; } __device__ int rv(const int &) { return 2; }"          \
    "__device__ int rv(int &&) { return 3; }"                                                      \
    "template <class T> __device__ int tm(T) { return 1; }"                                        \
    "template <class T> __device__ int tm(T *) { return 2; }"                                      \
    "__device__ int tm(float) { return 3; }"                                                       \
    "__device__ int df(int a, int c = 7, float e = 2) { return a; }"                               \
    "struct M { __device__ int get() { return 1; } __device__ int get() const { return 2; }"       \
    " static __device__ int make() { return 3; } };"

#define CALLS(statement, mangled)                                                                  \
    EXPECT(strstr(express_body(FUNCTIONS, statement), "call " mangled) != NULL)

TEST(the_best_conversion_wins)
{
    CALLS("i = fn(i);", "_Z2fni ");
    CALLS("i = fn(h);", "_Z2fni ");
    CALLS("i = fn(f);", "_Z2fnd ");
    CALLS("D t; i = fn(t);", "_Z2fnRK1B ");
    CALLS("i = fn(p);", "_Z2fnPKv ");
}

TEST(references_bind_by_category)
{
    CALLS("i = rv(i);", "_Z2rvRi ");
    CALLS("const int c = i; i = rv(c);", "_Z2rvRKi ");
    CALLS("i = rv(i + 1);", "_Z2rvOi ");
    CALLS("i = rv(static_cast<int &&>(i));", "_Z2rvOi ");
}

TEST(plain_functions_go_before_templates_and_special_ones_before_general)
{
    CALLS("i = tm(f);", "_Z2tmf ");
    CALLS("i = tm(i);", "_Z2tmIiE");
    EXPECT(strstr(express_body(FUNCTIONS, "i = tm(p);"), "PT_") != NULL);
}

TEST(arguments_lead_to_their_namespace)
{
    CALLS("n::V v; i = inner(v);", "_ZN1n5innerENS_1VE ");
}

TEST(defaults_fill_in)
{
    CALLS("i = df(1);", "_Z2dfiif 1:int 7:int 2:float");
    CALLS("i = df(1, 3);", "_Z2dfiif 1:int 3:int 2:float");
}

TEST(methods_see_whether_their_object_is_const)
{
    CALLS("M m; i = m.get();", "_ZN1M3getEv (address m)");
    CALLS("const M m{}; i = m.get();", "_ZNK1M3getEv (address m)");
    CALLS("i = M::make();", "_ZN1M4makeEv");
}

TEST(ambiguous_calls_are_errors_with_candidates)
{
    EXPECT_TEXT(
        express_messages("__device__ void g(int, float) {}\n__device__ void g(float, int) {}\n"
                         "__global__ void k() { g(1, 1); }"),
        "3:23: call to 'g(int, int)' is ambiguous\n"
        "1:17: note: candidate: void g(int, float)\n"
        "2:17: note: candidate: void g(float, int)\n");
}

TEST(functions_have_addresses)
{
    EXPECT(strstr(express_body(FUNCTIONS, "int (*t)(double) = fn; i = t(2);"), "_Z2fnd") != NULL);
}

// C++17 [over.match.oper]/3: a class that an integer makes leaves comparisons of enumerations
// alone.
TEST(operators_of_enumerations_stay_their_own)
{
    const char *classes = "struct H { float f; __device__ H(int i) : f(i) {} };\n"
                          "__device__ bool operator==(H a, H b) { return a.f == b.f; }\n"
                          "enum E { E0, E1 }; enum G { G0, G1 };\n"
                          "__device__ bool operator==(const G &a, G) { return a; }\n";
    char *alone = strdup(express_body("enum E { E0, E1 };", "E e = E1; b = e == E0;"));
    EXPECT_TEXT(express_body(classes, "E e = E1; b = e == E0;"), alone);
    free(alone);
    EXPECT(strstr(express_body(classes, "G g = G1; b = g == G0;"), "_ZeqRK1GS_") != NULL);
    EXPECT(strstr(express_body(classes, "H h(1); b = h == E0;"), "_Zeq1HS_") != NULL);
}
