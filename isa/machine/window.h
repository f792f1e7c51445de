// SPDX-License-Identifier: Apache-2.0
// Generic addresses of shared and local memory: windows outside every allocation of device memory,
// and where no host puts a program, its libraries or its stacks, whose memory kernels reach at the
// host's addresses (Linux puts libraries anywhere from 0x7eff to 0x7fff... on x86-64).
// Lowering adds a window's base in cvta; the executor uses it to take generic addresses apart.
#ifndef LOCKSTEP_MACHINE_WINDOW_H
#define LOCKSTEP_MACHINE_WINDOW_H

#include <stdint.h>

// Shared memory: slot 0 is the block that uses the address, slot 1 + r the block of rank r in its
// cluster (mapa). Addresses in .shared::cluster are the same without the base: 32 bits, slot in
// bits 24 and up.
#define SHARED_WINDOW_BASE  UINT64_C(0x0000100000000000)
#define SHARED_WINDOW_BYTES UINT64_C(0x0000000001000000) // a slot
#define CLUSTER_RANK_MAX    16u

// Local memory of the thread that uses the address.
#define LOCAL_WINDOW_BASE  UINT64_C(0x0000101000000000)
#define LOCAL_WINDOW_BYTES UINT64_C(0x0000000001000000)

// Parameters of the kernel (cvta.param), from their start.
#define PARAMETER_WINDOW_BASE  UINT64_C(0x0000102000000000)
#define PARAMETER_WINDOW_BYTES UINT64_C(0x0000000001000000)

#endif
