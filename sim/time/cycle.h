// SPDX-License-Identifier: Apache-2.0
// Time as values: a cycle is a number, a resource is a server that knows when it is free.
#ifndef LOCKSTEP_TIME_CYCLE_H
#define LOCKSTEP_TIME_CYCLE_H

#include <stdint.h>

// Cycles of the SM clock since the launch began.
typedef uint64_t Cycle;

// Conversions of times below 2^63, for which hosts have an instruction: down, up, and back.
static inline Cycle cycle_floor(double time)
{
    return (Cycle)(int64_t)time;
}

static inline Cycle cycle_ceil(double time)
{
    int64_t down = (int64_t)time;
    return (Cycle)(down + ((double)down < time));
}

static inline double cycle_real(Cycle cycle)
{
    return (double)(int64_t)cycle;
}

static inline double more_of(double a, double b)
{
    return a > b ? a : b;
}

// Serves one request after another. Fractions of a cycle add up, so that a rate need not divide
// the clock.
typedef struct Server {
    double free_at;
    double busy; // cycles taken so far
} Server;

// When a request that comes at `now` and takes `busy` cycles is served; the next one waits for its
// end.
static inline double server_take(Server *server, double now, double busy)
{
    double start = more_of(now, server->free_at);
    server->free_at = start + busy;
    server->busy += busy;
    return start;
}

#endif
