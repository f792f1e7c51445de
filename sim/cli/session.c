// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/session.h"

#include "sim/cli/choice.h"
#include "sim/cli/rerun.h"
#include "sim/program/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// -k, -s and -c are read before the run, so that a wrong one does not cost the time of a run.
static bool selection_is_readable(const Session *session)
{
    Report none = {0};
    bool is_good = reports_filter(session->options, session->selects_by_name, &none);
    arena_clear(&none.arena);
    return is_good;
}

// Counters of --metrics that stay unknown in this run because they need a clock.
static void note_unknown_metrics(const Session *session)
{
    const MetricList *metrics = &session->rendering.metrics;
    Text names = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; session->device.mode == LOCKSTEP_COUNTS && i < metrics->count; i++) {
        if (counter_needs_clock(metrics->items[i].id)) {
            text_printf(&names, "%s%s", count++ > 0 ? ", " : "", metrics->items[i].name);
        }
    }
    if (count > 0) {
        cli_note(&session->options->style, "%s %s no value without --mode cycles",
                 text_string(&names), count == 1 ? "has" : "have");
    }
    text_destroy(&names);
}

// Changes are columns of tables with one GPU; where there are none, --baseline would be ignored.
static const char *no_room_for_changes(const Session *session)
{
    const Rendering *rendering = &session->rendering;
    if (session->use != NULL || rendering->is_json) {
        return NULL;
    }
    if (rendering->page == PAGE_SOURCE || rendering->summary != SUMMARY_NONE ||
        rendering->names == NAMES_LEGACY) {
        return "--baseline cannot be combined with --page source, --print-summary or --names "
               "legacy";
    }
    bool is_table = rendering_join(rendering) == JOIN_TABLE && !rendering->is_csv;
    return is_table && session->gpu_count > 1
               ? "--baseline compares one GPU; for several add --csv or --json"
               : NULL;
}

