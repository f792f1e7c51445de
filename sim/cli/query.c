// SPDX-License-Identifier: Apache-2.0
// `lockstep query`: every counter with its names, class and meaning.
#include "sim/cli/options.h"
#include "sim/observe/counters.h"

#include <string.h>

typedef struct Choice {
    CounterNaming naming;
    bool is_legacy; // all the old names beside each other
    bool is_csv;
} Choice;

static void put_csv(const CounterInfo *info, Text *out)
{
    text_printf(out, "\"%s\",\"%s\",\"%s\"", info->id, info->unit, counter_class_mark(info->class));
    for (uint32_t naming = 0; naming < NAMING_COUNT; naming++) {
        text_printf(out, ",\"%s\"", info->names[naming]);
    }
    text_printf(out, ",\"%s\"\n", info->doc);
}

static void put_legacy(const CounterInfo *info, Text *out)
{
    static const char *const owners[] = {"ncu", "nvprof", "Fermi", "GT200", "G80"};
    text_printf(out, "%s (%s)\n    %s\n", info->id, counter_class_mark(info->class), info->doc);
    for (uint32_t naming = NAMING_NVPROF; naming < NAMING_COUNT; naming++) {
        if (info->names[naming][0] != 0) {
            text_printf(out, "    %-8s %s\n", owners[naming], info->names[naming]);
        }
    }
}

static void put_entry(const CounterInfo *info, CounterNaming naming, Text *out)
{
    text_printf(out, "%s (%s%s%s)\n    %s\n", info->id, counter_class_mark(info->class),
                info->unit[0] == 0 ? "" : ", ", info->unit, info->doc);
    if (info->names[naming][0] != 0) {
        text_printf(out, "    %s\n", info->names[naming]);
    }
}

static bool has_old_name(const CounterInfo *info)
{
    for (uint32_t naming = NAMING_NVPROF; naming < NAMING_COUNT; naming++) {
        if (info->names[naming][0] != 0) {
            return true;
        }
    }
    return false;
}

// Whether the counter is wanted: all without operands, else those whose id or names contain one.
static bool is_wanted(const CounterInfo *info, const Options *options)
{
    for (uint32_t i = 0; i < options->operand_count; i++) {
        bool is_there = strstr(info->id, options->operands[i]) != NULL;
        for (uint32_t naming = 0; naming < NAMING_COUNT; naming++) {
            is_there = is_there || strstr(info->names[naming], options->operands[i]) != NULL;
        }
        if (is_there) {
            return true;
        }
    }
    return options->operand_count == 0;
}

// False, with a message, when no counter is wanted.
static bool list_counters(const Options *options, const Choice *choice, Text *out)
{
    bool is_any = false;
    if (choice->is_csv) {
        text_put(out,
                 "\"Counter\",\"Unit\",\"Class\",\"ncu\",\"nvprof\",\"Fermi\",\"GT200\",\"G80\","
                 "\"Meaning\"\n");
    }
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const CounterInfo *info = &counter_info[id];
        if (!is_wanted(info, options)) {
            continue;
        }
        is_any = true;
        if (choice->is_csv) {
            put_csv(info, out);
        } else if (!choice->is_legacy) {
            put_entry(info, choice->naming, out);
        } else if (has_old_name(info)) {
            put_legacy(info, out);
        }
    }
    if (!is_any) {
        cli_error(&options->style, "no counter name contains '%s'", options->operands[0]);
    }
    return is_any;
}

static bool read_choice(const Options *options, Choice *choice)
{
    const char *names = option_value(options, OPTION_NAMES);
    choice->is_csv = option_is_given(options, OPTION_CSV);
    if (names == NULL || strcmp(names, "ncu") == 0) {
        return true;
    }
    choice->naming = NAMING_NVPROF;
    choice->is_legacy = strcmp(names, "legacy") == 0;
    return true;
}

int command_query(Options *options)
{
    Choice choice = {.naming = NAMING_NCU};
    Text page = {0};
    bool is_good = read_choice(options, &choice) && list_counters(options, &choice, &page) &&
                   page_write(&options->style, option_value(options, OPTION_OUTPUT), &page);
    text_destroy(&page);
    return is_good ? CLI_DONE : CLI_USAGE;
}
