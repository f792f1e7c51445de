// SPDX-License-Identifier: Apache-2.0
// realpath and the sticky bit are the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/program/folder.h"

#include "sim/program/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_DEPTH_MAX = 16 };

// A group of this user alone, as many systems give to every user.
static bool is_private_group(gid_t id)
{
    const struct passwd *user = getpwuid(geteuid());
    const struct group *group = getgrgid(id);
    return user != NULL && group != NULL && user->pw_gid == id &&
           strcmp(user->pw_name, group->gr_name) == 0 &&
           (group->gr_mem[0] == NULL ||
            (strcmp(group->gr_mem[0], user->pw_name) == 0 && group->gr_mem[1] == NULL));
}

static bool others_can_write(const struct stat *status)
{
    return (status->st_mode & S_IWOTH) != 0 ||
           ((status->st_mode & S_IWGRP) != 0 && !is_private_group(status->st_gid));
}

// Root's, or of the owner of "/", which is what root's files look like where root has no number.
static bool is_trusted(uid_t owner)
{
    struct stat top;
    return owner == geteuid() || owner == 0 || (stat("/", &top) == 0 && owner == top.st_uid);
}

static const char *problem_of(const char *path, Arena *arena)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        return arena_printf(arena, "%s: %s", path, strerror(errno));
    }
    if (!is_trusted(status.st_uid)) {
        return arena_printf(arena, "%s belongs to another user", path);
    }
    if (others_can_write(&status) && (status.st_mode & S_ISVTX) == 0) {
        return arena_printf(arena, "other users can write to %s", path);
    }
    return NULL;
}

const char *folder_problem(const char *path, Arena *arena)
{
    char *whole = realpath(path, NULL); // has no links
    if (whole == NULL) {
        return arena_printf(arena, "%s: %s", path, strerror(errno));
    }
    const char *problem = problem_of("/", arena);
    for (char *at = whole; problem == NULL && *at != 0;) {
        at += 1 + strcspn(at + 1, "/");
        char end = *at;
        *at = 0;
        problem = problem_of(whole, arena);
        *at = end;
    }
    free(whole);
    return problem;
}

// Why an open file or folder is not this user's own; NULL: it is.
static const char *stranger(int file, mode_t kind)
{
    struct stat status;
    if (fstat(file, &status) != 0) {
        return strerror(errno);
    }
    return (status.st_mode & S_IFMT) != kind ? "is not what was stored"
           : status.st_uid != geteuid()      ? "belongs to another user"
           : others_can_write(&status)       ? "can be written to by other users"
                                             : NULL;
}

static const char *open_problem(void)
{
    return errno == ELOOP || errno == ENOTDIR ? "is a link" : strerror(errno);
}

// The file, if it is this user's own; else -1 with *problem set.
static int own(int file, mode_t kind, const char *path, const char **problem, Arena *arena)
{
    const char *reason = file < 0 ? open_problem() : stranger(file, kind);
    int error = file < 0 ? errno : EPERM;
    if (reason == NULL) {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    *problem = arena_printf(arena, "%s %s", path, reason);
    errno = error;
    return -1;
}

int folder_open(const char *path, const char **problem, Arena *arena)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return own(folder, S_IFDIR, path, problem, arena);
}

char *folder_read(int folder, const char *name, size_t *size_bytes, const char **problem,
                  Arena *arena)
{
    // O_NONBLOCK: a pipe in place of the file does not keep the open waiting.
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    file = own(file, S_IFREG, name, problem, arena);
    if (file < 0) {
        return NULL;
    }
    char *bytes = file_read_open(file, UINT64_C(1) << 32, size_bytes, arena);
    if (bytes == NULL) {
        *problem = arena_printf(arena, "%s: %s", name, strerror(errno));
    }
    return bytes;
}

bool folder_make(const char *path)
{
    Arena arena = {0};
    char *copy = arena_text(&arena, path, strlen(path));
    for (char *at = strchr(copy + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(copy, 0700);
        *at = '/';
    }
    bool is_there = mkdir(copy, 0700) == 0 || errno == EEXIST;
    arena_clear(&arena);
    return is_there;
}

const char *folder_here(Arena *arena)
{
    char *here = realpath(".", NULL);
    const char *copy = here == NULL ? "." : arena_text(arena, here, strlen(here));
    free(here);
    return copy;
}

// Nothing is removed below a folder of another user: its owner could put links there in the
// meantime.
static void remove_at(int above, const char *name, int depth)
{
    struct stat status;
    struct dirent *item;
    int file = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool is_own = file >= 0 && fstat(file, &status) == 0 && status.st_uid == geteuid();
    DIR *listing = is_own ? fdopendir(file) : NULL;
    if (listing == NULL && file >= 0) {
        close(file);
    }
    while (listing != NULL && (item = readdir(listing)) != NULL) {
        bool is_link_to_folder = strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0;
        if (!is_link_to_folder && unlinkat(dirfd(listing), item->d_name, 0) != 0 &&
            depth < FOLDER_DEPTH_MAX) {
            remove_at(dirfd(listing), item->d_name, depth + 1);
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    unlinkat(above, name, AT_REMOVEDIR);
}

void folder_remove(const char *path)
{
    remove_at(AT_FDCWD, path, 0);
}
