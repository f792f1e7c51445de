// SPDX-License-Identifier: Apache-2.0
// Streams and events. Work runs when it is issued; a stream's clock says when it would be done in
// modeled time. The legacy default stream waits for all blocking streams and they for it (CUDA C++
// Programming Guide, "Default Stream").
#ifndef LOCKSTEP_RUNTIME_STREAM_H
#define LOCKSTEP_RUNTIME_STREAM_H

#include "sim/runtime/operation.h"

struct CUstream_st {
    struct CUstream_st *next;
    const void *caller; // the call that created it, if the program is checked (leak.h)
    uint64_t id;
    RuntimeDevice *home;
    unsigned flags; // cudaStreamNonBlocking
    int priority;
    double ready_seconds;               // modeled time at which all its work is done
    uint64_t known;                     // work that its next work follows (follow.h)
    struct StreamAttribute *attributes; // owned; or NULL: none was set (stream_attribute.c)
    // While it is captured: the graph, and the nodes that its next work depends on.
    struct CUgraph_st *capture;
    bool is_capture_origin;
    bool is_capture_to_graph; // into a graph of the program's
    uint64_t capture_id;
    cudaGraphNode_t *capture_after;
    size_t capture_after_count;
};

struct CUevent_st {
    struct CUevent_st *next;
    const void *caller; // as a stream's
    RuntimeDevice *home;
    unsigned flags;
    bool is_recorded;
    double seconds;
    uint64_t known; // work before it (follow.h)
    // Recorded in a captured stream: what it represents there. Afterwards it represents nothing
    // until it is recorded again.
    struct CUgraph_st *capture;
    bool is_of_ended_capture;
    cudaGraphNode_t *capture_after;
    size_t capture_after_count;
};

// Of the current device.
void streams_start(Runtime *runtime);
void streams_stop(Runtime *runtime);

// The stream of a handle, NULL when there is none.
struct CUstream_st *stream_find(Runtime *runtime, cudaStream_t handle);
struct CUevent_st *event_find(Runtime *runtime, cudaEvent_t handle);
void event_set(cudaEvent_t event, double seconds);
double event_seconds(cudaEvent_t event);
// Records the event in a stream; has a stream wait for it. is_node: this becomes a node of the
// graph into which the stream is captured, instead of an edge.
cudaError_t event_record(Runtime *runtime, cudaEvent_t handle, cudaStream_t stream, bool is_node);
cudaError_t event_wait(Runtime *runtime, cudaStream_t stream, cudaEvent_t handle, bool is_node);

// Whether it is the legacy stream while a stream that waits for it is captured: it takes no work.
bool stream_is_shut(const Runtime *runtime, const struct CUstream_st *stream);

void stream_drop_attributes(struct CUstream_st *stream);

// Makes the stream's device the one that this call works on: a kernel runs on the device of its
// stream, whichever was chosen with cudaSetDevice (two H200, driver 580).
void stream_turn(Runtime *runtime, cudaStream_t handle);

// Runs the operation in the stream, or adds it to the graph that the stream is captured into. The
// operation's memory is taken over in any case.
cudaError_t stream_issue(Runtime *runtime, cudaStream_t handle, Operation *operation);

// Issues, and waits for it as a call without a stream does.
cudaError_t stream_issue_and_wait(Runtime *runtime, Operation *operation);

// The host waits until this modeled time.
void host_wait(Runtime *runtime, double seconds);

#endif
