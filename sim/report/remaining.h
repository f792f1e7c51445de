// SPDX-License-Identifier: Apache-2.0
// How far a launch has come, and the time left if the rest runs as fast as what is done.
#ifndef LOCKSTEP_REPORT_REMAINING_H
#define LOCKSTEP_REPORT_REMAINING_H

#include "isa/base/text.h"

#include <stdint.h>

// "62 % · 41 s left", "3 % · 2 min 10 s left"; "no block done after 4 s" while there is nothing to
// estimate from.
void remaining_print(uint64_t blocks_done, uint64_t blocks, double spent_seconds, Text *out);

#endif
