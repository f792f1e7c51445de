// SPDX-License-Identifier: Apache-2.0
#include "sim/program/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define TEXT_BYTES_MAX (UINT64_C(1) << 28)

static char *read_stream(FILE *stream, uint64_t limit_bytes, size_t *size_bytes, Arena *arena)
{
    Text text = {0};
    char piece[16384];
    for (size_t size;
         text.size_bytes <= limit_bytes && (size = fread(piece, 1, sizeof piece, stream)) > 0;) {
        text_add(&text, piece, size);
    }
    char *copy = NULL;
    if (text.size_bytes > limit_bytes) {
        errno = EFBIG;
    } else if (!ferror(stream)) {
        copy = arena_text(arena, text_string(&text), text.size_bytes);
        *size_bytes = text.size_bytes;
    }
    text_destroy(&text);
    return copy;
}

char *file_read(const char *path, uint64_t limit_bytes, size_t *size_bytes, Arena *arena)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return NULL;
    }
    char *text = read_stream(stream, limit_bytes, size_bytes, arena);
    int problem = errno;
    fclose(stream);
    errno = problem;
    return text;
}

char *file_text(const char *path, size_t *size_bytes, Arena *arena)
{
    return file_read(path, TEXT_BYTES_MAX, size_bytes, arena);
}

bool file_write(const char *path, const void *bytes, size_t size_bytes)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL) {
        return false;
    }
    bool is_good = fwrite(bytes, 1, size_bytes, stream) == size_bytes;
    return fclose(stream) == 0 && is_good;
}
