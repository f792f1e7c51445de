// SPDX-License-Identifier: Apache-2.0
// A generator of random kernels in CUDA C++ that have one meaning: see random_kernels.c for how
// undefined behavior is kept out. Each part writes one kind of text: expression.c, statement.c,
// loop.c, warp.c.
#ifndef LOCKSTEP_TESTS_RANDOM_H
#define LOCKSTEP_TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RANDOM_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define RANDOM_PRINTF
#endif

typedef struct Random {
    uint64_t state;
    uint32_t indent;
    uint32_t names;      // of counters, labels and temporaries given out
    uint32_t loops;      // written so far
    uint32_t loop_depth; // loops around
    uint32_t rounds;     // of all loops around, multiplied
    uint32_t counters[8];
    uint32_t counter_count;         // that may be read here: small numbers
    uint32_t first_helper, helpers; // functions that may be called
    bool is_parallel;               // kernels may use what threads do together
    bool is_uniform;                // all threads of the block come here
} Random;

extern Random random_state;

// ---- random_kernels.c
uint32_t below(uint32_t limit);
bool one_in(uint32_t count);
const char *pick_text(const char *const *texts, uint32_t count);
#define PICK(...)                                                                                  \
    pick_text((const char *const[]){__VA_ARGS__},                                                  \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))
const char *say(const char *format, ...) RANDOM_PRINTF; // kept until the statement is written
uint32_t say_mark(void);
void say_release(uint32_t mark);                 // forgets what was said since
void put(const char *format, ...) RANDOM_PRINTF; // a line of the program

// ---- expression.c: text of expressions without side effects
// Of any integer type and value.
const char *integer(uint32_t depth);
// An int computed without wrapping: at most `bound` away from 0.
typedef struct Small {
    const char *text;
    uint32_t bound;
} Small;
Small small(uint32_t depth);
const char *small_below(uint32_t depth, uint32_t limit); // 0 to limit - 1
const char *real(uint32_t depth);                        // float or double
const char *condition(uint32_t depth);
const char *integer_type(void);
const char *integer_variable(void); // of any integer type
const char *real_variable(void);
const char *constant(void);

// ---- statement.c
void statements(uint32_t depth, uint32_t count);
void block(uint32_t depth, uint32_t count); // indented, without its braces

// ---- loop.c
void loop(uint32_t depth);

// ---- warp.c
void exchange(void); // between threads; all of the block must come here

#endif
