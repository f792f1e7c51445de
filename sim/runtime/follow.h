// SPDX-License-Identifier: Apache-2.0
// Which work of streams and graphs follows which, for the checker of races between them. Work that
// the host has waited for is forgotten: all later work follows it. Nothing happens without the
// checker, or while the program has neither streams of its own, nor graphs with branches, nor
// memory that kernels and host code share.
#ifndef LOCKSTEP_RUNTIME_FOLLOW_H
#define LOCKSTEP_RUNTIME_FOLLOW_H

#include "sim/runtime/stream.h"

// Around an operation that runs in the stream. What begins returns is for the end.
uint64_t follow_begin(Runtime *runtime, const struct CUstream_st *stream,
                      const Operation *operation);
void follow_end(Runtime *runtime, struct CUstream_st *stream, const Operation *operation,
                uint64_t known);

// Around a node of a graph that is followed: `known` at the beginning is what the nodes that it
// waits for returned at their ends, and what the graph's run comes after.
uint64_t follow_begin_node(Runtime *runtime, const Operation *operation, uint64_t known);
uint64_t follow_end_node(Runtime *runtime, const Operation *operation, uint64_t known);

// The host has waited for the stream, for an event (its `known`), for the current device, or for
// everything.
void follow_stream(Runtime *runtime, const struct CUstream_st *stream);
void follow_host(Runtime *runtime, uint64_t known);
void follow_device(Runtime *runtime);
void follow_all(Runtime *runtime);

// The stream is about to be destroyed; its work goes on.
void follow_destroy(const struct CUstream_st *stream);

#endif
