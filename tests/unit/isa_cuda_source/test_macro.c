// SPDX-License-Identifier: Apache-2.0
// Macros: the examples of C11 6.10.3.5 and what CUDA programs use beyond them.
#include "preprocess.h"

TEST(example_3_rescanning_and_recursive_macros)
{
    EXPECT_TOKENS("#define x 3\n"
                  "#define f(a) f(x * (a))\n"
                  "#undef x\n"
                  "#define x 2\n"
                  "#define g f\n"
                  "#define z z[0]\n"
                  "#define h g(~\n"
                  "#define m(a) a(w)\n"
                  "#define w 0,1\n"
                  "#define t(a) a\n"
                  "#define p() int\n"
                  "#define q(x) x\n"
                  "#define r(x,y) x ## y\n"
                  "#define str(x) # x\n"
                  "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n"
                  "g(x+(3,4)-w) | h 5) & m\n"
                  "(f)^m(m);\n"
                  "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n"
                  "char c[2][6] = { str(hello), str() };\n",
                  "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + "
                  "t ( 1 ) ; "
                  "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) "
                  "^ m ( 0 , 1 ) ; "
                  "int i [ ] = { 1 , 23 , 4 , 5 , } ; "
                  "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;");
}

TEST(example_4_strings_and_pasted_names)
{
    static const char *const files[] = {"vers2.h", "included", NULL};
    test_files = files;
    EXPECT_TOKENS("#define str(s) # s\n"
                  "#define xstr(s) str(s)\n"
                  "#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n"
                  "x ## s, x ## t)\n"
                  "#define INCFILE(n) vers ## n\n"
                  "#define glue(a, b) a ## b\n"
                  "#define xglue(a, b) glue(a, b)\n"
                  "#define HIGHLOW \"hello\"\n"
                  "#define LOW LOW \", world\"\n"
                  "debug(1, 2);\n"
                  "fputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // this goes away\n"
                  "== 0) str(: @\\n), s);\n"
                  "#include xstr(INCFILE(2).h)\n"
                  "glue(HIGH, LOW);\n"
                  "xglue(HIGH, LOW)\n",
                  "printf ( \"x\" \"1\" \"= %d, x\" \"2\" \"= %s\" , x1 , x2 ) ; "
                  "fputs ( \"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\" , "
                  "s ) ; included \"hello\" ; \"hello\" \", world\"");
    test_files = NULL;
}

TEST(example_5_placemarkers)
{
    EXPECT_TOKENS("#define t(x,y,z) x ## y ## z\n"
                  "int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), "
                  "t(,,) };",
                  "int j [ ] = { 123 , 45 , 67 , 89 , 10 , 11 , 12 , } ;");
}

TEST(example_7_variable_arguments)
{
    EXPECT_TOKENS(
        "#define debug(...) fprintf(stderr, __VA_ARGS__)\n"
        "#define showlist(...) puts(#__VA_ARGS__)\n"
        "#define report(test, ...) ((test)?puts(#test):\\\n"
        "printf(__VA_ARGS__))\n"
        "debug(\"Flag\");\n"
        "debug(\"X = %d\\n\", x);\n"
        "showlist(The first, second, and third items.);\n"
        "report(x>y, \"x is %d but y is %d\", x, y);\n",
        "fprintf ( stderr , \"Flag\" ) ; fprintf ( stderr , \"X = %d\\n\" , x ) ; "
        "puts ( \"The first, second, and third items.\" ) ; "
        "( ( x > y ) ? puts ( \"x>y\" ) : printf ( \"x is %d but y is %d\" , x , y ) ) ;");
}

TEST(hash_hash_made_by_pasting_is_no_operator) // C11 6.10.3.3 example
{
    EXPECT_TOKENS("#define hash_hash # ## #\n"
                  "#define mkstr(a) # a\n"
                  "#define in_between(a) mkstr(a)\n"
                  "#define join(c, d) in_between(c hash_hash d)\n"
                  "char p[] = join(x, y);",
                  "char p [ ] = \"x ## y\" ;");
}

