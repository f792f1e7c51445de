// SPDX-License-Identifier: Apache-2.0
// What the front end says about wrong expressions and statements: place, words, and no cascades.
#include "express_test.h"

#define SAYS(statements, wanted) EXPECT_TEXT(express_body("", statements), wanted)

TEST(operands_are_named_by_their_types)
{
    SAYS("f = q + 1.0;", "3:8: invalid operands to binary '+': 'float *' and 'double'\n");
    SAYS("i = f % 2;", "3:8: invalid operands to binary '%': 'float' and 'int'\n");
    SAYS("p = q;", "3:4: cannot convert 'float *' to 'int *' in assignment\n");
    SAYS("i = *i;", "3:6: invalid operand of unary '*': expected a pointer, got 'int'\n");
}

TEST(names_get_suggestions)
{
    SAYS("i = threadidx.x;",
         "3:6: 'threadidx' was not declared in this scope; did you mean 'threadIdx'?\n");
    EXPECT_TEXT(express_body("struct S { int alpha; };", "S s; s.alpa = 1;"),
                "3:9: 'S' has no member 'alpa'; did you mean 'alpha'?\n");
    SAYS("zzzzzzzz = 1; zzzzzzzz = 2;", "3:2: 'zzzzzzzz' was not declared in this scope\n");
}

TEST(constants_cannot_change)
{
    SAYS("threadIdx.x = 1;", "3:14: assignment of a read-only built-in variable\n");
    SAYS("const int c = i; c = 2;", "3:21: assignment of read-only 'c' of type 'const int'\n");
    SAYS("i + 1 = 2;", "3:8: lvalue required as operand of assignment\n");
}

TEST(host_functions_cannot_be_called)
{
    EXPECT_TEXT(express_body("int host(int x) { return x; }", "i = host(2);"),
                "3:6: calling the __host__ function 'host' from the __global__ function 'k' is not "
                "allowed\n1:5: note: 'host' is declared here, without __device__\n");
}

TEST(arguments_are_counted)
{
    EXPECT_TEXT(express_body("__device__ void two(int a, float c) {}", "two(1);"),
                "3:2: too few arguments to 'two': expected 2, got 1\n"
                "1:17: note: 'void two(int, float)' is declared here\n");
}

TEST(what_device_code_has_not_is_refused_by_name)
{
    SAYS("throw 1;", "3:2: exceptions are not supported in device code\n");
    SAYS("p = dynamic_cast<int *>(p);", "3:6: 'dynamic_cast' is not supported in device code\n");
    SAYS("try { i = 1; } catch (...) { }",
         "3:2: exceptions are not supported in device code ('try')\n");
    SAYS("i = other<<<1>>>(2);", "3:6: 'other' was not declared in this scope\n");
    EXPECT_TEXT(express_body("__device__ void two(int a) {}", "two<<<1, 2>>>(1);"),
                "3:5: only a kernel (__global__) can be launched with <<<...>>>\n");
    EXPECT_TEXT(express_body("__global__ void one(int a) {}", "one<<<1>>>(1);"),
                "3:5: a launch needs <<<grid, block>>>, and may have a size of shared memory and a "
                "stream: expected 2 to 4 values, got 1\n");
}

TEST(jumps_need_their_target)
{
    SAYS("break;", "3:2: 'break' statement not within a loop or switch\n");
    SAYS("continue;", "3:2: 'continue' statement not within a loop\n");
    SAYS("goto nowhere;", "3:7: label 'nowhere' is used but not defined\n");
    SAYS("switch (i) { case 1: case 1: ; }",
         "3:23: duplicate 'case' value\n3:15: note: previously used here\n");
}

TEST(certain_mistakes_are_warned_of)
{
    SAYS("i == 1;", "3:4: warning: comparison result unused; did you mean '='?\n");
    SAYS("if (i = 1) u = 2;", "3:8: warning: assignment used as a condition; use '==' to compare, "
                              "or parentheses if the assignment is intended\n");
    SAYS("i = i / 0;", "3:8: warning: division by zero\n");
    SAYS("i = i << 32;", "3:8: warning: shift count >= width of type (32 bits of 'int')\n");
    SAYS("int t = t + 1;", "3:12: warning: 't' is used uninitialized in its own initialization\n");
    EXPECT_TEXT(express_messages("__device__ int f(int x) { if (x) return 1; }\n"
                                 "__global__ void k(int *p) { *p = f(2); }"),
                "1:44: warning: 'f' reaches its end without returning a value of type 'int'\n");
}

TEST(formats_are_checked)
{
    SAYS("__builtin_printf(\"%d\", f);",
         "3:25: warning: format '%d' does not match the argument's type 'double'\n");
    SAYS("__builtin_printf(\"%d %s\", i);",
         "3:2: warning: too few arguments for the format: none for '%s'\n");
    SAYS("__builtin_printf(\"%%\", i);",
         "3:2: warning: too many arguments for the format: 1 are not used\n");
}

TEST(independent_errors_are_all_reported)
{
    SAYS("i = ; u = q; p = 2.0;", "3:6: expected an expression, found ';'\n"
                                  "3:10: cannot convert 'float *' to 'unsigned int' in assignment\n"
                                  "3:17: cannot convert 'double' to 'int *' in assignment\n");
}

TEST(unused_functions_are_checked_in_order_of_the_source)
{
    SyntaxOptions options = {.compute_capability = 90, .is_full_check = true};
    Checked *checked = front_check("__device__ int one() { return a; }\n"
                                   "__device__ int two() { return b; }\n"
                                   "__device__ int three() { return c; }\n"
                                   "__device__ int four() { return d; }\n"
                                   "__device__ int five() { return e; }\n"
                                   "__device__ int six() { return f; }\n",
                                   &options);
    EXPECT_EQ(checked->diagnostics.error_count, 6u);
    for (uint32_t i = 0; i < checked->diagnostics.count; i++) {
        EXPECT_EQ(checked->diagnostics.items[i].position.line, i + 1);
    }
}

TEST(only_special_members_are_defaulted)
{
    EXPECT_TEXT(
        express_body("struct S { __device__ S(); __device__ S(int) = default; };", "i = 1;"),
        "1:39: only special members and comparisons with '==' and '!=' can be defaulted\n");
    EXPECT_TEXT(express_body("struct S { __device__ ~S() {} __device__ void f(int) = default; };",
                             "S s; s.f(1);"),
                "1:47: only special members and comparisons with '==' and '!=' can be defaulted\n");
}

TEST(a_lambda_that_says_throw_ends)
{
    SAYS("auto a = [] throw int { return 1; };",
         "3:20: expected '{' after the lambda's parameters, found 'int'\n");
}

TEST(a_class_is_not_copied_by_value)
{
    EXPECT_TEXT(express_body("struct M { int v; __device__ M(int x) : v(x) {} M(const M &) = "
                             "default; __device__ M(M p, int q = 1) : v(p.v) {} };",
                             "M m = 3, n = static_cast<M &&>(m); i = n.v;"),
                "1:84: the copy constructor of 'M' cannot take it by value; use 'const M &'\n");
}
