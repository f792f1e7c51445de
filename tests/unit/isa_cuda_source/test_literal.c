// SPDX-License-Identifier: Apache-2.0
#include "preprocess.h"

static bool read(const char *text, Literal *literal, char *message, size_t room)
{
    Preprocessed it;
    preprocess(&it, text);
    EXPECT_EQ(it.source->token_count, 1);
    bool result = source_literal(it.source, &it.source->tokens[0], &it.diagnostics, literal);
    snprintf(message, room, "%s", preprocess_messages(&it));
    preprocess_done(&it);
    return result;
}

static void expect_integer(const char *text, LiteralKind kind, uint64_t value)
{
    Literal literal;
    char message[200];
    EXPECT(read(text, &literal, message, sizeof message));
    EXPECT_TEXT(message, "");
    EXPECT_EQ(literal.kind, kind);
    EXPECT_EQ(literal.integer, value);
}

static void expect_real(const char *text, LiteralKind kind, double value)
{
    Literal literal;
    char message[200];
    EXPECT(read(text, &literal, message, sizeof message));
    EXPECT_EQ(literal.kind, kind);
    EXPECT(memcmp(&literal.real, &value, sizeof value) == 0);
}

static void expect_refused(const char *text, const char *wanted)
{
    Literal literal;
    char message[200];
    EXPECT(!read(text, &literal, message, sizeof message));
    EXPECT_TEXT(message, wanted);
}

TEST(integers_have_the_first_type_that_holds_them) // C++17 [lex.icon] table 7
{
    expect_integer("0", LITERAL_INT, 0);
    expect_integer("2147483647", LITERAL_INT, 2147483647);
    expect_integer("2147483648", LITERAL_LONG, 2147483648);
    expect_integer("0x80000000", LITERAL_UNSIGNED, 0x80000000);
    expect_integer("0x7fffffff", LITERAL_INT, 0x7fffffff);
    expect_integer("4294967295u", LITERAL_UNSIGNED, 4294967295);
    expect_integer("4294967296u", LITERAL_UNSIGNED_LONG, 4294967296);
    expect_integer("0x100000000", LITERAL_LONG, 0x100000000);
    expect_integer("0x8000000000000000", LITERAL_UNSIGNED_LONG, 0x8000000000000000);
    expect_integer("18446744073709551615", LITERAL_UNSIGNED_LONG, UINT64_MAX);
    expect_integer("1L", LITERAL_LONG, 1);
    expect_integer("1ul", LITERAL_UNSIGNED_LONG, 1);
    expect_integer("1LL", LITERAL_LONG_LONG, 1);
    expect_integer("1llU", LITERAL_UNSIGNED_LONG_LONG, 1);
    expect_integer("1ull", LITERAL_UNSIGNED_LONG_LONG, 1);
}

TEST(integers_have_four_bases_and_separators)
{
    expect_integer("0x1F", LITERAL_INT, 31);
    expect_integer("0755", LITERAL_INT, 493);
    expect_integer("0b1010'1010", LITERAL_INT, 170);
    expect_integer("1'000'000", LITERAL_INT, 1000000);
    expect_integer("0xffff'ffffu", LITERAL_UNSIGNED, 0xffffffff);
}

TEST(reals_are_rounded_once)
{
    expect_real("1.5", LITERAL_DOUBLE, 1.5);
    expect_real("1e3", LITERAL_DOUBLE, 1000);
    expect_real(".5f", LITERAL_FLOAT, 0.5);
    expect_real("1.F", LITERAL_FLOAT, 1);
    expect_real("0.1f", LITERAL_FLOAT, (double)0.1f);
    expect_real("1.00000005960464477539062500000001f", LITERAL_FLOAT, 1.00000011920928955078125);
    expect_real("0x1.8p3", LITERAL_DOUBLE, 12);
    expect_real("0x1p-2f", LITERAL_FLOAT, 0.25);
    expect_real("1'0.2'5L", LITERAL_LONG_DOUBLE, 10.25);
    expect_real("1e-45f", LITERAL_FLOAT, 0x1p-149);
}

TEST(characters_are_signed_and_wide_ones_are_code_points)
{
    expect_integer("'a'", LITERAL_CHAR, 97);
    expect_integer("'\\0'", LITERAL_CHAR, 0);
    expect_integer("'\\xff'", LITERAL_CHAR, UINT64_MAX);
    expect_integer("'\\''", LITERAL_CHAR, 39);
    expect_integer("'\\n'", LITERAL_CHAR, 10);
    expect_integer("'\\101'", LITERAL_CHAR, 65);
    expect_integer("'ab'", LITERAL_INT, 0x6162);
    expect_integer("u8'x'", LITERAL_CHAR, 120);
    expect_integer("L'\xc3\xa4'", LITERAL_WIDE_CHAR, 0xe4);
    expect_integer("U'\\U0001F600'", LITERAL_WIDE_CHAR, 0x1f600);
    expect_integer("u'\\x1234'", LITERAL_WIDE_CHAR, 0x1234);
}

