// SPDX-License-Identifier: Apache-2.0
// The parts of answers and screens: places, lanes, stack entries, costs.
#include "isa/base/bits.h"
#include "sim/explain/explain.h"
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

const char *base_name(const char *path)
{
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

SourcePosition stepper_position(const Stepper *stepper, const RecordedStep *step)
{
    return report_position(stepper->program, stepper_micro(stepper, step));
}

static const char *text_of(const Stepper *stepper, const char *file)
{
    for (uint32_t i = 0; i < stepper->source_count && file != NULL; i++) {
        if (strcmp(stepper->sources[i].name, file) == 0) {
            return stepper->sources[i].text;
        }
    }
    bool is_ptx = file != NULL && strcmp(file, stepper->program->module->file) == 0;
    return is_ptx ? stepper->program->module->source : NULL;
}

static const char *line_of(const char *text, uint32_t line, size_t *size_bytes)
{
    for (uint32_t i = 1; i < line && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    *size_bytes = text == NULL ? 0 : strcspn(text, "\r\n");
    return line == 0 || (text != NULL && *text == '\0') ? NULL : text;
}

const char *stepper_source_line(const Stepper *stepper, const char *file, uint32_t line,
                                size_t *size_bytes)
{
    return line_of(text_of(stepper, file), line, size_bytes);
}

// Tabs become blanks; what a terminal might obey becomes '?'.
void put_source_text(const char *text, size_t size_bytes, bool is_unicode, Text *out)
{
    for (size_t i = 0, column = 0; i < size_bytes; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '\t') {
            size_t blanks = 4 - column % 4;
            text_add(out, "    ", blanks);
            column += blanks;
            continue;
        }
        bool is_plain = (byte >= ' ' && byte < 0x7f) || (byte >= 0x80 && is_unicode);
        text_add(out, is_plain ? &text[i] : "?", 1);
        column += (byte & 0xc0) != 0x80;
    }
}

void put_ptx(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    size_t size_bytes;
    uint32_t line = stepper_micro(stepper, step)->ptx_line;
    const char *text = line_of(stepper->program->module->source, line, &size_bytes);
    text_printf(out, "PTX %u: ", line);
    if (text != NULL) {
        size_t blanks = strspn(text, " \t");
        put_source_text(text + blanks, size_bytes - blanks, false, out);
    }
}

// "line 18, PTX 133"; in another file than the step's "util.cuh:18, PTX 133".
static void put_place(const Stepper *stepper, const char *file, uint32_t pc, Text *out)
{
    if (pc >= stepper->program->code_count) {
        text_put(out, "the end");
        return;
    }
    const Micro *micro = &stepper->program->code[pc];
    SourcePosition position = report_position(stepper->program, micro);
    if (micro->location > 0 && position.file != NULL) {
        bool is_same = file != NULL && strcmp(file, position.file) == 0;
        text_printf(out, "%.30s%s%u, ", is_same ? "line" : base_name(position.file),
                    is_same ? " " : ":", position.line);
    }
    text_printf(out, "PTX %u", micro->ptx_line);
}

void put_lanes(const RecordedStep *step, uint32_t entered, bool is_unicode, Text *out)
{
    static const char *const signs[2][5] = {{"#", "-", ".", "x", " "}, {"█", "░", "·", "×", " "}};
    const char *const *sign = signs[is_unicode];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t bit = UINT32_C(1) << lane;
        int kind = (step->on & bit) != 0       ? 0
                   : (step->active & bit) != 0 ? 1
                   : (step->live & bit) != 0   ? 2
                   : (entered & bit) != 0      ? 3
                                               : 4;
        text_put(out, sign[kind]);
    }
}

void put_entry(const Stepper *stepper, const RecordedStep *step, uint32_t depth, Text *out)
{
    uint32_t number = step->stack + step->stack_count - 1 - depth;
    const SimtEntry *entry = &stepper->recording->entries[number];
    const char *file = stepper_position(stepper, step).file;
    text_printf(out, "%s %08x %2u at ", depth == 0 ? "top" : "   ", entry->mask,
                bits_count(entry->mask));
    size_t start = out->size_bytes;
    put_place(stepper, file, depth == 0 ? step->pc : entry->pc, out);
    size_t size = out->size_bytes - start;
    text_printf(out, "%*s until ", size < 18 ? (int)(18 - size) : 0, "");
    put_place(stepper, file, entry->reconverge, out);
}

