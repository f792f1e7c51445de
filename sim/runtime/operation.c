// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/operation.h"

#include "isa/base/heap.h"
#include "sim/device/record.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/time.h"

#include <stdlib.h>
#include <string.h>

static double later(double a, double b)
{
    return a > b ? a : b;
}

static uint64_t box_bytes(uint64_t width_bytes, uint64_t height, uint64_t depth)
{
    return width_bytes * height * depth;
}

void work_tell(const Runtime *runtime, const RuntimeWork *work)
{
    if (runtime->options.work != NULL) {
        runtime->options.work(runtime->options.work_context, work);
    }
}

static void tell(const Runtime *runtime, const char *name, const Span *span, uint64_t size_bytes)
{
    work_tell(runtime,
              &(RuntimeWork){name, span->start, span->end, size_bytes, .launch = UINT32_MAX});
}

// Copies to the device and from it have an engine each where there are two, and share a single one;
// without one, nothing runs beside a copy. Copies inside the device take the SMs' bandwidth.
// Copies between devices take the link like those of page-locked memory; only this device's engine
// counts. Copies of pageable memory do not run beside kernels (CUDA C++ Programming Guide, "Overlap
// of Data Transfer and Kernel Execution": host memory involved in the copy must be page-locked).
static void run_copy(Runtime *runtime, const CopyBox *box, double earliest, Span *span)
{
    CopyRoute route;
    copy_run(runtime, box, &route);
    uint64_t size_bytes = box_bytes(box->width_bytes, box->height, box->depth);
    CopyWay way = route.is_pageable                                            ? COPY_PAGEABLE
                  : route.is_to_device || route.is_to_host || route.is_between ? COPY_PINNED
                                                                               : COPY_INSIDE;
    uint32_t engines = time_copy_engines(runtime->gpu);
    bool is_beside = way == COPY_PINNED && engines > 0;
    double *engine = &runtime->current->copy_ready[engines == 2 && route.is_to_host];
    double *compute = &runtime->current->compute_ready;
    span->start =
        later(earliest, later(way == COPY_INSIDE ? 0 : *engine, is_beside ? 0 : *compute));
    span->end = span->start + time_copy(runtime->gpu, size_bytes, way);
    *engine = way == COPY_INSIDE ? *engine : span->end;
    *compute = is_beside ? *compute : span->end;
    tell(runtime,
         route.is_between     ? "copy between devices"
         : route.is_to_host   ? "copy to the host"
         : route.is_to_device ? "copy to the device"
                              : "copy inside",
         span, size_bytes);
}

static void run_fill(Runtime *runtime, const FillBox *box, double earliest, Span *span)
{
    uint64_t size_bytes = box_bytes(box->width_bytes, box->height, box->depth);
    fill_run(runtime, box);
    span->start = earliest;
    span->end = earliest + time_fill(runtime->gpu, size_bytes);
    tell(runtime, "fill", span, size_bytes);
}

// The program's own function, which must be able to wait for threads that call the runtime.
static void run_host(Runtime *runtime, const HostCall *call)
{
    uint32_t device = runtime->current->number;
    runtime_pause();
    runtime_thread()->is_in_stream = true;
    if (call->callback != NULL) {
        call->callback(call->stream, cudaSuccess, call->context);
    } else {
        call->function(call->context);
    }
    runtime_thread()->is_in_stream = false;
    runtime_resume(runtime, device);
}

cudaError_t operation_check(Runtime *runtime, const Operation *operation)
{
    switch (operation->kind) {
    case OPERATION_COPY: return copy_check(runtime, &operation->as.copy);
    case OPERATION_FILL: return fill_check(runtime, &operation->as.fill);
    case OPERATION_KERNEL: return call_check(runtime, &operation->as.kernel);
    case OPERATION_HOST:
        return operation->as.host.function == NULL && operation->as.host.callback == NULL
                   ? cudaErrorInvalidValue
                   : cudaSuccess;
    default: return cudaSuccess;
    }
}

cudaError_t operation_run(Runtime *runtime, Operation *operation, double earliest, Span *span)
{
    *span = (Span){earliest, earliest};
    if (runtime->fault != cudaSuccess) {
        return cudaSuccess;
    }
    cudaError_t error = operation_check(runtime, operation);
    if (error != cudaSuccess) {
        return error;
    }
    switch (operation->kind) {
    case OPERATION_KERNEL: return call_run(runtime, &operation->as.kernel, earliest, span);
    case OPERATION_COPY: run_copy(runtime, &operation->as.copy, earliest, span); break;
    case OPERATION_FILL: run_fill(runtime, &operation->as.fill, earliest, span); break;
    case OPERATION_HOST: run_host(runtime, &operation->as.host); break;
    case OPERATION_RECORD: event_set(operation->as.event, earliest); break;
    case OPERATION_WAIT: span->end = later(earliest, event_seconds(operation->as.event)); break;
    case OPERATION_GRAPH:
        conditionals_start(runtime, operation->as.graph);
        return graph_run(runtime, operation->as.graph, earliest, &span->end);
    case OPERATION_CONDITIONAL:
        return conditional_run(runtime, &operation->as.conditional, earliest, &span->end);
    case OPERATION_ALLOCATE:
    case OPERATION_FREE:
        graph_memory_set(runtime, &operation->as.memory, operation->kind == OPERATION_ALLOCATE);
        break;
    case OPERATION_EMPTY: break;
    }
    return cudaSuccess;
}

static void copy_call(KernelCall *call)
{
    const KernelCall from = *call;
    uint32_t count = from.function->kernel == NULL ? 0 : from.function->kernel->parameter_count;
    call->parameters = heap_resize(NULL, from.parameter_bytes + 1, 1);
    memcpy(call->parameters, from.parameters, from.parameter_bytes);
    call->pointers = heap_resize(NULL, (size_t)count + 1, sizeof(void *));
    for (uint32_t i = 0; i < count; i++) {
        call->pointers[i] =
            call->parameters + ((const uint8_t *)from.pointers[i] - from.parameters);
    }
}

Operation operation_copy(const Operation *operation)
{
    Operation copy = *operation;
    if (copy.kind == OPERATION_KERNEL) {
        copy_call(&copy.as.kernel);
    } else if (copy.kind == OPERATION_GRAPH) {
        copy.as.graph = graph_copy(operation->as.graph);
    } else if (copy.kind == OPERATION_CONDITIONAL) {
        conditional_copy(&copy.as.conditional);
    }
    return copy;
}

void operation_release(Operation *operation)
{
    if (operation->kind == OPERATION_KERNEL) {
        free(operation->as.kernel.parameters);
        free(operation->as.kernel.pointers);
    } else if (operation->kind == OPERATION_GRAPH) {
        graph_release(operation->as.graph);
    } else if (operation->kind == OPERATION_CONDITIONAL) {
        conditional_release(&operation->as.conditional);
    }
    *operation = (Operation){0};
}
