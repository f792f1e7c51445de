// SPDX-License-Identifier: Apache-2.0
// The whole picture of a step in one screen: source, lanes, stack, operands before and after,
// cost.
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 80, ROWS = 23, AROUND = 3, STACK_ROWS = 4, SHOWN_LANES = 4, VALUE_COLUMNS = 15 };

typedef struct Screen {
    const Stepper *stepper;
    const StepperLook *look;
    Text *out;
    uint32_t columns, rows, row;
} Screen;

static const char bold[] = "\033[1m", faint[] = "\033[2m", lit[] = "\033[33m", plain[] = "\033[0m";

// The line, cut where the screen ends; style: an escape sequence, or NULL.
static void put_line(Screen *screen, const Text *line, const char *style)
{
    const char *at = text_string(line);
    size_t size = 0;
    uint32_t columns = 0;
    if (screen->row >= screen->rows) {
        return;
    }
    for (; at[size] != '\0' && at[size] != '\n'; size++) {
        bool is_start = ((unsigned char)at[size] & 0xc0) != 0x80;
        if (is_start && columns == screen->columns) {
            break;
        }
        columns += is_start;
    }
    while (size > 0 && at[size - 1] == ' ') {
        size--;
    }
    bool is_styled = style != NULL && screen->look->is_colored;
    text_put(screen->out, is_styled ? style : "");
    text_add(screen->out, at, size);
    text_put(screen->out, is_styled ? plain : "");
    text_put(screen->out, "\n");
    screen->row++;
}

static void put_text(Screen *screen, const char *text, const char *style)
{
    Text line = {0};
    text_put(&line, text);
    put_line(screen, &line, style);
    text_destroy(&line);
}

// A sentence over as many lines as it takes.
static void put_sentence(Screen *screen, const char *text, const char *style)
{
    while (*text != '\0') {
        size_t size = strlen(text);
        if (size > screen->columns) {
            for (size = screen->columns; size > 0 && text[size] != ' '; size--) {
            }
            size = size == 0 ? screen->columns : size;
        }
        Text line = {0};
        text_add(&line, text, size);
        put_line(screen, &line, style);
        text_destroy(&line);
        text += size;
        text += strspn(text, " ");
    }
}

static void put_title(Screen *screen, const RecordedStep *step)
{
    const Stepper *stepper = screen->stepper;
    const Recording *recording = stepper->recording;
    const RecordedWarp *warp = &recording->warps[stepper->warp];
    const RecordedBlock *block = &recording->blocks[warp->block];
    const uint32_t *grid = stepper->launch->record->grid;
    uint64_t rest = block->index / grid[0];
    Text line = {0};
    text_printf(&line,
                "%.30s%.24s on %.12s  block %" PRIu64 ",%" PRIu64 ",%" PRIu64
                "  warp %u  step %u of %u",
                stepper->launch->short_name, stepper->launch->tag,
                stepper->launch->record->gpu->name, block->index % grid[0], rest % grid[1],
                rest / grid[1], warp->number, stepper->at + (step != NULL), stepper_count(stepper));
    if (step != NULL && recording->has_clock) {
        text_printf(&line, "  cycle %" PRIu64, step->issued);
    }
    put_line(screen, &line, bold);
    text_destroy(&line);
}

static void put_source(Screen *screen, const RecordedStep *step)
{
    const Stepper *stepper = screen->stepper;
    SourcePosition position = stepper_position(stepper, step);
    uint32_t from = position.line > AROUND ? position.line - AROUND : 1;
    for (uint32_t number = from; number <= from + 2 * AROUND; number++) {
        size_t size_bytes;
        Text line = {0};
        bool is_here = number == position.line;
        const char *text = stepper_source_line(stepper, position.file, number, &size_bytes);
        text_put(&line, !is_here ? "  " : screen->look->is_unicode ? "▶ " : "> ");
        text_printf(&line, "%4u ", number);
        if (text != NULL) {
            put_source_text(text, size_bytes, screen->look->is_unicode, &line);
        }
        put_line(screen, &line, is_here ? bold : faint);
        text_destroy(&line);
    }
    Text line = {0};
    put_ptx(stepper, step, &line);
    put_line(screen, &line, NULL);
    text_destroy(&line);
}

