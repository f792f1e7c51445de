// SPDX-License-Identifier: Apache-2.0
#include "sim/figure/svg.h"

#include <math.h>
#include <string.h>

#define COLOR(name, value) const char COLOR_##name[] = value;
#define HATCH(name, id, background, stripes, degrees, distance)                                    \
    const char HATCH_##name[] = "url(#" id ")";
#include "sim/figure/palette.def"
#undef COLOR
#undef HATCH
const char HATCH_OFF[] = "url(#off)";

static const char sans[] = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
static const char mono[] = "ui-monospace, 'SFMono-Regular', Menlo, 'DejaVu Sans Mono', monospace";

typedef struct Hatch {
    const char *id, *background, *stripes;
    int degrees;
    double distance;
} Hatch;

static const Hatch hatches[] = {
#define COLOR(name, value)
#define HATCH(name, id, background, stripes, degrees, distance)                                    \
    {id, background, stripes, degrees, distance},
#include "sim/figure/palette.def"
#undef COLOR
#undef HATCH
};

// By hand, because printf writes the decimal point of the program's locale.
void svg_number(Text *out, double value)
{
    long hundredths = lround(value * 100);
    if (hundredths < 0) {
        text_put(out, "-");
        hundredths = -hundredths;
    }
    text_printf(out, "%ld", hundredths / 100);
    if (hundredths % 100 != 0) {
        text_printf(out, hundredths % 10 == 0 ? ".%ld" : ".%02ld",
                    hundredths % 10 == 0 ? hundredths % 100 / 10 : hundredths % 100);
    }
}

// Text with < > & " written as entities; control characters become blanks.
static void svg_escape(Text *out, const char *text)
{
    uint32_t code;
    for (size_t left = strlen(text), size; left > 0; left -= size, text += size) {
        size = text_character(text, left, &code);
        switch (code) {
        case '&': text_put(out, "&amp;"); break;
        case '<': text_put(out, "&lt;"); break;
        case '>': text_put(out, "&gt;"); break;
        case '"': text_put(out, "&quot;"); break;
        default:
            // XML has no control characters, nor the last two of the first plane.
            text_put_character(out, code < ' ' || code == 0xfffe || code == 0xffff ? ' ' : code);
        }
    }
}

static void put_length(Text *out, const char *name, double value)
{
    text_printf(out, " %s=\"", name);
    svg_number(out, value);
    text_put(out, "\"");
}

static void put_text(Text *out, const char *name, const char *value)
{
    if (value != NULL) {
        text_printf(out, " %s=\"", name);
        svg_escape(out, value);
        text_put(out, "\"");
    }
}

static void put_look(Text *out, const char *element, const Look *look)
{
    text_printf(out, " fill=\"%s\"", look->fill == NULL ? "none" : look->fill);
    put_text(out, "stroke", look->stroke);
    if (look->stroke_width > 0) {
        put_length(out, "stroke-width", look->stroke_width);
    }
    put_text(out, "stroke-dasharray", look->dash);
    if (look->has_arrow) {
        text_put(out, " marker-end=\"url(#arrow)\"");
    }
    if (look->data != NULL) {
        text_printf(out, " %s", look->data);
    }
    if (look->tip == NULL) {
        text_put(out, "/>\n");
        return;
    }
    text_put(out, "><title>");
    svg_escape(out, look->tip);
    text_printf(out, "</title></%s>\n", element);
}

void svg_rect(Text *out, double x, double y, double width, double height, Look look)
{
    text_put(out, "<rect");
    put_length(out, "x", x);
    put_length(out, "y", y);
    put_length(out, "width", width);
    put_length(out, "height", height);
    if (look.radius > 0) {
        put_length(out, "rx", look.radius);
    }
    put_look(out, "rect", &look);
}

void svg_line(Text *out, double x1, double y1, double x2, double y2, Look look)
{
    text_put(out, "<line");
    put_length(out, "x1", x1);
    put_length(out, "y1", y1);
    put_length(out, "x2", x2);
    put_length(out, "y2", y2);
    put_look(out, "line", &look);
}

static void put_point(Text *out, const char *before, double x, double y)
{
    text_put(out, before);
    svg_number(out, x);
    text_put(out, " ");
    svg_number(out, y);
}

