// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: which bits of a warp's registers are not initialized, and where those values
// came from. Kept for suspect warps only, after registers_reserve().
#ifndef LOCKSTEP_CHECK_REGISTERS_H
#define LOCKSTEP_CHECK_REGISTERS_H

#include "sim/check/unit.h"

WarpCheck *registers_of(const BlockContext *context, const Warp *warp);
// Makes room for all registers that the warp has by now.
void registers_reserve(WarpCheck *check, const Warp *warp);

// The warp becomes suspect, or no longer is.
void registers_suspect(BlockContext *context, const Warp *warp, bool is_suspect);
// At the start: a register that may be read before it is written holds nothing.
void registers_start(BlockContext *context, const Warp *warp, const MachineFunction *entry);

// Whether a row is a register, not a constant or nothing.
bool registers_has(Row row);
// The bits of a row, laid out like the row; all zeros for constants.
void *registers_row(const WarpCheck *check, const Warp *warp, Row row);
uint32_t registers_index(const Warp *warp, Row row);
uint32_t *registers_predicate(const WarpCheck *check, const Warp *warp, Row predicate);
bool registers_is_wide(LaneType type);

// Lanes in which an operand is not initialized.
uint32_t registers_unset(const WarpCheck *check, const Warp *warp, LaneType type, Row row);
// A result is initialized in the lanes `on`, but for those of `unset`.
void registers_set(WarpCheck *check, const Warp *warp, LaneType type, Row row, uint32_t on,
                   uint32_t unset);

// Where a value came from (index into the unit's origins, plus 1; 0: unknown), and whether it is
// more than a copy of what was there.
uint16_t registers_origin(const WarpCheck *check, const Warp *warp, LaneType type, Row row);
void registers_set_origin(WarpCheck *check, const Warp *warp, LaneType type, Row row,
                          uint16_t origin, bool is_computed);

#endif
