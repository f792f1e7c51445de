// SPDX-License-Identifier: Apache-2.0
// Places in files, and messages about them.
#include "isa/cuda/source/source.h"

SourcePosition source_position(const Source *source, SourceLocation location)
{
    if (location.file >= source->file_count) {
        return (SourcePosition){0};
    }
    return (SourcePosition){source->files[location.file].path, location.line, location.column};
}

void source_report(const Source *source, Diagnostics *diagnostics, DiagnosticLevel level,
                   SourceLocation location, const char *format, ...)
{
    Text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    const char *text =
        location.file < source->file_count ? source->files[location.file].text : NULL;
    diagnostics_add(diagnostics, level, source_position(source, location), text, "%s",
                    text_string(&message));
    text_destroy(&message);
}
