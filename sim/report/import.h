// SPDX-License-Identifier: Apache-2.0
// Counts of another tool, read from its CSV so that they can be compared with ours
// (compare.h): what `ncu --csv` prints, as one row a launch (--page raw) or one row a metric
// (--page details), and figures that somebody published. Text in, table out; no file is opened.
// Leaves out ncu's rules and advice, and instances of a metric.
#ifndef LOCKSTEP_REPORT_IMPORT_H
#define LOCKSTEP_REPORT_IMPORT_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ImportForm {
    IMPORT_RAW,     // ncu: a row of names, a row of units, a row a launch
    IMPORT_DETAILS, // ncu: a row a metric of a launch
    IMPORT_FIGURES  // "launch,UNIT" or "launch,UNIT,ratios", and then one published figure a launch
} ImportForm;

// A number as printed, in the unit without a prefix: "1.05" Mbyte is 1050000 byte, to the nearest
// 10000. A metric without a number (a name, "n/a", an empty cell) has none.
typedef struct ImportValue {
    const char *metric;
    const char *unit;  // "byte", without the prefix that was taken off
    double number;     // in that unit
    double resolution; // of the last digit printed; 0 for a whole number without a prefix
} ImportValue;

typedef struct ImportLaunch {
    const char *kernel; // as the tool wrote it: "void reduce<(int)256>(const int *, int *)"
    const char *grid, *block, *capability; // "(64, 1, 1)", "9.0"; "" where the file does not say
    ImportValue *values;                   // in the order of the file
    uint32_t count;
} ImportLaunch;

typedef struct Import {
    ImportForm form;
    const char *source; // of figures: what the comment on top says, on one line; else ""
    const char *unit;   // of figures: "GB/s"; else ""
    bool are_ratios; // of figures: the GPU is not known; what counts is the ratio to the row before
    ImportLaunch *launches;
    uint32_t count;
} Import;

// Reads the text, which may begin with other output of the program (ncu's own ==PROF== lines, what
// the program printed). Everything lives in the arena. NULL, or what is wrong as a sentence.
const char *import_read(const char *text, size_t size_bytes, Import *import, Arena *arena);

// The value of a metric of this name; NULL when the launch has none.
const ImportValue *import_find(const ImportLaunch *launch, const char *metric, size_t name_bytes);

#endif
