// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/name_filter.h"

#include <string.h>

bool name_filter_read(const Style *style, const char *name, NameFilter *filter)
{
    *filter = (NameFilter){.name = name};
    if (name == NULL || strncmp(name, "regex:", 6) != 0) {
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
