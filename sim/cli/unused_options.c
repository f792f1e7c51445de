// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/unused_options.h"

#include "sim/cli/render.h"

#include <string.h>

static bool is_never_used(const Options *options)
{
    (void)options;
    return false;
}

static bool shows_page(const Options *options)
{
    return !option_is_given(options, OPTION_JSON);
}

static bool shows_source(const Options *options)
{
    return shows_page(options) && option_choice(options, OPTION_PAGE) == PAGE_SOURCE;
}

// CSV is in base units whatever is asked for, as text without sections is in units of its own.
static bool has_units(const Options *options)
{
    bool has_sections = option_is_given(options, OPTION_SECTION) ||
                        option_is_given(options, OPTION_SET) ||
                        option_choice(options, OPTION_PRINT_SUMMARY) != SUMMARY_NONE;
    bool is_details = option_choice(options, OPTION_PAGE) == PAGE_DETAILS;
    return option_choice(options, OPTION_PRINT_UNITS) == UNITS_AUTO ||
           option_is_given(options, OPTION_CSV) ||
           (shows_page(options) && has_sections && is_details);
}

static const struct {
    unsigned commands;
    OptionId id;
    bool (*is_used)(const Options *options);
    const char *instead;
} rows[] = {
    {COMMAND_VIEW, OPTION_JSON, is_never_used, "lockstep run --json prints the report"},
    {COMMAND_VIEW, OPTION_CSV, is_never_used, "lockstep run --csv prints the report"},
    {COMMAND_STEP, OPTION_JSON, is_never_used, "lockstep run --json prints the report"},
    {COMMAND_STEP, OPTION_CSV, is_never_used, "lockstep run --csv prints the report"},
    {COMMAND_EXPLAIN, OPTION_CSV, is_never_used, "it prints text, or --json"},
    {COMMAND_CHECK, OPTION_CSV, is_never_used, "--format lists the forms of its findings"},
    {COMMAND_CHECK | COMMANDS_RECORD, OPTION_METRICS, is_never_used,
     "lockstep run -m prints counters"},
    {COMMAND_RUN, OPTION_PAGE, shows_page, "the JSON report holds what all pages show"},
    {COMMAND_RUN, OPTION_PRINT_SOURCE, shows_source, "it is for --page source"},
    {COMMAND_RUN, OPTION_PRINT_UNITS, has_units,
     "it is for sections (--section, --set, --print-summary)"},
};

void unused_options_note(const Options *options)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((rows[i].commands & options->command) != 0 && option_is_given(options, rows[i].id) &&
            !rows[i].is_used(options)) {
            cli_note(&options->style, "%s has no effect here; %s", option_info[rows[i].id].name,
                     rows[i].instead);
        }
    }
}
