// SPDX-License-Identifier: Apache-2.0
#include "sim/record/variable_events.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t slot_of(EventSearch *search, uint32_t id)
{
    VariableEventRange *slots = &search->events->slots[search->function];
    uint32_t count = slots->end - slots->first;
    for (uint32_t i = count; i-- > 0;) {
        if (search->ids[i] == id) {
            return slots->first + i;
        }
    }
    search->ids =
        arena_room(search->arena, search->ids, count, &search->id_room, sizeof *search->ids);
    search->ids[count] = id;
    search->events->slot_count++;
    return slots->end++;
}

static void add_event(EventSearch *search, VariableEvent event)
{
    VariableEvents *events = search->events;
    events->list = arena_room(search->arena, events->list, events->list_count, &events->list_room,
                              sizeof *events->list);
    events->list[events->list_count++] = event;
}

// --- variables

static void add_info(EventSearch *search, const SourceVariable *info, VariablePlace place)
{
    VariableEvents *events = search->events;
    Arena *arena = search->arena;
    uint32_t room = search->info_room, count = events->count++;
    events->infos = arena_room(arena, events->infos, count, &room, sizeof *events->infos);
    if (room != search->info_room) {
        events->functions =
            arena_grow(arena, (void *)events->functions, count, room, sizeof *events->functions);
        events->slot_of = arena_grow(arena, events->slot_of, count, room, sizeof *events->slot_of);
        events->places = arena_grow(arena, events->places, count, room, sizeof *events->places);
        search->info_room = room;
    }
    events->infos[count] = *info;
    events->functions[count] = search->ptx;
    events->places[count] = place;
    events->slot_of[count] = place.size_bytes > 0 ? UINT32_MAX : slot_of(search, info->id);
}

// "a[3]" of "a[]".
static void put_indices(const SourceVariable *pattern, const uint32_t *indices, Text *name)
{
    for (uint32_t i = 0; i < pattern->name_bytes; i++) {
        text_add(name, pattern->name + i, 1);
        if (pattern->name[i] == '[') {
            text_printf(name, "%" PRIu32, *indices++);
        }
    }
}

static void add_scalar(EventSearch *search, const SourceMemory *memory, uint32_t element)
{
    const MachineFunction *function = &search->results->program->functions[search->function];
    uint32_t indices[SOURCE_DIMENSIONS_MAX];
    uint64_t offset = function->local_offset + memory->offset_bytes;
    for (uint32_t i = memory->dimension_count; i-- > 0;) {
        indices[i] = element % memory->count[i];
        element /= memory->count[i];
        offset += indices[i] * memory->stride_bytes[i];
    }
    Text name = {0};
    SourceVariable info = memory->variable;
    put_indices(&memory->variable, indices, &name);
    info.name = arena_text(search->arena, text_string(&name), name.size_bytes);
    info.name_bytes = (uint32_t)name.size_bytes;
    text_destroy(&name);
    if (offset < RECORDED_LOCAL_BYTES) {
        add_info(search, &info,
                 (VariablePlace){search->function, (uint32_t)offset, memory->size_bytes});
    }
}

static void find_memory(EventSearch *search)
{
    const char *at = search->results->program->module->source;
    SourceMemory memory;
    while (source_memory_read(&at, search->ptx->name, &memory)) {
        uint64_t count = memory.size_bytes <= sizeof(uint64_t);
        for (uint32_t i = 0; i < memory.dimension_count; i++) {
            bool is_small = memory.count[i] <= search->elements_max;
            count = is_small ? count * memory.count[i] : 0;
        }
        for (uint32_t i = 0; i < count && count <= search->elements_max; i++) {
            add_scalar(search, &memory, i);
        }
    }
}

static void find_infos(EventSearch *search)
{
    const char *at = search->results->program->module->source;
    SourceVariable info;
    while (source_variable_read(&at, search->ptx->name, &info)) {
        add_info(search, &info, (VariablePlace){0});
    }
    find_memory(search);
}

// --- rows of the text

static uint32_t find_register(const EventSearch *search, const char *name, size_t size)
{
    for (uint32_t i = 0; i < search->ptx->register_count; i++) {
        const PtxRegister *reg = search->ptx->registers[i];
        if (strlen(reg->name) == size && memcmp(reg->name, name, size) == 0) {
            return search->events->registers[search->function].first + reg->index;
        }
    }
    return UINT32_MAX;
}

