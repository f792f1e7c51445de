// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/figure.h"

#include "sim/cli/render.h"

#include <string.h>

static bool has_line(const void *context, const struct MachineProgram *program)
{
    const FigureWish *wish = context;
    ExplainWish line = {.file = wish->file, .line = wish->line};
    return program != NULL && explain_has_line(program, &line);
}

// The first line is the message; what follows are lines of its list.
static void tell(const Style *style, const Text *trouble)
{
    const char *text = text_string(trouble);
    size_t size = strlen(text);
    cli_error(style, "%.*s", (int)(size > 0 ? size - 1 : 0), text);
}

bool figure_list(const Options *options)
{
    const char *value = option_value(options, OPTION_SVG);
    if (value == NULL || strcmp(value, "list") != 0) {
        return false;
    }
    Text page = {0};
    figure_describe(&page);
    page_write(&options->style, NULL, &page);
    text_destroy(&page);
    return true;
}

bool figure_read(Options *options, RecordChoice *choice, FigureWish *wish, Arena *arena)
{
    Text trouble = {0};
    bool is_read = figure_wish_read(option_value(options, OPTION_SVG), wish, &trouble);
    if (!is_read) {
        tell(&options->style, &trouble);
    }
    text_destroy(&trouble);
    if (!is_read) {
        return false;
    }
    wish->file = options->operands[0];
    if (wish->line > 0) {
        choice->has_interest = has_line;
        choice->interest = wish;
    }
    if (panel_info[wish->panel].needs_clock && !option_is_given(options, OPTION_MODE)) {
        options_add(options, OPTION_MODE, "cycles");
    }
    if (!option_is_given(options, OPTION_OUTPUT)) {
        const char *name = arena_printf(arena, "%s.svg", panel_info[wish->panel].name);
        options_add(options, OPTION_OUTPUT, name);
        cli_note(&options->style, "writing the figure to %s (change with -o)", name);
    }
    return true;
}

int figure_show(const Options *options, const FigureWish *wish, const Report *report, Arena *arena,
                Text *out)
{
    Text trouble = {0};
    uint32_t count = 0;
    SourceText *sources = sources_find(report, options->operands[0], &count, arena);
    bool is_drawn = figure_print(report, wish, sources, count, out, &trouble);
    if (!is_drawn) {
        tell(&options->style, &trouble);
    }
    text_destroy(&trouble);
    return is_drawn ? CLI_DONE : CLI_USAGE;
}
