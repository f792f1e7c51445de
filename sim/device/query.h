// SPDX-License-Identifier: Apache-2.0
// Queries on a device and its modules beyond sim/lockstep.h, for the rooms above: the modeled GPU,
// the memory at an address, a lowered kernel. They change nothing, except that kernels are lowered.
#ifndef LOCKSTEP_DEVICE_QUERY_H
#define LOCKSTEP_DEVICE_QUERY_H

#include "isa/machine/program.h"
#include "sim/check/finding.h"
#include "sim/gpu/gpu.h"
#include "sim/lockstep.h"
#include "sim/memory/device_memory.h"
#include "sim/warp/block.h"

// NULL when the device could not be created.
const Gpu *device_gpu(const LockstepDevice *device);

// Moves device memory to another base before anything is allocated; false when it is too late.
bool device_rebase(LockstepDevice *device, uint64_t base);

// Several GPUs of one kind, up to MEMORY_HOMES, in one address space: modules, allocations and
// launches are of GPU `number` from now on. Its kernels reach the memory of those in `peers` (bit:
// GPU), beside their own; all other functions reach all memory.
void device_turn(LockstepDevice *device, uint32_t number, uint32_t peers);

// The GPUs in `guests` reach the allocation at this address without being peers.
void device_share(LockstepDevice *device, uint64_t address, uint32_t guests);

// The memory itself, for addresses that stand for other memory (device_memory.h): the virtual
// memory and the multicast objects of the driver API.
DeviceMemory *device_addresses(LockstepDevice *device);

// The mapped memory at this address was not allocated by CUDA, so the program may free it unseen.
void device_set_foreign(LockstepDevice *device, uint64_t address);

// The allocation that holds this byte, or NULL.
const MemoryRegion *device_region(const LockstepDevice *device, uint64_t address);

// Sizes that kernels find: of the buffer of printf, of the stack that recursion has in each thread
// (0: what the GPU allows a thread), and of the heap of their own malloc. The heap's cannot change
// once a kernel has used it (false), or when the GPU or the host has no room.
void device_set_print_bytes(LockstepDevice *device, uint64_t size_bytes);
void device_set_stack_bytes(LockstepDevice *device, uint64_t size_bytes);
bool device_set_heap_bytes(LockstepDevice *device, uint64_t size_bytes);
// What kernels find through the device runtime: how many of their launches may wait, values of
// attributes and limits (child.h), and texts of errors.
void device_set_pending_launches(LockstepDevice *device, uint32_t count);
struct DeviceAnswers;
void device_set_answers(LockstepDevice *device, const struct DeviceAnswers *answers,
                        const char *(*error_text)(int error, bool is_name));
// Frees all that kernels have allocated.
void device_reset_heap(LockstepDevice *device);

// Where an address lies, in words (device_memory_describe).
bool device_describe(const LockstepDevice *device, uint64_t address, char *out, size_t room);

// For code that copies or fills device memory directly: updates which bytes are
// initialized, and finds a copy of uninitialized bytes to the host. `to` and `from` may be host
// memory. True if something was found; device_place() then tells where.
bool device_note_copy(LockstepDevice *device, uint64_t to, uint64_t from, uint64_t size_bytes);
bool device_note_fill(LockstepDevice *device, uint64_t to, uint64_t size_bytes);

// Adds what the host did wrong to the findings of a checked run; `kind` says what, as do `detail`
// and (or NULL) the place in the program. Without that checker nothing happens.
void device_find(LockstepDevice *device, CheckKind kind, const char *place, const char *detail);
// The same for what was found `count` times.
void device_find_often(LockstepDevice *device, CheckKind kind, const char *place,
                       const char *detail, uint64_t count);
// Sets the place in the program ("file.cu:12") of the last finding about a host call.
void device_place(LockstepDevice *device, const char *place);
// Where the memory at this address was allocated, as above; "" if that is not known.
typedef void (*AllocationPlace)(void *context, uint64_t address, char *out, size_t room);
// Whether the last launch was stopped or something was found since the last call of
// device_place_allocations(); and where the program called the library that launched it.
bool device_has_found(const LockstepDevice *device);
void device_place_call(LockstepDevice *device, const char *place);
// Places the memory that findings since the last call say is not initialized.
void device_place_allocations(LockstepDevice *device, AllocationPlace place, void *context);
// For work on several streams: everything until device_task_end() is one task in a slot below 64.
// It is ordered after the tasks in the slots of `known` (bit: slot). Tasks that race are found.
void device_task_begin(LockstepDevice *device, uint32_t slot, uint64_t known, const char *name);
void device_task_end(LockstepDevice *device);
// All later tasks are ordered after these slots.
void device_task_forget(LockstepDevice *device, uint64_t slots);
// An access of the host's own code to memory that kernels reach: whether it races with a task that
// is not forgotten. *seen: slots of tasks that it is ordered after because it reads their flag.
typedef struct HostAccess {
    uint64_t address, size_bytes;
    bool is_write;
} HostAccess;
bool device_host_races(LockstepDevice *device, HostAccess access, uint64_t *seen);
// Adds what it races with; place: "file.cu:12" of the access, or "".
void device_find_host_race(LockstepDevice *device, HostAccess access, const char *place);
// The memory that begins here is fresh, and host code reaches it: checks both sides' reads of what
// nobody has written.
void device_watch(LockstepDevice *device, uint64_t address);
// For each access of host code to such memory, before it happens. True for a read of bytes of which
// nobody has written any.
bool device_host_is_unwritten(LockstepDevice *device, HostAccess access);
// Adds such a read; place as above.
void device_find_unwritten(LockstepDevice *device, HostAccess access, const char *place);
// Whether any checker was asked for.
bool device_is_checked(const LockstepDevice *device);
// Whether a launch that stopped so may go on with LockstepOptions.goes_beyond, as on a GPU: the
// access left an allocation, but not far.
bool device_may_go_beyond(const LockstepDevice *device, const Fault *fault);
// Bytes of the kernels' heap that are in use.
uint64_t device_heap_used(const LockstepDevice *device);
// Whether this checker was asked for.
bool device_checks(const LockstepDevice *device, Checker checker);

// Bytes in use of the modeled GPU's memory.
uint64_t device_used_bytes(const LockstepDevice *device);

// Launches so far: the id of the next one.
uint32_t device_launch_count(const LockstepDevice *device);

const PtxModule *device_module_ptx(const LockstepModule *module);

// The kernel of this name, or NULL when the module has none with a body.
const PtxFunction *device_kernel(const LockstepModule *module, const char *name);

// The kernel's program for this GPU, lowered on first use; NULL, and messages, when the GPU or the
// simulator lacks what it needs.
const MachineProgram *device_program(LockstepDevice *device, LockstepModule *module,
                                     const PtxFunction *kernel);

#endif
