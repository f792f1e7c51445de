// SPDX-License-Identifier: Apache-2.0
// Lockstep's public interface: load PTX, launch kernels on a modelled GPU, read the report. A device is
// an object; several may live in one process. Nothing here prints, exits or reads files. One thread at
// a time may use a device; a launch uses as many host threads as asked for and gives the same bytes and
// the same counts for any number.
#ifndef LOCKSTEP_LOCKSTEP_H
#define LOCKSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LockstepDevice LockstepDevice;
typedef struct LockstepModule LockstepModule;
typedef struct LockstepReport LockstepReport;

typedef enum LockstepStatus {
    LOCKSTEP_OK,
    LOCKSTEP_ERROR_INPUT,      // PTX, GPU file or arguments are wrong: see lockstep_messages
    LOCKSTEP_ERROR_NOT_FOUND,  // no such kernel, variable or GPU
    LOCKSTEP_ERROR_MEMORY,     // the modelled GPU or the host has no room
    LOCKSTEP_ERROR_LAUNCH,     // the GPU can not run this configuration (too many threads, ...)
    LOCKSTEP_ERROR_FAULT,      // the kernel stopped: out of bounds, deadlock, assertion, ...
    LOCKSTEP_ERROR_LIMIT       // the instruction limit was reached
} LockstepStatus;

typedef struct LockstepOptions {
    const char *gpu;            // preset name; NULL: "h200"
    const char *gpu_text;       // text of a .gpu file instead of a preset; or NULL
    const char *gpu_file_name;  // for messages about gpu_text
    uint32_t threads;           // host threads; 0: all cores
    uint64_t max_instructions;  // warp instructions of one launch; 0: no limit
    bool is_contraction_off;    // do not fuse unmarked float multiply and add
    // Called now and then during a launch with blocks done and in all; may be NULL.
    void (*progress)(void *context, uint64_t blocks_done, uint64_t blocks);
    void *progress_context;
} LockstepOptions;

typedef struct LockstepLaunch {
    const char *kernel;            // its name in the PTX
    uint32_t grid[3], block[3];    // 0 counts as 1
    uint32_t cluster[3];           // 0: as the kernel says, or none
    uint32_t dynamic_shared_bytes;
    const void *parameters;        // the parameter block, laid out as the PTX declares it
    size_t parameter_bytes;
    bool is_cooperative;
} LockstepLaunch;

// options NULL: the default of everything. When it fails, *device still is an object (NULL only when
// the host has no memory) that gives lockstep_messages and must be destroyed; other calls on it fail.
LockstepStatus lockstep_device_create(const LockstepOptions *options, LockstepDevice **device);
void lockstep_device_destroy(LockstepDevice *device);

// Messages (errors, warnings) of the last call, as printable text in GCC's form; "" if none. Valid
// until the next call on this device.
const char *lockstep_messages(const LockstepDevice *device);

LockstepStatus lockstep_module_load(LockstepDevice *device, const char *ptx, size_t size_bytes,
                                    const char *file_name, LockstepModule **module);
void lockstep_module_unload(LockstepDevice *device, LockstepModule *module);

LockstepStatus lockstep_malloc(LockstepDevice *device, uint64_t size_bytes, const char *name,
                               uint64_t *address);
LockstepStatus lockstep_free(LockstepDevice *device, uint64_t address);
LockstepStatus lockstep_write(LockstepDevice *device, uint64_t address, const void *from,
                              uint64_t size_bytes);
LockstepStatus lockstep_read(LockstepDevice *device, uint64_t address, void *to, uint64_t size_bytes);
// Address and size of a .global or .const variable.
LockstepStatus lockstep_symbol(LockstepDevice *device, LockstepModule *module, const char *name,
                               uint64_t *address, uint64_t *size_bytes);

// Runs the kernel to its end. Every launch whose kernel exists is in the device's report, refused and
// faulted ones too. The .target of the PTX is no reason to refuse: PTX for sm_90 runs on a G80 as
// long as it uses nothing that G80 lacks.
//
// What does not depend on the number of host threads: bytes in memory, counts, output, and which fault
// ends the launch. For this, atomics and volatile, acquiring and releasing accesses to global memory
// are made block by block, in the order of the blocks' indices; a block that waits for another lets
// the blocks after it go first (sim/device/turns.h). What is outside this promise: blocks of one launch
// that make plain accesses to the same bytes, one of them a store. CUDA leaves their outcome open too.
//
// On a fault the device goes on to work and memory keeps what was written: all that blocks before the
// faulting one wrote, what the faulting one wrote up to then, and, with more than one thread, possibly
// plain stores of later blocks; counts are then of all that ran.
LockstepStatus lockstep_launch(LockstepDevice *device, LockstepModule *module,
                               const LockstepLaunch *launch);

// What kernels printed since the last call, in block order; owned by the device until the next call.
const char *lockstep_output(LockstepDevice *device, size_t *size_bytes);

// The report of all launches so far; owned by the device and valid until the next launch.
const LockstepReport *lockstep_report(LockstepDevice *device);

#ifdef __cplusplus
}
#endif
#endif
