// SPDX-License-Identifier: Apache-2.0
// What a sweep runs: one command line of `lockstep run` with names in braces, and the values that
// each name takes in turn. A point is one choice of a value for each name. Text in, table out;
// nothing is run and no file is opened here. Lines of a .sweep file:
//
//   run     transpose.cu -D TILE={tile} {n}   the command line, once
//   gpu     h200 a100 my.gpu                  GPUs
//   set     l2_size_bytes "25 MB" "50 MB"     values of a parameter of the GPU (lockstep gpus NAME)
//   axis    tile 16 32                        values of a name in the command line
//   metrics gpu__time_duration.sum            counters for the table; without this line: all
//
// Words are separated by blanks; "quotes" or 'quotes' keep blanks in a word; # begins a comment.
#ifndef LOCKSTEP_SWEEP_SPEC_H
#define LOCKSTEP_SWEEP_SPEC_H

#include "isa/base/arena.h"
#include "isa/base/diagnostics.h"

typedef enum SweepAxisKind { SWEEP_GPU, SWEEP_KEY, SWEEP_NAME } SweepAxisKind;

typedef struct SweepAxis {
    SweepAxisKind kind;
    const char *name; // "gpu", the parameter's key, or the name in braces
    const char **values;
    uint32_t count;
    uint32_t line;
} SweepAxis;

typedef struct SweepSpec {
    const char **words; // of the command line, behind `lockstep run`
    uint32_t word_count;
    SweepAxis *axes; // in the order of the file
    uint32_t axis_count;
    const char **metrics;
    uint32_t metric_count;
    uint32_t point_count; // the product of the axes' counts
} SweepSpec;

enum { SWEEP_POINTS_MAX = 100000 };

// Reads a .sweep file. False when something is wrong; every mistake is in `diagnostics` with its
// line: an unknown word, an axis without values or given twice, a name in braces that is no axis,
// an axis that the command line does not use, too many points. All text lives in the arena.
bool sweep_read(const char *text, size_t size_bytes, const char *file_name, SweepSpec *spec,
                Diagnostics *diagnostics, Arena *arena);

// The value that an axis has at a point. The last axis changes fastest.
const char *sweep_value(const SweepSpec *spec, uint32_t axis, uint32_t point);

// A word of the command line with the point's values in place of the names.
const char *sweep_word(const SweepSpec *spec, uint32_t word, uint32_t point, Arena *arena);

// The text of the .gpu file for a point whose GPU is changed: `base`, a preset's name or the text
// of another .gpu file, with the point's parameters. NULL when no axis is a parameter.
const char *sweep_gpu(const SweepSpec *spec, uint32_t point, const char *preset, const char *text,
                      Arena *arena);

// The point's GPU; NULL: no axis names one.
const char *sweep_gpu_name(const SweepSpec *spec, uint32_t point);

#endif
