// SPDX-License-Identifier: Apache-2.0
// What a stream can be asked to do, as a value: run at once when it is issued, or kept as a node of
// a graph and run when that is launched.
#ifndef LOCKSTEP_RUNTIME_OPERATION_H
#define LOCKSTEP_RUNTIME_OPERATION_H

#include "sim/runtime/state.h"

// A box of bytes in linear memory: rows of `width` bytes.
typedef struct CopyEnd {
    uint64_t address;
    uint64_t pitch_bytes, slice_bytes; // from row to row, from slice to slice
} CopyEnd;

typedef struct CopyBox {
    CopyEnd to, from;
    uint64_t width_bytes, height, depth; // any of them 0: nothing to do
    enum cudaMemcpyKind kind;
} CopyBox;

// Which way a copy went. With neither direction it stayed inside the device.
typedef struct CopyRoute {
    bool is_between; // it left one device for another
    bool is_to_device, is_to_host;
    bool is_pageable; // the host's end is neither page-locked nor managed
} CopyRoute;

typedef struct FillBox {
    CopyEnd to;
    uint64_t width_bytes, height, depth;
    uint32_t value;
    uint32_t element_bytes; // 1, 2 or 4; width_bytes is a multiple of it
} FillBox;

typedef struct KernelCall {
    RuntimeFunction *function;
    CallConfiguration configuration;
    uint32_t cluster[3]; // 0: as the kernel says
    bool is_cooperative;
    uint8_t *parameters; // owned; laid out as the PTX declares them
    size_t parameter_bytes;
    void **pointers; // owned: to each parameter inside
} KernelCall;

typedef struct HostCall {
    cudaHostFn_t function;
    cudaStreamCallback_t callback; // in place of it
    cudaStream_t stream;
    void *context;
} HostCall;

typedef enum OperationKind {
    OPERATION_EMPTY,
    OPERATION_KERNEL,
    OPERATION_COPY,
    OPERATION_FILL,
    OPERATION_HOST,
    OPERATION_RECORD,
    OPERATION_WAIT,
    OPERATION_GRAPH,
    OPERATION_ALLOCATE, // memory of a graph; it is there as long as the graph is
    OPERATION_FREE,
    OPERATION_CONDITIONAL
} OperationKind;

// A node whose value, in device memory, says which of its graphs run.
typedef struct Conditional {
    uint64_t handle; // address of the value
    enum cudaGraphConditionalNodeType type;
    uint32_t count;
    cudaGraph_t *graphs; // owned
} Conditional;

// What a node of memory allocates or frees.
typedef struct GraphMemory {
    uint64_t address, size_bytes;
} GraphMemory;

typedef struct Operation {
    OperationKind kind;
    union {
        KernelCall kernel;
        CopyBox copy;
        FillBox fill;
        HostCall host;
        cudaEvent_t event;
        cudaGraph_t graph; // owned by the node
        GraphMemory memory;
        Conditional conditional;
    } as;
} Operation;

// When an operation ran in modeled time.
typedef struct Span {
    double start, end; // seconds
} Span;

// Runs the operation not before `earliest`. Errors of the request itself are returned; a kernel's
// fault goes to the runtime. After a fault nothing runs any more.
cudaError_t operation_run(Runtime *runtime, Operation *operation, double earliest, Span *span);

// Tells the program's runner of work that the device did.
void work_tell(const Runtime *runtime, const RuntimeWork *work);

// Refuses what can be seen without running it (a copy's ends, a kernel's shape).
cudaError_t operation_check(Runtime *runtime, const Operation *operation);

// A copy with its own memory, and its release.
Operation operation_copy(const Operation *operation);
void operation_release(Operation *operation);

// copy.c
cudaError_t copy_check(Runtime *runtime, const CopyBox *box);
void copy_run(Runtime *runtime, const CopyBox *box, CopyRoute *route);
// What a call of the API does: waits for the work, or issues it to the stream.
cudaError_t copy_issue(Runtime *runtime, const CopyBox *box, cudaStream_t stream, bool is_waiting);
cudaError_t fill_check(Runtime *runtime, const FillBox *box);
// Such a call itself.
cudaError_t fill_issue(const FillBox *box, cudaStream_t stream, bool is_waiting);
void fill_run(Runtime *runtime, const FillBox *box);

// symbol_copy.c
typedef struct SymbolCopy {
    const void *symbol, *other; // the host variable that stands for the device's; the other end
    size_t count, offset;
    enum cudaMemcpyKind kind;
    bool is_to_symbol;
} SymbolCopy;

cudaError_t symbol_box(Runtime *runtime, const SymbolCopy *from, CopyBox *box);

// launch.c
// Finds the kernel and copies its parameters; what comes out is released with operation_release.
cudaError_t call_prepare(Runtime *runtime, const void *function,
                         const CallConfiguration *configuration, void **arguments,
                         KernelCall *call);
cudaError_t call_check(Runtime *runtime, const KernelCall *call);
// Runs it and what it launches; the span ends when all of it is complete.
cudaError_t call_run(Runtime *runtime, const KernelCall *call, double earliest, Span *span);

#endif
