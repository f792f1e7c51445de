// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/options.h"

#include "sim/plan/expression.h"
#include "sim/program/program.h"

#include <string.h>

typedef struct Reader {
    char **at, **end;
    unsigned command;
    Options *options;
} Reader;

// Whether `word` is `name` or `name=value`; then *value points behind the = or is NULL.
static bool is_spelled(const char *word, const char *name, const char **value)
{
    size_t size = strlen(name);
    if (strncmp(word, name, size) != 0 || (word[size] != 0 && word[size] != '=')) {
        return false;
    }
    *value = word[size] == '=' ? word + size + 1 : NULL;
    return true;
}

static bool is_letter(const char *word, char letter)
{
    return letter != 0 && word[0] == '-' && word[1] == letter;
}

static OptionId find_option(const char *word, unsigned command, const char **value)
{
    for (uint32_t id = 0; id < OPTION_COUNT; id++) {
        const OptionInfo *info = &option_info[id];
        if ((info->commands & command) == 0) {
            continue;
        }
        if (is_spelled(word, info->name, value)) {
            return (OptionId)id;
        }
        bool is_whole = word[0] == '-' && word[1] != 0 && (word[2] == 0 || info->argument != NULL);
        if (is_whole && is_letter(word, info->letter)) {
            *value = word[2] == 0 ? NULL : word + 2;
            return (OptionId)id;
        }
    }
    return OPTION_COUNT;
}

static bool skip_ignored(Reader *reader, const char *word)
{
    for (uint32_t i = 0; i < ignored_option_count; i++) {
        const char *value;
        if (is_spelled(word, ignored_options[i].name, &value)) {
            bool has_next = reader->at < reader->end;
            if (ignored_options[i].takes_value && value == NULL && has_next) {
                reader->at++;
            }
            cli_note(&reader->options->style, "%s has no effect in a simulation",
                     ignored_options[i].name);
            return true;
        }
    }
    return false;
}

// Whether the operands so far are the sources of a program, so that other words are its arguments.
static bool is_program(const Reader *reader)
{
    bool is_cuda;
    return (reader->command & COMMANDS_RUN) != 0 && reader->options->operand_count > 0 &&
           program_is_source(reader->options->operands[0], &is_cuda);
}

enum { MEANT_EDITS = 2 }; // an option further away is another one

// The option that `word` is meant to be, up to its =; of equally near ones one of this command.
// OPTION_COUNT: none.
static OptionId meant_option(const char *word, unsigned command, Arena *arena)
{
    const char *name = arena_text(arena, word, strcspn(word, "="));
    OptionId best = OPTION_COUNT;
    uint32_t least = 2 * MEANT_EDITS + 2; // twice the edits, and 1 for another command's
    for (uint32_t id = 0; id < OPTION_COUNT && strlen(name) > MEANT_EDITS + 1; id++) {
        bool is_own = (option_info[id].commands & command) != 0;
        uint32_t far = 2 * edit_distance(name, option_info[id].name) + !is_own;
        if (far < least) {
            least = far;
            best = (OptionId)id;
        }
    }
    return best;
}

static void put_commands(unsigned commands, Text *out)
{
    const char *before = " of lockstep ";
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        if ((commands & (1u << i)) != 0) {
            text_printf(out, "%s%s", before, command_info[i].name);
            before = ", ";
        }
    }
}

// "; did you mean '--grid'?", or of another command: "; --page is an option of lockstep run"
static void put_meant(const Reader *reader, const char *word, Text *out)
{
    OptionId meant = meant_option(word, reader->command, &reader->options->arena);
    if (meant == OPTION_COUNT) {
        text_put(out, " (--help lists them)");
        return;
    }
    const OptionInfo *info = &option_info[meant];
    if ((info->commands & reader->command) != 0) {
        text_printf(out, "; did you mean '%s'?", info->name);
    } else {
        text_printf(out, "; %s is an option", info->name);
        put_commands(info->commands, out);
    }
}

static bool refuse_unknown(const Reader *reader, const char *word)
{
    Text message = {0};
    const Style *style = &reader->options->style;
    text_printf(&message, "unknown option %s", word);
    put_meant(reader, word, &message);
    cli_error(style, "%s", text_string(&message));
    text_destroy(&message);
    if (is_program(reader)) {
        cli_note(style, "arguments of the program follow --: %s -- %s",
                 reader->options->operands[0], word);
    }
    return false;
}

// Whether the argument lists the only values: words with | between them.
static bool is_list(const char *argument)
{
    return strchr(argument, '|') != NULL &&
           argument[strspn(argument, "abcdefghijklmnopqrstuvwxyz-|")] == 0;
}

// The position of the value among the words of the list; UINT32_MAX if it is none of them.
static uint32_t position_in(const char *list, const char *value)
{
    size_t size_bytes = strlen(value);
    for (uint32_t position = 0;; position++) {
        size_t word_bytes = strcspn(list, "|");
        if (word_bytes == size_bytes && strncmp(list, value, size_bytes) == 0) {
            return position;
        }
        if (list[word_bytes] == 0) {
            return UINT32_MAX;
        }
        list += word_bytes + 1;
    }
}

// "--page expects details, source or raw, got 'lines'"
static bool refuse_value(const Style *style, const OptionInfo *info, const char *value)
{
    Text list = {0};
    const char *last = strrchr(info->argument, '|');
    for (const char *at = info->argument; *at != 0; at++) {
        if (*at == '|') {
            text_put(&list, at == last ? " or " : ", ");
        } else {
            text_add(&list, at, 1);
        }
    }
    cli_error(style, "%s expects %s, got '%s'", info->name, text_string(&list), value);
    text_destroy(&list);
    return false;
}

