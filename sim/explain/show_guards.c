// SPDX-License-Identifier: Apache-2.0
// Lines without access and branch: those whose branch became guards, and where else to look.
#include "isa/base/bits.h"
#include "sim/explain/guards.h"
#include "sim/explain/show.h"

#include <string.h>

#define LINES_SHOWN 6u
#define LINES_MAX   512u

// The first instruction of the line that runs under a guard in place of a branch.
static uint32_t find_guarded(const MachineProgram *program, const ExplainWish *wish,
                             Guarded *guarded)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if ((micro->flags & MICRO_IF_CONVERTED) != 0 && micro->guard != PREDICATE_NONE &&
            explain_is_on_line(program, micro, wish)) {
            *guarded = guarded_by(program, pc - (pc > 0), micro->guard);
            return pc;
        }
    }
    return RECORDED_NONE;
}

// The first comparison of the line whose result guards what was a branch's side.
static uint32_t find_guard(const MachineProgram *program, const ExplainWish *wish, Guarded *guarded)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (explain_is_on_line(program, micro, wish)) {
            *guarded = guarded_by_comparison(program, pc);
            if (guarded->first_pc != GUARDED_NONE) {
                return pc;
            }
        }
    }
    return RECORDED_NONE;
}

static const RecordedStep *first_step_at(const Recording *recording, uint32_t pc)
{
    for (uint32_t i = 0; i < recording->step_count; i++) {
        if (recording->steps[i].pc == pc) {
            return &recording->steps[i];
        }
    }
    return NULL;
}

static void show_guard_variables(const LaunchRecord *record, const ExplainWish *wish,
                                 const RecordedStep *step, const char *source, Text *out)
{
    Arena arena = {0};
    AccessNames names;
    SourcePosition position = report_position(record->program, &record->program->code[step->pc]);
    position.line = wish->line;
    branch_names(record, (uint32_t)(step - record->recording->steps), source, position, &names,
                 &arena);
    show_variables(&names, out);
    arena_clear(&arena);
}

bool show_guards(const ReportLaunch *launch, const ExplainWish *wish, const char *source, Text *out)
{
    const MachineProgram *program = launch->record->program;
    Guarded guarded;
    uint32_t pc = find_guard(program, wish, &guarded);
    pc = pc == RECORDED_NONE ? find_guarded(program, wish, &guarded) : pc;
    const RecordedStep *step =
        pc == RECORDED_NONE ? NULL : first_step_at(launch->record->recording, guarded.first_pc);
    if (step == NULL) {
        return false;
    }
    const RecordedWarp *warp = &launch->record->recording->warps[step->warp];
    Text text = {0};
    text_printf(out, "%s:%u: branch that the compiler replaced by predication\n", wish->file,
                wish->line);
    if (source != NULL) {
        show_entry(out, "source", source + strspn(source, " \t"));
    }
    text_printf(&text, "%s%s on %s, warp %u of its block, visit 1", launch->short_name, launch->tag,
                launch->record->gpu->name, warp->number);
    show_entry(out, "warp", text_string(&text));
    text_destroy(&text);
    show_guard_variables(launch->record, wish, step, source, out);
    show_lanes(&text, step->on, '-', step->active & ~step->on);
    text_printf(&text, "  %08x (-: %u predicated off)", step->on,
                bits_count(step->active & ~step->on));
    show_entry(out, "lanes", text_string(&text));
    text_destroy(&text);
    text_printf(&text,
                "%u guarded instruction%s in each warp, whatever its lanes do; lanes that are "
                "predicated off change nothing. There is no branch, so no warp diverges and "
                "no stack entry is pushed",
                guarded.issued, guarded.issued == 1 ? " runs" : "s run");
    show_entry(out, "cost", text_string(&text));
    text_destroy(&text);
    return true;
}

// --- lines around

typedef struct Nearby {
    uint32_t line;
    const char *name;
} Nearby;

static void add_nearby(Nearby lines[LINES_MAX], uint32_t *count, uint32_t line, const char *name)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (lines[i].line == line && lines[i].name == name) {
            return;
        }
    }
    if (*count < LINES_MAX) {
        lines[(*count)++] = (Nearby){line, name};
    }
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

// Moves the nearest lines to the front, in their order of nearness.
static void sort_by_nearness(Nearby *lines, uint32_t count, uint32_t line)
{
    for (uint32_t i = 1; i < count; i++) {
        Nearby moved = lines[i];
        uint32_t at = i;
        while (at > 0 && distance(lines[at - 1].line, line) > distance(moved.line, line)) {
            lines[at] = lines[at - 1];
            at--;
        }
        lines[at] = moved;
    }
}

void show_nothing(const Report *report, const ExplainWish *wish, Text *out)
{
    Nearby lines[LINES_MAX];
    uint32_t count = 0;
    bool has_line = false;
    for (uint32_t i = 0; i < report->count; i++) {
        const MachineProgram *program = report->launches[i].record->program;
        for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
            const Micro *micro = &program->code[pc];
            uint32_t line = explain_line_of(program, micro, wish->file);
            has_line |= line == wish->line && line != 0;
            if (line != 0 && explain_is_shown(micro)) {
                add_nearby(lines, &count, line, report_site_name(micro));
            }
        }
    }
    text_printf(out, "%s:%u: %s\n", wish->file, wish->line,
                has_line ? "this line has instructions, but no access and no branch"
                         : "no instruction of these launches comes from this line");
    sort_by_nearness(lines, count, wish->line);
    for (uint32_t i = 0; i < count && i < LINES_SHOWN; i++) {
        text_printf(out, "  %s%s:%u: %s\n", i == 0 ? "near: " : "      ", wish->file, lines[i].line,
                    lines[i].name);
    }
}
