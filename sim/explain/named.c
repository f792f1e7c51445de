// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/named.h"

#include "isa/base/bits.h"
#include "sim/record/variables.h"
#include "sim/report/array.h"

#include <string.h>

enum { ELEMENTS_MAX = 64 }; // of an array in local memory

typedef struct Namer {
    const NamesWish *wish;
    const Recording *recording;
    Access accesses[ELEMENT_WARPS_MAX];
    ElementAccess elements[ELEMENT_WARPS_MAX];
    Variables *variables;              // NULL: no values
    uint32_t indices[INDEX_NAMES_MAX]; // of the variables with these names; UINT32_MAX: built-in
    IndexName names[INDEX_NAMES_MAX];
    VariableState state[INDEX_NAMES_MAX][LANE_COUNT]; // of the first step
    uint64_t bits[INDEX_NAMES_MAX][LANE_COUNT];
    LaneValues values[INDEX_NAMES_MAX][ELEMENT_WARPS_MAX];
    uint32_t count, steps;             // steps whose access has the space
    uint32_t lanes[ELEMENT_WARPS_MAX]; // that take part in each step
    Arena *arena;
} Namer;

static const char *keep(Namer *namer, Text *text)
{
    const char *copy = arena_text(namer->arena, text_string(text), text->size_bytes);
    text_destroy(text);
    return copy;
}

static bool take_access(Namer *namer, uint32_t step, AccessSpace space)
{
    const RecordedStep *at = &namer->recording->steps[step];
    Access parts[ACCESS_PARTS_MAX];
    if (at->access == RECORDED_NONE) {
        return false;
    }
    uint32_t count = access_of_step(&namer->wish->record->program->code[at->pc],
                                    &namer->recording->accesses[at->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].space == space && parts[i].lanes != 0) {
            namer->accesses[namer->steps] = parts[i];
            namer->lanes[namer->steps] = parts[i].lanes;
            namer->elements[namer->steps] = (ElementAccess){
                &namer->accesses[namer->steps], namer->recording->warps[at->warp].number};
            return true;
        }
    }
    return false;
}

// --- elements

static void name_elements(Namer *namer, AccessNames *names)
{
    Elements elements = elements_find(namer->wish->record, namer->arena);
    const PtxVariable *array = namer->wish->array;
    const Access *access = &namer->accesses[0];
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        Text name = {0};
        if (element_put(&elements, array, access, lane, &name)) {
            names->elements.lane[lane] = keep(namer, &name);
        }
    }
    Text formula = {0};
    bool has_warp = false;
    if (element_put_all(&elements, array, namer->elements, namer->steps, &formula, &has_warp) ||
        element_put_all(&elements, array, namer->elements, 1, &formula, &has_warp)) {
        names->elements.formula = keep(namer, &formula);
        names->has_warp |= has_warp;
    }
}

// The array as its elements are called, without indices.
static const char *array_called(Namer *namer, const AccessNames *names)
{
    const char *element = names->elements.lane[bits_lowest(namer->accesses[0].lanes)];
    if (element != NULL) {
        return arena_text(namer->arena, element, strcspn(element, "[. "));
    }
    return array_name(namer->wish->record->program->module, namer->wish->array, namer->arena);
}

// --- variables

static bool is_whole(SourceForm form)
{
    return form <= SOURCE_FORM_U64;
}

static int64_t whole_of(SourceForm form, uint64_t bits)
{
    return form == SOURCE_FORM_S32   ? (int64_t)(int32_t)(uint32_t)bits
           : form == SOURCE_FORM_U32 ? (int64_t)(uint32_t)bits
                                     : (int64_t)bits;
}

// The variable of this name that is in scope; UINT32_MAX: none, or a pointer.
static uint32_t find_variable(const Namer *namer, const IndexName *name)
{
    SourcePosition position = namer->wish->position;
    for (uint32_t i = 0; namer->variables != NULL && i < variables_count(namer->variables); i++) {
        const SourceVariable *info = variables_info(namer->variables, i);
        if (info->name_bytes == name->size_bytes && info->form != SOURCE_FORM_POINTER &&
            memcmp(info->name, name->at, name->size_bytes) == 0 && position.file != NULL &&
            variables_is_visible(namer->variables, i, position.file, position.line)) {
            return i;
        }
    }
    return UINT32_MAX;
}

static IndexPlace place_of(const Namer *namer, uint32_t step)
{
    const Recording *recording = namer->recording;
    const RecordedWarp *warp = &recording->warps[recording->steps[step].warp];
    return (IndexPlace){.grid = namer->wish->record->grid,
                        .block = namer->wish->record->block,
                        .block_index = recording->blocks[warp->block].index,
                        .warp = warp->number};
}

