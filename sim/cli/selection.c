// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/selection.h"

#include "sim/cli/name_filter.h"

#include <string.h>

static bool mark_named(const Options *options, bool by_name, Report *report, bool *are_wanted)
{
    NameFilter filter;
    if (!name_filter_read(options, by_name, &filter, &report->arena)) {
        return false;
    }
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        KernelNames names = {launch->name, launch->short_name, launch->base_name,
                             launch->record->kernel, launch->record->id};
        are_wanted[i] = name_filter_has(&filter, &names, &report->arena);
    }
    name_filter_clear(&filter);
    return true;
}

bool reports_filter(const Options *options, bool by_name, Report *report)
{
    int64_t skip, limit, skip_all;
    report_list_kernels(report);
    bool *are_wanted = arena_alloc(&report->arena, report->count + 1);
    memset(are_wanted, 1, report->count);
    if (!option_number(options, OPTION_LAUNCH_SKIP, 0, 0, &skip) ||
        !option_number(options, OPTION_LAUNCH_SKIP_ALL, 0, 0, &skip_all) ||
        !option_number(options, OPTION_LAUNCH_COUNT, 0, INT64_MAX, &limit) ||
        !mark_named(options, by_name, report, are_wanted)) {
        return false;
    }
    report->is_kernel_unknown =
        report->count > 0 && memchr(are_wanted, true, report->count) == NULL;
    for (uint32_t i = 0; i < report->count; i++) {
        if (!are_wanted[i] || i < skip_all) {
            are_wanted[i] = false;
            continue;
        }
        are_wanted[i] = skip <= 0 && limit > 0;
        limit -= are_wanted[i];
        skip -= skip > 0;
    }
    report_keep(report, are_wanted);
    return true;
}

static void list_kernels(const Style *style, const Report *report)
{
    Text list = {0};
    for (uint32_t i = 0; i < report->kernel_count; i++) {
        text_printf(&list, "%s%s", i > 0 ? ", " : "", report->kernels[i]);
    }
    cli_note(style, "the kernels that ran: %s", text_string(&list));
    text_destroy(&list);
}

static void refuse(const Options *options, const Report *report, uint32_t launched)
{
    if (!report->is_kernel_unknown) {
        cli_error(&options->style, "nothing to report: -k, -s and -c exclude every launch");
        return;
    }
    const char *name = option_value(options, OPTION_KERNEL);
    if (name == NULL) {
        cli_error(&options->style, "nothing to report: no launch is '%s'",
                  option_value(options, OPTION_KERNEL_ID));
        list_kernels(&options->style, report);
        return;
    }
    if (name[0] == '#') {
        cli_error(&options->style, "nothing to report: there is no launch %s; they are #0 to #%u",
                  name, launched - 1);
        return;
    }
    Text message = {0};
    text_printf(&message, "nothing to report: no launch of a kernel named '%s'", name);
    nearest_put(name, report->kernels, report->kernel_count, &message);
    cli_error(&options->style, "%s", text_string(&message));
    list_kernels(&options->style, report);
    text_destroy(&message);
}

Selected reports_select(const Options *options, bool by_name, Report *const *reports,
                        uint32_t count)
{
    uint32_t launched = 0, selected = 0;
    for (uint32_t i = 0; i < count; i++) {
        launched += reports[i]->count;
        reports_filter(options, by_name, reports[i]);
        selected += reports[i]->count;
    }
    if (launched == 0) {
        cli_note(&options->style, "nothing to report: the program launched no kernel");
        return SELECTED_NOT_LAUNCHED;
    }
    if (selected == 0) {
        refuse(options, reports[0], launched);
        return SELECTED_NONE;
    }
    return SELECTED_SOME;
}
