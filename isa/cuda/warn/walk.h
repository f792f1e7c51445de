// SPDX-License-Identifier: Apache-2.0
// Inside of this room: one kernel walked in the order in which a thread runs it: called functions
// in place, both sides of every `if`, every loop's body twice. Collects the accesses to shared
// memory, and the pairs of them that some path connects without a barrier.
#ifndef LOCKSTEP_CUDA_WARN_WALK_H
#define LOCKSTEP_CUDA_WARN_WALK_H

#include "isa/cuda/warn/value.h"

#define PLACE_LIMIT   192u  // locals that are followed; others are not known
#define PENDING_LIMIT 96u   // accesses since the last barrier; later ones are not looked at
#define ACCESS_LIMIT  1024u // of one kernel; later ones are not looked at
#define PAIR_LIMIT    8192u
#define STEP_LIMIT    60000u // expressions; then the walk ends
#define NEST_LIMIT    100u   // of statements and calls; deeper ones end the walk

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } AccessKind;

typedef struct Access {
    AccessKind kind;
    const Variable *variable;
    ValueId offset, guard;
    uint32_t size_bytes;
    SourceLocation location;
    const Statement *divergent; // outermost statement here that only some threads enter, or NULL
    const Statement *loop;      // innermost loop, or NULL
} Access;

// An access that no barrier has followed on the path at hand.
typedef struct Pending {
    uint32_t access;
    ValueId guard;  // the access's, and of the path without a barrier
    uint32_t order; // among all accesses met
    bool is_warp_synchronized;
} Pending;

typedef struct Pair {
    Pending before;
    uint32_t after;      // access
    bool is_next_round;  // of the innermost loop that `after` is in
    bool is_before_loop; // before that loop
} Pair;

typedef struct Place {
    const Variable *variable;
    int64_t offset;
    ValueId value;
} Place;

// What is known at one point of one path.
typedef struct State {
    Place places[PLACE_LIMIT];
    Pending pending[PENDING_LIMIT];
    uint32_t place_count, pending_count, barriers;
    ValueId guard;
    bool is_dead; // no thread gets here
    struct State *next_free;
} State;

typedef struct Walk {
    const Tree *tree;
    Arena *arena;
    Values values;
    State *state, *free_states;
    State *at_return, *at_break, *at_continue; // where these lead; dead until one is met
    ValueId returned;
    const Statement *divergent, *loop;
    SourceLocation call; // of a library function, from the user's code
    bool is_library;
    Access *accesses;
    Pair *pairs;
    uint32_t access_count, pair_count, steps, nest;
    uint32_t seen;                               // accesses met, again and again
    uint32_t loop_begin, round_begin;            // of the innermost loop, in accesses met
    bool is_over, has_barrier, has_warp_barrier; // somewhere in the kernel
} Walk;

// state.c
State *state_take(Walk *walk, const State *like); // a copy; NULL: one that is dead
void state_give(Walk *walk, State *state);
ValueId state_get(const State *state, const Variable *variable, int64_t offset); // 0: not known
void state_set(State *state, const Variable *variable, int64_t offset, ValueId value);
void state_forget(State *state, const Variable *variable);
void state_copy(State *state, const Variable *to, int64_t to_offset, const Variable *from,
                int64_t from_offset, uint64_t size_bytes);
// Merges two paths into what is known on both; condition: of the path `from`.
void state_merge(Walk *walk, State *into, const State *from, ValueId condition);
// The path ends here and continues at `target`.
void state_leave(Walk *walk, State *target);
void state_barrier(Walk *walk);
void state_warp_barrier(Walk *walk);
void state_access(Walk *walk, AccessKind kind, ValueId pointer, const Type *type,
                  SourceLocation location);

// walk_expression.c
ValueId walk_expression(Walk *walk, const Expression *e);
ValueId walk_address(Walk *walk, const Expression *e); // of an lvalue
void walk_store(Walk *walk, ValueId pointer, const Type *type, ValueId value,
                SourceLocation location);

// walk_call.c
ValueId walk_call(Walk *walk, const Expression *e);
ValueId walk_builtin(Walk *walk, const Expression *e);
void walk_assembly(Walk *walk, const AsmStatement *assembly, SourceLocation location);

// walk.c
void walk_kernel(Walk *walk, const Function *kernel);
void walk_statement(Walk *walk, const Statement *statement);

// dimensions.c: bits 0 to 2: the coordinates x, y and z of the block that the kernel distinguishes.
uint32_t walk_axes(const Walk *walk);

// race.c: reports the pairs that are of different threads.
void race_report(const Walk *walk, const Function *kernel, uint32_t compute_capability,
                 Diagnostics *diagnostics);

#endif
