// SPDX-License-Identifier: Apache-2.0
// Kernel launches: from <<<>>> and the stub it calls, or by pointer; refused as CUDA refuses them.
#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "sim/runtime/child_time.h"
#include "sim/runtime/error.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/leak.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/time.h"

#include <stdlib.h>
#include <string.h>

cudaError_t call_prepare(Runtime *runtime, const void *pointer,
                         const CallConfiguration *configuration, void **arguments, KernelCall *call)
{
    cudaError_t error = cudaSuccess;
    *call = (KernelCall){.configuration = *configuration};
    call->function = function_find(runtime, pointer, &error);
    if (call->function == NULL) {
        if (error == cudaErrorInvalidDeviceFunction) {
            function_tell_lack(runtime, pointer);
        }
        return function_lack(runtime, pointer, error);
    }
    const PtxFunction *kernel = call->function->kernel;
    if (arguments == NULL && kernel->parameter_count > 0) {
        return cudaErrorInvalidValue;
    }
    call->parameter_bytes = kernel->parameter_bytes;
    call->parameters = heap_resize(NULL, kernel->parameter_bytes + 1u, 1);
    memset(call->parameters, 0, kernel->parameter_bytes + 1u);
    call->pointers = heap_resize(NULL, kernel->parameter_count + 1u, sizeof(void *));
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        call->pointers[i] = call->parameters + kernel->parameter_offset[i];
        memcpy(call->pointers[i], arguments[i], (size_t)kernel->parameters[i]->size_bytes);
    }
    return cudaSuccess;
}

static uint64_t volume(dim3 size)
{
    return (uint64_t)size.x * size.y * size.z;
}

static bool is_within(dim3 size, uint32_t x_max, uint32_t y_max, uint32_t z_max)
{
    return size.x > 0 && size.y > 0 && size.z > 0 && size.x <= x_max && size.y <= y_max &&
           size.z <= z_max;
}

// Shared memory beyond what a block may have without asking needs cudaFuncSetAttribute.
static cudaError_t check_shared(Runtime *runtime, const KernelCall *call)
{
    const RuntimeFunction *function = call->function;
    const MachineProgram *program =
        device_program(runtime->device, function->module, function->kernel);
    if (program == NULL) {
        runtime_show_messages(runtime);
        return cudaErrorNoKernelImageForDevice;
    }
    uint64_t plain = runtime->gpu->shared_bytes_per_block;
    uint64_t room = plain > program->shared_bytes ? plain - program->shared_bytes : 0;
    room = function->dynamic_shared_limit > room ? function->dynamic_shared_limit : room;
    if (call->configuration.shared_bytes <= room) {
        return cudaSuccess;
    }
    uint32_t most = runtime->gpu->shared_bytes_per_block_optin;
    Text name = {0}, rest = {0};
    demangle(function->kernel->name, DEMANGLE_SHORT, &name);
    if (most > plain) {
        text_printf(&rest,
                    " (more, up to %u in all, after cudaFuncSetAttribute with "
                    "cudaFuncAttributeMaxDynamicSharedMemorySize)",
                    most);
    }
    runtime_say(runtime,
                "lockstep: error: kernel '%s' is not launched: %zu bytes of dynamic shared memory; "
                "it may have %llu%s\n",
                text_string(&name), call->configuration.shared_bytes, (unsigned long long)room,
                text_string(&rest));
    text_destroy(&rest);
    text_destroy(&name);
    return cudaErrorInvalidValue;
}

// The threads that a block of this kernel may have (.maxntid); 0: no bound.
static uint64_t bound_of(const PtxFunction *kernel)
{
    uint64_t bound = kernel->max_threads[0];
    for (int i = 1; i < 3; i++) {
        bound *= kernel->max_threads[i] > 0 ? kernel->max_threads[i] : 1;
    }
    return bound;
}

// Whether the cluster has a portable size, or the program has allowed others for the kernel.
static bool is_cluster_allowed(Runtime *runtime, const KernelCall *call)
{
    const RuntimeFunction *function = call->function;
    const uint32_t *own = call->cluster[0] > 0 ? call->cluster : function->kernel->cluster;
    uint64_t blocks = 1;
    for (int axis = 0; axis < 3; axis++) {
        blocks *= own[axis] > 0 ? own[axis] : 1;
    }
    bool is_allowed = blocks <= CLUSTER_PORTABLE || function->is_cluster_nonportable ||
                      blocks > runtime->gpu->cluster_max; // which the launch refuses
    if (!is_allowed) {
        runtime_say(runtime,
                    "lockstep: error: kernel '%s' is not launched: a cluster of %llu blocks needs "
                    "cudaFuncAttributeNonPortableClusterSizeAllowed\n",
                    function->name, (unsigned long long)blocks);
    }
    return is_allowed;
}

