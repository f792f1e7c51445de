// SPDX-License-Identifier: Apache-2.0
// Statements as the checked tree has them.
#include "express_test.h"

#define BODY(statements, wanted) EXPECT_TEXT(express_body("", statements), wanted)
#define GUARD                    "struct G { int *p; __device__ G(int *q) : p(q) {} __device__ ~G() { *p = 0; } };"

TEST(conditions_may_declare)
{
    BODY("if (int t = i; t > 2) i = t;",
         "  {\n    declare t : int by (= t i)\n    if (> t 2:int)\n      (= i t)\n  }\n");
    BODY("while (int t = *p) i = t;", "  while 1:bool\n    {\n      declare t : int by (= t "
                                      "(deref p))\n      if (cast bool t)\n"
                                      "        (= i t)\n      else\n        break\n    }\n");
}

TEST(loops_carry_their_unrolling)
{
    EXPECT(strstr(express_body("", "\n#pragma unroll\nfor (i = 0; i < 4; i++) p[i] = 0;"),
                  "  unroll for") != NULL);
    EXPECT(strstr(express_body("", "\n#pragma unroll 8\nfor (i = 0; i < 4; i++) p[i] = 0;"),
                  "  unroll(8) for") != NULL);
    EXPECT(strstr(express_body("", "\n#pragma nounroll\nwhile (i) i--;"), "  unroll(1) while") !=
           NULL);
    EXPECT(strstr(text_string(&express_check("template <int N> __device__ void f(int *p) {\n"
                                             "_Pragma(\"unroll (N + 1)\")\n"
                                             "for (int i = 0; i < N; i++) p[i] = 0; }\n"
                                             "__global__ void k(int *p) { f<4>(p); }")
                                   ->printed),
                  "unroll(5) for") != NULL);
}

TEST(cases_have_values_and_ranges)
{
    BODY("switch (h) { case 1: case 'a' ... 'c': i = 1; break; default: i = 2; }",
         "  switch (cast int h)\n    {\n      case 1\n        case 97 ... 99\n"
         "          (= i 1:int)\n      break\n      default\n        (= i 2:int)\n    }\n");
}

TEST(a_dead_branch_of_a_template_is_not_parsed)
{
    const char *text = "template <class T> __device__ int f(T t) {"
                       " if constexpr (sizeof(T) == 4) { return 1; } else { return t.nothing; } }"
                       "__global__ void k(int *p) { *p = f(3); }";
    EXPECT_EQ(express_check(text)->diagnostics.count, 0);
}

TEST(ranges_of_arrays_are_counted)
{
    BODY(
        "int a[2]; for (auto &x : a) x = i;",
        "  declare a : int[2]\n  {\n    for (< <unnamed> 2:int) step (++x <unnamed>)\n      first\n"
        "        declare <unnamed> : int by (= <unnamed> 0:int)\n      {\n"
        "        declare x : int * by (= x (ptr+ (address a) <unnamed>))\n"
        "        (= (deref x) i)\n      }\n  }\n");
}

TEST(destructors_run_where_a_block_is_left)
{
    EXPECT_TEXT(
        express_body(GUARD, "while (i) { G g(p); if (i == 2) continue; break; }"),
        "  while (cast bool i)\n    {\n      declare g : G by (call _ZN1GC1EPi (address g) p)\n"
        "      if (== i 2:int)\n        {\n          (call _ZN1GD1Ev (address g))\n"
        "          continue\n        }\n      {\n        (call _ZN1GD1Ev (address g))\n"
        "        break\n      }\n      (call _ZN1GD1Ev (address g))\n    }\n");
}

TEST(results_are_kept_while_destructors_run)
{
    Checked *checked = express_check(GUARD "__device__ int f(int *p) { G g(p); return *p; }"
                                           "__global__ void k(int *p) { *p = f(p); }");
    EXPECT(strstr(text_string(&checked->printed),
                  "    declare <unnamed> : int by (= <unnamed> (deref p))\n"
                  "    (call _ZN1GD1Ev (address g))\n    return <unnamed>\n") != NULL);
}

TEST(asm_statements_keep_their_text)
{
    BODY("asm volatile(\"add.s32 %0, %1, %2;\" : \"=r\"(i) : \"r\"(u), \"n\"(2 + 1) : \"memory\");",
         "  asm volatile \"add.s32 %0, %1, %2;\" \"=r\" i \"r\" u \"n\" 3:int memory\n");
    BODY("asm(\"mov.b64 %[out], %1;\" : [out] \"=l\"(l) : \"d\"(d));",
         "  asm \"mov.b64 %[out], %1;\" \"=l\" l \"d\" d\n");
}

TEST(labels_and_gotos_meet)
{
    BODY("again: if (i) goto again;", "  label again\n    if (cast bool i)\n      goto again\n");
}
