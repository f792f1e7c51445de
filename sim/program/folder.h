// SPDX-License-Identifier: Apache-2.0
// Folders and files that nobody but this user (and root) can change. A path is safe to use by name
// when that holds for every folder on the way: nobody can put something else in its place between
// a check and a use.
#ifndef LOCKSTEP_PROGRAM_FOLDER_H
#define LOCKSTEP_PROGRAM_FOLDER_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Why others could replace what lies at this path: one of its folders is theirs, or they can write
// to it. In a folder with the sticky bit (/tmp) they can only add entries, which is no problem.
// NULL: nobody can.
const char *folder_problem(const char *path, Arena *arena);

// Opens a folder without following a link at its end. -1, with *problem set, when it is missing
// (errno is ENOENT), when it belongs to another user or when others can write to it.
int folder_open(const char *path, const char **problem, Arena *arena);

// Reads a regular file of an open folder, zero-terminated, without following links. NULL with
// *problem set as above.
char *folder_read(int folder, const char *name, size_t *size_bytes, const char **problem,
                  Arena *arena);

// Makes the folder and those above it, for this user alone. Whether it is there.
bool folder_make(const char *path);

// The folder that this process works in; "." when it has no name.
const char *folder_here(Arena *arena);

// Removes a folder with everything in it, of any depth; follows no links.
void folder_remove(const char *path);

#endif
