// SPDX-License-Identifier: Apache-2.0
// The program: chooses the command. Without one, `run` is meant.
// SIGXFSZ is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/explain.h"
#include "sim/cli/heap_pages.h"
#include "sim/cli/help.h"
#include "sim/cli/made_program.h"
#include "sim/cli/nvcc_host.h"
#include "sim/cli/options.h"
#include "sim/cli/unused_options.h"
#include "sim/report/section.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int (*const command_function[COMMAND_COUNT])(Options *options) = {
#define COMMAND(id, name, ...) command_##name,
#define GROUP(id, heading)
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
};

static CommandIndex find_command(const char *name)
{
    uint32_t index = 0;
    while (index < COMMAND_COUNT && strcmp(name, command_info[index].name) != 0) {
        index++;
    }
    return (CommandIndex)index;
}

static int show_help(void (*put)(CommandIndex index, Text *out), CommandIndex index)
{
    Text text = {0};
    if (put == NULL) {
        help_overview(&text);
    } else {
        put(index, &text);
    }
    fputs(text_string(&text), stdout);
    text_destroy(&text);
    return CLI_DONE;
}

// "; did you mean ...?" from the names of commands and, of `help`, of topics.
static void refuse_name(const char *format, const char *name, bool has_topics)
{
    const char *names[COMMAND_COUNT + 32];
    uint32_t count = 0;
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        names[count++] = command_info[i].name;
    }
    for (uint32_t i = 0; has_topics && i < topic_count && i < 32; i++) {
        names[count++] = topic_info[i].name;
    }
    Style style;
    Text message = {0};
    style_choose(NULL, false, &style);
    text_printf(&message, format, name);
    size_t size = message.size_bytes;
    nearest_put(name, names, count, &message);
    text_put(&message, message.size_bytes > size ? "" : " (lockstep help)");
    cli_error(&style, "%s", text_string(&message));
    text_destroy(&message);
}

int command_help(Options *options)
{
    if (options->operand_count == 0) {
        return show_help(NULL, COMMAND_COUNT);
    }
    Text text = {0};
    int code = CLI_DONE;
    for (uint32_t i = 0; i < options->operand_count; i++) {
        if (!help_topic(options->operands[i], &text)) {
            refuse_name("there is no help about '%s'", options->operands[i], true);
            code = CLI_USAGE;
        }
    }
    fputs(text_string(&text), stdout);
    text_destroy(&text);
    return code;
}

static int run_command(CommandIndex index, int count, char **arguments)
{
    static Options options; // lives as long as the process: a program's main() may end it
    int code = CLI_USAGE;
    if (index == INDEX_EXPLAIN) {
        explain_take_line(&options, &count, arguments);
    }
    bool is_readable = options_read(count, arguments, 1u << index, &options);
    if (is_readable && option_is_given(&options, OPTION_HELP)) {
        code = show_help(help_command, index);
    } else if (is_readable) {
        unused_options_note(&options);
        code = command_function[index](&options);
    }
    options_clear(&options);
    return code;
}

// As nvcc, or PREFIX-nvcc: a link to this program.
static bool is_called_nvcc(const char *name)
{
    size_t size = strlen(name);
    return size >= 4 && strcmp(name + size - 4, "nvcc") == 0 &&
           (size == 4 || name[size - 5] == '/' || name[size - 5] == '-');
}

static int run_host_compiler(int count, char **arguments)
{
    static Arena arena; // lives as long as the process, as the words of a build do
    Command line = {.arena = &arena};
    if (!nvcc_host_run((const char *const *)arguments, (uint32_t)count, &line)) {
        return CLI_USAGE;
    }
    char **words = arena_alloc(&arena, (line.count + 1) * sizeof *words);
    for (uint32_t i = 0; i < line.count; i++) {
        words[i] = arena_text(&arena, line.at[i], strlen(line.at[i]));
    }
    return run_command(INDEX_NVCC, (int)line.count, words);
}

// nvcc and the compilers of the host have files of options of their own.
static bool has_own_responses(int count, char **arguments)
{
    return count > 0 && (is_called_nvcc(arguments[0]) || nvcc_host_is_called(arguments[0]) ||
                         (count > 1 && strcmp(arguments[1], "nvcc") == 0));
}

static int print_list(void (*list)(Text *out))
{
    Text page = {0};
    list(&page);
    fputs(text_string(&page), stdout);
    text_destroy(&page);
    return CLI_DONE;
}

static int choose_command(int count, char **arguments)
{
    if (count > 0 && is_called_nvcc(arguments[0])) {
        return run_command(INDEX_NVCC, count - 1, arguments + 1);
    }
    if (count > 0 && nvcc_host_is_called(arguments[0])) {
        return run_host_compiler(count, arguments);
    }
    if (count < 2) {
        show_help(NULL, COMMAND_COUNT);
        return CLI_USAGE;
    }
    const char *first = arguments[1];
    if (strcmp(first, "nvcc") != 0 && made_program_fails(count, arguments)) {
        return CLI_USAGE;
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        return show_help(NULL, COMMAND_COUNT);
    }
    if (strcmp(first, "--query-metrics") == 0) { // as ncu spells it
        return run_command(INDEX_QUERY, count - 2, arguments + 2);
    }
    if (strcmp(first, "--list-chips") == 0) {
        return run_command(INDEX_GPUS, count - 2, arguments + 2);
    }
    if (strcmp(first, "--list-sections") == 0 || strcmp(first, "--list-sets") == 0) {
        return print_list(first[9] == 'c' ? section_list : section_list_sets);
    }
    CommandIndex index = find_command(first);
    if (index < COMMAND_COUNT) {
        return run_command(index, count - 2, arguments + 2);
    }
    // A first word that is neither a command nor a file nor looks like one.
    bool is_input = first[0] == '-' || strpbrk(first, "./") != NULL || access(first, F_OK) == 0;
    if (!is_input) {
        refuse_name("'%s' is neither a command nor a file", first, false);
        return CLI_USAGE;
    }
    return run_command(INDEX_RUN, count - 1, arguments + 1);
}

int main(int count, char **arguments)
{
    Arena arena = {0};
    int code = CLI_USAGE;
    heap_pages_use();
    signal(SIGXFSZ, SIG_IGN); // a file that becomes too large is an error to report
    if (has_own_responses(count, arguments) || response_expand(&count, &arguments, &arena)) {
        code = choose_command(count, arguments);
    }
    arena_clear(&arena);
    return code;
}
