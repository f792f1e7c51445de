// SPDX-License-Identifier: Apache-2.0
// `lockstep view`: run what `lockstep run` runs, with a clock and a recording of some warps, and
// write one page that shows them, or (--svg) one figure.
#include "sim/view/view.h"

#include "sim/cli/figure.h"
#include "sim/cli/render.h"
#include "sim/cli/rerun.h"
#include "sim/cli/use.h"
#include "sim/cli/view_gpus.h"
#include "sim/cli/watch.h"

#include <string.h>

enum {
    VIEW_EVENTS = 40000, // steps that make a page of some 2 MB, of 4 where the code itself is long
    VIEW_VARIANTS = 6    // launches of one kernel, where they differ
};

// Half a second of processor time a launch, or less.
#define VIEW_CLOCK_LIMIT "1000000"

typedef struct ViewCommand {
    Options *options;
    Arena arena;
    RecordChoice choice;
    FigureWish figure; // of --svg
} ViewCommand;

// Whether an earlier launch of the kernel looks the same: chosen by number, it is shown for all
// that.
static bool is_repeated(const ViewCommand *command, const ViewLaunch *launches, uint32_t count,
                        const Gpu *gpu)
{
    const ViewLaunch *launch = &launches[count];
    for (uint32_t i = 0; i < count && !command->choice.is_counted; i++) {
        if (strcmp(launches[i].report->name, launch->report->name) == 0 &&
            view_look(&launches[i], gpu) == view_look(launch, gpu)) {
            return true;
        }
    }
    return false;
}

static bool has_block(const Recording *recording, uint64_t index)
{
    for (uint32_t i = 0; recording != NULL && i < recording->block_count; i++) {
        if (recording->blocks[i].index == index) {
            return true;
        }
    }
    return false;
}

static const char *what_happened(const ReportLaunch *launch)
{
    return launch->fault != NULL ? "stopped" : "went out of bounds";
}

// The first launch that stopped, or went out of bounds, in a block which is not recorded; NULL:
// there is none.
static const ReportLaunch *find_unseen_fault(const Report *report, uint64_t *block)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        const LaunchRecord *record = launch->record;
        const Fault *fault = launch->fault != NULL ? &record->fault : &record->beyond;
        const uint32_t *at = fault->block, *grid = record->grid;
        *block = at[0] + (uint64_t)grid[0] * (at[1] + (uint64_t)grid[1] * at[2]);
        if ((launch->fault != NULL || launch->beyond != NULL) &&
            !has_block(record->recording, *block)) {
            return launch;
        }
    }
    return NULL;
}

// A launch cannot be run again: another run of the program records the block in which that
// happened, unless a block was chosen. True: that made the page.
static bool show_fault(ViewCommand *command, const Report *report, Text *page)
{
    const Options *options = command->options;
    uint64_t block;
    const ReportLaunch *launch = find_unseen_fault(report, &block);
    bool is_chosen = option_is_given(options, OPTION_BLOCK) ||
                     option_is_given(options, OPTION_WARP) || option_is_given(options, OPTION_GRID);
    if (launch == NULL) {
        return false;
    }
    if (!is_chosen && rerun_page(options, block, page, &command->arena)) {
        cli_note(&options->style,
                 "%s %s in block %llu: the program ran once more to record this block",
                 launch->short_name, what_happened(launch), (unsigned long long)block);
        return true;
    }
    cli_note(&options->style,
             "%s %s in block %llu, which the page does not have; --block %llu records it",
             launch->short_name, what_happened(launch), (unsigned long long)block,
             (unsigned long long)block);
    return false;
}

// Runs with 1, 2, 4, ... resident blocks, fewer than the launches have by themselves.
static void sweep_occupancy(ViewCommand *command, View *view)
{
    uint32_t most = 0, count = 0;
    for (uint32_t i = 0; i < view->launch_count; i++) {
        uint32_t blocks = view->launches[i].report->record->occupancy.blocks_per_sm;
        most = blocks > most ? blocks : most;
    }
    Text list = {0};
    ViewRun *runs = arena_alloc(&command->arena, 32 * sizeof *runs);
    for (uint32_t blocks = 1; blocks < most; blocks *= 2) {
        text_printf(&list, "%s%u", count > 0 ? "," : "", blocks);
        runs[count++].blocks = blocks;
    }
    const char *const words[] = {"--blocks-per-sm", text_string(&list)};
    Baseline *report = arena_alloc(&command->arena, sizeof *report);
    if (count > 0 && rerun(command->options, words, 2, report, NULL, &command->arena) &&
        report->count == count) {
        for (uint32_t i = 0; i < count; i++) {
            runs[i].report = &report->gpus[i];
        }
        view->runs = runs;
        view->run_count = count;
    }
    text_destroy(&list);
}

static int show_view(void *context, const Report *report, Text *page)
{
    ViewCommand *command = context;
    if (option_is_given(command->options, OPTION_SVG)) {
        return figure_show(command->options, &command->figure, report, &command->arena, page);
    }
    if (show_fault(command, report, page)) {
        return CLI_DONE;
    }
    if (record_choice_tell(&command->choice, report) == 0) {
        return CLI_USAGE;
    }
    View view = {.version = LOCKSTEP_VERSION,
                 .program = command->options->operands[0],
                 .gpu = report->gpu,
                 .report = report,
                 .warnings = report->warnings,
                 .is_checked = report->findings != NULL};
    CheckReport *check = check_report_create(report);
    view.check = check;
    ViewLaunch *launches = arena_alloc(&command->arena, (report->count + 1) * sizeof *launches);
    for (uint32_t i = 0; i < report->count; i++) {
        const Recording *recording = report->launches[i].record->recording;
        if (recording != NULL && recording->step_count > 0) {
            launches[view.launch_count] = (ViewLaunch){&report->launches[i], recording};
            view.launch_count += !is_repeated(command, launches, view.launch_count, report->gpu);
        }
    }
    view.launches = launches;
    view.launches_left_out = report->count - view.launch_count;
    view.sources = sources_find(report, view.program, &view.source_count, &command->arena);
    if (option_is_given(command->options, OPTION_OCCUPANCY_SWEEP)) {
        sweep_occupancy(command, &view);
    }
    view_print_page(&view, page);
    check_report_destroy(check);
    return CLI_DONE;
}

