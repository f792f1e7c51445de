// SPDX-License-Identifier: Apache-2.0
// Conditional nodes: a kernel sets a value in device memory, which says which graphs of the node
// run. A handle is the value's address, so cudaGraphSetConditional is a store.
#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct ConditionalValue ConditionalValue;
struct ConditionalValue {
    ConditionalValue *next;
    uint64_t address;
    uint32_t start;
    bool has_start;
    const struct CUgraph_st *graph; // whose node it is for; NULL: it is destroyed
    bool is_used;                   // by that node
};

static ConditionalValue *find_value(const Runtime *runtime, uint64_t handle)
{
    ConditionalValue *value = runtime->conditionals;
    while (value != NULL && value->address != handle) {
        value = value->next;
    }
    return value;
}

// The host's view of a value; NULL: its memory is gone.
static uint8_t *bytes_of(Runtime *runtime, uint64_t handle)
{
    uint8_t *bytes;
    bool is_device, is_host;
    return memory_reach(runtime, handle, sizeof(uint32_t), &bytes, &is_device, &is_host) ? bytes
                                                                                         : NULL;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out,
                                             cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    bool is_good = pHandle_out != NULL && graph_find(runtime, graph) != NULL &&
                   flags <= cudaGraphCondAssignDefault;
    bool has_start = flags == cudaGraphCondAssignDefault;
    ConditionalValue value = {.next = runtime->conditionals,
                              .start = has_start ? defaultLaunchValue : 0,
                              .has_start = has_start,
                              .graph = graph};
    LockstepStatus status =
        is_good ? lockstep_malloc(runtime->device, sizeof(uint32_t), NULL, &value.address)
                : LOCKSTEP_ERROR_INPUT;
    if (status != LOCKSTEP_OK) {
        return runtime_leave(runtime, is_good ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    }
    uint8_t *bytes = bytes_of(runtime, value.address);
    memcpy(bytes, &value.start, sizeof value.start);
    ConditionalValue *kept = heap_resize(NULL, 1, sizeof(*kept));
    *kept = value;
    runtime->conditionals = kept;
    *pHandle_out = value.address;
    return runtime_leave(runtime, cudaSuccess);
}

static uint32_t read_value(Runtime *runtime, const Conditional *conditional)
{
    uint32_t value = 0;
    const uint8_t *bytes = bytes_of(runtime, conditional->handle);
    if (bytes != NULL) {
        memcpy(&value, bytes, sizeof value);
    }
    return value;
}

// The graph of this value; the number of graphs: none.
static uint32_t chosen(const Conditional *conditional, uint32_t value)
{
    bool is_switch = conditional->type == cudaGraphCondTypeSwitch;
    bool is_if = conditional->type == cudaGraphCondTypeIf;
    uint32_t at = is_switch ? value : value != 0 ? 0 : is_if ? 1 : conditional->count;
    return at < conditional->count ? at : conditional->count;
}

cudaError_t conditional_run(Runtime *runtime, const Conditional *conditional, double earliest,
                            double *end)
{
    cudaError_t error = cudaSuccess;
    *end = earliest;
    bool is_again = true;
    while (is_again && error == cudaSuccess && runtime->fault == cudaSuccess) {
        uint32_t at = chosen(conditional, read_value(runtime, conditional));
        if (at == conditional->count) {
            break;
        }
        error = graph_run(runtime, conditional->graphs[at], *end, end);
        is_again = conditional->type == cudaGraphCondTypeWhile;
    }
    return error;
}

void conditional_copy(Conditional *conditional)
{
    cudaGraph_t *graphs = heap_resize(NULL, conditional->count + 1, sizeof(*graphs));
    for (uint32_t i = 0; i < conditional->count; i++) {
        graphs[i] = graph_copy(conditional->graphs[i]);
    }
    conditional->graphs = graphs;
}

void conditional_release(Conditional *conditional)
{
    for (uint32_t i = 0; i < conditional->count; i++) {
        graph_release(conditional->graphs[i]);
    }
    free(conditional->graphs);
}

void conditionals_start(Runtime *runtime, const struct CUgraph_st *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i]->operation.kind != OPERATION_CONDITIONAL) {
            continue;
        }
        const Conditional *conditional = &graph->nodes[i]->operation.as.conditional;
        const ConditionalValue *value = find_value(runtime, conditional->handle);
        uint8_t *bytes = bytes_of(runtime, conditional->handle);
        if (value != NULL && value->has_start && bytes != NULL) {
            memcpy(bytes, &value->start, sizeof value->start);
        }
        for (uint32_t k = 0; k < conditional->count; k++) {
            conditionals_start(runtime, conditional->graphs[k]);
        }
    }
}

cudaError_t conditional_prepare(Runtime *runtime, const struct cudaConditionalNodeParams *from,
                                Operation *operation)
{
    bool is_count_good = from->type == cudaGraphCondTypeWhile ? from->size == 1
                         : from->type == cudaGraphCondTypeIf  ? from->size == 1 || from->size == 2
                                                              : from->size > 0;
    ConditionalValue *value = find_value(runtime, from->handle);
    if (!is_count_good || (unsigned)from->type > cudaGraphCondTypeSwitch || value == NULL ||
        value->is_used) {
        return cudaErrorInvalidValue;
    }
    value->is_used = true;
    Conditional conditional = {.handle = from->handle,
                               .type = from->type,
                               .count = from->size,
                               .graphs = heap_resize(NULL, from->size, sizeof(cudaGraph_t))};
    for (uint32_t i = 0; i < from->size; i++) {
        conditional.graphs[i] = graph_create();
    }
    *operation = (Operation){.kind = OPERATION_CONDITIONAL, .as.conditional = conditional};
    return cudaSuccess;
}

bool conditionals_are_used(const Runtime *runtime, const struct CUgraph_st *graph)
{
    const ConditionalValue *value = runtime->conditionals;
    while (value != NULL && (value->is_used || value->graph != graph)) {
        value = value->next;
    }
    return value == NULL;
}

void conditionals_forget(const Runtime *runtime, const struct CUgraph_st *graph)
{
    for (ConditionalValue *at = runtime->conditionals; at != NULL; at = at->next) {
        at->graph = at->graph == graph ? NULL : at->graph;
    }
}

void conditionals_stop(Runtime *runtime)
{
    while (runtime->conditionals != NULL) {
        ConditionalValue *value = runtime->conditionals;
        runtime->conditionals = value->next;
        free(value);
    }
}
