// SPDX-License-Identifier: Apache-2.0
// What the source calls a symbol of a PTX text, and an element of it.
#include "isa/base/source_name.h"
#include "tests/test.h"

static void expect_member(const char *shape, const char *members, uint64_t element_bytes,
                          uint64_t offset_bytes, const char *wanted)
{
    Text ptx = {0}, text = {0};
    SourceName name;
    text_put(&ptx, ".version 8.5\n");
    source_name_write("_Z1kPi_param_10", "other", "[]", 1, "", &ptx);
    source_name_write("_Z1kPi_param_1", "it", shape, element_bytes, members, &ptx);
    EXPECT(source_name_find(text_string(&ptx), "_Z1kPi_param_1", &name));
    EXPECT(!source_name_find(text_string(&ptx), "_Z1kPi_param_", &name));
    EXPECT(source_name_find(text_string(&ptx), "_Z1kPi_param_1", &name));
    source_name_put(&name, offset_bytes, 4, &text);
    EXPECT_TEXT(text_string(&text), wanted);
    text_destroy(&text);
    text_destroy(&ptx);
}

static void expect_element(const char *shape, uint64_t element_bytes, uint64_t offset_bytes,
                           const char *wanted)
{
    expect_member(shape, "", element_bytes, offset_bytes, wanted);
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

TEST(structures_have_members)
{
    const char *body = "{position@0:4[3];mass@12:4;pairs@16:8[2]{x@0:4;y@4:4;};next@32:*4[];}";
    expect_member("[]", body, 40, 2 * 40 + 8, "'it[2].position[2]'");
    expect_member("-", body, 40, 13, "'it.mass' + 1 bytes");
    expect_member("-", body, 40, 28, "'it.pairs[1].y'");
    expect_member("-", body, 40, 32, "'it.next'");
    expect_member("-", body, 40, 44, "'it' + 44 bytes");          // past its end
    expect_member("-", "{@0:8{a@0:4;};b@8:4;}", 16, 0, "'it.a'"); // of a base class
    expect_member("-", "{a@0:1;b@4:4;}", 8, 2, "'it' + 2 bytes"); // between members
    expect_member("-", "{a@0:1;b@", 8, 4, "'it' + 4 bytes");
}

TEST(structures_hold_pointers)
{
    Text ptx = {0}, text = {0};
    SourceName name;
    SourcePointer found[2];
    source_name_write("k", "box", "-", 40,
                      "{n@0:4;view@8:16{data@8:*4[][2];};last@24:*8[]{x@0:8;};}", &ptx);
    EXPECT(source_name_find(text_string(&ptx), "k", &name));
    EXPECT_EQ(source_name_pointers(&name, found, 1), 1);
    EXPECT_EQ(source_name_pointers(&name, found, 2), 2);
    EXPECT_EQ(found[0].offset, 16);
    EXPECT_EQ(found[1].offset, 24);
    source_name_put(source_pointer_name(&found[0]), 12, 4, &text);
    source_name_put(source_pointer_name(&found[1]), 16, 4, &text);
    source_name_put(source_pointer_name(&found[1]), 16, 8, &text); // as a whole
    EXPECT_TEXT(text_string(&text), "'box.view.data[1][1]''box.last[2].x''box.last[2]'");
    text_destroy(&text);
    text_destroy(&ptx);
}

TEST(what_is_no_such_comment_is_passed_over)
{
    SourceName name;
    EXPECT(!source_name_find("// name a b\n// name a b 0 []\n// name a", "a", &name));
    EXPECT(!source_name_find("", "a", &name));
}
