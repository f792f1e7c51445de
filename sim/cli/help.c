// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help.h"

#include <string.h>

enum { HELP_WIDTH = 100, OPTION_COLUMN = 34, NAME_COLUMN = 14 };

// Words in lines of HELP_WIDTH that start at `column`, as the first one does already.
static void put_wrapped(const char *words, size_t size, uint32_t column, Text *out)
{
    uint32_t room = HELP_WIDTH - column;
    while (size > room) {
        uint32_t cut = room;
        while (cut > 0 && words[cut] != ' ') {
            cut--;
        }
        cut = cut == 0 ? room : cut;
        text_printf(out, "%.*s\n%*s", (int)cut, words, (int)column, "");
        words += cut;
        size -= cut;
        while (size > 0 && *words == ' ') {
            words++;
            size--;
        }
    }
    text_printf(out, "%.*s\n", (int)size, words);
}

// Lines that start with a blank stay as they are; the others are paragraphs.
static void put_text(const char *text, Text *out)
{
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        if (*text == ' ') {
            text_printf(out, "%.*s\n", (int)size, text);
        } else {
            put_wrapped(text, size, 0, out);
        }
        text += size + (text[size] == '\n');
    }
}

static void put_usage(CommandIndex index, Text *out)
{
    const char *line = command_info[index].usage;
    while (*line != '\0') {
        size_t size = strcspn(line, "\n");
        text_printf(out, "  lockstep %.*s\n", (int)size, line);
        line += size + (line[size] == '\n');
    }
}

static void put_option(OptionId id, unsigned command, Text *out)
{
    OptionInfo info = option_here(id, command);
    Text left = {0};
    if (info.letter != '\0') {
        text_printf(&left, "-%c, ", info.letter);
    }
    text_printf(&left, "%s%s%s", info.name,
                info.argument == NULL || option_argument_is_optional(&info) ? "" : " ",
                info.argument == NULL ? "" : info.argument);
    text_printf(out, "  %-*s", OPTION_COLUMN - 2, text_string(&left));
    if (left.size_bytes > OPTION_COLUMN - 4) {
        text_printf(out, "\n%*s", OPTION_COLUMN, "");
    }
    put_wrapped(info.help, strlen(info.help), OPTION_COLUMN, out);
    text_destroy(&left);
}

static void put_options(CommandIndex index, Text *out)
{
    unsigned command = 1u << index;
    for (uint32_t group = 0; group < GROUP_COUNT; group++) {
        bool has_heading = false;
        for (uint32_t id = 0; id < OPTION_COUNT; id++) {
            if (option_info[id].group != group || !option_is_own((OptionId)id, command)) {
                continue;
            }
            if (!has_heading) {
                text_printf(out, "\n%s\n", group_heading[group]);
                has_heading = true;
            }
            put_option((OptionId)id, command, out);
        }
    }
}

void help_command(CommandIndex index, Text *out)
{
    const CommandInfo *info = &command_info[index];
    text_printf(out, "lockstep %s: %s\n\n", info->name, info->summary);
    put_usage(index, out);
    if (info->about[0] != '\0') {
        text_put(out, "\n");
        put_text(info->about, out);
    }
    put_options(index, out);
    if (index != INDEX_RUN && ((1u << index) & COMMANDS_RUN) != 0) {
        text_put(out, "\nIt also takes the options of run that say what to run, how to compile it "
                      "and where to write:\nlockstep help run\n");
    }
}

void help_overview(Text *out)
{
    text_put(out, "Lockstep runs CUDA programs and kernels on a modeled GPU and counts what the "
                  "hardware would count.\n\n");
    put_usage(INDEX_RUN, out);
    text_put(out, "\nCommands\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "  %-*s%s\n", NAME_COLUMN - 2, command_info[i].name,
                    command_info[i].summary);
    }
    text_put(out, "\nTopics\n");
    for (uint32_t i = 0; i < topic_count; i++) {
        text_printf(out, "  %-*s%s\n", NAME_COLUMN - 2, topic_info[i].name, topic_info[i].summary);
    }
    text_put(out, "\nlockstep help NAME says more about a command or topic, man lockstep about "
                  "all of them.\n");
}

bool help_topic(const char *name, Text *out)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(command_info[i].name, name) == 0) {
            help_command((CommandIndex)i, out);
            return true;
        }
    }
    for (uint32_t i = 0; i < topic_count; i++) {
        if (strcmp(topic_info[i].name, name) == 0) {
            put_text(topic_info[i].text, out);
            return true;
        }
    }
    return false;
}
