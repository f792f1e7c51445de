// SPDX-License-Identifier: Apache-2.0
// What a step's pc means: its PTX line, its source line, what it is. Of the PTX only the lines
// around instructions of this kernel are written, and no .loc, which the source lines replace.
#include "isa/machine/sequence.h"
#include "sim/explain/guards.h"
#include "sim/figure/strip.h"
#include "sim/view/data.h"

#include <inttypes.h>
#include <string.h>

enum { CONTEXT_LINES = 2 };

static void put_kinds(const MachineProgram *program, Json *json)
{
    json_key(json, "kinds");
    text_put(json->out, "\"");
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        char letter = strip_info[strip_of_micro(&program->code[pc])].letter;
        text_add(json->out, &letter, 1);
    }
    text_put(json->out, "\"");
}

static void put_fields(const View *view, const MachineProgram *program, Json *json, Arena *arena)
{
    uint32_t count = program->code_count, *values = arena_alloc(arena, (count + 1) * 4);
    for (uint32_t pc = 0; pc < count; pc++) {
        values[pc] = program->code[pc].ptx_line;
    }
    data_numbers(json, "ptx_line", values, count);
    for (uint32_t pc = 0; pc < count; pc++) {
        values[pc] = 1 + data_source(view, report_position(program, &program->code[pc]).file);
    }
    data_numbers(json, "source", values, count);
    for (uint32_t pc = 0; pc < count; pc++) {
        values[pc] = report_position(program, &program->code[pc]).line;
    }
    data_numbers(json, "line", values, count);
    for (uint32_t pc = 0; pc < count; pc++) {
        values[pc] = program->code[pc].issues;
    }
    data_numbers(json, "issues", values, count);
}

// [pc, [[pipe, machine instructions], ...], "opcodes" or null] of each PTX instruction that takes
// several.
static void put_sequences(const MachineProgram *program, uint32_t compute_capability, Json *json)
{
    json_key(json, "sequences");
    json_open(json, '[');
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (!sequence_is_long(micro)) {
            continue;
        }
        json_separate(json);
        json_open(json, '[');
        json_separate(json);
        text_printf(json->out, "%" PRIu32, pc);
        json_separate(json);
        json_open(json, '[');
        for (uint32_t i = 0; i < PIPE_COUNT && sequence_has_pipes(compute_capability); i++) {
            uint32_t count = micro_issues_on(micro, (MachinePipe)i);
            if (count > 0) {
                json_separate(json);
                text_printf(json->out, "[\"%s\",%" PRIu32 "]", sequence_pipe_name((MachinePipe)i),
                            count);
            }
        }
        json_close(json, ']');
        const char *code = sequence_code(micro, compute_capability);
        if (code == NULL) {
            json_separate(json);
            text_put(json->out, "null");
        } else {
            data_text(json, code);
        }
        json_close(json, ']');
    }
    json_close(json, ']');
    json_key(json, "sequence_source");
    json_string(json, sequence_source(compute_capability));
}

// [pc, target, reconverges at; 0 for the function's end] of each branch.
static void put_branches(const MachineProgram *program, Json *json)
{
    json_key(json, "branches");
    json_open(json, '[');
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (micro->kind == MICRO_BRANCH) {
            json_separate(json);
            text_printf(json->out, "[%" PRIu32 ",%" PRIu32 ",%" PRId64 "]", pc, micro->target,
                        micro->reconverge == PC_EXIT ? (int64_t)-1 : (int64_t)micro->reconverge);
        }
    }
    json_close(json, ']');
}

static void put_pair(Json *json, uint32_t a, uint32_t b)
{
    json_separate(json);
    text_printf(json->out, "[%" PRIu32 ",%" PRIu32 "]", a, b);
}

// [pc, first pc whose guard it decides] of each comparison that replaced a branch, then [pc, pc] of
// what runs under a guard, a source line's first in a row of them.
static void put_guards(const MachineProgram *program, Json *json)
{
    json_key(json, "guards");
    json_open(json, '[');
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        uint32_t first_pc = guarded_by_comparison(program, pc).first_pc;
        if (first_pc != GUARDED_NONE) {
            put_pair(json, pc, first_pc);
        }
    }
    SourcePosition last = {0};
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        SourcePosition at = report_position(program, micro);
        bool is_guarded = micro->guard != PREDICATE_NONE && micro->kind != MICRO_BRANCH;
        if (is_guarded && (at.file != last.file || at.line != last.line)) {
            put_pair(json, pc, pc);
        }
        last = is_guarded ? at : (SourcePosition){0};
    }
    json_close(json, ']');
}

// Marks lines 1 to `count` that are near an instruction.
static uint8_t *near_lines(const MachineProgram *program, uint32_t count, Arena *arena)
{
    uint8_t *is_near = arena_alloc(arena, count + 2);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        uint32_t line = program->code[pc].ptx_line;
        uint32_t first = line > CONTEXT_LINES ? line - CONTEXT_LINES : 1;
        for (uint32_t i = first; i <= line + CONTEXT_LINES && i <= count; i++) {
            is_near[i] = 1;
        }
    }
    return is_near;
}

static uint32_t count_lines(const char *text)
{
    uint32_t count = 1;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        count++;
    }
    return count;
}

static bool is_shown(const char *line, size_t size_bytes)
{
    size_t blanks = strspn(line, " \t");
    return blanks < size_bytes && strncmp(line + blanks, ".loc", 4) != 0 &&
           strncmp(line + blanks, "//", 2) != 0;
}

static void put_ptx(const MachineProgram *program, Json *json, Arena *arena)
{
    const char *at = program->module->source;
    uint32_t count = count_lines(at);
    const uint8_t *is_near = near_lines(program, count, arena);
    json_key(json, "ptx");
    json_open(json, '[');
    for (uint32_t line = 1; line <= count; line++) {
        size_t size_bytes = strcspn(at, "\n");
        if (is_near[line] && is_shown(at, size_bytes)) {
            json_separate(json);
            text_printf(json->out, "[%" PRIu32 ",", line);
            json_string(json, arena_text(arena, at, size_bytes));
            text_put(json->out, "]");
        }
        at += size_bytes + (at[size_bytes] == '\n');
    }
    json_close(json, ']');
}

void code_print(const View *view, const MachineProgram *program, Json *json)
{
    Arena arena = {0};
    json_key(json, "code");
    json_open(json, '{');
    put_kinds(program, json);
    put_fields(view, program, json, &arena);
    put_branches(program, json);
    put_guards(program, json);
    elements_print_index(view, program, json, &arena);
    put_sequences(program, program->target.compute_capability, json);
    put_ptx(program, json, &arena);
    json_close(json, '}');
    arena_clear(&arena);
}
