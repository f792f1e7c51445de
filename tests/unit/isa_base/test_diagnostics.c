// SPDX-License-Identifier: Apache-2.0
#include "isa/base/diagnostics.h"
#include "isa/base/diagnostics_pack.h"
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

TEST(what_was_packed_is_read_back)
{
    Diagnostics all = {0}, read = {0};
    Text packed = {0}, before = {0}, after = {0};
    SourcePosition position = {.file = "a b\n.cu", .line = 2, .column = 3};
    diagnostics_add(&all, DIAGNOSTIC_WARNING, position, "x\ny[0]\n", "first\nline [name]");
    diagnostics_add(&all, DIAGNOSTIC_NOTE, (SourcePosition){0}, NULL, "%s", "");
    diagnostics_pack(&all, &packed);
    EXPECT(diagnostics_unpack(packed.at, packed.size_bytes, &read));
    diagnostics_print(&all, false, &before);
    diagnostics_print(&read, false, &after);
    EXPECT_EQ(read.count, 2);
    EXPECT_TEXT(text_string(&after), text_string(&before));
    diagnostics_clear(&read);
    for (size_t size = 1; size < packed.size_bytes;
         size++) { // cut off: refused, or the first alone
        bool is_good = diagnostics_unpack(packed.at, size, &read);
        EXPECT(is_good ? read.count == 1 : read.count == 0);
        diagnostics_clear(&read);
    }
    text_destroy(&packed);
    text_destroy(&before);
    text_destroy(&after);
    diagnostics_clear(&all);
}

TEST(the_same_is_said_once)
{
    Diagnostics all = {0};
    Diagnostic item = {.level = DIAGNOSTIC_WARNING, .position = {"a.cu", 1, 2}, .message = "m"};
    EXPECT(diagnostics_copy_new(&all, &item));
    EXPECT(!diagnostics_copy_new(&all, &item));
    item.position.column = 3;
    EXPECT(diagnostics_copy_new(&all, &item));
    diagnostics_clear(&all);
}
