// SPDX-License-Identifier: Apache-2.0
// realpath is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/program/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static char *read_and_close(FILE *stream, uint64_t limit_bytes, size_t *size_bytes, Arena *arena)
{
    if (stream == NULL) {
        return NULL;
    }
    char *text = read_stream(stream, limit_bytes, size_bytes, arena);
    int problem = errno;
    fclose(stream);
    errno = problem;
    return text;
}

char *file_read(const char *path, uint64_t limit_bytes, size_t *size_bytes, Arena *arena)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    return read_and_close(fopen(path, "rb"), limit_bytes, size_bytes, arena);
}

char *file_read_open(int file, uint64_t limit_bytes, size_t *size_bytes, Arena *arena)
{
    return read_and_close(fdopen(file, "rb"), limit_bytes, size_bytes, arena);
}

char *file_text(const char *path, size_t *size_bytes, Arena *arena)
{
    return file_read(path, TEXT_BYTES_MAX, size_bytes, arena);
}

static bool write_and_close(FILE *stream, const void *bytes, size_t size_bytes)
{
    bool is_good = fwrite(bytes, 1, size_bytes, stream) == size_bytes && fflush(stream) == 0;
    int problem = errno;
    bool is_closed = fclose(stream) == 0;
    errno = is_good ? errno : problem;
    return is_good && is_closed;
}

bool file_write(const char *path, const void *bytes, size_t size_bytes)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL) {
        return false;
    }
    return write_and_close(stream, bytes, size_bytes);
}

// Whether a new file may replace what is at this path. A link stays: *target is where it leads, to
// be freed.
static bool is_replaceable(const char *path, char **target, mode_t *mode)
{
    struct stat status;
    *target = NULL;
    *mode = 0;
    if (lstat(path, &status) != 0) {
        return errno == ENOENT;
    }
    *target = S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
    if (S_ISLNK(status.st_mode) && (*target == NULL || lstat(*target, &status) != 0)) {
        return false;
    }
    *mode = status.st_mode & 07777;
    return S_ISREG(status.st_mode) && status.st_uid == geteuid() && status.st_nlink == 1 &&
           access(path, W_OK) == 0;
}

// A new file beside the path; *draft is its name.
static FILE *open_draft(const char *path, mode_t mode, const char **draft, Arena *arena)
{
    *draft = arena_printf(arena, "%s.%ld.tmp", path, (long)getpid());
    int file = open(*draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 && mode != 0) {
        fchmod(file, mode);
    }
    return file < 0 ? NULL : fdopen(file, "wb");
}

bool file_replace(const char *path, const void *bytes, size_t size_bytes)
{
    Arena arena = {0};
    char *target;
    const char *draft = NULL;
    mode_t mode;
    FILE *stream = NULL;
    if (is_replaceable(path, &target, &mode)) {
        stream = open_draft(target == NULL ? path : target, mode, &draft, &arena);
    }
    bool is_good = stream == NULL ? file_write(path, bytes, size_bytes)
                                  : write_and_close(stream, bytes, size_bytes) &&
                                        rename(draft, target == NULL ? path : target) == 0;
    if (!is_good && stream != NULL) {
        int problem = errno;
        unlink(draft);
        errno = problem;
    }
    free(target);
    arena_clear(&arena);
    return is_good;
}
