// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/record_choice.h"

#include "isa/base/demangle.h"
#include "sim/plan/expression.h"
#include "sim/record/recording.h"

#include <string.h>

enum { SPREAD_WARPS = 128, LANES = 32 };

// Up to three whole numbers from 0 on, separated by commas.
static uint32_t read_numbers(const char *text, uint64_t numbers[3])
{
    uint32_t count = 0;
    for (;;) {
        int64_t value;
        if (count == 3 || !expression_read(text, &text, &value) || value < 0) {
            return 0;
        }
        numbers[count++] = (uint64_t)value;
        text += strspn(text, " ");
        if (*text == 0) {
            return count;
        }
        if (*text++ != ',') {
            return 0;
        }
    }
}

static bool read_block(RecordChoice *choice)
{
    const Options *options = choice->options;
    const char *text =
        option_block_is_recorded(options) ? option_value(options, OPTION_BLOCK) : NULL;
    if (text == NULL) {
        return true;
    }
    if (strcmp(text, "all") == 0) {
        choice->block_choice = BLOCK_ALL;
        return true;
    }
    uint32_t count = read_numbers(text, choice->block);
    choice->block_choice = count == 1 ? BLOCK_INDEX : BLOCK_POSITION;
    if (count == 0) {
        cli_error(&options->style,
                  "--block takes the block to record: its number, or x,y or x,y,z, or all; not "
                  "'%s'",
                  text);
    }
    return count > 0;
}

static bool read_warp(RecordChoice *choice)
{
    const char *text = option_value(choice->options, OPTION_WARP);
    uint64_t numbers[3];
    choice->warp = LOCKSTEP_ALL;
    if (text == NULL) {
        return true;
    }
    uint32_t count = read_numbers(text, numbers);
    if (count != 1 && count != 2) {
        cli_error(&choice->options->style, "--warp expects WARP or BLOCK,WARP, got '%s'", text);
        return false;
    }
    choice->warp = numbers[count - 1] < LOCKSTEP_ALL ? (uint32_t)numbers[count - 1] : 0;
    if (count == 2) {
        choice->block_choice = BLOCK_INDEX;
        choice->block[0] = numbers[0];
    }
    return true;
}

bool record_choice_read(const Options *options, RecordDefault what, bool wants_values,
                        RecordChoice *choice, Arena *arena)
{
    int64_t events;
    *choice = (RecordChoice){
        .options = options, .what = what, .wants_values = wants_values, .arena = arena};
    // Of a single launch -k says which kernel it is of.
    bool is_single = option_is_given(options, OPTION_GRID);
    choice->is_counted = option_is_given(options, OPTION_LAUNCH_SKIP) ||
                         option_is_given(options, OPTION_LAUNCH_COUNT);
    if (!read_block(choice) || !read_warp(choice) ||
        !option_number(options, OPTION_MAX_EVENTS, 1,
                       what == RECORD_FIRST_SM ? TRACED_EVENTS : RECORDED_EVENTS, &events) ||
        !option_number(options, OPTION_LAUNCH_SKIP, 0, 0, &choice->skip) ||
        !option_number(options, OPTION_LAUNCH_COUNT, 0, INT64_MAX, &choice->limit)) {
        return false;
    }
    choice->max_events = (uint64_t)events;
    return name_filter_read(options, !is_single, &choice->filter, arena);
}

// --- while the program runs

// Whether a further launch of kernel number i is recorded.
static bool is_wanted_variant(RecordChoice *choice, uint32_t i)
{
    if (choice->taken[i] >= choice->variants || choice->variant_count == RECORDED_VARIANTS) {
        return false;
    }
    choice->taken[i]++;
    choice->variant_count++;
    choice->is_variant = true;
    return true;
}

// Whether the launch is among those to be recorded.
static bool is_wanted(RecordChoice *choice, const LockstepUpcoming *launch)
{
    const char *kernel = launch->kernel;
    Arena *arena = choice->arena;
    KernelNames names = {demangle_in(arena, kernel, DEMANGLE_FULL),
                         demangle_in(arena, kernel, DEMANGLE_SHORT),
                         demangle_in(arena, kernel, DEMANGLE_BASE), kernel, launch->id};
    if (!name_filter_has(&choice->filter, &names, arena)) {
        return false;
    }
    choice->launches++;
    choice->is_variant = false;
    bool is_interesting =
        choice->has_interest == NULL || choice->has_interest(choice->interest, launch->program);
    if (choice->is_counted) {
        bool is_within = choice->skip <= 0 && choice->limit > 0;
        choice->skip -= choice->skip > 0;
        choice->limit -= is_within;
        return is_within && is_interesting;
    }
    if (!is_interesting) {
        return false;
    }
    for (uint32_t i = 0; i < choice->kernel_count; i++) {
        if (strcmp(choice->kernels[i], kernel) == 0) {
            return is_wanted_variant(choice, i);
        }
    }
    if (choice->kernel_count == RECORDED_KERNELS) {
        return false;
    }
    choice->taken[choice->kernel_count] = 1;
    choice->kernels[choice->kernel_count++] = arena_text(arena, kernel, strlen(kernel));
    return true;
}

