// SPDX-License-Identifier: Apache-2.0
// What is written as SVG: numbers, escapes, hatches on demand.
#include "sim/figure/svg.h"
#include "tests/test.h"

#include <string.h>

static const char *number(double value, Text *text)
{
    text_destroy(text);
    *text = (Text){0};
    svg_number(text, value);
    return text_string(text);
}

TEST(a_length_has_two_decimals_at_the_most)
{
    Text text = {0};
    EXPECT_TEXT(number(12, &text), "12");
    EXPECT_TEXT(number(12.5, &text), "12.5");
    EXPECT_TEXT(number(12.346, &text), "12.35");
    EXPECT_TEXT(number(0.05, &text), "0.05");
    EXPECT_TEXT(number(-0.25, &text), "-0.25");
    EXPECT_TEXT(number(-0.001, &text), "0");
    text_destroy(&text);
}

TEST(words_are_escaped)
{
    Text text = {0};
    svg_words(&text, 1, 2, (Words){0}, "a<b> & \"c\"\t%d", 7);
    EXPECT(strstr(text_string(&text), ">a&lt;b&gt; &amp; &quot;c&quot; 7</text>") != NULL);
    text_destroy(&text);
}

TEST(a_document_has_the_hatches_that_it_uses)
{
    Text drawing = {0}, text = {0};
    svg_rect(&drawing, 0, 0, 8, 8, (Look){.fill = HATCH_FELL});
    svg_document(&text, 100, 50, "1 < 2", "both", &drawing);
    const char *svg = text_string(&text);
    EXPECT(strstr(svg, "viewBox=\"0 0 100 50\"") != NULL);
    EXPECT(strstr(svg, "<title id=\"title\">1 &lt; 2</title>") != NULL);
    EXPECT(strstr(svg, "<pattern id=\"fell\"") != NULL);
    EXPECT(strstr(svg, "<pattern id=\"jumped\"") == NULL);
    EXPECT(strstr(svg, "<marker") == NULL);
    text_destroy(&drawing);
    text_destroy(&text);
}

TEST(an_arrow_brings_its_head)
{
    Text drawing = {0}, text = {0};
    svg_curve(&drawing, 0, 0, 10, 20, (Look){.stroke = COLOR_INK, .has_arrow = true});
    EXPECT(strstr(text_string(&drawing), "d=\"M0 0C0 9 10 11 10 20\"") != NULL);
    svg_document(&text, 10, 20, "", "", &drawing);
    EXPECT(strstr(text_string(&text), "<marker id=\"arrow\"") != NULL);
    text_destroy(&drawing);
    text_destroy(&text);
}
