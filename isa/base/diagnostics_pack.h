// SPDX-License-Identifier: Apache-2.0
// Diagnostics as bytes and back, so that a cache can keep what a compiler said.
#ifndef LOCKSTEP_BASE_DIAGNOSTICS_PACK_H
#define LOCKSTEP_BASE_DIAGNOSTICS_PACK_H

#include "isa/base/diagnostics.h"

void diagnostics_pack(const Diagnostics *diagnostics, Text *out);

// Appends what was packed. False when the bytes are not what diagnostics_pack wrote; nothing is
// appended then.
bool diagnostics_unpack(const char *bytes, size_t size_bytes, Diagnostics *diagnostics);

#endif