static const char *active_words(const Micro *micro, bool is_on)
{
    bool is_branch = micro->kind == MICRO_BRANCH && micro->guard != PREDICATE_NONE;
    return is_branch ? (is_on ? "jump" : "fall through") : is_on ? "on" : "off";
}

void put_counts(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    const Micro *micro = stepper_micro(stepper, step);
    uint32_t off = step->active & ~step->on;
    text_printf(out, "%08x  %u %s", step->on, bits_count(step->on), active_words(micro, true));
    if (off != 0) {
        text_printf(out, ", %u %s", bits_count(off), active_words(micro, false));
    }
    if (micro->kind == MICRO_NOP) {
        text_put(out, micro->pipe == PIPE_CBU ? "; lanes meet here" : "; changes no value");
    }
}

void put_cost(const Stepper *stepper, const RecordedStep *step, Text *out)
{
    if (step->access == RECORDED_NONE) {
        return;
    }
    const Gpu *gpu = stepper->launch->record->gpu;
    const Micro *micro = stepper_micro(stepper, step);
    const RecordedAccess *recorded = &stepper->recording->accesses[step->access];
    Access parts[ACCESS_PARTS_MAX];
    uint32_t count = access_of_step(micro, &recorded->access, parts);
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : "; ");
        if (parts[i].space == ACCESS_TEXTURE) {
            text_printf(out, "texture: %u sectors found in the cache, %u fetched",
                        recorded->access.texture_hits, recorded->access.texture_misses);
            continue;
        }
        AccessCost cost = access_cost(&parts[i], gpu);
        const char *unit = access_unit(&parts[i], gpu);
        text_printf(out, "%s: %u %.*s, %u %s enough", report_site_name(micro), cost.count,
                    (int)strlen(unit) - (cost.count == 1), unit, cost.ideal,
                    cost.ideal == 1 ? "is" : "are");
    }
    if (recorded->done > step->issued && recorded->done > 0) {
        text_printf(out, "; data after %" PRIu64 " cycles", recorded->done - step->issued);
    }
}

LaneType shared_type(const Stepper *stepper)
{
    LaneType type = LANE_TYPE_S32;
    for (uint32_t pc = 0; pc < stepper->program->code_count; pc++) {
        const Micro *micro = &stepper->program->code[pc];
        bool is_access = micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE;
        if (is_access && micro->space == PTX_SPACE_SHARED && micro->type == PTX_TYPE_F32) {
            type = LANE_TYPE_F32;
        }
    }
    return type;
}

void put_word(const Stepper *stepper, uint32_t word, Text *out)
{
    Arena arena = {0};
    uint64_t address = (uint64_t)word * 4;
    AccessArray array = explain_shared_array(stepper->program, address, &arena);
    text_printf(out, "%s[%" PRIu64 "]", array.name == NULL ? "shared" : array.name,
                array.name == NULL ? word : (address - array.base) / 4);
    arena_clear(&arena);
}

void put_end(const Stepper *stepper, Text *out)
{
    uint32_t count = stepper_count(stepper);
    const RecordedStep *last = count == 0 ? NULL : stepper_step_at(stepper, count - 1);
    uint32_t number = stepper->recording->warps[stepper->warp].number;
    if (last != NULL && last->state == STEP_FAULT && stepper->launch->fault != NULL) {
        text_printf(out, "the kernel stopped here: %s", stepper->launch->fault);
    } else if (last != NULL && last->state == STEP_ENDED) {
        text_printf(out, "warp %u has ended", number);
    } else if (stepper->recording->steps_left_out > 0) {
        text_printf(out,
                    "the recording ends here; %" PRIu64 " more steps were left out "
                    "(--max-events)",
                    stepper->recording->steps_left_out);
    } else {
        text_printf(out, "warp %u did not go on from here", number);
        if (stepper->launch->fault != NULL) { // a deadlock has no step of its own
            text_printf(out, ": %s", stepper->launch->fault);
        }
    }
}
