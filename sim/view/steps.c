// SPDX-License-Identifier: Apache-2.0
// The recording, a column of numbers for each field of its steps, so that neighbors look alike;
// what repeats (masks, stacks, patterns) is a number that names it.
#include "sim/view/data.h"

#include "sim/explain/paths.h"

#include <inttypes.h>

typedef struct Columns {
    uint32_t *warp, *pc, *mask, *stack, *access; // [step_count]
    uint32_t *issued, *busy; // cycles since the step before; cycles it issued for
    Intern masks, stacks, accesses;
    ViewElements elements;
} Columns;

static void print_stack(const Recording *recording, const RecordedStep *step, const uint8_t *paths,
                        Text *out)
{
    text_put(out, "[");
    for (uint32_t i = 0; i < step->stack_count; i++) {
        const SimtEntry *entry = &recording->entries[step->stack + i];
        bool is_top = i + 1 == step->stack_count; // its pc is the step's
        text_printf(out, "%s[%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%u]", i > 0 ? "," : "",
                    is_top ? (int64_t)-1 : (int64_t)entry->pc,
                    entry->reconverge == SIMT_NO_RECONVERGENCE ? (int64_t)-1
                                                               : (int64_t)entry->reconverge,
                    entry->mask, entry->frame, paths[step->stack + i]);
    }
    text_put(out, "]");
}

// [[pattern, base, number of its elements' names or -1, what-if if any], ..., cycles until it was
// done, sectors from L1, L2, memory]
static uint32_t find_access(ViewData *data, const ViewLaunch *launch, const RecordedStep *step,
                            Columns *columns)
{
    const Recording *recording = launch->recording;
    const RecordedAccess *access = &recording->accesses[step->access];
    const MachineProgram *program = launch->report->record->program;
    ViewPattern patterns[ACCESS_PARTS_MAX];
    int64_t names[ACCESS_PARTS_MAX], what_ifs[ACCESS_PARTS_MAX];
    uint32_t count = access_patterns(data, program, step->pc, &access->access, patterns);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = elements_number(data, &columns->elements, step->pc, &patterns[i].access);
        names[i] = number == UINT32_MAX ? -1 : (int64_t)number;
        what_ifs[i] = whatifs_number(data, launch, &columns->elements,
                                     (uint32_t)(step - recording->steps), &patterns[i]);
    }
    if (count == 0) {
        return 0;
    }
    Text *text = &data->part;
    text->size_bytes = 0;
    text_put(text, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_printf(text, "%s[%" PRIu32 ",\"%" PRIx64 "\",%" PRId64, i > 0 ? "," : "",
                    patterns[i].pattern, patterns[i].base, names[i]);
        text_printf(text, what_ifs[i] < 0 ? "]" : ",%" PRId64 "]", what_ifs[i]);
    }
    text_printf(text, ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]",
                access->done > step->issued ? access->done - step->issued : 0, access->l1_sectors,
                access->l2_sectors, access->dram_sectors);
    return 1 + intern_add(&columns->accesses, text->at, text->size_bytes, &data->arena);
}

static void fill_step(ViewData *data, const ViewLaunch *launch, uint32_t index,
                      const uint8_t *paths, Columns *columns)
{
    const Recording *recording = launch->recording;
    const RecordedStep *step = &recording->steps[index];
    Text *text = &data->part;
    columns->warp[index] = step->warp;
    columns->pc[index] = step->pc;
    text->size_bytes = 0;
    text_printf(text, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", step->active, step->on, step->live);
    columns->mask[index] = intern_add(&columns->masks, text->at, text->size_bytes, &data->arena);
    text->size_bytes = 0;
    print_stack(recording, step, paths, text);
    columns->stack[index] = intern_add(&columns->stacks, text->at, text->size_bytes, &data->arena);
    columns->access[index] =
        step->access == RECORDED_NONE ? 0 : find_access(data, launch, step, columns);
    uint64_t before = index == 0 ? 0 : recording->steps[index - 1].issued;
    columns->issued[index] = (uint32_t)(step->issued - before);
    columns->busy[index] =
        step->ended >= step->issued ? (uint32_t)(step->ended - step->issued + 1) : 0;
}

static Columns fill_columns(ViewData *data, const ViewLaunch *launch)
{
    const Recording *recording = launch->recording;
    size_t size_bytes = (recording->step_count + 1) * sizeof(uint32_t);
    Columns columns = {0};
    uint32_t **all[] = {&columns.warp,   &columns.pc,     &columns.mask, &columns.stack,
                        &columns.access, &columns.issued, &columns.busy};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = arena_alloc(&data->arena, size_bytes);
    }
    uint8_t *paths = arena_alloc(&data->arena, recording->entry_count + 1);
    paths_find(recording, launch->report->record->program, paths, &data->arena);
    elements_prepare(data, launch, &columns.elements);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        fill_step(data, launch, i, paths, &columns);
    }
    return columns;
}

static void put_blocks(const Recording *recording, Json *json)
{
    json_key(json, "blocks");
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->block_count; i++) {
        const RecordedBlock *block = &recording->blocks[i];
        json_separate(json);
        text_printf(json->out, "[%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 "]", block->index,
                    block->sm, block->begun, block->ended);
    }
    json_close(json, ']');
    json_key(json, "warps");
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->warp_count; i++) {
        const RecordedWarp *warp = &recording->warps[i];
        json_separate(json);
        text_printf(json->out, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", warp->block, warp->number,
                    warp->entered);
    }
    json_close(json, ']');
}

// [step, cycles before its issue that the wait began, cycles waited, stall, producing step or -1];
// waits between the machine instructions of a step belong to its issuing.
static void put_waits(const Recording *recording, Json *json)
{
    json_key(json, "waits");
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        for (uint32_t w = 0; w < step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[step->wait + w];
            if (wait->from >= step->issued) {
                continue;
            }
            json_separate(json);
            text_printf(json->out, "[%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%d,%" PRId64 "]", i,
                        step->issued - wait->from, wait->until - wait->from, (int)wait->stall,
                        wait->producer == RECORDED_NONE ? (int64_t)-1 : (int64_t)wait->producer);
        }
    }
    json_close(json, ']');
}

static void put_interned(const Intern *set, const char *name, Json *json)
{
    json_key(json, name);
    intern_print(set, json->out);
    json->needs_comma = true;
}

void steps_print(ViewData *data, const ViewLaunch *launch, Json *json)
{
    const Recording *recording = launch->recording;
    json_key(json, "record");
    if (recording == NULL || recording->step_count == 0) {
        text_put(json->out, "null");
        return;
    }
    uint32_t count = recording->step_count;
    Columns columns = fill_columns(data, launch);
    json_open(json, '{');
    json_number(json, "has_clock", recording->has_clock);
    json_number(json, "steps_left_out", (double)recording->steps_left_out);
    put_blocks(recording, json);
    data_numbers(json, "warp", columns.warp, count);
    data_numbers(json, "pc", columns.pc, count);
    data_numbers(json, "mask", columns.mask, count);
    data_numbers(json, "stack", columns.stack, count);
    data_numbers(json, "access", columns.access, count);
    data_numbers(json, "issued", columns.issued, count);
    data_numbers(json, "busy", columns.busy, count);
    put_interned(&columns.masks, "masks", json);
    put_interned(&columns.stacks, "stacks", json);
    put_interned(&columns.accesses, "accesses", json);
    put_interned(&columns.elements.names, "elements", json);
    put_waits(recording, json);
    fragments_print_rows(launch, json);
    fragments_print_boxes(launch, json);
    variables_print(data, launch, json);
    track_print(recording, json);
    json_close(json, '}');
}
