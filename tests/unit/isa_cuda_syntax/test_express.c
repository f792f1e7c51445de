// SPDX-License-Identifier: Apache-2.0
// Expressions of plain C as the checked tree has them: types, conversions, precedence.
#include "express_test.h"

#define BODY(statements, wanted) EXPECT_TEXT(express_body("", statements), wanted)

TEST(operators_bind_by_precedence)
{
    BODY("i = i + i * i - -i;", "  (= i (- (+ i (* i i)) (neg i)))\n");
    BODY("b = i < 3 && i > 1 || b;", "  (= b (|| (&& (< i 3:int) (> i 1:int)) b))\n");
    BODY("i = i = 2;", "  (= i (= i 2:int))\n");
    BODY("i = i << 2 & 3 | 1 ^ i;", "  (= i (| (& (<< i 2:int) 3:int) (^ 1:int i)))\n");
}

// C++17 [expr.arith.conv].
TEST(operands_get_their_common_type)
{
    BODY("d = i + f;", "  (= d (cast double (+ (cast float i) f)))\n");
    BODY("l = i + u;", "  (= l (cast long (+ (cast unsigned int i) u)))\n");
    BODY("i = h + h;", "  (= i (+ (cast int h) (cast int h)))\n");
    BODY("d = f * d;", "  (= d (* (cast double f) d))\n");
    BODY("l = u + l;", "  (= l (+ (cast long u) l))\n");
}

TEST(shifts_have_the_type_of_their_left_operand)
{
    BODY("i = h << l;", "  (= i (<< (cast int h) l))\n");
    BODY("u = u >> i;", "  (= u (>> u i))\n");
}

TEST(constants_are_folded)
{
    BODY("i = 2 * 3 + 1;", "  (= i 7:int)\n");
    BODY("l = 1LL << 40;", "  (= l 1099511627776:long)\n");
    BODY("i = -5 / 2 * 10 + -5 % 3;", "  (= i -22:int)\n");
    BODY("u = 5u - 6;", "  (= u 4294967295:unsigned int)\n");
    BODY("f = 1.0 / 4;", "  (= f 0.25:float)\n");
    BODY("l = sizeof(int[3]) + alignof(double) + sizeof p;", "  (= l 28:long)\n");
}

TEST(pointers_move_by_elements)
{
    BODY("i = p[i];", "  (= i (deref (ptr+ p i)))\n");
    BODY("i = 2[p];", "  (= i (deref (ptr+ p 2:int)))\n");
    BODY("l = p - &p[2];", "  (= l (ptrdiff p (ptr+ p 2:int)))\n");
    BODY("p += i; p++;", "  (ptr+= int * p i)\n  (x++ p)\n");
    BODY("b = p && q != nullptr;", "  (= b (&& (cast bool p) (!= q 0:float *)))\n");
}

TEST(compound_assignment_works_in_the_common_type)
{
    BODY("h += 1;", "  (+= int h 1:int)\n");
    BODY("i *= 2.5;", "  (*= double i 2.5:double)\n");
    BODY("h <<= i;", "  (<<= int h i)\n");
}

TEST(casts_say_what_they_do)
{
    BODY("i = (int)f; f = float(i); p = (int *)q; l = (long)p;",
         "  (= i (cast int f))\n  (= f (cast float i))\n  (= p (cast int * q))\n"
         "  (= l (cast long p))\n");
    BODY("i = *reinterpret_cast<int *>(&f); i = static_cast<int>(d);",
         "  (= i (deref (cast int * (address f))))\n  (= i (cast int d))\n");
    BODY("(float(i) * 2); (void)i;", "  (* (cast float i) 2:float)\n  (cast void i)\n");
}

TEST(a_conditional_of_lvalues_is_one)
{
    BODY("(b ? i : *p) = 3;", "  (= (? b i (deref p)) 3:int)\n");
    BODY("d = b ? i : f;", "  (= d (cast double (? b (cast float i) f)))\n");
    BODY("p = b ? p : 0;", "  (= p (? b p 0:int *))\n");
}

TEST(arrays_decay_and_nest)
{
    BODY("int m[2][3]; m[1][2] = *m[0];",
         "  declare m : int[2][3]\n"
         "  (= (deref (ptr+ (address (deref (ptr+ (address m) 1:int))) 2:int)) "
         "(deref (address (deref (ptr+ (address m) 0:int)))))\n");
}

TEST(threads_are_found_by_special_registers)
{
    BODY("i = blockIdx.x * blockDim.x + threadIdx.x;",
         "  (= i (cast int (+ (* (ctaid_x) (ntid_x)) (tid_x))))\n");
    BODY("u = gridDim.z + warpSize;", "  (= u (+ (nctaid_z) (cast unsigned int (warpsize))))\n");
    BODY("uint3 t = threadIdx;",
         "  declare t : uint3 by (= t (temporary threadIdx (, (, (= (member x threadIdx) (tid_x)) "
         "(= (member y threadIdx) (tid_y))) (= (member z threadIdx) (tid_z)))))\n");
}

TEST(builtins_convert_their_arguments)
{
    BODY("f = __builtin_fmaf(i, f, d);", "  (= f (fmaf (cast float i) f (cast float d)))\n");
    BODY("i = __builtin_atomic_add(p, h);", "  (= i (atomic_add p (cast int h)))\n");
}

TEST(printf_promotes_its_arguments)
{
    BODY("__builtin_printf(\"%d %f\", h, f);",
         "  (printf (address \"%d %f\") (cast int h) (cast double f))\n");
}

TEST(statement_expressions_have_the_last_value)
{
    BODY(
        "i = ({ int t = i; t + 1; });",
        "  (= i (statements\n    {\n      declare t : int by (= t i)\n    }\n     (+ t 1:int)))\n");
}

TEST(expressions_nest_only_so_deep)
{
    static char text[8000];
    strcpy(text, "i = ");
    for (int i = 0; i < 3000; i++) {
        strcat(text, "(");
    }
    EXPECT(strstr(express_body("", text), "nested too deeply") != NULL);
}
