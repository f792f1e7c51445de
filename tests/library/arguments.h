// SPDX-License-Identifier: Apache-2.0
// The arguments that every function is tried with: the first half all exponents, special values and
// the surroundings of multiples of pi/4; the second half numbers of [0, 1] that a row's range
// spreads.
#ifndef LOCKSTEP_TEST_LIBRARY_ARGUMENTS_H
#define LOCKSTEP_TEST_LIBRARY_ARGUMENTS_H

enum { HALF_COUNT = 1 << 15, ARGUMENT_COUNT = 2 * HALF_COUNT };

typedef struct Arguments {
    float all_f[HALF_COUNT], all2_f[HALF_COUNT], unit_f[HALF_COUNT], unit2_f[HALF_COUNT];
    double all_d[HALF_COUNT], all2_d[HALF_COUNT], unit_d[HALF_COUNT], unit2_d[HALF_COUNT];
} Arguments;

// Fills the tables; the same on every machine.
void arguments_fill(Arguments *arguments);

#endif
