// SPDX-License-Identifier: Apache-2.0
#include "preprocess.h"

// Whether `#if condition` takes its group, without a message.
static bool holds(const char *condition)
{
    Preprocessed it;
    char text[300];
    snprintf(text, sizeof text, "#define ONE 1\n#define ID(x) x\n#if %s\nyes\n#else\nno\n#endif\n",
             condition);
    preprocess(&it, text);
    bool result = strcmp(preprocess_tokens(&it), "yes") == 0 && it.diagnostics.count == 0;
    bool is_sound = result || (strcmp(preprocess_tokens(&it), "no") == 0 && //
                               it.diagnostics.count == 0);
    EXPECT(is_sound);
    preprocess_done(&it);
    return result;
}

TEST(conditions_are_integer_expressions)
{
    EXPECT(holds("1"));
    EXPECT(!holds("0"));
    EXPECT(holds("2 + 3 * 4 == 14 && (2 + 3) * 4 == 20"));
    EXPECT(holds("10 / 3 == 3 && -10 / 3 == -3 && -10 % 3 == -1"));
    EXPECT(holds("1 << 62 >> 61 == 2 && -1 >> 1 == -1 && (0xffffffffffffffff >> 63) == 1"));
    EXPECT(holds("(6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5 && ~0 == -1"));
    EXPECT(holds("1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 && 1 != 2 && !0"));
    EXPECT(holds("-1 > 0u && !(-1 > 0)"));
    EXPECT(holds("(1 ? 2 : 3) == 2 && (0 ? 2 : 0 ? 4 : 5) == 5 && (1 ? -1 : 0u) > 0"));
    EXPECT(holds("'a' == 97 && '\\n' == 10 && L'x' == 120 && '\\377' < 0"));
    EXPECT(holds("0x10 == 16 && 010 == 8 && 0b101 == 5 && 1'000 == 1000 && 201703L >= 201103L"));
    EXPECT(holds("true && !false && not false and 1 or 0"));
    EXPECT(holds("undefined_name == 0"));
    EXPECT(holds("ONE && ID(ONE + 1) == 2 && ID == 0"));
    EXPECT(holds("1 - 1 - 1 == -1 && 100 / 10 / 5 == 2"));
    EXPECT(holds("-9223372036854775807 - 1 < 0 && (-9223372036854775807 - 1) / -1 != 0"));
}

TEST(operands_that_do_not_count_are_not_evaluated)
{
    EXPECT(holds("1 || 1 / 0"));
    EXPECT(!holds("0 && 1 % 0"));
    EXPECT(holds("1 ? 1 : 1 / 0"));
}

TEST(operators_of_conditions)
{
    static const char *const files[] = {"here.h", "", NULL};
    test_files = files;
    EXPECT(holds("defined ONE && defined(ONE) && !defined TWO && !defined(TWO)"));
    EXPECT(holds("defined(__LINE__) && defined(__has_include)"));
    EXPECT(holds("__has_include(\"here.h\") && __has_include(<here.h>)"));
    EXPECT(holds("!__has_include(\"gone.h\") && !__has_include(<gone/a-b.h>)"));
    EXPECT(!holds("__has_builtin(__builtin_expect) || __has_attribute(x) || __has_feature(a(b))"));
    EXPECT(!holds("__has_cpp_attribute(nodiscard)"));
    test_files = NULL;
}

TEST(one_group_of_a_condition_is_read)
{
    static const char form[] = "#if A == 1\na\n#elif A == 2\nb\n#elif 1 / A\nc\n#else\nd\n#endif\n";
    static const char *const wanted[] = {"a", "b", "d"};
    for (int i = 1; i <= 3; i++) {
        char text[200];
        snprintf(text, sizeof text, "#define A %d\n%s", i, form);
        EXPECT_TOKENS(text, wanted[i - 1]);
    }
    EXPECT_TOKENS("#ifdef A\na\n#else\nb\n#endif\n#ifndef A\nc\n#endif\n", "b c");
    EXPECT_TOKENS("#define B\n#ifdef A\na\n#elifdef B\nb\n#elifndef B\nc\n#endif", "b");
}