static bool sweep_is_possible(const Options *options)
{
    bool has_clock = strcmp(option_value(options, OPTION_MODE), "cycles") == 0;
    const char *problem =
        !has_clock ? "--occupancy-sweep needs --mode cycles: counts have no cycles"
        : option_is_given(options, OPTION_BLOCKS_PER_SM)
            ? "--occupancy-sweep and --blocks-per-sm both limit the resident blocks; give one"
            : NULL;
    if (problem != NULL) {
        cli_error(&options->style, "%s", problem);
    }
    return problem == NULL;
}

// A page shows the first steps of a kernel, so it need not wait for the rest to be timed; where
// times are compared, all of it is.
static void limit_clock(Options *options)
{
    static const OptionId whole[] = {OPTION_CLOCK_LIMIT,     OPTION_SAMPLE,
                                     OPTION_OCCUPANCY_SWEEP, OPTION_MEASURE_SPEEDUPS,
                                     OPTION_WITHOUT,         OPTION_BASELINE};
    bool is_whole = strcmp(option_value(options, OPTION_MODE), "cycles") != 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        is_whole |= option_is_given(options, whole[i]);
    }
    if (!is_whole) {
        options_add(options, OPTION_CLOCK_LIMIT, VIEW_CLOCK_LIMIT);
    }
}

// A page is made to be opened: without -o it lands beside the caller, not on the terminal.
static bool read_all(ViewCommand *command)
{
    Options *options = command->options;
    RecordChoice *choice = &command->choice;
    if (options->operand_count == 0) {
        cli_error(&options->style, "lockstep view needs a program: lockstep view program.cu -o "
                                   "page.html");
        return false;
    }
    if (!record_choice_read(options, RECORD_FIRST_BLOCK, true, choice, &command->arena)) {
        return false;
    }
    if (option_is_given(options, OPTION_SVG)) {
        return figure_read(options, choice, &command->figure, &command->arena);
    }
    if (!option_is_given(options, OPTION_MAX_EVENTS)) {
        choice->max_events = VIEW_EVENTS;
    }
    choice->variants = VIEW_VARIANTS;
    choice->is_spread = true;
    if (!option_is_given(options, OPTION_MODE)) {
        options_add(options, OPTION_MODE, "cycles");
    }
    limit_clock(options);
    if (option_is_given(options, OPTION_OCCUPANCY_SWEEP) && !sweep_is_possible(options)) {
        return false;
    }
    if (!option_is_given(options, OPTION_OUTPUT)) {
        options_add(options, OPTION_OUTPUT, "lockstep.html");
        cli_note(&options->style, "writing the page to lockstep.html (change with -o)");
    }
    return true;
}

static int make_one_page(Options *options)
{
    static ViewCommand command;
    static ReportUse use = {.function = show_view, .context = &command, .record = &command.choice};
    command = (ViewCommand){.options = options};
    int code = read_all(&command) ? run_use(options, &use) : CLI_USAGE;
    record_choice_clear(&command.choice);
    arena_clear(&command.arena);
    return code;
}

static int make_page(Options *options)
{
    if (!view_has_gpus(options) || option_is_given(options, OPTION_SVG)) {
        return make_one_page(options);
    }
    if (!option_is_given(options, OPTION_OUTPUT)) {
        options_add(options, OPTION_OUTPUT, "lockstep.html");
        cli_note(&options->style, "writing the page to lockstep.html (change with -o)");
    }
    return view_on_each(options, make_one_page);
}

// What --watch and --open show lies in a file, and names it before a child process is made.
static bool ready_shown(Options *options)
{
    const char *output = option_value(options, OPTION_OUTPUT);
    bool is_watched = option_is_given(options, OPTION_WATCH);
    bool is_figure = option_is_given(options, OPTION_SVG);
    const char *trouble =
        options->operand_count == 0 ? "lockstep view needs a program: lockstep view program.cu -o "
                                      "page.html"
        : is_watched && is_figure   ? "--watch shows the page, not the figure of --svg; give one "
                                      "of them"
        : is_figure && output == NULL ? "--open needs the figure's file: -o FILE"
        : output != NULL && strcmp(output, "-") == 0
            ? "--watch and --open need a file: give another name than - to -o"
            : NULL;
    if (trouble != NULL) {
        cli_error(&options->style, "%s", trouble);
        return false;
    }
    if (output == NULL) {
        options_add(options, OPTION_OUTPUT, "lockstep.html");
        cli_note(&options->style, "writing the page to lockstep.html (change with -o)");
    }
    return true;
}

int command_view(Options *options)
{
    bool is_watched = option_is_given(options, OPTION_WATCH);
    if (figure_list(options)) {
        return CLI_DONE;
    }
    if (option_is_given(options, OPTION_PORT) && !is_watched) {
        cli_error(&options->style, "--port is the port of --watch; add --watch");
        return CLI_USAGE;
    }
    if (!is_watched && !option_is_given(options, OPTION_OPEN)) {
        return make_page(options);
    }
    if (!ready_shown(options)) {
        return CLI_USAGE;
    }
    return is_watched ? watch_run(options, make_page) : watch_open_once(options, make_page);
}
