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
    *context = (struct CUctx_st){
        .next = runtime->contexts, .id = ++runtime->last_id, .device = device, .flags = flags};
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
    if (context == NULL) {
        return cudaErrorInvalidValue;
    }
    if (!is_known(runtime, context) || thread->context_count == RUNTIME_CONTEXTS_MAX) {
        return DRIVER_INVALID_CONTEXT;
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

uint32_t driver_turn(CUdevice device)
{
    RuntimeThread *thread = runtime_thread();
    uint32_t own = thread->device;
    thread->device = runtime_has_device(device) ? (uint32_t)device : own;
    return own;
}

int driver_context_device(CUcontext context)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return -1;
    }
    context = context == NULL ? top(runtime) : context;
    int device = is_known(runtime, context) ? (int)context->device : -1;
    runtime_leave(runtime, cudaSuccess);
    return device;
}

CUcontext driver_context_of(Runtime *runtime, uint32_t device)
{
    struct CUctx_st *current = top(runtime);
    return current != NULL && current->device == device ? current : make_primary(runtime, device);
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

// One way of waiting at the most, and no bit that means nothing.
static bool are_flags(unsigned flags)
{
    unsigned way = flags & CU_CTX_SCHED_MASK;
    return (flags & ~(unsigned)CU_CTX_FLAGS_MASK) == 0 && (way & (way - 1)) == 0;
}

static cudaError_t create(Runtime *runtime, CUcontext *context, unsigned flags, CUdevice device)
{
    if (!are_flags(flags)) {
        return cudaErrorInvalidValue;
    }
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
        return DRIVER_INVALID_CONTEXT;
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
        return DRIVER_INVALID_CONTEXT;
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
        return runtime_has_device(device) ? DRIVER_INVALID_CONTEXT : cudaErrorInvalidDevice;
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

static cudaError_t create_with(CUcontext *context, const CUctxCreateParams *parameters,
                               unsigned flags, CUdevice device)
{
    bool is_plain = parameters == NULL ||
                    (parameters->numExecAffinityParams == 0 && parameters->cigParams == NULL);
    return is_plain ? run(CONTEXT_CREATE, context, flags, device) : cudaErrorNotSupported;
}

// CUDA 13's form.
CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags,
                        CUdevice dev)
{
    return DRIVER_CALL(false, create_with(pctx, ctxCreateParams, flags, dev));
}

CUresult cuCtxDestroy(CUcontext ctx)
{
    return DRIVER_CALL(false, run(CONTEXT_DESTROY, &ctx, 0, 0));
}

// As before CUDA 4: a context is destroyed when nobody has it any more.

static cudaError_t attach(CUcontext *context, unsigned flags)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    bool is_good = context != NULL && flags == 0;
    if (is_good) {
        *context = top(runtime);
        (*context)->attached++;
    }
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags)
{
    return DRIVER_CALL(true, attach(pctx, flags));
}

static cudaError_t detach(CUcontext context)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    bool is_attached = is_known(runtime, context) && context->attached > 0;
    if (is_attached) {
        context->attached--;
    }
    return runtime_leave(runtime, is_attached ? cudaSuccess : destroy(runtime, context));
}

CUresult cuCtxDetach(CUcontext ctx)
{
    return DRIVER_CALL(true, detach(ctx));
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
    if (context == NULL) {
        return cudaErrorInvalidValue;
    }
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
    if (version == NULL) {
        return DRIVER_CALL(false, cudaErrorInvalidValue);
    }
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

// Of this context, or of the current one.
static cudaError_t get_id(CUcontext context, unsigned long long *id)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    context = context == NULL ? top(runtime) : context;
    bool is_good = id != NULL && is_known(runtime, context);
    if (is_good) {
        *id = context->id;
    }
    return runtime_leave(runtime, is_good      ? cudaSuccess
                                  : id == NULL ? cudaErrorInvalidValue
                                               : DRIVER_INVALID_CONTEXT);
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId)
{
    return DRIVER_CALL(true, get_id(ctx, ctxId));
}

static cudaError_t get_flags(unsigned *flags)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (flags != NULL) {
        *flags = top(runtime)->flags;
    }
    return runtime_leave(runtime, flags == NULL ? cudaErrorInvalidValue : cudaSuccess);
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    return DRIVER_CALL(true, get_flags(flags));
}

static cudaError_t set_flags(unsigned flags)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    bool is_good = are_flags(flags);
    if (is_good) {
        top(runtime)->flags = flags;
    }
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    return DRIVER_CALL(true, set_flags(flags));
}

// Primary contexts

static cudaError_t primary_state(CUdevice device, unsigned *flags, int *is_active)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (!runtime_has_device(device) || flags == NULL || is_active == NULL) {
        return runtime_leave(runtime, runtime_has_device(device) ? cudaErrorInvalidValue
                                                                 : cudaErrorInvalidDevice);
    }
    const struct CUctx_st *primary = primary_of(runtime, (uint32_t)device);
    const RuntimeThread *thread = runtime_thread();
    bool is_of_runtime = thread->has_primary && thread->device == (uint32_t)device;
    *flags = primary == NULL ? 0 : primary->flags;
    *is_active = is_of_runtime || (primary != NULL && primary->retained > 0);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active)
{
    return DRIVER_CALL(false, primary_state(dev, flags, active));
}

static cudaError_t set_primary_flags(CUdevice device, unsigned flags)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (!runtime_has_device(device) || !are_flags(flags)) {
        return runtime_leave(runtime, runtime_has_device(device) ? cudaErrorInvalidValue
                                                                 : cudaErrorInvalidDevice);
    }
    make_primary(runtime, (uint32_t)device)->flags = flags;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags)
{
    return DRIVER_CALL(false, set_primary_flags(dev, flags));
}

// All that the device has is released; the context stays retained.
static cudaError_t reset(CUdevice device)
{
    if (!runtime_has_device(device)) {
        return cudaErrorInvalidDevice;
    }
    uint32_t own = driver_turn(device);
    cudaError_t error = cudaDeviceReset();
    driver_turn((int)own);
    return error;
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev)
{
    return DRIVER_CALL(false, reset(dev));
}