// Blocks that have SPREAD_WARPS warps together; at least two, the first and the last one.
static uint32_t spread_over(const uint32_t block[3])
{
    uint64_t warps = ((uint64_t)block[0] * block[1] * block[2] + LANES - 1) / LANES;
    return warps * 2 < SPREAD_WARPS ? (uint32_t)(SPREAD_WARPS / warps) : 2;
}

// The blocks of this launch. False: the block that was asked for is not in its grid.
static bool choose_blocks(const RecordChoice *choice, const uint32_t grid[3],
                          const uint32_t block[3], LockstepWatch *watch)
{
    uint64_t all = (uint64_t)grid[0] * grid[1] * grid[2];
    bool is_inside = true;
    watch->block_count = 1;
    if (choice->block_choice == BLOCK_INDEX) {
        watch->first_block = choice->block[0];
    } else if (choice->block_choice == BLOCK_POSITION) {
        const uint64_t *at = choice->block;
        is_inside = at[0] < grid[0] && at[1] < grid[1] && at[2] < grid[2];
        watch->first_block = is_inside ? (at[2] * grid[1] + at[1]) * grid[0] + at[0] : 0;
    } else if (choice->block_choice == BLOCK_ALL || choice->what == RECORD_FIRST_SM) {
        watch->block_count = all;
        watch->sm = choice->block_choice == BLOCK_ALL ? LOCKSTEP_ALL : 0;
        watch->spread_blocks = choice->is_spread ? spread_over(block) : 0;
    }
    return is_inside && watch->first_block < all;
}

static bool is_single_launch(const Options *options)
{
    uint32_t launches = 0;
    for (uint32_t i = 0; i < options->use_count; i++) {
        launches += options->uses[i].id == OPTION_LAUNCH;
    }
    return launches == 1 || option_is_given(options, OPTION_GRID);
}

// Each launch gets at most half of what is left (with variants a quarter, a variant an eighth), so
// that something is left for the others.
static uint64_t share(const RecordChoice *choice, uint64_t recorded)
{
    uint64_t left = recorded < choice->max_events ? choice->max_events - recorded : 0;
    bool is_last = is_single_launch(choice->options) ||
                   (choice->is_counted && choice->limit == 0) ||
                   (choice->kernel_count == RECORDED_KERNELS && choice->variants == 0);
    uint64_t parts = choice->is_variant ? 8 : choice->variants > 0 ? 4 : 2;
    uint64_t steps = is_last ? left : (left + parts - 1) / parts;
    return steps < UINT32_MAX / 2 ? steps : UINT32_MAX / 2;
}

static bool choose(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    RecordChoice *choice = context;
    watch->warp = choice->warp;
    watch->wants_values = choice->wants_values;
    if (!is_wanted(choice, launch)) {
        return false;
    }
    watch->max_steps = (uint32_t)share(choice, launch->recorded_steps);
    return choose_blocks(choice, launch->grid, launch->block, watch);
}

void record_choice_apply(RecordChoice *choice, LockstepOptions *device)
{
    device->record = choice == NULL ? NULL : choose;
    device->record_context = choice;
    // A trace stands beside the report of all launches; other recordings are all that is shown.
    device->is_clock_of_recorded = choice != NULL && choice->what == RECORD_FIRST_BLOCK;
}

// --- after it

static void tell_of_launch(const Style *style, const ReportLaunch *launch)
{
    const Recording *recording = launch->record->recording;
    if (recording->steps_left_out > 0) {
        cli_note(style,
                 "%s: %llu more steps of the chosen warps are left out (--max-events, --block and "
                 "--warp choose)",
                 launch->short_name, (unsigned long long)recording->steps_left_out);
    }
}

static void refuse(const RecordChoice *choice, const Report *report)
{
    const Style *style = &choice->options->style;
    if (choice->launches == 0) {
        cli_error(style, "nothing is recorded: %s",
                  report->count == 0 ? "no launch of the selected kernels has run"
                                     : "-k, -s and -c exclude every launch");
    } else {
        cli_error(style, "nothing is recorded: no chosen launch has the block and warp of --block "
                         "and --warp");
    }
}

uint32_t record_choice_tell(const RecordChoice *choice, const Report *report)
{
    const Style *style = &choice->options->style;
    uint32_t recorded = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const Recording *recording = report->launches[i].record->recording;
        if (recording != NULL && recording->step_count > 0) {
            recorded++;
            tell_of_launch(style, &report->launches[i]);
        }
    }
    if (recorded == 0) {
        refuse(choice, report);
    } else if (choice->launches > recorded) {
        cli_note(style, "%u of %u launches recorded%s", recorded, choice->launches,
                 choice->is_counted     ? " (choose with -k, -s and -c)"
                 : choice->variants > 0 ? ": the first of each kernel and some that "
                                          "differ (choose with -k, -s and -c)"
                                        : ": the first of each kernel (choose with -k, -s and -c)");
    }
    return recorded;
}

void record_choice_clear(RecordChoice *choice)
{
    name_filter_clear(&choice->filter);
}
