// SPDX-License-Identifier: Apache-2.0
// Where a warp holds the elements of matrices: which lane, register and bits each element of a
// matrix instruction has (isa/machine/tile.h), and which banks the 16-byte rows meet that ldmatrix
// or a descriptor of wgmma reads, under each swizzle (sim/memory/swizzle.h). Pure.
#ifndef LOCKSTEP_EXPLAIN_FRAGMENT_H
#define LOCKSTEP_EXPLAIN_FRAGMENT_H

#include "isa/base/text.h"
#include "sim/explain/access.h"
#include "sim/explain/explain.h"
#include "sim/report/json_writer.h"

enum { FRAGMENT_MATRICES = 4, FRAGMENT_ROWS = 32, SWIZZLE_MODES = 4 };

typedef struct FragmentMatrix {
    char name[12];          // "A", "D", "1" (of ldmatrix)
    PtxType type;           // of the elements
    uint16_t rows, columns; // of a sparse A: the elements that are held
    uint8_t bits;           // of an element in a register
    uint16_t registers;     // of each lane, of 32 bits (of 64 for f64); 0: read from shared memory
    uint16_t elements;      // of each lane
} FragmentMatrix;

// The matrices of one instruction: of mma, a product of wmma's or a warp's share of wgmma's: A, B
// and D, where C lies as D does if it has D's type. Of ldmatrix, stmatrix and movmatrix: what is
// moved. Of tcgen05.ld and .st: lanes and columns of tensor memory.
typedef struct Fragment {
    const Micro *micro;
    const MatrixTile *tile; // NULL: of ldmatrix and its like, and of tensor memory
    uint32_t parts;         // wgmma: products of eight columns; else 1
    FragmentMatrix matrices[FRAGMENT_MATRICES];
    uint32_t count;
} Fragment;

// Where an element is in the warp. Its register is counted among those of the matrix.
typedef struct FragmentPlace {
    uint32_t row, column, reg, bit;
} FragmentPlace;

// The fragments of the micro-op; false: it is no matrix instruction. The products of tcgen05, whose
// matrices are in tensor memory, have none.
bool fragment_of(const MachineProgram *program, uint32_t pc, Fragment *fragment);
// The same of an instruction of the line, if none before it there has the same fragments.
bool fragment_of_line(const MachineProgram *program, uint32_t pc, const ExplainWish *wish,
                      Fragment *fragment);
// The place of a lane's element, of a matrix with registers.
FragmentPlace fragment_place(const Fragment *fragment, uint32_t matrix, uint32_t lane,
                             uint32_t element);
// "mma m16n8k16", "wgmma m64n128k16", "ldmatrix x4 transposed".
void fragment_name(const Fragment *fragment, Text *out);

// An object: name, and the matrices with [row, column, row, column...] of each lane's elements;
// columns_most: of wide products the columns that are written. record: of the launch whose
// descriptors are written too, or NULL.
void fragment_put_json(const Fragment *fragment, uint32_t columns_most, const LaunchRecord *record,
                       Json *json);

// Bytes that a swizzle permutes: 16 (none), 32, 64, 128.
uint32_t swizzle_mode_bytes(uint32_t mode);

// Rows of 16 bytes, eight of each matrix.
typedef struct FragmentRows {
    uint32_t count;
    uint32_t own; // mode under which the program reads them; 0 also if it is not known
    uint8_t bank[SWIZZLE_MODES][FRAGMENT_ROWS]; // the first of the row's four
    uint32_t passes[SWIZZLE_MODES];             // that the matrices take
} FragmentRows;

// The rows that a recorded access of shared memory reads, under every swizzle: with what the
// program did undone first, if a descriptor tells it. False: it is no access of matrices.
bool fragment_rows(const Access *access, const StepTile *tile, FragmentRows *rows);
// The same of the descriptor of A or B of the wgmma on a line of the PTX, as its first recorded
// execution read it. False: there is none.
bool fragment_descriptor_rows(const LaunchRecord *record, uint32_t ptx_line, TileMatrix matrix,
                              FragmentRows *rows);
// "swizzles": an object for each: bytes, wavefronts, the first bank of each row.
void fragment_put_rows_json(const FragmentRows *rows, Json *json);

#endif
