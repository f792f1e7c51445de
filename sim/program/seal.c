// SPDX-License-Identifier: Apache-2.0
// The seal is a text: a line for the name, a line for each file (hash, size, name), and a last line
// with the hash of all lines before it.
#include "sim/program/seal.h"

#include "isa/base/text.h"
#include "sim/program/file.h"
#include "sim/program/folder.h"
#include "sim/program/hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEAL_NAME "seal"

static const char *line_of(const char *name, const char *bytes, size_t size_bytes, Arena *arena)
{
    Hash hash = hash_begin();
    hash_add(&hash, bytes, size_bytes);
    return arena_printf(arena, "%s %zu %s\n", hash_text(&hash, arena), size_bytes, name);
}

static bool is_sealed_kind(int folder, const char *name)
{
    struct stat status;
    return strcmp(name, SEAL_NAME) != 0 &&
           fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

static bool add_files(DIR *listing, Text *seal, Arena *arena)
{
    struct dirent *item;
    while ((item = readdir(listing)) != NULL) {
        if (!is_sealed_kind(dirfd(listing), item->d_name)) {
            continue;
        }
        size_t size_bytes;
        const char *problem = NULL;
        bool is_closed = fchmodat(dirfd(listing), item->d_name, 0600, 0) == 0; // against the umask
        const char *bytes = folder_read(dirfd(listing), item->d_name, &size_bytes, &problem, arena);
        if (!is_closed || bytes == NULL) {
            return false;
        }
        text_put(seal, line_of(item->d_name, bytes, size_bytes, arena));
    }
    return true;
}

static void add_name(Text *seal, const char *name)
{
    text_printf(seal, "lockstep seal 1 %s\n", name);
}

static void add_end(Text *seal, Arena *arena)
{
    text_put(seal, line_of("end", text_string(seal), seal->size_bytes, arena));
}

bool seal_write(const char *folder, const char *name, Arena *arena)
{
    Text seal = {0};
    DIR *listing = opendir(folder);
    add_name(&seal, name);
    bool is_good = listing != NULL && add_files(listing, &seal, arena);
    add_end(&seal, arena);
    is_good = is_good &&
              file_write(arena_printf(arena, "%s/" SEAL_NAME, folder), seal.at, seal.size_bytes);
    is_good = is_good && fchmodat(dirfd(listing), SEAL_NAME, 0600, 0) == 0;
    if (listing != NULL) {
        closedir(listing);
    }
    text_destroy(&seal);
    return is_good;
}

// The file that a line of the seal names must give that line again.
static const char *file_problem(int folder, const char *line, Arena *arena)
{
    const char *name = strchr(line + HASH_CHARACTERS + 1, ' ') + 1, *problem = NULL;
    size_t size_bytes = 0;
    const char *bytes = folder_read(folder, name, &size_bytes, &problem, arena);
    if (bytes == NULL) {
        return problem;
    }
    const char *found = line_of(name, bytes, size_bytes, arena);
    bool is_same = strncmp(found, line, strlen(line)) == 0;
    return is_same ? NULL : arena_printf(arena, "%s was changed", name);
}

// Whether the seal is whole and of a folder of this name; *lines: those of files, *end behind them.
static bool is_whole(const char *seal, const char *name, const char **lines, const char **end,
                     Arena *arena)
{
    Text expected = {0};
    size_t size = strlen(seal);
    add_name(&expected, name);
    bool is_good = strncmp(seal, text_string(&expected), expected.size_bytes) == 0;
    *lines = seal + (is_good ? expected.size_bytes : 0);
    *end = seal + size;
    if (is_good && size > expected.size_bytes && seal[size - 1] == '\n') {
        const char *last = seal + size - 1;
        while (last > *lines && last[-1] != '\n') {
            last--;
        }
        *end = last;
    }
    text_add(&expected, *lines, (size_t)(*end - *lines));
    add_end(&expected, arena);
    is_good = is_good && strcmp(seal, text_string(&expected)) == 0;
    text_destroy(&expected);
    return is_good;
}

static const char *files_problem(int folder, const char *name, Arena *arena)
{
    size_t size_bytes;
    const char *problem = NULL, *lines, *end;
    const char *seal = folder_read(folder, SEAL_NAME, &size_bytes, &problem, arena);
    if (seal == NULL) {
        return problem;
    }
    if (!is_whole(seal, name, &lines, &end, arena)) {
        return "its seal is broken";
    }
    for (const char *at = lines; at < end && problem == NULL;) {
        size_t size = strcspn(at, "\n");
        problem = file_problem(folder, arena_text(arena, at, size), arena);
        at += size + 1;
    }
    return problem;
}

const char *seal_problem(const char *folder, const char *name, bool *is_there, Arena *arena)
{
    const char *problem = NULL;
    int file = folder_open(folder, &problem, arena);
    *is_there = file >= 0 || errno != ENOENT;
    if (file < 0) {
        return *is_there ? problem : NULL;
    }
    problem = files_problem(file, name, arena);
    close(file);
    return problem;
}
