// SPDX-License-Identifier: Apache-2.0
// `lockstep step`: run what `lockstep run` runs, record one launch with its values, and step
// through it: with keys in a terminal, else by lines of commands.
#include "sim/step/step.h"

#include "sim/cli/render.h"
#include "sim/cli/step_terminal.h"
#include "sim/cli/use.h"
#include "sim/record/recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct StepCommand {
    const Options *options;
    Arena arena;
    RecordChoice choice;
    FILE *commands; // of --commands; NULL: the terminal, or stdin
} StepCommand;

// Each line is repeated before its answer, so that what comes out can be read alone. False: a line
// was wrong.
static bool run_lines(const Style *style, Stepper *stepper, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    uint32_t number = 0;
    bool is_good = true, has_left = false;
    ssize_t size;
    while (!has_left && (size = getline(&line, &room, in)) >= 0) {
        Text answer = {0};
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#') {
            continue;
        }
        printf("> %s\n", line);
        StepperResult result = stepper_command(stepper, line, &answer);
        has_left = result == STEPPER_LEFT;
        if (result == STEPPER_WRONG) {
            fflush(stdout);
            cli_error(style, "line %u: %s", number, text_string(&answer));
            is_good = false;
        } else {
            fputs(text_string(&answer), stdout);
        }
        fflush(stdout);
        text_destroy(&answer);
    }
    free(line);
    return is_good;
}

static const ReportLaunch *recorded_launch(const Report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const Recording *recording = report->launches[i].record->recording;
        if (recording != NULL && recording->step_count > 0) {
            return &report->launches[i];
        }
    }
    return NULL;
}

static int step_through(void *context, const Report *report, Text *page)
{
    StepCommand *command = context;
    const Style *style = &command->options->style;
    uint32_t source_count = 0;
    (void)page;
    if (record_choice_tell(&command->choice, report) == 0) {
        return CLI_USAGE;
    }
    SourceText *sources =
        sources_find(report, command->options->operands[0], &source_count, &command->arena);
    Stepper *stepper = stepper_create(recorded_launch(report), sources, source_count);
    bool has_terminal = command->commands == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool is_good = has_terminal ? step_terminal(stepper, style->is_out_colored)
                                : run_lines(style, stepper,
                                            command->commands == NULL ? stdin : command->commands);
    stepper_destroy(stepper);
    return is_good ? CLI_DONE : CLI_USAGE;
}

static bool open_commands(StepCommand *command)
{
    const char *path = option_value(command->options, OPTION_COMMANDS);
    if (path == NULL) {
        return true;
    }
    command->commands = fopen(path, "r");
    if (command->commands == NULL) {
        cli_error(&command->options->style, "cannot read %s: %s", path, strerror(errno));
    }
    return command->commands != NULL;
}

static bool read_all(StepCommand *command)
{
    const Options *options = command->options;
    RecordChoice *choice = &command->choice;
    if (options->operand_count == 0) {
        cli_error(&options->style, "lockstep step needs a program: lockstep step program.cu");
        return false;
    }
    if (option_is_given(options, OPTION_OUTPUT)) {
        cli_error(&options->style,
                  "lockstep step writes to standard output and does not accept -o");
        return false;
    }
    if (!record_choice_read(options, RECORD_FIRST_BLOCK, true, choice, &command->arena)) {
        return false;
    }
    // One launch, which has all of --max-events.
    choice->is_counted = true;
    choice->limit = 1;
    return open_commands(command);
}

int command_step(Options *options)
{
    static StepCommand command;
    static ReportUse use = {
        .function = step_through, .context = &command, .record = &command.choice};
    command = (StepCommand){.options = options};
    int code = read_all(&command) ? run_use(options, &use) : CLI_USAGE;
    if (command.commands != NULL) {
        fclose(command.commands);
    }
    record_choice_clear(&command.choice);
    arena_clear(&command.arena);
    return code;
}
