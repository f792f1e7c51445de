// SPDX-License-Identifier: Apache-2.0
// Questions about the stepper's position.
#include "sim/explain/explain.h"
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

enum { AROUND = 4 };

static uint32_t entered_of(const Stepper *stepper)
{
    return stepper->recording->warps[stepper->warp].entered;
}

void answer_where(Stepper *stepper, Text *out)
{
    const RecordedStep *step = stepper_step(stepper);
    uint32_t number = stepper->recording->warps[stepper->warp].number;
    if (step == NULL) {
        text_printf(out, "after step %u of %u, warp %u: ", stepper->at, stepper_count(stepper),
                    number);
        put_end(stepper, out);
        text_put(out, "\n");
        return;
    }
    size_t size_bytes;
    SourcePosition position = stepper_position(stepper, step);
    const char *line = stepper_source_line(stepper, position.file, position.line, &size_bytes);
    text_printf(out, "step %u of %u, warp %u", stepper->at + 1, stepper_count(stepper), number);
    text_printf(out, ", %s:%u", base_name(position.file), position.line);
    if (stepper->recording->has_clock) {
        text_printf(out, ", cycle %" PRIu64, step->issued);
    }
    text_put(out, "\n");
    Text waits = {0};
    if (explain_put_waits(stepper->program, stepper->recording, stepper_step_index(stepper),
                          &waits)) {
        text_printf(out, "  waited %s\n", text_string(&waits));
    }
    text_destroy(&waits);
    if (line != NULL && stepper_micro(stepper, step)->location > 0) {
        size_t blanks = strspn(line, " \t");
        text_put(out, "  ");
        put_source_text(line + blanks, size_bytes - blanks, true, out);
        text_put(out, "\n");
    }
    text_put(out, "  ");
    put_ptx(stepper, step, out);
    text_put(out, "\n  lanes ");
    put_lanes(step, entered_of(stepper), false, out);
    text_put(out, "  ");
    put_counts(stepper, step, out);
    text_put(out, "\n");
}

static void answer_source(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    SourcePosition position = stepper_position(stepper, step);
    uint32_t from = position.line > AROUND ? position.line - AROUND : 1;
    for (uint32_t line = from; line <= position.line + AROUND; line++) {
        size_t size_bytes;
        const char *text = stepper_source_line(stepper, position.file, line, &size_bytes);
        if (text != NULL) {
            text_printf(out, "%s %4u ", line == position.line ? "->" : "  ", line);
            put_source_text(text, size_bytes, true, out);
            text_put(out, "\n");
        }
    }
    text_put(out, "  ");
    put_ptx(stepper, step, out);
    text_put(out, "\n");
}

static void answer_stack(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    for (uint32_t depth = 0; depth < step->stack_count; depth++) {
        text_put(out, "  ");
        put_entry(stepper, step, depth, out);
        text_put(out, "\n");
    }
}

static StepperResult answer_explain(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    size_t size_bytes;
    Arena arena = {0};
    SourcePosition position = stepper_position(stepper, step);
    const char *line = stepper_source_line(stepper, position.file, position.line, &size_bytes);
    bool is_explained =
        explain_step(stepper->launch, stepper_step_index(stepper),
                     line == NULL ? NULL : arena_text(&arena, line, size_bytes), out);
    arena_clear(&arena);
    if (!is_explained) {
        text_put(out, step->state == STEP_FAULT ? "this step was not executed: the kernel stopped"
                      : step->on == 0           ? "no lane is active in this step"
                                      : "this step is neither a memory access nor a branch");
        return STEPPER_WRONG;
    }
    return STEPPER_ANSWERED;
}

static void answer_info(const Stepper *stepper, Text *out)
{
    const LaunchRecord *record = stepper->launch->record;
    const Recording *recording = stepper->recording;
    text_printf(out, "  %s " TEXT_EXTENT "x" TEXT_EXTENT "%s on %s\n", stepper->launch->name,
                TEXT_XYZ(record->grid), TEXT_XYZ(record->block), stepper->launch->tag,
                record->gpu->name);
    for (uint32_t i = 0; i < recording->warp_count; i++) {
        const RecordedWarp *warp = &recording->warps[i];
        text_printf(out, "%s block %" PRIu64 ", warp %u: %u steps\n",
                    i == stepper->warp ? "->" : "  ", recording->blocks[warp->block].index,
                    warp->number, stepper->first[i + 1] - stepper->first[i]);
    }
    text_printf(out, "  %u steps recorded, %" PRIu64 " left out\n", recording->step_count,
                recording->steps_left_out);
    if (stepper->launch->beyond != NULL) {
        text_printf(out, "  %s\n", stepper->launch->beyond);
    }
    if (stepper->launch->fault != NULL) {
        text_printf(out, "  the kernel stopped: %s\n", stepper->launch->fault);
    }
}

static bool takes_arguments(StepperCommand command)
{
    return command == STEPPER_PRINT || command == STEPPER_SHARED;
}

StepperResult answer(Stepper *stepper, StepperCommand command, const char *arguments, Text *out)
{
    const RecordedStep *step = stepper_step(stepper);
    if (*arguments != '\0' && !takes_arguments(command)) {
        text_printf(out, "'%s' is not expected here", arguments);
        return STEPPER_WRONG;
    }
    switch (command) {
    case STEPPER_WHERE: answer_where(stepper, out); return STEPPER_ANSWERED;
    case STEPPER_INFO: answer_info(stepper, out); return STEPPER_ANSWERED;
    case STEPPER_VARIABLES: return answer_variables(stepper, out);
    case STEPPER_REGISTERS: return answer_registers(stepper, out);
    case STEPPER_PRINT: return answer_print(stepper, arguments, out);
    case STEPPER_SHARED: return answer_shared(stepper, arguments, out);
    case STEPPER_SCREEN:
        stepper_screen(stepper, &(StepperLook){.columns = 80, .rows = 23}, out);
        return STEPPER_ANSWERED;
    default: break;
    }
    if (step == NULL) {
        put_end(stepper, out);
        return STEPPER_WRONG;
    }
    if (command == STEPPER_EXPLAIN) {
        return answer_explain(stepper, step, out);
    }
    if (command == STEPPER_SOURCE) {
        answer_source(stepper, step, out);
    } else {
        answer_stack(stepper, step, out);
    }
    return STEPPER_ANSWERED;
}
