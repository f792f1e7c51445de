// SPDX-License-Identifier: Apache-2.0
// What CMake gets to know a compiler by: it compiles programs with strings such as
// "INFO:compiler[NVIDIA]", whose values the preprocessor chose, and looks for these in the file
// that the compiler made (CMakeDetermineCompilerId.cmake, CMakeDetermineCompilerABI.cmake).
#include "sim/program/file.h"
#include "sim/program/program.h"

#include <ctype.h>
#include <string.h>

enum { MARK_LIMIT = 64, MARK_BYTES = 256 };

// The size of the mark at this place of the code, which ends with 0; 0: none is there.
static size_t mark_size(const char *at)
{
    static const char start[] = "INFO:";
    size_t size = sizeof start - 1;
    if (strncmp(at, start, size) != 0) {
        return 0;
    }
    while (isalnum((unsigned char)at[size]) || at[size] == '_') {
        size++;
    }
    for (bool is_value = at[size] == '['; is_value && size < MARK_BYTES;) {
        is_value = isprint((unsigned char)at[++size]);
        if (at[size] == ']') {
            return size + 1;
        }
    }
    return 0;
}

ProgramList program_marks(const Program *program, Arena *arena)
{
    size_t size_bytes;
    const char **marks = arena_alloc(arena, MARK_LIMIT * sizeof *marks);
    ProgramList list = {marks, 0};
    const char *code =
        file_text(arena_printf(arena, "%s/program.so", program->folder), &size_bytes, arena);
    const char *at = code, *end = code == NULL ? NULL : code + size_bytes;
    while (at != NULL && list.count < MARK_LIMIT &&
           (at = memchr(at, 'I', (size_t)(end - at))) != NULL) {
        size_t size = mark_size(at);
        if (size > 0) {
            marks[list.count++] = arena_text(arena, at, size);
        }
        at += size > 0 ? size : 1;
    }
    return list;
}
