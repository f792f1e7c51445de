// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/name_filter.h"

#include <stdlib.h>
#include <string.h>

// "#3"
static bool read_number(const char *name, NameFilter *filter)
{
    char *end = NULL;
    bool is_number = name[0] == '#' && name[1] >= '0' && name[1] <= '9';
    unsigned long number = is_number ? strtoul(name + 1, &end, 10) : 0;
    filter->is_number = is_number && *end == '\0' && number < UINT32_MAX;
    filter->number = (uint32_t)number;
    return filter->is_number;
}

static bool read_name(const Style *style, const char *name, NameFilter *filter)
{
    filter->name = name;
    if (read_number(name, filter) || strncmp(name, "regex:", 6) != 0) {
        return true;
    }
    filter->is_expression = regcomp(&filter->expression, name + 6, REG_EXTENDED | REG_NOSUB) == 0;
    if (!filter->is_expression) {
        cli_error(style, "invalid regular expression '%s'", name + 6);
    }
    return filter->is_expression;
}

// "context:stream:name:2", of which only the name is needed.
static bool read_identifier(const Style *style, const char *text, NameFilter *filter, Arena *arena)
{
    const char *stream = strchr(text, ':'), *last = strrchr(text, ':');
    const char *name = stream == NULL ? NULL : strchr(stream + 1, ':');
    char *end = NULL;
    unsigned long invocation = last == NULL ? 0 : strtoul(last + 1, &end, 10);
    if (name == NULL || last <= name + 1 || *end != '\0' || invocation > UINT32_MAX ||
        (last[1] != '\0' && invocation == 0)) {
        cli_error(style,
                  "invalid kernel identifier '%s'; expected context:stream:[regex:]NAME:N, such as "
                  "::scale:1",
                  text);
        return false;
    }
    filter->invocation = (uint32_t)invocation;
    return read_name(style, arena_printf(arena, "%.*s", (int)(last - name - 1), name + 1), filter);
}

bool name_filter_read(const Options *options, bool by_name, NameFilter *filter, Arena *arena)
{
    const char *name = by_name ? option_value(options, OPTION_KERNEL) : NULL;
    const char *identifier = option_value(options, OPTION_KERNEL_ID);
    *filter = (NameFilter){0};
    if (name != NULL && identifier != NULL) {
        cli_error(&options->style, "-k and --kernel-id cannot be combined");
        return false;
    }
    if (identifier != NULL) {
        return read_identifier(&options->style, identifier, filter, arena);
    }
    return name == NULL || read_name(&options->style, name, filter);
}

static bool has_name(const NameFilter *filter, const KernelNames *kernel)
{
    if (filter->is_number) {
        return kernel->launch == filter->number;
    }
    if (filter->is_expression) {
        return regexec(&filter->expression, kernel->base, 0, NULL, 0) == 0;
    }
    return filter->name == NULL || strcmp(kernel->full, filter->name) == 0 ||
           strcmp(kernel->brief, filter->name) == 0 || strcmp(kernel->base, filter->name) == 0 ||
           strcmp(kernel->ptx, filter->name) == 0;
}

// Counts a launch of a kernel; returns how many there were, this one included.
static uint32_t count_launch(NameFilter *filter, const char *name, Arena *arena)
{
    uint32_t i = 0;
    while (i < filter->count && strcmp(filter->counts[i].name, name) != 0) {
        i++;
    }
    if (i == filter->count) {
        filter->counts =
            arena_room(arena, filter->counts, filter->count, &filter->room, sizeof *filter->counts);
        filter->counts[filter->count++] = (NameCount){name, 0};
    }
    return ++filter->counts[i].count;
}

bool name_filter_has(NameFilter *filter, const KernelNames *kernel, Arena *arena)
{
    if (!has_name(filter, kernel)) {
        return false;
    }
    return filter->invocation == 0 ||
           count_launch(filter, kernel->ptx, arena) == filter->invocation;
}

void name_filter_clear(NameFilter *filter)
{
    if (filter->is_expression) {
        regfree(&filter->expression);
    }
    *filter = (NameFilter){0};
}
