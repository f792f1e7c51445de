// SPDX-License-Identifier: Apache-2.0
// `lockstep check`: run what `lockstep run` runs, with every checker, and report what is wrong.
#include "sim/cli/check.h"

#include "sim/cli/use.h"
#include "sim/report/check.h"

#include <stdio.h>
#include <string.h>

typedef struct CheckCommand {
    const Options *options;
    CheckFormat format;
} CheckCommand;

uint32_t checkers_read(const char *names, const Style *style)
{
    uint32_t checkers = 0;
    for (const char *at = names; *at != '\0';) {
        size_t size = strcspn(at, ",");
        uint32_t i = 0;
        while (i < CHECKER_COUNT &&
               (strlen(checker_names[i]) != size || strncmp(at, checker_names[i], size) != 0)) {
            i++;
        }
        if (i == CHECKER_COUNT) {
            cli_error(style, "unknown checker '%.*s' (known: memory, init, race, sync, leak, api)",
                      (int)size, at);
            return 0;
        }
        checkers |= 1u << i;
        at += size + (at[size] == ',');
    }
    return checkers;
}

static CheckFormat format_of(const Options *options)
{
    return option_is_given(options, OPTION_FORMAT)
               ? (CheckFormat)option_choice(options, OPTION_FORMAT)
           : option_is_given(options, OPTION_JSON) ? CHECK_JSON
                                                   : CHECK_TEXT;
}

static int print(const Options *options, const Report *report, CheckFormat format, bool is_colored,
                 Text *page)
{
    CheckReport *check = check_report_create(report);
    int64_t max = 0, code = CLI_FINDINGS;
    const char *filter = option_value(options, OPTION_FILTER);
    check->version = LOCKSTEP_VERSION;
    check->program = options->operands[0];
    if (filter != NULL) {
        check_report_filter(check, filter);
    }
    option_number(options, OPTION_MAX_FINDINGS, 0, 0, &max);
    option_number(options, OPTION_ERROR_EXITCODE, 0, CLI_FINDINGS, &code);
    check_print(check, format, (uint32_t)max, is_colored, page);
    bool has_errors = check->error_count > 0;
    check_report_destroy(check);
    return has_errors ? (int)code : CLI_DONE;
}

int check_tell(const Options *options, const Report *report)
{
    Text text = {0};
    int code = CLI_DONE;
    if (option_is_given(options, OPTION_CHECK)) {
        code = print(options, report, CHECK_TEXT, options->style.is_err_colored, &text);
        fputs(text_string(&text), stderr);
    }
    text_destroy(&text);
    return code;
}

static int show(void *context, const Report *report, Text *page)
{
    const CheckCommand *command = context;
    return print(command->options, report, command->format, command->options->style.is_out_colored,
                 page);
}

int command_check(Options *options)
{
    static CheckCommand command;
    static ReportUse use = {
        .function = show, .context = &command, .takes_none = true, .tells_findings = true};
    int64_t number;
    command = (CheckCommand){.options = options};
    command.format = format_of(options);
    if (!option_number(options, OPTION_MAX_FINDINGS, 0, 0, &number) ||
        !option_number(options, OPTION_ERROR_EXITCODE, 0, CLI_FINDINGS, &number)) {
        return CLI_USAGE;
    }
    if (number > UINT8_MAX) {
        cli_error(&options->style, "--error-exitcode takes a number from 0 to 255");
        return CLI_USAGE;
    }
    if (options->operand_count == 0) {
        cli_error(&options->style, "lockstep check needs a program: lockstep check program.cu");
        return CLI_USAGE;
    }
    const char *gpus = option_value(options, OPTION_GPU);
    if (gpus != NULL && strchr(gpus, ',') != NULL) {
        cli_error(&options->style, "check reports on one GPU; 'run --check' takes several");
        return CLI_USAGE;
    }
    if (!option_is_given(options, OPTION_CHECK)) {
        options_add(options, OPTION_CHECK, "memory,init,race,sync,leak,api");
    }
    use.is_data = command.format != CHECK_TEXT && command.format != CHECK_SANITIZER;
    return run_use(options, &use);
}
