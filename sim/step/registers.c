// SPDX-License-Identifier: Apache-2.0
// Values on request: registers by their PTX names, shared memory by arrays and addresses.
#include "sim/explain/explain.h"
#include "sim/step/stepper.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_COLUMNS = 15, WIDE_COLUMNS = 20, WORDS_PER_LINE = 8, WORDS = 32 };

// Takes "/x" off. False: no such format.
static bool take_format(const char **arguments, char *format)
{
    *format = 0;
    if (**arguments != '/') {
        return true;
    }
    char letter = (*arguments)[1];
    bool is_known = letter != '\0' && strchr("xduf", letter) != NULL &&
                    ((*arguments)[2] == ' ' || (*arguments)[2] == '\0');
    if (is_known) {
        *format = letter;
        *arguments += 2;
        *arguments += strspn(*arguments, " ");
    }
    return is_known;
}

static StepperResult refuse_format(Text *out)
{
    text_put(out, "unknown format (known: /x /d /u /f)");
    return STEPPER_WRONG;
}

// Some lanes a line, "%r5    0: 12 ..."; a predicate is its mask.
static void put_register(const Stepper *stepper, const char *name, const Cell *cell, char format,
                         Text *out)
{
    bool is_wide = lane_type_is_wide(cell->type);
    uint32_t shown = 0, per_line = is_wide ? 3 : 4;
    text_printf(out, "  %-12s", name);
    if (cell->is_predicate && format == 0) {
        uint32_t mask = replay_predicate(stepper->replay, stepper->warp, cell->index);
        text_printf(out, " %08x\n", mask);
        return;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((stepper->lanes >> lane & 1) == 0) {
            continue;
        }
        Text value = {0};
        if (shown > 0 && shown % per_line == 0) {
            text_printf(out, "\n%14s", "");
        }
        text_printf(&value, "%u: ", lane);
        value_print(cell_value(stepper, cell, lane, false), cell->type, format, &value);
        bool is_last = stepper->lanes >> lane >> 1 == 0 || shown % per_line == per_line - 1;
        text_printf(out, " %-*s",
                    is_last   ? 0
                    : is_wide ? WIDE_COLUMNS
                              : VALUE_COLUMNS,
                    text_string(&value));
        text_destroy(&value);
        shown++;
    }
    text_put(out, "\n");
}

static const char *name_of(const Binding *binding)
{
    return binding->special != NULL ? binding->special
           : binding->reg != NULL   ? binding->reg->name
                                    : NULL;
}

StepperResult answer_registers(Stepper *stepper, Text *out)
{
    uint32_t known = 0;
    bindings_find(stepper);
    for (int is_predicate = 0; is_predicate < 2; is_predicate++) {
        const Binding *list = is_predicate ? stepper->predicates : stepper->rows;
        uint32_t count = is_predicate ? stepper->predicate_room : stepper->row_room;
        for (uint32_t i = 0; i < count; i++) {
            const char *name = list[i].is_written ? name_of(&list[i]) : NULL;
            Cell cell = {is_predicate, i, list[i].type};
            if (name != NULL) {
                put_register(stepper, name, &cell, 0, out);
                known++;
            }
        }
    }
    if (known == 0) {
        text_put(out, "  no register has been written yet\n");
    }
    return STEPPER_ANSWERED;
}

static bool find_register(Stepper *stepper, const char *name, Cell *cell)
{
    bindings_find(stepper);
    for (int is_predicate = 0; is_predicate < 2; is_predicate++) {
        const Binding *list = is_predicate ? stepper->predicates : stepper->rows;
        uint32_t count = is_predicate ? stepper->predicate_room : stepper->row_room;
        for (uint32_t i = 0; i < count; i++) {
            const char *known = list[i].is_written ? name_of(&list[i]) : NULL;
            if (known != NULL &&
                strcmp(known[0] == '%' && name[0] != '%' ? known + 1 : known, name) == 0) {
                *cell = (Cell){is_predicate, i, list[i].type};
                return true;
            }
        }
    }
    return false;
}

static bool is_declared(const Stepper *stepper, const char *name)
{
    const MachineProgram *program = stepper->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const PtxFunction *function = program->functions[f].ptx;
        for (uint32_t i = 0; i < function->register_count; i++) {
            const char *known = function->registers[i]->name;
            if (strcmp(known + (known[0] == '%' && name[0] != '%'), name) == 0) {
                return true;
            }
        }
    }
    return false;
}

