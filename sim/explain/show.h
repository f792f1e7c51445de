// SPDX-License-Identifier: Apache-2.0
// Inside of sim/explain: how an access or a branch is written for a terminal, 80 columns wide.
#ifndef LOCKSTEP_EXPLAIN_SHOW_H
#define LOCKSTEP_EXPLAIN_SHOW_H

#include "sim/explain/explain.h"
#include "sim/explain/fragment.h"
#include "sim/explain/named.h"
#include "sim/explain/whatif.h"

// "  label     text", the text broken between words and continued under itself.
void show_entry(Text *out, const char *label, const char *text);
// 32 signs, lane 0 first: '#' in mask, `other` in the second mask, '.' elsewhere.
void show_lanes(Text *out, uint32_t mask, char other, uint32_t other_mask);
// "0-15", "0 2 4 6", "3", at most so many characters, then "..".
void show_lane_list(Text *out, uint32_t lanes, size_t limit);
// "1 wavefront", "32 wavefronts": the unit without its last letter for one.
void show_count(Text *out, uint32_t count, const char *unit);

// Each lane's address, bank and pass, then the banks pass by pass.
void show_shared(const Access *access, const SharedMap *map, Text *out);
// Each lane's address and piece, then the pieces. For GLOBAL, LOCAL and CONSTANT.
void show_pieces(const Access *access, const Gpu *gpu, const AccessMap *map, Text *out);
// What the source calls the elements, and the variables of the index.
void show_names(const AccessNames *names, Text *out);
// The variables alone.
void show_variables(const AccessNames *names, Text *out);
// Count, fixes with their counts, and the same access elsewhere.
void show_cost(const Access *access, const Gpu *gpu, const AccessArray *array, Text *out);

// What each choice of a knob would cost (whatif.h).
void show_what_ifs(const WhatIf *what_ifs, uint32_t count, const Gpu *gpu, Text *out);

// Sides, stack, meeting place and cost of the branch of a recorded step.
void show_branch(const MachineProgram *program, const Recording *recording, uint32_t step,
                 const BranchFacts *facts, Text *out);

// A line whose branch the compiler replaced by guards. False: it has none.
bool show_guards(const ReportLaunch *launch, const ExplainWish *wish, const char *source,
                 Text *out);

// The machine instructions of the line's PTX instructions that take several; only long sequences
// unless nothing else is shown (is_alone). False: there are none.
bool show_sequences(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                    const char *source, Text *out);

// The fragments of the line's matrix instructions, and what their descriptors read. is_alone:
// nothing else is shown. False: there are none.
bool show_fragments(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                    const char *source, Text *out);
// What the launch's warps waited for on the line, of a run with a clock. is_alone: nothing else is
// shown. False: they did not wait.
bool show_waits(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                const char *source, Text *out);
// The banks of rows under each swizzle. is_known: the program's own is among them.
void show_rows(const FragmentRows *rows, bool is_known, Text *out);

// A line with nothing to explain: where there is something.
void show_nothing(const Report *report, const ExplainWish *wish, Text *out);

#endif
