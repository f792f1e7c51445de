// SPDX-License-Identifier: Apache-2.0
#include "sim/record/variable_memory.h"

#include <string.h>

void variable_memory_create(VariableMemory *memory, uint32_t function_count, Arena *arena)
{
    *memory = (VariableMemory){.arena = arena, .function_count = function_count};
    size_t count = (size_t)function_count + 1;
    memory->bases = arena_alloc(arena, count * LANE_COUNT * sizeof *memory->bases);
    memory->entered = arena_alloc(arena, count * sizeof *memory->entered);
}

void variable_memory_start(VariableMemory *memory)
{
    memset(memory->entered, 0, memory->function_count * sizeof *memory->entered);
    if (memory->word_room > 0) {
        memset(memory->written, 0, (size_t)memory->word_room * LANE_COUNT);
        memset(memory->awaited, 0, (size_t)memory->word_room * LANE_COUNT);
    }
    memory->is_changed = true;
    memory->function = 0;
}

static bool is_within(const MachineProgram *program, uint32_t function, uint32_t pc)
{
    return pc >= program->functions[function].entry_pc && pc < program->functions[function].end_pc;
}

static uint32_t function_at(const VariableMemory *memory, const MachineProgram *program,
                            uint32_t pc)
{
    uint32_t function = memory->function;
    for (uint32_t i = 0; i < program->function_count && !is_within(program, function, pc); i++) {
        function = i;
    }
    return function;
}

static void forget(VariableMemory *memory, uint32_t base, uint32_t size_bytes, uint32_t lanes)
{
    uint32_t end = (base + size_bytes + 3) / 4;
    for (uint32_t word = base / 4; word < end && word < memory->word_room; word++) {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            if ((lanes >> lane & 1) != 0) {
                memory->written[(size_t)word * LANE_COUNT + lane] = 0;
            }
        }
    }
}

void variable_memory_begin(VariableMemory *memory, const MachineProgram *program,
                           const RecordedStep *step)
{
    uint32_t function = function_at(memory, program, step->pc);
    uint32_t *bases = memory->bases + (size_t)function * LANE_COUNT;
    bool is_call = function != 0 && step->pc == program->functions[function].entry_pc;
    if (is_call) {
        forget(memory, step->local_base, program->functions[function].frame_bytes, step->active);
    }
    memory->is_changed |= is_call || function != memory->function || memory->is_awaiting;
    if (memory->is_awaiting) {
        memset(memory->awaited, 0, (size_t)memory->word_room * LANE_COUNT);
        memory->is_awaiting = false;
    }
    memory->function = function;
    memory->entered[function] |= step->active;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((step->active >> lane & 1) != 0) {
            bases[lane] = step->local_base;
        }
    }
}

static void fit(VariableMemory *memory, uint32_t word_count)
{
    uint32_t room = memory->word_room == 0 ? 64 : memory->word_room;
    while (room < word_count) {
        room *= 2;
    }
    if (room == memory->word_room) {
        return;
    }
    size_t before = (size_t)memory->word_room * LANE_COUNT, now = (size_t)room * LANE_COUNT;
    uint32_t *words = arena_alloc(memory->arena, now * sizeof *words);
    uint8_t *written = arena_alloc(memory->arena, now);
    uint8_t *awaited = arena_alloc(memory->arena, now);
    if (before > 0) {
        memcpy(words, memory->words, before * sizeof *words);
        memcpy(written, memory->written, before);
        memcpy(awaited, memory->awaited, before);
    }
    memory->words = words;
    memory->written = written;
    memory->awaited = awaited;
    memory->word_room = room;
}

// Bytes of the word that the lane's access covers: bit = byte.
static uint8_t bytes_of(const StepAccess *access, uint32_t word, uint32_t lane)
{
    uint8_t bytes = 0;
    for (uint32_t byte = 0; byte < 4; byte++) {
        uint64_t address = (uint64_t)word * 4 + byte;
        bool is_in = address >= access->address[lane] &&
                     address - access->address[lane] < access->width_bytes;
        bytes |= (uint8_t)(is_in << byte);
    }
    return bytes;
}

static void store(VariableMemory *memory, const StepAccess *access, const RecordedChange *change,
                  const uint32_t *values)
{
    fit(memory, change->index / LANE_COUNT + 1);
    memory->is_changed = true;
    for (uint32_t i = 0; i < change->count; i++) {
        uint32_t at = change->index + i;
        memory->words[at] = values[i];
        memory->written[at] |= bytes_of(access, at / LANE_COUNT, at % LANE_COUNT);
    }
}

void variable_memory_await(VariableMemory *memory, const Recording *recording,
                           const RecordedStep *later)
{
    for (uint32_t i = later->change; i < later->change + later->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        if (change->place != RECORDED_LOCAL) {
            continue;
        }
        fit(memory, change->index / LANE_COUNT + 1);
        memory->is_changed = memory->is_awaiting = true;
        for (uint32_t at = change->index; at < change->index + change->count; at++) {
            memory->awaited[at] |= bytes_of(&recording->accesses[later->access].access,
                                            at / LANE_COUNT, at % LANE_COUNT);
        }
    }
}

void variable_memory_finish(VariableMemory *memory, const Recording *recording,
                            const RecordedStep *step)
{
    memory->is_changed = false;
    for (uint32_t i = step->change; i < step->change + step->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        if (change->place == RECORDED_LOCAL) {
            store(memory, &recording->accesses[step->access].access, change,
                  recording->values + change->value);
        }
    }
}

// A narrow signed integer as the 32 bits that SOURCE_FORM_S32 has.
static uint64_t widen(uint64_t bits, SourceForm form, uint32_t size_bytes)
{
    if (form == SOURCE_FORM_S32 && size_bytes < 4) {
        uint32_t sign = UINT32_C(1) << (8 * size_bytes - 1);
        return (uint32_t)(((uint32_t)bits ^ sign) - sign);
    }
    return bits;
}

VariableState variable_memory_read(const VariableMemory *memory, const VariablePlace *place,
                                   SourceForm form, uint32_t lane, uint64_t *bits)
{
    *bits = 0;
    if ((memory->entered[place->function] >> lane & 1) == 0) {
        return VARIABLE_UNSET;
    }
    uint64_t base = memory->bases[(size_t)place->function * LANE_COUNT + lane];
    bool is_written = true, is_awaited = false;
    for (uint32_t i = 0; i < place->size_bytes; i++) {
        uint64_t address = base + place->offset_bytes + i;
        size_t at = (size_t)(address / 4) * LANE_COUNT + lane;
        if (address / 4 >= memory->word_room) {
            return VARIABLE_UNSET;
        }
        is_written = is_written && (memory->written[at] >> address % 4 & 1) != 0;
        is_awaited = is_awaited || (memory->awaited[at] >> address % 4 & 1) != 0;
        *bits |= (uint64_t)(memory->words[at] >> 8 * (address % 4) & 0xff) << 8 * i;
    }
    *bits = widen(*bits, form, place->size_bytes);
    return is_awaited ? VARIABLE_PENDING : is_written ? VARIABLE_KNOWN : VARIABLE_UNSET;
}
