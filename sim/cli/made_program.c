// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/made_program.h"

#include "sim/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How nvcc.c begins programs.
static bool is_made(const char *path)
{
    static const char mark[] = "# Made by lockstep nvcc";
    char head[64];
    FILE *file = access(path, X_OK) == 0 ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return false;
    }
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    head[size] = 0;
    return strncmp(head, "#!/bin/sh\n", 10) == 0 && strncmp(head + 10, mark, sizeof mark - 1) == 0;
}

// Whether the word before is an option that writes a file of that name.
static bool is_output(const char *word)
{
    static const char *const options[] = {"-o", "--output", "--log-file", "--export", "--trace"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(word, options[i]) == 0) {
            return true;
        }
    }
    return false;
}

// What LOCKSTEP_OPTIONS holds already, and the words; false: one has a blank.
static bool join_options(int count, char **words, Text *options)
{
    const char *before = getenv("LOCKSTEP_OPTIONS");
    text_put(options, before == NULL ? "" : before);
    for (int i = 0; i < count; i++) {
        if (strpbrk(words[i], " \t\n") != NULL) {
            return false;
        }
        text_printf(options, "%s%s", options->size_bytes > 0 ? " " : "", words[i]);
    }
    return true;
}

bool made_program_fails(int count, char **arguments)
{
    int at = 1;
    while (at < count && strcmp(arguments[at], "--") != 0 &&
           (!is_made(arguments[at]) || is_output(arguments[at - 1]))) {
        at++;
    }
    if (at >= count || strcmp(arguments[at], "--") == 0) {
        return false;
    }
    Style style = {0};
    Text options = {0}, path = {0};
    style_choose(NULL, false, &style);
    text_printf(&path, "%s%s", strchr(arguments[at], '/') == NULL ? "./" : "", arguments[at]);
    if (!join_options(at - 1, arguments + 1, &options)) {
        cli_error(&style, "options with blanks cannot be handed to %s; give its sources instead",
                  arguments[at]);
    } else if (setenv("LOCKSTEP_OPTIONS", text_string(&options), 1) == 0) {
        arguments[at] = (char *)text_string(&path);
        execv(arguments[at], arguments + at);
        cli_error(&style, "cannot start %s: %s", arguments[at], strerror(errno));
    }
    text_destroy(&options);
    text_destroy(&path);
    return true;
}
