// SPDX-License-Identifier: Apache-2.0
// The one runtime of this process: its life, its lock, its threads, what it says.
#include "sim/runtime/runtime.h"

#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/api_error.h"
#include "sim/runtime/driver.h"
#include "sim/runtime/error.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/host_memory.h"
#include "sim/runtime/pool.h"
#include "sim/runtime/register.h"
#include "sim/runtime/state.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/texture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CUDA's API has one runtime a process and one last error a thread; these are the only mutable
// globals of the project.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Runtime the_runtime;
static _Thread_local RuntimeThread the_thread;

// Device memory lies where Linux gives no memory to processes unless they ask for that very place,
// so that a device pointer never equals a host pointer (x86-64: programs from 0x55..., mappings
// down from 0x7f...; AArch64: from 0xaaaa... and 0xffff...).
#define DEVICE_BASE UINT64_C(0x0000300000000000)

static char *copy_text(const char *text, size_t size_bytes)
{
    char *copy = heap_resize(NULL, size_bytes + 1, 1);
    if (size_bytes > 0) {
        memcpy(copy, text, size_bytes);
    }
    copy[size_bytes] = '\0';
    return copy;
}

void runtime_turn(Runtime *runtime, uint32_t device)
{
    runtime->current = &runtime->devices[device];
    device_turn(runtime->device, device, runtime->current->peers);
}

bool runtime_has_device(int device)
{
    return device >= 0 && (uint32_t)device < the_runtime.device_count;
}

static void start_devices(Runtime *runtime)
{
    uint32_t count = runtime->options.device_count;
    runtime->device_count = count == 0 ? 1 : count;
    for (uint32_t i = runtime->device_count; i-- > 0;) { // device 0 remains
        runtime->devices[i].number = i;
        runtime_turn(runtime, i);
        streams_start(runtime);
    }
}

static void stop_streams(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->device_count; i++) {
        runtime_turn(runtime, i);
        streams_stop(runtime);
    }
}

LockstepStatus runtime_start(const RuntimeOptions *options)
{
    static const RuntimeOptions defaults = {0};
    pthread_mutex_lock(&lock);
    the_runtime.options = options == NULL ? defaults : *options;
    the_runtime.options.device.is_host_memory = is_host_memory;
    LockstepStatus status =
        lockstep_device_create(&the_runtime.options.device, &the_runtime.device);
    if (status == LOCKSTEP_OK) {
        the_runtime.gpu = device_gpu(the_runtime.device);
        device_rebase(the_runtime.device, DEVICE_BASE);
        start_devices(&the_runtime);
        limits_start(&the_runtime);
        answers_start(&the_runtime);
        runtime_turn(&the_runtime, 0);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

static void forget_unit(RuntimeUnit *unit)
{
    for (uint32_t i = 0; i < unit->local_count; i++) {
        free(unit->locals[i].file);
        free(unit->locals[i].name);
        free(unit->locals[i].linked);
    }
    free(unit->locals);
    free(unit->file_name);
    free(unit->ptx);
}

static void forget_program(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->unit_count; i++) {
        forget_unit(&runtime->units[i]);
    }
    free(runtime->units);
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        symbols_close(runtime->objects[i].symbols);
    }
    free(runtime->objects);
    free(runtime->expected_object);
    free(runtime->told_accesses);
    for (uint32_t i = 0; i < runtime->name_count; i++) {
        free(runtime->names[i].name);
        free(runtime->names[i].file);
    }
    free(runtime->names);
    while (runtime->functions != NULL) {
        RuntimeFunction *function = runtime->functions;
        runtime->functions = function->next;
        free((char *)(uintptr_t)function->name);
        free(function);
    }
}

