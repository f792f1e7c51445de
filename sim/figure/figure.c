// SPDX-License-Identifier: Apache-2.0
#include "sim/figure/draw.h"

#include <string.h>

const PanelInfo panel_info[PANEL_COUNT] = {
#define PANEL(id, name, needs_clock, draw, keys, doc) {name, needs_clock, keys, doc},
#include "sim/figure/panel.def"
#undef PANEL
};

static bool (*const panel_draw[PANEL_COUNT])(Figure *figure) = {
#define PANEL(id, name, needs_clock, draw, keys, doc) draw,
#include "sim/figure/panel.def"
#undef PANEL
};

bool figure_take_launch(Figure *figure, uint32_t index)
{
    const ReportLaunch *launch = &figure->report->launches[index];
    if (launch->record->program == NULL || launch->record->recording == NULL ||
        launch->record->recording->step_count == 0) {
        return false;
    }
    figure->launch = launch;
    figure->program = launch->record->program;
    figure->recording = launch->record->recording;
    figure->gpu = launch->record->gpu;
    return true;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

// The line with its indentation; "" where it is not known.
static const char *whole_line(Figure *figure, uint32_t line)
{
    for (uint32_t i = 0; i < figure->source_count && line > 0; i++) {
        const SourceText *source = &figure->sources[i];
        if (strcmp(base_of(source->name), base_of(figure->wish->file)) != 0) {
            continue;
        }
        const char *at = source->text, *end = at + source->size_bytes;
        for (uint32_t n = 1; n < line && at != NULL; n++) {
            at = memchr(at, '\n', (size_t)(end - at));
            at = at == NULL ? NULL : at + 1;
        }
        if (at != NULL && at < end) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            return arena_text(&figure->arena, at, (size_t)((stop == NULL ? end : stop) - at));
        }
    }
    return "";
}

const char *figure_source(Figure *figure, uint32_t line)
{
    const char *text = whole_line(figure, line);
    return text + strspn(text, " \t");
}

uint32_t figure_indent(Figure *figure, uint32_t line)
{
    uint32_t columns = 0;
    for (const char *at = whole_line(figure, line); *at == ' ' || *at == '\t'; at++) {
        columns += *at == ' ' ? 1 : 4;
    }
    return columns;
}

const char *figure_shortened(Figure *figure, const char *text, size_t limit)
{
    size_t size = strlen(text);
    return size <= limit ? text : arena_printf(&figure->arena, "%.*s...", (int)(limit - 3), text);
}

double figure_heading(Figure *figure, const char *title, uint32_t line)
{
    Text *out = &figure->drawing;
    double right = figure->width - FIGURE_MARGIN;
    figure->title = title;
    svg_words(out, FIGURE_MARGIN, 36, (Words){.size = 22, .is_bold = true}, "%s", title);
    svg_words(out, right, 62, (Words){.fill = COLOR_MUTED, .anchor = ANCHOR_END}, "%s",
              figure->gpu->title);
    double room = figure->width - 3 * FIGURE_MARGIN - 36 - (double)strlen(figure->gpu->title) * 7.6;
    size_t limit = (size_t)(room / 9.1); // characters
    const char *source = figure_source(figure, line);
    if (source[0] != '\0') {
        svg_words(out, FIGURE_MARGIN, 62, (Words){.fill = COLOR_MUTED, .is_mono = true}, "%u",
                  line);
        svg_words(out, FIGURE_MARGIN + 36, 62, (Words){.size = 15, .is_mono = true}, "%s",
                  figure_shortened(figure, source, limit));
    } else {
        svg_words(out, FIGURE_MARGIN, 62, (Words){.size = 15, .is_mono = true}, "%s",
                  figure_shortened(figure, figure->launch->short_name, limit));
    }
    return 80;
}

double figure_paragraph(Figure *figure, double x, double y, uint32_t columns, const char *text)
{
    while (*text != '\0') {
        size_t size = strlen(text);
        if (size > columns) {
            for (size = columns; size > 0 && text[size] != ' '; size--) {
            }
            size = size == 0 ? columns : size;
        }
        svg_words(&figure->drawing, x, y, (Words){.fill = COLOR_MUTED}, "%.*s", (int)size, text);
        y += 20;
        text += size;
        text += strspn(text, " ");
    }
    return y;
}

double figure_key(Figure *figure, double x, double y, Look look, const char *word)
{
    svg_rect(&figure->drawing, x, y - 12, 18, 14, look);
    svg_words(&figure->drawing, x + 25, y, (Words){.fill = COLOR_MUTED}, "%s", word);
    return x + 25 + (double)strlen(word) * 7.4 + 22;
}

bool figure_print(const Report *report, const FigureWish *wish, const SourceText *sources,
                  uint32_t source_count, Text *out, Text *trouble)
{
    Figure figure = {.wish = wish,
                     .report = report,
                     .sources = sources,
                     .source_count = source_count,
                     .width = FIGURE_WIDTH,
                     .title = "",
                     .description = "",
                     .trouble = trouble};
    bool is_drawn = panel_draw[wish->panel](&figure);
    if (is_drawn) {
        svg_document(out, figure.width, figure.height, figure.title, figure.description,
                     &figure.drawing);
    }
    text_destroy(&figure.drawing);
    arena_clear(&figure.arena);
    return is_drawn;
}
