// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/source_options.h"

#include "sim/cli/choice.h"

#include <stdlib.h>
#include <string.h>

static void list_add(ProgramList *list, const char *value, Arena *arena)
{
    const char **at = arena_alloc(arena, (list->count + 1) * sizeof *at);
    for (uint32_t i = 0; i < list->count; i++) {
        at[i] = list->at[i];
    }
    at[list->count] = value;
    *list = (ProgramList){at, list->count + 1};
}

static bool starts(const char *word, const char *start, const char **value)
{
    *value = word + strlen(start);
    return strncmp(word, start, strlen(start)) == 0;
}

static bool take(ProgramOptions *own, const char *word, Arena *arena)
{
    const char *value;
    if (starts(word, "-I", &value)) {
        list_add(&own->include_folders, value, arena);
    } else if (starts(word, "-D", &value)) {
        list_add(&own->defines, value, arena);
    } else if (starts(word, "-Xcompiler=", &value)) {
        list_add(&own->host_options, value, arena);
    } else if (starts(word, "-std=", &value)) {
        own->standard = value;
    } else if (starts(word, "-O", &value)) {
        own->level = value;
    } else if (starts(word, "--language=cu", &value)) {
        own->is_all_cuda = true;
    } else if (starts(word, "-rdc=true", &value)) {
        own->is_relocatable = true;
    } else {
        return false;
    }
    return true;
}

bool source_options_read(const Options *options, ProgramOptions *build, Arena *arena)
{
    uint32_t given_count, count = build->sources.count;
    const char **given = option_values(options, OPTION_SOURCE_OPTION, &given_count, arena);
    if (given_count == 0) {
        return true;
    }
    ProgramOptions *own = arena_alloc(arena, (count + 1) * sizeof *own);
    for (uint32_t i = 0; i < count; i++) {
        own[i] = *build;
    }
    for (uint32_t i = 0; i < given_count; i++) {
        char *word;
        const char *value;
        unsigned long number = strtoul(given[i], &word, 10);
        bool is_taken = word > given[i] && word[0] == ':' && number <= count;
        if (is_taken && number == 0) {
            is_taken = starts(word + 1, "-Xcompiler=", &value);
            list_add(&build->link_options, value, arena);
        } else {
            is_taken = is_taken && take(&own[number - 1], word + 1, arena);
        }
        if (!is_taken) {
            cli_error(&options->style,
                      "--source-option expects the number of a source and an "
                      "option, such as 2:-DN=4, got '%s'",
                      given[i]);
            return false;
        }
    }
    build->own = own;
    return true;
}
