// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.h"

#include <string.h>

const CommandInfo command_info[COMMAND_COUNT] = {
#define COMMAND(id, name, operands, summary, usage, about) {#name, operands, summary, usage, about},
#define GROUP(id, heading)
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
};

const char *const group_heading[GROUP_COUNT] = {
#define COMMAND(...)
#define GROUP(id, heading) heading,
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
};

// The words of options.def for sets of commands.
enum {
    RECORDS = COMMANDS_RECORD,
    RUN = COMMANDS_RUN,
    RUN_ONLY = COMMAND_RUN,
    EXPLAIN = COMMAND_EXPLAIN,
    VIEW = COMMAND_VIEW,
    STEP = COMMAND_STEP,
    COMPARE = COMMAND_COMPARE,
    CHECK = COMMAND_CHECK,
    GPUS = COMMAND_GPUS,
    OCCUPANCY = COMMAND_OCCUPANCY,
    QUERY = COMMAND_QUERY,
    COMPILE = COMMAND_COMPILE,
    SWEEP = COMMAND_SWEEP,
    HELP = COMMAND_HELP
};

const OptionInfo option_info[OPTION_COUNT] = {
#define OPTION(id, name, letter, argument, commands, group, help)                                  \
    {name, letter, argument, commands, GROUP_##group, help},
#define OPTION_HERE(...)
#define IGNORED(name, takes_value)
#include "sim/cli/options.def"
#undef OPTION
#undef OPTION_HERE
#undef IGNORED
};

static const struct {
    OptionId id;
    unsigned commands;
    const char *argument, *help;
} options_here[] = {
#define OPTION(...)
#define OPTION_HERE(id, commands, argument, help) {OPTION_##id, commands, argument, help},
#define IGNORED(name, takes_value)
#include "sim/cli/options.def"
#undef OPTION
#undef OPTION_HERE
#undef IGNORED
};

const IgnoredOption ignored_options[] = {
#define OPTION(...)
#define OPTION_HERE(...)
#define IGNORED(name, takes_value) {name, takes_value},
#include "sim/cli/options.def"
#undef OPTION
#undef OPTION_HERE
#undef IGNORED
};

const uint32_t ignored_option_count = sizeof ignored_options / sizeof ignored_options[0];

static const char findings_text[] =
    "Findings have the form file:line:column: level: text [name], each with a line of advice. "
    "JSON, "
    "SARIF and the page contain all of them.\n\n"
    "lockstep check and --check report errors (leaks and failed calls are warnings):\n\n"
#define CHECK(id, checker, name, sentence, advice) "  " name "\n      " sentence "\n"
#include "sim/check/finding.def"
#undef CHECK
    "\nThe compiler's warnings, given on every run:\n\n"
#define WARNING(id, name, doc) "  " name "\n      " doc "\n"
#include "isa/base/warning.def"
#undef WARNING
    "\nThese cost time; all reports have them:\n\n"
#define FINDING(id, name, section, doc) "  " name "\n      " doc "\n"
#include "sim/report/finding.def"
#undef FINDING
    ;

const TopicInfo topic_info[] = {
#define TOPIC(name, heading, summary, text) {#name, heading, summary, text},
#include "sim/cli/topics.def"
#undef TOPIC
};

const uint32_t topic_count = sizeof topic_info / sizeof topic_info[0];

static bool has_own_text(OptionId id, unsigned command)
{
    for (size_t i = 0; i < sizeof options_here / sizeof options_here[0]; i++) {
        if (options_here[i].id == id && (options_here[i].commands & command) != 0) {
            return true;
        }
    }
    return false;
}

OptionInfo option_here(OptionId id, unsigned command)
{
    OptionInfo info = option_info[id];
    info.commands &= command;
    for (size_t i = 0; i < sizeof options_here / sizeof options_here[0]; i++) {
        if (options_here[i].id == id && (options_here[i].commands & command) != 0) {
            info.argument = options_here[i].argument;
            info.help = options_here[i].help;
        }
    }
    return info;
}

bool option_is_own(OptionId id, unsigned command)
{
    const OptionInfo *info = &option_info[id];
    bool is_of_run = command != COMMAND_RUN && (command & COMMANDS_RUN) != 0 &&
                     (info->commands & COMMAND_RUN) != 0;
    bool is_shared = is_of_run && info->group != GROUP_RECORD && !has_own_text(id, command);
    return (info->commands & command) != 0 && !is_shared;
}

bool option_argument_is_optional(const OptionInfo *info)
{
    return info->argument != NULL && strncmp(info->argument, "[=", 2) == 0;
}
