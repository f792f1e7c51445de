// SPDX-License-Identifier: Apache-2.0
// For tests that run kernels: a modeled GPU with one PTX module, buffers and packed parameters. A
// step that fails is a failed expectation with the device's messages.
#ifndef LOCKSTEP_TESTS_MACHINE_H
#define LOCKSTEP_TESTS_MACHINE_H

#include "sim/lockstep.h"
#include "tests/test.h"

#include <stdlib.h>

typedef struct Machine {
    LockstepDevice *device;
    LockstepModule *module;
} Machine;

// A parameter block as PTX lays it out: each value at a multiple of its size.
typedef struct Arguments {
    unsigned char bytes[256];
    size_t size_bytes;
} Arguments;

static inline void argument_add(Arguments *arguments, const void *value, size_t size_bytes)
{
    size_t start = (arguments->size_bytes + size_bytes - 1) / size_bytes * size_bytes;
    memcpy(arguments->bytes + start, value, size_bytes);
    arguments->size_bytes = start + size_bytes;
}

static inline void argument_u32(Arguments *arguments, uint32_t value)
{
    argument_add(arguments, &value, sizeof(value));
}

static inline void argument_u64(Arguments *arguments, uint64_t value)
{
    argument_add(arguments, &value, sizeof(value));
}

static inline bool machine_expect(const Machine *machine, LockstepStatus status, const char *what)
{
    if (status != LOCKSTEP_OK) {
        fprintf(stderr, "%s failed:\n%s", what, lockstep_messages(machine->device));
    }
    return test_report(status == LOCKSTEP_OK, __FILE__, __LINE__, what);
}

static inline bool machine_open_with(Machine *machine, const LockstepOptions *options,
                                     const char *ptx, size_t size_bytes, const char *file_name)
{
    *machine = (Machine){0};
    LockstepOptions zeroed = *options;
    zeroed.has_fill = true; // what a kernel under test does not write is zero
    if (getenv("LOCKSTEP_TEST_NATIVE") != NULL) {
        zeroed.engine = LOCKSTEP_ENGINE_NATIVE;
    }
    LockstepStatus status = lockstep_device_create(&zeroed, &machine->device);
    if (!machine_expect(machine, status, "lockstep_device_create")) {
        return false;
    }
    status = lockstep_module_load(machine->device, ptx, size_bytes, file_name, &machine->module);
    return machine_expect(machine, status, "lockstep_module_load");
}

// A GPU with a module given as text.
static inline bool machine_open(Machine *machine, const char *gpu, uint32_t threads,
                                const char *ptx)
{
    LockstepOptions options = {.gpu = gpu, .threads = threads};
    return machine_open_with(machine, &options, ptx, strlen(ptx), "test.ptx");
}

// A GPU with one of the files of kernels/ptx.
static inline bool machine_open_file(Machine *machine, const char *gpu, const char *file_name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/kernels/ptx/%s", LOCKSTEP_SOURCE_DIR, file_name);
    *machine = (Machine){0};
    FILE *file = fopen(path, "rb");
    if (!test_report(file != NULL, __FILE__, __LINE__, path)) {
        return false;
    }
    size_t room = 1 << 22;
    char *ptx = malloc(room);
    size_t size_bytes = fread(ptx, 1, room, file);
    fclose(file);
    LockstepOptions options = {.gpu = gpu};
    bool is_open =
        size_bytes < room && machine_open_with(machine, &options, ptx, size_bytes, file_name);
    free(ptx);
    return is_open;
}

static inline void machine_close(Machine *machine)
{
    lockstep_device_destroy(machine->device);
    *machine = (Machine){0};
}

// A buffer filled from the host, or with zeros when `from` is NULL. 0 when that failed.
static inline uint64_t machine_buffer(const Machine *machine, const char *name, const void *from,
                                      uint64_t size_bytes)
{
    uint64_t address = 0;
    LockstepStatus status = lockstep_malloc(machine->device, size_bytes, name, &address);
    if (status == LOCKSTEP_OK && from != NULL) {
        status = lockstep_write(machine->device, address, from, size_bytes);
    }
    machine_expect(machine, status, name);
    return address;
}

static inline bool machine_read(const Machine *machine, uint64_t address, void *to,
                                uint64_t size_bytes)
{
    return machine_expect(machine, lockstep_read(machine->device, address, to, size_bytes),
                          "lockstep_read");
}

// Launches blocks x 1 x 1 of threads x 1 x 1; the status is the caller's to judge.
static inline LockstepStatus machine_launch(const Machine *machine, const char *kernel,
                                            uint32_t blocks, uint32_t threads,
                                            const Arguments *arguments)
{
    LockstepLaunch launch = {.kernel = kernel,
                             .grid = {blocks, 1, 1},
                             .block = {threads, 1, 1},
                             .parameters = arguments->bytes,
                             .parameter_bytes = arguments->size_bytes};
    return lockstep_launch(machine->device, machine->module, &launch);
}

// Launches a plane of blocks, expects it to end well, and reads `size_bytes` of the buffer `out`.
static inline bool machine_run(const Machine *machine, const char *kernel, const uint32_t blocks[2],
                               const uint32_t threads[2], const Arguments *arguments, uint64_t out,
                               void *host_out, uint64_t size_bytes)
{
    LockstepLaunch launch = {.kernel = kernel,
                             .grid = {blocks[0], blocks[1], 1},
                             .block = {threads[0], threads[1], 1},
                             .parameters = arguments->bytes,
                             .parameter_bytes = arguments->size_bytes};
    LockstepStatus status = lockstep_launch(machine->device, machine->module, &launch);
    return machine_expect(machine, status, kernel) &&
           machine_read(machine, out, host_out, size_bytes);
}

#endif
