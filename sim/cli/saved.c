// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/saved.h"

#include "sim/report/saved.h"
#include "sim/report/timeline.h"

#include <errno.h>
#include <string.h>

// What a report without its program cannot become; NULL: it can be shown.
static const char *no_page(const Session *session)
{
    const Options *options = session->options;
    static const OptionId running[] = {OPTION_MODE, OPTION_GRID,  OPTION_LAUNCH,
                                       OPTION_ARG,  OPTION_TRACE, OPTION_MEASURE_SPEEDUPS};
    if (options->operand_count > 0) {
        return "--import shows a report and runs nothing; leave the program out";
    }
    for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
        if (option_is_given(options, running[i])) {
            return "--import shows a report and runs nothing; leave out options of the run";
        }
    }
    return session->rendering.is_json ? "--import reads what --json wrote; it makes no JSON of it"
           : session->rendering.is_ptx
               ? "the report has no PTX; --print-source ptx needs the program"
               : NULL;
}

static int show(Session *session, Report *const *reports, uint32_t count)
{
    Text page = {0};
    if (session_select(session, reports, count) != SELECTED_SOME) {
        return CLI_USAGE;
    }
    session_render(session, (const Report *const *)reports, count, &page);
    if (count == 1 && reports[0]->timeline != NULL && rendering_has_timeline(&session->rendering)) {
        text_put(&page, "\n");
        timeline_print(reports[0]->timeline, session->options->style.is_out_colored, &page);
    }
    bool is_written = session_write_page(session, &page), are_met = true;
    text_destroy(&page);
    for (uint32_t i = 0; i < count; i++) {
        are_met = session_meets(session, reports[i]) && are_met;
    }
    return !is_written ? CLI_USAGE : are_met ? CLI_DONE : CLI_EXPECT;
}

int saved_show(Session *session)
{
    const Style *style = &session->options->style;
    const char *path = option_value(session->options, OPTION_IMPORT), *problem = no_page(session);
    Report *reports[GPU_MAX];
    uint32_t count = 0;
    size_t size_bytes;
    if (problem != NULL) {
        cli_error(style, "%s", problem);
        return CLI_USAGE;
    }
    const char *text = file_text(path, &size_bytes, &session->arena);
    if (text == NULL) {
        cli_error(style, "cannot read %s: %s", path, strerror(errno));
        return CLI_USAGE;
    }
    const char *program;
    const Gpu *gpus[GPU_MAX];
    for (uint32_t i = 0; i < session->gpu_count; i++) {
        gpus[i] = session->gpus[i].gpu;
    }
    SavedFile file = {text, size_bytes, gpus, session->gpu_count};
    problem = saved_read(&file, reports, GPU_MAX, &count, &program, &session->arena);
    int code = CLI_USAGE;
    if (problem != NULL) {
        cli_error(style, "%s: %s", path, problem);
    } else {
        session_name_input(session, program == NULL ? path : program);
        code = show(session, reports, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        report_destroy(reports[i]);
    }
    return code;
}
