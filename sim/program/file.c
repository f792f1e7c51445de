// SPDX-License-Identifier: Apache-2.0
#include "sim/program/file.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static const long long size_limit = 1LL << 28;

char *file_text(const char *path, size_t *size_bytes, Arena *arena)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > size_limit) {
        fclose(file);
        errno = EFBIG;
        return NULL;
    }
    char *text = arena_alloc(arena, (size_t)info.st_size + 1);
    *size_bytes = fread(text, 1, (size_t)info.st_size, file);
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read ? text : NULL;
}

bool file_store(const char *path, const void *bytes, size_t size_bytes)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool is_written = size_bytes == 0 || fwrite(bytes, 1, size_bytes, file) == size_bytes;
    return fclose(file) == 0 && is_written;
}