void runtime_stop(void)
{
    pthread_mutex_lock(&lock);
    Runtime *runtime = &the_runtime;
    if (runtime->device != NULL) {
        size_t size_bytes = 0;
        lockstep_output(runtime->device, &size_bytes);
        if (size_bytes > 0) {
            runtime_say(runtime,
                        "lockstep: note: the program ended without waiting for its kernels; %zu "
                        "bytes that they printed are not shown\n",
                        size_bytes);
        }
        graphs_stop(runtime);
        textures_stop(runtime);
        pools_stop(runtime);
        allocations_stop(runtime);
        stop_streams(runtime);
        driver_references_forget(runtime, NULL);
        driver_surfaces_forget(runtime, NULL);
        driver_libraries_stop(runtime);
        driver_links_stop(runtime);
        driver_modules_stop(runtime);
        driver_legacy_stop(runtime);
        driver_stop(runtime);
        api_errors_clear(runtime);
        forget_program(runtime);
        lockstep_device_destroy(runtime->device);
    }
    *runtime = (Runtime){0};
    the_thread = (RuntimeThread){0};
    pthread_mutex_unlock(&lock);
}

LockstepDevice *runtime_device(void)
{
    return the_runtime.device;
}

void runtime_add_unit(const char *file_name, const char *ptx, size_t size_bytes)
{
    pthread_mutex_lock(&lock);
    Runtime *runtime = &the_runtime;
    runtime->units = heap_resize(runtime->units, runtime->unit_count + 1, sizeof(RuntimeUnit));
    runtime->units[runtime->unit_count++] =
        (RuntimeUnit){.file_name = copy_text(file_name, strlen(file_name)),
                      .ptx = copy_text(ptx, size_bytes),
                      .size_bytes = size_bytes};
    for (uint32_t i = 0; i < RUNTIME_DEVICES_MAX; i++) {
        runtime->devices[i].are_units_loaded = false;
    }
    for (RuntimeFunction *at = runtime->functions; at != NULL; at = at->next) {
        bool is_of_driver = at->pointer == at;
        at->kernel =
            is_of_driver ? at->kernel : NULL; // the new unit may have the one that is meant
    }
    pthread_mutex_unlock(&lock);
}

void runtime_add_local(const char *file, const char *name, const char *linked)
{
    pthread_mutex_lock(&lock);
    RuntimeUnit *unit = &the_runtime.units[the_runtime.unit_count - 1];
    unit->locals = heap_resize(unit->locals, unit->local_count + 1, sizeof(RuntimeLocal));
    unit->locals[unit->local_count++] =
        (RuntimeLocal){copy_text(file, strlen(file)), copy_text(name, strlen(name)),
                       copy_text(linked, strlen(linked))};
    pthread_mutex_unlock(&lock);
}

bool runtime_add_object(const char *path, uint64_t base)
{
    pthread_mutex_lock(&lock);
    Runtime *runtime = &the_runtime;
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        if (runtime->objects[i].base == base) {
            pthread_mutex_unlock(&lock);
            return true; // it told its base itself
        }
    }
    SymbolFile *symbols = symbols_open(path);
    if (symbols == NULL) {
        pthread_mutex_unlock(&lock);
        return false;
    }
    runtime->objects =
        heap_resize(runtime->objects, runtime->object_count + 1, sizeof(RuntimeObject));
    runtime->objects[runtime->object_count++] = (RuntimeObject){symbols, base};
    pthread_mutex_unlock(&lock);
    return true;
}

void runtime_expect_object(const char *path)
{
    pthread_mutex_lock(&lock);
    free(the_runtime.expected_object);
    the_runtime.expected_object = copy_text(path, strlen(path));
    pthread_mutex_unlock(&lock);
}

void __lockstepObjectIsAt(const void *base)
{
    pthread_mutex_lock(&lock);
    char *path = the_runtime.expected_object;
    the_runtime.expected_object = NULL;
    pthread_mutex_unlock(&lock);
    if (path == NULL) {
        return; // another unit of the object told it
    }
    if (runtime_add_object(path, (uint64_t)(uintptr_t)base)) {
        const RuntimeObject *object = &the_runtime.objects[the_runtime.object_count - 1];
        register_object(object->symbols, object->base);
    }
    free(path);
}

