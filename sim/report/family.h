// SPDX-License-Identifier: Apache-2.0
// Which kernel launched which, as a tree.
#ifndef LOCKSTEP_REPORT_FAMILY_H
#define LOCKSTEP_REPORT_FAMILY_H

#include "sim/report/json_reader.h"
#include "sim/report/json_writer.h"
#include "sim/report/report.h"

// A section of the details page; nothing when only the host launched.
void family_print(const Report *report, bool is_colored, Text *out);

// The members "parent", "depth" and "launched" of a launch; nothing when the host launched it.
void family_print_json(const LaunchRecord *record, Json *json);

// The same members, read back; those that are missing are of a launch by the host.
void family_read_json(const JsonValue *launch, LaunchOrigin *origin);

#endif