static bool read_baseline(Session *session)
{
    const Style *style = &session->options->style;
    const char *path = option_value(session->options, OPTION_BASELINE);
    size_t size_bytes;
    if (path == NULL) {
        return true;
    }
    const char *problem = no_room_for_changes(session);
    if (problem != NULL) {
        cli_error(style, "%s", problem);
        return false;
    }
    const char *text = file_text(path, &size_bytes, &session->arena);
    if (text == NULL) {
        cli_error(style, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    session->baseline = arena_alloc(&session->arena, sizeof *session->baseline);
    problem = baseline_read(path, text, size_bytes, session->baseline, &session->arena);
    if (problem != NULL) {
        cli_error(style, "%s: %s", path, problem);
    }
    return problem == NULL;
}

// Why speedups cannot be measured; NULL: they can.
static const char *no_speedups(const Session *session)
{
    return session->device.mode != LOCKSTEP_CYCLES
               ? "--measure-speedups needs --mode cycles: counts have no cycles"
           : session->device.has_free_banks
               ? "--measure-speedups and --without bank-conflicts cannot be combined: the first "
                 "measures what the second leaves out"
           : session->gpu_count > 1
               ? "--measure-speedups measures on one GPU, and there are several; give one"
               : NULL;
}

static bool speedups_are_possible(const Session *session)
{
    const char *problem =
        option_is_given(session->options, OPTION_MEASURE_SPEEDUPS) ? no_speedups(session) : NULL;
    if (problem != NULL) {
        cli_error(&session->options->style, "%s", problem);
    }
    return problem == NULL;
}

// A command that hands its report on takes one.
static bool gpus_are_shown(const Session *session)
{
    if (session->use == NULL || session->gpu_count == 1) {
        return true;
    }
    cli_error(&session->options->style,
              "the command takes one GPU, and there are several; give one");
    return false;
}

bool session_open(Session *session, const Options *options, const ReportUse *use,
                  bool selects_by_name)
{
    *session =
        (Session){.options = options, .use = use, .selects_by_name = selects_by_name, .data = -1};
    Arena *arena = &session->arena;
    bool is_good =
        rendering_read(options, &session->rendering, arena) && selection_is_readable(session) &&
        gpus_read(options, session->gpus, &session->gpu_count, arena) && gpus_are_shown(session) &&
        expectations_read(options, &session->expectations, &session->expectation_count, arena) &&
        device_options_read(options, &session->device) && speedups_are_possible(session) &&
        read_baseline(session);
    record_choice_apply(use == NULL ? NULL : use->record, &session->device);
    if (is_good) {
        note_unknown_metrics(session);
    } else {
        session_close(session);
    }
    return is_good;
}

void session_close(Session *session)
{
    arena_clear(&session->arena);
}

void session_name_input(Session *session, const char *path)
{
    const char *slash = strrchr(path, '/');
    session->rendering.process_name = slash == NULL ? path : slash + 1;
    session->rendering.ptx_path = path;
}

bool session_wants_progress(const Session *session, bool is_crowded)
{
    bool has_terminal = isatty(STDERR_FILENO) == 1 && !session->options->style.is_quiet;
    return (has_terminal && !is_crowded) || option_is_given(session->options, OPTION_PROGRESS);
}

bool session_tells_findings(const Session *session)
{
    return option_is_given(session->options, OPTION_CHECK) &&
           (session->use == NULL || !session->use->tells_findings);
}

void session_keep_stdout(Session *session)
{
    fflush(stdout);
    session->data = dup(STDOUT_FILENO);
    if (session->data >= 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
}

bool session_match(const Session *session, Report *report, bool tells)
{
    const Style *style = &session->options->style;
    uint32_t without;
    if (session->baseline == NULL) {
        return true;
    }
    const char *problem = baseline_match(session->baseline, report, &without);
    if (tells && problem != NULL) {
        cli_error(style, "%s: %s", session->baseline->file, problem);
    } else if (tells && without > 0) {
        cli_note(style, "%s: %u of %u launches are not there", session->baseline->file, without,
                 report->count);
    }
    return problem == NULL;
}

Selected session_select(const Session *session, Report *const *reports, uint32_t count)
{
    bool is_matched = count == 0;
    for (uint32_t i = 0; i < count; i++) {
        is_matched = session_match(session, reports[i], true) || is_matched;
    }
    Selected selected =
        !is_matched ? SELECTED_NONE
                    : reports_select(session->options, session->selects_by_name, reports, count);
    if (selected == SELECTED_SOME && option_is_given(session->options, OPTION_MEASURE_SPEEDUPS)) {
        speedups_measure(session->options, reports[0]);
    }
    return selected;
}

void session_render(Session *session, const Report *const *reports, uint32_t count, Text *page)
{
    render(&session->rendering, reports, count, session->options->style.is_out_colored,
           &session->arena, page);
}

bool session_write_page(Session *session, const Text *page)
{
    fflush(stdout);
    if (session->data >= 0) {
        dup2(session->data, STDOUT_FILENO);
        close(session->data);
        session->data = -1;
    }
    return page_write(&session->options->style, option_value(session->options, OPTION_OUTPUT),
                      page);
}

bool session_meets(const Session *session, const Report *report)
{
    Text complaints = {0};
    bool are_met = true;
    for (uint32_t i = 0; i < session->expectation_count; i++) {
        bool is_met = expect_check(&session->expectations[i], report,
                                   session->options->style.is_err_colored, &complaints);
        are_met = are_met && is_met;
    }
    fputs(text_string(&complaints), stderr);
    text_destroy(&complaints);
    return are_met;
}

int session_hand_on(Session *session, Report *report)
{
    const ReportUse *use = session->use;
    Text page = {0};
    if (!use->takes_none && session_select(session, &report, 1) != SELECTED_SOME) {
        return CLI_USAGE;
    }
    int code = use->function(use->context, report, &page);
    if (page.size_bytes > 0 && !session_write_page(session, &page)) { // empty: it said why
        code = CLI_USAGE;
    }
    text_destroy(&page);
    return code == CLI_DONE && !session_meets(session, report) ? CLI_EXPECT : code;
}
