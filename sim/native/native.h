// SPDX-License-Identifier: Apache-2.0
// Programs translated into the host's machine code, when and where that is possible: the host is an
// x86-64 with AVX-512 and lets the process execute what it has written. Elsewhere the run loop of
// sim/warp does all, with the same results.
#ifndef LOCKSTEP_NATIVE_NATIVE_H
#define LOCKSTEP_NATIVE_NATIVE_H

#include "sim/warp/native.h"

// Whether launches can be translated here.
bool native_is_possible(const Launch *launch);

// A source for one launch, whose `operations` must be decoded; translates when it is first asked.
// `after`: see NativeSource.
NativeSource *native_create(uint64_t after);
void native_destroy(NativeSource *source);

#endif