TEST(groups_that_are_not_read_may_hold_anything)
{
    EXPECT_TOKENS("#if 0\ndon't \"\n#if 1/0\n#else\n#elif (\n#endif\n#bad\n#include \"x\"\n"
                  "#error no\n#else\nok\n#endif",
                  "ok");
    EXPECT_TOKENS("#if 1\nok\n#elif 1/0 garbage\n'\n#else\n#endif", "ok");
}

TEST(conditions_that_are_wrong_are_refused_with_their_place)
{
    EXPECT_MESSAGES(
        "#if\n#endif\n#if 1 +\n#endif\n#if 4 / 0\n#endif\n#if (1\n#endif\n#if 1 2\n#endif\n",
        "a.cu:1:1: error: #if expression ends unexpectedly; expected a value\n"
        "a.cu:3:1: error: #if expression ends unexpectedly; expected a value\n"
        "a.cu:5:7: error: division by zero in #if\n"
        "a.cu:7:1: error: expected ')' in #if\n"
        "a.cu:9:7: error: expected an operator in #if");
    EXPECT_MESSAGES("#if 1.5\n#endif\n#if \"a\"\n#endif\n#if defined\n#endif\n#if 1 ? 2\n#endif\n"
                    "#if 12x\n#endif\n#ifdef 1\n#endif\n#ifndef\n#endif\n",
                    "a.cu:1:5: error: floating-point number in #if; only integers are allowed\n"
                    "a.cu:3:5: error: expected a value in #if\n"
                    "a.cu:5:1: error: macro name missing after 'defined'\n"
                    "a.cu:7:1: error: expected ':' in #if\n"
                    "a.cu:9:5: error: invalid suffix on numeric constant: 12x\n"
                    "a.cu:11:8: error: macro name missing in #ifdef\n"
                    "a.cu:13:1: error: macro name missing in #ifndef");
}

TEST(conditions_without_partner_are_refused)
{
    EXPECT_MESSAGES("#if 1\n#else\n#else\n#endif\n#endif\n#else\n #elif 1\n#ifdef A\n#if 1\n",
                    "a.cu:3:1: error: #else after #else\n"
                    "a.cu:1:1: note: to match this #if\n"
                    "a.cu:5:1: error: #endif without #if\n"
                    "a.cu:6:1: error: #else without #if\n"
                    "a.cu:7:2: error: #elif without #if\n"
                    "a.cu:8:1: error: unterminated #if: missing #endif");
    EXPECT_MESSAGES("#if 1\n#endif x\n",
                    "a.cu:2:8: warning: extra tokens at end of #endif directive");
}

TEST(deep_conditions_are_refused_not_fatal)
{
    Text text = {0};
    text_put(&text, "#if ");
    for (int i = 0; i < 100000; i++) {
        text_put(&text, i % 2 == 0 ? "(" : "-");
    }
    text_put(&text, "\n#endif\n");
    Preprocessed it;
    preprocess(&it, text_string(&text));
    EXPECT(strstr(preprocess_messages(&it), "#if expression is nested too deeply") != NULL);
    EXPECT_EQ(it.diagnostics.error_count, 1);
    preprocess_done(&it);
    text_destroy(&text);
}

TEST(included_files_are_read_where_they_are_named)
{
    static const char *const files[] = {"b.h", "b __LINE__ __FILE__\n#define C 1\n", "d/e.h", "e\n",
                                        NULL};
    static const char *const library[] = {"l.h",    "l\n", "cg/x.h", "#include \"y.h\"\n",
                                          "cg/y.h", "y",   NULL};
    test_files = files;
    test_library = library;
    EXPECT_TOKENS("a\n#include \"b.h\"\nC\n#define E <d/e.h>\n#include E\n#include <d/e.h> // x\n",
                  "a b 1 \"b.h\" 1 e e");
    EXPECT_TOKENS("#include <l.h>\n#include \"l.h\"\n#include <cg/x.h>\n", "l l y");
    Preprocessed it;
    preprocess_with(&it, "a\n", 2, (SourceOptions){.prelude = "l.h"});
    EXPECT_TEXT(preprocess_tokens(&it), "l a");
    EXPECT(it.source->files[it.source->tokens[0].location.file].is_library);
    EXPECT(!it.source->files[it.source->tokens[1].location.file].is_library);
    preprocess_done(&it);
    test_files = test_library = NULL;
}

