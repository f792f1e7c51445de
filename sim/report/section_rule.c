// SPDX-License-Identifier: Apache-2.0
// The verdict and findings of a launch below the sections they belong to, as ncu prints its rules.
#include "sim/report/section.h"

#include <string.h>

enum { RULE_INDENT = 10, RULE_WIDTH = 100 };

static void put_wrapped(const char *words, Text *out)
{
    size_t column = RULE_INDENT;
    while (*words != 0) {
        size_t size = strcspn(words, " ");
        if (column > RULE_INDENT && column + 1 + size > RULE_WIDTH) {
            text_printf(out, "\n%*s", RULE_INDENT, "");
            column = RULE_INDENT;
        } else if (column > RULE_INDENT) {
            text_put(out, " ");
            column++;
        }
        text_add(out, words, size);
        column += size;
        words += size;
        words += strspn(words, " ");
    }
    text_put(out, "\n");
}

static void put_rule(const char *type, const char *name, const Finding *finding,
                     SourcePosition position, const char *message, const char *advice, Text *out)
{
    Text words = {0};
    text_printf(out, "    %-6s", type);
    if (finding != NULL && finding->has_speedup) {
        text_printf(out, "Est. Speedup: %.2f%%\n%*s", finding->speedup, RULE_INDENT, "");
    }
    source_position_put(position, &words);
    text_printf(&words, "%s%s: %s; %s", position.file == NULL ? "" : ": ", name, message, advice);
    put_wrapped(text_string(&words), out);
    text_destroy(&words);
}

const char *section_rule_type(const Finding *finding)
{
    return finding->has_speedup ? "OPT" : "WRN";
}

void section_put_rules(const ReportLaunch *launch, const char *section, Text *out)
{
    const Bottleneck *bottleneck = launch->bottleneck;
    size_t before = out->size_bytes;
    if (bottleneck != NULL && strcmp(section, SECTION_OF_VERDICT) == 0) {
        put_rule("INF", bottleneck_info[bottleneck->kind].name, NULL, bottleneck->position,
                 bottleneck->message, bottleneck->advice, out);
    }
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        const Finding *finding = &launch->findings[i];
        const FindingInfo *info = &finding_info[finding->kind];
        if (strcmp(section, info->section) == 0) {
            put_rule(section_rule_type(finding), info->name, finding, finding->position,
                     finding->message, finding->advice, out);
        }
    }
    text_put(out, out->size_bytes > before ? "\n" : "");
}
