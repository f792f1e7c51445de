// SPDX-License-Identifier: Apache-2.0
#include "sim/program/library.h"

#include "isa/cuda/library/library.h"
#include "sim/program/file.h"

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

// What a line of a source file includes.
typedef struct Include {
    const char *name; // NULL: nothing
    bool is_quoted;
} Include;

// The directive's name when this line is one, with what follows it; else NULL.
static const char *directive(const char *line)
{
    line += strspn(line, " \t");
    return *line == '#' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

static Include included(const char *line, Arena *arena)
{
    const char *at = directive(line);
    if (at == NULL || strncmp(at, "include", 7) != 0) {
        return (Include){0};
    }
    at += 7 + strspn(at + 7, " \t");
    bool is_quoted = *at == '"';
    return *at == '<' || is_quoted
               ? (Include){arena_text(arena, at + 1, strcspn(at + 1, ">\"\n")), is_quoted}
               : (Include){0};
}

// How the depth of conditional groups changes with this line.
static int depth_change(const char *line)
{
    const char *at = directive(line);
    if (at == NULL) {
        return 0;
    }
    return strncmp(at, "if", 2) == 0 ? 1 : strncmp(at, "endif", 5) == 0 ? -1 : 0;
}

static LibraryUse use_of(const Build *build, const char *header, const char *file, uint32_t line)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const Library *library = &libraries[i];
        if (strncmp(header, library->start, strlen(library->start)) == 0) {
            bool is_users = is_along_path(build, header);
            bool is_found = is_users || (library->package != NULL && is_installed(build, header));
            return (LibraryUse){.header = header,
                                .name = library->name,
                                .package = library->package,
                                .file = file,
                                .line = line,
                                .is_found = is_found,
                                .is_users = is_users,
                                .is_own = library_find(header, NULL) != NULL};
        }
    }
    return (LibraryUse){0};
}

enum { FILES_MAX = 256 };

// A search through a source file and the program's own headers that it includes.
typedef struct Search {
    Build *build;
    LibraryUse use;
    const char *files[FILES_MAX]; // met so far
    uint32_t file_count;
} Search;

// The path of a header of the program's own, or NULL.
static const char *own_header(const Search *search, Include include, const char *from)
{
    const ProgramList *folders = &search->build->options->include_folders;
    const char *slash = strrchr(from, '/');
    Arena *arena = search->build->arena;
    for (uint32_t i = include.is_quoted ? 0 : 1; i <= folders->count; i++) {
        const char *path =
            i > 0 ? arena_printf(arena, "%s/%s", folders->at[i - 1], include.name)
                  : arena_printf(arena, "%.*s%s", slash == NULL ? 0 : (int)(slash - from) + 1, from,
                                 include.name);
        if (access(path, R_OK) == 0) {
            return path;
        }
    }
    return NULL;
}

// True if the file is met for the first time, and there is room to remember it.
static bool is_new(Search *search, const char *path)
{
    for (uint32_t i = 0; i < search->file_count; i++) {
        if (strcmp(search->files[i], path) == 0) {
            return false;
        }
    }
    if (search->file_count == FILES_MAX) {
        return false;
    }
    search->files[search->file_count++] = path;
    return true;
}

// Takes the use if it matters more than the one known: the first, the first that Lockstep does not
// have, the first not found.
static void consider(Search *search, LibraryUse use)
{
    LibraryUse *known = &search->use;
    if (use.package == NULL) {
        return;
    }
    bool is_worse = known->header == NULL || (known->is_own && !use.is_own) ||
                    (known->is_found && !use.is_found && known->is_own == use.is_own);
    bool is_found = use.is_found && (known->header == NULL || known->is_found);
    bool is_users = use.is_users || known->is_users;
    if (is_worse) {
        *known = use;
    }
    known->is_found = is_found;
    known->is_users = is_users;
}

// True once a library is met that no compiler can handle. Inside conditional groups and in headers
// it may be unused there: the compiler that reads the code reports it.
static bool search_text(Search *search, const char *path, const char *line)
{
    Arena *arena = search->build->arena;
    bool is_source = search->file_count == 0;
    int depth = 0;
    for (uint32_t number = 1; line != NULL; number++) {
        depth += depth_change(line);
        Include include = included(line, arena);
        LibraryUse use = include.name == NULL ? (LibraryUse){0}
                                              : use_of(search->build, include.name, path, number);
        if (use.header != NULL && use.package == NULL && !use.is_found && is_source && depth == 0) {
            search->use = use;
            return true;
        }
        consider(search, use);
        const char *header =
            include.name == NULL || use.header != NULL ? NULL : own_header(search, include, path);
        size_t size_bytes;
        if (header != NULL && is_new(search, header)) {
            search_text(search, header, file_text(header, &size_bytes, arena));
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    return false;
}

LibraryUse library_use(Build *build, const BuildUnit *unit)
{
    Search search = {.build = build};
    size_t size_bytes;
    search_text(&search, unit->path, build_unit_text(build, unit, &size_bytes));
    return search.use;
}

bool library_error(Build *build, const LibraryUse *use, const char *format, ...)
{
    va_list arguments;
    text_printf(build->messages, "%s:%u: error: <%s>: ", use->file, use->line, use->header);
    va_start(arguments, format);
    text_vprintf(build->messages, format, arguments);
    va_end(arguments);
    text_put(build->messages, "\n");
    return false;
}