TEST(files_are_read_once_if_they_say_so)
{
    static const char *const files[] = {
        "once.h",  "#pragma once\no\n",
        "guard.h", "/* c */ #ifndef G\n#define G\ng\n#if 1\n#endif\n#endif // G\n",
        "many.h",  "m\n",
        "else.h",  "#ifndef E\n#define E\n#else\nagain\n#endif\n",
        NULL};
    test_files = files;
    EXPECT_TOKENS("#include \"once.h\"\n#include \"once.h\"\n#include \"guard.h\"\n"
                  "#include \"guard.h\"\n#include \"many.h\"\n#include \"many.h\"\n"
                  "#include \"else.h\"\n#include \"else.h\"\n",
                  "o g m m again");
    EXPECT_TOKENS("#include \"guard.h\"\n#undef G\n#include \"guard.h\"\n", "g g");
    test_files = NULL;
}

TEST(headers_of_the_host_are_noted_and_skipped)
{
    Preprocessed it;
    preprocess(&it, "#include <vector>\n#include <stdio.h>\n#include <vector>\nx");
    EXPECT_TEXT(preprocess_tokens(&it), "x");
    EXPECT_EQ(it.diagnostics.count, 0);
    EXPECT_EQ(it.source->skipped_header_count, 2);
    EXPECT_TEXT(it.source->skipped_headers[0], "vector");
    EXPECT_TEXT(it.source->skipped_headers[1], "stdio.h");
    preprocess_done(&it);
}

TEST(the_next_header_of_a_name_is_not_the_file_itself)
{
    static const char *const files[] = {"n.h", "n\n#include_next <n.h>\n", NULL};
    test_files = files;
    EXPECT_TOKENS("#include <n.h>\n", "n");
    test_files = NULL;
}

TEST(includes_that_are_wrong_are_refused_with_their_place)
{
    static const char *const files[] = {
        "self.h", "#include \"self.h\"\n", "if.h", "#if 1\n", "f.h", "f(1\n", NULL};
    test_files = files;
    EXPECT_MESSAGES("\n  #include \"gone.h\"\n#include\n#include x\n#include <x\n",
                    "a.cu:2:12: error: cannot find \"gone.h\": it is neither a built-in header nor "
                    "in the directory of 'a.cu' or an include directory (-I)\n"
                    "a.cu:3:1: error: #include expects \"file\" or <file>\n"
                    "a.cu:4:10: error: #include expects \"file\" or <file>\n"
                    "a.cu:5:10: error: #include expects \"file\" or <file>");
    EXPECT_MESSAGES("#include \"self.h\"\n", "self.h:1:10: error: #include is nested too deeply");
    EXPECT_MESSAGES("#include \"if.h\"\n#endif\n",
                    "if.h:1:1: error: unterminated #if: missing #endif\n"
                    "a.cu:2:1: error: #endif without #if");
    EXPECT_MESSAGES("#define f(x) x\n#include \"f.h\"\n)",
                    "f.h:1:1: error: unterminated argument list of macro 'f'");
    test_files = NULL;
}

// A line of 0.h takes 2551 inclusions, one of 1.h 51: the 100001st is the last line of a 2.h.
TEST(endless_inclusion_is_refused)
{
    static char twice[3][40 * 50];
    static const char *const files[] = {"0.h",    twice[0], "1.h", twice[1], "2.h",
                                        twice[2], "3.h",    "",    NULL};
    for (int i = 0; i < 3; i++) {
        for (size_t line = 0, at = 0; line < 50; line++, at = strlen(twice[i])) {
            snprintf(twice[i] + at, sizeof twice[i] - at, "#include \"%d.h\"\n", i + 1);
        }
    }
    test_files = files;
    EXPECT_MESSAGES("#include \"1.h\"\n", "");
    EXPECT_MESSAGES("#include \"0.h\"\n", "2.h:50:10: error: too many files are included");
    test_files = NULL;
}

TEST(names_of_headers_elsewhere_are_refused)
{
    EXPECT_MESSAGES("__has_include(<a.h>)\n",
                    "a.cu:1:15: error: a header name is only allowed in #include and #if");
}

