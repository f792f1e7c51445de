// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/rewrite.h"
#include "tests/test.h"

#include <string.h>

static const char source[] = "#define T 32\n"
                             "__global__ void first(float *o)\n"
                             "{\n"
                             "    __shared__ float tile[T][T], other[8]; // tile[1]\n"
                             "    tile[0][1] = 1;\n"
                             "}\n"
                             "__global__ void second(float *o, int n)\n"
                             "{\n"
                             "    /* tile[3] */ __shared__ int tile[16][ 32];\n"
                             "    for (int i = 0; i < n; i++) {\n"
                             "        tile[i][threadIdx.x + 1] = p.tile[i][0] + q-> tile[i][1];\n"
                             "    }\n"
                             "    o[0] = tile[1][n]; const char *s = \"tile\";\n"
                             "}\n"
                             "__device__ int tile(int n);\n";

static const char *rewrite(uint32_t line, const char *array, uint32_t elements, Text *out,
                           uint32_t *at)
{
    RewriteWish wish = {source, line, array, elements};
    return rewrite_source(&wish, at, out);
}

TEST(the_declaration_before_the_line_is_padded)
{
    Text out = {0};
    uint32_t line;
    EXPECT(rewrite(5, "tile", 1, &out, &line) == NULL);
    EXPECT(strstr(text_string(&out), "float tile[T][T + 1], other[8]; // tile[1]") != NULL);
    EXPECT(strstr(text_string(&out), "int tile[16][ 32];") != NULL);
    EXPECT_EQ(line, 4u);
    EXPECT_EQ(out.size_bytes, strlen(source) + 4);
    text_destroy(&out);
    out = (Text){0};
    EXPECT(rewrite(13, "tile", 2, &out, &line) == NULL);
    EXPECT(strstr(text_string(&out), "float tile[T][T], other") != NULL);
    EXPECT(strstr(text_string(&out), "int tile[16][34];") != NULL);
    EXPECT_EQ(line, 9u);
    text_destroy(&out);
}

TEST(all_elements_up_to_the_end_of_the_block_are_permuted)
{
    Text out = {0};
    uint32_t line;
    EXPECT(rewrite(13, "tile", 0, &out, &line) == NULL);
    const char *text = text_string(&out);
    EXPECT(strstr(text, "    tile[0][1] = 1;") != NULL);
    EXPECT(strstr(text, "/* tile[3] */ __shared__ int tile[16][ 32];") != NULL);
    EXPECT(strstr(text, "tile[i][(threadIdx.x + 1) ^ (i % ( 32))] = "
                        "p.tile[i][0] + q-> tile[i][1];") != NULL);
    EXPECT(strstr(text, "o[0] = tile[1][n ^ (1 % ( 32))]; const char *s = \"tile\";") != NULL);
    EXPECT(strstr(text, "__device__ int tile(int n);") != NULL);
    text_destroy(&out);
}

TEST(what_cannot_be_written_is_said)
{
    Text out = {0};
    uint32_t line;
    EXPECT(strstr(rewrite(2, "tile", 1, &out, &line), "no __shared__ declaration") != NULL);
    EXPECT(strstr(rewrite(5, "other", 1, &out, &line), "no rows") != NULL);
    EXPECT_EQ(line, 4u);
    EXPECT_EQ(out.size_bytes, 0u);
    RewriteWish wish = {"__shared__ int a[8][8];\nint *p = a[3];\n", 2, "a", 0};
    EXPECT(strstr(rewrite_source(&wish, &line, &out), "without its two indices") != NULL);
    EXPECT_EQ(line, 2u);
    EXPECT_EQ(out.size_bytes, 0u);
    text_destroy(&out);
}
