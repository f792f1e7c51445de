// SPDX-License-Identifier: Apache-2.0
// Nanoseconds of a file's time are POSIX; macOS names them otherwise.
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#define st_mtim st_mtimespec
#endif
#include "sim/cli/watch_files.h"

#include <string.h>
#include <sys/stat.h>

static bool add(WatchFiles *files, const char *path)
{
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->paths[i], path) == 0) {
            return false;
        }
    }
    if (files->count < WATCH_FILES_MAX) {
        files->paths[files->count++] = path;
    }
    return true;
}

static bool is_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

// Every place up to the first that has the file: one that comes into being earlier is taken then.
static void add_include(WatchFiles *files, const Options *options, const char *from,
                        const char *name, bool is_quoted)
{
    const char *slash = strrchr(from, '/');
    int folder_size = slash == NULL ? 0 : (int)(slash - from) + 1;
    const char *path =
        name[0] == '/' ? name : arena_printf(&files->arena, "%.*s%s", folder_size, from, name);
    bool is_found = false;
    if (is_quoted || name[0] == '/') {
        add(files, path);
        is_found = is_file(path);
    }
    for (uint32_t i = 0; i < options->use_count && !is_found && name[0] != '/'; i++) {
        if (options->uses[i].id == OPTION_INCLUDE) {
            path = arena_printf(&files->arena, "%s/%s", options->uses[i].value, name);
            add(files, path);
            is_found = is_file(path);
        }
    }
}

// The name behind `#include`, at `line`; NULL: the line is something else.
static const char *included(const char *line, bool *is_quoted, Arena *arena)
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
    *is_quoted = *line == '"';
    if (*line != '"' && *line != '<') {
        return NULL;
    }
    size_t size = strcspn(line + 1, *is_quoted ? "\"\n" : ">\n");
    return line[1 + size] == '\n' || line[1 + size] == '\0' || size == 0
               ? NULL
               : arena_text(arena, line + 1, size);
}

static void add_includes(WatchFiles *files, const Options *options, const char *path)
{
    size_t size_bytes;
    const char *text = is_file(path) ? file_text(path, &size_bytes, &files->arena) : NULL;
    for (const char *line = text; line != NULL;) {
        bool is_quoted;
        const char *name = included(line, &is_quoted, &files->arena);
        if (name != NULL) {
            add_include(files, options, path, name, is_quoted);
        }
        line = strchr(line, '\n');
        line += line != NULL;
    }
}

void watch_files_find(WatchFiles *files, const Options *options)
{
    watch_files_clear(files);
    for (uint32_t i = 0; i < options->operand_count; i++) {
        add(files, arena_printf(&files->arena, "%s", options->operands[i]));
    }
    for (uint32_t i = 0; i < options->use_count; i++) {
        const OptionUse *use = &options->uses[i];
        if (use->id == OPTION_PTX || (use->id == OPTION_GPU && is_file(use->value))) {
            add(files, arena_printf(&files->arena, "%s", use->value));
        }
    }
    for (uint32_t i = 0; i < files->count; i++) { // the list grows meanwhile
        add_includes(files, options, files->paths[i]);
    }
}

// FNV-1a over 8 bytes at a time.
static uint64_t mix(uint64_t state, uint64_t value)
{
    return (state ^ value) * 0x100000001b3u;
}

uint64_t watch_files_state(const WatchFiles *files)
{
    uint64_t state = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < files->count; i++) {
        struct stat found;
        bool exists = stat(files->paths[i], &found) == 0;
        state = mix(state, exists);
        if (exists) {
            state = mix(state, (uint64_t)found.st_mtim.tv_sec);
            state = mix(state, (uint64_t)found.st_mtim.tv_nsec);
            state = mix(state, (uint64_t)found.st_size);
            state = mix(state, (uint64_t)found.st_ino);
        }
    }
    return state;
}

void watch_files_clear(WatchFiles *files)
{
    arena_clear(&files->arena);
    files->count = 0;
}