cudaError_t call_check(Runtime *runtime, const KernelCall *call)
{
    const Gpu *gpu = runtime->gpu;
    cudaError_t error = cudaSuccess;
    if (call->function->kernel == NULL &&
        function_find(runtime, call->function->pointer, &error) == NULL) {
        return error;
    }
    const PtxFunction *kernel = call->function->kernel;
    uint64_t threads = volume(call->configuration.block), bound = bound_of(kernel);
    bool is_good =
        is_within(call->configuration.block, gpu->block_x_max, gpu->block_y_max,
                  gpu->block_z_max) &&
        is_within(call->configuration.grid, gpu->grid_x_max, gpu->grid_y_max, gpu->grid_z_max) &&
        threads <= gpu->threads_per_block && (bound == 0 || threads <= bound);
    if (!is_good) {
        return cudaErrorInvalidConfiguration;
    }
    return is_cluster_allowed(runtime, call) ? check_shared(runtime, call)
                                             : cudaErrorInvalidClusterSize;
}

// Why the device refused a launch whose shape it allows.
static cudaError_t refusal_of(const Runtime *runtime, const KernelCall *call, LockstepStatus status)
{
    if (status != LOCKSTEP_ERROR_LAUNCH) {
        return error_of_status(status);
    }
    const LockstepReport *report = lockstep_report(runtime->device);
    const LaunchRecord *record = report->records[report->count - 1];
    uint64_t resident = (uint64_t)record->occupancy.blocks_per_sm * runtime->gpu->sm_count;
    if (call->is_cooperative && runtime->gpu->compute_capability < 60) {
        return cudaErrorNotSupported;
    }
    if (call->is_cooperative && resident > 0 && volume(call->configuration.grid) > resident) {
        return cudaErrorCooperativeLaunchTooLarge;
    }
    bool has_cluster = call->cluster[0] > 0 || call->function->kernel->cluster[0] > 0;
    return has_cluster ? cudaErrorInvalidClusterSize : cudaErrorLaunchOutOfResources;
}

// What the program has set for the kernel goes before what it has set for the device.
static LockstepPreference preference_of(const Runtime *runtime, const RuntimeFunction *function)
{
    enum cudaFuncCache config = function->cache_config != cudaFuncCachePreferNone
                                    ? function->cache_config
                                    : runtime->cache_config;
    switch (config) {
    case cudaFuncCachePreferShared: return LOCKSTEP_PREFER_SHARED;
    case cudaFuncCachePreferL1: return LOCKSTEP_PREFER_L1;
    case cudaFuncCachePreferEqual: return LOCKSTEP_PREFER_EQUAL;
    case cudaFuncCachePreferNone: break;
    }
    return LOCKSTEP_PREFER_NONE;
}

static bool has_wide_banks(const Runtime *runtime, const RuntimeFunction *function)
{
    enum cudaSharedMemConfig config = function->shared_config != cudaSharedMemBankSizeDefault
                                          ? function->shared_config
                                          : runtime->shared_config;
    return config == cudaSharedMemBankSizeEightByte;
}

