// SPDX-License-Identifier: Apache-2.0
// The runtime's state, and how its functions access it. Only sim/runtime includes this.
#ifndef LOCKSTEP_RUNTIME_STATE_H
#define LOCKSTEP_RUNTIME_STATE_H

#include "sim/device/query.h"
#include "sim/device/record.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "sim/runtime/runtime.h"
#include "sim/runtime/symbols.h"

// A name that one of the source files of a unit has to itself.
typedef struct RuntimeLocal {
    char *file, *name, *linked; // linked: in the unit
} RuntimeLocal;

// The device code of one source file, or of several that were linked.
typedef struct RuntimeUnit {
    char *file_name;
    char *ptx;
    size_t size_bytes;
    LockstepModule *modules[RUNTIME_DEVICES_MAX]; // of each device; NULL: not loaded, or wrong
    RuntimeLocal *locals;
    uint32_t local_count;
} RuntimeUnit;

// A shared object of the program.
typedef struct RuntimeObject {
    SymbolFile *symbols;
    uint64_t base;
} RuntimeObject;

// What the program registered, or runtime_name_function said.
typedef struct RuntimeName {
    const void *pointer;
    char *name;
    char *file; // of the unit that has it; NULL: any
} RuntimeName;

// Blocks of a cluster that need no cudaFuncAttributeNonPortableClusterSizeAllowed (CUDA C++
// Programming Guide, "Thread Block Clusters").
#define CLUSTER_PORTABLE 8u

// A kernel that the program has used, by its pointer, with what the program set for it.
typedef struct RuntimeFunction RuntimeFunction;
struct RuntimeFunction {
    RuntimeFunction *next;
    const void *pointer;
    uint32_t device;
    const char *name; // owned
    LockstepModule *module;
    const PtxFunction *kernel;     // of the module; NULL after a reset, until it is used again
    uint32_t dynamic_shared_limit; // 0: not set
    int carveout;                  // cudaFuncAttributePreferredSharedMemoryCarveout; -1: default
    enum cudaFuncCache cache_config;
    enum cudaSharedMemConfig shared_config;
    bool is_cluster_nonportable;
    bool is_lack_told; // that no unit has its kernel
};

typedef enum AllocationKind {
    ALLOCATION_DEVICE,
    ALLOCATION_MANAGED, // the host's own memory, mapped
    ALLOCATION_PINNED,  // likewise
    ALLOCATION_REGISTERED,
    ALLOCATION_ARRAY
} AllocationKind;

// What the program said of a page of managed memory.
typedef struct PageAdvice {
    bool is_read_mostly;
    uint32_t accessed_by;         // bit: device; the last bit: the host
    int8_t preferred, prefetched; // device, cudaCpuDeviceId or cudaInvalidDeviceId
} PageAdvice;

// What the program allocated.
typedef struct Allocation {
    uint64_t address, size_bytes;
    uint64_t mapped_bytes; // of the mapping behind managed and pinned memory
    AllocationKind kind;
    unsigned flags;
    const struct CUmemPoolHandle_st *pool; // it comes from; NULL: from none
    bool is_of_graph;                      // a node allocates or frees it: never given back
    bool is_graph_live;                    // of such memory: allocated and not freed since
    const void *caller;                    // of a checked program: where it was allocated
    PageAdvice *advice; // owned; a page each, or NULL: nothing was said (advice.c)
} Allocation;

// Three-dimensional grid of dim3, in C.
typedef struct CallConfiguration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
} CallConfiguration;

#define RUNTIME_CONTEXTS_MAX 16u

// What each host thread has of its own.
typedef struct RuntimeThread {
    uint32_t device; // cudaSetDevice
    // Of the driver API:
    struct CUctx_st *contexts[RUNTIME_CONTEXTS_MAX];
    uint32_t context_count;
    bool has_primary;       // the runtime API was called, which makes its context current
    bool is_in_driver;      // a function of the driver API has called the runtime's
    int refusal;            // CUresult of a call that cannot begin
    cudaError_t kept_error; // last_error when that call began
    cudaError_t last_error;
    CallConfiguration pending[8]; // pushed by <<<>>>, popped by the stub it calls
    uint32_t pending_count;
    enum cudaStreamCaptureMode capture_mode;
    bool is_in_stream; // it runs a function that a stream calls
} RuntimeThread;

// What each of the program's devices has of its own. All of them are one LockstepDevice
// (device_turn); limits and preferences are common to all.
typedef struct RuntimeDevice {
    uint32_t number;
    uint32_t peers; // bit: device whose memory its kernels reach
    bool are_units_loaded;
    struct CUstream_st *legacy, *per_thread;
    double destroyed_seconds[2]; // when all work of destroyed streams is done; [1]: blocking ones
    double copy_ready[2];        // modeled time at which each copy engine is free: to
                                 // the device, from it
    double compute_ready;        // likewise the SMs
} RuntimeDevice;