// Those that are variables in scope, or built in.
static void choose_names(Namer *namer, const IndexName *names, uint32_t count)
{
    IndexPlace place = place_of(namer, namer->wish->steps[0]);
    for (uint32_t i = 0; i < count; i++) {
        int64_t value;
        uint32_t index = find_variable(namer, &names[i]);
        if (index != UINT32_MAX || index_builtin(&names[i], &place, 0, &value)) {
            namer->names[namer->count] = names[i];
            namer->indices[namer->count++] = index;
        }
    }
}

// Goes with the warp to where the step is about to be performed.
static void go_to(const Namer *namer, uint32_t step)
{
    const Recording *recording = namer->recording;
    uint32_t warp = recording->steps[step].warp;
    variables_start(namer->variables, warp);
    for (uint32_t i = 0; i < step; i++) {
        if (recording->steps[i].warp == warp) {
            variables_begin(namer->variables, &recording->steps[i]);
            variables_finish(namer->variables, &recording->steps[i]);
        }
    }
    variables_begin(namer->variables, &recording->steps[step]);
}

static void read_variable(Namer *namer, uint32_t at, uint32_t step, uint32_t lane)
{
    uint32_t index = namer->indices[at];
    SourceForm form = variables_info(namer->variables, index)->form;
    uint64_t bits;
    VariableState state = variables_value(namer->variables, index, lane, &bits);
    LaneValues *values = &namer->values[at][step];
    if (step == 0) {
        namer->state[at][lane] = state;
        namer->bits[at][lane] = bits;
    }
    if (state == VARIABLE_KNOWN && is_whole(form)) {
        values->lanes |= UINT32_C(1) << lane;
        values->at[lane] = whole_of(form, bits);
    }
}

static void read_builtin(Namer *namer, uint32_t at, uint32_t step, uint32_t lane,
                         const IndexPlace *place)
{
    LaneValues *values = &namer->values[at][step];
    index_builtin(&namer->names[at], place, lane, &values->at[lane]);
    values->lanes |= UINT32_C(1) << lane;
    if (step == 0) {
        namer->state[at][lane] = VARIABLE_KNOWN;
        namer->bits[at][lane] = (uint64_t)values->at[lane];
    }
}

static void read_step(Namer *namer, uint32_t number, uint32_t step)
{
    IndexPlace place = place_of(namer, step);
    if (namer->variables != NULL) {
        go_to(namer, step);
    }
    for (uint32_t at = 0; at < namer->count; at++) {
        namer->values[at][number].warp = place.warp;
        for (uint32_t rest = namer->lanes[number]; rest != 0; rest &= rest - 1) {
            if (namer->indices[at] == UINT32_MAX) {
                read_builtin(namer, at, number, bits_lowest(rest), &place);
            } else {
                read_variable(namer, at, number, bits_lowest(rest));
            }
        }
    }
}

static const char *state_text(VariableState state)
{
    return state == VARIABLE_UNSET     ? "not yet assigned"
           : state == VARIABLE_PENDING ? "pending"
                                       : "optimized out";
}

static void put_lane(Namer *namer, uint32_t at, uint32_t lane, Named *named)
{
    uint32_t index = namer->indices[at];
    Text text = {0};
    if (namer->state[at][lane] != VARIABLE_KNOWN) {
        named->lane[lane] = state_text(namer->state[at][lane]);
        named->is_value = false;
        return;
    }
    SourceForm form =
        index == UINT32_MAX ? SOURCE_FORM_U32 : variables_info(namer->variables, index)->form;
    source_form_print(form, namer->bits[at][lane], &text);
    named->lane[lane] = keep(namer, &text);
}

// The text that all lanes have; NULL: they differ.
static const char *common_text(const Named *named, uint32_t lanes)
{
    const char *first = named->lane[bits_lowest(lanes)];
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const char *other = named->lane[bits_lowest(rest)];
        if (strcmp(first, other) != 0) {
            return NULL;
        }
    }
    return first;
}

static bool has_all(const Namer *namer, uint32_t at, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) {
        if (namer->values[at][i].lanes != namer->lanes[i]) {
            return false;
        }
    }
    return true;
}

static void name_variable(Namer *namer, uint32_t at, AccessNames *names)
{
    Named *named = &names->variables[names->variable_count++];
    uint32_t lanes = namer->lanes[0];
    named->name = arena_text(namer->arena, namer->names[at].at, namer->names[at].size_bytes);
    named->is_value = has_all(namer, at, 1);
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        put_lane(namer, at, bits_lowest(rest), named);
    }
    Affine affine;
    Text formula = {0};
    if ((has_all(namer, at, namer->steps) &&
         affine_fit(namer->values[at], namer->steps, &affine)) ||
        (has_all(namer, at, 1) && affine_fit(namer->values[at], 1, &affine))) {
        affine_put(&affine, &formula);
        names->has_warp |= affine.by_warp != 0;
        named->formula = keep(namer, &formula);
    } else {
        named->formula = common_text(named, lanes);
    }
}

