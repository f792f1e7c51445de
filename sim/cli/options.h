// SPDX-License-Identifier: Apache-2.0
// The options of one command, as given, and the commands themselves. Rows in options.def and
// commands.def.
#ifndef LOCKSTEP_CLI_OPTIONS_H
#define LOCKSTEP_CLI_OPTIONS_H

#include "sim/cli/cli.h"
#include "sim/cli/command_table.h"

typedef struct OptionUse {
    OptionId id;
    const char *value; // NULL for options without an argument
} OptionUse;

typedef struct Options {
    Arena arena;
    unsigned command;
    Style style;
    OptionUse *uses; // in the order given
    uint32_t use_count;
    const char **operands; // what is no option
    uint32_t operand_count;
    const char **arguments; // of the program, when the operands are its sources: what comes behind
                            // them, or after --
    uint32_t argument_count;
    const char *line_file; // of explain's FILE:LINE; NULL: none was given
    uint32_t line;
} Options;

// Reads the arguments after the command's name. False, with a message, on an unknown option, a
// missing or superfluous argument.
bool options_read(int count, char **arguments, unsigned command, Options *options);
void options_clear(Options *options);

// Adds an option as if it had been given after all others.
void options_add(Options *options, OptionId id, const char *value);

// The last value given; NULL when the option was not.
const char *option_value(const Options *options, OptionId id);
bool option_is_given(const Options *options, OptionId id);

// The position of the last value among the words that its row in options.def lists,
// "details|source|raw"; 0 when not given. Other values were refused by options_read.
uint32_t option_choice(const Options *options, OptionId id);

// Whether --block names the block to record: of commands that show a recording, without --grid.
bool option_block_is_recorded(const Options *options);

// A whole number of at least `low`; `otherwise` when not given. False, with a message, when it is
// none.
bool option_number(const Options *options, OptionId id, int64_t low, int64_t otherwise,
                   int64_t *value);

// Up to three whole numbers, separated by commas or x; the missing ones are 1.
bool option_dimensions(const Options *options, OptionId id, uint32_t size[3]);

// The commands. Each returns its exit code. The options live as long as the process, because a
// program's main() may end it.
#define COMMAND(id, name, ...) int command_##name(Options *options);
#define GROUP(id, heading)
#include "sim/cli/commands.def"
#undef COMMAND
#undef GROUP

#endif
