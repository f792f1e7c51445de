// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pulse.h"

#include "isa/base/demangle.h"
#include "isa/machine/position.h"
#include "sim/device/state.h"

#include <stdio.h>

void pulse_begin(LockstepDevice *device, const LaunchRecord *record)
{
    pthread_mutex_lock(&device->pulse_lock);
    atomic_store(&device->pulse.place, 0);
    atomic_store(&device->pulse.blocks_ended, 0);
    device->running = record;
    pthread_mutex_unlock(&device->pulse_lock);
}

void pulse_end(LockstepDevice *device)
{
    pthread_mutex_lock(&device->pulse_lock);
    device->running = NULL;
    pthread_mutex_unlock(&device->pulse_lock);
}

static void describe(const LaunchRecord *record, uint64_t place, PulseLook *look)
{
    uint64_t index = place >> PULSE_PC_BITS;
    uint32_t pc = (uint32_t)(place & ((1u << PULSE_PC_BITS) - 1));
    Text name = {0};
    demangle(record->kernel, DEMANGLE_SHORT, &name);
    snprintf(look->kernel, sizeof look->kernel, "%s", text_string(&name));
    text_destroy(&name);
    look->launch = record->id;
    look->block[0] = (uint32_t)(index % record->grid[0]);
    look->block[1] = (uint32_t)(index / record->grid[0] % record->grid[1]);
    look->block[2] = (uint32_t)(index / record->grid[0] / record->grid[1]);
    if (pc < record->program->code_count) {
        SourcePosition position = micro_position(record->program, pc);
        snprintf(look->file, sizeof look->file, "%s", position.file == NULL ? "" : position.file);
        look->line = position.line;
        look->column = position.column;
    }
}

bool pulse_look(LockstepDevice *device, PulseLook *look)
{
    *look = (PulseLook){0};
    pthread_mutex_lock(&device->pulse_lock);
    const LaunchRecord *record = device->running;
    if (record != NULL) {
        look->blocks_ended = atomic_load(&device->pulse.blocks_ended);
        describe(record, atomic_load(&device->pulse.place), look);
    }
    pthread_mutex_unlock(&device->pulse_lock);
    return record != NULL;
}