// An element without an index is named as a whole.
static bool has_index(const Namer *namer, const AccessNames *names)
{
    const char *element = names->elements.lane[bits_lowest(namer->accesses[0].lanes)];
    return element == NULL || strchr(element, '[') != NULL;
}

static void prepare_variables(Namer *namer)
{
    const LaunchRecord *record = namer->wish->record;
    VariablesLaunch launch = {.parameters = record->parameters, .elements_max = ELEMENTS_MAX};
    memcpy(launch.grid, record->grid, sizeof launch.grid);
    memcpy(launch.block, record->block, sizeof launch.block);
    if (namer->recording->choice.wants_values) {
        namer->variables = variables_create(namer->recording, record->program, &launch);
    }
}

static void name_variables(Namer *namer, const IndexName *found, uint32_t count, AccessNames *names)
{
    choose_names(namer, found, count);
    for (uint32_t i = 0; i < namer->steps && namer->count > 0; i++) {
        read_step(namer, i, namer->wish->steps[i]);
    }
    for (uint32_t at = 0; at < namer->count; at++) {
        name_variable(namer, at, names);
    }
}

static Namer *create(const NamesWish *wish, AccessNames *names, Arena *arena)
{
    const char *symbol;
    Namer *namer = arena_alloc(arena, sizeof *namer);
    *namer = (Namer){.wish = wish, .recording = wish->record->recording, .arena = arena};
    *names = (AccessNames){0};
    names->has_names = source_name_next(wish->record->program->module->source, &symbol) != NULL;
    return namer;
}

void access_names(const NamesWish *wish, AccessSpace space, AccessNames *names, Arena *arena)
{
    Namer *namer = create(wish, names, arena);
    uint32_t kept[ELEMENT_WARPS_MAX];
    for (uint32_t i = 0; i < wish->step_count; i++) {
        if (take_access(namer, wish->steps[i], space)) {
            kept[namer->steps++] = wish->steps[i];
        } else if (i == 0) {
            return;
        }
    }
    NamesWish found = *wish;
    found.steps = kept;
    namer->wish = &found;
    name_elements(namer, names);
    if (wish->line == NULL || !has_index(namer, names)) {
        return;
    }
    IndexName words[INDEX_NAMES_MAX];
    uint32_t count = index_names(wish->line, array_called(namer, names), words);
    prepare_variables(namer);
    name_variables(namer, words, count, names);
    variables_destroy(namer->variables);
}

void branch_names(const LaunchRecord *record, uint32_t step, const char *line,
                  SourcePosition position, AccessNames *names, Arena *arena)
{
    NamesWish wish = {
        .record = record, .steps = &step, .step_count = 1, .line = line, .position = position};
    Namer *namer = create(&wish, names, arena);
    IndexName words[INDEX_NAMES_MAX];
    if (line == NULL) {
        return;
    }
    namer->steps = 1;
    namer->lanes[0] = record->recording->steps[step].active;
    uint32_t count = line_names(line, words);
    prepare_variables(namer);
    name_variables(namer, words, count, names);
    variables_destroy(namer->variables);
}

// --- other warps

static bool has_pc(const uint32_t *pcs, uint32_t count, uint32_t pc)
{
    for (uint32_t i = 0; i < count; i++) {
        if (pcs[i] == pc) {
            return true;
        }
    }
    return false;
}

static bool is_visit(const Recording *recording, const uint32_t *pcs, uint32_t pc_count,
                     uint32_t step, uint32_t warp)
{
    const RecordedStep *at = &recording->steps[step];
    return at->warp == warp && at->access != RECORDED_NONE && has_pc(pcs, pc_count, at->pc);
}

uint32_t names_peers(const Recording *recording, const uint32_t *pcs, uint32_t pc_count,
                     uint32_t step, uint32_t steps[ELEMENT_WARPS_MAX])
{
    uint32_t own = recording->steps[step].warp, visit = 0, count = 1;
    steps[0] = step;
    for (uint32_t i = 0; i <= step; i++) {
        visit += is_visit(recording, pcs, pc_count, i, own);
    }
    for (uint32_t warp = 0; warp < recording->warp_count && count < ELEMENT_WARPS_MAX; warp++) {
        bool is_peer = warp != own && recording->warps[warp].block == recording->warps[own].block;
        uint32_t left = visit;
        for (uint32_t i = 0; is_peer && left > 0 && i < recording->step_count; i++) {
            if (is_visit(recording, pcs, pc_count, i, warp) && --left == 0) {
                steps[count++] = i;
            }
        }
    }
    return count;
}
