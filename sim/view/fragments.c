// SPDX-License-Identifier: Apache-2.0
// Matrix instructions: how their elements lie in the lanes, which rows of shared memory they read,
// and by which instructions the data came there.
#include "sim/explain/fragment.h"
#include "sim/view/data.h"

#include <inttypes.h>

// Of wide products as many columns are written as one can look at; the rest is alike. An element
// passes a few moves at most before it is multiplied.
enum { COLUMNS_SHOWN = 32, MOVES_MAX = 4, READS_MAX = 16 };

// --- the way of the data

static bool is_copy(const Micro *micro)
{
    bool is_load = micro->kind == MICRO_COPY_TENSOR
                       ? micro->function == PTX_DOT_LOAD
                       : micro->kind == MICRO_COPY_BULK && micro->type == PTX_SPACE_GLOBAL;
    bool is_store = micro->kind == MICRO_STORE && micro->space == PTX_SPACE_SHARED;
    return micro->kind == MICRO_COPY_ASYNC || is_load || is_store;
}

static bool is_read(const Micro *micro)
{
    return micro->kind == MICRO_MATRIX_LOAD || micro->kind == MICRO_GROUP_FETCH ||
           (micro->kind == MICRO_LOAD && micro->space != PTX_SPACE_PARAM);
}

static bool writes(const Micro *micro, Row row)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].is_result && operands[i].type != LANE_TYPE_P && operands[i].row == row) {
            return true;
        }
    }
    return false;
}

typedef struct Reads {
    uint32_t pcs[READS_MAX];
    uint32_t count;
} Reads;

static void add_read(Reads *reads, uint32_t pc)
{
    for (uint32_t i = 0; i < reads->count; i++) {
        if (reads->pcs[i] == pc) {
            return;
        }
    }
    if (reads->count < READS_MAX) {
        reads->pcs[reads->count++] = pc;
    }
}

// What loads the registers that the micro-op reads: the last writers before it, around loops too.
static void find_reads(const MachineProgram *program, uint32_t pc, uint32_t moves, Reads *reads)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(&program->code[pc], operands);
    for (uint32_t i = 0; i < count; i++) {
        bool is_register = operands[i].type != LANE_TYPE_P && (operands[i].row & ROW_CONSTANT) == 0;
        if (operands[i].is_result || !is_register) {
            continue;
        }
        uint32_t at = pc, left = program->code_count;
        do {
            at = at == 0 ? program->code_count - 1 : at - 1;
        } while (--left > 0 && !writes(&program->code[at], operands[i].row));
        if (left == 0) {
            continue;
        }
        if (is_read(&program->code[at])) {
            add_read(reads, at);
        } else if (moves > 0 && program->code[at].kind == MICRO_LANE) {
            find_reads(program, at, moves - 1, reads);
        }
    }
}

static void put_numbers(Json *json, const uint32_t *values, uint32_t count)
{
    json_separate(json);
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(json);
        text_printf(json->out, "%" PRIu32, values[i]);
    }
    json_close(json, ']');
}

static const char *copy_name(const Micro *micro)
{
    return micro->kind == MICRO_COPY_TENSOR  ? "TMA (cp.async.bulk.tensor)"
           : micro->kind == MICRO_COPY_BULK  ? "TMA (cp.async.bulk)"
           : micro->kind == MICRO_COPY_ASYNC ? "cp.async"
                                             : "st.shared";
}

// [[pc, what copies, bytes of a lane]...] of what brings data to shared memory.
static void put_copies(const MachineProgram *program, Json *json)
{
    json_key(json, "copies");
    json_open(json, '[');
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (is_copy(micro)) {
            json_separate(json);
            text_printf(json->out, "[%" PRIu32 ",\"%s\",%u]", pc, copy_name(micro),
                        micro->width_bytes);
        }
    }
    json_close(json, ']');
}

static bool is_product(const Fragment *fragment)
{
    return fragment->tile != NULL && fragment->micro->kind != MICRO_GROUP_FETCH;
}