static void add_set(EventSearch *search, const SourceSet *set)
{
    VariableEvent event = {.kind = VARIABLE_EVENT_LOSE, .slot = slot_of(search, set->variable)};
    event.key = 2 * (uint64_t)set->instruction + !set->is_before;
    switch (set->kind) {
    case SOURCE_SET_LOST: break;
    case SOURCE_SET_CONSTANT:
        event.kind = VARIABLE_EVENT_CONSTANT;
        event.bits = set->bits;
        break;
    case SOURCE_SET_VARIABLE:
        event.kind = VARIABLE_EVENT_COPY;
        event.from = slot_of(search, set->from);
        break;
    case SOURCE_SET_REGISTER:
        event.from = find_register(search, set->name, set->name_bytes);
        event.kind = event.from == UINT32_MAX ? VARIABLE_EVENT_LOSE : VARIABLE_EVENT_TAKE;
        break;
    }
    add_event(search, event);
}

// --- instructions whose results no micro-op writes

static void add_written(EventSearch *search, uint32_t operand, const PtxRegister *reg)
{
    VariableEvents *events = search->events;
    uint32_t number = events->registers[search->function].first + reg->index;
    events->written = arena_room(search->arena, events->written, events->written_count,
                                 &events->written_room, sizeof *events->written);
    events->written[events->written_count++] = (VariableResult){operand, number};
}

static void find_micros(EventSearch *search)
{
    const MachineProgram *program = search->results->program;
    const MachineFunction *function = &program->functions[search->function];
    VariableEvents *events = search->events;
    for (uint32_t pc = function->entry_pc; pc < function->end_pc; pc++) {
        const PtxInstruction *instruction = search->results->instructions[pc];
        MicroOperand operands[MICRO_OPERANDS_MAX];
        uint32_t count = instruction == NULL ? 0 : micro_operands(&program->code[pc], operands);
        events->results[pc] = (VariableEventRange){events->written_count, events->written_count};
        for (uint32_t i = 0; i < count; i++) {
            const PtxRegister *reg =
                operands[i].is_result ? results_name(search->results, pc, &operands[i]) : NULL;
            if (reg != NULL) {
                search->has_name[instruction - search->ptx->instructions] = true;
                add_written(search, i, reg);
            }
        }
        if (instruction != NULL) {
            search->has_micro[instruction - search->ptx->instructions] = true;
        }
        events->results[pc].end = events->written_count;
    }
}

static uint32_t number_of(const EventSearch *search, const PtxOperand *operand)
{
    bool is_register = operand->kind == PTX_OPERAND_REGISTER && operand->component == 0;
    return is_register ? search->events->registers[search->function].first + operand->reg->index
                       : UINT32_MAX;
}

static void add_moves(EventSearch *search)
{
    for (uint32_t i = 0; i < search->ptx->instruction_count; i++) {
        const PtxInstruction *instruction = &search->ptx->instructions[i];
        uint32_t to =
            instruction->operand_count > 0 ? number_of(search, instruction->operands) : UINT32_MAX;
        if (to == UINT32_MAX || search->has_name[i]) {
            continue;
        }
        bool is_move = (instruction->opcode == PTX_MOV || instruction->opcode == PTX_LD) &&
                       instruction->operand_count == 2 && !search->has_micro[i] &&
                       instruction->guard == NULL;
        VariableEvent event = {.kind = is_move ? VARIABLE_EVENT_MOVE : VARIABLE_EVENT_FORGET,
                               .slot = to,
                               .from = is_move ? number_of(search, &instruction->operands[1])
                                               : UINT32_MAX,
                               .instruction = instruction,
                               .key = 2 * (uint64_t)i + 1};
        add_event(search, event);
    }
}

// Stable: events of one place keep their order.
static void sort(VariableEvent *list, uint32_t count, Arena *arena)
{
    VariableEvent *other = arena_alloc(arena, (count + 1) * sizeof *other);
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t from = 0; from < count; from += 2 * width) {
            uint32_t middle = from + width < count ? from + width : count;
            uint32_t end = from + 2 * width < count ? from + 2 * width : count;
            for (uint32_t a = from, b = middle, to = from; to < end; to++) {
                bool is_a = b == end || (a < middle && list[a].key <= list[b].key);
                other[to] = list[is_a ? a++ : b++];
            }
        }
        memcpy(list, other, count * sizeof *list);
    }
}

// --- micro-ops

static void find_starts(EventSearch *search)
{
    for (uint32_t i = 0; i < search->ptx->label_count; i++) {
        const PtxLabel *label = &search->ptx->labels[i];
        if (label->kind == PTX_LABEL_CODE && label->instruction < search->ptx->instruction_count) {
            search->is_start[label->instruction] = true;
        }
    }
}

