// SPDX-License-Identifier: Apache-2.0
// `lockstep explain`: every access and branch of one line, each with one execution by one warp, as
// text for a terminal 80 columns wide. Reads recordings; runs nothing.
#ifndef LOCKSTEP_EXPLAIN_EXPLAIN_H
#define LOCKSTEP_EXPLAIN_EXPLAIN_H

#include "sim/explain/branch.h"
#include "sim/explain/fix.h"
#include "sim/report/report.h"

// The request.
typedef struct ExplainWish {
    const char *file; // of the program or the PTX; how much of its path is written does not matter
    uint32_t line;
    uint32_t visit; // which execution by the warp, from 1
} ExplainWish;

typedef enum ExplainResult {
    EXPLAIN_DONE,
    EXPLAIN_NOTHING_THERE, // neither on the line; the text names lines that have one
    EXPLAIN_NOT_EXECUTED   // not by the recorded warps; the text says more
} ExplainResult;

// Whether the micro-op, or an inlined call that it came from, is on the line.
bool explain_is_on_line(const MachineProgram *program, const Micro *micro, const ExplainWish *wish);

// The line of the micro-op in that file; 0: it is in another.
uint32_t explain_line_of(const MachineProgram *program, const Micro *micro, const char *file);

// Whether a micro-op is an access or a branch that is worth a page: not a plain jump, nor a move
// of parameters.
bool explain_is_shown(const Micro *micro);

// Whether the program has an instruction on that line.
bool explain_has_line(const MachineProgram *program, const ExplainWish *wish);

// Explains the line with the launch that has a recording and the most excess there, of equal ones
// the first; of its accesses the worst first. source: the text of the line for the heading, or
// NULL.
ExplainResult explain_line(const Report *report, const ExplainWish *wish, const char *source,
                           Text *out);

// The same as one JSON object; a line without access or branch has no sites.
ExplainResult explain_line_json(const Report *report, const ExplainWish *wish, const char *source,
                                const char *version, Text *out);

// The launch that is explained. needs_site: of those with an access or branch on the line; else
// with any instruction. *more: how many others have the line. NULL: none has.
const ReportLaunch *explain_worst_launch(const Report *report, const ExplainWish *wish,
                                         bool needs_site, uint32_t *more);

// "773 cycles, 700 for a group of asynchronous copies (copy_group), of line 41": what a recorded
// step waited for before it issued. False: it did not wait, or there is no clock.
bool explain_put_waits(const MachineProgram *program, const Recording *recording, uint32_t step,
                       Text *out);

// Explains one recorded step of a launch that has a recording. False: it is no access and no
// branch, or no lane took part in the access.
bool explain_step(const ReportLaunch *launch, uint32_t step, const char *source, Text *out);

// The micro-ops of a line that are one access or branch of the source, to one array: unrolled
// copies together.
typedef struct ExplainSite {
    SourcePosition position;
    const PtxVariable *variable; // that is accessed (sim/report/array.h); NULL: not known
    const Micro *micro;          // the first of them
    uint32_t *pcs;
    uint32_t pc_count;
} ExplainSite;

// Those of a line, in the order of the program. In the arena.
ExplainSite *explain_sites(const MachineProgram *program, const ExplainWish *wish, uint32_t *count,
                           Arena *arena);

// What the whole launch does on the line beyond the ideal: wavefronts and sectors, and branches
// that diverged.
uint64_t explain_line_excess(const LaunchRecord *record, const ExplainWish *wish);

// Parts each site whose micro-ops have an excess only in part, as ReportSite does. In the arena.
ExplainSite *explain_part(const LaunchRecord *record, const ExplainSite *sites, uint32_t *count,
                          Arena *arena);

// Sorts sites by their excess, the largest first.
void explain_rank(const LaunchRecord *record, ExplainSite *sites, uint32_t count);

// Which recorded step shows the site: of the lowest warp of the lowest block that executed it, the
// visit that is asked for. Steps of accesses in which no lane took part do not count.
typedef struct ExplainStep {
    uint32_t step;   // index into recording->steps, or RECORDED_NONE
    uint32_t visits; // of that warp in all
    uint32_t idle;   // steps of it in which guards kept all lanes out
} ExplainStep;

// Whether the micro-op is one of the site.
bool explain_has_pc(const ExplainSite *site, uint32_t pc);

ExplainStep explain_find_step(const Recording *recording, const ExplainSite *site, uint32_t visit);

// The array of shared memory that holds the address, if it is declared (in the arena).
AccessArray explain_shared_array(const MachineProgram *program, uint64_t address, Arena *arena);

#endif
