// SPDX-License-Identifier: Apache-2.0
#include "isa/base/text.h"
#include "tests/test.h"

#include <string.h>

TEST(an_empty_text_reads_as_an_empty_string)
{
    Text text = {0};
    EXPECT_TEXT(text_string(&text), "");
    text_destroy(&text);
}

TEST(pieces_follow_each_other)
{
    Text text = {0};
    text_put(&text, "warp ");
    text_printf(&text, "%d of %s", 3, "block");
    text_add(&text, "!?", 1);
    EXPECT_TEXT(text_string(&text), "warp 3 of block!");
    EXPECT_EQ(text.size_bytes, 16);
    text_destroy(&text);
}

TEST(a_text_grows_past_its_first_room)
{
    Text text = {0};
    for (int i = 0; i < 10000; i++) {
        text_printf(&text, "%04d", i);
    }
    EXPECT_EQ(text.size_bytes, 40000);
    EXPECT_TEXT(text_string(&text) + 39996, "9999");
    text_destroy(&text);
}

// RFC 3629, by its table of byte ranges; an implementation of its own.
static bool is_utf8(const unsigned char *at, size_t size)
{
    for (size_t i = 0, more; i < size; i += more + 1) {
        unsigned char a = at[i], b = i + 1 < size ? at[i + 1] : 0;
        more = a < 0x80 ? 0 : a < 0xe0 ? 1 : a < 0xf0 ? 2 : 3;
        bool is_first = a < 0x80 || (a >= 0xc2 && a <= 0xf4);
        bool is_second = more == 0 || (b >= (a == 0xe0   ? 0xa0
                                             : a == 0xf0 ? 0x90
                                                         : 0x80) &&
                                       b <= (a == 0xed   ? 0x9f
                                             : a == 0xf4 ? 0x8f
                                                         : 0xbf));
        if (!is_first || !is_second || i + more >= size) {
            return false;
        }
        for (size_t k = 2; k <= more; k++) {
            if ((at[i + k] & 0xc0) != 0x80) {
                return false;
            }
        }
    }
    return true;
}

static void put_characters(Text *text, const char *bytes, size_t size)
{
    for (uint32_t code; size > 0;) {
        size_t used = text_character(bytes, size, &code);
        text_put_character(text, code);
        bytes += used;
        size -= used;
    }
}

// What is UTF-8 stays as it is, anything else becomes UTF-8: every sequence of two bytes, alone and
// before bytes that would complete a longer character.
TEST(all_bytes_become_utf8)
{
    uint32_t wrong = 0, changed = 0;
    for (uint32_t pair = 0; pair < 65536; pair++) {
        for (uint32_t tail = 0; tail < 4; tail++) {
            const char bytes[5] = {(char)(pair >> 8), (char)pair, (char)(tail > 0 ? 0xbf : 'x'),
                                   (char)(tail > 1 ? 0x80 : 'y'), (char)(tail > 2 ? 0xff : 'z')};
            Text text = {0};
            put_characters(&text, bytes, sizeof bytes);
            const unsigned char *out = (const unsigned char *)text.at;
            wrong += !is_utf8(out, text.size_bytes);
            changed += is_utf8((const unsigned char *)bytes, sizeof bytes) &&
                       (text.size_bytes != sizeof bytes || memcmp(out, bytes, sizeof bytes) != 0);
            text_destroy(&text);
        }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(changed, 0);
}

TEST(bytes_that_are_no_utf8_are_latin_1)
{
    Text text = {0};
    put_characters(&text,
                   "Gr\xf6\xdf"
                   "e \xc3\xa9",
                   8);
    EXPECT_TEXT(text_string(&text), "Gr\xc3\xb6\xc3\x9f"
                                    "e \xc3\xa9");
    text_destroy(&text);
}

TEST(names_become_ascii_as_nvcc_writes_them)
{
    Text text = {0};
    text_put_ascii_name(&text, "a\xc3\x84_\xe2\x82\xac\xf0\x9f\x98\x80\xff", 12);
    EXPECT_TEXT(text_string(&text), "a_u00c4__u20ac_U0001f600_u00ff");
    text_destroy(&text);
    text_quote_ascii(&text, "\xc3\x84\"", 3);
    EXPECT_TEXT(text_string(&text), "\"\\303\\204\\042\"");
    text_destroy(&text);
}

TEST(a_literal_gives_the_bytes_that_were_quoted)
{
    char all[255];
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (char)(i + 1);
    }
    Text quoted = {0}, read = {0};
    text_quote(&quoted, all, sizeof all);
    EXPECT_EQ(strcspn(text_string(&quoted) + 1, "\n\""), quoted.size_bytes - 2);
    text_unquote(&read, quoted.at + 1, quoted.size_bytes - 2);
    EXPECT(read.size_bytes == sizeof all && memcmp(read.at, all, sizeof all) == 0);
    text_destroy(&quoted);
    text_destroy(&read);
    text_unquote(&read, "a\\\\b\\\"c\\nd\\1014\\", 16);
    EXPECT_TEXT(text_string(&read), "a\\b\"c\ndA4\\");
    text_destroy(&read);
}
