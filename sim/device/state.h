// SPDX-License-Identifier: Apache-2.0
// The definitions of the opaque types of sim/lockstep.h. Only sim/device includes this.
#ifndef LOCKSTEP_DEVICE_STATE_H
#define LOCKSTEP_DEVICE_STATE_H

#include "sim/check/family.h"
#include "sim/check/tasks.h"
#include "sim/device/place.h"
#include "sim/device/pool.h"
#include "sim/device/record.h"
#include "sim/device/reuse.h"
#include "sim/memory/texture_table.h"
#include "sim/warp/child.h"
#include "sim/warp/pulse.h"

#include <pthread.h>

// A kernel as lowered for the device's GPU, kept for the next launch.
typedef struct LoweredKernel {
    const PtxFunction *kernel;
    MachineProgram *program;
    bool has_told_registers; // that a block runs with fewer than estimated
} LoweredKernel;

struct LockstepModule {
    LockstepModule *next;
    PtxModule *ptx;
    Placement placement;
    LoweredKernel *kernels;
    uint32_t kernel_count, kernel_room;
    uint32_t home;    // the GPU it is loaded on (device_turn)
    bool is_unloaded; // but kept, because records of launches refer to its programs
};

// A place in a kernel that leaves its allocations, and that was told.
#define BEYOND_TOLD_MAX 64u
typedef struct BeyondPlace {
    const MachineProgram *program;
    uint32_t pc;
} BeyondPlace;

struct LockstepDevice {
    Gpu gpu;
    bool is_usable;          // false: creation failed, and only the messages can be read
    LockstepOptions options; // without the pointers that tell which GPU
    Pool *pool;
    DeviceMemory *memory;
    uint32_t peers; // whose memory kernels reach (device_turn)
    LockstepModule *modules;
    TextureTable textures;
    uint64_t print_bytes;   // of the buffer of printf
    uint32_t pending_limit; // launches of a kernel that wait; 0: the default
    DeviceAnswers answers;  // to kernels
    const char *(*error_text)(int error, bool is_name);
    uint64_t error_texts[MEMORY_HOMES]; // where they are in each GPU's memory; 0: nowhere yet
    uint64_t stack_bytes;               // of each thread, for recursion; 0: what the GPU allows
    Arena arena;                        // owns the records
    LaunchRecord **records;
    uint32_t record_count, record_room;
    uint32_t launch_count;
    ReuseTable reuse;
    uint64_t recorded_steps; // of all launches
    BeyondPlace beyond[BEYOND_TOLD_MAX];
    uint32_t beyond_count;
    CheckFindings findings;
    uint32_t findings_placed;    // so many: device_place_allocations
    pthread_mutex_t pulse_lock;  // of `running`
    const LaunchRecord *running; // the launch under way, or NULL
    LaunchPulse pulse;           // where it is
    CheckFamily family;          // of kernels that have launched others, while these run
    CheckTasks tasks;            // of streams, as the issuer tells (query.h)
    LockstepReport report;
    Text messages;
    Text output;   // printed since it was last asked for
    Text returned; // what lockstep_output gave last
};

// Starts a call: forgets the messages of the last one. False when the device cannot be used.
bool device_enter(LockstepDevice *device);

// Adds one message in GCC's form and returns `status`.
LockstepStatus device_fail(LockstepDevice *device, LockstepStatus status, const char *format, ...)
    TEXT_PRINTF(3, 4);

// Adds one note.
void device_note(LockstepDevice *device, const char *format, ...) TEXT_PRINTF(2, 3);

// Adds all diagnostics to the messages and clears them.
void device_tell(LockstepDevice *device, Diagnostics *diagnostics);

// Marks the start and end of a launch for observers on other threads (pulse.h).
void pulse_begin(LockstepDevice *device, const LaunchRecord *record);
void pulse_end(LockstepDevice *device);

// Whether the module is one of this device and loaded; says so if not.
bool device_has_module(LockstepDevice *device, const LockstepModule *module);

// The kernel's program for this GPU, lowered on first use. NULL with diagnostics when it needs what
// the GPU or the simulator lacks.
const MachineProgram *module_program(LockstepDevice *device, LockstepModule *module,
                                     const PtxFunction *kernel, Diagnostics *diagnostics);

// Says once of each kernel that its blocks run with fewer registers than estimated: ptxas may need
// fewer, so no launch is refused for a few.
void module_note_registers(LockstepDevice *device, LockstepModule *module,
                           const MachineProgram *program, uint32_t threads, uint32_t registers);

// Gives the sampler variables of a module the state that the PTX initializes them with. False with
// diagnostics when that is not understood.
bool textures_declare(LockstepDevice *device, LockstepModule *module, Diagnostics *diagnostics);

// Forgets what is bound to the variables of a module.
void textures_forget(LockstepDevice *device, const LockstepModule *module);

void module_destroy(LockstepDevice *device, LockstepModule *module);

#endif