StepperResult answer_print(Stepper *stepper, const char *arguments, Text *out)
{
    char format;
    Cell cell;
    if (!take_format(&arguments, &format)) {
        return refuse_format(out);
    }
    if (*arguments == '\0') {
        text_put(out, "print needs a variable or a register of the PTX, such as print %r5");
        return STEPPER_WRONG;
    }
    if (answer_print_variable(stepper, arguments, format, out)) {
        return STEPPER_ANSWERED;
    }
    if (!find_register(stepper, arguments, &cell)) {
        text_printf(out,
                    stepper_has_variable(stepper, arguments) ? "variable '%s' is not in scope here"
                    : is_declared(stepper, arguments)
                        ? "%s holds nothing here: it was not written yet, became part of another "
                          "instruction, or its place was given to another register"
                        : "unknown variable or register '%s'",
                    arguments);
        return STEPPER_WRONG;
    }
    put_register(stepper, arguments, &cell, format, out);
    return STEPPER_ANSWERED;
}

// --- shared memory

static uint32_t shared_words(const Stepper *stepper)
{
    const LaunchRecord *record = stepper->launch->record;
    return (record->static_shared_bytes + record->dynamic_shared_bytes + 3) / 4;
}

// An array's name, "array[12]" or an address in bytes. False: it is none of these.
static bool read_place(const Stepper *stepper, const char *text, uint32_t *word)
{
    Arena arena = {0};
    char *end;
    size_t size = strcspn(text, "[");
    bool is_found = false;
    unsigned long index = 0;
    if (isdigit((unsigned char)*text)) {
        *word = (uint32_t)(strtoul(text, &end, 0) / 4);
        return *end == '\0';
    }
    if (text[size] == '[') {
        index = strtoul(text + size + 1, &end, 0);
        if (!isdigit((unsigned char)text[size + 1]) || strcmp(end, "]") != 0) {
            return false;
        }
    }
    for (uint32_t i = 0; i < stepper->program->shared_count && !is_found; i++) {
        uint64_t base = stepper->program->shared_offset[i];
        AccessArray array = explain_shared_array(stepper->program, base, &arena);
        if (array.name != NULL && strncmp(array.name, text, size) == 0 &&
            array.name[size] == '\0' && index < array.size_bytes / 4) {
            *word = (uint32_t)(base / 4 + index);
            is_found = true;
        }
    }
    arena_clear(&arena);
    return is_found;
}

static void put_words(const Stepper *stepper, uint32_t word, uint32_t count, char format, Text *out)
{
    uint32_t block = stepper->recording->warps[stepper->warp].block;
    LaneType type = shared_type(stepper);
    for (uint32_t i = 0; i < count; i++) {
        if (i % WORDS_PER_LINE == 0) {
            Text name = {0};
            put_word(stepper, word + i, &name);
            text_printf(out, "%s  %s:", i == 0 ? "" : "\n", text_string(&name));
            text_destroy(&name);
        }
        text_put(out, " ");
        value_print(replay_shared(stepper->replay, block, word + i), type, format, out);
    }
    text_put(out, "\n");
}

StepperResult answer_shared(Stepper *stepper, const char *arguments, Text *out)
{
    char format, place[128] = "";
    uint32_t word = 0, all = shared_words(stepper);
    if (!take_format(&arguments, &format)) {
        return refuse_format(out);
    }
    size_t size = strcspn(arguments, " ");
    memcpy(place, arguments, size < 127 ? size : 127);
    arguments += size + strspn(arguments + size, " ");
    char *end = NULL;
    unsigned long count = *arguments == '\0' ? WORDS : strtoul(arguments, &end, 0);
    if (all == 0) {
        text_put(out, "the kernel has no shared memory");
        return STEPPER_WRONG;
    }
    if ((end != NULL && *end != '\0') || count == 0) {
        text_printf(out, "invalid number of words '%s'", arguments);
        return STEPPER_WRONG;
    }
    if (place[0] != '\0' && !read_place(stepper, place, &word)) {
        text_printf(out, "unknown array or address '%s' in shared memory", place);
        return STEPPER_WRONG;
    }
    if (word >= all) {
        text_printf(out, "the block's shared memory ends at %u bytes", all * 4);
        return STEPPER_WRONG;
    }
    uint32_t most = all - word;
    put_words(stepper, word, count < most ? (uint32_t)count : most, format, out);
    if (end != NULL && count > most) {
        text_printf(out, "  the block's shared memory ends here, at %u bytes\n", all * 4);
    }
    return STEPPER_ANSWERED;
}
