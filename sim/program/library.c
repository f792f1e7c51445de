// SPDX-License-Identifier: Apache-2.0
#include "sim/program/library.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Library {
    const char *start, *name, *package;
} Library;

static const Library libraries[] = {
#define LIBRARY(start, name, package) {start, name, package},
#include "sim/program/library.def"
#undef LIBRARY
};

static bool is_in(const Build *build, const char *folder, size_t folder_size, const char *name)
{
    const char *path = arena_printf(build->arena, "%.*s/%s", (int)folder_size, folder, name);
    return access(path, R_OK) == 0;
}

static bool is_along_path(const Build *build, const char *name)
{
    const ProgramList *folders = &build->options->include_folders;
    for (uint32_t i = 0; i < folders->count; i++) {
        if (is_in(build, folders->at[i], strlen(folders->at[i]), name)) {
            return true;
        }
    }
    return false;
}

static bool is_installed(const Build *build, const char *name)
{
    const char *variable = getenv("CPATH");
    const char *list = arena_printf(build->arena, "/usr/local/include:/usr/include:%s",
                                    variable == NULL ? "" : variable);
    while (*list != 0) {
        size_t size = strcspn(list, ":");
        if (size > 0 && is_in(build, list, size, name)) {
            return true;
        }
        list += size + (list[size] == ':');
    }
    return false;
}

// The header's name when this line is #include <name>; else NULL.
static const char *included(const char *line, Arena *arena)
{
    line += strspn(line, " \t");
    if (*line != '#') {
        return NULL;
    }
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0) {
        return NULL;
    }
    line += 7 + strspn(line + 7, " \t");
    return *line == '<' ? arena_text(arena, line + 1, strcspn(line + 1, ">\"\n")) : NULL;
}

static LibraryUse use_of(const Build *build, const char *header, uint32_t line)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const Library *library = &libraries[i];
        if (strncmp(header, library->start, strlen(library->start)) == 0) {
            bool is_found = is_along_path(build, header) ||
                            (library->package != NULL && is_installed(build, header));
            return (LibraryUse){header, library->name, library->package, line, is_found};
        }
    }
    return (LibraryUse){0};
}

LibraryUse library_use(Build *build, const BuildUnit *unit)
{
    LibraryUse first = {0};
    size_t size_bytes;
    const char *line = build_unit_text(build, unit, &size_bytes);
    for (uint32_t number = 1; line != NULL; number++) {
        const char *header = included(line, build->arena);
        LibraryUse use = header == NULL ? (LibraryUse){0} : use_of(build, header, number);
        if (use.header != NULL && use.package == NULL && !use.is_found) {
            return use;
        }
        bool is_first = first.header == NULL || (first.is_found && !use.is_found);
        if (use.header != NULL && use.package != NULL && is_first) {
            first = use;
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    return first;
}

bool library_error(Build *build, const BuildUnit *unit, const LibraryUse *use, const char *format,
                   ...)
{
    va_list arguments;
    text_printf(build->messages, "%s:%u: error: <%s>: ", unit->path, use->line, use->header);
    va_start(arguments, format);
    text_vprintf(build->messages, format, arguments);
    va_end(arguments);
    text_put(build->messages, "\n");
    return false;
}

bool library_is_read(const char *dependencies)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const char *start = libraries[i].start;
        const char *at = libraries[i].package == NULL ? NULL : strstr(dependencies, start);
        for (; at != NULL; at = strstr(at + 1, start)) {
            if (at > dependencies && at[-1] == '/') {
                return true;
            }
        }
    }
    return false;
}
