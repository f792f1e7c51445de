// SPDX-License-Identifier: Apache-2.0
// `lockstep explain program.cu:LINE`: run what `lockstep run` runs, record the kernels that have
// the line, and explain what one warp did there.
#include "sim/cli/explain.h"

#include "sim/cli/apply.h"
#include "sim/cli/use.h"
#include "sim/explain/explain.h"

#include <string.h>

// Launches of one kernel among which the worst is explained.
enum { EXPLAIN_VARIANTS = 8 };

typedef struct ExplainCommand {
    const Options *options;
    Arena arena;
    RecordChoice choice;
    ExplainWish wish;
    const char *source; // text of the line, or NULL
} ExplainCommand;

// Takes ":LINE" off an argument that names a file. 0: it has none.
static uint32_t take_line(char *argument)
{
    char *colon = strrchr(argument, ':');
    uint32_t line = 0;
    if (argument[0] == '-' || colon == NULL || colon == argument || colon[1] == '\0' ||
        memchr(argument, '.', (size_t)(colon - argument)) == NULL) {
        return 0;
    }
    for (const char *at = colon + 1; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || line > UINT32_MAX / 10 - 1) {
            return 0;
        }
        line = line * 10 + (uint32_t)(*at - '0');
    }
    if (line > 0) {
        *colon = '\0';
    }
    return line;
}

static bool is_header(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcmp(dot, ".h") == 0 || strcmp(dot, ".cuh") == 0 ||
                           strcmp(dot, ".hpp") == 0 || strcmp(dot, ".inl") == 0);
}

void explain_take_line(Options *options, int *count, char **arguments)
{
    for (int i = 0; i < *count && strcmp(arguments[i], "--") != 0; i++) {
        char *copy = arena_text(&options->arena, arguments[i], strlen(arguments[i]));
        uint32_t line = take_line(copy);
        if (line == 0) {
            continue;
        }
        options->line_file = copy;
        options->line = line;
        arguments[i] = copy;
        if (is_header(copy)) {
            memmove(&arguments[i], &arguments[i + 1], (size_t)(*count - i - 1) * sizeof *arguments);
            (*count)--;
        }
        return;
    }
}

static void read_source(ExplainCommand *command)
{
    size_t size_bytes, size = strlen(command->wish.file);
    if (size > 4 && strcmp(command->wish.file + size - 4, ".ptx") == 0) {
        return; // the line is shown as PTX anyway
    }
    const char *text = file_text(command->wish.file, &size_bytes, &command->arena);
    for (uint32_t line = 1; line < command->wish.line && text != NULL; line++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    if (text != NULL) {
        command->source = arena_text(&command->arena, text, strcspn(text, "\r\n"));
    }
}

static bool has_line(const void *wish, const struct MachineProgram *program)
{
    return program != NULL && explain_has_line(program, wish);
}

static int explain_report(void *context, const Report *report, Text *page)
{
    ExplainCommand *command = context;
    const ExplainWish *wish = &command->wish;
    bool is_json = option_is_given(command->options, OPTION_JSON);
    ExplainResult result =
        is_json ? explain_line_json(report, wish, command->source, LOCKSTEP_VERSION, page)
                : explain_line(report, wish, command->source, page);
    if (result == EXPLAIN_DONE && option_is_given(command->options, OPTION_APPLY)) {
        return apply_run(command->options, report, wish, page, &command->arena);
    }
    return result == EXPLAIN_DONE ? CLI_DONE : CLI_USAGE;
}

static bool read_all(ExplainCommand *command)
{
    const Options *options = command->options;
    int64_t visit;
    command->wish.file = options->line_file;
    command->wish.line = options->line;
    if (command->wish.line == 0 || options->operand_count == 0) {
        cli_error(&options->style,
                  command->wish.line == 0
                      ? "lockstep explain needs a line: lockstep explain program.cu:14"
                      : "lockstep explain needs the program besides the header: lockstep explain "
                        "program.cu header.h:14");
        return false;
    }
    if (!record_choice_read(options, RECORD_FIRST_BLOCK, true, &command->choice, &command->arena) ||
        !option_number(options, OPTION_VISIT, 1, 1, &visit)) {
        return false;
    }
    if (!apply_is_readable(options)) {
        return false;
    }
    if (option_is_given(options, OPTION_APPLY) && option_is_given(options, OPTION_JSON)) {
        cli_error(&options->style, "--apply compares in text; leave --json out");
        return false;
    }
    command->wish.visit = visit < UINT32_MAX ? (uint32_t)visit : UINT32_MAX;
    command->choice.has_interest = has_line;
    command->choice.interest = &command->wish;
    command->choice.variants = EXPLAIN_VARIANTS;
    read_source(command);
    return true;
}

int command_explain(Options *options)
{
    static ExplainCommand command;
    static ReportUse use = {
        .function = explain_report, .context = &command, .record = &command.choice};
    command = (ExplainCommand){.options = options};
    int code = read_all(&command) ? run_use(options, &use) : CLI_USAGE;
    record_choice_clear(&command.choice);
    arena_clear(&command.arena);
    return code;
}
