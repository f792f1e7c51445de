// SPDX-License-Identifier: Apache-2.0
// Contexts of the driver API: each thread has a stack of them, and the top says which device its
// calls are for. A thread that has called the runtime API has the primary context of its device.
#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>

static struct CUctx_st *primary_of(Runtime *runtime, uint32_t device)
{
    struct CUctx_st *context = runtime->contexts;
    while (context != NULL && !(context->is_primary && context->device == device)) {
        context = context->next;
    }
    return context;
}

static struct CUctx_st *add_context(Runtime *runtime, uint32_t device, unsigned flags)
{
    struct CUctx_st *context = heap_resize(NULL, 1, sizeof(*context));
    *context = (struct CUctx_st){.next = runtime->contexts, .device = device, .flags = flags};
    runtime->contexts = context;
    return context;
}

static struct CUctx_st *make_primary(Runtime *runtime, uint32_t device)
{
    struct CUctx_st *context = primary_of(runtime, device);
    if (context == NULL) {
        context = add_context(runtime, device, 0);
        context->is_primary = true;
    }
    return context;
}

static bool is_known(const Runtime *runtime, CUcontext context)
{
    const struct CUctx_st *at = runtime->contexts;
    while (at != NULL && at != context) {
        at = at->next;
    }
    return at != NULL;
}

// The thread's device is that of the top of its stack.
static void follow_stack(void)
{
    RuntimeThread *thread = runtime_thread();
    if (thread->context_count > 0) {
        thread->device = thread->contexts[thread->context_count - 1]->device;
    }
}

static cudaError_t push(Runtime *runtime, CUcontext context)
{
    RuntimeThread *thread = runtime_thread();
    if (!is_known(runtime, context) || thread->context_count == RUNTIME_CONTEXTS_MAX) {
        return cudaErrorDeviceUninitialized; // CUDA_ERROR_INVALID_CONTEXT
    }
    thread->contexts[thread->context_count++] = context;
    follow_stack();
    return cudaSuccess;
}

static struct CUctx_st *top(Runtime *runtime)
{
    RuntimeThread *thread = runtime_thread();
    return thread->context_count > 0 ? thread->contexts[thread->context_count - 1]
           : thread->has_primary     ? make_primary(runtime, thread->device)
                                     : NULL;
}

static void drop_top(void)
{
    RuntimeThread *thread = runtime_thread();
    thread->context_count -= thread->context_count > 0;
    follow_stack();
}

typedef enum ContextCall {
    CONTEXT_CREATE,
    CONTEXT_DESTROY,
    CONTEXT_SET,
    CONTEXT_PUSH,
    CONTEXT_POP,
    CONTEXT_RETAIN,
    CONTEXT_RELEASE
} ContextCall;

static cudaError_t create(Runtime *runtime, CUcontext *context, unsigned flags, CUdevice device)
{
    if (context == NULL || !runtime_has_device(device)) {
        return context == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
    }
    *context = add_context(runtime, (uint32_t)device, flags);
    return push(runtime, *context);
}

// The calling thread's current context, if it is this one, is none any more.
static cudaError_t destroy(Runtime *runtime, CUcontext context)
{
    struct CUctx_st **link = &runtime->contexts;
    while (*link != NULL && *link != context) {
        link = &(*link)->next;
    }
    if (*link == NULL || context->is_primary) {
        return cudaErrorDeviceUninitialized;
    }
    if (top(runtime) == context) {
        drop_top();
    }
    *link = context->next;
    free(context);
    return cudaSuccess;
}

static cudaError_t pop(Runtime *runtime, CUcontext *context)
{
    struct CUctx_st *popped = top(runtime);
    if (popped == NULL) {
        return cudaErrorDeviceUninitialized;
    }
    if (context != NULL) {
        *context = popped;
    }
    drop_top();
    return cudaSuccess;
}

static cudaError_t set(Runtime *runtime, CUcontext context)
{
    drop_top();
    return context == NULL ? cudaSuccess : push(runtime, context);
}

static cudaError_t retain(Runtime *runtime, CUcontext *context, CUdevice device)
{
    if (context == NULL || !runtime_has_device(device)) {
        return context == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
    }
    *context = make_primary(runtime, (uint32_t)device);
    (*context)->retained++;
    return cudaSuccess;
}

static cudaError_t release(Runtime *runtime, CUdevice device)
{
    struct CUctx_st *primary =
        runtime_has_device(device) ? primary_of(runtime, (uint32_t)device) : NULL;
    if (primary == NULL || primary->retained == 0) {
        return runtime_has_device(device) ? cudaErrorDeviceUninitialized : cudaErrorInvalidDevice;
    }
    primary->retained--;
    return cudaSuccess;
}

// One call on contexts, under the lock.
static cudaError_t run(ContextCall call, CUcontext *context, unsigned flags, CUdevice device)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    cudaError_t error = cudaSuccess;
    switch (call) {
    case CONTEXT_CREATE: error = create(runtime, context, flags, device); break;
    case CONTEXT_DESTROY: error = destroy(runtime, *context); break;
    case CONTEXT_SET: error = set(runtime, *context); break;
    case CONTEXT_PUSH: error = push(runtime, *context); break;
    case CONTEXT_POP: error = pop(runtime, context); break;
    case CONTEXT_RETAIN: error = retain(runtime, context, device); break;
    case CONTEXT_RELEASE: error = release(runtime, device); break;
    }
    return runtime_leave(runtime, error);
}

CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev)
{
    return DRIVER_CALL(false, run(CONTEXT_CREATE, pctx, flags, dev));
}

CUresult cuCtxDestroy(CUcontext ctx)
{
    return DRIVER_CALL(false, run(CONTEXT_DESTROY, &ctx, 0, 0));
}

CUresult cuCtxSetCurrent(CUcontext ctx)
{
    return DRIVER_CALL(false, run(CONTEXT_SET, &ctx, 0, 0));
}

CUresult cuCtxPushCurrent(CUcontext ctx)
{
    return DRIVER_CALL(false, run(CONTEXT_PUSH, &ctx, 0, 0));
}

CUresult cuCtxPopCurrent(CUcontext *pctx)
{
    return DRIVER_CALL(true, run(CONTEXT_POP, pctx, 0, 0));
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)
{
    return DRIVER_CALL(false, run(CONTEXT_RETAIN, pctx, 0, dev));
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev)
{
    return DRIVER_CALL(false, run(CONTEXT_RELEASE, NULL, 0, dev));
}

static cudaError_t current(CUcontext *context)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    *context = top(runtime);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuCtxGetCurrent(CUcontext *pctx)
{
    return DRIVER_CALL(false, current(pctx));
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    return DRIVER_CALL(true, cudaGetDevice(device));
}

CUresult cuCtxSynchronize(void)
{
    return DRIVER_CALL(true, cudaDeviceSynchronize());
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)
{
    (void)ctx;
    *version = 3020;
    return DRIVER_CALL(true, cudaSuccess);
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    return DRIVER_CALL(true, cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit)
{
    return DRIVER_CALL(true, cudaDeviceGetLimit(pvalue, (enum cudaLimit)limit));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    return DRIVER_CALL(true, cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags)
{
    return DRIVER_CALL(true, cudaDeviceEnablePeerAccess((int)peerContext->device, Flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext)
{
    return DRIVER_CALL(true, cudaDeviceDisablePeerAccess((int)peerContext->device));
}
