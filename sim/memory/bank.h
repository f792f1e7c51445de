// SPDX-License-Identifier: Apache-2.0
// Passes through the banks of a shared memory that multicasts any number of words (cc 2.0 on): the
// arithmetic that the rules of shared.h are made of. Used by this room alone.
#ifndef LOCKSTEP_MEMORY_BANK_H
#define LOCKSTEP_MEMORY_BANK_H

#include <stdbool.h>
#include <stdint.h>

// How addresses lie over banks. "Bank" here is as wide as one lane's access: a 64-bit access sees
// 16 pairs of 32-bit banks, a 128-bit access 8 groups of four, since accesses are aligned.
typedef struct BankMap {
    uint32_t bank_shift; // bank of a byte address: (address >> bank_shift) & bank_mask
    uint32_t bank_mask;
    uint32_t row_shift;   // lanes of one bank with equal (address >> row_shift) are served together
    uint32_t phase_lanes; // neighboring lanes that are served together: 8, 16 or 32
} BankMap;

// Whether no two of these lanes meet in a bank.
bool bank_is_free(BankMap map, const uint32_t address[32], uint32_t lanes);

// The largest number of distinct rows in one bank among these lanes; 0 for no lane.
uint32_t bank_rows(BankMap map, const uint32_t address[32], uint32_t lanes);

// The largest number of lanes in one bank, equal addresses counted each; 0 for no lane.
uint32_t bank_lanes(BankMap map, const uint32_t address[32], uint32_t lanes);

// Whether all lanes access address[0] + lane * stride; the stride in bytes is stored. Strides so
// large that addresses could wrap are not reported.
bool bank_is_linear(const uint32_t address[32], int32_t *stride);

// Rows in the fullest bank for a whole phase with this stride: gcd(stride in banks, banks), 1 for
// stride 0. Valid if row_shift equals bank_shift and a phase has as many lanes as there are banks;
// the stride must be a multiple of the bank's width.
uint32_t bank_rows_linear(BankMap map, int32_t stride);

#endif
