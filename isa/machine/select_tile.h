// SPDX-License-Identifier: Apache-2.0
// What the selections of mma and wmma share: fragments as values, and the op of one machine
// instruction.
#ifndef LOCKSTEP_MACHINE_SELECT_TILE_H
#define LOCKSTEP_MACHINE_SELECT_TILE_H

#include "isa/machine/lower.h"

#define FRAGMENT_MAX 8 // registers of a fragment

typedef Value Fragments[TILE_MATRIX_COUNT][FRAGMENT_MAX];

// The operands d, a, b and c of the instruction; registers it does not have are VALUE_NONE.
void tile_read_fragments(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                         Fragments fragments);
// The number of the part in program->tiles.
uint16_t tile_part_number(Lowering *lowering, const TilePart *part);
// The function and the target of a multiplication.
void tile_set_part(Unit *unit, Op *op, const TilePart *part);
// Appends a machine instruction: d, a and c are of four values, b is of two.
void tile_add_part(Unit *unit, const TilePart *part, const Value *d, const Value *a, const Value *b,
                   const Value *c);
// The same with a sparse a: b is of four values.
void tile_add_sparse(Unit *unit, const TilePart *part, const Value *d, const Value *a,
                     const Value *b, const Value *c, Value metadata);
// Two registers as one of 64 bits: the machine reads them together.
Value tile_joined(Unit *unit, const Value *registers);
// mma with .block_scale.
void select_scaled(Unit *unit, const PtxInstruction *instruction, const MatrixTile *tile,
                   Fragments fragments);
// Reads a sparsity selector into the tile. False: there is no such selector, and an error says so.
bool tile_read_selector(Unit *unit, const PtxInstruction *instruction, uint32_t number,
                        MatrixTile *tile);

#endif
