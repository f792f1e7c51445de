// SPDX-License-Identifier: Apache-2.0
#include "preprocess.h"

#define PUNCTUATOR(name, text) text " "
static const char all_punctuators[] =
#include "isa/cuda/source/punctuator.def"
    ;
#undef PUNCTUATOR

static const Token *token(Preprocessed *it, uint32_t index)
{
    static const Token none;
    return index < it->source->token_count ? &it->source->tokens[index] : &none;
}

static void expect_place(const Token *at, uint32_t line, uint32_t column)
{
    EXPECT_EQ(at->location.line, line);
    EXPECT_EQ(at->location.column, column);
}

TEST(every_punctuator_is_one_token_with_its_id)
{
    Preprocessed it;
    char text[sizeof all_punctuators + 2];
    snprintf(text, sizeof text, "x %s", all_punctuators); // so that no # begins a line
    preprocess(&it, text);
    uint32_t index = 1;
#define PUNCTUATOR(name, text)                                                                     \
    EXPECT_EQ(token(&it, index)->id, PUNCTUATOR_##name);                                           \
    EXPECT_EQ(token(&it, index++)->kind, TOKEN_PUNCTUATOR);
#include "isa/cuda/source/punctuator.def"
#undef PUNCTUATOR
    EXPECT_EQ(it.source->token_count, index);
    preprocess_done(&it);
}

TEST(every_keyword_has_its_id)
{
    Preprocessed it;
#define KEYWORD(name) #name " "
    preprocess(&it,
#include "isa/cuda/source/keyword.def"
    );
#undef KEYWORD
    uint32_t index = 0;
#define KEYWORD(name)                                                                              \
    EXPECT_EQ(token(&it, index)->kind, TOKEN_KEYWORD);                                             \
    EXPECT_EQ(token(&it, index++)->id, KEYWORD_##name);
#include "isa/cuda/source/keyword.def"
#undef KEYWORD
    EXPECT_EQ(it.source->token_count, index);
    preprocess_done(&it);
}

TEST(every_operator_that_is_a_word_has_the_id_of_its_punctuator)
{
    Preprocessed it;
#define OPERATOR(text, punctuator) text " "
    preprocess(&it,
#include "isa/cuda/source/operator.def"
    );
#undef OPERATOR
    uint32_t index = 0;
#define OPERATOR(text, punctuator)                                                                 \
    EXPECT_EQ(token(&it, index)->kind, TOKEN_PUNCTUATOR);                                          \
    EXPECT_EQ(token(&it, index++)->id, PUNCTUATOR_##punctuator);
#include "isa/cuda/source/operator.def"
#undef OPERATOR
    preprocess_done(&it);
}

TEST(the_longest_token_wins)
{
    EXPECT_TOKENS("a+++b a<<<b>>>c x->*y 1...2", "a ++ + b a <<< b >>> c x ->* y 1...2");
    EXPECT_TOKENS("k<<<1,2>>>(a); a>>=b; ....", "k <<< 1 , 2 >>> ( a ) ; a >>= b ; ... .");
}

TEST(numbers_take_separators_exponents_and_suffixes)
{
    EXPECT_TOKENS("1'000'000u .5e-3f 0x1.8p+3-1 1.e+5 0b1'0 1e+x 5'a",
                  "1'000'000u .5e-3f 0x1.8p+3 - 1 1.e+5 0b1'0 1e+x 5'a");
}

TEST(names_are_interned)
{
    Preprocessed it;
    preprocess(&it, "value x value");
    EXPECT(token(&it, 0)->text == token(&it, 2)->text);
    EXPECT(token(&it, 0)->text == source_intern(it.source, "value", 5));
    EXPECT(token(&it, 0)->text != token(&it, 1)->text);
    EXPECT_EQ(token(&it, 0)->kind, TOKEN_NAME);
    preprocess_done(&it);
}

TEST(literals_keep_prefix_and_quotes)
{
    Preprocessed it;
    preprocess(&it, "u8\"a\\\"b\" L'x' u'y' U\"z\" '\\'' x\"s\"");
    EXPECT_TEXT(preprocess_tokens(&it), "u8\"a\\\"b\" L'x' u'y' U\"z\" '\\'' x \"s\"");
    EXPECT_EQ(token(&it, 0)->kind, TOKEN_STRING);
    EXPECT_EQ(token(&it, 1)->kind, TOKEN_CHARACTER);
    EXPECT_EQ(token(&it, 3)->kind, TOKEN_STRING);
    EXPECT_EQ(token(&it, 4)->kind, TOKEN_CHARACTER);
    EXPECT_EQ(token(&it, 5)->kind, TOKEN_NAME);
    preprocess_done(&it);
}

TEST(raw_strings_keep_lines_quotes_and_splices)
{
    Preprocessed it;
    preprocess(&it, "R\"(a\"b)\" LR\"x()\"\n)x\" y R\"(p\\\nq)\"\nz");
    EXPECT_TEXT(preprocess_tokens(&it), "R\"(a\"b)\" LR\"x()\"\n)x\" y R\"(p\\\nq)\" z");
    expect_place(token(&it, 2), 2, 5);
    expect_place(token(&it, 4), 4, 1);
    preprocess_done(&it);
}

TEST(comments_are_space)
{
    Preprocessed it;
    preprocess(&it, "a/*x\n*/b// c \\\n still\nd");
    EXPECT_TEXT(preprocess_tokens(&it), "a b d");
    EXPECT(token(&it, 1)->is_after_space);
    expect_place(token(&it, 1), 2, 3);
    expect_place(token(&it, 2), 4, 1);
    EXPECT(token(&it, 2)->is_first_on_line);
    preprocess_done(&it);
}

TEST(spliced_lines_join_and_places_stay)
{
    Preprocessed it;
    preprocess(&it, "ab\\\ncd e\\\r\n\\\nf \\\n  g\n  h");
    EXPECT_TEXT(preprocess_tokens(&it), "abcd ef g h");
    expect_place(token(&it, 0), 1, 1);
    expect_place(token(&it, 1), 2, 4);
    expect_place(token(&it, 2), 5, 3);
    expect_place(token(&it, 3), 6, 3);
    preprocess_done(&it);
}

TEST(a_byte_order_mark_and_carriage_returns_are_no_tokens)
{
    Preprocessed it;
    preprocess(&it, "\xef\xbb\xbf"
                    "int\r\n#define A 1\r\nA\r\n");
    EXPECT_TEXT(preprocess_tokens(&it), "int 1");
    expect_place(token(&it, 0), 1, 1);
    expect_place(token(&it, 1), 3, 1);
    preprocess_done(&it);
}

TEST(letters_beyond_ascii_are_part_of_names)
{
    EXPECT_TOKENS("gr\xc3\xb6\xc3\x9f"
                  "e=1",
                  "gr\xc3\xb6\xc3\x9f"
                  "e = 1");
}

TEST(text_need_not_end_with_a_zero_or_a_newline)
{
    Preprocessed it;
    preprocess_with(&it, "abc<def", 4, (SourceOptions){0});
    EXPECT_TEXT(preprocess_tokens(&it), "abc <");
    EXPECT_EQ(it.source->tokens[2].kind, TOKEN_END);
    preprocess_done(&it);
    preprocess_with(&it, "", 0, (SourceOptions){0});
    EXPECT_EQ(it.source->token_count, 0);
    EXPECT_EQ(it.source->tokens[0].kind, TOKEN_END);
    preprocess_done(&it);
}