// A branch that is a step of its own ends what the lanes do together.
static void find_branch_ends(EventSearch *search)
{
    const PtxFunction *ptx = search->ptx;
    for (uint32_t i = 0; i + 1 < ptx->instruction_count; i++) {
        PtxOpcode opcode = ptx->instructions[i].opcode;
        search->is_start[i + 1] |= (opcode == PTX_BRA || opcode == PTX_BRX) && search->has_micro[i];
    }
}

static void find_function(EventSearch *search)
{
    VariableEvents *events = search->events;
    uint32_t first = events->list_count, count = search->ptx->instruction_count + 1;
    const char *at = search->results->program->module->source;
    SourceSet set;
    events->slots[search->function] = (VariableEventRange){events->slot_count, events->slot_count};
    events->registers[search->function] = (VariableEventRange){
        events->register_count, events->register_count + search->ptx->register_count};
    events->register_count += search->ptx->register_count;
    find_infos(search);
    search->has_micro = arena_alloc(search->arena, count);
    search->has_name = arena_alloc(search->arena, count);
    search->is_start = arena_alloc(search->arena, count);
    find_micros(search);
    find_starts(search);
    find_branch_ends(search);
    add_moves(search);
    while (source_set_read(&at, search->ptx->name, &set)) {
        add_set(search, &set);
    }
    sort(events->list + first, events->list_count - first, search->arena);
    variable_runs_place(search, first);
}

// A value from anywhere but nowhere.
static void find_told(VariableEvents *events, Arena *arena)
{
    bool *is_told = arena_alloc(arena, events->slot_count + 1);
    events->is_told = arena_alloc(arena, events->count + 1);
    for (uint32_t i = 0; i < events->list_count; i++) {
        VariableEventKind kind = events->list[i].kind;
        if (kind == VARIABLE_EVENT_CONSTANT || kind == VARIABLE_EVENT_COPY ||
            kind == VARIABLE_EVENT_TAKE) {
            is_told[events->list[i].slot] = true;
        }
    }
    for (uint32_t i = 0; i < events->count; i++) {
        events->is_told[i] = events->places[i].size_bytes > 0 || is_told[events->slot_of[i]];
    }
}

void variable_events_find(const Results *results, uint32_t elements_max, VariableEvents *events,
                          Arena *arena)
{
    const MachineProgram *program = results->program;
    EventSearch search = {
        .results = results, .events = events, .arena = arena, .elements_max = elements_max};
    size_t pcs = (size_t)program->code_count + 1;
    events->slots = arena_alloc(arena, (program->function_count + 1) * sizeof *events->slots);
    events->registers =
        arena_alloc(arena, (program->function_count + 1) * sizeof *events->registers);
    events->before = arena_alloc(arena, pcs * sizeof *events->before);
    events->after = arena_alloc(arena, pcs * sizeof *events->after);
    events->upcoming = arena_alloc(arena, pcs * sizeof *events->upcoming);
    events->order = arena_alloc(arena, pcs * sizeof *events->order);
    events->stores_end = arena_alloc(arena, pcs * sizeof *events->stores_end);
    events->results = arena_alloc(arena, pcs * sizeof *events->results);
    events->function_of = arena_alloc(arena, pcs * sizeof *events->function_of);
    memset(events->function_of, 0xff, pcs * sizeof *events->function_of);
    for (uint32_t f = 0; f < program->function_count; f++) {
        search.function = f;
        search.ptx = program->functions[f].ptx;
        search.ids = NULL;
        search.id_room = 0;
        find_function(&search);
    }
    find_told(events, arena);
}

// --- scopes

static bool is_in_scope(const SourceVariable *info, const char *file, uint32_t line)
{
    return file != NULL && strlen(file) == info->file_bytes &&
           memcmp(file, info->file, info->file_bytes) == 0 && info->first_line <= line &&
           (info->end_line == 0 || line <= info->end_line);
}

uint32_t variable_plain_bytes(const SourceVariable *info)
{
    uint32_t size = 0;
    while (size < info->name_bytes && strchr(".[", info->name[size]) == NULL) {
        size++;
    }
    return size;
}

bool variable_events_is_visible(const VariableEvents *events, uint32_t index, const char *file,
                                uint32_t line)
{
    const SourceVariable *info = &events->infos[index];
    uint32_t size = variable_plain_bytes(info);
    if (!is_in_scope(info, file, line)) {
        return false;
    }
    for (uint32_t i = 0; i < events->count; i++) {
        const SourceVariable *other = &events->infos[i];
        bool is_same = other->whole != info->whole && variable_plain_bytes(other) == size &&
                       memcmp(other->name, info->name, size) == 0;
        if (is_same && is_in_scope(other, file, line) &&
            (other->first_line > info->first_line ||
             (other->first_line == info->first_line && other->whole > info->whole))) {
            return false;
        }
    }
    return true;
}