TEST(a_name_from_outside_ends_the_nesting_as_in_gcc) // C11 6.10.3.4 leaves it open
{
    EXPECT_TOKENS("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g");
}

TEST(painted_names_stay_painted)
{
    EXPECT_TOKENS("#define foo foo a\n#define id(x) x\nid(foo) id(id(foo))", "foo a foo a");
    EXPECT_TOKENS("#define a b\n#define b a\na b", "a b");
    EXPECT_TOKENS(
        "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\n"
        "G_0(42)",
        "42");
}

TEST(a_function_like_macro_without_parentheses_is_a_name)
{
    EXPECT_TOKENS("#define f(x) [x]\nf f\n(1) f;\nf", "f [ 1 ] f ; f");
    EXPECT_TOKENS("#define f(x) [x]\n#define g f\ng (1) g g(2)", "[ 1 ] f [ 2 ]");
}

TEST(arguments_may_hold_commas_in_parentheses_lines_and_directives)
{
    EXPECT_TOKENS("#define f(x, y) <x|y>\nf((1,2)\n,\n#define A 7\n#if 1\nA\n#else\nB\n#endif\n)",
                  "< ( 1 , 2 ) | 7 >");
}

TEST(gnu_comma_before_an_empty_list_goes)
{
    EXPECT_TOKENS("#define L(f, ...) p(f, ## __VA_ARGS__)\n#define x 1\nL(a) L(a,) L(a, x, b)",
                  "p ( a ) p ( a ) p ( a , 1 , b )");
    EXPECT_TOKENS("#define L(f, args...) p(f, ## args)\nL(a) L(a, b)", "p ( a ) p ( a , b )");
}

TEST(va_opt_stands_only_beside_arguments)
{
    EXPECT_TOKENS("#define E\n#define L(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)\n"
                  "L(a) L(a, b, c) L(a, E)",
                  "p ( a ) p ( a , b , c ) p ( a )");
    EXPECT_TOKENS("#define S(n, ...) n ## __VA_OPT__(x ## n) y\nS(a) S(a, 1)", "a y axa y");
}

TEST(object_like_macros_paste_too)
{
    EXPECT_TOKENS("#define A x ## 1 y\nA", "x1 y");
}

TEST(keywords_may_be_macros)
{
    EXPECT_TOKENS("#define inline __forceinline__\n#define restrict\ninline int *restrict p",
                  "__forceinline__ int * p");
}

TEST(tokens_of_a_macro_stand_where_it_is_used)
{
    Preprocessed it;
    preprocess(&it, "#define B(x) x + C\n#define C 3\n#define A B\n\n  A(\n y) z");
    EXPECT_TEXT(preprocess_tokens(&it), "y + 3 z");
    for (uint32_t i = 0; i < 3 && i < it.source->token_count; i++) {
        EXPECT_EQ(it.source->tokens[i].location.line, 5);
        EXPECT_EQ(it.source->tokens[i].location.column, 3);
    }
    EXPECT_EQ(it.source->tokens[3].location.line, 6);
    EXPECT_EQ(it.source->tokens[3].location.column, 5);
    EXPECT(it.source->tokens[0].is_first_on_line);
    preprocess_done(&it);
}

TEST(names_with_a_meaning_expand)
{
    EXPECT_TOKENS("__LINE__\n__LINE__ __FILE__ __COUNTER__ __COUNTER__ __DATE__ __TIME__",
                  "1 2 \"a.cu\" 0 1 \"Jan  1 1970\" \"00:00:00\"");
    EXPECT_TOKENS("#define L __LINE__\n#define X(a) a L\nX(\nL)", "3 3");
}

TEST(macros_from_outside_come_first)
{
    static const char *const defines[] = {"ON", "WIDTH=16 * 2", "SQUARE(x)=((x)*(x))", "EMPTY="};
    Preprocessed it;
    const char *text = "ON WIDTH SQUARE(3) EMPTY;";
    preprocess_with(&it, text, strlen(text),
                    (SourceOptions){.defines = defines, .define_count = 4});
    EXPECT_TEXT(preprocess_tokens(&it), "1 16 * 2 ( ( 3 ) * ( 3 ) ) ;");
    EXPECT_TEXT(it.source->files[0].path, "a.cu");
    preprocess_done(&it);
}