typedef struct Runtime {
    LockstepDevice *device;
    RuntimeDevice devices[RUNTIME_DEVICES_MAX];
    uint32_t device_count;
    RuntimeDevice *current; // of the call under way
    const Gpu *gpu;         // NULL: no device
    RuntimeOptions options;
    RuntimeUnit *units;
    uint32_t unit_count;
    char *expected_object; // owned; path, or NULL
    RuntimeObject *objects;
    uint32_t object_count;
    RuntimeName *names;
    uint32_t name_count;
    RuntimeFunction *functions;
    Allocation *allocations;
    uint32_t allocation_count, allocation_room;
    uintptr_t mapped_bytes; // of managed and pinned memory so far: a hint where the next is welcome
    cudaError_t fault;      // of a kernel; poisons everything that follows
    cudaError_t untold;     // of a kernel that could not be loaded: for cudaDeviceSynchronize
    bool is_fault_told;     // a synchronizing call has returned it
    struct ApiError *api_errors; // of a checked program (api_error.h)
    uint32_t api_error_count;
    const char *failed_kernel;  // of the launch under way that fails
    bool is_call_found;         // a checker found something in the call under way
    const void **told_accesses; // places of host code that were reported (host_access.h)
    uint32_t told_count;
    struct CUstream_st *streams; // all but those that each device has
    bool is_default_per_thread;  // stream 0 is per_thread: --default-stream per-thread
    struct CUevent_st *events;
    bool is_driver_ready;      // cuInit
    struct CUctx_st *contexts; // of the driver API, as are the modules
    struct CUmod_st *modules;
    struct CUlib_st *libraries;
    struct CUlinkState_st *links;
    struct CUtexref_st *texture_references; // of its modules, as are the surface references
    struct CUsurfref_st *surface_references;
    struct VirtualMemory *virtual; // virtual.h; NULL: none was asked for
    struct DriverSetup *setups;    // of functions that are launched as before CUDA 4
    struct CUgraph_st *graphs;
    struct CUgraphExec_st *executables;
    struct ConditionalValue *conditionals; // graph_condition.c
    struct CUuserObject_st *user_objects;
    struct CUmemPoolHandle_st *pools; // the first is the default
    struct CUmemPoolHandle_st *current_pool;
    struct TextureNote *textures;
    struct cudaArray *arrays;
    struct cudaMipmappedArray *mipmaps;
    uint64_t last_id;
    double host_seconds; // modeled time up to which the host has waited
    uint64_t open_tasks; // work that the host has not waited for (follow.h)
    size_t limits[8];    // by cudaLimit
    enum cudaFuncCache cache_config;
    enum cudaSharedMemConfig shared_config;
    unsigned device_flags;
    const char *refused[32]; // calls that runtime_refuse has told of
    uint32_t refused_count;
} Runtime;

// Which calls a kernel's fault stops.
typedef enum RuntimeCall {
    CALL_QUERY,        // none: it does not use the context
    CALL_ASYNCHRONOUS, // returns the fault once a synchronizing call has returned it
    CALL_SYNCHRONOUS   // returns it, and shows what kernels printed
} RuntimeCall;

// Takes the lock. NULL, without the lock, when the call must return runtime_refusal().
Runtime *runtime_enter(RuntimeCall call);
cudaError_t runtime_refusal(void);
// Takes the lock if it is free; NULL if not, or without a device.
Runtime *runtime_try(void);
// Releases the lock; an error becomes the thread's last error. Returns the error.
cudaError_t runtime_leave(Runtime *runtime, cudaError_t error);
// The same without the lock: the call has this error.
cudaError_t runtime_fail(cudaError_t error);
// For calls of the program's own functions: gives the lock back, and takes it again with the same
// device as before.
void runtime_pause(void);
void runtime_resume(Runtime *runtime, uint32_t device);
// Whether the program sees a device of this number.
bool runtime_has_device(int device);
// The rest of the call is on this device, instead of the thread's.
void runtime_turn(Runtime *runtime, uint32_t device);
RuntimeThread *runtime_thread(void);

// Shows what kernels have printed so far.
void runtime_show_output(Runtime *runtime);
// Likewise, but the last lines, one for each of these lanes, as messages: failed assertions, which
// are the last that a launch prints and which CUDA writes to stderr.
void runtime_show_last_output(Runtime *runtime, uint32_t lanes);
// Shows the device's messages of the last call on it.
void runtime_show_messages(Runtime *runtime);
void runtime_say(Runtime *runtime, const char *format, ...) TEXT_PRINTF(2, 3);

// For functions that are not modeled: says so, once each, and returns cudaErrorNotSupported. The
// name must outlive the runtime.
cudaError_t runtime_refuse(const char *call);

// answers.c: tells the device what kernels may ask for.
void answers_start(Runtime *runtime);

// unit.c
bool units_load(Runtime *runtime);
void units_unload(Runtime *runtime);
// The kernel that a pointer means, or NULL with *error.
RuntimeFunction *function_find(Runtime *runtime, const void *pointer, cudaError_t *error);
// Says, once, that the kernel of a host function that function_find did not find is not launched.
void function_tell_lack(Runtime *runtime, const void *pointer);
// The error of a pointer that is no kernel: CUDA 13 takes one that is in no function for a handle.
cudaError_t function_lack(Runtime *runtime, const void *pointer, cudaError_t error);
// Name of the kernel stub whose bytes hold this address, and its pointer; NULL when there is none.
const void *function_around(Runtime *runtime, const void *address);
// The device variable that a host variable means (or, as before CUDA 5, its name).
cudaError_t variable_find(Runtime *runtime, const void *pointer, uint64_t *address,
                          uint64_t *size_bytes);
// The texture or surface variable that a host reference means.
cudaError_t reference_find(Runtime *runtime, const void *pointer, LockstepModule **module,
                           const char **name);

#endif
