// SPDX-License-Identifier: Apache-2.0
// What the source calls a symbol of a PTX text, and an element of it.
#include "isa/base/source_name.h"
#include "tests/test.h"

static void expect_element(const char *shape, uint64_t element_bytes, uint64_t offset_bytes,
                           const char *wanted)
{
    Text ptx = {0}, text = {0};
    SourceName name;
    text_put(&ptx, ".version 8.5\n");
    source_name_write("_Z1kPi_param_10", "other", "[]", 1, &ptx);
    source_name_write("_Z1kPi_param_1", "it", shape, element_bytes, &ptx);
    EXPECT(source_name_find(text_string(&ptx), "_Z1kPi_param_1", &name));
    EXPECT(!source_name_find(text_string(&ptx), "_Z1kPi_param_", &name));
    EXPECT(source_name_find(text_string(&ptx), "_Z1kPi_param_1", &name));
    source_name_put(&name, offset_bytes, &text);
    EXPECT_TEXT(text_string(&text), wanted);
    text_destroy(&text);
    text_destroy(&ptx);
}

TEST(arrays_have_an_index_for_each_dimension)
{
    expect_element("[4][32]", 4, 252, "'it[1][31]'");
    expect_element("[4][32]", 4, 512, "'it[4][0]'"); // just past the end
    expect_element("[8]", 8, 20, "'it[2]' + 4 bytes");
    expect_element("[]", 4, 64, "'it[16]'"); // dynamic shared memory
}

TEST(pointers_have_an_index_before_those_of_their_arrays)
{
    expect_element("[]", 4, 4096, "'it[1024]'");
    expect_element("[][16]", 4, 3 * 64 + 8, "'it[3][2]'");
}

TEST(single_variables_have_none)
{
    expect_element("-", 4, 0, "'it'");
    expect_element("-", 32, 12, "'it' + 12 bytes");
}

TEST(what_is_no_such_comment_is_passed_over)
{
    SourceName name;
    EXPECT(!source_name_find("// name a b\n// name a b 0 []\n// name a", "a", &name));
    EXPECT(!source_name_find("", "a", &name));
}
