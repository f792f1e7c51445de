// SPDX-License-Identifier: Apache-2.0
// Random but always valid PTX programs: one kernel a seed, with nested branches, data-dependent
// loops, shared and local memory, warp exchanges, calls and arithmetic of every basic type. The
// same seed gives the same text everywhere, so that results recorded on a GPU can be compared with
// the simulator's. Leaves out what the PTX ISA leaves undefined (division by zero, races) and
// approximate instructions.
#ifndef LOCKSTEP_TESTS_RANDOM_PTX_H
#define LOCKSTEP_TESTS_RANDOM_PTX_H

#include <stdint.h>

#define RANDOM_BLOCKS      2
#define RANDOM_THREADS     80 // per block: two full warps and half of one
#define RANDOM_IN_WORDS    8  // 32-bit input words of one thread
#define RANDOM_OUT_WORDS   24 // 32-bit output words of one thread
#define RANDOM_SHARED_SUMS 16 // 32-bit words after the threads' outputs that all threads add to

#define RANDOM_STATEMENTS 90 // of a recorded program

// Writes the program of this seed as a zero-terminated string that the caller frees. Fewer
// statements give a shorter program that begins like the longer ones, for finding the first one
// that differs. Kernel: .entry random(.param .u64 out, .param .u64 in).
char *random_ptx(uint32_t seed, uint32_t statements);

// Input word `index` of this seed: a mix of edge values and random bits.
uint32_t random_input(uint32_t seed, uint32_t index);

// Hash of the output words (FNV-1a over 64 bits).
uint64_t random_hash(const uint32_t *words, uint32_t count);

#endif
