// SPDX-License-Identifier: Apache-2.0
// The tiles of wmma: one or two matrix instructions side by side, as an H200 computes them. The PTX
// ISA leaves open which lane holds which element of a wmma fragment; here the fragments of the
// machine's instructions follow each other, as recorded on an H200 (docs/tensor-cores.md).
#ifndef LOCKSTEP_MACHINE_WMMA_H
#define LOCKSTEP_MACHINE_WMMA_H

#include "isa/machine/tile.h"

typedef struct Wmma {
    uint16_t m, n, k;
    MatrixTile inner;   // what one machine instruction multiplies
    TileMatrix doubled; // the inner matrix of which there are `parts`, as of c and d
    uint8_t parts;
    bool is_transposed; // inner d is the transpose of d: b * a, both transposed
} Wmma;

// The tile of a wmma instruction. Returns false for another instruction.
bool wmma_of(const PtxInstruction *instruction, Wmma *wmma);
// The inner matrix that is (the transpose of) this one.
TileMatrix wmma_inner(const Wmma *wmma, TileMatrix matrix);
// Registers of a lane that hold elements of the matrix. PTX may give it more: they repeat these.
uint32_t wmma_registers(const Wmma *wmma, TileMatrix matrix);
// The place of a lane's element in the matrix.
TilePlace wmma_place(const Wmma *wmma, TileMatrix matrix, uint32_t lane, uint32_t element);

#endif