TEST(definitions_that_are_wrong_are_refused_with_their_place)
{
    EXPECT_MESSAGES("#define\n#define 3\n#define defined 1\n#undef 4\n",
                    "a.cu:1:1: error: macro name missing in #define\n"
                    "a.cu:2:9: error: macro name missing in #define\n"
                    "a.cu:3:9: error: 'defined' cannot be used as a macro name\n"
                    "a.cu:4:8: error: macro name missing in #undef");
    EXPECT_MESSAGES("#define f(x\n#define g(x,x) 1\n#define h(1) 2\n#define i(x y)\n",
                    "a.cu:1:9: error: expected ',' or ')' after a parameter of macro 'f'\n"
                    "a.cu:2:13: error: duplicate macro parameter 'x'\n"
                    "a.cu:3:11: error: expected a parameter name of macro 'h'\n"
                    "a.cu:4:13: error: expected ',' or ')' after a parameter of macro 'i'");
    EXPECT_MESSAGES(
        "#define f(x) # y\n#define g ## a\n#define h a ##\n"
        "#define i(...) __VA_OPT__ a\n#define j(...) __VA_OPT__(__VA_OPT__(a))\n",
        "a.cu:1:14: error: '#' must be followed by a macro parameter\n"
        "a.cu:2:11: error: '##' must have an operand on each side\n"
        "a.cu:3:13: error: '##' must have an operand on each side\n"
        "a.cu:4:16: error: '__VA_OPT__' must be followed by (...) and cannot be nested\n"
        "a.cu:5:16: error: '__VA_OPT__' must be followed by (...) and cannot be nested");
}

TEST(another_definition_of_a_macro_is_a_warning)
{
    EXPECT_MESSAGES("#define A 1\n#define A 1\n#define A  2\n",
                    "a.cu:3:9: warning: 'A' macro redefined\n"
                    "a.cu:2:9: note: previous definition of 'A' is here");
}

TEST(wrong_numbers_of_arguments_are_refused_with_the_definition)
{
    EXPECT_MESSAGES("#define f(x) x\n#define g(x, y, ...) x\n#define h() 1\n  f(1, 2) g(1) h(2)\n",
                    "a.cu:4:3: error: macro 'f' expects 1 argument, got 2\n"
                    "a.cu:1:9: note: 'f' is defined here\n"
                    "a.cu:4:11: error: macro 'g' expects at least 2 arguments, got 1\n"
                    "a.cu:2:9: note: 'g' is defined here\n"
                    "a.cu:4:16: error: macro 'h' expects 0 arguments, got 1\n"
                    "a.cu:3:9: note: 'h' is defined here");
    EXPECT_MESSAGES("#define f(x) x\n f(1, (2)",
                    "a.cu:2:2: error: unterminated argument list of macro 'f'");
}

TEST(operators_that_make_no_token_are_refused)
{
    EXPECT_MESSAGES(
        "#define f(x, y) x ## y\n#define s(x) #x\n f(+, -) s(\\)",
        "a.cu:3:2: error: pasting with '##' forms '+-', which is not a valid token\n"
        "a.cu:3:10: error: '#' turns this argument into \"\\\", which is not a valid string");
}

TEST(endless_text_is_refused)
{
    Text text = {0};
    text_put(&text, "#define a0 x x x x\n");
    for (int i = 1; i < 30; i++) {
        text_printf(&text, "#define a%d a%d a%d a%d a%d\n", i, i - 1, i - 1, i - 1, i - 1);
    }
    text_put(&text, "a29");
    EXPECT_MESSAGES(text_string(&text),
                    "a.cu:31:1: error: macro expansions up to here produce too much text");
    text_destroy(&text);
    text_put(&text, "#define f(x) x\n");
    for (int i = 0; i < 1000; i++) {
        text_put(&text, "f(");
    }
    for (int i = 0; i < 1000; i++) {
        text_put(&text, ")");
    }
    EXPECT_MESSAGES(text_string(&text), "a.cu:2:1: error: macro expansions are nested too deeply");
    text_destroy(&text);
}
