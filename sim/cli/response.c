// SPDX-License-Identifier: Apache-2.0
// Response files: a run of many launches written down once, an option a line.
#include "sim/cli/cli.h"

#include <errno.h>
#include <string.h>

typedef struct ArgumentList {
    Arena *arena;
    char **at;
    int count, room;
} ArgumentList;

static void list_add(ArgumentList *list, char *argument)
{
    if (list->count + 1 >= list->room) {
        list->room = list->room == 0 ? 32 : list->room * 2;
        list->at = arena_grow(list->arena, list->at, (size_t)list->count, (size_t)list->room,
                              sizeof(char *));
    }
    list->at[list->count++] = argument;
    list->at[list->count] = NULL;
}

// A line is an option and, behind the first blank, its value; or one word.
static void add_line(ArgumentList *list, const char *line, size_t size_bytes)
{
    while (size_bytes > 0 && strchr(" \t\r", line[size_bytes - 1]) != NULL) {
        size_bytes--;
    }
    while (size_bytes > 0 && strchr(" \t", *line) != NULL) {
        line++;
        size_bytes--;
    }
    if (size_bytes == 0 || *line == '#') {
        return;
    }
    char *option = arena_text(list->arena, line, size_bytes);
    char *value = option[0] == '-' ? strpbrk(option, " \t") : NULL;
    if (value != NULL) {
        *value = 0;
        value += 1 + strspn(value + 1, " \t");
    }
    list_add(list, option);
    if (value != NULL) {
        list_add(list, value);
    }
}

static bool add_file(ArgumentList *list, const char *path)
{
    size_t size_bytes;
    const char *text = file_text(path, &size_bytes, list->arena);
    if (text == NULL) {
        const char *problem = strerror(errno);
        Style style;
        style_choose(NULL, false, &style);
        cli_error(&style, "cannot read '%s': %s", path, problem);
        return false;
    }
    for (const char *line = text; *line != 0;) {
        size_t size = strcspn(line, "\n");
        add_line(list, line, size);
        line += size + (line[size] == '\n');
    }
    return true;
}

bool response_expand(int *count, char ***arguments, Arena *arena)
{
    ArgumentList list = {.arena = arena};
    for (int i = 0; i < *count; i++) {
        char *argument = (*arguments)[i];
        if (i == 0 || argument[0] != '@') {
            list_add(&list, argument);
        } else if (!add_file(&list, argument + 1)) {
            return false;
        }
    }
    *count = list.count;
    *arguments = list.at;
    return true;
}