TEST(malformed_literals_are_refused)
{
    expect_refused("089", "a.cu:1:1: error: invalid digit in octal constant: 089");
    expect_refused("0b12", "a.cu:1:1: error: invalid digit in binary constant: 0b12");
    expect_refused("0x", "a.cu:1:1: error: numeric constant has no digits: 0x");
    expect_refused("12ab", "a.cu:1:1: error: invalid suffix on numeric constant: 12ab");
    expect_refused("1lul", "a.cu:1:1: error: invalid suffix on numeric constant: 1lul");
    expect_refused("1lL", "a.cu:1:1: error: invalid suffix on numeric constant: 1lL");
    expect_refused("5f", "a.cu:1:1: error: invalid suffix on numeric constant: 5f");
    expect_refused(
        "18446744073709551616",
        "a.cu:1:1: error: integer constant does not fit in 64 bits: 18446744073709551616");
    expect_refused("1.2.3", "a.cu:1:1: error: malformed number: 1.2.3");
    expect_refused("1e", "a.cu:1:1: error: malformed number: 1e");
    expect_refused("1.5h", "a.cu:1:1: error: malformed number: 1.5h");
    expect_refused(
        "0x1.8",
        "a.cu:1:1: error: hexadecimal floating-point constant requires an exponent: 0x1.8");
    expect_refused("''", "a.cu:1:1: error: empty character constant: ''");
    expect_refused("'abcde'", "a.cu:1:1: error: character constant too long for its type: 'abcde'");
    expect_refused("'\\q'", "a.cu:1:1: error: unknown escape sequence: '\\q'");
    expect_refused("'\\x'", "a.cu:1:1: error: escape sequence has no digits: '\\x'");
    expect_refused("'\\x100'", "a.cu:1:1: error: character does not fit in one byte: '\\x100'");
    expect_refused("L'ab'",
                   "a.cu:1:1: error: more than one character in a character constant: L'ab'");
}

static void expect_string(const char *text, const char *wanted, size_t wanted_bytes)
{
    Preprocessed it;
    preprocess(&it, text);
    size_t size_bytes = 0;
    const char *found =
        source_string(it.source, &it.source->tokens[0], &it.diagnostics, &size_bytes);
    EXPECT_TEXT(preprocess_messages(&it), "");
    if (EXPECT(found != NULL)) {
        EXPECT_EQ(size_bytes, wanted_bytes);
        EXPECT(memcmp(found, wanted, wanted_bytes + 1) == 0);
    }
    preprocess_done(&it);
}

TEST(strings_are_bytes)
{
    expect_string("\"abc\"", "abc", 3);
    expect_string("\"\"", "", 0);
    expect_string("\"a\\n\\t\\\\\\\"\\0b\"", "a\n\t\\\"\0b", 7);
    expect_string("\"\\x41\\102\\u00e4\\U0001F600\"", "AB\xc3\xa4\xf0\x9f\x98\x80", 8);
    expect_string("u8\"x\"", "x", 1);
    expect_string("R\"(a\\n\"b)\"", "a\\n\"b", 5);
    expect_string("u8R\"x-()\")x-\"", ")\"", 2);
}

static void expect_bad_string(const char *text, const char *wanted)
{
    Preprocessed it;
    preprocess(&it, text);
    size_t size_bytes;
    EXPECT(source_string(it.source, &it.source->tokens[0], &it.diagnostics, &size_bytes) == NULL);
    EXPECT_TEXT(preprocess_messages(&it), wanted);
    preprocess_done(&it);
}

TEST(strings_that_are_wrong_are_refused)
{
    expect_bad_string("L\"a\"", "a.cu:1:1: error: wide strings are not supported: L\"a\"");
    expect_bad_string("LR\"(a)\"", "a.cu:1:1: error: wide strings are not supported: LR\"(a)\"");
    expect_bad_string("\"\\x1ff\"",
                      "a.cu:1:1: error: escape sequence does not fit in one byte: \"\\x1ff\"");
    expect_bad_string("\"\\y\"", "a.cu:1:1: error: unknown escape sequence: \"\\y\"");
    expect_bad_string("name", "a.cu:1:1: error: expected a string: name");
}