static bool read_option(Reader *reader, const char *word)
{
    Options *options = reader->options;
    const char *value = NULL;
    OptionId id = find_option(word, reader->command, &value);
    if (id == OPTION_COUNT) {
        return skip_ignored(reader, word) || refuse_unknown(reader, word);
    }
    const OptionInfo *info = &option_info[id];
    if (info->argument == NULL && value != NULL) {
        cli_error(&options->style, "%s does not take an argument", info->name);
        return false;
    }
    if (info->argument != NULL && value == NULL && !option_argument_is_optional(info)) {
        if (reader->at == reader->end) {
            cli_error(&options->style, "%s needs an argument: %s", info->name,
                      option_here(id, reader->command).argument);
            return false;
        }
        value = *reader->at++;
    }
    if (value != NULL && is_list(info->argument) &&
        position_in(info->argument, value) == UINT32_MAX) {
        return refuse_value(&options->style, info, value);
    }
    options->uses[options->use_count++] = (OptionUse){id, value};
    return true;
}

static void read_rest(Reader *reader)
{
    Options *options = reader->options;
    while (reader->at < reader->end) {
        if (is_program(reader)) {
            options->arguments[options->argument_count++] = *reader->at++;
        } else {
            options->operands[options->operand_count++] = *reader->at++;
        }
    }
}

static bool read_words(Reader *reader)
{
    Options *options = reader->options;
    bool is_cuda;
    if (reader->command == COMMAND_NVCC) { // it has another's options
        while (reader->at < reader->end) {
            options->arguments[options->argument_count++] = *reader->at++;
        }
    }
    while (reader->at < reader->end) {
        const char *word = *reader->at++;
        if (strcmp(word, "--") == 0) {
            read_rest(reader);
        } else if (word[0] != '-' || word[1] == 0) {
            if (is_program(reader) && !program_is_source(word, &is_cuda)) {
                reader->at--;
                read_rest(reader);
                break;
            }
            options->operands[options->operand_count++] = word;
        } else if (!read_option(reader, word)) {
            return false;
        }
    }
    return true;
}

void options_add(Options *options, OptionId id, const char *value)
{
    options->uses = arena_grow(&options->arena, options->uses, options->use_count,
                               options->use_count + 1, sizeof *options->uses);
    options->uses[options->use_count++] = (OptionUse){id, value};
}

// Options of ncu's that are others here.
static void name_output(Options *options)
{
    const char *log = option_value(options, OPTION_LOG_FILE),
               *export = option_value(options, OPTION_EXPORT);
    const char *file = export != NULL ? export : log;
    if (export != NULL) {
        options_add(options, OPTION_JSON, NULL);
    }
    if (file != NULL && !option_is_given(options, OPTION_OUTPUT)) {
        options_add(options, OPTION_OUTPUT, file);
    }
}

bool options_read(int count, char **arguments, unsigned command, Options *options)
{
    size_t room = (size_t)count + 1;
    options->uses = arena_alloc(&options->arena, room * sizeof *options->uses);
    options->operands = arena_alloc(&options->arena, room * sizeof *options->operands);
    options->arguments = arena_alloc(&options->arena, room * sizeof *options->arguments);
    bool is_quiet = false;
    for (int i = 0; i < count; i++) {
        is_quiet =
            is_quiet || strcmp(arguments[i], "--quiet") == 0 || strcmp(arguments[i], "-q") == 0;
    }
    style_choose(NULL, is_quiet, &options->style);
    options->command = command;
    Reader reader = {arguments, arguments + count, command, options};
    if (!read_words(&reader)) {
        return false;
    }
    name_output(options);
    return style_choose(option_value(options, OPTION_COLOR), is_quiet, &options->style);
}

void options_clear(Options *options)
{
    arena_clear(&options->arena);
    *options = (Options){0};
}

const char *option_value(const Options *options, OptionId id)
{
    for (uint32_t i = options->use_count; i > 0; i--) {
        if (options->uses[i - 1].id == id) {
            return options->uses[i - 1].value;
        }
    }
    return NULL;
}

bool option_is_given(const Options *options, OptionId id)
{
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == id) {
            return true;
        }
    }
    return false;
}

uint32_t option_choice(const Options *options, OptionId id)
{
    const char *value = option_value(options, id);
    return value == NULL ? 0 : position_in(option_info[id].argument, value);
}

bool option_block_is_recorded(const Options *options)
{
    bool records =
        (options->command & COMMANDS_RECORD) != 0 || option_is_given(options, OPTION_TRACE);
    return records && !option_is_given(options, OPTION_GRID);
}

bool option_number(const Options *options, OptionId id, int64_t low, int64_t otherwise,
                   int64_t *value)
{
    const char *text = option_value(options, id), *end;
    *value = otherwise;
    if (text == NULL) {
        return true;
    }
    if (!expression_read(text, &end, value) || *end != 0 || *value < low) {
        cli_error(&options->style, "%s expects a whole number of at least %lld, got '%s'",
                  option_info[id].name, (long long)low, text);
        return false;
    }
    return true;
}

bool option_dimensions(const Options *options, OptionId id, uint32_t size[3])
{
    const char *text = option_value(options, id);
    size[0] = size[1] = size[2] = 0;
    if (text == NULL || dimensions_read(text, size)) {
        return true;
    }
    cli_error(&options->style,
              "%s expects one to three whole numbers above 0, such as 32,8, got '%s'",
              option_info[id].name, text);
    return false;
}
