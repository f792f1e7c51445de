// SPDX-License-Identifier: Apache-2.0
// Expressions with classes: operators, conversions, references, initialization, lambdas.
#include "express_test.h"

#define COMPLEX                                                                                    \
    "struct C { float re, im; __device__ C(float r, float i = 0) : re(r), im(i) {}"                \
    " __device__ float norm() const { return re * re; }"                                           \
    " __device__ C &operator+=(const C &o) { re += o.re; return *this; } };"                       \
    "__device__ C operator*(const C &a, const C &b) { return C(a.re * b.re, a.im); }"

TEST(operators_of_classes_are_calls)
{
    EXPECT_TEXT(express_body(COMPLEX, "C a(1, 2), c = a * a; c += 2; f = c.norm();"),
                "  declare a : C by (call _ZN1CC1Eff (address a) 1:float 2:float)\n"
                "  declare c : C by (= c (call _ZmlRK1CS1_ (cast const C * (address a)) "
                "(cast const C * (address a))))\n"
                "  (call _ZN1CpLERKS_ (address c) (cast const C * (address (temporary <unnamed> "
                "(call _ZN1CC1Eff (address <unnamed>) 2:float 0:float)))))\n"
                "  (= f (call _ZNK1C4normEv (address c)))\n");
}

TEST(explicit_constructors_do_not_convert)
{
    const char *declarations = "struct E { int x; __device__ explicit E(int v) : x(v) {} };"
                               "__device__ void take(E) {}";
    EXPECT(strstr(express_body(declarations, "take(3);"), "cannot convert 'int' to 'E'") != NULL);
    EXPECT(strstr(express_body(declarations, "take(E(3));"), "call _Z4take1E") != NULL);
}

TEST(conditions_use_explicit_conversions_to_bool)
{
    EXPECT_TEXT(express_body("struct O { int v; __device__ explicit operator bool() const"
                             " { return v; } };",
                             "O o{3}; if (!o) i = 1;"),
                "  declare o : O by (= (member v o) 3:int)\n"
                "  if (! (call _ZNK1OcvbEv (address o)))\n    (= i 1:int)\n");
}

TEST(derived_objects_are_their_bases)
{
    EXPECT_TEXT(express_body("struct A { int x; }; struct B { int y; };"
                             "struct D : A, B { int z; };"
                             "__device__ void one(const B &) {} __device__ void two(B *) {}",
                             "D t; one(t); two(&t); i = t.y;"),
                "  declare t : D\n"
                "  (call _Z3oneRK1B (cast const B * (address (member @4 t))))\n"
                "  (call _Z3twoP1B (address (member @4 t)))\n"
                "  (= i (member y (member @4 t)))\n");
}

TEST(references_are_pointers)
{
    EXPECT_TEXT(express_body("__device__ void two(const int &a, int &c) {}",
                             "int &r = p[1]; r = 2; two(3, r); const float &t = i;"),
                "  declare r : int * by (= r (ptr+ p 1:int))\n"
                "  (= (deref r) 2:int)\n"
                "  (call _Z3twoRKiRi (cast const int * (address (temporary <unnamed> (= <unnamed> "
                "3:int)))) r)\n"
                "  declare t : const float * by (= t (cast const float * (address (temporary "
                "<unnamed> (= <unnamed> (cast float i))))))\n");
}

TEST(aggregates_are_zeroed_where_the_list_ends)
{
    EXPECT_TEXT(express_body("struct S { int a, c[2]; float x; };",
                             "S s = {1, 2, 3, 4}; S t = {1}; int w[3] = {7};"),
                "  declare s : S by (, (, (= (member a s) 1:int) (= (deref (ptr+ (address "
                "(member c s)) 0:long)) 2:int)) (, (= (deref (ptr+ (address (member c s)) 1:long)) "
                "3:int) (= (member x s) 4:float)))\n"
                "  declare t : S by (, (= t zero:S) (= (member a t) 1:int))\n"
                "  declare w : int[3] by (, (= w zero:int[3]) (= (deref (ptr+ (address w) 0:long)) "
                "7:int))\n");
}

TEST(arrays_take_their_bound_from_the_list)
{
    EXPECT_TEXT(express_body("", "int a[] = {1, 2, 3}; char s[] = \"ab\"; i = sizeof a + sizeof s;"
                                 " (void)a; (void)s;"),
                "  declare a : int[3] by (, (= (deref (ptr+ (address a) 0:long)) 1:int) (, (= "
                "(deref (ptr+ (address a) 1:long)) 2:int) (= (deref (ptr+ (address a) 2:long)) "
                "3:int)))\n"
                "  declare s : char[3] by (= s \"ab\")\n"
                "  (= i 15:int)\n  (cast void a)\n  (cast void s)\n");
}

TEST(auto_follows_the_initializer)
{
    EXPECT_TEXT(express_body("", "auto a = h + 1; const auto *c = p; auto &r = *q; auto e = 2.f;"),
                "  declare a : int by (= a (+ (cast int h) 1:int))\n"
                "  declare c : const int * by (= c (cast const int * p))\n"
                "  declare r : float * by (= r q)\n"
                "  declare e : float by (= e 2:float)\n");
}

TEST(lambdas_are_objects_with_a_call)
{
    const char *body = express_body("", "auto t = [=, &f](int z) { f += z; return z + i; };"
                                        " i = t(2);");
    EXPECT(strstr(body, "(member f") != NULL && strstr(body, "(address f)") != NULL);
    EXPECT(strstr(body, "(= (member i <unnamed>) i)") != NULL);
    EXPECT(strstr(body, "(address t) 2:int))") != NULL);
    EXPECT(strstr(express_body("", "auto t = [](int z) { return z + i; }; i = t(1);"),
                  "'i' is not captured by the lambda") != NULL);
}

TEST(parts_can_have_names)
{
    EXPECT_TEXT(express_body("struct P { int a; float c; };", "P t{1, 2}; auto [x, y] = t; i = x;"),
                "  declare t : P by (, (= (member a t) 1:int) (= (member c t) 2:float))\n"
                "  declare <unnamed> : P by (= <unnamed> t)\n"
                "  declare x : int * by (= x (address (member a <unnamed>)))\n"
                "  declare y : float * by (= y (address (member c <unnamed>)))\n"
                "  (= i (deref x))\n");
}

// C++17 [conv.prom]/3: int, although the values would fit unsigned int as well.
TEST(enumerations_promote_to_int)
{
    EXPECT_TEXT(express_body("enum F { P, Q }; enum class E : short { A = 5 };",
                             "i = i / Q; F t = P; b = i < t; i = static_cast<int>(E::A);"),
                "  (= i (/ i 1:int))\n  declare t : F by (= t 0:F)\n"
                "  (= b (< i (cast int t)))\n  (= i 5:int)\n");
}

TEST(generic_lambdas_are_instantiated_by_their_arguments)
{
    const char *body = express_body("", "auto t = [](auto x, auto y) { return x + y; };"
                                        " f = t(1, 2.5f);");
    EXPECT(strstr(body, "(= f (call _ZZ1k") != NULL && strstr(body, "1:int 2.5:float") != NULL);
}

TEST(folds_expand_packs)
{
    Checked *checked = express_check("template <class... T> __device__ int sum(T... t)"
                                     " { return (0 + ... + t); }"
                                     "__global__ void k(int *p) { *p = sum(1, 2); }");
    EXPECT_EQ(checked->diagnostics.count, 0);
    EXPECT(strstr(text_string(&checked->printed), "return (+ (+ 0:int t) t)") != NULL);
}
