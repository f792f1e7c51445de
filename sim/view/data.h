// SPDX-License-Identifier: Apache-2.0
// The parts of the page's block of data (docs/view-data.md), each in the file of its name.
#ifndef LOCKSTEP_VIEW_DATA_H
#define LOCKSTEP_VIEW_DATA_H

#include "sim/explain/element.h"
#include "sim/report/json_writer.h"
#include "sim/view/intern.h"
#include "sim/view/view.h"

// What all parts share while the block is written.
typedef struct ViewData {
    const View *view;
    Arena arena;
    Intern patterns;        // of accesses
    size_t map_bytes;       // of the patterns and their maps
    uint32_t maps_left_out; // accesses of patterns beyond what a page holds
    Intern banks;           // bank maps
    Intern segments;        // segment maps
    Intern texts;           // rules in sentences
    size_t element_bytes;   // of the names of elements
    Text part;              // for what is interned
    Text rules;             // "[map,map,...]" of each pattern, joined by commas
    Intern what_ifs;        // of accesses
    Intern what_if_keys;    // of which access: a launch, pc and pattern
    int64_t *what_if_of;    // by key
    uint32_t what_if_room;
    Intern choices;      // patterns of what_ifs
    Text choice_rules;   // as rules
    size_t choice_bytes; // of all these
    Text fixes;          // "[[advice,count],...]" of each pattern, joined by commas
} ViewData;

// An element of an array.
void data_text(Json *json, const char *text);

// "key":[a,b,...]
void data_numbers(Json *json, const char *key, const uint32_t *values, uint32_t count);

// Index of the source with this name; UINT32_MAX when its text is not there.
uint32_t data_source(const View *view, const char *file);

// launch.c: one launch with its counters, findings, lines, code and recording.
void launch_print(ViewData *data, const ViewLaunch *launch, Json *json);

// problems.c: what is wrong with the launch; NULL: with the program's host code.
void problems_print(const View *view, const ReportLaunch *launch, Json *json);

// code.c: the micro-ops that steps point to, and the PTX they came from.
void code_print(const View *view, const MachineProgram *program, Json *json);

// fragments.c: the layouts of matrix instructions and the ways of their data; of a recording the
// rows of shared memory that they read, and the boxes of copies by tensor map.
void fragments_print(ViewData *data, const MachineProgram *program, Json *json);
void fragments_print_rows(const ViewLaunch *launch, Json *json);
void fragments_print_boxes(const ViewLaunch *launch, Json *json);

// steps.c: the recording, column by column.
void steps_print(ViewData *data, const ViewLaunch *launch, Json *json);

// variables.c: what the source's variables hold in the recorded warps, as changes from step to
// step.
void variables_print(ViewData *data, const ViewLaunch *launch, Json *json);

// track.c: an SM over time; null without a clock.
void track_print(const Recording *recording, Json *json);

// access.c: writes a pattern to data->part: ["what", space, bytes a lane, lanes, offset from the
// base for each lane that is set...].
void access_put_pattern(ViewData *data, const char *what, const Access *access, uint64_t base);

// access.c: the patterns of a step's access, one a space, and the addresses that their offsets
// count from. Returns how many (0: nothing to draw, or left out).
typedef struct ViewPattern {
    uint32_t pattern;
    uint64_t base;
    Access access;
} ViewPattern;

uint32_t access_patterns(ViewData *data, const MachineProgram *program, uint32_t pc,
                         const StepAccess *recorded, ViewPattern patterns[ACCESS_PARTS_MAX]);

// elements.c: what the source calls the memory of a launch.
typedef struct ViewElements {
    Elements found;
    const PtxVariable **arrays; // by pc
    Intern names;               // "tile[lane][3]", or a name for each lane
} ViewElements;

void elements_prepare(ViewData *data, const ViewLaunch *launch, ViewElements *elements);
// The number of the names of what the micro-op's access touches; UINT32_MAX: they have none. Uses
// data->part.
uint32_t elements_number(ViewData *data, ViewElements *elements, uint32_t pc, const Access *access);
// For each access, the names that the index on its source line is made of.
void elements_print_index(const View *view, const MachineProgram *program, Json *json,
                          Arena *arena);

// whatif.c: the number of what would become of the access of a step if one thing were otherwise;
// -1: nothing, or left out. Uses data->part.
int64_t whatifs_number(ViewData *data, const ViewLaunch *launch, const ViewElements *elements,
                       uint32_t step, const ViewPattern *pattern);
// "what_ifs" and "choices" of all launches.
void whatifs_print(ViewData *data, Json *json);

// fixes.c: what would become of a new pattern under the own GPU's rule, appended to data->fixes.
void fixes_add(ViewData *data, const MachineProgram *program, const Access *access);

// maps.c: a new pattern under every generation's rule, appended to `out`; is_own_only: with a map
// for the GPU's own rule only, the others get -1. Uses data->part.
void maps_add(ViewData *data, const Access *access, uint64_t base, bool is_own_only, Text *out);
// The GPUs of the switch, which rule is whose, and the rule of `chosen`.
void maps_print_generations(const Gpu *chosen, Json *json);

// table.c: all launches of the run, a row each.
void table_print(const View *view, Json *json);

// resident.c: the SM and what of it a block takes.
// Numbers of the launch in the runs with fewer resident blocks, then its own; null without such
// runs.
void resident_print_runs(const View *view, const ReportLaunch *launch, Json *json);
void resident_print(const ReportLaunch *launch, Json *json);
void resident_print_gpu(const Gpu *gpu, Json *json);

#endif