static void put_mask(Screen *screen, const RecordedStep *step)
{
    Text line = {0};
    put_text(screen,
             screen->look->is_unicode
                 ? "lanes  0       8       16      24        █ on ░ guard off · waiting × ended"
                 : "lanes  0       8       16      24        # on - guard off . waiting x ended",
             faint);
    text_put(&line, "       ");
    put_lanes(step, screen->stepper->recording->warps[screen->stepper->warp].entered,
              screen->look->is_unicode, &line);
    text_put(&line, "  ");
    put_counts(screen->stepper, step, &line);
    put_line(screen, &line, NULL);
    text_destroy(&line);
}

static void put_waits(Screen *screen)
{
    const Stepper *stepper = screen->stepper;
    Text line = {0};
    text_put(&line, "waited ");
    if (explain_put_waits(stepper->program, stepper->recording, stepper_step_index(stepper),
                          &line)) {
        put_sentence(screen, text_string(&line), NULL);
    }
    text_destroy(&line);
}

static void put_stack(Screen *screen, const RecordedStep *step)
{
    const Stepper *stepper = screen->stepper;
    for (uint32_t i = 0; i < step->stack_count && i < STACK_ROWS; i++) {
        Text line = {0};
        bool is_cut = i == STACK_ROWS - 1 && step->stack_count > STACK_ROWS;
        text_put(&line, i == 0 ? "stack  " : "       ");
        if (is_cut) {
            text_printf(&line, "%u more below", step->stack_count - i);
        } else {
            put_entry(stepper, step, i, &line);
        }
        put_line(screen, &line, NULL);
        text_destroy(&line);
    }
}

// The first chosen lanes.
static uint32_t shown_lanes(const Stepper *stepper, uint32_t lanes[SHOWN_LANES])
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT && count < SHOWN_LANES; lane++) {
        if ((stepper->lanes >> lane & 1) != 0) {
            lanes[count++] = lane;
        }
    }
    return count;
}

static void put_heading(Screen *screen)
{
    uint32_t lanes[SHOWN_LANES], count = shown_lanes(screen->stepper, lanes);
    Text line = {0};
    text_printf(&line, "%-17s", "registers");
    for (uint32_t i = 0; i < count; i++) {
        Text name = {0};
        text_printf(&name, "lane %u", lanes[i]);
        text_printf(&line, " %-*s", VALUE_COLUMNS - 1, text_string(&name));
        text_destroy(&name);
    }
    put_line(screen, &line, faint);
    text_destroy(&line);
}

static void put_operand(Screen *screen, const RecordedStep *step, const MicroOperand *operand,
                        bool is_after)
{
    const Stepper *stepper = screen->stepper;
    bool is_constant = (operand->row & ROW_CONSTANT) != 0;
    uint32_t lanes[SHOWN_LANES], count = shown_lanes(stepper, lanes);
    Cell cell = is_constant ? (Cell){0} : operand_cell(step, operand);
    Text line = {0}, name = {0};
    bool has_changed = false;
    if (!is_after) {
        operand_name(stepper, step, operand, &name);
    }
    text_printf(&line, "%s %-14.14s",
                is_after             ? (screen->look->is_unicode ? "→" : ">")
                : operand->is_result ? "="
                                     : " ",
                is_after ? "after the step" : text_string(&name));
    text_put(&line, " ");
    for (uint32_t i = 0; i < count && !is_constant; i++) {
        Text value = {0};
        uint64_t now = cell_value(stepper, &cell, lanes[i], is_after);
        has_changed |= is_after && now != cell_value(stepper, &cell, lanes[i], false);
        value_print(now, operand->type, 0, &value);
        text_printf(&line, " %-*s", VALUE_COLUMNS - 1, text_string(&value));
        text_destroy(&value);
    }
    put_line(screen, &line, has_changed ? lit : NULL);
    text_destroy(&line);
    text_destroy(&name);
}

