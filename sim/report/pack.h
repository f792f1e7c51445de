// SPDX-License-Identifier: Apache-2.0
// A report as bytes, for another process of the same program on the same machine: what tables, CSV
// and expectations read of each launch (names, shape, GPU, outcome, counters, findings). Leaves out
// lines, accesses and the micro-ops behind them: source pages and JSON are made where these are.
#ifndef LOCKSTEP_REPORT_PACK_H
#define LOCKSTEP_REPORT_PACK_H

#include "isa/base/text.h"
#include "sim/report/report.h"

// Appends the packed report.
void report_pack(const Report *report, Text *out);

// The report of exactly these bytes, with records of its own; NULL when they are no packed report
// (cut off, or written over).
Report *report_unpack(const void *bytes, size_t size_bytes);

#endif