static LockstepLaunch launch_of(const Runtime *runtime, const KernelCall *call)
{
    const CallConfiguration *from = &call->configuration;
    LockstepLaunch launch = {.kernel = call->function->kernel->name,
                             .grid = {from->grid.x, from->grid.y, from->grid.z},
                             .block = {from->block.x, from->block.y, from->block.z},
                             .dynamic_shared_bytes = (uint32_t)from->shared_bytes,
                             .parameters = call->parameters,
                             .parameter_bytes = call->parameter_bytes,
                             .is_cooperative = call->is_cooperative,
                             .preference = preference_of(runtime, call->function),
                             .has_wide_banks = has_wide_banks(runtime, call->function)};
    memcpy(launch.cluster, call->cluster, sizeof(launch.cluster));
    return launch;
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

// The records of the launch that began with `first` launches before it: its own, then those of what
// it launched.
static uint32_t records_since(const LockstepReport *report, uint32_t first)
{
    uint32_t count = 0;
    while (count < report->count && report->records[report->count - 1 - count]->id >= first) {
        count++;
    }
    return count;
}

static void show_failure(Runtime *runtime, LockstepStatus status, const LaunchRecord *record)
{
    bool is_assertion =
        status == LOCKSTEP_ERROR_FAULT && record != NULL && record->fault.kind == FAULT_ASSERT;
    runtime_show_last_output(runtime, is_assertion ? record->fault.lanes : 0);
    bool has_stopped = status == LOCKSTEP_ERROR_FAULT || status == LOCKSTEP_ERROR_LIMIT;
    if (!has_stopped || !device_is_checked(runtime->device)) {
        runtime_show_messages(runtime); // else it is among the findings
    }
    if (status == LOCKSTEP_ERROR_FAULT && record != NULL && !device_is_checked(runtime->device) &&
        device_may_go_beyond(runtime->device, &record->fault)) {
        runtime_say(runtime,
                    "lockstep: note: a GPU may go on here, because it maps whole pages; so "
                    "does a run without --out-of-bounds stop\n");
    }
}

// Launches that did what was wanted, and something to be told.
static bool has_messages(const LaunchRecord *const *records, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (records[i]->lost_prints > 0 || records[i]->beyond.kind != FAULT_NONE) {
            return true;
        }
    }
    return false;
}

static void run_in_time(Runtime *runtime, const LaunchRecord *const *records, uint32_t count,
                        double earliest, Span *span)
{
    KernelTime time = time_kernel(records[0], device_used_bytes(runtime->device));
    span->start = later(earliest, runtime->current->compute_ready);
    span->end = span->start + time.seconds;
    runtime->current->compute_ready = span->start + time.busy_seconds;
    work_tell(runtime, &(RuntimeWork){.name = "kernel",
                                      .start_seconds = span->start,
                                      .end_seconds = span->end,
                                      .launch = records[0]->id});
    span->end = children_run(runtime, records, count, span);
}

cudaError_t call_run(Runtime *runtime, const KernelCall *call, double earliest, Span *span)
{
    LockstepLaunch launch = launch_of(runtime, call);
    uint32_t first = device_launch_count(runtime->device);
    LockstepStatus status = lockstep_launch(runtime->device, call->function->module, &launch);
    const LockstepReport *report = lockstep_report(runtime->device);
    uint32_t count = records_since(report, first);
    const LaunchRecord *const *records = report->records + (report->count - count);
    const LaunchRecord *last = count > 0 ? records[count - 1] : NULL; // the one that failed
    leak_place_launch(runtime);
    if (status != LOCKSTEP_OK) {
        show_failure(runtime, status, last);
    } else if (has_messages(records, count)) {
        runtime_show_output(runtime);
        runtime_show_messages(runtime);
    }
    if (last != NULL && (status == LOCKSTEP_ERROR_FAULT || status == LOCKSTEP_ERROR_LIMIT)) {
        runtime->fault = error_of_fault(last->fault.kind);
        work_tell(runtime, &(RuntimeWork){.name = "kernel",
                                          .start_seconds = earliest,
                                          .end_seconds = earliest,
                                          .launch = records[0]->id});
        return cudaSuccess; // it is found out by those who wait for the kernel
    }
    if (status != LOCKSTEP_OK && count > 1) {
        runtime->fault = cudaErrorLaunchFailure; // of a child, as a kernel that launched it faults
        return cudaSuccess;
    }
    if (status != LOCKSTEP_OK || last == NULL) {
        return refusal_of(runtime, call, status);
    }
    run_in_time(runtime, records, count, earliest, span);
    return cudaSuccess;
}

// A launch that the device is known to refuse: recorded, so that the report has it and the reason.
static void record_refusal(Runtime *runtime, const KernelCall *call)
{
    bool has_kernel = call->function != NULL && call->function->kernel != NULL;
    if (has_kernel && volume(call->configuration.grid) > 0 &&
        volume(call->configuration.block) > 0) {
        LockstepLaunch refused = launch_of(runtime, call);
        lockstep_launch(runtime->device, call->function->module, &refused);
    }
}

// A launch whose dimensions are too large is described as the device refuses it.
static void tell_configuration(Runtime *runtime, const KernelCall *call)
{
    if (volume(call->configuration.grid) > 0 && volume(call->configuration.block) > 0) {
        record_refusal(runtime, call);
        runtime_show_messages(runtime);
    }
}