void svg_curve(Text *out, double x1, double y1, double x2, double y2, Look look)
{
    double reach = (y2 - y1) * 0.45;
    text_put(out, "<path d=\"");
    put_point(out, "M", x1, y1);
    put_point(out, "C", x1, y1 + reach);
    put_point(out, " ", x2, y2 - reach);
    put_point(out, " ", x2, y2);
    text_put(out, "\"");
    put_look(out, "path", &look);
}

void svg_words(Text *out, double x, double y, Words words, const char *format, ...)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    text_put(out, "<text");
    put_length(out, "x", x);
    put_length(out, "y", y);
    put_length(out, "font-size", words.size > 0 ? words.size : 14);
    put_text(out, "fill", words.fill == NULL ? COLOR_INK : words.fill);
    put_text(out, "text-anchor", anchors[words.anchor]);
    put_text(out, "font-weight", words.is_bold ? "700" : NULL);
    if (words.is_mono) {
        put_text(out, "font-family", mono);
        text_put(out, " xml:space=\"preserve\"");
    }
    text_put(out, ">");
    svg_escape(out, text_string(&text));
    text_put(out, "</text>\n");
    text_destroy(&text);
}

static void put_pattern(Text *out, const char *id, double size, int degrees, const char *content)
{
    text_printf(out, "<pattern id=\"%s\"", id);
    put_length(out, "width", size);
    put_length(out, "height", size);
    text_put(out, " patternUnits=\"userSpaceOnUse\"");
    if (degrees != 0) {
        text_printf(out, " patternTransform=\"rotate(%d)\"", degrees);
    }
    text_printf(out, ">\n%s</pattern>\n", content);
}

static bool is_used(const Text *drawing, const char *id)
{
    Text reference = {0};
    text_printf(&reference, "url(#%s)", id);
    bool found = strstr(text_string(drawing), text_string(&reference)) != NULL;
    text_destroy(&reference);
    return found;
}

static void put_hatch(Text *out, const Hatch *hatch)
{
    Text content = {0};
    svg_rect(&content, 0, 0, hatch->distance, hatch->distance, (Look){.fill = hatch->background});
    svg_line(&content, 0, 0, 0, hatch->distance,
             (Look){.stroke = hatch->stripes, .stroke_width = hatch->distance * 0.7});
    put_pattern(out, hatch->id, hatch->distance, hatch->degrees, text_string(&content));
    text_destroy(&content);
}

static void put_definitions(Text *out, const Text *drawing)
{
    text_put(out, "<defs>\n");
    for (size_t i = 0; i < sizeof hatches / sizeof hatches[0]; i++) {
        if (is_used(drawing, hatches[i].id)) {
            put_hatch(out, &hatches[i]);
        }
    }
    if (is_used(drawing, "off")) {
        Text dots = {0};
        svg_rect(&dots, 0, 0, 6, 6, (Look){.fill = COLOR_PAPER});
        text_printf(&dots, "<circle cx=\"3\" cy=\"3\" r=\"1.1\" fill=\"%s\"/>\n", COLOR_BLUE);
        put_pattern(out, "off", 6, 0, text_string(&dots));
        text_destroy(&dots);
    }
    if (is_used(drawing, "arrow")) {
        text_printf(out,
                    "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                    "markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" "
                    "orient=\"auto\"><path d=\"M0 0L8 4 0 8z\" fill=\"%s\"/></marker>\n",
                    COLOR_INK);
    }
    text_put(out, "</defs>\n");
}

void svg_document(Text *out, double width, double height, const char *title,
                  const char *description, const Text *drawing)
{
    text_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    svg_number(out, width);
    text_put(out, " ");
    svg_number(out, height);
    text_put(out, "\"");
    put_length(out, "width", width);
    put_length(out, "height", height);
    text_put(out, " role=\"img\" aria-labelledby=\"title description\"");
    put_text(out, "font-family", sans);
    text_put(out, ">\n<title id=\"title\">");
    svg_escape(out, title);
    text_put(out, "</title>\n<desc id=\"description\">");
    svg_escape(out, description);
    text_put(out, "</desc>\n");
    put_definitions(out, drawing);
    svg_rect(out, 0, 0, width, height, (Look){.fill = COLOR_PAPER});
    text_add(out, text_string(drawing), drawing->size_bytes);
    text_put(out, "</svg>\n");
}
