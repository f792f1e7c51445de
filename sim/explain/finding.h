// SPDX-License-Identifier: Apache-2.0
// A finding of the report, with a fix that was recomputed on a recorded access, so that the advice
// has a number. Only if the launch has a recording with the access.
#ifndef LOCKSTEP_EXPLAIN_FINDING_H
#define LOCKSTEP_EXPLAIN_FINDING_H

#include "sim/explain/explain.h"

typedef struct FindingFix {
    uint32_t step; // of the recording: the execution that is furthest from its ideal
    Access access; // what it accessed
    Fixes fixes;   // best >= 0: list[best] is the fix
} FindingFix;

// Finds the worst recorded execution of the finding's access and its fixes. False: the finding is
// of no access, or none was recorded, or the recorded ones are ideal.
bool explain_finding(const ReportLaunch *launch, const Finding *finding, FindingFix *fix);

// "recomputed for warp 0 of block 0: 1 wavefront in place of 32: pad the rows by one word".
// False: there is no fix that helps.
bool explain_finding_text(const ReportLaunch *launch, const Finding *finding, Text *out);

#endif
