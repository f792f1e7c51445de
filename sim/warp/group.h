// SPDX-License-Identifier: Apache-2.0
// Where wgmma finds its matrices in shared memory: the rule of matrix descriptors (PTX ISA 9.0,
// "Asynchronous Warpgroup Level Matrix Shared Memory Layout"). A matrix is made of core matrices of
// eight lines of 16 bytes; a swizzle permutes these rows by their address. Pure.
#ifndef LOCKSTEP_WARP_GROUP_H
#define LOCKSTEP_WARP_GROUP_H

#include "isa/machine/program.h"

// A descriptor, unpacked; distances and addresses in bytes.
typedef struct GroupMatrix {
    uint32_t start, leading, stride;
    uint32_t base;  // of the swizzle's pattern, in units of 128 bytes
    uint32_t span;  // bytes of a line that a swizzle covers: 16 (none), 32, 64, 128
    bool is_coarse; // tcgen05: the swizzle moves 32 bytes, not 16
} GroupMatrix;

// The descriptor of a matrix of tcgen05.mma (PTX ISA 9.0, "Shared memory descriptor"). False: a
// layout that is not modeled. A coarse swizzle is one of transposed matrices of 32 bits only.
bool group_matrix_tensor(uint64_t descriptor, GroupMatrix *matrix);
// The shared address of an element: of the line (row of a, column of b), at this byte along k.
// Transposed: the elements of the lines lie side by side.
uint32_t group_address(const GroupMatrix *matrix, bool is_transposed, uint32_t line, uint32_t along,
                       uint32_t element_bytes);

#define GROUP_ROWS 8u // of a core matrix

// One GROUP_FETCH of a warp.
typedef struct GroupFetch {
    const MatrixTile *tile;
    TileMatrix which;
    GroupMatrix matrix;
    uint32_t line; // the first
    bool is_transposed, is_negated;
    uint32_t pieces; // that a register of 32 bits is read in
} GroupFetch;

GroupFetch group_fetch_of(const MachineProgram *program, const Micro *micro, uint64_t descriptor,
                          uint32_t warp);
// The shared addresses of the eight rows of 16 bytes from which a register is read. Its lanes of
// four hold a row; transposed: each lane holds an element of two neighboring rows.
void group_rows(const GroupFetch *fetch, uint32_t reg, uint32_t row[GROUP_ROWS]);
// The addresses from which the lanes read a piece of a register.
void group_addresses(const GroupFetch *fetch, uint32_t reg, uint32_t piece, uint32_t address[32]);

#endif
