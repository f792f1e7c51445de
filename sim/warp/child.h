// SPDX-License-Identifier: Apache-2.0
// What a running grid asks the device runtime for: kernels, copies and fills in streams of its own
// (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). The requests are kept in the order in
// which they were made and run when the grid's own threads have ended, which is when a child is
// sure to begin; the grid is complete when they are. Requests are made in the order of blocks, or
// of cycles, so that this order does not depend on host threads.
#ifndef LOCKSTEP_WARP_CHILD_H
#define LOCKSTEP_WARP_CHILD_H

#include "isa/base/arena.h"
#include "sim/memory/device_memory.h"

// Streams that kernels need not create: handles of CUDA's headers. Up to STREAM_PER_THREAD: the
// block's own.
#define STREAM_NULL            UINT64_C(0)
#define STREAM_LEGACY          UINT64_C(1)
#define STREAM_PER_THREAD      UINT64_C(2)
#define STREAM_TAIL            UINT64_C(3)
#define STREAM_FIRE_AND_FORGET UINT64_C(4)

// Errors that the functions return: values of cudaError_t, each as an H200 with CUDA 13.0 answers.
typedef enum ChildError {
    CHILD_SUCCESS = 0,
    CHILD_INVALID_VALUE = 1,
    CHILD_NO_MEMORY = 2,
    CHILD_INVALID_CONFIGURATION = 9,
    CHILD_INVALID_PITCH = 12,
    CHILD_INVALID_DIRECTION = 21,
    CHILD_TOO_MANY = 69,
    CHILD_INVALID_DEVICE_FUNCTION = 98,
    CHILD_INVALID_DEVICE = 101,
    CHILD_UNSUPPORTED_LIMIT = 215,
    CHILD_OUT_OF_RESOURCES = 701
} ChildError;

typedef enum ChildKind { CHILD_KERNEL, CHILD_COPY, CHILD_FILL } ChildKind;

typedef struct Child {
    ChildKind kind;
    uint64_t stream;   // handle
    uint64_t block;    // of the parent that asked, by index
    uint32_t moment;   // likewise of a checked parent (BlockChecker.moment)
    uint32_t number;   // among all requests, as they were made
    uint32_t function; // of a kernel: index in module->functions
    uint32_t grid[3], threads[3], shared_bytes;
    uint8_t *parameters; // in the arena of the requests
    uint32_t parameter_bytes;
    uint64_t to, from, size_bytes; // of copies and fills; of each row, if there are several
    uint64_t rows;                 // 0: one
    uint64_t to_pitch, from_pitch; // bytes from row to row
    int32_t value;
} Child;

// What cudaFuncGetAttributes writes: the first members of cudaFuncAttributes.
typedef struct KernelAttributes {
    uint64_t shared_bytes, constant_bytes, local_bytes;
    int32_t threads, registers, ptx_version, binary_version;
} KernelAttributes;

// A parameter buffer between its allocation and the launch.
typedef struct ChildSlot {
    bool is_taken;
    Child child;
} ChildSlot;

// What the functions that ask for something answer. The callbacks may be NULL; false: there is no
// such value.
typedef struct DeviceAnswers {
    void *context;
    uint32_t device, device_count;
    bool (*attribute)(void *context, uint32_t attribute, int32_t *value); // cudaDeviceAttr
    bool (*limit)(void *context, uint32_t limit, uint64_t *value);        // cudaLimit
} DeviceAnswers;

// Texts of errors in device memory: of each code below the count, and of an unknown one, its
// description and its name.
#define ERROR_TEXT_COUNT 1000u
#define ERROR_TEXT_BYTES 128u

// Of one launch. One thread at a time uses it.
typedef struct ChildRequests {
    Arena arena; // of the parameters
    Child *children;
    uint32_t count, room;
    uint32_t tail_count;  // of them
    bool has_waits;       // streams waited for events
    uint64_t next_handle; // of streams and events
    uint64_t buffers;     // address of the parameter buffers, slot after slot
    uint32_t slot_bytes, slot_count, next_slot;
    ChildSlot *slots;
    uint32_t
        depth; // of the grid: 0: launched by the host. An H200 nests 60 levels without an error
    uint32_t pending_limit; // cudaLimitDevRuntimePendingLaunchCount
    // Whether the GPU can run this; fills in child->parameter_bytes.
    ChildError (*check)(void *context, Child *child);
    // Of kernel `function`, which is there or an error, and of blocks of it on an SM.
    ChildError (*attributes)(void *context, uint32_t function, KernelAttributes *attributes);
    ChildError (*occupancy)(void *context, uint32_t function, int32_t threads,
                            uint64_t shared_bytes, int32_t *blocks);
    void *check_context;
    DeviceAnswers answers;
    uint64_t error_texts; // address; 0: there are none
} ChildRequests;

// A buffer for the parameters of this launch: its address, or 0 with the error.
uint64_t child_buffer(ChildRequests *requests, const Child *wanted, ChildError *error);
// Queues the launch that has this buffer, whose bytes are at `parameters`.
ChildError child_launch(ChildRequests *requests, uint64_t buffer, const uint8_t *parameters,
                        uint64_t stream, uint64_t block);
// Queues a copy or a fill.
ChildError child_add(ChildRequests *requests, const Child *child);
// A handle for a stream or an event.
uint64_t child_handle(ChildRequests *requests);
void child_requests_destroy(ChildRequests *requests);

#endif
