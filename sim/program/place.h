// SPDX-License-Identifier: Apache-2.0
// Where in its files each place of a text stands, by the preprocessor's line markers: an index of
// the text's lines, made once.
#ifndef LOCKSTEP_PROGRAM_PLACE_H
#define LOCKSTEP_PROGRAM_PLACE_H

#include "isa/base/arena.h"
#include "isa/base/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PlaceLine {
    const char *start;
    const char *file; // as quoted in the marker, to its closing quote; NULL: no marker before
    uint32_t line;    // from 1
    bool is_system;   // in a system header
} PlaceLine;

typedef struct PlaceIndex {
    const PlaceLine *lines;
    uint32_t count;
} PlaceIndex;

// The text must be zero-terminated after size_bytes and outlive the index.
PlaceIndex place_index(const char *text, size_t size_bytes, Arena *arena);

// The line that holds this byte of the text.
const PlaceLine *place_line(const PlaceIndex *index, const char *at);

// With the file's name, from the arena, and the column in the text at hand.
SourcePosition place_of(const PlaceIndex *index, const char *at, Arena *arena);

// The size of a marker's quoted file name from after its opening quote to the closing one.
size_t place_literal_size(const char *at);

// Whether a line starts here that is a marker: # 12 "file.cu"
bool place_is_marker(const char *line);

#endif