static void put_operands(Screen *screen, const RecordedStep *step)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(stepper_micro(screen->stepper, step), operands);
    if (count == 0) {
        return;
    }
    put_heading(screen);
    for (uint32_t i = 0; i < count; i++) {
        bool is_literal = (operands[i].row & ROW_CONSTANT) != 0 && operands[i].row != ROW_NONE;
        if (is_literal && count > 5) {
            continue;
        }
        put_operand(screen, step, &operands[i], false);
        if (operands[i].is_result) {
            put_operand(screen, step, &operands[i], true);
        }
    }
}

// "sums[0] 3 > 5, sums[2] 1 > 9": words of shared memory that the step changes.
static void put_written(Screen *screen, const RecordedStep *step)
{
    const Stepper *stepper = screen->stepper;
    uint32_t block = stepper->recording->warps[stepper->warp].block;
    LaneType type = shared_type(stepper);
    Text line = {0};
    for (uint32_t i = 0; i < step->change_count; i++) {
        const RecordedChange *change = &stepper->recording->changes[step->change + i];
        bool is_shown = change->place == RECORDED_SHARED && !change->is_before;
        for (uint32_t w = 0; is_shown && w < change->count && line.size_bytes < COLUMNS; w++) {
            uint32_t old = replay_shared(stepper->replay, block, change->index + w);
            uint32_t new = stepper->recording->values[change->value + w];
            text_put(&line, line.size_bytes == 0 ? "writes " : ", ");
            put_word(stepper, change->index + w, &line);
            text_put(&line, " ");
            value_print(old, type, 0, &line);
            text_put(&line, screen->look->is_unicode ? " → " : " > ");
            value_print(new, type, 0, &line);
        }
    }
    if (line.size_bytes > 0) {
        put_line(screen, &line, lit);
    }
    text_destroy(&line);
}

static void put_variable(void *context, const Text *line, bool is_changed, uint32_t number)
{
    Screen *screen = context;
    if (number == 0) {
        put_text(screen, "variables", faint);
    }
    put_line(screen, line, is_changed ? lit : NULL);
}

// As many as there is room for.
static void put_variables(Screen *screen, Stepper *stepper)
{
    uint32_t lanes[SHOWN_LANES], count = shown_lanes(stepper, lanes);
    uint32_t room = screen->rows > screen->row + 1 ? screen->rows - screen->row - 1 : 0;
    stepper_variable_lines(stepper, lanes, count, room, put_variable, screen);
}

static void put_access(Screen *screen, const RecordedStep *step)
{
    Text line = {0};
    if (step->state == STEP_FAULT) {
        put_end(screen->stepper, &line);
    } else {
        put_cost(screen->stepper, step, &line);
    }
    put_sentence(screen, text_string(&line), bold);
    text_destroy(&line);
}

static void put_last(Screen *screen)
{
    static const char keys[] =
        "n next p back d divergence b barrier c conflict w warp x explain ? help q quit";
    while (screen->row + 1 < screen->rows) {
        put_text(screen, "", NULL);
    }
    const char *message = screen->look->message;
    put_text(screen, message == NULL ? keys : message, message == NULL ? faint : lit);
}

void stepper_screen(Stepper *stepper, const StepperLook *look, Text *out)
{
    Screen screen = {.stepper = stepper, .look = look, .out = out};
    screen.columns = look->columns > 0 && look->columns < COLUMNS ? look->columns : COLUMNS;
    screen.rows = look->rows > 1 && look->rows < ROWS ? look->rows : ROWS;
    const RecordedStep *step = stepper_step(stepper);
    put_title(&screen, step);
    screen.rows--; // the last line is kept
    if (step == NULL) {
        Text line = {0};
        put_text(&screen, "", NULL);
        put_end(stepper, &line);
        put_sentence(&screen, text_string(&line), bold);
        text_destroy(&line);
    } else {
        bindings_find(stepper);
        put_source(&screen, step);
        put_mask(&screen, step);
        put_waits(&screen);
        put_stack(&screen, step);
        put_operands(&screen, step);
        put_written(&screen, step);
        put_access(&screen, step);
        put_variables(&screen, stepper);
    }
    screen.rows++;
    put_last(&screen);
}
