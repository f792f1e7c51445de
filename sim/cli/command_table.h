// SPDX-License-Identifier: Apache-2.0
// The commands, their options and the help topics as tables: rows of commands.def, options.def and
// topics.def. Read by the command line and by the tool that writes the man page and completions.
#ifndef LOCKSTEP_CLI_COMMAND_TABLE_H
#define LOCKSTEP_CLI_COMMAND_TABLE_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum CommandIndex {
#define COMMAND(id, ...) INDEX_##id,
#define GROUP(id, heading)
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
    COMMAND_COUNT
} CommandIndex;

// A bit each, so that an option can belong to several.
enum {
#define COMMAND(id, ...) COMMAND_##id = 1u << INDEX_##id,
#define GROUP(id, heading)
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
    // Commands that show a recording, and those that run what `run` runs.
    COMMANDS_RECORD = COMMAND_EXPLAIN | COMMAND_VIEW | COMMAND_STEP,
    COMMANDS_RUN = COMMAND_RUN | COMMAND_COMPARE | COMMAND_CHECK | COMMANDS_RECORD
};

typedef struct CommandInfo {
    const char *name, *operands, *summary, *usage, *about; // as commands.def says
} CommandInfo;

extern const CommandInfo command_info[COMMAND_COUNT];

typedef enum OptionGroup {
#define COMMAND(id, ...)
#define GROUP(id, heading) GROUP_##id,
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP
    GROUP_COUNT
} OptionGroup;

extern const char *const group_heading[GROUP_COUNT];

typedef enum OptionId {
#define OPTION(id, ...) OPTION_##id,
#define OPTION_HERE(...)
#define IGNORED(name, takes_value)
#include "sim/cli/options.def"
#undef OPTION
#undef OPTION_HERE
#undef IGNORED
    OPTION_COUNT
} OptionId;

typedef struct OptionInfo {
    const char *name;
    char letter; // 0: none
    const char *argument;
    unsigned commands;
    OptionGroup group;
    const char *help;
} OptionInfo;

extern const OptionInfo option_info[OPTION_COUNT];

// What the option is for one command, a bit: its argument and help may differ there. commands is 0
// where the command does not have it.
OptionInfo option_here(OptionId id, unsigned command);

// Whether help of the command shows the option itself; the others that it takes are run's.
bool option_is_own(OptionId id, unsigned command);

// "[=VALUE]": an argument that may be left out, and else follows a =.
bool option_argument_is_optional(const OptionInfo *info);

typedef struct IgnoredOption {
    const char *name;
    bool takes_value;
} IgnoredOption;

extern const IgnoredOption ignored_options[];
extern const uint32_t ignored_option_count;

typedef struct TopicInfo {
    const char *name, *heading, *summary, *text;
} TopicInfo;

extern const TopicInfo topic_info[];
extern const uint32_t topic_count;

#endif
