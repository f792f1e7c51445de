// SPDX-License-Identifier: Apache-2.0
// Findings as GCC writes its messages, so that editors find the line.
#include "sim/report/print.h"

#include <string.h>

static void put_position(SourcePosition position, Text *out)
{
    if (position.file != NULL && position.file[0] != 0) {
        source_position_put(position, out);
        text_put(out, ": ");
    }
}

const char *report_warning_name(const char *message, size_t *message_bytes, Arena *arena)
{
    size_t size = *message_bytes = strlen(message);
    const char *open = strrchr(message, '[');
    if (open == NULL || open == message || open[-1] != ' ' || message[size - 1] != ']') {
        return NULL;
    }
    size_t name = strspn(open + 1, "abcdefghijklmnopqrstuvwxyz-");
    if (name == 0 || open + 1 + name != message + size - 1) {
        return NULL;
    }
    *message_bytes = (size_t)(open - 1 - message);
    return arena_text(arena, open + 1, name);
}

static const char *level_color(const char *level)
{
    return strcmp(level, "error") == 0 ? "\033[1;31m" : "\033[1;35m";
}

void print_diagnostic(SourcePosition position, const char *level, const char *message,
                      const char *name, bool is_colored, Text *out)
{
    put_position(position, out);
    if (is_colored) {
        text_printf(out, "%s%s:\033[0m %s", level_color(level), level, message);
    } else {
        text_printf(out, "%s: %s", level, message);
    }
    text_printf(out, name == NULL ? "\n" : " [%s]\n", name);
}

void report_print_findings(const Report *report, bool is_colored, Text *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        for (uint32_t f = 0; f < launch->finding_count; f++) {
            const Finding *finding = &launch->findings[f];
            print_diagnostic(finding->position, "warning", finding->message,
                             finding_info[finding->kind].name, is_colored, out);
            if (finding->has_speedup) {
                text_printf(
                    out, "    measured speedup: %.1f %% of the time, with all of its kind cured\n",
                    finding->speedup);
            }
            text_printf(out, "    advice: %s\n", finding->advice);
        }
    }
}
