// SPDX-License-Identifier: Apache-2.0
#include "sim/program/header.h"

#include "sim/program/cache.h"
#include "sim/program/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct LibraryHeader {
    const char *name;
    const char *text;
    size_t size_bytes;
} LibraryHeader;

// Ends with a row of zeros. Made by isa/cuda/library/library_table.cmake.
#include "sim/program/header_table.inc"

static bool write_headers(const char *folder, Arena *arena)
{
    bool is_good = mkdir(folder, 0777) == 0;
    for (const LibraryHeader *header = headers; is_good && header->name != NULL; header++) {
        for (const char *at = strchr(header->name, '/'); at != NULL; at = strchr(at + 1, '/')) {
            mkdir(arena_printf(arena, "%s/%.*s", folder, (int)(at - header->name), header->name),
                  0777);
        }
        is_good = file_write(arena_printf(arena, "%s/%s", folder, header->name), header->text,
                             header->size_bytes);
    }
    return is_good;
}

const char *header_folder(const char *cache, const char *workspace, Arena *arena)
{
    const char *draft = arena_printf(arena, "%s/include", workspace);
    if (cache == NULL) {
        return write_headers(draft, arena) ? draft : NULL;
    }
    Hash hash = hash_begin();
    for (const LibraryHeader *header = headers; header->name != NULL; header++) {
        hash_add_text(&hash, header->name);
        hash_add(&hash, header->text, header->size_bytes);
    }
    const char *folder = arena_printf(arena, "%s/include-%s", cache, hash_text(&hash, arena));
    if (access(folder, R_OK) == 0) {
        return folder;
    }
    if (!write_headers(draft, arena)) {
        return NULL;
    }
    return rename(draft, folder) == 0 || access(folder, R_OK) == 0 ? folder : draft;
}

bool header_is_ours(const char *name)
{
    for (const LibraryHeader *header = headers; header->name != NULL; header++) {
        if (strcmp(header->name, name) == 0) {
            return true;
        }
    }
    return false;
}
