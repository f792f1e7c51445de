// SPDX-License-Identifier: Apache-2.0
#include "isa/base/diagnostics.h"
#include "tests/test.h"

static const char *printed(Diagnostics *diagnostics, Text *out)
{
    diagnostics_print(diagnostics, false, out);
    return text_string(out);
}

TEST(a_message_shows_file_line_column_and_a_caret_below_the_source)
{
    Diagnostics diagnostics = {0};
    Text out = {0};
    diagnostics_add(&diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){"a.ptx", 2, 5},
                    "first\n\tadd %r1;\nlast", "unknown %s", "type");
    EXPECT_TEXT(printed(&diagnostics, &out), "a.ptx:2:5: error: unknown type\n"
                                             "    \tadd %r1;\n"
                                             "    \t   ^\n");
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
}

TEST(a_message_without_a_file_names_the_program)
{
    Diagnostics diagnostics = {0};
    Text out = {0};
    diagnostics_add(&diagnostics, DIAGNOSTIC_WARNING, (SourcePosition){0}, NULL, "no kernel");
    EXPECT_TEXT(printed(&diagnostics, &out), "lockstep: warning: no kernel\n");
    EXPECT_EQ(diagnostics.error_count, 0);
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
}

TEST(a_line_past_the_end_of_the_source_has_no_caret)
{
    Diagnostics diagnostics = {0};
    Text out = {0};
    diagnostics_add(&diagnostics, DIAGNOSTIC_NOTE, (SourcePosition){"a", 9, 1}, "one\n", "here");
    EXPECT_TEXT(printed(&diagnostics, &out), "a:9:1: note: here\n");
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
}

TEST(errors_past_the_limit_are_counted_but_not_kept)
{
    Diagnostics diagnostics = {.limit = 2};
    Text out = {0};
    for (uint32_t i = 0; i < 5; i++) {
        diagnostics_add(&diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){"a", i, 0}, NULL, "bad");
    }
    EXPECT_EQ(diagnostics.error_count, 5);
    EXPECT_EQ(diagnostics.count, 2);
    EXPECT(strstr(printed(&diagnostics, &out), "3 more errors not shown") != NULL);
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
}
