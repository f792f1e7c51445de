// SPDX-License-Identifier: Apache-2.0
// Values with units as ncu's --print-units=auto shows them: in the largest unit that leaves a digit
// before the point (1,024 byte/block: 1.02 Kbyte/block; 40,970 ns: 40.97 us), by powers of 1000.
#ifndef LOCKSTEP_REPORT_UNIT_H
#define LOCKSTEP_REPORT_UNIT_H

#define UNIT_MAX 32

// Scales *value, given in `unit`, and returns the unit that it is in then: written to `buffer`, or
// `unit` itself where ncu scales nothing (cycles, instructions, percent).
const char *unit_scale(const char *unit, double *value, char buffer[UNIT_MAX]);

#endif
