// SPDX-License-Identifier: Apache-2.0
// When the kernels ran that a kernel launched, in modeled time. A child starts when its parent's
// threads have ended and the launch before it in its stream is complete; a launch is complete when
// its children are. Leaves out: children that start while their parent runs, and copies that
// kernels issue.
#ifndef LOCKSTEP_RUNTIME_CHILD_TIME_H
#define LOCKSTEP_RUNTIME_CHILD_TIME_H

#include "sim/runtime/operation.h"

// Tells of the work of the launches records[1] to records[count - 1], all descendants of
// records[0], which ran in `span`. Returns when that launch is complete.
double children_run(Runtime *runtime, const LaunchRecord *const *records, uint32_t count,
                    const Span *span);

#endif