bool runtime_load(void)
{
    pthread_mutex_lock(&lock);
    bool is_good = the_runtime.gpu != NULL && units_load(&the_runtime);
    pthread_mutex_unlock(&lock);
    return is_good;
}

RuntimeThread *runtime_thread(void)
{
    return &the_thread;
}

Runtime *runtime_enter(RuntimeCall call)
{
    pthread_mutex_lock(&lock);
    Runtime *runtime = &the_runtime;
    bool is_refused = runtime->gpu == NULL;
    the_thread.has_primary |= call != CALL_QUERY && !the_thread.is_in_driver;
    if (!is_refused) {
        runtime_turn(runtime, the_thread.device);
    }
    if (runtime->gpu != NULL && call == CALL_SYNCHRONOUS) {
        runtime_show_output(runtime);
        runtime->is_fault_told = runtime->fault != cudaSuccess;
    }
    is_refused = is_refused || (call != CALL_QUERY && runtime->is_fault_told);
    if (is_refused) {
        pthread_mutex_unlock(&lock);
    }
    return is_refused ? NULL : runtime;
}

Runtime *runtime_try(void)
{
    if (pthread_mutex_trylock(&lock) != 0) {
        return NULL;
    }
    if (the_runtime.gpu == NULL) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    return &the_runtime;
}

cudaError_t runtime_refusal(void)
{
    pthread_mutex_lock(&lock);
    cudaError_t error = the_runtime.gpu == NULL ? cudaErrorNoDevice : the_runtime.fault;
    pthread_mutex_unlock(&lock);
    return the_thread.last_error = error;
}

cudaError_t runtime_leave(Runtime *runtime, cudaError_t error)
{
    if (!the_thread.is_in_driver) { // whose result is not the thread's last error
        api_error_note(runtime, error);
    }
    pthread_mutex_unlock(&lock);
    if (error != cudaSuccess && error != cudaErrorNotReady) {
        the_thread.last_error = error; // cudaErrorNotReady is no error of the call
    }
    return error;
}

cudaError_t runtime_fail(cudaError_t error)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    return runtime == NULL ? (the_thread.last_error = error) : runtime_leave(runtime, error);
}

void runtime_seize(void)
{
    pthread_mutex_lock(&lock);
    if (the_runtime.device != NULL) {
        runtime_show_output(&the_runtime);
    }
}

void runtime_pause(void)
{
    pthread_mutex_unlock(&lock);
}

void runtime_resume(Runtime *runtime, uint32_t device)
{
    pthread_mutex_lock(&lock);
    runtime_turn(runtime, device);
}

static void print(Runtime *runtime, bool is_message, const char *text, size_t size_bytes)
{
    if (size_bytes == 0) {
        return;
    }
    if (runtime->options.print != NULL) {
        runtime->options.print(runtime->options.context, is_message, text, size_bytes);
        return;
    }
    if (is_message) {
        fflush(stdout);
    }
    fwrite(text, 1, size_bytes, is_message ? stderr : stdout);
}

void runtime_show_last_output(Runtime *runtime, uint32_t lanes)
{
    size_t size_bytes = 0;
    const char *text = lockstep_output(runtime->device, &size_bytes);
    size_t split = size_bytes;
    for (; lanes != 0 && split > 0; lanes &= lanes - 1) {
        for (split--; split > 0 && text[split - 1] != '\n';) {
            split--;
        }
    }
    print(runtime, false, text, split);
    print(runtime, true, text + split, size_bytes - split);
}

void runtime_show_output(Runtime *runtime)
{
    runtime_show_last_output(runtime, 0);
}

void runtime_show_messages(Runtime *runtime)
{
    const char *text = lockstep_messages(runtime->device);
    print(runtime, true, text, strlen(text));
}

void runtime_say(Runtime *runtime, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    print(runtime, true, text_string(&text), text.size_bytes);
    text_destroy(&text);
}
