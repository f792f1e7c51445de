// SPDX-License-Identifier: Apache-2.0
// Objects of the program's that graphs keep alive: the last reference that goes destroys one.
#include "isa/base/heap.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>

static struct CUuserObject_st *find_object(Runtime *runtime, cudaUserObject_t handle)
{
    struct CUuserObject_st *object = runtime->user_objects;
    while (object != NULL && object != handle) {
        object = object->next;
    }
    return object;
}

static void let_go(struct CUuserObject_st *object, uint64_t count)
{
    object->references -= count < object->references ? count : object->references;
    if (object->references == 0 && object->destroy != NULL) {
        cudaHostFn_t destroy = object->destroy;
        object->destroy = NULL; // its memory is kept until the end: graphs may name it
        destroy(object->pointer);
    }
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (object_out == NULL || destroy == NULL || initialRefcount == 0 ||
        flags != cudaUserObjectNoDestructorSync) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    struct CUuserObject_st *object = heap_resize(NULL, 1, sizeof(*object));
    *object = (struct CUuserObject_st){runtime->user_objects, ptr, destroy, initialRefcount};
    runtime->user_objects = object;
    *object_out = object;
    return runtime_leave(runtime, cudaSuccess);
}

// The program's own function runs in this call, which must not hold the lock then.
static cudaError_t change(cudaUserObject_t handle, unsigned count, bool is_release)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUuserObject_st *object = find_object(runtime, handle);
    if (object == NULL || count == 0 || (is_release && count > object->references)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (!is_release) {
        object->references += count;
        return runtime_leave(runtime, cudaSuccess);
    }
    cudaError_t error = runtime_leave(runtime, cudaSuccess);
    let_go(object, count);
    return error;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
    return change(object, count, false);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
    return change(object, count, true);
}

static GraphObject *object_of(const struct CUgraph_st *graph, cudaUserObject_t handle)
{
    for (uint32_t i = 0; i < graph->object_count; i++) {
        if (graph->objects[i].object == handle) {
            return &graph->objects[i];
        }
    }
    return NULL;
}

static void retain(struct CUgraph_st *graph, struct CUuserObject_st *object, uint32_t count)
{
    GraphObject *held = object_of(graph, object);
    if (held == NULL) {
        graph->objects =
            heap_resize(graph->objects, graph->object_count + 1, sizeof(*graph->objects));
        held = &graph->objects[graph->object_count++];
        *held = (GraphObject){.object = object};
    }
    held->references += count;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    struct CUgraph_st *found = graph_find(runtime, graph);
    struct CUuserObject_st *held = find_object(runtime, object);
    if (found == NULL || held == NULL || count == 0 || flags > cudaGraphUserObjectMove) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    held->references += flags == cudaGraphUserObjectMove ? 0 : count;
    retain(found, held, count);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *found = graph_find(runtime, graph);
    GraphObject *held = found == NULL ? NULL : object_of(found, object);
    if (held == NULL || count == 0 || count > held->references) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    held->references -= count;
    cudaError_t error = runtime_leave(runtime, cudaSuccess);
    let_go(object, count);
    return error;
}

void user_objects_copy(struct CUgraph_st *to, const struct CUgraph_st *from)
{
    for (uint32_t i = 0; i < from->object_count; i++) {
        from->objects[i].object->references += from->objects[i].references;
        retain(to, from->objects[i].object, from->objects[i].references);
    }
}

void user_objects_drop(struct CUgraph_st *graph)
{
    for (uint32_t i = 0; i < graph->object_count; i++) {
        let_go(graph->objects[i].object, graph->objects[i].references);
    }
    free(graph->objects);
    graph->objects = NULL;
    graph->object_count = 0;
}

void user_objects_forget(Runtime *runtime)
{
    for (struct CUuserObject_st *at = runtime->user_objects; at != NULL; at = at->next) {
        at->destroy = NULL;
    }
}

void user_objects_stop(Runtime *runtime)
{
    while (runtime->user_objects != NULL) {
        struct CUuserObject_st *object = runtime->user_objects;
        runtime->user_objects = object->next;
        free(object);
    }
}
