// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime of this process, seen from the program runner: start it with a modeled GPU,
// give it the device code of each source file and the objects that host code was loaded from, run
// the program's main(), read the report of the device. The API itself is CUDA's own
// (include/cuda_runtime_api.h).
//
// CUDA's API has one runtime a process, and so has Lockstep: this is the project's only global.
// Calls come from any thread; one lock makes them one after another. Work is done when it is
// issued, which every order of streams that CUDA allows includes; time is modeled (time.h).
#ifndef LOCKSTEP_RUNTIME_RUNTIME_H
#define LOCKSTEP_RUNTIME_RUNTIME_H

#include "sim/lockstep.h"

// Something that the program had the device do, in modeled time.
typedef struct RuntimeWork {
    const char *name; // "kernel", "copy to the device", "copy to the host", "copy inside", "copy
                      // between devices", "fill"
    double start_seconds, end_seconds;
    uint64_t size_bytes; // of copies and fills
    uint32_t launch;     // of kernels: id of the launch's record; else UINT32_MAX
} RuntimeWork;

typedef struct RuntimeOptions {
    LockstepOptions device;
    uint32_t device_count; // that the program sees, all of this kind; 0: one
    // Called after each such work, in the order of issue; may be NULL. Must not call the runtime.
    void (*work)(void *context, const RuntimeWork *work);
    void *work_context;
    // Takes what kernels print (to stdout) and what Lockstep says of faults and refused launches
    // (is_message). NULL: stdout and stderr.
    void (*print)(void *context, bool is_message, const char *text, size_t size_bytes);
    void *context;
} RuntimeOptions;

#define RUNTIME_DEVICES_MAX 16u

// Creates the device. options NULL: the default of everything. When it fails, runtime_device gives
// the messages and runtime_stop is still due.
LockstepStatus runtime_start(const RuntimeOptions *options);

// Destroys everything; the report with it.
void runtime_stop(void);

// Waits until no call of the API is under way, shows what kernels printed, and lets no call begin
// any more: for a thread that ends the process.
void runtime_seize(void);

// The device behind the API, for its report and messages; NULL before runtime_start.
LockstepDevice *runtime_device(void);

// Adds the PTX of one source file; the text is copied. file_name: the FILE symbol of the host
// object compiled from the same source, which tells static kernels of one name apart. It is loaded
// with all others when the program first needs one of them, or by runtime_load.
void runtime_add_unit(const char *file_name, const char *ptx, size_t size_bytes);

// Says of the unit added last, which several source files were linked to: what is called `name` in
// the one file, and known to it alone, has the name `linked`.
void runtime_add_local(const char *file, const char *name, const char *linked);

// Adds a shared object that was loaded at this base (dladdr's dli_fbase). Its symbols tell which
// kernel a pointer means and which device variable a host variable. False when it cannot be read.
bool runtime_add_object(const char *path, uint64_t base);

// Sets the file of the object that is loaded next: when it tells its base itself
// (__lockstepObjectIsAt), before its constructors run, it is added then.
void runtime_expect_object(const char *path);

// Loads the units; false when one is wrong, and then says so (lockstep_messages of the device is
// what it said last). Not needed: any call loads them, and the kernels of a wrong unit then have no
// image (cudaErrorNoKernelImageForDevice).
bool runtime_load(void);

// The program has ended: adds what it left behind to the findings of a checked run.
void runtime_find_leaks(void);

// Says that a pointer means the kernel or the device variable of this name, without an object.
void runtime_name_function(const void *pointer, const char *name);

#endif
