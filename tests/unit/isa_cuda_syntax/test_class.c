// SPDX-License-Identifier: Apache-2.0
#include "front_test.h"

#define STORE(value) "__global__ void k(long *p) { *p = " value "; }"

// Sizes are those g++ and nvcc give on x86-64.
TEST(layout_follows_the_abi)
{
    EXPECT_EQ(front_value("struct A { char c; double d; short s; };" STORE("sizeof(A)")), 24);
    EXPECT_EQ(front_value("struct E {}; struct B : E { int i; };" STORE("sizeof(B)")), 4);
    EXPECT_EQ(front_value(
                  "struct A { A(); int x; char c; }; struct B : A { char d; };" STORE("sizeof(B)")),
              8);
    EXPECT_EQ(
        front_value("struct A { int x; char c; }; struct B : A { char d; };" STORE("sizeof(B)")),
        12);
    EXPECT_EQ(front_value(STORE("sizeof(long double) + 256 * alignof(long double)")), 16 * 257);
    EXPECT_EQ(front_value("union U { char c[5]; int i; };" STORE("sizeof(U)")), 8);
}

TEST(bit_fields_share_units)
{
    EXPECT_EQ(front_value("struct A { int a : 3; int b : 10; };" STORE("sizeof(A)")), 4);
    EXPECT_EQ(front_value("struct A { char c; int b : 25; };" STORE("sizeof(A)")), 8);
    EXPECT_EQ(front_value("struct A { int a : 3; int : 0; int b : 3; };" STORE("sizeof(A)")), 8);
}

TEST(members_of_anonymous_unions_are_the_class_s)
{
    SyntaxOptions options = {0};
    Checked *checked = front_check("struct V { int tag; union { int i; float f; }; };"
                                   "__global__ void k(V *v) { v->f = 1.0f; }",
                                   &options);
    EXPECT_EQ(checked->diagnostics.error_count, 0u);
    const Expression *member = checked->tree->functions[0]->body->first->a->a;
    EXPECT_EQ(member->field->offset_bytes + member->a->field->offset_bytes, 4u);
}

TEST(static_members_are_constants)
{
    EXPECT_EQ(front_value("struct S { static const int a = 2; static constexpr int b = a * 4;"
                          "enum { c = 1 }; };" STORE("S::a + S::b + S::c")),
              11);
}

TEST(constructors_initialize_in_order_of_declaration)
{
    const char *printed =
        front_print("struct P { int a; int b = 3; __device__ P(int x) : a(x) {} };"
                    "__global__ void k() { P p(1); }");
    const char *a = strstr(printed, "(= (member a (deref this)) x)");
    const char *b = strstr(printed, "(= (member b (deref this)) 3:int)");
    EXPECT(a != NULL && b != NULL && a < b);
}

TEST(methods_may_be_defined_outside)
{
    EXPECT_EQ(front_errors("struct A { int x; __device__ int get() const; __device__ A(); };"
                           "__device__ A::A() : x(2) {}"
                           "__device__ int A::get() const { return x; }"
                           "__global__ void k(int *p) { A a; *p = a.get(); }"),
              0u);
    EXPECT_TEXT(front_first_error("struct A { int x; }; __device__ int A::f() { return 1; }"),
                "'f' is not a member of 'A'");
}

TEST(members_of_bases_are_found)
{
    EXPECT_EQ(front_errors("struct A { int x; __device__ int f() { return x; } };"
                           "struct B : public A { __device__ int g() { return f() + x; } };"
                           "__global__ void k(int *p) { B b; b.x = 1; *p = b.g(); }"),
              0u);
}

TEST(destructors_run_members_after_the_body)
{
    const char *printed = front_print("__device__ int n; struct A { __device__ ~A() { n = 1; } };"
                                      "struct B { A a; }; __global__ void k() { B b; }");
    EXPECT(strstr(printed, "_ZN1BD1Ev") != NULL);
    EXPECT(strstr(printed, "(call _ZN1AD1Ev (address (member a (deref this))))") != NULL);
}

TEST(classes_with_trivial_members_need_no_special_ones)
{
    SyntaxOptions options = {0};
    Checked *checked = front_check(
        "struct A { int x[3]; }; __global__ void k(A *p) { A a; a = p[0]; p[1] = a; }", &options);
    EXPECT_EQ(checked->diagnostics.error_count, 0u);
    EXPECT_EQ(checked->tree->function_count, 1u);
}

TEST(virtual_functions_give_a_class_its_pointer)
{
    EXPECT_EQ(front_value("struct A { virtual __device__ void f() {} int a; };"
                          "struct B : A { int b; __device__ void f() {} };"
                          "struct C { double x; }; struct D : C, B {};" STORE(
                              "sizeof(A) * 10000 + sizeof(B) * 100 + sizeof(D)")),
              161624);
}

TEST(abstract_classes_have_no_objects)
{
    EXPECT_TEXT(front_first_error("struct A { virtual __device__ void f() = 0; };"
                                  "struct B : A { __device__ void g() {} };"
                                  "__global__ void k() { B b; }"),
                "cannot create an object of the abstract class 'B'");
    EXPECT_TEXT(front_first_error("struct A { virtual __device__ void f() = 0; };"
                                  "__global__ void k() { A *a = new A; }"),
                "cannot create an object of the abstract class 'A'");
}

TEST(typedefs_name_unnamed_structs)
{
    EXPECT_EQ(front_value("typedef struct { float x, y; } Point; typedef struct Tag { int a; } Tag;"
                          "struct Tag t2(); " STORE("sizeof(Point) + sizeof(Tag)")),
              12);
}

TEST(host_methods_do_not_spoil_a_class)
{
    EXPECT_EQ(front_value("struct A { int x; std::string name() const { return \"\"; }"
                          "std::vector<int> list(std::map<int, int> m); };" STORE("sizeof(A)")),
              4);
}