static cudaError_t launch(const void *function, const CallConfiguration *configuration,
                          void **arguments, const uint32_t cluster[3], bool is_cooperative)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    stream_turn(runtime, configuration->stream);
    Operation operation = {.kind = OPERATION_KERNEL};
    KernelCall *call = &operation.as.kernel;
    cudaError_t error = call_prepare(runtime, function, configuration, arguments, call);
    call->is_cooperative = is_cooperative;
    if (cluster != NULL) {
        memcpy(call->cluster, cluster, sizeof(call->cluster));
    }
    if (error == cudaSuccess && runtime->fault == cudaSuccess) {
        error = call_check(runtime, call);
    }
    if (error == cudaSuccess) {
        const char *kernel = call->function->name;
        error = stream_issue(runtime, configuration->stream, &operation);
        runtime->failed_kernel = kernel;
        return runtime_leave(runtime, error);
    }
    if (error == cudaErrorInvalidConfiguration) {
        tell_configuration(runtime, call);
        error = cudaErrorInvalidValue; // what CUDA 13 answers (tests/corpus/error_handling.cu)
    }
    if (error == cudaErrorNoKernelImageForDevice) {
        record_refusal(runtime, call); // call_check has told why
    }
    runtime->untold = error == cudaErrorNoKernelImageForDevice ? error : runtime->untold;
    runtime->failed_kernel = call->function == NULL ? "" : call->function->name;
    operation_release(&operation);
    struct CUstream_st *stream = stream_find(runtime, configuration->stream);
    graph_spoil(stream == NULL ? NULL : stream->capture, error);
    return runtime_leave(runtime, error);
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                             size_t sharedMem, cudaStream_t stream)
{
    CallConfiguration configuration = {gridDim, blockDim, sharedMem, stream};
    return launch(func, &configuration, args, NULL, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream)
{
    CallConfiguration configuration = {gridDim, blockDim, sharedMem, stream};
    return launch(func, &configuration, args, NULL, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
    if (config == NULL || (config->attrs == NULL && config->numAttrs > 0)) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    CallConfiguration configuration = {config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                       config->stream};
    uint32_t cluster[3] = {0};
    bool is_cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if ((unsigned)attribute->id > cudaLaunchAttributeNvlinkUtilCentricScheduling) {
            return runtime_fail(cudaErrorInvalidValue);
        }
        if (attribute->id == cudaLaunchAttributeClusterDimension) {
            cluster[0] = attribute->val.clusterDim.x;
            cluster[1] = attribute->val.clusterDim.y;
            cluster[2] = attribute->val.clusterDim.z;
        } else if (attribute->id == cudaLaunchAttributeCooperative) {
            is_cooperative = attribute->val.cooperative != 0;
        }
    }
    return launch(func, &configuration, args, cluster, is_cooperative);
}

unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                         struct CUstream_st *stream)
{
    RuntimeThread *thread = runtime_thread();
    if (thread->pending_count == sizeof(thread->pending) / sizeof(thread->pending[0])) {
        thread->last_error = cudaErrorInvalidConfiguration;
        return 1;
    }
    thread->pending[thread->pending_count++] =
        (CallConfiguration){gridDim, blockDim, sharedMem, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                       void *stream)
{
    RuntimeThread *thread = runtime_thread();
    if (thread->pending_count == 0) {
        return thread->last_error = cudaErrorMissingConfiguration;
    }
    const CallConfiguration *popped = &thread->pending[--thread->pending_count];
    *gridDim = popped->grid;
    *blockDim = popped->block;
    *sharedMem = popped->shared_bytes;
    *(cudaStream_t *)stream = popped->stream;
    return cudaSuccess;
}

void __lockstepLaunchStubAt(void **arguments)
{
    const void *caller = __builtin_return_address(0);
    CallConfiguration configuration;
    if (__cudaPopCallConfiguration(&configuration.grid, &configuration.block,
                                   &configuration.shared_bytes,
                                   (void *)&configuration.stream) != cudaSuccess) {
        return;
    }
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        runtime_refusal();
        return;
    }
    const void *function = function_around(runtime, caller);
    runtime_leave(runtime, cudaSuccess);
    launch(function, &configuration, arguments, NULL, false);
}