void fragments_print(ViewData *data, const MachineProgram *program, Json *json)
{
    Intern layouts = {0};
    Text text = {0}, of = {0};
    Json reads = {&text, false};
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        Fragment fragment;
        if (!fragment_of(program, pc, &fragment)) {
            continue;
        }
        Text layout = {0};
        Json part = {&layout, false};
        fragment_put_json(&fragment, COLUMNS_SHOWN, NULL, &part);
        uint32_t number = intern_add(&layouts, layout.at, layout.size_bytes, &data->arena);
        text_printf(&of, "%s[%" PRIu32 ",%" PRIu32 "]", of.size_bytes > 0 ? "," : "", pc, number);
        text_destroy(&layout);
        Reads found = {{pc}, 1};
        if (is_product(&fragment)) {
            find_reads(program, pc, MOVES_MAX, &found);
            put_numbers(&reads, found.pcs, found.count);
        }
    }
    json_key(json, "fragments");
    if (layouts.count == 0) {
        text_put(json->out, "null");
    } else {
        json_open(json, '{');
        json_key(json, "layouts");
        intern_print(&layouts, json->out);
        json->needs_comma = true;
        json_key(json, "of");
        text_printf(json->out, "[%s]", text_string(&of));
        json->needs_comma = true;
        json_key(json, "reads");
        text_printf(json->out, "[%s]", text_string(&text));
        json->needs_comma = true;
        put_copies(program, json);
        json_close(json, '}');
    }
    text_destroy(&text);
    text_destroy(&of);
}

// --- recorded steps

// [step, mode, [banks of the rows / 4 under each swizzle]..., [passes]...]
static void put_rows(uint32_t step, const FragmentRows *rows, Json *json)
{
    json_separate(json);
    text_printf(json->out, "[%" PRIu32 ",%" PRIu32 ",[", step, rows->own);
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        text_put(json->out, mode > 0 ? ",\"" : "\"");
        for (uint32_t i = 0; i < rows->count; i++) {
            text_printf(json->out, "%u", rows->bank[mode][i] / 4u);
        }
        text_put(json->out, "\"");
    }
    text_put(json->out, "],[");
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        text_printf(json->out, "%s%" PRIu32, mode > 0 ? "," : "", rows->passes[mode]);
    }
    text_put(json->out, "]]");
}

void fragments_print_rows(const ViewLaunch *launch, Json *json)
{
    const Recording *recording = launch->recording;
    const MachineProgram *program = launch->report->record->program;
    json_key(json, "rows");
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        const Micro *micro = &program->code[step->pc];
        Access parts[ACCESS_PARTS_MAX];
        FragmentRows rows;
        if (step->access == RECORDED_NONE || micro->kind == MICRO_COPY_TENSOR) {
            continue;
        }
        const StepAccess *access = &recording->accesses[step->access].access;
        if (access_of_step(micro, access, parts) > 0 &&
            fragment_rows(&parts[0], &access->tile, &rows)) {
            put_rows(i, &rows, json);
        }
    }
    json_close(json, ']');
}

// [pc, bytes that a swizzle covers, bytes of an element, [box, innermost first]] of copies by
// tensor map, each pc once.
void fragments_print_boxes(const ViewLaunch *launch, Json *json)
{
    const Recording *recording = launch->recording;
    const MachineProgram *program = launch->report->record->program;
    uint32_t last = UINT32_MAX;
    json_key(json, "boxes");
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        bool is_tile = program->code[step->pc].kind == MICRO_COPY_TENSOR;
        if (!is_tile || step->access == RECORDED_NONE || step->pc == last) {
            continue;
        }
        const StepTile *tile = &recording->accesses[step->access].access.tile;
        last = step->pc;
        json_separate(json);
        text_printf(json->out, "[%" PRIu32 ",%u,%u,[", step->pc, tile->span_bytes,
                    tile->element_bytes);
        for (uint32_t k = 0; k < tile->rank; k++) {
            text_printf(json->out, "%s%u", k > 0 ? "," : "", tile->box[k]);
        }
        text_put(json->out, "]]");
    }
    json_close(json, ']');
}
