// SPDX-License-Identifier: Apache-2.0
// The PTX of one variant: a kernel whose thread i loads the operands of input i, executes the
// instruction once and stores what it gave. Shared by the generator for a GPU and by the test that
// runs the same text on ours.
#ifndef LOCKSTEP_TESTS_LANE_PTX_H
#define LOCKSTEP_TESTS_LANE_PTX_H

#include "tests/hardware/lane_vectors/lane_vectors.h"

// What has to stand at the start of a module of such kernels.
#define LANE_PTX_HEADER ".version 9.0\n.target sm_90\n.address_size 64\n"

// Writes .entry k<number>(x0, x1, x2, x3, x4): addresses of the operands a, b, c and e (8 bytes an
// input; unused ones are not read) and of the results (8 bytes an input). For one block of
// VECTOR_COUNT threads.
void lane_ptx_kernel(const Variant *variant, uint32_t number, FILE *out);

// Bytes of a result that have a meaning: 4 or 8; 0: the lowest bit.
int lane_ptx_result_bytes(const Variant *variant);

#endif
