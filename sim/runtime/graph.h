// SPDX-License-Identifier: Apache-2.0
// Graphs: operations and what each waits for, built node by node or captured from streams, and
// launched as a whole. Leaves out: edges with ports, semaphores of other APIs.
#ifndef LOCKSTEP_RUNTIME_GRAPH_H
#define LOCKSTEP_RUNTIME_GRAPH_H

#include "sim/runtime/stream.h"

struct CUgraphNode_st {
    struct CUgraph_st *graph;
    struct CUgraphNode_st *origin; // the node that this one was copied from
    Operation operation;
    cudaGraphNode_t *after; // nodes of the same graph
    size_t after_count;
    double end_seconds; // of its last run
    uint64_t known;     // tasks that what waits for its last run comes after (follow.h)
    bool is_done;       // in a run
    bool is_awaited;    // by another node
    bool is_disabled;   // of an executable graph: does nothing
};

// An object of the program's that lives as long as somebody refers to it.
struct CUuserObject_st {
    struct CUuserObject_st *next;
    void *pointer;
    cudaHostFn_t destroy;
    uint64_t references;
};

typedef struct GraphObject {
    struct CUuserObject_st *object;
    uint32_t references; // of the graph
} GraphObject;

struct CUgraph_st {
    struct CUgraph_st *next; // of the program's graphs
    cudaGraphNode_t *nodes;  // in the order in which they were added
    size_t count;
    uint32_t room;
    GraphObject *objects;
    uint32_t object_count;
    bool is_followed; // in this run: its nodes are tasks, as operations of streams are
    uint64_t known;   // tasks that its run comes after; at the end, that what follows comes after
    // While streams are captured into it:
    enum cudaStreamCaptureMode capture_mode;
    const RuntimeThread *capturer;
    bool is_spoiled; // by a call that a capture forbids: it cannot end well
    bool was_instantiated;
};

struct CUgraphExec_st {
    struct CUgraphExec_st *next;
    struct CUgraph_st *graph;        // a copy
    const struct CUgraph_st *source; // NULL: destroyed
    unsigned long long flags;
};

// What the program's handles mean, or NULL.
struct CUgraph_st *graph_find(Runtime *runtime, cudaGraph_t handle); // also inside of others
struct CUgraphExec_st *graph_executable(Runtime *runtime, cudaGraphExec_t handle);
cudaGraphNode_t graph_node(Runtime *runtime, cudaGraphNode_t handle); // in any graph

struct CUgraph_st *graph_create(void);
struct CUgraph_st *graph_copy(const struct CUgraph_st *graph);
void graph_release(struct CUgraph_st *graph);
void graphs_stop(Runtime *runtime);

// The operation that a node of these parameters does. What comes out is released with
// operation_release, also after an error.
cudaError_t graph_operation(Runtime *runtime, const struct cudaGraphNodeParams *from,
                            Operation *operation);

// A copy of bytes without rows, as the API describes it.
struct cudaMemcpy3DParms graph_copy_1d(void *dst, const void *src, size_t count,
                                       enum cudaMemcpyKind kind);

// Adds a node, which takes the operation's memory over. NULL when `after` names no nodes of this
// graph, or one twice.
cudaGraphNode_t graph_add(struct CUgraph_st *graph, const Operation *operation,
                          const cudaGraphNode_t *after, size_t after_count);

// Whether it can be instantiated: no circle, and conditional nodes as they may be.
bool graph_is_launchable(Runtime *runtime, const struct CUgraph_st *graph);
bool graph_has_kind(const struct CUgraph_st *graph, OperationKind kind); // also child graphs
// Whether the new graph can take an executable one's place; *node: of the new one, why not, or
// NULL.
enum cudaGraphExecUpdateResult graph_compare(const struct CUgraph_st *own,
                                             const struct CUgraph_st *new, cudaGraphNode_t *node);
// Whether an operation can take the place of another of its kind in an executable graph.
bool graph_may_replace(const Operation *own, const Operation *new);

// Whether some nodes need not wait for each other.
bool graph_has_branches(struct CUgraph_st *graph);
// Runs every node after those it depends on, none before `earliest`; *end: when the last is done.
// cudaErrorInvalidValue when nodes wait for each other in a circle.
cudaError_t graph_run(Runtime *runtime, struct CUgraph_st *graph, double earliest, double *end);

// Adds what is issued to a captured stream; takes the operation's memory over.
cudaError_t graph_capture(struct CUstream_st *stream, Operation *operation);
// An event recorded in a captured stream; a stream that waits for such an event.
void graph_record(const struct CUstream_st *stream, struct CUevent_st *event);
cudaError_t graph_wait(struct CUstream_st *stream, const struct CUevent_st *event);
bool graph_is_capturing(const Runtime *runtime);
bool graph_has_capture(const Runtime *runtime, cudaGraph_t graph); // into this graph

// A call that a capture forbids spoils it. Each returns the error of that call.
cudaError_t graph_spoil(struct CUgraph_st *graph, cudaError_t error); // NULL: no capture
cudaError_t graph_spoil_all(Runtime *runtime, bool is_blocking_only, cudaError_t error);
// cudaErrorStreamCaptureUnsupported, and the captures are spoiled, when captures and the thread's
// mode forbid calls that may wait for the device, such as cudaMalloc; else cudaSuccess.
cudaError_t graph_guard(Runtime *runtime);

cudaError_t graph_memory_prepare(Runtime *runtime, const struct cudaMemAllocNodeParams *from,
                                 Operation *operation);
cudaError_t graph_memory_find(Runtime *runtime, const void *pointer, Operation *operation);
bool graph_has_memory(const struct CUgraph_st *graph); // nodes that allocate or free
// Whether a node that frees this memory may be added: none does yet, and a graph that allocates it
// was not instantiated before.
bool graph_may_free(const struct CUgraph_st *graph, const GraphMemory *memory);
// The program frees a graph's memory itself: cudaErrorInvalidValue when it is not allocated.
cudaError_t graph_memory_free(Allocation *allocation);
void graph_memory_set(Runtime *runtime, const GraphMemory *memory, bool is_live);
// Whether all memory that the graph allocates is free; is_freeing: becomes so.
bool graph_memory_is_free(Runtime *runtime, const struct CUgraph_st *graph, bool is_freeing);

// Runs the graphs that the value asks for, one after another.
cudaError_t conditional_run(Runtime *runtime, const Conditional *conditional, double earliest,
                            double *end);
void conditional_copy(Conditional *conditional); // gives a copy graphs of its own
void conditional_release(Conditional *conditional);
cudaError_t conditional_prepare(Runtime *runtime, const struct cudaConditionalNodeParams *from,
                                Operation *operation);
// Whether each handle that was made for the graph has its node.
bool conditionals_are_used(const Runtime *runtime, const struct CUgraph_st *graph);
void conditionals_forget(const Runtime *runtime, const struct CUgraph_st *graph); // it is destroyed
void conditionals_stop(Runtime *runtime);
// Before a launch: values that have a default become that.
void conditionals_start(Runtime *runtime, const struct CUgraph_st *graph);

void user_objects_forget(Runtime *runtime); // none is destroyed any more
void user_objects_stop(Runtime *runtime);
void user_objects_copy(struct CUgraph_st *to, const struct CUgraph_st *from);
void user_objects_drop(struct CUgraph_st *graph);

#endif
