// SPDX-License-Identifier: Apache-2.0
// The man page, in roff's man macros.
#include "sim/cli/manual/manual.h"

#include <string.h>

// Text of one line: what roff would take as a command is escaped.
static void put_escaped(const char *text, size_t size, Text *out)
{
    if (size > 0 && (text[0] == '.' || text[0] == '\'')) {
        text_put(out, "\\&");
    }
    for (size_t i = 0; i < size; i++) {
        const char *with = text[i] == '\\'  ? "\\e"
                           : text[i] == '-' ? "\\-"
                           : text[i] == '`' ? "\\(ga"
                           : text[i] == '^' ? "\\(ha"
                           : text[i] == '~' ? "\\(ti"
                                            : NULL;
        if (with != NULL) {
            text_put(out, with);
        } else {
            text_add(out, text + i, 1);
        }
    }
    text_put(out, "\n");
}

// Paragraphs; lines that start with a blank stay as they are.
static void put_text(const char *text, Text *out)
{
    bool is_verbatim = false;
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        bool is_indented = *text == ' ';
        if (is_indented != is_verbatim) {
            text_put(out, is_indented ? ".RS 4\n.nf\n" : ".fi\n.RE\n");
            is_verbatim = is_indented;
        }
        if (size == 0) {
            text_put(out, ".PP\n");
        } else {
            size_t skip = is_indented ? 2 : 0;
            put_escaped(text + skip, size - skip, out);
        }
        text += size + (text[size] == '\n');
    }
    text_put(out, is_verbatim ? ".fi\n.RE\n" : "");
}

static void put_usage(const char *usage, Text *out)
{
    while (*usage != '\0') {
        size_t size = strcspn(usage, "\n");
        text_put(out, "lockstep ");
        put_escaped(usage, size, out);
        text_put(out, ".br\n");
        usage += size + (usage[size] == '\n');
    }
}

static void put_option(OptionId id, unsigned command, Text *out)
{
    OptionInfo info = option_here(id, command);
    text_put(out, ".TP\n\\fB");
    if (info.letter != '\0') {
        text_printf(out, "\\-%c\\fR, \\fB", info.letter);
    }
    for (const char *at = info.name; *at != '\0'; at++) {
        text_printf(out, *at == '-' ? "\\-" : "%c", *at);
    }
    text_put(out, "\\fR");
    if (info.argument != NULL) {
        text_printf(out, "%s\\fI%s\\fR", option_argument_is_optional(&info) ? "" : " ",
                    info.argument);
    }
    text_put(out, "\n");
    put_escaped(info.help, strlen(info.help), out);
}

static void put_options(CommandIndex index, Text *out)
{
    for (uint32_t group = 0; group < GROUP_COUNT; group++) {
        bool has_heading = index != INDEX_RUN;
        for (uint32_t id = 0; id < OPTION_COUNT; id++) {
            if (option_info[id].group != group || !option_is_own((OptionId)id, 1u << index)) {
                continue;
            }
            if (!has_heading) {
                text_printf(out, ".SS %s\n", group_heading[group]);
                has_heading = true;
            }
            put_option((OptionId)id, 1u << index, out);
        }
    }
}

static void put_capitals(const char *word, Text *out)
{
    for (; *word != '\0'; word++) {
        char letter = *word >= 'a' && *word <= 'z' ? (char)(*word - 'a' + 'A') : *word;
        text_add(out, &letter, 1);
    }
}

static void put_command(CommandIndex index, Text *out)
{
    const CommandInfo *info = &command_info[index];
    text_put(out, ".SH OPTIONS OF ");
    put_capitals(info->name, out);
    text_put(out, "\n");
    put_text(info->about, out);
    if (index != INDEX_RUN && ((1u << index) & COMMANDS_RUN) != 0) {
        text_put(out, ".PP\nIt also takes the options of run that say what to run, how to compile "
                      "it and where to write.\n");
    }
    put_options(index, out);
}

void man_page_put(Text *out)
{
    text_put(out,
             ".\\\" SPDX-License-Identifier: Apache-2.0\n"
             ".\\\" Made from sim/cli/*.def: change those, then cmake --build build/release "
             "--target manual\n"
             ".TH LOCKSTEP 1 \"\" \"Lockstep\" \"User Commands\"\n"
             ".SH NAME\n"
             "lockstep \\- run CUDA kernels on a modeled GPU and count what the hardware would "
             "count\n"
             ".SH SYNOPSIS\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        put_usage(command_info[i].usage, out);
    }
    text_put(out,
             ".SH DESCRIPTION\n"
             "Lockstep executes CUDA programs, or the kernels of a CUDA or PTX file, on a model of "
             "one or several NVIDIA GPUs, from the G80 of 2006 on, and reports what the hardware's "
             "counters would have counted: instructions, divergence, bank conflicts in shared "
             "memory, transactions to global memory, atomics, occupancy and what limits it. It "
             "needs no GPU and no CUDA toolkit. Results and counts are the same for any number of "
             "host threads.\n"
             ".SH COMMANDS\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, ".TP\n.B %s\n", command_info[i].name);
        put_escaped(command_info[i].summary, strlen(command_info[i].summary), out);
    }
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        if (i != INDEX_HELP) {
            put_command((CommandIndex)i, out);
        }
    }
    for (uint32_t i = 0; i < topic_count; i++) {
        text_printf(out, ".SH %s\n", topic_info[i].heading);
        put_text(topic_info[i].text, out);
    }
    text_put(out, ".SH SEE ALSO\ndocs/report\\-schema.md, docs/reading\\-time.md, docs/explain.md, "
                  "docs/view.md, docs/step.md, docs/trace.md\n");
}
