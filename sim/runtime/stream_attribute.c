// SPDX-License-Identifier: Apache-2.0
// Attributes of streams: hints, which change no result and no modeled time, and can be asked for.
#include "isa/base/heap.h"
#include "sim/runtime/stream.h"

#include <stdlib.h>
#include <string.h>

struct StreamAttribute {
    struct StreamAttribute *next;
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue value;
};

static struct StreamAttribute *find(const struct CUstream_st *stream, cudaLaunchAttributeID id)
{
    struct StreamAttribute *at = stream->attributes;
    while (at != NULL && at->id != id) {
        at = at->next;
    }
    return at;
}

static void keep(struct CUstream_st *stream, cudaLaunchAttributeID id,
                 const cudaLaunchAttributeValue *value)
{
    struct StreamAttribute *attribute = find(stream, id);
    if (attribute == NULL) {
        attribute = heap_resize(NULL, 1, sizeof(*attribute));
        *attribute = (struct StreamAttribute){.next = stream->attributes, .id = id};
        stream->attributes = attribute;
    }
    attribute->value = *value;
}

void stream_drop_attributes(struct CUstream_st *stream)
{
    while (stream->attributes != NULL) {
        struct StreamAttribute *attribute = stream->attributes;
        stream->attributes = attribute->next;
        free(attribute);
    }
}

// Those that streams have.
static bool is_known(cudaLaunchAttributeID id)
{
    return id == cudaLaunchAttributeAccessPolicyWindow ||
           id == cudaLaunchAttributeSynchronizationPolicy || id == cudaLaunchAttributePriority ||
           id == cudaLaunchAttributeMemSyncDomainMap || id == cudaLaunchAttributeMemSyncDomain;
}

// Enters the runtime and finds the stream; NULL, and the error to return, when that fails.
static struct CUstream_st *enter(cudaStream_t handle, bool is_good, Runtime **runtime,
                                 cudaError_t *error)
{
    *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (*runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    struct CUstream_st *stream = stream_find(*runtime, handle);
    if (stream == NULL || !is_good) {
        *error = runtime_leave(*runtime, stream == NULL ? cudaErrorInvalidResourceHandle
                                                        : cudaErrorInvalidValue);
        return NULL;
    }
    return stream;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   const cudaStreamAttrValue *value)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUstream_st *stream = enter(hStream, value != NULL && is_known(attr), &runtime, &error);
    if (stream == NULL) {
        return error;
    }
    if (attr == cudaLaunchAttributePriority) {
        stream->priority = value->priority;
    }
    keep(stream, attr, value);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   cudaStreamAttrValue *value_out)
{
    Runtime *runtime;
    cudaError_t error;
    const struct CUstream_st *stream =
        enter(hStream, value_out != NULL && is_known(attr), &runtime, &error);
    if (stream == NULL) {
        return error;
    }
    const struct StreamAttribute *kept = find(stream, attr);
    *value_out = (cudaStreamAttrValue){.pad = {0}};
    if (attr == cudaLaunchAttributePriority) {
        value_out->priority = stream->priority;
    } else if (kept != NULL) {
        *value_out = kept->value;
    } else if (attr == cudaLaunchAttributeSynchronizationPolicy) {
        value_out->syncPolicy = cudaSyncPolicyAuto;
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
    Runtime *runtime;
    cudaError_t error;
    struct CUstream_st *to = enter(dst, true, &runtime, &error);
    if (to == NULL) {
        return error;
    }
    const struct CUstream_st *from = stream_find(runtime, src);
    for (const struct StreamAttribute *at = from == NULL ? NULL : from->attributes; at != NULL;
         at = at->next) {
        keep(to, at->id, &at->value);
    }
    to->priority = from == NULL ? to->priority : from->priority;
    return runtime_leave(runtime, from == NULL ? cudaErrorInvalidResourceHandle : cudaSuccess);
}
