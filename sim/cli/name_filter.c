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

bool name_filter_read(const Style *style, const char *name, NameFilter *filter)
{
    *filter = (NameFilter){.name = name};
    if (name == NULL || read_number(name, filter) || strncmp(name, "regex:", 6) != 0) {
        return true;
    }
    filter->is_expression = regcomp(&filter->expression, name + 6, REG_EXTENDED | REG_NOSUB) == 0;
    if (!filter->is_expression) {
        cli_error(style, "invalid regular expression '%s'", name + 6);
    }
    return filter->is_expression;
}

bool name_filter_has(const NameFilter *filter, const KernelNames *kernel)
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

void name_filter_clear(NameFilter *filter)
{
    if (filter->is_expression) {
        regfree(&filter->expression);
    }
    *filter = (NameFilter){0};
}
