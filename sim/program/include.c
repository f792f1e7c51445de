// SPDX-License-Identifier: Apache-2.0
#include "sim/program/include.h"

#include "sim/program/file.h"

#include <string.h>
#include <sys/stat.h>

// The path by which this file was found first.
static const char *keep(IncludeSearch *search, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return path;
    }
    for (uint32_t i = 0; i < search->found_count; i++) {
        const IncludedFile *file = &search->found[i];
        if (file->number == status.st_ino && file->device == status.st_dev) {
            return file->path;
        }
    }
    search->found = arena_room(search->arena, search->found, search->found_count,
                               &search->found_room, sizeof *search->found);
    search->found[search->found_count++] = (IncludedFile){path, status.st_dev, status.st_ino};
    return path;
}

static bool read_at(IncludeSearch *search, const char *candidate, const char **path,
                    const char **text, size_t *size_bytes)
{
    *text = file_text(candidate, size_bytes, search->arena);
    *path = *text == NULL ? candidate : keep(search, candidate);
    return *text != NULL;
}

bool include_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes)
{
    IncludeSearch *search = context;
    if (name[0] == '/') {
        return read_at(search, name, path, text, size_bytes);
    }
    if (!is_angled) {
        const char *slash = strrchr(from, '/');
        int folder_bytes = slash == NULL ? 0 : (int)(slash - from) + 1;
        const char *beside = arena_printf(search->arena, "%.*s%s", folder_bytes, from, name);
        if (read_at(search, beside, path, text, size_bytes)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < search->folders.count; i++) {
        const char *folder = search->folders.at[i];
        size_t size = strlen(folder);
        const char *slash = size > 0 && folder[size - 1] == '/' ? "" : "/";
        const char *candidate = arena_printf(search->arena, "%s%s%s", folder, slash, name);
        if (read_at(search, candidate, path, text, size_bytes)) {
            return true;
        }
    }
    return false;
}
