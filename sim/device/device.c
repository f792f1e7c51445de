// SPDX-License-Identifier: Apache-2.0
// The device as an object: its GPU, memory, messages and output. Modules are in module.c, launches
// in launch.c.
#include "sim/device/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_GPU "h200"
#define THREADS_MAX 1024u

bool device_enter(LockstepDevice *device)
{
    text_destroy(&device->messages);
    if (!device->is_usable) {
        text_put(&device->messages, "lockstep: error: the device could not be created\n");
    }
    return device->is_usable;
}

LockstepStatus device_fail(LockstepDevice *device, LockstepStatus status, const char *format, ...)
{
    text_put(&device->messages, "lockstep: error: ");
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&device->messages, format, arguments);
    va_end(arguments);
    text_put(&device->messages, "\n");
    return status;
}

void device_note(LockstepDevice *device, const char *format, ...)
{
    va_list arguments;
    text_put(&device->messages, "lockstep: note: ");
    va_start(arguments, format);
    text_vprintf(&device->messages, format, arguments);
    va_end(arguments);
    text_put(&device->messages, "\n");
}

void device_tell(LockstepDevice *device, Diagnostics *diagnostics)
{
    diagnostics_print(diagnostics, false, &device->messages);
    diagnostics_clear(diagnostics);
}

bool device_has_module(LockstepDevice *device, const LockstepModule *module)
{
    for (const LockstepModule *at = device->modules; at != NULL; at = at->next) {
        if (at == module && !at->is_unloaded) {
            return true;
        }
    }
    device_fail(device, LOCKSTEP_ERROR_INPUT, "this module is not loaded on this device");
    return false;
}

static LockstepStatus find_preset(LockstepDevice *device, const char *name)
{
    const Gpu *preset = gpu_preset(name);
    if (preset != NULL) {
        device->gpu = *preset;
        return LOCKSTEP_OK;
    }
    Text known = {0};
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        text_printf(&known, "%s%s", i == 0 ? "" : ", ", gpu_preset_at(i)->name);
    }
    device_fail(device, LOCKSTEP_ERROR_NOT_FOUND, "no GPU is called '%s'; there are %s", name,
                text_string(&known));
    text_destroy(&known);
    return LOCKSTEP_ERROR_NOT_FOUND;
}

static LockstepStatus choose_gpu(LockstepDevice *device, const LockstepOptions *options)
{
    if (options->gpu_text == NULL) {
        return find_preset(device, options->gpu == NULL ? DEFAULT_GPU : options->gpu);
    }
    const char *file = options->gpu_file_name == NULL ? "GPU" : options->gpu_file_name;
    Diagnostics diagnostics = {0};
    bool is_good =
        gpu_parse(options->gpu_text, strlen(options->gpu_text), file, &device->gpu, &diagnostics);
    device_tell(device, &diagnostics);
    return is_good ? LOCKSTEP_OK : LOCKSTEP_ERROR_INPUT;
}

// Reports name the GPU, so that nobody takes the time for this GPU's.
static void name_free_banks(Gpu *gpu)
{
    size_t size = strlen(gpu->title);
    snprintf(gpu->title + size, sizeof gpu->title - size, " without bank conflicts");
}

static uint32_t thread_count(uint32_t wanted)
{
    long cores = wanted == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : (long)wanted;
    if (cores < 1) {
        return 1;
    }
    return cores > (long)THREADS_MAX ? THREADS_MAX : (uint32_t)cores;
}

LockstepStatus lockstep_device_create(const LockstepOptions *options, LockstepDevice **device)
{
    static const LockstepOptions defaults = {0};
    options = options == NULL ? &defaults : options;
    LockstepDevice *created = calloc(1, sizeof(*created));
    *device = created;
    if (created == NULL) {
        return LOCKSTEP_ERROR_MEMORY;
    }
    pthread_mutex_init(&created->pulse_lock, NULL);
    created->options = *options;
    created->options.gpu = created->options.gpu_text = created->options.gpu_file_name = NULL;
    created->pool = pool_create(thread_count(options->threads));
    LockstepStatus status = choose_gpu(created, options);
    if (status != LOCKSTEP_OK) {
        return status;
    }
    if (options->has_free_banks && options->mode == LOCKSTEP_CYCLES) {
        name_free_banks(&created->gpu);
    }
    if (options->max_blocks_per_sm > 0) {
        gpu_limit_blocks(&created->gpu, options->max_blocks_per_sm);
    }
    created->memory = device_memory_create(created->gpu.memory_bytes);
    created->print_bytes = print_fifo_default_bytes(&created->gpu);
    if (created->memory == NULL) {
        return device_fail(created, LOCKSTEP_ERROR_MEMORY, "the host has no memory left");
    }
    if (options->has_fill || options->is_zeroed) {
        device_memory_fill(created->memory, options->has_fill ? options->fill : 0);
    }
    if ((options->checkers & (1u << CHECKER_INIT | 1u << CHECKER_MEMORY)) != 0) {
        device_memory_track(created->memory);
    }
    created->is_usable = true;
    return LOCKSTEP_OK;
}