TEST(pragmas_become_tokens_with_their_macros_expanded)
{
    EXPECT_TOKENS("#define N 4\n#pragma unroll N\nfor\n#pragma unroll\n#pragma unroll (N*2)\n",
                  "{pragma unroll 4} for {pragma unroll} {pragma unroll (4*2)}");
    EXPECT_TOKENS("#pragma GCC N\n#pragma once\n#pragma\n", "{pragma GCC N} {pragma }");
    Preprocessed it;
    preprocess(&it, "a\n  #pragma unroll\nb");
    EXPECT_EQ(it.source->tokens[1].kind, TOKEN_PRAGMA);
    EXPECT_EQ(it.source->tokens[1].location.line, 2);
    EXPECT_EQ(it.source->tokens[1].location.column, 3);
    preprocess_done(&it);
}

TEST(definitions_are_kept_and_brought_back)
{
    EXPECT_TOKENS("#define A 1\n#pragma push_macro(\"A\")\n#undef A\nA\n"
                  "#pragma push_macro(\"A\")\n#define A 2\nA\n#pragma pop_macro(\"A\")\nA\n"
                  "#pragma pop_macro(\"A\")\nA\n#pragma pop_macro(\"A\")\nA",
                  "A 2 A 1 1");
}

TEST(pragma_operators_become_the_same_tokens)
{
    EXPECT_TOKENS("#define N 8\n#define STR(x) #x\n#define DO(x) _Pragma(STR(x)) for\n"
                  "_Pragma(\"unroll N\") a DO(unroll 2) _Pragma(\"m \\\"x\\\"\")",
                  "{pragma unroll 8} a {pragma unroll 2} for {pragma m \"x\"}");
}

TEST(lines_may_be_told_by_the_text)
{
    Preprocessed it;
    preprocess(&it, "# 7 \"k.cu\" 1 3\nint x\n  !\n#line 20\n__LINE__ __FILE__ @\n#nonsense\n");
    EXPECT_TEXT(preprocess_tokens(&it), "int x ! 20 \"k.cu\" @");
    SourcePosition at = source_position(it.source, it.source->tokens[2].location);
    EXPECT_TEXT(at.file, "k.cu");
    EXPECT_EQ(at.line, 8);
    EXPECT_EQ(at.column, 3);
    EXPECT_TEXT(preprocess_messages(&it),
                "k.cu:21:2: error: invalid preprocessing directive '#nonsense'");
    preprocess_done(&it);
    EXPECT_MESSAGES(
        "#line x\n#line 3 4\n#line 99999999999\n",
        "a.cu:1:1: error: #line expects a decimal line number and an optional file name\n"
        "a.cu:2:1: error: #line expects a decimal line number and an optional file name\n"
        "a.cu:3:7: error: line number out of range (at most 2147483647)");
}

TEST(messages_of_the_text_are_passed_on)
{
    EXPECT_MESSAGES("#if 1\n  #error needs sm_80, don't you think\n#warning \"old\"\n#endif\n",
                    "a.cu:2:3: error: #error needs sm_80, don't you think\n"
                    "a.cu:3:1: warning: #warning \"old\"");
}

TEST(what_does_not_end_is_refused_where_it_begins)
{
    EXPECT_MESSAGES("x = \"abc\ny = 'd\n  z = R\"(a\n", //
                    "a.cu:3:7: error: unterminated raw string\n"
                    "a.cu:1:5: error: unterminated string: it must end on its line\n"
                    "a.cu:2:5: error: unterminated character: it must end on its line");
    EXPECT_MESSAGES("a\n /* b\n * c\n", "a.cu:2:2: error: unterminated comment");
    EXPECT_MESSAGES("a \x01 R\"a b(c)a b\"\n",
                    "a.cu:1:5: error: invalid raw string: expected R\", a delimiter of at most 16 "
                    "characters, then '('\n"
                    "a.cu:1:3: error: stray byte 0x01 in the program\n"
                    "a.cu:1:16: error: unterminated string: it must end on its line");
}

TEST(unknown_directives_are_refused_and_empty_ones_do_nothing)
{
    EXPECT_MESSAGES("#\n#frobnicate x\n# # x\n#ident \"x\"\n",
                    "a.cu:2:2: error: invalid preprocessing directive '#frobnicate'\n"
                    "a.cu:3:3: error: invalid preprocessing directive '##'");
}
