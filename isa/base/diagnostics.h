// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what the user's input did wrong, with file, line, column and the source line, in
// GCC's form. A pass adds as many as it can find; the edge of the program prints them.
#ifndef LOCKSTEP_BASE_DIAGNOSTICS_H
#define LOCKSTEP_BASE_DIAGNOSTICS_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct SourcePosition {
    const char *file; // NULL: the message concerns no place in a file
    uint32_t line;    // from 1; 0: the file as a whole
    uint32_t column;  // from 1; 0: the line as a whole
} SourcePosition;

typedef enum DiagnosticLevel {
    DIAGNOSTIC_ERROR,
    DIAGNOSTIC_WARNING,
    DIAGNOSTIC_NOTE
} DiagnosticLevel;

typedef struct Diagnostic {
    DiagnosticLevel level;
    SourcePosition position;
    const char *message;
    const char *source_line; // the text of that line for the caret, or NULL
} Diagnostic;

typedef struct Diagnostics {
    Arena arena; // owns the messages and copies of file names and source lines
    Diagnostic *items;
    uint32_t count;
    uint32_t room;
    uint32_t error_count;
    uint32_t limit; // errors kept before the rest is only counted; 0 means 20
} Diagnostics;

// Adds one message. `source` is the whole text of position.file, or NULL; the line is cut from it.
// "file:line:column", as far as they are known; nothing without a file.
void source_position_put(SourcePosition position, Text *out);

void diagnostics_add(Diagnostics *diagnostics, DiagnosticLevel level, SourcePosition position,
                     const char *source, const char *format, ...) TEXT_PRINTF(5, 6);

// Adds a copy of one message.
void diagnostics_copy(Diagnostics *diagnostics, const Diagnostic *item);

// Adds a copy of one message unless the same was said of the same place. Whether it was new.
bool diagnostics_copy_new(Diagnostics *diagnostics, const Diagnostic *item);

// Renders all messages, `file:line:column: error: message` with the line and a caret below it.
void diagnostics_print(const Diagnostics *diagnostics, bool is_colored, Text *out);

// Renders one.
void diagnostic_print(const Diagnostic *item, bool is_colored, Text *out);

void diagnostics_clear(Diagnostics *diagnostics);

#endif