void lockstep_device_destroy(LockstepDevice *device)
{
    if (device == NULL) {
        return;
    }
    tasks_forget(&device->tasks, UINT64_MAX);
    family_destroy(&device->family);
    while (device->modules != NULL) {
        module_destroy(device, device->modules);
    }
    if (device->memory != NULL) {
        device_memory_destroy(device->memory);
    }
    texture_table_clear(&device->textures);
    findings_clear(&device->findings);
    pool_destroy(device->pool);
    pthread_mutex_destroy(&device->pulse_lock);
    reuse_destroy(&device->reuse);
    arena_clear(&device->arena);
    free(device->records);
    text_destroy(&device->messages);
    text_destroy(&device->output);
    text_destroy(&device->returned);
    free(device);
}

const char *lockstep_messages(const LockstepDevice *device)
{
    return device == NULL ? "" : text_string(&device->messages);
}

LockstepStatus lockstep_malloc(LockstepDevice *device, uint64_t size_bytes, const char *name,
                               uint64_t *address)
{
    *address = 0;
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    *address = device_memory_allocate(device->memory, size_bytes, MEMORY_OF_USER,
                                      name == NULL ? "" : name);
    if (*address != 0) {
        return LOCKSTEP_OK;
    }
    uint64_t used = device_memory_used(device->memory), room = device->gpu.memory_bytes;
    if (used <= room && size_bytes <= room - used) {
        return device_fail(
            device, LOCKSTEP_ERROR_MEMORY, "this computer has no room for %llu bytes%s%s",
            (unsigned long long)size_bytes, name == NULL ? "" : " of ", name == NULL ? "" : name);
    }
    return device_fail(device, LOCKSTEP_ERROR_MEMORY,
                       "no room for %llu bytes%s%s: %s has %llu bytes of memory, %llu are in use",
                       (unsigned long long)size_bytes, name == NULL ? "" : " of ",
                       name == NULL ? "" : name, device->gpu.title, (unsigned long long)room,
                       (unsigned long long)used);
}

LockstepStatus lockstep_map(LockstepDevice *device, void *bytes, uint64_t size_bytes,
                            const char *name)
{
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    if (device_memory_map(device->memory, bytes, size_bytes, MEMORY_OF_USER,
                          name == NULL ? "" : name) != 0) {
        return LOCKSTEP_OK;
    }
    return device_fail(device, LOCKSTEP_ERROR_MEMORY,
                       "%llu bytes of the host's memory at %p cannot be mapped: kernels know the "
                       "address as another's",
                       (unsigned long long)size_bytes, bytes);
}

LockstepStatus lockstep_map_remote(LockstepDevice *device, void *bytes, uint64_t size_bytes,
                                   const char *name)
{
    LockstepStatus status = lockstep_map(device, bytes, size_bytes, name);
    if (status == LOCKSTEP_OK) {
        device_memory_set_remote(device->memory, (uint64_t)(uintptr_t)bytes);
    }
    return status;
}

void lockstep_migrate(LockstepDevice *device, void *bytes, uint64_t size_bytes, bool is_on_gpu)
{
    device_memory_migrate(device->memory, (uint64_t)(uintptr_t)bytes, size_bytes, is_on_gpu);
}

LockstepStatus lockstep_free(LockstepDevice *device, uint64_t address)
{
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    if (address == 0) {
        return LOCKSTEP_OK; // as cudaFree(NULL)
    }
    tasks_forget(&device->tasks, UINT64_MAX); // its addresses may be given out again
    const MemoryRegion *region = device_memory_find(device->memory, address);
    bool is_ours = region != NULL && region->owner != MEMORY_OF_USER;
    if (is_ours || !device_memory_release(device->memory, address)) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT, "0x%llx is not the start of an allocation",
                           (unsigned long long)address);
    }
    return LOCKSTEP_OK;
}

// Why a copy between host and device is refused.
static LockstepStatus refuse_copy(LockstepDevice *device, const char *what, uint64_t address,
                                  uint64_t size_bytes)
{
    const MemoryRegion *region = device_memory_find(device->memory, address);
    if (region == NULL) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT,
                           "cannot %s %llu bytes at 0x%llx: no allocation holds this address", what,
                           (unsigned long long)size_bytes, (unsigned long long)address);
    }
    return device_fail(device, LOCKSTEP_ERROR_INPUT,
                       "cannot %s %llu bytes at 0x%llx: %llu bytes are left there in '%s'", what,
                       (unsigned long long)size_bytes, (unsigned long long)address,
                       (unsigned long long)(region->base + region->size_bytes - address),
                       region->name);
}

LockstepStatus lockstep_write(LockstepDevice *device, uint64_t address, const void *from,
                              uint64_t size_bytes)
{
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    bool is_done =
        size_bytes == 0 || device_memory_write(device->memory, address, from, size_bytes);
    return is_done ? LOCKSTEP_OK : refuse_copy(device, "write", address, size_bytes);
}

LockstepStatus lockstep_read(LockstepDevice *device, uint64_t address, void *to,
                             uint64_t size_bytes)
{
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    bool is_done = size_bytes == 0 || device_memory_read(device->memory, address, to, size_bytes);
    return is_done ? LOCKSTEP_OK : refuse_copy(device, "read", address, size_bytes);
}

const char *lockstep_output(LockstepDevice *device, size_t *size_bytes)
{
    text_destroy(&device->returned);
    device->returned = device->output;
    device->output = (Text){0};
    *size_bytes = device->returned.size_bytes;
    return text_string(&device->returned);
}

const LockstepReport *lockstep_report(LockstepDevice *device)
{
    device->report =
        (LockstepReport){(const LaunchRecord *const *)device->records, device->record_count,
                         device->options.checkers != 0 ? &device->findings : NULL};
    return &device->report;
}
