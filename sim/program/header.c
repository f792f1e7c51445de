// SPDX-License-Identifier: Apache-2.0
#include "sim/program/header.h"

#include "isa/cuda/library/library.h"
#include "sim/program/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct LibraryHeader {
    const char *name;
    const char *text;
    size_t size_bytes;
    bool is_shared, is_parallel; // as the table of the device library says
} LibraryHeader;

// Ends with a row of zeros. Made by isa/cuda/library/library_table.cmake.
#include "sim/program/header_table.inc"

static bool write_header(const char *folder, const LibraryHeader *header, Arena *arena)
{
    for (const char *at = strchr(header->name, '/'); at != NULL; at = strchr(at + 1, '/')) {
        mkdir(arena_printf(arena, "%s/%.*s", folder, (int)(at - header->name), header->name), 0700);
    }
    return file_write(arena_printf(arena, "%s/%s", folder, header->name), header->text,
                      header->size_bytes);
}

// The library's functions have no lines of their own: what is inlined of them stands where they are
// called. (They are all declared by __device__.)
static LibraryHeader without_lines(LibraryHeader header, Arena *arena)
{
    header.text = arena_printf(arena,
                               "#pragma push_macro(\"__device__\")\n"
                               "#undef __device__\n"
                               "#define __device__ __attribute__((device, nodebug))\n"
                               "%.*s\n"
                               "#pragma pop_macro(\"__device__\")\n",
                               (int)header.size_bytes, header.text);
    header.size_bytes = strlen(header.text);
    return header;
}

// The header of this index, for host code or for clang's device code.
static bool write_one(const char *folder, uint32_t index, bool is_for_host, Arena *arena)
{
    LibraryHeader header = {.name = library_name(index)};
    header.text = library_find(header.name, &header.size_bytes);
    header = is_for_host ? header : without_lines(header, arena);
    return write_header(folder, &header, arena);
}

static bool is_shared(uint32_t index)
{
    return library_is_shared(index);
}

static bool is_parallel(uint32_t index)
{
    return library_is_parallel(index);
}

// Clang takes NVIDIA's own Thrust and CUB.
static bool is_for_device(uint32_t index)
{
    const char *name = library_name(index);
    return strncmp(name, "thrust/", 7) != 0 && strncmp(name, "cub/", 4) != 0;
}

// The headers of the device library that belong in this folder.
static bool write_library(const char *folder, bool (*belongs)(uint32_t index), Arena *arena)
{
    bool is_good = true;
    for (uint32_t i = 0; is_good && library_name(i) != NULL; i++) {
        is_good = !belongs(i) || write_one(folder, i, belongs != is_for_device, arena);
    }
    return is_good;
}

bool header_write_host(const char *folder, Arena *arena)
{
    bool is_good = true;
    for (const LibraryHeader *header = headers; is_good && header->name != NULL; header++) {
        is_good = write_header(folder, header, arena);
    }
    return is_good && write_library(folder, is_shared, arena);
}

const char *header_folder(const char *workspace, Arena *arena)
{
    const char *folder = arena_printf(arena, "%s/include", workspace);
    return mkdir(folder, 0700) == 0 && header_write_host(folder, arena) ? folder : NULL;
}

const char *header_add_parallel(const char *folder, Arena *arena)
{
    const char *to = arena_printf(arena, "%s/parallel", folder);
    bool is_good = mkdir(to, 0700) == 0 || errno == EEXIST;
    return is_good && write_library(to, is_parallel, arena) ? to : NULL;
}

bool header_add_device_library(const char *folder, Arena *arena)
{
    const char *to = arena_printf(arena, "%s/device_library", folder);
    bool is_good = mkdir(to, 0700) == 0 || errno == EEXIST;
    return is_good && write_library(to, is_for_device, arena);
}

bool header_is_ours(const char *name)
{
    for (const LibraryHeader *header = headers; header->name != NULL; header++) {
        if (strcmp(header->name, name) == 0) {
            return true;
        }
    }
    for (uint32_t i = 0; library_name(i) != NULL; i++) {
        if (library_is_shared(i) && strcmp(library_name(i), name) == 0) {
            return true;
        }
    }
    return false;
}
